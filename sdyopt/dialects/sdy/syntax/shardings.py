"""The syntax of shardings."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.parts import unread_list
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.diagnostics import UnwantedToken
from sdyopt.mlir.formats.messages import any_attribute, missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, as_tuple, made_of_all

_NO_MESH = "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>"
_NO_AXIS_LIST = "failed to parse Sdy_TensorSharding, expected valid named axis list after comma"


def _unread_axis_list(context: ParseContext) -> str:
    """The message about `replicated={…}` or `unreduced={…}`."""
    return f"failed to parse Sdy_TensorSharding parameter '{context.symbol(1)}_axes'"


class NamedAxes(NamedTuple):
    """`replicated={…}` or `unreduced={…}`."""

    name: str
    axes: tuple[sdy.AxisRef, ...]


class Shardings(Syntax):
    """Shardings of tensors and of several values, and the axes of manual computations."""

    grammar = """
        ?dimension_sharding: "{" (axis_ref ("," axis_ref)*)? "}" [priority]       -> closed_dimension
                           | "{" "?" "}" [priority]                                -> open_dimension
                           | "{" axis_ref ("," axis_ref)* "," "?" "}" [priority]   -> open_dimension
        priority: WORD

        sharding: "<" mesh_or_name "," dimension_shardings named_axes* ">"
        ?mesh_or_name: mesh_name | "mesh" part_mesh
        mesh_name: symbol_ref | full_attribute
        dimension_shardings: "[" (part_dimension_sharding ("," part_dimension_sharding)*)? "]"
        named_axes: "," axis_list_name "=" _some_axes
        axis_list_name: WORD

        ?sharding_per_value: "<" shardings ">"
        shardings: "[" (part_sharding ("," part_sharding)*)? "]" -> sharding_list
        sharding_list: "[" (part_sharding ("," part_sharding)*)? "]"

        manual_axes: "{" (manual_axis ("," manual_axis)*)? "}"
        manual_axis: string_literal | full_attribute
    """
    messages = {
        " part_sharding": missing("expected '<'"),
        " mesh_or_name": any_attribute(""),
        " part_dimension_sharding": missing("expected '{'"),
        "open_dimension ','": missing("expected ','"),
        " axis_list_name": refused(_NO_AXIS_LIST),
        " manual_axis": any_attribute(""),
    }
    follow_ups = {
        "mesh_or_name part_mesh": "failed to parse MeshAttr",
        "mesh_name ": _NO_MESH,
        "mesh_name symbol_ref": _NO_MESH,
        "mesh_name full_attribute": _NO_MESH,
        "dimension_shardings part_dimension_sharding": unread_list(
            "TensorSharding", "dim_shardings", "DimensionShardingAttr"
        ),
        "named_axes part_axis_ref": "failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`",
        "named_axes '='": _unread_axis_list,
        "named_axes _some_axes": _unread_axis_list,
        "shardings part_sharding": unread_list("TensorShardingPerValue", "shardings", "TensorShardingAttr"),
        "manual_axes manual_axis": unread_list("ManualAxes", "value", "StringAttr"),
    }

    dimension_shardings = as_tuple
    sharding_list = made_of_all(sdy.ShardingPerValue)
    manual_axes = made_of_all(sdy.ManualAxes)

    @staticmethod
    def closed_dimension(context: ParseContext, *parts: Any) -> sdy.DimensionSharding:
        return sdy.DimensionSharding(parts[:-1], True, parts[-1])

    @staticmethod
    def open_dimension(context: ParseContext, *parts: Any) -> sdy.DimensionSharding:
        return sdy.DimensionSharding(parts[:-1], False, parts[-1])

    @staticmethod
    def priority(context: ParseContext, word: str) -> int:
        """`p1`."""
        digits = word[1:]
        if word[0] != "p" or not (digits.isascii() and digits.isdigit()):
            raise context.error(f"expecting priority in format 'p<number>', got: {word}", context.next_token)
        if len(digits) > 1 and digits[0] == "0":
            raise context.error(f"priorities with leading zeros are not allowed, got: {word}", context.next_token)
        if int(digits) >= 1 << 63:
            raise context.error(f"expecting integer priority, got: {word}", context.next_token)
        return int(digits)

    @staticmethod
    def mesh_name(context: ParseContext, name: Attribute) -> SymbolRefAttr:
        if not isinstance(name, SymbolRefAttr) or len(name.path) > 1:
            raise context.error("invalid kind of attribute specified", context.start)
        return name

    @staticmethod
    def axis_list_name(context: ParseContext, name: str) -> str:
        """Which of the two axis lists at the end of a sharding follows: each may be there once, in any order."""
        known = [listed.name for listed in context.siblings(NamedAxes)]
        if name not in ("replicated", "unreduced") or name in known:
            raise context.error(_NO_AXIS_LIST, context.start, UnwantedToken)
        return name

    @staticmethod
    def named_axes(context: ParseContext, name: str, *axes: sdy.AxisRef) -> NamedAxes:
        return NamedAxes(name, axes)

    @staticmethod
    def sharding(
        context: ParseContext,
        mesh: SymbolRefAttr | sdy.Mesh,
        dimensions: tuple[sdy.DimensionSharding, ...],
        *axis_lists: NamedAxes,
    ) -> sdy.Sharding:
        found = dict(axis_lists)
        return sdy.Sharding(mesh, dimensions, found.get("replicated", ()), found.get("unreduced", ()))

    @staticmethod
    def manual_axis(context: ParseContext, name: Attribute) -> str:
        if not isinstance(name, StringAttr):
            raise context.error("invalid kind of attribute specified", context.start)
        return name.value
