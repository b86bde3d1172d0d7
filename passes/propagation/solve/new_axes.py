"""The second reading of a propagation: which axes came to which tensor, and from where."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, MeshAxes, Spans, can_merge, is_strict_prefix
from sdyopt.passes.propagation.solve.compatible_axes import FactorAxes
from sdyopt.passes.propagation.solve.solution import PropagationQuestion, solve


class NewAxis(NamedTuple):
    """An axis that has come to the tensor `target` from the tensor `source`, both by number, operands first."""

    axis: AxisRef
    factor: int
    source: int
    target: int


@remembered
def new_axes(question: PropagationQuestion) -> tuple[NewAxis, ...]:
    """Returns the axes that a propagation adds to the factors of each tensor, with the tensors that had them before.

    Parts of one axis that come to neighbouring factors of a dimension count as one. Of several sources of an axis the
    first counts. Axes are listed even if they are lost again where the dimension is put together.
    """
    solution = solve(question)
    old = [projection.axes for projection in solution.problem.projections]
    mesh = MeshAxes.of(question.mesh)
    mappings = question.rule.operand_mappings + question.rule.result_mappings
    found: list[NewAxis] = []
    for target, mapping in enumerate(mappings):
        if solution.axes[target] is old[target]:
            continue
        sources: dict[AxisSpan, tuple[int, int]] = {}
        for dimension in mapping.dimensions:
            _add_new_axes(dimension.factors, old, solution.axes[target], target, sources)
        found += [NewAxis(mesh.ref(span), *found_in, target) for span, found_in in sources.items()]
    return tuple(found)


def _add_new_axes(
    factors: Sequence[int],
    old: Sequence[FactorAxes],
    new: FactorAxes,
    target: int,
    sources: dict[AxisSpan, tuple[int, int]],
) -> None:
    """Notes the factors and sources of the axes that are new in one dimension of a tensor."""
    last: AxisSpan | None = None
    for factor in factors:
        present, added = old[target].get(factor), new.get(factor)
        if present is None or added is None or present == added:
            continue
        source = _source(factor, added, old)
        if source is None:
            continue
        if last is not None and can_merge(last, added[-1]):
            sources.pop(last, None)
            added = (*added[:-1], (last[0], last[1], added[-1][2]))
        last = added[-1]
        count = len(present)
        first = count - 1 if count and added[count - 1] != present[-1] else count
        for span in added[first:]:
            sources.setdefault(span, (factor, source))


def _source(factor: int, axes: Spans, tensors: Sequence[FactorAxes]) -> int | None:
    """Returns the first tensor whose factor was sharded by all `axes`."""
    for number, tensor in enumerate(tensors):
        present = tensor.get(factor)
        if present is not None and (present == axes or is_strict_prefix(axes, present)):
            return number
    return None
