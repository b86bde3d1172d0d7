"""How an operation's tensors are to be resharded, as a pure function of interned values that is computed once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, OpShardingRule, Sharding
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.sharding.function_shardings import are_equivalent, fully_closed_on
from sdyopt.sharding.propagation.axis_spans import MeshAxes
from sdyopt.sharding.propagation.projection import NO_OVERFLOW, Projection, project, unproject
from sdyopt.sharding.reshards.axis_lists import sorted_and_merged, without_axes
from sdyopt.sharding.reshards.common_axes import axes_of, common_axes
from sdyopt.sharding.reshards.dot import RESULT, dot_update
from sdyopt.sharding.reshards.problem import FactorAxes, Problem, all_factor_sizes
from sdyopt.sharding.reshards.reshape import reshape_axes


class Question(NamedTuple):
    """What depends on which tensors of an operation are resharded.

    `shardings` are those of the operands, then of the results, in the order of the mappings of `rule`; new ones are on
    `mesh`, by the name `mesh_name`. `stored` are the same, but where a sharding is read behind a propagation barrier,
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


class Solution(NamedTuple):
    """The shardings that an operation is to be computed with.

    `updates` has those that tensors do not have yet, by the index of the tensor, operands first. The results are
    partial sums along `reduction_axes`.
    """

    updates: tuple[tuple[int, Sharding], ...]
    reduction_axes: tuple[AxisRef, ...]


NO_CHANGE = Solution((), ())


class IncompatibleReductionError(ValueError):
    """The result has unreduced axes, and the tensors disagree along a factor that is reduced."""

    def __init__(self) -> None:
        super().__init__(
            "the result has unreduced axes while the operand has incompatible sharding along reduction factors."
        )


@cache
def solve(question: Question) -> Solution:
    """Returns the shardings that fit the rule of an operation in all its tensors."""
    problem = problem_of(question)
    projections = problem.projections
    if question.is_reshape and any(projection.overflow for projection in projections):
        axes = reshape_axes(problem, lambda index, projection: _project_again(question, index, projection))
        changed = None
    else:
        axes = common_axes(problem)
        changed = {index for index, projection in enumerate(projections) if _differs(projection, axes)}
    updates = []
    for index, projection in enumerate(projections):
        if changed is None:
            new = _unprojected(question, index, _with_axes(projection, axes))
            is_changed = not are_equivalent(new, question.stored[index])
        else:
            is_changed = index in changed
        if is_changed or index in question.elsewhere:
            updates.append((index, _unprojected(question, index, _with_axes(projection, axes))))
    return Solution(tuple(updates), reduction_axes(question, axes))


@cache
def solve_dot(question: Question) -> Solution:
    """Returns what to do with a dot product unless all operations are to fit their rules."""
    problem = problem_of(question)
    update = dot_update(problem)
    if update is None:
        return NO_CHANGE
    factor, axes = update
    projection = problem.projections[RESULT]
    updated = projection._replace(axes={**projection.axes, factor: axes})
    return Solution(((RESULT, _unprojected(question, RESULT, updated)),), ())


@cache
def solve_reduction(question: Question) -> Solution:
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
    return Solution((), reduction_axes(question, axes))


def problem_of(question: Question) -> Problem:
    """Returns the projections of the tensors, and what else the common axes depend on."""
    rule, mesh = question.rule, question.mesh
    projections = []
    for sharding, mapping in zip(question.shardings, rule.operand_mappings + rule.result_mappings, strict=True):
        present = sharding or fully_closed_on(question.mesh_name, len(mapping.dimensions))
        projections.append(project(present, mapping, all_factor_sizes(rule), mesh))
    return Problem(rule, tuple(projections), question.element_counts, MeshAxes.of(mesh).names)


def _differs(projection: Projection, axes: FactorAxes) -> bool:
    """Whether a tensor is sharded otherwise than by the common axes."""
    return bool(projection.overflow) or any(
        axes[factor] != present for factor, present in projection.axes.items() if factor < len(axes)
    )


def _with_axes(projection: Projection, axes: FactorAxes) -> Projection:
    common = {factor: axes[factor] for factor in projection.axes if factor < len(axes)}
    return projection._replace(axes={**projection.axes, **common}, overflow=NO_OVERFLOW)


def _unprojected(question: Question, index: int, projection: Projection) -> Sharding:
    """Returns the sharding that a projection of the tensor with that number makes."""
    rule = question.rule
    mapping = (rule.operand_mappings + rule.result_mappings)[index]
    # Factors behind one that overflowed have no axes; the reference crashes on them.
    axes = {factor: projection.axes.get(factor, ()) for dimension in mapping.dimensions for factor in dimension.factors}
    old = question.shardings[index]
    return unproject(axes, projection, old, mapping, all_factor_sizes(rule), question.mesh, question.mesh_name)


def _project_again(question: Question, index: int, projection: Projection) -> Projection:
    rule = question.rule
    mapping = (rule.operand_mappings + rule.result_mappings)[index]
    return project(_unprojected(question, index, projection), mapping, all_factor_sizes(rule), question.mesh)


def reduction_axes(question: Question, axes: FactorAxes) -> tuple[AxisRef, ...]:
    """Returns the axes of the reduction factors, without those that the result is unreduced along, in mesh order."""
    mesh_axes = MeshAxes.of(question.mesh)
    spans = without_axes(axes_of(question.rule.reduction, axes), mesh_axes.spans(question.unreduced))
    return mesh_axes.refs(sorted_and_merged(spans))


def operation_mesh(
    shardings: Iterable[tuple[Sharding, Mesh]],
) -> tuple[SymbolRefAttr | Mesh, Mesh] | None:
    """Returns the mesh of an operation's tensors and its name: the one that most sharded tensors are on.

    None if there is no sharding, if two have different axes, or if all is on one device. Of meshes with the same axes,
    where no tensor is sharded, it is one with devices in the usual order.
    """
    found: tuple[SymbolRefAttr | Mesh, Mesh] | None = None
    counts: dict[SymbolRefAttr | Mesh, int] = {}
    favourite: tuple[SymbolRefAttr | Mesh, Mesh] | None = None
    for sharding, mesh in shardings:
        name = sharding.mesh
        if found is None or found[1].is_empty:
            found = name, mesh
        elif not mesh.is_empty:
            if mesh.axes != found[1].axes or mesh.is_maximal != found[1].is_maximal:
                return None
            if not mesh.device_ids:
                found = name, mesh
        if any(dimension.axes for dimension in sharding.dimensions):
            counts[name] = counts.get(name, 0) + 1
            if favourite is None or counts[name] > counts[favourite[0]]:
                favourite = name, mesh
    if found is None or found[1].is_maximal:
        return None
    return favourite or found
