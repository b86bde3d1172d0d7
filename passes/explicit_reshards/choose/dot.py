"""The one reshard of a dot product that is inserted without the full version: it makes an all-reduce a reduce-scatter.

Where the operands agree, and the result has the axes of the contracted dimensions along a dimension that the operands
shard by other axes, the product is computed along the operands' axes first.
"""

from __future__ import annotations

from sdyopt.passes.explicit_reshards.choose.axis_lists import any_overlap
from sdyopt.passes.explicit_reshards.choose.problem import ReshardProblem
from sdyopt.passes.propagation.solve.axis_spans import Spans

LHS, RHS, RESULT = 0, 1, 2


def dot_update(problem: ReshardProblem) -> tuple[int, Spans] | None:
    """Returns the factor of the result to be sharded otherwise, and by which axes; None if nothing is to be done."""
    lhs, rhs, result = [projection.axes for projection in problem.projections]
    lhs_count, rhs_count, result_count = problem.element_counts
    reduction: Spans = ()
    of_one_operand: Spans = ()
    differing: tuple[int, Spans] | None = None
    for factor in range(problem.factor_count):
        if factor in lhs and factor in rhs:
            axes = lhs[factor]
            if axes != rhs[factor]:
                return None
            if factor in problem.rule.reduction:
                reduction += axes
                continue
            count = max(lhs_count, rhs_count)
        elif factor in lhs or factor in rhs:
            axes, count = (lhs[factor], lhs_count) if factor in lhs else (rhs[factor], rhs_count)
            if any_overlap(axes, of_one_operand):
                return None
            of_one_operand += axes
        else:
            continue
        if axes != result.get(factor):
            if not axes or differing is not None or result_count > count:
                return None
            differing = factor, axes
    if differing is None:
        return None
    of_result = result.get(differing[0])
    return differing if of_result and of_result == reduction else None
