"""Operations that move data along sharded dimensions themselves: slices, reversals, windows.

The partitioner leaves them as they are, and there are no collectives for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import OpShardingRule, TensorMapping
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.sharding.rules import sharding_rule_of
from sdyopt.sharding.slots import sharding_of


def permuting_ops(module: Operation) -> list[str]:
    """Returns the names of the operations with a sharded factor that they permute, in the order of the text."""
    rules: dict[Signature, OpShardingRule | None] = {}
    found: list[str] = []
    for op in module.walk():
        signature = op.signature
        if signature not in rules:
            rule = sharding_rule_of(op)
            rules[signature] = rule if rule is not None and rule.permutation else None
        rule = rules[signature]
        if rule is not None and _permutes(op, rule):
            found.append(op.name.rpartition(".")[2])
    return found


def _permutes(op: Operation, rule: OpShardingRule) -> bool:
    permuted = frozenset(rule.permutation)
    return _are_sharded(op.operands, rule.operand_mappings, permuted) or _are_sharded(
        op.results, rule.result_mappings, permuted
    )


def _are_sharded(values: Sequence[Value], mappings: Sequence[TensorMapping], factors: frozenset[int]) -> bool:
    """Whether a dimension with one of the factors is sharded."""
    for value, mapping in zip(values, mappings, strict=False):
        sharding = sharding_of(value)
        if sharding is None or not factors.intersection([each for dim in mapping.dimensions for each in dim.factors]):
            continue
        for dimension, of_dimension in zip(sharding.dimensions, mapping.dimensions, strict=False):
            if dimension.axes and factors.intersection(of_dimension.factors):
                return True
    return False
