"""The sharding rule of operations whose operands and results correspond dimension by dimension."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import DimMapping, OpShardingRule, TensorMapping
from sdyopt.ir.types import DYNAMIC, ShapedType

_MLIR_DYNAMIC = -(2**63)
"""What MLIR has for a size that is not known; the verifier refuses a rule that has it."""


def identity_rule(type: ShapedType) -> OpShardingRule:
    """Returns the rule of an operation from `type` to itself: a factor for each dimension."""
    sizes = tuple(_MLIR_DYNAMIC if size == DYNAMIC else size for size in type.dimensions or ())
    mapping = TensorMapping(tuple(DimMapping((factor,)) for factor in range(len(sizes))))
    return OpShardingRule(sizes, (mapping,), (mapping,))
