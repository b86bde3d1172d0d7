"""The verifier of sharding rules, OpShardingRuleAttr in https://openxla.org/shardy/sdy_dialect."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import OpShardingRule, TensorMapping
from sdyopt.dialects.sdy.printing import factor
from sdyopt.ir.attribute import Type
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import ShapedType
from sdyopt.mlir.write.attributes import text_of


@remembered
def check_rule(rule: OpShardingRule, operand_types: tuple[Type, ...], result_types: tuple[Type, ...]) -> str | None:
    """What is wrong with `rule` for an operation with values of these types."""
    used: set[int] = set()
    results: set[int] = set()
    for what, mappings, types, factors in (
        ("operand", rule.operand_mappings, operand_types, used),
        ("result", rule.result_mappings, result_types, results),
    ):
        if len(mappings) != len(types):
            return f"number of {what}s and mappings must match: {len(types)} != {len(mappings)}"
        if not mappings:
            return (
                f"number of {what}s mappings cannot be 0. Op sharding rules can only be defined on operations with at "
                "least one operand and result."
            )
        for index, (mapping, type) in enumerate(zip(mappings, types, strict=True)):
            complaint = _check_mapping(mapping, type, rule.factor_sizes, factors)
            if complaint is not None:
                return f"{what} - {complaint}" if len(types) == 1 else f"{what} {index} - {complaint}"
    for number, size in enumerate(rule.factor_sizes):
        if number not in used and number not in results:
            return f"has factor {factor(number)}={size} that isn't used in operand and result mappings"
    return _check_special_factors(rule, results)


def _check_mapping(mapping: TensorMapping, type: Type, factor_sizes: Sequence[int], used: set[int]) -> str | None:
    """What is wrong with the mapping of one tensor; its factors are added to `used`."""
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        return f"expected a ranked tensor with a static shape. type: '{text_of(type)}'"
    rank = len(type.dimensions or ())
    if len(mapping.dimensions) != rank:
        return f"mapping rank must match: {len(mapping.dimensions)} != {rank}"
    seen: set[int] = set()
    for dimension in mapping.dimensions:
        if not dimension.factors:
            return "dim mapping must have at least one factor"
        for number in dimension.factors:
            if not 0 <= number < len(factor_sizes):
                return (
                    f"expecting factor indices to be within 0<=...<num_factors; received: {number}, "
                    f"num_factors: {len(factor_sizes)}"
                )
            if len(dimension.factors) > 1 and factor_sizes[number] == 1:
                return "dim mapping can't have a factor of size 1 if there are multiple factors"
            if number in seen:
                return "cannot reuse factors for the same tensor value"
            seen.add(number)
    used |= seen
    return None


def _check_special_factors(rule: OpShardingRule, in_results: set[int]) -> str | None:
    """What is wrong with the sets of factors."""
    count = len(rule.factor_sizes)
    kinds = (rule.reduction, rule.need_replication, rule.permutation)
    for factors in kinds:
        complaint = _check_set(factors, count)
        if complaint is not None:
            return complaint
    all_kinds = [number for factors in kinds for number in factors]
    if len(set(all_kinds)) != len(all_kinds):
        return "a factor can only be in one of the reduction, need replication, or permutation factor sets"
    complaint = _check_set(rule.blocked_propagation, count)
    if complaint is None and in_results.intersection(rule.reduction):
        return "reduction factor cannot be in result mappings"
    return complaint


def _check_set(factors: tuple[int, ...], count: int) -> str | None:
    if factors != tuple(sorted(factors)):
        return "indices of special factors must be sorted"
    if len(set(factors)) != len(factors):
        return "indices of special factors must be unique"
    for number in factors:
        if number >= count:
            return f"index must be less than {count}, got: {number}"
    return None
