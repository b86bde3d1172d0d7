"""The syntax of meshes and axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.parts import part, unread, unread_list
from sdyopt.mlir.read.tokens import Failed

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_AXES = unread_list("Mesh", "axes", "MeshAxisAttr")
_DEVICE_IDS = unread_list("Mesh", "device_ids", "int64_t")
_AXIS_NAME = unread("MeshAxis", "name", "::llvm::StringRef")
_AXIS_SIZE = unread("MeshAxis", "size", "int64_t")
_PRE_SIZE = unread("SubAxisInfo", "pre_size", "int64_t")
_SIZE = unread("SubAxisInfo", "size", "int64_t")
_REF_NAME = unread("AxisRef", "name", "::llvm::StringRef")
_SUB_AXIS = unread("AxisRef", "sub_axis_info", "SubAxisInfoAttr")
_AXIS_REFS = unread_list("AxisRefList", "value", "AxisRefAttr")
_LISTS = unread_list("ListOfAxisRefLists", "value", "AxisRefListAttr")


def mesh_axis(parser: Parser) -> Any:
    """`"x"=2`."""
    at = parser.start
    name = parser.parameter(_AXIS_NAME, parser.parse_string)
    parser.parse_token("=", "expected '='")
    size = parser.parameter(_AXIS_SIZE, parser.parse_integer)
    return parser.legal(sdy.MeshAxis, at, name, size)


def mesh(parser: Parser) -> Any:
    """`<["x"=2, "y"=4], device_ids=[1, 0]>`."""
    at = parser.start
    parser.parse_token("<", "expected '<'")
    parser.parse_token("[", "expected '['")
    axes: list[Any] = []
    if not parser.consume_if("]"):
        axes = parser.elements(_AXES, part_mesh_axis)
        parser.parse_token("]", "expected ']'")
    ids: list[int] = []
    if parser.consume_if(","):
        parser.parse_keyword("device_ids")
        parser.parse_token("=", "expected '='")
        parser.parse_token("[", "expected '['")
        ids = parser.elements(_DEVICE_IDS, type(parser).parse_integer)
        parser.parse_token("]", "expected ']'")
    parser.parse_token(">", "expected '>'")
    return parser.legal(sdy.Mesh.of, at, tuple(axes), tuple(ids))


def sub_axis(parser: Parser) -> Any:
    """`(1)2`."""
    parser.parse_token("(", "expected '('")
    pre_size = parser.parameter(_PRE_SIZE, parser.parse_integer)
    parser.parse_token(")", "expected ')'")
    return sdy.SubAxis(pre_size, parser.parameter(_SIZE, parser.parse_integer))


def axis_ref(parser: Parser) -> sdy.AxisRef:
    """`"x"`, or `"x":(1)2`."""
    name = parser.parameter(_REF_NAME, parser.parse_string)
    if not parser.consume_if(":"):
        return sdy.AxisRef(name, None)
    try:
        sub: Any = part_sub_axis(parser)
    except Failed:
        raise parser.say(_SUB_AXIS) from None
    return sdy.AxisRef(name, sub)


def some_axes(parser: Parser, message: str) -> tuple[Any, ...]:
    """`{"x", "y"}`, at least one; `message` says which parameter could not be read."""
    parser.parse_token("{", "expected '{'")
    axes = parser.elements(message, part_axis_ref)
    parser.parse_token("}", "expected '}'")
    return tuple(axes)


def axis_ref_list(parser: Parser) -> Any:
    """`{"x", "y"}`, or `{}`."""
    parser.parse_token("{", "expected '{'")
    axes: list[Any] = []
    if not parser.consume_if("}"):
        axes = parser.elements(_AXIS_REFS, part_axis_ref)
        parser.parse_token("}", "expected '}'")
    return sdy.AxisRefList(tuple(axes))


def axis_ref_lists(parser: Parser) -> Any:
    """`[{"x"}, {}]`."""
    parser.parse_token("[", "expected '['")
    lists: list[Any] = []
    if not parser.consume_if("]"):
        lists = parser.elements(_LISTS, part_axis_ref_list)
        parser.parse_token("]", "expected ']'")
    return sdy.AxisRefLists(tuple(lists))


part_mesh = part(sdy.Mesh, mesh)
part_mesh_axis = part(sdy.MeshAxis, mesh_axis)
part_sub_axis = part(sdy.SubAxis, sub_axis)
part_axis_ref = part(sdy.AxisRef, axis_ref)
part_axis_ref_list = part(sdy.AxisRefList, axis_ref_list)
part_axis_ref_lists = part(sdy.AxisRefLists, axis_ref_lists)
