"""The syntax of sharding rules."""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.printing import FIRST_FACTOR, LETTER_COUNT
from sdyopt.dialects.sdy.printing import factor as factor_symbol
from sdyopt.dialects.sdy.syntax.parts import unread_list
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, always, as_tuple, given, made, made_of_all
from sdyopt.mlir.literals.numbers import short_integer

LARGEST = (1 << 63) - 1


def _first_factor(context: ParseContext, symbols: str) -> tuple[int, str]:
    """The first factor of a row of symbols, `i` to `z`, then `z_1`, `z_2`, …, and the rest of the row.

    The row is, or ends, the first symbol of the rule.
    """
    symbol, rest = symbols[0], symbols[1:]
    if not "i" <= symbol <= "z":
        message = f"expecting symbol from 'i' to 'z'. Received: '{symbol}'"
        raise context.error(message, context.end_of(0))
    if symbol != "z" or rest[:1] != "_":
        return ord(symbol) - FIRST_FACTOR, rest
    after = rest[1:]
    rest = after.lstrip("0123456789")
    digits = after[: len(after) - len(rest)]
    if not digits:
        raise context.error(f"expecting integer after 'z_'. Received: 'z_{after}'", context.end_of(0))
    if digits[0] == "0":
        message = f"expecting positive integer without leading zeros. Received: '{digits}'"
        raise context.error(message, context.end_of(0))
    number = short_integer(digits)
    if number > LARGEST:
        # As in the reference it is said, but then it is 0; and what then does not fit is negative.
        error = context.error(f"expecting symbol index <=2^63-1. Received: '{digits}'", context.end_of(0))
        context.complaints += error.diagnostics
        number = 0
    number += LETTER_COUNT - 1
    return number if number <= LARGEST else number - 2 * (LARGEST + 1), rest


class FactorSize(NamedTuple):
    """A factor, by number, and its size."""

    factor: int
    size: int


Factors = tuple[int, ...]


class ShardingRules(Syntax):
    """Mappings of the dimensions of tensors to factors, and the kinds of factors."""

    grammar = """
        op_sharding_rule: "<" operand_mappings "->" result_mappings [factor_sizes] [reduction] [need_replication] \
            [permutation] [blocked_propagation] [custom_rule] ">"
        operand_mappings: "(" part_tensor_mapping ("," part_tensor_mapping)* ")" -> tensor_mappings
        result_mappings: "(" part_tensor_mapping ("," part_tensor_mapping)* ")"  -> tensor_mappings
        factor_sizes: "{" (factor_size ("," factor_size)*)? "}"
        factor_size: single_factor "=" int32
        single_factor: WORD
        reduction: "reduction" "=" [factor_set]
        need_replication: "need_replication" "=" [factor_set]
        permutation: "permutation" "=" [factor_set]
        blocked_propagation: "blocked_propagation" "=" [factor_set]
        factor_set: "{" (factor ("," factor)*)? "}"
        factor: WORD
        custom_rule: "," "custom"

        tensor_mapping: "[" "]"
                      | "[" part_dim_mapping ("," next_dim_mapping)* "]"
                      | "[" no_dim_mapping "," next_dim_mapping ("," next_dim_mapping)* "]"
        ?next_dim_mapping: part_dim_mapping | -> no_factors
        no_dim_mapping: -> no_factors
        dim_mapping: WORD
        ?dim_mapping_body: dim_mapping | -> no_factors
    """
    messages = {
        "tensor_mapping ','": missing("expected ']'"),
        " part_dim_mapping": missing("expected ']'"),
        " factor_size": refused("expected valid keyword"),
        " factor": refused("expected valid keyword"),
    }
    follow_ups = {
        "operand_mappings part_tensor_mapping": unread_list("OpShardingRule", "operand_mappings", "TensorMappingAttr"),
        "result_mappings part_tensor_mapping": unread_list("OpShardingRule", "result_mappings", "TensorMappingAttr"),
        "tensor_mapping part_dim_mapping": unread_list("TensorMapping", "dim_mappings", "DimMappingAttr"),
        "tensor_mapping next_dim_mapping": unread_list("TensorMapping", "dim_mappings", "DimMappingAttr"),
    }

    no_factors = always(sdy.DimMapping(()))
    """The null mapping: nothing where one may stand."""
    tensor_mapping = made_of_all(sdy.TensorMapping)
    tensor_mappings = as_tuple
    factor_size = made(FactorSize)
    factor_set = as_tuple
    custom_rule = always(True)
    reduction = given

    @staticmethod
    def dim_mapping(context: ParseContext, word: str) -> sdy.DimMapping:
        factors = []
        while word:
            number, word = _first_factor(context, word)
            factors.append(number)
        return sdy.DimMapping(tuple(factors))

    @staticmethod
    def single_factor(context: ParseContext, word: str) -> int:
        """The factor whose size follows; they follow each other by number."""
        number, rest = _first_factor(context, word)
        previous = context.previous(FactorSize)
        expected = 0 if previous is None else previous.factor + 1
        if number != expected:
            message = (
                "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting "
                f"factor index symbol '{factor_symbol(expected)}', received: '{factor_symbol(number)}'"
            )
            raise context.error(message, context.next_token)
        if rest:
            raise context.error(f"expecting single factor symbol: {rest}", context.next_token)
        return number

    @staticmethod
    def factor_sizes(context: ParseContext, *sizes: FactorSize) -> tuple[int, ...]:
        """The sizes of all factors, in order."""
        return tuple([size for _, size in sizes])

    @staticmethod
    def factor(context: ParseContext, word: str) -> int:
        """One factor. As in the reference others after it in the same word do not count."""
        return _first_factor(context, word)[0]

    @staticmethod
    def op_sharding_rule(
        context: ParseContext,
        operands: tuple[sdy.TensorMapping, ...],
        results: tuple[sdy.TensorMapping, ...],
        sizes: Factors | None,
        reduction: Factors | None,
        need_replication: Factors | None,
        permutation: Factors | None,
        blocked_propagation: Factors | None,
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

    need_replication = permutation = blocked_propagation = reduction
