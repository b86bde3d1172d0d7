"""Collective permutes: axes change places, and each device sends its part to another one."""

from __future__ import annotations

from sdyopt.passes.collectives.axis_lists import append, fitting, remove_suffix
from sdyopt.passes.collectives.state import COLLECTIVE_PERMUTE, AxesState
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, sharded_size


def permute_axes(state: AxesState) -> None:
    """Permutes if that is needed; otherwise only if the devices have another order in the target's mesh."""
    if is_permute_needed(state):
        _permute(state)
    elif not state.has_other_devices:
        return
    changes_mesh, state.has_other_devices = state.has_other_devices, False
    state.add_step(COLLECTIVE_PERMUTE, changes_mesh=changes_mesh)


def is_permute_needed(state: AxesState) -> bool:
    """Whether axes cannot be moved, or gathered, before others have changed places."""
    last_wanted: AxisSpan | None = None
    last_unwanted: AxisSpan | None = None
    for dimension, (present, wanted) in enumerate(zip(state.present, state.wanted, strict=True)):
        if present and wanted and _divides(present[0], wanted[0]):
            return True
        seen: set[int] = set()
        last, last_place = -1, 0
        for axis in present:
            found = state.destinations.get(axis)
            if found is None:
                if last >= 0 and not wanted:
                    return True
                last_unwanted = axis
                last = -1
                continue
            target, place = found
            if (target == dimension or target in seen) and not (last == target and place == last_place + 1):
                return True
            seen.add(target)
            last, last_place = found
        for axis in wanted:
            if axis not in state.misplaced:
                last_wanted = axis
    return last_wanted is not None and last_unwanted is not None and _divides(last_wanted, last_unwanted)


def _divides(a: AxisSpan, b: AxisSpan) -> bool:
    """Whether the size of one of two axes divides that of the other."""
    a_size, b_size = a[2] // a[1], b[2] // b[1]
    return a_size % b_size == 0 or b_size % a_size == 0


def _permute(state: AxesState) -> None:
    """Gives dimensions the axes that they want, as many as the pieces that they are in make up.

    Where there is room left, axes come that other dimensions want, and before these ones that no dimension wants.
    """
    state.misplaced = set()
    left: list[AxisSpan] = []
    unwanted: list[list[AxisSpan]] = []
    for dimension, present in enumerate(state.present):
        total = sharded_size(present)
        remove_suffix(state.current[dimension], present)
        _take_wanted(state, dimension, total)
        left += state.wanted[dimension]
        unwanted.append(_unwanted(state, dimension, total // state.capacities[dimension]))
        present.clear()

    def placed(dimension: int, axis: AxisSpan) -> None:
        pass

    state.distribute(lambda dimension: left, False, placed)
    state.distribute(unwanted.__getitem__, True, placed)
    rest = [axis for axes in unwanted for axis in axes]
    state.distribute(lambda dimension: rest, True, placed)
    state.find_destinations()
    for current, present in zip(state.current, state.present, strict=True):
        for axis in present:
            append(current, axis)


def _take_wanted(state: AxesState, dimension: int, total: int) -> None:
    """Puts the first axes that a dimension wants into place, as many as it has pieces for: `total`."""
    wanted = state.wanted[dimension]
    state.capacities[dimension] = total
    while wanted:
        found = fitting(wanted[0], state.capacities[dimension])
        if found is None:
            return
        part, rest = found
        state.take_capacity(dimension, part)
        append(state.current[dimension], part)
        wanted[:1] = [] if rest is None else [rest]


def _unwanted(state: AxesState, dimension: int, used: int) -> list[AxisSpan]:
    """Returns the axes of a dimension that none wants: last come those that `used` pieces had belonged to."""
    kept = [axis for axis in state.present[dimension] if axis not in state.destinations]
    given: list[AxisSpan] = []
    while kept:
        found = fitting(kept[0], used)
        if found is None:
            break
        part, rest = found
        used //= part[2] // part[1]
        given.append(part)
        kept[:1] = [] if rest is None else [rest]
    return kept + given
