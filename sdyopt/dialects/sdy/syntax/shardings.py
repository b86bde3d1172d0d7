"""Shardings: how they are read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.axes import AXES, AXIS_REF, MESH
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.mlir.declare.parameters import AttributeDef, Parameter, list_of
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.write.quoting import string_token, symbol_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_NO_MESH = "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>"
_NO_AXIS_LIST = "failed to parse Sdy_TensorSharding, expected valid named axis list after comma"
_NO_AXES = "failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`"


def _parse_dimension(parser: Parser) -> Any:
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
            axes.append(AXIS_REF.parse(parser))
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


def _dimension_text(dimension: sdy.DimensionSharding) -> str:
    parts = [AXIS_REF.write(axis) for axis in dimension.axes]
    if not dimension.is_closed:
        parts.append("?")
    priority = "" if dimension.priority is None else f"p{dimension.priority}"
    return "{" + ", ".join(parts) + "}" + priority


DIMENSION_SHARDING = AttributeDef(
    sdy.DimensionSharding, "dimension_sharding", parse=_parse_dimension, write=_dimension_text
)


_DIMENSIONS = list_of(DIMENSION_SHARDING.parameter())
_DIMENSIONS_MESSAGE = (
    f"failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `{_DIMENSIONS.type}`"
)


def _is_flat(attribute: Attribute) -> bool:
    return isinstance(attribute, SymbolRefAttr) and len(attribute.path) == 1


def _mesh_or_name(parser: Parser) -> Any:
    if parser.consume_if("mesh"):
        try:
            return MESH.short(parser)
        except Failed:
            raise parser.say("failed to parse MeshAttr") from None
    try:
        return parser.parse_attribute_of_kind(_is_flat)
    except Failed:
        raise parser.say(_NO_MESH) from None


def _some_axes(parser: Parser) -> tuple[Any, ...]:
    """Reads `{"x", "y"}`, at least one."""
    parser.parse_token("{", "expected '{'")
    axes: tuple[Any, ...] = parser.parameter(_NO_AXES, lambda: AXES.parse(parser))
    parser.parse_token("}", "expected '}'")
    return axes


def _parse_sharding(parser: Parser) -> Any:
    """`<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced=max{"z"}>`; `mesh<…>` may stand for the name."""
    parser.parse_token("<", "expected '<'")
    mesh = _mesh_or_name(parser)
    parser.parse_token(",", "expected ','")
    parser.parse_token("[", "expected '['")
    dimensions: tuple[Any, ...] = ()
    if not parser.consume_if("]"):
        dimensions = parser.parameter(_DIMENSIONS_MESSAGE, lambda: _DIMENSIONS.parse(parser))
        parser.parse_token("]", "expected ']'")
    lists: dict[str, tuple[Any, ...]] = {}
    reduction_op = sdy.SUM
    while parser.consume_if(","):
        name = parser.token
        if name not in ("replicated", "unreduced") or name in lists:
            raise parser.say(_NO_AXIS_LIST)
        parser.consume()
        try:
            if name == "unreduced":
                reduction_op = reduction_operator(parser) if parser.consume_if("=") else sdy.SUM
            else:
                parser.parse_token("=", "expected '='")
            lists[name] = _some_axes(parser)
        except Failed:
            raise parser.say(f"failed to parse Sdy_TensorSharding parameter '{name}_axes'") from None
    parser.parse_token(">", "expected '>'")
    return sdy.Sharding(mesh, dimensions, lists.get("replicated", ()), lists.get("unreduced", ()), reduction_op)


def reduction_operator(parser: Parser) -> str:
    """Reads `sum`, `max` or `min`; without any of these it is `sum`."""
    word = parser.token
    return word if word in sdy.REDUCTION_OPS and parser.consume_if(word) else sdy.SUM


def _sharding_text(sharding: sdy.Sharding) -> str:
    mesh = sharding.mesh
    text = f"mesh{MESH.write(mesh)}" if isinstance(mesh, sdy.Mesh) else symbol_token(mesh.leaf)
    text += f", [{_DIMENSIONS.text(sharding.dimensions)}]"
    if sharding.replicated:
        text += f", replicated={{{AXES.text(sharding.replicated)}}}"
    if sharding.unreduced:
        operator = "" if sharding.reduction_op == sdy.SUM else sharding.reduction_op
        text += f", unreduced={operator}{{{AXES.text(sharding.unreduced)}}}"
    return f"<{text}>"


def sharding_list(parser: Parser) -> Any:
    """`[<@mesh, [{"x"}]>]`, as in the formats of operations."""
    shardings: list[Any] = []
    parser.parse_list("[", "]", "", lambda: shardings.append(SHARDING.short(parser)))
    return sdy.ShardingPerValue(tuple(shardings))


def _is_string(attribute: Attribute) -> bool:
    return isinstance(attribute, StringAttr)


def _manual_axis(parser: Parser) -> str:
    name: Any = parser.parse_attribute_of_kind(_is_string)
    return name.value  # type: ignore[no-any-return]


SHARDING = AttributeDef(sdy.Sharding, "sharding", parse=_parse_sharding, write=_sharding_text)
SHARDING_PER_VALUE = AttributeDef(
    sdy.ShardingPerValue,
    "sharding_per_value",
    {"shardings": list_of(SHARDING.parameter("TensorShardingAttr"))},
    "`<` `[` (`]`) : ($shardings^ `]`)? `>`",
    title="Sdy_TensorShardingPerValue",
)
MANUAL_AXES = AttributeDef(
    sdy.ManualAxes,
    "manual_axes",
    {"value": list_of(Parameter("StringAttr", _manual_axis, string_token))},
    "`{` (`}`) : ($value^ `}`)?",
    title="Sdy_ManualAxes",
)
