"""How an operation's tensors are to be resharded, as a pure function of interned values that is computed once."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, OpShardingRule, Sharding
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.explicit_reshards.choose.axis_lists import sorted_and_merged, without_axes
from sdyopt.passes.explicit_reshards.choose.common_axes import axes_of, common_axes
from sdyopt.passes.explicit_reshards.choose.dot import RESULT, dot_update
from sdyopt.passes.explicit_reshards.choose.problem import FactorAxes, ReshardProblem, all_factor_sizes
from sdyopt.passes.explicit_reshards.choose.reshape import reshape_axes
from sdyopt.passes.explicit_reshards.choose.tensors import FactorTensors
from sdyopt.passes.propagation.solve.axis_spans import MeshAxes
from sdyopt.passes.propagation.solve.projection import NO_OVERFLOW, Projection, project
from sdyopt.sharding.function_shardings import are_equivalent


class ReshardQuestion(NamedTuple):
    """What depends on which tensors of an operation are resharded.

    `shardings` are those of the operands, then of the results, in the order of the mappings of `rule`; new ones are on
    `mesh`, by the name `mesh_name`. `stored` are the same, but where a sharding is read after a propagation barrier,
    that of the barrier. `elsewhere` are the tensors that are on other devices than those of `mesh`. `unreduced` are the
    unreduced axes of the first result.
    """

    rule: OpShardingRule
    shardings: tuple[Sharding | None, ...]
    stored: tuple[Sharding | None, ...]
    element_counts: tuple[int, ...]
    mesh: Mesh
    mesh_name: SymbolRefAttr | Mesh
    elsewhere: frozenset[int]
    unreduced: tuple[AxisRef, ...]
    is_reshape: bool

    @property
    def tensors(self) -> FactorTensors:
        """The tensors with the shardings that are seen."""
        return FactorTensors(self.rule, self.shardings, self.mesh, self.mesh_name)


class ReshardSolution(NamedTuple):
    """The shardings that an operation is to be computed with.

    `updates` has those that tensors do not have yet, by the index of the tensor, operands first. The results are
    partial sums along `reduction_axes`.
    """

    updates: tuple[tuple[int, Sharding], ...]
    reduction_axes: tuple[AxisRef, ...]


NO_CHANGE = ReshardSolution((), ())


class IncompatibleReductionError(ValueError):
    """The result has unreduced axes, and the tensors disagree along a factor that is reduced."""

    def __init__(self) -> None:
        super().__init__(
            "the result has unreduced axes while the operand has incompatible sharding along reduction factors."
        )


@remembered
def solve(question: ReshardQuestion) -> ReshardSolution:
    """Returns the shardings that fit the rule of an operation in all its tensors."""
    problem = problem_of(question)
    projections = problem.projections
    axes, changed = axes_and_changes(question, problem)
    updates = []
    for index, projection in enumerate(projections):
        if changed is None:
            new = question.tensors.unprojected(index, _with_axes(projection, axes))
            is_changed = not are_equivalent(new, question.stored[index])
        else:
            is_changed = index in changed
        if is_changed or index in question.elsewhere:
            updates.append((index, question.tensors.unprojected(index, _with_axes(projection, axes))))
    return ReshardSolution(tuple(updates), reduction_axes(question, axes))


def axes_and_changes(question: ReshardQuestion, problem: ReshardProblem) -> tuple[FactorAxes, set[int] | None]:
    """Returns the common axes, and the tensors that are sharded otherwise; None if that shows in their shardings."""
    projections = problem.projections
    if question.is_reshape and any(projection.overflow for projection in projections):
        return reshape_axes(problem, lambda index, projection: _project_again(question, index, projection)), None
    axes = common_axes(problem)
    return axes, {index for index, projection in enumerate(projections) if _differs(projection, axes)}


@remembered
def solve_dot(question: ReshardQuestion) -> ReshardSolution:
    """Returns what to do with a dot product unless all operations are to fit their rules."""
    problem = problem_of(question)
    update = dot_update(problem)
    if update is None:
        return NO_CHANGE
    factor, axes = update
    projection = problem.projections[RESULT]
    updated = projection._replace(axes={**projection.axes, factor: axes})
    return ReshardSolution(((RESULT, question.tensors.unprojected(RESULT, updated)),), ())


@remembered
def solve_reduction(question: ReshardQuestion) -> ReshardSolution:
    """Returns along which axes the results are partial sums, as the shardings are.

    Raises IncompatibleReductionError if tensors disagree.
    """
    projections = problem_of(question).projections
    axes: FactorAxes = []
    for factor in range(len(question.rule.factor_sizes)):
        of_tensors = {projection.axes[factor] for projection in projections if factor in projection.axes}
        if factor in question.rule.reduction and len(of_tensors) > 1:
            raise IncompatibleReductionError
        axes.append(of_tensors.pop() if of_tensors else ())
    return ReshardSolution((), reduction_axes(question, axes))


def problem_of(question: ReshardQuestion) -> ReshardProblem:
    """Returns the projections of the tensors, and what else the common axes depend on."""
    projections, names = question.tensors.projections(), MeshAxes.of(question.mesh).names
    return ReshardProblem(question.rule, projections, question.element_counts, names)


def _differs(projection: Projection, axes: FactorAxes) -> bool:
    """Whether a tensor is sharded otherwise than by the common axes."""
    return bool(projection.overflow) or any(
        axes[factor] != present for factor, present in projection.axes.items() if factor < len(axes)
    )


def _with_axes(projection: Projection, axes: FactorAxes) -> Projection:
    common = {factor: axes[factor] for factor in projection.axes if factor < len(axes)}
    return projection._replace(axes={**projection.axes, **common}, overflow=NO_OVERFLOW)


def _project_again(question: ReshardQuestion, index: int, projection: Projection) -> Projection:
    tensors = question.tensors
    sizes = all_factor_sizes(question.rule)
    return project(tensors.unprojected(index, projection), tensors.mappings[index], sizes, question.mesh)


def reduction_axes(question: ReshardQuestion, axes: FactorAxes) -> tuple[AxisRef, ...]:
    """Returns the axes of the reduction factors, without those that the result is unreduced along, in mesh order."""
    mesh_axes = MeshAxes.of(question.mesh)
    spans = without_axes(axes_of(question.rule.reduction, axes), mesh_axes.spans(question.unreduced))
    return mesh_axes.refs(sorted_and_merged(spans))
