"""What the common axes of an operation's factors depend on."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule, TensorMapping
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.propagation.solve.axis_spans import Spans
from sdyopt.passes.propagation.solve.projection import Projection


class ReshardProblem(NamedTuple):
    """The tensors of an operation, operands first, by the factors of its rule.

    `element_counts` are the sizes of the tensors, 0 where they are not static. `axis_names` are those of the mesh.
    """

    rule: OpShardingRule
    projections: tuple[Projection, ...]
    element_counts: tuple[int, ...]
    axis_names: tuple[str, ...]

    @property
    def factor_count(self) -> int:
        """The number of factors of the rule."""
        return len(self.rule.factor_sizes)

    @property
    def factor_sizes(self) -> tuple[int, ...]:
        """The sizes of all factors, also of those that only tensors have."""
        return all_factor_sizes(self.rule)

    @property
    def mappings(self) -> tuple[TensorMapping, ...]:
        """The dimensions of the tensors by factors."""
        return self.rule.operand_mappings + self.rule.result_mappings

    def is_in_all_tensors(self, factor: int) -> bool:
        """Whether every tensor that is not a scalar has the factor."""
        return all(factor in factors_of(mapping) for mapping in self.mappings if mapping.dimensions)


@remembered
def all_factor_sizes(rule: OpShardingRule) -> tuple[int, ...]:
    """Returns the sizes of the factors of a rule; 1 for those that tensors have and the rule itself has not.

    There are such where a rule is made for the first of several operands, and another one has more dimensions. As in
    the reference tensors are not resharded along these, but their axes keep others from coming.
    """
    mappings = rule.operand_mappings + rule.result_mappings
    last = max([factor for mapping in mappings for factor in factors_of(mapping)], default=-1)
    return rule.factor_sizes + (1,) * (last + 1 - len(rule.factor_sizes))


FactorAxes = list[Spans]
"""The common axes of each factor."""


def factors_of(mapping: TensorMapping) -> list[int]:
    """Returns the factors of a tensor in the order of its dimensions."""
    return [factor for dimension in mapping.dimensions for factor in dimension.factors]
