"""Sharding rules: how they are read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.mlir.declare.parameters import AttributeDef, Parameter, list_of
from sdyopt.mlir.literals.numbers import short_integer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

LARGEST = (1 << 63) - 1

FIRST_FACTOR = ord("i")
LETTER_COUNT = ord("z") - FIRST_FACTOR + 1
_SETS = ("reduction", "need_replication", "permutation", "blocked_propagation")


def factor_text(number: int) -> str:
    """The symbol of a factor: `i` to `z`, then `z_1`, `z_2`, …. A number that has overflowed wraps as a character."""
    if number < LETTER_COUNT:
        return chr((FIRST_FACTOR + number) & 0xFF)
    return f"z_{number - LETTER_COUNT + 1}"


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
    digits = after[: len(after) - len(rest)]
    if not digits:
        raise parser.say(f"expecting integer after 'z_'. Received: 'z_{after}'")
    if digits[0] == "0":
        raise parser.say(f"expecting positive integer without leading zeros. Received: '{digits}'")
    number = short_integer(digits)
    if number > LARGEST:
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
    factors: list[int] = []
    if parser.consume_if(name):
        parser.parse_token("=", "expected '='")
        if parser.token == "{":
            add = factors.append
            parser.parse_list("{", "}", "", lambda: add(_first_factor(parser, parser.parse_any_keyword())[0]))
    return tuple(factors)


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
        factors = getattr(rule, name)
        if factors:
            text += f" {name}={{{', '.join([factor_text(number) for number in factors])}}}"
    return text + (", custom>" if rule.is_custom else ">")


OP_SHARDING_RULE = AttributeDef(sdy.OpShardingRule, "op_sharding_rule", parse=_parse_rule, write=_rule_text)
