"""What the rules of sdy.lark do: for each rule the function of its name, with the parser and the rule's values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.spelling import FIRST_FACTOR, LETTER_COUNT
from sdyopt.dialects.sdy.spelling import factor as factor_symbol
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import ParseError, UnwantedToken
from sdyopt.ods.dialect import AttributeDef
from sdyopt.ods.numbers import short_integer
from sdyopt.ods.quoting import string_value

LARGEST = (1 << 63) - 1


def _error(parser: Any, message: str, offset: int, kind: type[ParseError] = ParseError) -> ParseError:
    """An error in an attribute. As in MLIR it names the operation in whose format the attribute stands in short form.

    What has been read but is not complete yet says which it is: the name of an operation or that of an attribute.
    """
    for value in reversed(parser.stack):
        if isinstance(value, AttributeDef):
            break
        if isinstance(value, OpDef):
            message = f"custom op '{value.name}' {message}"
            break
    return kind(message, offset)


def _integer(parser: Any, literal: str, offset: int, limit: int = 1 << 63) -> int:
    """The integer at `offset`, from -`limit` to before `limit`."""
    value = short_integer(literal)
    if not -limit <= value < limit:
        raise _error(parser, "integer value too large", offset)
    return value


def int64(parser: Any, literal: str) -> int:
    return _integer(parser, literal, parser.start)


def int32(parser: Any, literal: str) -> int:
    return _integer(parser, literal, parser.start, 1 << 31)


def true_integer(parser: Any) -> int:
    """As in MLIR words for truth are integers of one bit."""
    return -1


def false_integer(parser: Any) -> int:
    return 0


def _legal(parser: Any, make: Callable[..., Attribute], *parameters: Any) -> Attribute:
    """The attribute that `make` makes of `parameters`, if they form a legal one."""
    try:
        return make(*parameters)
    except ValueError as error:
        raise _error(parser, str(error), parser.start) from None


def _full(kind: type[Attribute]) -> Callable[[Any, Attribute], Attribute]:
    """The action for an attribute in full, or an alias, where one of `kind` is wanted."""

    def checked(parser: Any, attribute: Attribute) -> Attribute:
        if not isinstance(attribute, kind):
            raise _error(parser, "invalid kind of attribute specified", parser.start)
        return attribute

    return checked


# Meshes and axes.


def mesh_axis(parser: Any, name: str, size: int) -> Attribute:
    return _legal(parser, sdy.MeshAxis, string_value(name), size)


def device_ids(parser: Any, *ids: int) -> tuple[int, ...]:
    return ids


def mesh(parser: Any, *parts: Any) -> Attribute:
    *axes, ids = parts
    return _legal(parser, sdy.Mesh.of, tuple(axes), ids or ())


def sub_axis(parser: Any, pre_size: int, size: int) -> sdy.SubAxis:
    return sdy.SubAxis(pre_size, size)


def axis_ref(parser: Any, name: str, sub_axis: sdy.SubAxis | None) -> sdy.AxisRef:
    return sdy.AxisRef(string_value(name), sub_axis)


def axis_ref_list(parser: Any, *axes: sdy.AxisRef) -> sdy.AxisRefList:
    return sdy.AxisRefList(axes)


def axis_ref_lists(parser: Any, *lists: sdy.AxisRefList) -> sdy.AxisRefLists:
    return sdy.AxisRefLists(lists)


# Shardings.


def closed_dimension(parser: Any, *parts: Any) -> sdy.DimensionSharding:
    return sdy.DimensionSharding(parts[:-1], True, parts[-1])


def open_dimension(parser: Any, *parts: Any) -> sdy.DimensionSharding:
    return sdy.DimensionSharding(parts[:-1], False, parts[-1])


def priority(parser: Any, word: str) -> int:
    """`p1`."""
    digits = word[1:]
    if word[0] != "p" or not (digits.isascii() and digits.isdigit()):
        raise _error(parser, f"expecting priority in format 'p<number>', got: {word}", parser.next_token)
    if len(digits) > 1 and digits[0] == "0":
        raise _error(parser, f"priorities with leading zeros are not allowed, got: {word}", parser.next_token)
    if int(digits) >= 1 << 63:
        raise _error(parser, f"expecting integer priority, got: {word}", parser.next_token)
    return int(digits)


def mesh_name(parser: Any, name: Attribute) -> SymbolRefAttr:
    if not isinstance(name, SymbolRefAttr) or len(name.path) > 1:
        raise _error(parser, "invalid kind of attribute specified", parser.start)
    return name


def dimension_shardings(parser: Any, *dimensions: sdy.DimensionSharding) -> tuple[sdy.DimensionSharding, ...]:
    return dimensions


def axis_list_name(parser: Any, name: str) -> str:
    """Which of the two axis lists at the end of a sharding follows: each may be there once, in any order."""
    before = parser.stack[parser.base - 2]
    known = [listed[0] for listed in before] if isinstance(before, list) else []
    if name not in ("replicated", "unreduced") or name in known:
        message = "failed to parse Sdy_TensorSharding, expected valid named axis list after comma"
        raise _error(parser, message, parser.start, UnwantedToken)
    return name


def named_axes(parser: Any, name: str, *axes: sdy.AxisRef) -> tuple[str, tuple[sdy.AxisRef, ...]]:
    """`replicated={…}` or `unreduced={…}`: which of the two, and the axes."""
    return name, axes


def sharding(
    parser: Any,
    mesh: SymbolRefAttr | sdy.Mesh,
    dimensions: tuple[sdy.DimensionSharding, ...],
    *axis_lists: tuple[str, tuple[sdy.AxisRef, ...]],
) -> sdy.Sharding:
    found = dict(axis_lists)
    return sdy.Sharding(mesh, dimensions, found.get("replicated", ()), found.get("unreduced", ()))


def sharding_list(parser: Any, *shardings: sdy.Sharding) -> sdy.ShardingPerValue:
    return sdy.ShardingPerValue(shardings)


def sharding_per_value(parser: Any, shardings: sdy.ShardingPerValue) -> sdy.ShardingPerValue:
    return shardings


def manual_axis(parser: Any, name: Attribute) -> str:
    if not isinstance(name, StringAttr):
        raise _error(parser, "invalid kind of attribute specified", parser.start)
    return name.value


def manual_axes(parser: Any, *names: str) -> sdy.ManualAxes:
    return sdy.ManualAxes(names)


# Sharding rules.


def _first_factor(parser: Any, symbols: str) -> tuple[int, str]:
    """The first factor of a row of symbols, `i` to `z`, then `z_1`, `z_2`, …, and the rest of the row.

    The row is, or ends, the first symbol of the rule.
    """
    symbol, rest = symbols[0], symbols[1:]
    if not "i" <= symbol <= "z":
        message = f"expecting symbol from 'i' to 'z'. Received: '{symbol}'"
        raise _error(parser, message, _end_of_symbols(parser))
    if symbol != "z" or rest[:1] != "_":
        return ord(symbol) - FIRST_FACTOR, rest
    after = rest[1:]
    rest = after.lstrip("0123456789")
    digits = after[: len(after) - len(rest)]
    if not digits:
        raise _error(parser, f"expecting integer after 'z_'. Received: 'z_{after}'", _end_of_symbols(parser))
    if digits[0] == "0":
        message = f"expecting positive integer without leading zeros. Received: '{digits}'"
        raise _error(parser, message, _end_of_symbols(parser))
    number = short_integer(digits)
    if number > LARGEST:
        # As in the reference it is said, but then it is 0; and what then does not fit is negative.
        error = _error(parser, f"expecting symbol index <=2^63-1. Received: '{digits}'", _end_of_symbols(parser))
        parser.complaints += error.diagnostics
        number = 0
    number += LETTER_COUNT - 1
    return number if number <= LARGEST else number - 2 * (LARGEST + 1), rest


def _end_of_symbols(parser: Any) -> int:
    """Where what follows the first symbol of the rule begins."""
    offsets: list[int] = parser.offsets[parser.base + 1 :]
    following: int = offsets[0] if offsets else parser.next_token
    return following


def dim_mapping(parser: Any, word: str) -> sdy.DimMapping:
    factors = []
    while word:
        number, word = _first_factor(parser, word)
        factors.append(number)
    return sdy.DimMapping(tuple(factors))


def no_factors(parser: Any) -> sdy.DimMapping:
    """The null mapping: nothing where one may stand."""
    return sdy.DimMapping(())


def tensor_mapping(parser: Any, *dimensions: sdy.DimMapping) -> sdy.TensorMapping:
    return sdy.TensorMapping(dimensions)


def tensor_mappings(parser: Any, *mappings: sdy.TensorMapping) -> tuple[sdy.TensorMapping, ...]:
    return mappings


class FactorSize(NamedTuple):
    """A factor, by number, and its size."""

    factor: int
    size: int


def single_factor(parser: Any, word: str) -> int:
    """The factor whose size follows; they come in order."""
    number, rest = _first_factor(parser, word)
    expected = _factors_before(parser)
    if number != expected:
        message = (
            "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting "
            f"factor index symbol '{factor_symbol(expected)}', received: '{factor_symbol(number)}'"
        )
        raise _error(parser, message, parser.next_token)
    if rest:
        raise _error(parser, f"expecting single factor symbol: {rest}", parser.next_token)
    return number


def _factors_before(parser: Any) -> int:
    """How many factors have their sizes before the one that is being read."""
    before = parser.stack[parser.base - 2]
    if isinstance(before, list):
        before = before[-1]
    return before.factor + 1 if isinstance(before, FactorSize) else 0


def factor_size(parser: Any, number: int, size: int) -> FactorSize:
    return FactorSize(number, size)


def factor_sizes(parser: Any, *sizes: FactorSize) -> tuple[int, ...]:
    """The sizes of all factors, in order."""
    return tuple([size for _, size in sizes])


def factor(parser: Any, word: str) -> int:
    """One factor. As in the reference others behind it in the same word do not count."""
    return _first_factor(parser, word)[0]


def factor_set(parser: Any, *factors: int) -> tuple[int, ...]:
    return factors


def _same(parser: Any, factors: tuple[int, ...] | None) -> tuple[int, ...] | None:
    return factors


def custom_rule(parser: Any) -> bool:
    return True


def op_sharding_rule(
    parser: Any,
    operands: tuple[sdy.TensorMapping, ...],
    results: tuple[sdy.TensorMapping, ...],
    sizes: tuple[int, ...] | None,
    reduction: tuple[int, ...] | None,
    need_replication: tuple[int, ...] | None,
    permutation: tuple[int, ...] | None,
    blocked_propagation: tuple[int, ...] | None,
    is_custom: bool | None,
) -> sdy.OpShardingRule:
    return sdy.OpShardingRule(
        sizes or (),
        operands,
        results,
        reduction or (),
        need_replication or (),
        permutation or (),
        blocked_propagation or (),
        bool(is_custom),
    )


# Collectives.


def all_to_all_param(parser: Any, *parts: Any) -> sdy.AllToAllParam:
    *axes, source, target = parts
    return sdy.AllToAllParam(tuple(axes), source, target)


def all_to_all_param_list(parser: Any, *params: sdy.AllToAllParam) -> sdy.AllToAllParamList:
    return sdy.AllToAllParamList(params)


# Propagation.


def propagation_direction(parser: Any, token: str) -> int:
    """The number of the direction."""
    name = string_value(token) if token[0] == '"' else token
    if name not in sdy.PROPAGATION_DIRECTIONS:
        if token[0] == '"':
            message = f'invalid allowed_direction attribute specification: "{name}"'
            raise _error(parser, message, parser.start)
        raise _error(
            parser,
            "expected string or keyword containing one of the following enum values for attribute "
            f"'allowed_direction' [{', '.join(sdy.PROPAGATION_DIRECTIONS)}]",
            parser.start,
            UnwantedToken,
        )
    return sdy.PROPAGATION_DIRECTIONS.index(name)


def edge_node_type(parser: Any, token: str) -> str:
    kind = string_value(token) if token[0] == '"' else token
    if kind not in (sdy.OPERAND, sdy.RESULT):
        kinds = f"{sdy.OPERAND}, {sdy.RESULT}"
        raise _error(parser, f"expected ::mlir::sdy::EdgeNodeType to be one of: {kinds}", parser.start)
    return kind


def after_hyphen(parser: Any, literal: str) -> int:
    """The number in `operand-0`, where the hyphen is part of the token."""
    if literal[0] != "-":
        missing: ParseError = parser.missing("expected '-'", parser.start)
        missing.is_before = True
        raise missing
    digits = literal[1:]
    return _integer(parser, digits, parser.last_end - len(digits))


def after_separate_hyphen(parser: Any, hyphen: str, number: int) -> int:
    """The number in `operand--1`."""
    return number


def edge_value_ref(parser: Any, kind: str, number: int) -> sdy.EdgeValueRef:
    return sdy.EdgeValueRef(kind, number)


def axis_to_propagation_details(
    parser: Any, axis: sdy.AxisRef, source: sdy.EdgeValueRef, *targets: sdy.EdgeValueRef
) -> sdy.AxisToPropagationDetails:
    return sdy.AxisToPropagationDetails(axis, source, targets)


def propagation_one_step(parser: Any, step: int, *axis_entries: sdy.AxisToPropagationDetails) -> sdy.PropagationOneStep:
    return sdy.PropagationOneStep(step, axis_entries)


def propagation_edges(parser: Any, *steps: sdy.PropagationOneStep) -> Attribute:
    return _legal(parser, sdy.PropagationEdges, steps)


# Operations.


def body_with_arguments(parser: Any, arguments: Any, body: Any) -> Any:
    """The region of an operation whose format declares the arguments before it."""
    return body


ACTIONS: dict[str, Callable[..., Any]] = {
    action.__name__: action
    for action in (
        int64,
        int32,
        true_integer,
        false_integer,
        mesh_axis,
        device_ids,
        mesh,
        sub_axis,
        axis_ref,
        axis_ref_list,
        axis_ref_lists,
        closed_dimension,
        open_dimension,
        priority,
        mesh_name,
        dimension_shardings,
        axis_list_name,
        named_axes,
        sharding,
        sharding_list,
        sharding_per_value,
        manual_axis,
        manual_axes,
        dim_mapping,
        tensor_mapping,
        tensor_mappings,
        no_factors,
        single_factor,
        factor_size,
        factor_sizes,
        factor,
        factor_set,
        custom_rule,
        op_sharding_rule,
        all_to_all_param,
        all_to_all_param_list,
        propagation_direction,
        edge_node_type,
        after_hyphen,
        after_separate_hyphen,
        edge_value_ref,
        axis_to_propagation_details,
        propagation_one_step,
        propagation_edges,
        body_with_arguments,
    )
}
ACTIONS |= dict.fromkeys(("reduction", "need_replication", "permutation", "blocked_propagation"), _same)
ACTIONS |= {
    f"full_{name}": _full(kind)
    for name, kind in (
        ("mesh", sdy.Mesh),
        ("mesh_axis", sdy.MeshAxis),
        ("sub_axis", sdy.SubAxis),
        ("axis_ref", sdy.AxisRef),
        ("axis_ref_list", sdy.AxisRefList),
        ("axis_ref_lists", sdy.AxisRefLists),
        ("dimension_sharding", sdy.DimensionSharding),
        ("sharding", sdy.Sharding),
        ("manual_axes", sdy.ManualAxes),
        ("tensor_mapping", sdy.TensorMapping),
        ("dim_mapping", sdy.DimMapping),
        ("all_to_all_param", sdy.AllToAllParam),
        ("all_to_all_param_list", sdy.AllToAllParamList),
        ("edge_value_ref", sdy.EdgeValueRef),
        ("axis_to_propagation_details", sdy.AxisToPropagationDetails),
        ("propagation_one_step", sdy.PropagationOneStep),
    )
}
