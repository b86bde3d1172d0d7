"""One propagation over an operation, as a pure function of interned values that is computed once for the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

from sdyopt.dialects.sdy.attributes import Mesh, OpShardingRule, Sharding
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.propagation.solve.aggressive import propagate_aggressive
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, MeshAxes, Spans, is_strict_prefix
from sdyopt.passes.propagation.solve.compatible_axes import FactorAxes, compatible_major_axes
from sdyopt.passes.propagation.solve.conflicts import prefix_across_factors, prefix_within_factor
from sdyopt.passes.propagation.solve.directions import Directions
from sdyopt.passes.propagation.solve.problem import PropagationProblem
from sdyopt.passes.propagation.solve.projection import Projection, project, unproject
from sdyopt.passes.propagation.solve.truncation import truncated


def propagate_basic(problem: PropagationProblem) -> list[FactorAxes]:
    """Returns the axes of the factors of each tensor after one propagation.

    Factors are propagated one after the other; a tensor that did not change keeps the same object.
    """
    tensors: list[FactorAxes] = [projection.axes for projection in problem.projections]
    for factor, direction in enumerate(problem.directions):
        axes = compatible_major_axes(factor, tensors, problem.operand_count, direction)
        for projection, present in zip(problem.projections, tensors, strict=True):
            if not axes:
                break
            axes = _without_conflicts(axes, factor, present, projection, problem)
        if not axes:
            continue
        for index, present in enumerate(tensors):
            if factor in present and is_strict_prefix(present[factor], axes):
                tensors[index] = {**present, factor: axes}
    return tensors


def _without_conflicts(
    axes: Spans, factor: int, present: FactorAxes, projection: Projection, problem: PropagationProblem
) -> Spans:
    """Returns the longest prefix of `axes` that can shard `factor` in one tensor."""
    factor_axes = present.get(factor)
    factor_size = problem.factor_sizes[factor]

    def limit(axis: AxisSpan, size_before: int) -> AxisSpan | None:
        found = prefix_across_factors(axis, factor, present, projection)
        if found is None or factor_axes is None:
            return found
        return prefix_within_factor(found, size_before, factor, factor_size, factor_axes, projection)

    return truncated(axes, limit, problem.whole_sizes)


class Strategy(StrEnum):
    """How conflicts between factors are resolved."""

    BASIC = "basic"
    AGGRESSIVE = "aggressive"


STRATEGIES: dict[Strategy, Callable[[PropagationProblem], list[FactorAxes]]] = {
    Strategy.BASIC: propagate_basic,
    Strategy.AGGRESSIVE: propagate_aggressive,
}


class PropagationQuestion(NamedTuple):
    """What the outcome of one propagation depends on.

    `shardings` are those of the operands, then of the results, in the order of the mappings of `rule`; all are on
    `mesh`, which new shardings call `mesh_name`. `directions` has an entry for each factor.
    """

    rule: OpShardingRule
    shardings: tuple[Sharding | None, ...]
    mesh: Mesh
    mesh_name: SymbolRefAttr | Mesh
    directions: Directions
    is_elementwise: bool
    is_conservative: bool
    strategy: Strategy


class PropagationSolution(NamedTuple):
    """The outcome of one propagation.

    `updates` has the new shardings that differ from the old ones, by the index of the tensor, operands first.
    `problem` and `axes`, the axes of each tensor's factors afterwards, allow to explain them.
    """

    updates: tuple[tuple[int, Sharding], ...]
    problem: PropagationProblem
    axes: tuple[FactorAxes, ...]


def problem_of(question: PropagationQuestion) -> PropagationProblem:
    """Returns the projections of the tensors, and what else a strategy depends on."""
    rule, mesh, sizes = question.rule, question.mesh, question.rule.factor_sizes
    mappings = rule.operand_mappings + rule.result_mappings
    return PropagationProblem(
        tuple(
            [
                project(sharding, mapping, sizes, mesh)
                for sharding, mapping in zip(question.shardings, mappings, strict=True)
            ]
        ),
        len(rule.operand_mappings),
        sizes,
        question.directions,
        question.is_elementwise,
        MeshAxes.of(mesh).sizes if question.is_conservative else None,
    )


@remembered
def solve(question: PropagationQuestion) -> PropagationSolution:
    """Propagates once over an operation."""
    problem = problem_of(question)
    axes = STRATEGIES[question.strategy](problem)
    rule, sizes = question.rule, question.rule.factor_sizes
    mappings = rule.operand_mappings + rule.result_mappings
    updates = []
    for index, (mapping, projection, new_axes) in enumerate(zip(mappings, problem.projections, axes, strict=True)):
        if new_axes is projection.axes:
            continue
        old = question.shardings[index]
        new = unproject(new_axes, projection, old, mapping, sizes, question.mesh, question.mesh_name)
        if new is not old and (old is not None or any(dimension.axes for dimension in new.dimensions)):
            updates.append((index, new))
    return PropagationSolution(tuple(updates), problem, tuple(axes))


MeshName = SymbolRefAttr | Mesh


def common_mesh(shardings: Iterable[Sharding | None], meshes: Mapping[str, Mesh]) -> tuple[MeshName, Mesh] | None:
    """Returns the mesh of all `shardings` and the first name that one of them has for it.

    Empty meshes count only where there is no other. Returns None if there is no sharding, or if two are on different
    meshes.
    """
    name: MeshName | None = None
    mesh: Mesh | None = None
    for sharding in shardings:
        if sharding is None:
            continue
        other = sharding.mesh if isinstance(sharding.mesh, Mesh) else meshes[sharding.mesh.leaf]
        if mesh is None or mesh.is_empty:
            name, mesh = sharding.mesh, other
        elif other is not mesh and not other.is_empty:
            return None
    return None if mesh is None or name is None else (name, mesh)
