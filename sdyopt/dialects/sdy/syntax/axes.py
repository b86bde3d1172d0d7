"""The syntax of meshes and axes."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.parts import legal, unread, unread_list
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, as_tuple, made, made_of_all
from sdyopt.mlir.write.quoting import string_value


class Axes(Syntax):
    """Meshes, references to their axes, and lists of these."""

    grammar = """
        mesh: "<" "[" (part_mesh_axis ("," part_mesh_axis)*)? "]" [device_ids] ">"
        device_ids: "," "device_ids" "=" "[" int64 ("," int64)* "]"
        mesh_axis: STRING "=" int64
        sub_axis: "(" int64 ")" int64
        axis_ref: STRING [":" part_sub_axis]
        _some_axes: "{" part_axis_ref ("," part_axis_ref)* "}"
        axis_ref_list: "{" "}" | _some_axes
        axis_ref_lists: "[" (part_axis_ref_list ("," part_axis_ref_list)*)? "]"
    """
    messages = {
        " part_mesh_axis": refused("expected string"),
        " part_axis_ref": refused("expected string"),
        " axis_ref": refused("expected string"),
        " part_axis_ref_list": missing("expected '{'"),
    }
    follow_ups = {
        "mesh part_mesh_axis": unread_list("Mesh", "axes", "MeshAxisAttr"),
        "device_ids int64": unread_list("Mesh", "device_ids", "int64_t"),
        "mesh_axis STRING": unread("MeshAxis", "name", "::llvm::StringRef"),
        "mesh_axis int64": unread("MeshAxis", "size", "int64_t"),
        "sub_axis int64 1": unread("SubAxisInfo", "pre_size", "int64_t"),
        "sub_axis int64 3": unread("SubAxisInfo", "size", "int64_t"),
        "axis_ref STRING": unread("AxisRef", "name", "::llvm::StringRef"),
        "axis_ref part_sub_axis": unread("AxisRef", "sub_axis_info", "SubAxisInfoAttr"),
        "axis_ref_list part_axis_ref": unread_list("AxisRefList", "value", "AxisRefAttr"),
        "axis_ref_lists part_axis_ref_list": unread_list("ListOfAxisRefLists", "value", "AxisRefListAttr"),
    }

    device_ids = as_tuple
    sub_axis = made(sdy.SubAxis)
    axis_ref_list = made_of_all(sdy.AxisRefList)
    axis_ref_lists = made_of_all(sdy.AxisRefLists)

    @staticmethod
    def mesh_axis(context: ParseContext, name: str, size: int) -> Attribute:
        return legal(context, sdy.MeshAxis, string_value(name), size)

    @staticmethod
    def mesh(context: ParseContext, *parts: Any) -> Attribute:
        *axes, ids = parts
        return legal(context, sdy.Mesh.of, tuple(axes), ids or ())

    @staticmethod
    def axis_ref(context: ParseContext, name: str, sub_axis: sdy.SubAxis | None) -> sdy.AxisRef:
        return sdy.AxisRef(string_value(name), sub_axis)
