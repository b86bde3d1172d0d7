"""Collectives in words: which axes go where, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from math import prod

from sdyopt.dialects.sdy.printing import axes_text, axis_ref
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.passes.collectives.state import (
    ALL_GATHER,
    ALL_SLICE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    AxesStep,
    CollectiveProblem,
    DimensionAxes,
)
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, MeshAxes, Spans, overlaps, sharded_size
from sdyopt.sharding.bytes_sent import bytes_sent

COSTS = {
    ALL_SLICE: "each device keeps 1/{devices} of what it has, and sends nothing",
    COLLECTIVE_PERMUTE: "each device sends all that it has to another one, or keeps it",
    ALL_TO_ALL: "each device sends all but 1/{devices} of what it has to {others:#} {others:other|others}",
    ALL_GATHER: "each device gets what {others:#} {others:other has|others have}, and holds {devices} times as much",
}
"""What the kinds of collectives cost, with the number of devices that share, and how many these are beside one."""


class Explanation(NamedTuple):
    """What a collective changes, and how many devices share the work."""

    changes: tuple[str, ...]
    devices: int


def explanations(problem: CollectiveProblem, steps: tuple[AxesStep, ...], axes: MeshAxes) -> list[Explanation]:
    """Returns what each of the `steps` from the source of the problem on does."""
    found: list[Explanation] = []
    before = problem.source
    for step in steps:
        changes = tuple(_changes(step, before, problem.target, axes))
        found.append(Explanation(changes, sharded_size([axis for each in step.axes for axis in each])))
        before = step.result
    return found


def elements_sent(problem: CollectiveProblem, steps: tuple[AxesStep, ...]) -> int | None:
    """Returns the number of elements that a device sends in all `steps`; None if the tensor has dynamic sizes."""
    sent = 0
    axes = problem.source
    for step in steps:
        present = _elements_of_a_device(problem.shape, axes)
        if present is None:
            return None
        if step.kind == COLLECTIVE_PERMUTE:
            sent += bytes_sent("collective-permute", present, 2)
        elif step.kind != ALL_SLICE:
            devices = sharded_size([axis for each in step.axes for axis in each])
            sent += bytes_sent(step.kind.replace("_", "-"), present, devices)
        axes = step.result
    return sent


def elements_sent_by_gathering(problem: CollectiveProblem) -> int | None:
    """Returns the same for an all-gather along all axes that do not stay where they are, before an all-slice."""
    present = _elements_of_a_device(problem.shape, problem.source)
    if present is None:
        return None
    lost: list[AxisSpan] = []
    for old, new in zip(problem.source, problem.target, strict=True):
        same = takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))
        lost += old if problem.has_other_devices else old[sum(1 for _ in same) :]
    return bytes_sent("all-gather", present, sharded_size(lost))


def _elements_of_a_device(shape: tuple[int, ...], axes: DimensionAxes) -> int | None:
    if any(size < 0 for size in shape):
        return None
    return prod([-(-size // sharded_size(each)) for size, each in zip(shape, axes, strict=True)])


def _changes(step: AxesStep, before: DimensionAxes, target: DimensionAxes, axes: MeshAxes) -> Iterator[str]:
    match step.kind:
        case "all_to_all":
            names = _listed(step.axes[step.source], axes)
            yield f"{names} {_verb('go', step.axes[step.source])} from dimension {step.source} to {step.target}"
        case "collective_permute":
            for dimension, (old, new) in enumerate(zip(before, step.result, strict=True)):
                if old != new:
                    has, had = axes_text(axes.refs(new)), axes_text(axes.refs(old))
                    yield f"dimension {dimension} has {has} instead of {had}"
            if step.changes_mesh:
                yield "devices have another order"
        case kind:
            verb = "gets" if kind == ALL_SLICE else "loses"
            for dimension, changed in enumerate(step.axes):
                if changed:
                    elsewhere = _destinations(changed, dimension, target)
                    later = f" for dimension {' and '.join(elsewhere)}" if elsewhere else ""
                    yield f"dimension {dimension} {verb} {_listed(changed, axes)}{later}"


def _destinations(axes: Spans, dimension: int, target: DimensionAxes) -> list[str]:
    """Returns the numbers of the other dimensions that have any of `axes` in the end."""
    return [
        str(other)
        for other, wanted in enumerate(target)
        if other != dimension and any(_overlap(axis, wanted) for axis in axes)
    ]


def _overlap(axis: AxisSpan, axes: Spans) -> bool:
    return any(overlaps(axis, other) for other in axes)


def _listed(axes: Spans, mesh_axes: MeshAxes) -> str:
    """`"a", "b" and "c"`."""
    *texts, last = [axis_ref(axis) for axis in mesh_axes.refs(axes)]
    return f"{', '.join(texts)} and {last}" if texts else last


def _verb(verb: str, axes: Spans) -> str:
    return verb if len(axes) > 1 else f"{verb}es"
