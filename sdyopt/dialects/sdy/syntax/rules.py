"""The syntax of sharding rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.printing import FIRST_FACTOR, LETTER_COUNT
from sdyopt.dialects.sdy.printing import factor as factor_symbol
from sdyopt.dialects.sdy.syntax.parts import part, unread_list
from sdyopt.mlir.literals.numbers import short_integer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

LARGEST = (1 << 63) - 1

_OPERANDS = unread_list("OpShardingRule", "operand_mappings", "TensorMappingAttr")
_RESULTS = unread_list("OpShardingRule", "result_mappings", "TensorMappingAttr")
_DIMENSIONS = unread_list("TensorMapping", "dim_mappings", "DimMappingAttr")
_SETS = ("reduction", "need_replication", "permutation", "blocked_propagation")


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


def dim_mapping(parser: Parser) -> Any:
    """`ij`; without a word a mapping of no factors."""
    factors = []
    word = parser.parse_any_keyword() if parser.kind == "WORD" else ""
    while word:
        number, word = _first_factor(parser, word)
        factors.append(number)
    return sdy.DimMapping(tuple(factors))


def tensor_mapping(parser: Parser) -> Any:
    """`[i, jk]`."""
    parser.parse_token("[", "expected '['")
    if parser.consume_if("]"):
        return sdy.TensorMapping(())
    dimensions = parser.elements(_DIMENSIONS, part(sdy.DimMapping, dim_mapping))
    parser.parse_token("]", "expected ']'")
    return sdy.TensorMapping(tuple(dimensions))


def _mappings(parser: Parser, message: str) -> tuple[Any, ...]:
    parser.parse_token("(", "expected '('")
    mappings = parser.elements(message, part(sdy.TensorMapping, tensor_mapping))
    parser.parse_token(")", "expected ')'")
    return tuple(mappings)


def _factor_size(parser: Parser, sizes: list[int]) -> None:
    """Reads `i=4`; the factors follow each other by number."""
    number, rest = _first_factor(parser, parser.parse_any_keyword())
    if number != len(sizes):
        raise parser.say(
            "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting "
            f"factor index symbol '{factor_symbol(len(sizes))}', received: '{factor_symbol(number)}'"
        )
    if rest:
        raise parser.say(f"expecting single factor symbol: {rest}")
    parser.parse_token("=", "expected '='")
    sizes.append(parser.parse_integer(32))


def _factor_set(parser: Parser, name: str) -> tuple[int, ...]:
    """Reads `name={i, j}`, if it is there. Of several factors in one word the first counts, as in the reference."""
    factors: list[int] = []
    if parser.consume_if(name):
        parser.parse_token("=", "expected '='")
        if parser.token == "{":
            add = factors.append
            parser.parse_list("{", "}", "", lambda: add(_first_factor(parser, parser.parse_any_keyword())[0]))
    return tuple(factors)


def op_sharding_rule(parser: Parser) -> Any:
    """`<([i, j])->([i, j]) {i=4, j=8} reduction={k}, custom>`."""
    parser.parse_token("<", "expected '<'")
    operands = _mappings(parser, _OPERANDS)
    parser.parse_token("->", "expected '->'")
    results = _mappings(parser, _RESULTS)
    sizes: list[int] = []
    if parser.token == "{":
        parser.parse_list("{", "}", "", lambda: _factor_size(parser, sizes))
    sets = [_factor_set(parser, name) for name in _SETS]
    is_custom = parser.consume_if(",")
    if is_custom:
        parser.parse_keyword("custom")
    parser.parse_token(">", "expected '>'")
    reduction, need_replication, permutation, blocked_propagation = sets
    return sdy.OpShardingRule(
        tuple(sizes), operands, results, reduction, need_replication, permutation, blocked_propagation, is_custom
    )
