"""The syntax of shardings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.axes import axis_ref, part_mesh, some_axes
from sdyopt.dialects.sdy.syntax.parts import part, unread_list
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.mlir.read.tokens import Failed

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_NO_MESH = "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>"
_NO_AXIS_LIST = "failed to parse Sdy_TensorSharding, expected valid named axis list after comma"
_NO_AXES = "failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`"
_DIMENSIONS = unread_list("TensorSharding", "dim_shardings", "DimensionShardingAttr")
_SHARDINGS = unread_list("TensorShardingPerValue", "shardings", "TensorShardingAttr")
_MANUAL_AXES = unread_list("ManualAxes", "value", "StringAttr")


def dimension_sharding(parser: Parser) -> Any:
    """`{"x", "y"}`, or open with a `?` at the end; a priority may follow, as in `{"x"}p1`."""
    parser.parse_token("{", "expected '{'")
    axes: list[sdy.AxisRef] = []
    is_closed = True
    if not parser.consume_if("}"):
        while is_closed:
            if parser.consume_if("?"):
                is_closed = False
                parser.parse_token("}", "expected '}'")
                break
            axes.append(axis_ref(parser))
            if parser.consume_if("}"):
                break
            parser.parse_token(",", "expected ','")
    return sdy.DimensionSharding(tuple(axes), is_closed, _priority(parser) if parser.kind == "WORD" else None)


def _priority(parser: Parser) -> int:
    word = parser.parse_any_keyword()
    digits = word[1:]
    if word[0] != "p" or not (digits.isascii() and digits.isdigit()):
        raise parser.say(f"expecting priority in format 'p<number>', got: {word}")
    if len(digits) > 1 and digits[0] == "0":
        raise parser.say(f"priorities with leading zeros are not allowed, got: {word}")
    if len(digits) > 19 or int(digits) >= 1 << 63:
        raise parser.say(f"expecting integer priority, got: {word}")
    return int(digits)


def _is_flat(attribute: Attribute) -> bool:
    return isinstance(attribute, SymbolRefAttr) and len(attribute.path) == 1


def _mesh_or_name(parser: Parser) -> Any:
    if parser.consume_if("mesh"):
        try:
            return part_mesh(parser)
        except Failed:
            raise parser.say("failed to parse MeshAttr") from None
    try:
        return parser.parse_attribute_of_kind(_is_flat)
    except Failed:
        raise parser.say(_NO_MESH) from None


def sharding(parser: Parser) -> Any:
    """`<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`; `mesh<…>` may stand for the name."""
    parser.parse_token("<", "expected '<'")
    mesh = _mesh_or_name(parser)
    parser.parse_token(",", "expected ','")
    parser.parse_token("[", "expected '['")
    dimensions: list[Any] = []
    if not parser.consume_if("]"):
        dimensions = parser.elements(_DIMENSIONS, part_dimension_sharding)
        parser.parse_token("]", "expected ']'")
    lists: dict[str, tuple[Any, ...]] = {}
    while parser.consume_if(","):
        name = parser.token
        if name not in ("replicated", "unreduced") or name in lists:
            raise parser.say(_NO_AXIS_LIST)
        parser.consume()
        try:
            parser.parse_token("=", "expected '='")
            lists[name] = some_axes(parser, _NO_AXES)
        except Failed:
            raise parser.say(f"failed to parse Sdy_TensorSharding parameter '{name}_axes'") from None
    parser.parse_token(">", "expected '>'")
    return sdy.Sharding(mesh, tuple(dimensions), lists.get("replicated", ()), lists.get("unreduced", ()))


def sharding_per_value(parser: Parser) -> Any:
    """`<[<@mesh, [{"x"}]>]>`."""
    parser.parse_token("<", "expected '<'")
    parser.parse_token("[", "expected '['")
    shardings: list[Any] = []
    if not parser.consume_if("]"):
        shardings = parser.elements(_SHARDINGS, part_sharding)
        parser.parse_token("]", "expected ']'")
    parser.parse_token(">", "expected '>'")
    return sdy.ShardingPerValue(tuple(shardings))


def sharding_list(parser: Parser) -> Any:
    """`[<@mesh, [{"x"}]>]`."""
    shardings: list[Any] = []
    parser.parse_list("[", "]", "", lambda: shardings.append(part_sharding(parser)))
    return sdy.ShardingPerValue(tuple(shardings))


def _is_string(attribute: Attribute) -> bool:
    return isinstance(attribute, StringAttr)


def _manual_axis(parser: Parser) -> str:
    name: Any = parser.parse_attribute_of_kind(_is_string)
    return name.value  # type: ignore[no-any-return]


def manual_axes(parser: Parser) -> Any:
    """`{"x", "y"}`."""
    parser.parse_token("{", "expected '{'")
    axes: list[str] = []
    if not parser.consume_if("}"):
        axes = parser.elements(_MANUAL_AXES, _manual_axis)
        parser.parse_token("}", "expected '}'")
    return sdy.ManualAxes(tuple(axes))


part_dimension_sharding = part(sdy.DimensionSharding, dimension_sharding)
part_sharding = part(sdy.Sharding, sharding)
part_manual_axes = part(sdy.ManualAxes, manual_axes)
