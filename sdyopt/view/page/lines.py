"""On which lines of the text that a page shows the tensors are defined."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sdyopt.ods.diagnostics.source import Source
from sdyopt.view.collection import view as view_of
from sdyopt.view.model import Kind, ModuleView, TensorView
from sdyopt.view.page.program import Program

_PLACED = frozenset((Kind.ARGUMENT, Kind.RESULT))
"""The kinds of tensors that are found by where their function stands; others are found by their names."""


def lines(view: ModuleView, tensors: Sequence[TensorView], program: Program) -> list[int | None]:
    """For each of `tensors`, which `view` has, a line of the program, from 1; a result stands where its function does.

    None where nothing tells: in a text that does not parse, and of a value that was asked for by name, if there are
    several of that name in its function.
    """
    if program.is_as_written:
        return [None if tensor.place is None else tensor.place.line for tensor in tensors]
    if program.module is None:
        return [None for _ in tensors]
    shown = view_of(program.module, as_written=True)
    places = {(tensor.function, tensor.kind, tensor.name): tensor.place for tensor in shown.tensors}
    named = _unique_names(shown, program)
    found = []
    for tensor in tensors:
        place = places.get((tensor.function, tensor.kind, tensor.name)) if tensor.kind in _PLACED else None
        name = tensor.name.partition("#")[0]
        found.append(named.get((tensor.function, name)) if place is None else place.line)
    return found


def _unique_names(shown: ModuleView, program: Program) -> dict[tuple[str, str], int | None]:
    """The line of each name that is defined once in its function, and None for the others; each with its function."""
    source = Source(program.text)
    functions = [(function.place.line, function.name) for function in shown.functions if function.place is not None]
    starts = [line for line, _ in functions]
    found: dict[tuple[str, str], int | None] = {}
    for mark in program.values:
        if mark.start == mark.definition:
            line, _ = source.position(mark.start)
            index = bisect_right(starts, line) - 1
            key = (functions[index][1] if index >= 0 else "", program.text[mark.start : mark.stop])
            found[key] = None if key in found else line
    return found
