"""The rows of a program's tensors with their names and places, by which users select them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.origins.sources import Frames, frames_at, shown_place
from sdyopt.cost.program.enclosing_scope import is_private
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.share import Share
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.places import Place, place_in_text, place_of
from sdyopt.ir.attribute import Location
from sdyopt.ir.frames import Frame
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.view.model import TensorKind
from sdyopt.view.rows import Row, Rows
from sdyopt.view.selection import Selection


class FoundRow(NamedTuple):
    """A row with its share, and the name of its function."""

    number: int
    row: Row
    function: Operation | None
    share: Share


class FoundRows:
    """Names, selects and locates the rows of a program."""

    def __init__(self, program: Program, rows: Rows, frames: FrameChoice) -> None:
        self.program = program
        self.frames = frames
        self.enclosing_scope = program.enclosing_scope
        self._rows = rows
        self._places: dict[Operation, Place | None] = {}

    def main_alone(self, picked: list[FoundRow]) -> list[FoundRow]:
        """Returns the rows of public functions, if there are some that no inlined function has."""
        own = [
            each
            for each in picked
            if each.function is not None
            and not is_private(each.function)
            and (each.row.value is None or self.program.inlined_at(each.row.value) is None)
        ]
        return own or picked

    def picked_by(self, selection: Selection, found: Sequence[FoundRow]) -> Iterator[FoundRow]:
        """Yields the rows that are selected by name; if there is none, those of what an inlined function calls so."""
        is_found = False
        for each in found:
            if self._picks(selection, each, self.name(each.row)):
                is_found = True
                yield each
        for each in () if is_found else found:
            if any(self._picks(selection, each, name) for name in self._other_names(each.row)):
                yield each

    def _picks(self, selection: Selection, found: FoundRow, name: str) -> bool:
        label = found.row.label
        if not selection.names(name, label):
            return False
        place = shown_place(self.source(found), self.frames)
        return selection.picks(name_of(found.function), name, label, place.line if place else None)

    def all_names(self, found: Sequence[FoundRow]) -> Iterator[tuple[str, str]]:
        """Yields the names and labels that can be selected, each after the name of its function."""
        for each in found:
            if each.row.kind is TensorKind.RESULT:
                yield name_of(each.function), self.name(each.row)
            if each.row.kind is TensorKind.ARGUMENT and each.row.label:
                yield name_of(each.function), each.row.label
            if each.row.computation is not None:
                yield name_of(each.function), self.name(each.row)
        for value, name in self.program.names():
            block = value.block
            yield name_of(self.enclosing_scope.function(None if block is None else block.parent_op)), name

    def _other_names(self, row: Row) -> Sequence[str]:
        """Returns the names of a row in functions that have been inlined."""
        return () if row.value is None else self.program.other_names(row.value)

    def name(self, row: Row) -> str:
        if row.kind is TensorKind.RESULT:
            return f"result {row.number}"
        if row.value is None:
            return f"%arg{row.number}"
        at = self.program.inlined_at(row.value)
        name = self.program.name_in_function(row.value)
        named = row.value
        if row.computation is not None and not row.computation.results:
            return f"{self.program.name(row.value)} in manual_computation"
        if row.computation is not None:
            named = row.computation.results[0]
            around, at = at, self.program.inlined_at(named)
            if around != at:
                name = self.program.name(row.value)
            name = f"{name} in {self.program.name_in_function(named).partition('#')[0]}"
            if around != at:
                return name
        return name if at is None else at.name(name, self.program.source, self._rows.calls(named))

    def function_of(self, found: FoundRow) -> str:
        """Returns the name of the function of the input that a row is from."""
        at = None if found.row.value is None else self.program.inlined_at(found.row.value)
        return name_of(found.function) if at is None else at.function

    def source(self, found: FoundRow) -> Frames:
        location, function = self._location(found.row), found.function
        frames = () if location is None else frames_at(location, self.program.source)
        if not frames and function is not None and found.row.kind in (TensorKind.ARGUMENT, TensorKind.RESULT):
            place = self.function_place(function)
            return () if place is None else (Frame(place.file, place.line, place.column),)
        return frames

    def _location(self, row: Row) -> Location | int | None:
        """Returns where a row is from: in a text without locations, where a value has its name."""
        if row.value is not None and isinstance(row.location, int) and row.kind is TensorKind.VALUE:
            return self.program.written_at(row.value)
        return row.location

    def function_place(self, function: Operation) -> Place | None:
        """Returns where a function stands in the input; one with a location of its own is looked for by its name."""
        location = self.program.function_locations.get(name_of(function), function.location)
        if isinstance(location, int):
            return place_of(location, self.program.source)
        if function not in self._places:
            self._places[function] = place_in_text(function, self.program.source)
        return self._places[function]


def name_of(op: Operation | None) -> str:
    """Returns the name of a function; empty if there is none."""
    return "" if op is None else symbol_name(op) or ""
