"""Pictures: an array on the left, with the tiles that cover it; its memory on the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import zip_longest
from math import prod

from sdyopt.display.tables import HEAVY, LIGHT, NONE, Cell, Cells, Line, LinePiece, Weight, draw
from sdyopt.ir.records import NamedTuple
from sdyopt.layout.shape import ArrayShape, Tiling, untiled_coordinates, untiled_index

MAX_ROWS = 32
"""Of a picture."""

_BOTH = 64
"""Characters that both pictures need beside each other; in fewer, one stands below the other."""

_GAP = "    "


class Picture(NamedTuple):
    """`left_out` is what the picture does not show; nothing if it shows all."""

    lines: list[Line]
    left_out: str

    @property
    def width(self) -> int:
        return max(map(_width, self.lines))


def grid(shape: ArrayShape, width: int) -> list[Line]:
    """The lines of both pictures, side by side in `width` characters if they can be, and of what they leave out. Raises
    LayoutError if a dimension is unbounded.
    """
    tiling = shape.tiling
    if not tiling.size:
        return [[LinePiece("no elements: a dimension has size 0")]]
    if width < _BOTH:
        array, memory = _array(tiling, width), _memory(tiling, width)
        lines = [*array.lines, [], *memory.lines]
    else:
        room = width - len(_GAP)
        memory = _memory(tiling, room // 2)
        array = _array(tiling, max(room - memory.width, room // 2))
        memory = _memory(tiling, room - array.width)
        lines = _side_by_side(array, memory)
    return lines + [[LinePiece(note)] for note in (array.left_out, memory.left_out) if note]


def _side_by_side(left: Picture, right: Picture) -> list[Line]:
    nothing: Line = []
    lines: list[Line] = []
    for a, b in zip_longest(left.lines, right.lines, fillvalue=nothing):
        lines.append([*a, LinePiece(" " * (left.width - _width(a)) + _GAP), *b] if b else a)
    return lines


def _width(line: Line) -> int:
    return sum([len(span.text) for span in line])


def _array(tiling: Tiling, width: int) -> Picture:
    """The two most minor dimensions in logical order; the others at 0. Cells show where an element is in memory."""
    dimensions = sorted(tiling.major_to_minor[-2:])
    extents = _extents(tiling)
    rows, columns = ([1, 1] + [extents[dimension] for dimension in dimensions])[-2:]
    shown_rows = min(rows, MAX_ROWS)

    def index(row: int, column: int) -> list[int]:
        result = [0] * len(extents)
        for dimension, position in zip(reversed(dimensions), (column, row), strict=False):
            result[dimension] = position
        return result

    @cache
    def cell(row: int, column: int) -> Cell:
        at = index(row, column)
        coordinates = tiling.coordinates(at)
        padding = any(position >= bound for position, bound in zip(at, tiling.logical_bounds, strict=True))
        return _cell(tiling, str(untiled_index(coordinates[-1], tiling.bounds)), padding, list(coordinates[1:]))

    def lines(shown: int) -> list[Line]:
        cells = [[cell(row, column) for column in range(shown)] for row in range(shown_rows)]
        row_labels = [str(row) if len(dimensions) > 1 else "" for row in range(shown_rows)]
        column_labels = [str(column) if dimensions else "" for column in range(shown)]
        cut = (shown < columns, shown_rows < rows)
        return _drawn("array: offsets in memory", cells, row_labels, column_labels, cut, (_line, _line))

    shown, drawn = _widest(lines, columns, width)
    notes = []
    others = [bound for dimension, bound in enumerate(tiling.logical_bounds) if dimension not in dimensions]
    if prod(others) > 1:
        slices = ",".join([":" if dimension in dimensions else "0" for dimension in range(len(extents))])
        notes.append(f"the slice [{slices}], one of {prod(others):,}")
    if shown_rows < rows:
        notes.append(f"{shown_rows} of {rows:,} rows")
    if shown < columns:
        notes.append(f"{shown} of {columns:,} columns")
    return Picture(drawn, f"Of the array, shown are {_listed(notes)}." if notes else "")


def _listed(notes: list[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(notes[:-1]), notes[-1]]) if len(notes) > 1 else "".join(notes)


def _extents(tiling: Tiling) -> list[int]:
    """The bounds of the logical dimensions, with the padding that the first tile adds where it combines none."""
    extents = list(tiling.logical_bounds)
    step = next((step for step in tiling.steps if step.tile.rank), None)
    if step is not None and extents:
        position = step.untouched
        for group, raised in zip(step.tile.groups, step.padded[step.untouched :], strict=True):
            if group == 1:
                extents[tiling.major_to_minor[position]] = raised
            position += group
    return extents


def _memory(tiling: Tiling, width: int) -> Picture:
    """The elements in the order of their addresses, as many to a line as a tile has if they fit. Cells show indices."""
    size = tiling.size
    unit = _unit(tiling)

    @cache
    def cell(offset: int) -> Cell | None:
        if offset >= size:
            return None
        index = tiling.logical_index(offset)
        text = "" if index is None else ",".join(map(str, index)) or "()"
        return _cell(tiling, text, index is None, _coordinates(tiling, offset))

    def lines(shown: int) -> list[Line]:
        rows = min(-(-size // shown), MAX_ROWS)
        cells = [[cell(row * shown + column) for column in range(shown)] for row in range(rows)]
        labels = [str(row * shown) for row in range(rows)]
        cut = (False, rows * shown < size)
        between = (_line, _tile_line if shown < unit else _frame)
        return _drawn("memory: indices", cells, labels, [""] * shown, cut, between)

    shown, drawn = _widest(lines, min(unit, size), width)
    if shown < unit:
        divisor = max([d for d in range(1, shown + 1) if unit % d == 0])
        if divisor * 2 >= shown:
            shown, drawn = divisor, lines(divisor)
    last = min(size, shown * MAX_ROWS)
    return Picture(drawn, f"Of the memory, shown are {last:,} of {size:,} elements." if last < size else "")


def _unit(tiling: Tiling) -> int:
    """How many elements the innermost piece has that stays together: a tile with the tiles in it, or a row."""
    prefix = None
    for step in tiling.steps:
        if step.tile.rank and (prefix is None or step.untouched < prefix):
            prefix = len(step.tiled) - len(step.tile.combined)
    if prefix is None:
        prefix = max(0, len(tiling.bounds) - 1)
    return prod(tiling.bounds[prefix:])


def _coordinates(tiling: Tiling, offset: int) -> list[tuple[int, ...] | None]:
    """The coordinates after each step of what is at an offset; None for what a later step has padded."""
    current: tuple[int, ...] | None = untiled_coordinates(offset, tiling.bounds)
    result = []
    for step in reversed(tiling.steps):
        result.append(current)
        current = None if current is None else step.undo(current)
    return result[::-1]


def _cell(tiling: Tiling, text: str, padding: bool, coordinates: list[tuple[int, ...] | None]) -> Cell:
    """`coordinates` are those after each step. Which tile of a step an element is in: all but those in the tile."""
    tiles: list[object] = []
    group = 0
    for step, after in zip(tiling.steps, coordinates, strict=True):
        if step.tile.rank:
            outer = None if after is None else after[: len(after) - len(step.tile.combined)]
            if not tiles and outer is not None:
                group = untiled_index(outer, step.tiled[: len(outer)])
            tiles.append(outer)
    return Cell(text, padding, group, tuple(tiles))


def _line(a: Cell | None, b: Cell | None) -> int:
    """The weight of the line between two neighbours: heavy between tiles, light between tiles in the same tile."""
    one = a or b
    if a is None or b is None:
        return NONE if one is None else HEAVY if one.tiles else LIGHT
    if a.tiles == b.tiles:
        return NONE
    return HEAVY if a.tiles[0] != b.tiles[0] else LIGHT


def _tile_line(a: Cell | None, b: Cell | None) -> int:
    """As `_line`, without the light ones."""
    weight = _line(a, b)
    return NONE if weight == LIGHT and a is not None and b is not None else weight


def _frame(a: Cell | None, b: Cell | None) -> int:
    """The weight of the line between two neighbours that look alike."""
    return NONE if a is not None and b is not None else _line(a, b)


def _drawn(
    title: str,
    cells: Cells,
    row_labels: list[str],
    column_labels: list[str],
    cut: tuple[bool, bool],
    between: tuple[Weight, Weight],
) -> list[Line]:
    return [[LinePiece(title)], *draw(cells, row_labels, column_labels, between, cut)]


def _widest(lines: Callable[[int], list[Line]], columns: int, width: int) -> tuple[int, list[Line]]:
    """The most columns, up to `columns`, with which a picture fits into `width`, at least one; and its lines."""
    shown = max(1, min(columns, width // 3))  # A column takes at least three characters.
    while True:
        drawn = lines(shown)
        if (needed := max(map(_width, drawn))) <= width or shown == 1:
            return shown, drawn
        shown = max(1, min(shown - 1, shown * width // needed))
