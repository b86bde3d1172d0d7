"""On which lines of the text that a page shows values are defined."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from sdyopt.cost.origins.sources import Frames, shown_frame
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.view.collection import view as view_of
from sdyopt.view.model import ModuleView, TensorKind, TensorView
from sdyopt.view.page.program import PageProgram

_PLACED = frozenset((TensorKind.ARGUMENT, TensorKind.RESULT))
"""The kinds of tensors that are found by where their function stands; others are found by their names."""


class TextLines:
    """The lines of a program, from 1, on which the values of `view` are defined."""

    def __init__(self, view: ModuleView, program: PageProgram) -> None:
        self._view = view
        self._program = program
        self.frames = view.frames
        self.are_of_input = program.has_lines_of_input
        """Whether the lines are those of the input."""

    def of_tensor(self, tensor: TensorView) -> int | None:
        """Returns the line of a tensor; a result stands where its function does.

        None if that is unknown: in a text that does not parse, and for a value that was selected by name, if there are
        several of that name in its function.
        """
        if self._program.is_as_written:
            return None if tensor.place is None else tensor.place.line
        key = (tensor.function, tensor.kind, tensor.name)
        line = self._places.get(key) if tensor.kind in _PLACED else None
        return self.of_name(tensor.function, tensor.name) if line is None else line

    def of_source(self, source: Frames) -> int | None:
        """Returns the line of the program that a source is; None if it is in another file."""
        frame = shown_frame(source, self.frames)
        is_here = frame is not None and frame.file == self._view.file and self.are_of_input
        return frame.line if frame is not None and is_here else None

    def of_name(self, function: str, name: str) -> int | None:
        """Returns the line of the value of that name in a function, if there is only one."""
        name = name.partition(" ")[0].partition("#")[0]
        definitions = self._program.definitions
        if definitions is None:
            return self._named.get((function, name))
        number = self._numbers.get(function)
        place = None if number is None else definitions.once.get((number, name))
        return None if place is None else self._source.position(place)[0]

    @cached_property
    def _source(self) -> Source:
        return Source(self._program.text)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The numbers of functions in the text."""
        definitions = self._program.definitions
        return {} if definitions is None else {name: number for number, name in enumerate(definitions.names)}

    @cached_property
    def _shown(self) -> ModuleView | None:
        """The view of what is shown."""
        if self._program.is_as_written:
            return self._view
        return None if self._program.module is None else view_of(self._program.module, as_written=True)

    @cached_property
    def _places(self) -> dict[tuple[str, TensorKind, str], int | None]:
        tensors = () if self._shown is None else self._shown.tensors
        return {
            (tensor.function, tensor.kind, tensor.name): None if tensor.place is None else tensor.place.line
            for tensor in tensors
        }

    @cached_property
    def _named(self) -> dict[tuple[str, str], int | None]:
        """The line of each name that is defined once in its function, and None for the others."""
        if self._shown is None:
            return {}
        placed = [each for each in self._shown.functions if each.place is not None]
        functions = sorted([(each.place.line, each.name) for each in placed if each.place is not None])
        starts = [line for line, _ in functions]
        found: dict[tuple[str, str], int | None] = {}
        for mark in self._program.values:
            if mark.start == mark.definition:
                line, _ = self._source.position(mark.start)
                index = bisect_right(starts, line) - 1
                key = (functions[index][1] if index >= 0 else "", self._program.text[mark.start : mark.stop])
                found[key] = None if key in found else line
        return found
