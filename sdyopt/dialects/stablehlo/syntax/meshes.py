"""Bodies of the attributes of meshes, and of replica groups as the axes of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax.parameters import Readers, struct, unread, unread_list
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, SymbolRefAttr
from sdyopt.mlir.diagnostics import Hinted, UnknownName
from sdyopt.mlir.write.quoting import string_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_AXES = unread_list("Mesh", "axes", "stablehlo::MeshAxisAttr")
_DEVICE_IDS = unread("Mesh", "device_ids", "DenseIntElementsAttr")
_PRE_SIZE = unread("SubAxisInfo", "pre_size", "int64_t")
_SIZE = unread("SubAxisInfo", "size", "int64_t")


def _is_elements(attribute: Attribute) -> bool:
    return isinstance(attribute, DenseElementsAttr)


def _is_array(attribute: Attribute) -> bool:
    return isinstance(attribute, ArrayAttr)


def mesh_axis(parser: Parser) -> Any:
    """`<name = "x", size = 2>`."""
    parser.parse_token("<", "expected '<'")
    found = struct(parser, _MESH_AXIS)
    parser.parse_token(">", "expected '>'")
    return s.MeshAxis(**found)


def _mesh_axis_or_alias(parser: Parser) -> Any:
    return parser.parse_of_class(s.MeshAxis) if parser.kind == "HASH" else mesh_axis(parser)


def mesh(parser: Parser) -> Any:
    """`<axes=[<name = "x", size = 2>], device_ids=dense<…>>`."""
    parser.parse_token("<", "expected '<'")
    parser.parse_keyword("axes")
    parser.parse_token("=", "expected '='")
    parser.parse_token("[", "expected '['")
    axes = parser.elements(_AXES, _mesh_axis_or_alias)
    parser.parse_token("]", "expected ']'")
    device_ids: Any = None
    if parser.consume_if(","):
        parser.parse_keyword("device_ids")
        parser.parse_token("=", "expected '='")
        device_ids = parser.parameter(_DEVICE_IDS, lambda: parser.parse_attribute_of_kind(_is_elements))
    parser.parse_token(">", "expected '>'")
    return s.Mesh(tuple(axes), device_ids)


def _sub_axis(parser: Parser) -> s.SubAxisInfo:
    parser.parse_token("(", "expected '('")
    pre_size = parser.parameter(_PRE_SIZE, parser.parse_integer)
    parser.parse_token(")", "expected ')'")
    return s.SubAxisInfo(pre_size, parser.parameter(_SIZE, parser.parse_integer))


def axis_ref(parser: Parser) -> Any:
    """`<name = "x", sub_axis_info = (1)2>`."""
    parser.parse_token("<", "expected '<'")
    found = struct(parser, _AXIS_REF, required="name")
    parser.parse_token(">", "expected '>'")
    return s.AxisRef(**found)


def replica_group_mesh_axes(parser: Parser) -> Any:
    """`<mesh = @mesh, axes = […]>`. The axes of a mesh that is there are checked, those of a mesh's name are not."""
    at = parser.start
    parser.parse_token("<", "expected '<'")
    found = struct(parser, _REPLICA_GROUPS)
    parser.parse_token(">", "expected '>'")
    mesh, axes = found["mesh"], found["axes"].elements
    if not isinstance(mesh, (s.Mesh, SymbolRefAttr)) or (isinstance(mesh, SymbolRefAttr) and len(mesh.path) > 1):
        raise parser.say("mesh must be a FlatSymbolRefAttr or MeshAttr", at)
    known = [axis.name for axis in mesh.axes] if isinstance(mesh, s.Mesh) else []
    for axis in axes if isinstance(mesh, s.Mesh) else ():
        if not isinstance(axis, s.AxisRef):
            raise parser.say("expected AxisRefAttr in axes list", at)
        if axis.name not in known:
            message = f"axis '{axis.name}' not found in mesh definition"
            raise parser.say(Hinted(message, UnknownName(axis.name, lambda: known, string_token)), at)
    return s.ReplicaGroupMeshAxes(mesh, axes)


_MESH_AXIS: Readers = {
    "name": (unread("MeshAxis", "name", "::llvm::StringRef"), lambda parser: parser.parse_string()),
    "size": (unread("MeshAxis", "size", "int64_t"), lambda parser: parser.parse_integer()),
}
_AXIS_REF: Readers = {
    "name": (unread("AxisRef", "name", "::llvm::StringRef"), lambda parser: parser.parse_string()),
    "sub_axis_info": (unread("AxisRef", "sub_axis_info", "SubAxisInfoAttr"), _sub_axis),
}
_REPLICA_GROUPS: Readers = {
    "mesh": (unread("ReplicaGroupMeshAxes", "mesh", "Attribute"), lambda parser: parser.parse_attribute()),
    "axes": (
        unread("ReplicaGroupMeshAxes", "axes", "ArrayAttr"),
        lambda parser: parser.parse_attribute_of_kind(_is_array),
    ),
}
