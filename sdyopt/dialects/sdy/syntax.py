"""The syntax of SDY: the text after the mnemonics of its attributes, and the directives of its formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.declare.parameters import I64, STRING, AttributeDef, Parameter, enum, list_of
from sdyopt.mlir.formats.state import Directive, OperationState, Writer
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.write.attributes import string_token, symbol_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


# Meshes and axes, and lists of axes as collectives have them: how they are read and written.

MESH_AXIS = AttributeDef(
    sdy.MeshAxis, "mesh_axis", {"name": STRING, "size": I64}, "`` $name `` `=` `` $size", title="Sdy_MeshAxis"
)
MESH = AttributeDef(
    sdy.Mesh,
    "mesh",
    {"axes": list_of(MESH_AXIS.parameter()), "device_ids": list_of(I64)},
    "`<` `[` (`]`) : ($axes^ `]`)? (`,` `device_ids` `` `=` `` `[` $device_ids^ `]`)? `>`",
    title="Sdy_Mesh",
    make=sdy.Mesh.of,
)
SUB_AXIS = AttributeDef(
    sdy.SubAxis, "sub_axis_info", {"pre_size": I64, "size": I64}, "`(` $pre_size `)` `` $size", title="Sdy_SubAxisInfo"
)
AXIS_REF = AttributeDef(
    sdy.AxisRef,
    "axis_ref",
    {"name": STRING, "sub_axis_info": SUB_AXIS.parameter("SubAxisInfoAttr")},
    "`` $name (`` `:` `` $sub_axis_info^)?",
    title="Sdy_AxisRef",
)
AXES = list_of(AXIS_REF.parameter())
AXIS_REF_LIST = AttributeDef(
    sdy.AxisRefList, "axis_ref_list", {"value": AXES}, "`{` (`}`) : ($value^ `}`)?", title="Sdy_AxisRefList"
)
AXIS_REF_LISTS = AttributeDef(
    sdy.AxisRefLists,
    "list_of_axis_ref_lists",
    {"value": list_of(AXIS_REF_LIST.parameter())},
    "`[` (`]`) : ($value^ `]`)?",
    title="Sdy_ListOfAxisRefLists",
)
ALL_TO_ALL_PARAM = AttributeDef(
    sdy.AllToAllParam,
    "all_to_all_param",
    {"axes": AXES, "src_dim": I64, "tgt_dim": I64},
    "`{` $axes `}` `` `:` $src_dim `` `->` `` $tgt_dim",
    title="Sdy_AllToAllParamAttr",
)
ALL_TO_ALL_PARAM_LIST = AttributeDef(
    sdy.AllToAllParamList,
    "all_to_all_param_list",
    {"value": list_of(ALL_TO_ALL_PARAM.parameter())},
    "`[` (`]`) : ($value^ `]`)?",
    title="Sdy_AllToAllParamList",
)


# What propagation reads and records: how it is read and written.

EDGE_VALUE_REF = AttributeDef(
    sdy.EdgeValueRef,
    "edge_value_ref",
    {"type": enum((sdy.OPERAND, sdy.RESULT), "::mlir::sdy::EdgeNodeType"), "index": I64},
    "`` $type `` `-` `` $index",
    title="Sdy_EdgeValueRef",
)
AXIS_TO_PROPAGATION_DETAILS = AttributeDef(
    sdy.AxisToPropagationDetails,
    "axis_to_propagation_details",
    {
        "axis_name": AXIS_REF.parameter("::mlir::sdy::AxisRefAttr"),
        "source": EDGE_VALUE_REF.parameter("::mlir::sdy::EdgeValueRefAttr"),
        "targets": list_of(EDGE_VALUE_REF.parameter()),
    },
    "`{` $axis_name `=` $source `->` `[` $targets `]` `}`",
    title="Sdy_AxisToPropagationDetails",
)
PROPAGATION_ONE_STEP = AttributeDef(
    sdy.PropagationOneStep,
    "propagation_one_step",
    {"step_index": I64, "axis_entries": list_of(AXIS_TO_PROPAGATION_DETAILS.parameter())},
    "`{` `step` `` `-` `` $step_index `=` `[` $axis_entries `]` `}`",
    title="Sdy_PropagationOneStep",
)
PROPAGATION_EDGES = AttributeDef(
    sdy.PropagationEdges,
    "propagation_edges",
    {"value": list_of(PROPAGATION_ONE_STEP.parameter())},
    "`<` `[` $value `]` `>`",
    title="Sdy_PropagationEdges",
)


# The directive for the body of a manual computation.


class SingleBlockRegionNoBlockId(Directive):
    """The region of a single block, with the arguments before the brace in place of a label."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str]) -> None:
        arguments = parser.parse_list("(", ")", " in argument list", parser.parse_argument)
        state.regions.append(parser.parse_region(arguments))

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        writer.text("(")
        for index, type in enumerate(_argument_types(op.regions[0])):
            if index:
                writer.text(", ")
            writer.argument(0, index)
            writer.text(": ")
            writer.type(type)
            writer.argument_location(0, index)
        writer.text(") ")
        writer.region(0, with_arguments=False)


def _argument_types(region: Region) -> Sequence[Type]:
    if type(region) is CopiedRegion:
        return region.content.body.block.arguments
    return [argument.type for argument in region.blocks[0].arguments] if region.blocks else ()


# Sharding rules: how they are read and written.

LARGEST = (1 << 63) - 1

FIRST_FACTOR = ord("i")
LETTER_COUNT = ord("z") - FIRST_FACTOR + 1
_SETS = ("reduction", "need_replication", "permutation", "blocked_propagation")


def factor_text(number: int) -> str:
    """The symbol of a factor: `i` to `z`, then `z_1`, `z_2`, …. A number that has overflowed wraps as a character."""
    return chr((FIRST_FACTOR + number) & 0xFF) if number < LETTER_COUNT else f"z_{number - LETTER_COUNT + 1}"


def _first_factor(parser: Parser, symbols: str) -> tuple[int, str]:
    """Returns the first factor of a row of symbols, `i` to `z`, then `z_1`, `z_2`, …, and the rest of the row.

    The row is, or ends, the word before the parser's token.
    """
    symbol, rest = symbols[0], symbols[1:]
    if not "i" <= symbol <= "z":
        raise parser.say(f"expecting symbol from 'i' to 'z'. Received: '{symbol}'")
    if symbol != "z" or rest[:1] != "_":
        return ord(symbol) - FIRST_FACTOR, rest
    after = rest[1:]
    rest = after.lstrip("0123456789")
    if not (digits := after[: len(after) - len(rest)]):
        raise parser.say(f"expecting integer after 'z_'. Received: 'z_{after}'")
    if digits[0] == "0":
        raise parser.say(f"expecting positive integer without leading zeros. Received: '{digits}'")
    if (number := short_integer(digits)) > LARGEST:
        # As in the reference this is reported, but then it is 0; and what then does not fit is negative.
        parser.say(f"expecting symbol index <=2^63-1. Received: '{digits}'")
        number = 0
    number += LETTER_COUNT - 1
    return number if number <= LARGEST else number - 2 * (LARGEST + 1), rest


def _parse_dim_mapping(parser: Parser) -> Any:
    """`ij`; without a word a mapping of no factors."""
    factors = []
    word = parser.parse_any_keyword() if parser.kind == "WORD" else ""
    while word:
        number, word = _first_factor(parser, word)
        factors.append(number)
    return sdy.DimMapping(tuple(factors))


def _dim_mapping_text(mapping: sdy.DimMapping) -> str:
    return "".join([factor_text(number) for number in mapping.factors])


DIM_MAPPING = AttributeDef(sdy.DimMapping, "dim_mapping", parse=_parse_dim_mapping, write=_dim_mapping_text)
_DIM_MAPPING = Parameter(
    "DimMappingAttr", DIM_MAPPING.short, lambda mapping: _dim_mapping_text(mapping) or "#sdy.dim_mapping"
)
TENSOR_MAPPING = AttributeDef(
    sdy.TensorMapping,
    "tensor_mapping",
    {"dim_mappings": list_of(_DIM_MAPPING)},
    "`[` (`]`) : ($dim_mappings^ `]`)?",
    title="Sdy_TensorMapping",
)
_MAPPINGS = list_of(TENSOR_MAPPING.parameter())


def _parse_mappings(parser: Parser, name: str) -> tuple[Any, ...]:
    message = f"failed to parse Sdy_OpShardingRule parameter '{name}' which is to be a `{_MAPPINGS.type}`"
    parser.parse_token("(", "expected '('")
    mappings: tuple[Any, ...] = parser.parameter(message, lambda: _MAPPINGS.parse(parser))
    parser.parse_token(")", "expected ')'")
    return mappings


def _factor_size(parser: Parser, sizes: list[int]) -> None:
    """Reads `i=4`; the factors follow each other by number."""
    number, rest = _first_factor(parser, parser.parse_any_keyword())
    if number != len(sizes):
        raise parser.say(
            "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting "
            f"factor index symbol '{factor_text(len(sizes))}', received: '{factor_text(number)}'"
        )
    if rest:
        raise parser.say(f"expecting single factor symbol: {rest}")
    parser.parse_token("=", "expected '='")
    sizes.append(parser.parse_integer(64))


def _factor_set(parser: Parser, name: str) -> tuple[int, ...]:
    """Reads `name={i, j}`, if it is there. Of several factors in one word the first counts, as in the reference."""
    if parser.consume_if(name):
        parser.parse_token("=", "expected '='")
        if parser.token == "{":
            words = parser.parse_list("{", "}", "", lambda: _first_factor(parser, parser.parse_any_keyword()))
            return tuple([factor for factor, _ in words])
    return ()


def _parse_rule(parser: Parser) -> Any:
    """`<([i, j])->([i, j]) {i=4, j=8} reduction={k}, custom>`."""
    parser.parse_token("<", "expected '<'")
    operands = _parse_mappings(parser, "operand_mappings")
    parser.parse_token("->", "expected '->'")
    results = _parse_mappings(parser, "result_mappings")
    sizes: list[int] = []
    if parser.token == "{":
        parser.parse_list("{", "}", "", lambda: _factor_size(parser, sizes))
    sets = [_factor_set(parser, name) for name in _SETS]
    is_custom = parser.consume_if(",")
    if is_custom:
        parser.parse_keyword("custom")
    parser.parse_token(">", "expected '>'")
    arguments: list[Any] = [tuple(sizes), operands, results, *sets, is_custom]
    return sdy.OpShardingRule(*arguments)


def _rule_text(rule: sdy.OpShardingRule) -> str:
    text = f"<({_MAPPINGS.text(rule.operand_mappings)})->({_MAPPINGS.text(rule.result_mappings)})"
    if rule.factor_sizes:
        sizes = [f"{factor_text(number)}={size}" for number, size in enumerate(rule.factor_sizes)]
        text += f" {{{', '.join(sizes)}}}"
    for name in _SETS:
        if factors := getattr(rule, name):
            text += f" {name}={{{', '.join([factor_text(number) for number in factors])}}}"
    return text + (", custom>" if rule.is_custom else ">")


OP_SHARDING_RULE = AttributeDef(sdy.OpShardingRule, "op_sharding_rule", parse=_parse_rule, write=_rule_text)


# Shardings: how they are read and written.

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
    parser.parse_literals(",", "[")
    dimensions: tuple[Any, ...] = ()
    if not parser.consume_if("]"):
        dimensions = parser.parameter(_DIMENSIONS_MESSAGE, lambda: _DIMENSIONS.parse(parser))
        parser.parse_token("]", "expected ']'")
    lists: dict[str, tuple[Any, ...]] = {}
    reduction_op = sdy.SUM
    while parser.consume_if(","):
        if (name := parser.token) not in ("replicated", "unreduced") or name in lists:
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


@remembered
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


def parse_sharding_list(parser: Parser) -> Any:
    """`[<@mesh, [{"x"}]>]`, as in the formats of operations."""
    return sdy.ShardingPerValue(tuple(parser.parse_list("[", "]", "", lambda: SHARDING.short(parser))))


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


# The short forms of SDY's attributes: the text after the mnemonic, which formats and messages have.

factor = factor_text
mesh = MESH.write
axis_ref = AXIS_REF.write
axis_ref_lists = AXIS_REF_LISTS.write
all_to_all_param_list = ALL_TO_ALL_PARAM_LIST.write
dimension_sharding = DIMENSION_SHARDING.write
sharding = SHARDING.write
manual_axes = MANUAL_AXES.write
op_sharding_rule = OP_SHARDING_RULE.write
propagation_edges = PROPAGATION_EDGES.write


def axes_text(listed: tuple[sdy.AxisRef, ...]) -> str:
    """`{"a", "b":(1)2}`."""
    return f"{{{AXES.text(listed)}}}"


def sharding_list(listed: sdy.ShardingPerValue) -> str:
    """`[<@mesh, [{}]>, <@mesh, [{"a"}]>]`, as in the formats of operations."""
    return f"[{', '.join([sharding(each) for each in listed.shardings])}]"
