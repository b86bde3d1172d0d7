"""Rules in which the dimensions of all values correspond: those of identities and of pointwise operations."""

from __future__ import annotations

from functools import cache

from sdyopt.dialects.sdy.attributes import DimMapping, OpShardingRule, TensorMapping
from sdyopt.ir.attribute import Type
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType
from sdyopt.sharding.factor_sizes import shape_of


@remembered
def identity_rule(type: ShapedType, operand_count: int = 1, result_count: int = 1) -> OpShardingRule:
    """Returns the rule of an operation whose operands and results are all of this `type` and share its dimensions.

    Data-flow edges have one with an operand for each source of the edge.
    """
    sizes = shape_of(type)
    mapping = _leading_factors(len(sizes))
    return OpShardingRule(sizes, (mapping,) * operand_count, (mapping,) * result_count)


def pointwise_rule(signature: Signature) -> OpShardingRule | None:
    """Returns the rule with a factor for each dimension of the first result, None if that has no shape.

    Dimension d of every operand and result maps to factor d. The verifier rejects a rule of an operation of which
    another tensor has more dimensions than the first result.
    """
    first = signature.result_types[0] if signature.result_types else None
    if not isinstance(first, ShapedType):
        return None
    return OpShardingRule(shape_of(first), _mappings(signature.operand_types), _mappings(signature.result_types))


def _mappings(types: tuple[Type, ...]) -> tuple[TensorMapping, ...]:
    return tuple([_leading_factors(len(shape_of(type))) for type in types])


@cache
def _leading_factors(rank: int) -> TensorMapping:
    return TensorMapping(tuple([DimMapping((factor,)) for factor in range(rank)]))
