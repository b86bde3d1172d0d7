"""The picture of a tensor's blocks: which devices hold which part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sdyopt.cost import GridError
from sdyopt.cost.sizes.local_sizes import Share
from sdyopt.dialects.sdy.syntax import axes_text, axis_ref
from sdyopt.display.box_drawing import LIGHT, NONE, Cell, Line, LinePiece, draw
from sdyopt.display.wording import bytes_text, counted, printable
from sdyopt.view.columns.tensors import reasons
from sdyopt.view.model import TensorView
from sdyopt.view.rows import DrawnSlice, check_devices

# Lists of devices, written short: `0–3, 8, 10`.

LEFT_OUT = "…"

_SHORTEST_RUN = 3
"""Devices in a row that are written as a run."""


def device_list(devices: Sequence[int], width: int | None = None) -> str:
    """Ascending device numbers in at most `width` characters, if the first and the last run have room beside a `…`."""
    runs = _runs(devices)
    text = ",".join(runs)
    if width is None or len(text) <= width or len(runs) == 1:
        return text
    last = runs.pop()
    shown = [runs[0]]
    for run in runs[1:]:
        if len(",".join([*shown, run, LEFT_OUT, last])) > width:
            break
        shown.append(run)
    return ",".join([*shown, LEFT_OUT, last])


def _runs(devices: Sequence[int]) -> list[str]:
    """The numbers, with those that follow each other drawn together."""
    starts = [0, *[at for at, (a, b) in enumerate(pairwise(devices), 1) if b != a + 1]]
    found: list[str] = []
    for start, stop in zip(starts, [*starts[1:], len(devices)], strict=True):
        run = devices[start:stop]
        found += [f"{run[0]}–{run[-1]}"] if len(run) >= _SHORTEST_RUN else map(str, run)
    return found


MAX_ROWS = 32
"""Of a picture."""

_MOST_RULED = 8
"""Rows between which lines are drawn."""

_NARROWEST = 9
"""Characters of a list of devices, below which columns are left out before it is made shorter."""

_CELL_MARGIN, _FRAME = 3, 2
"""Characters that a cell takes besides its text, and the picture besides its cells and the labels of the rows."""


def grid(tensor: TensorView, width: int, dimensions: Sequence[int] | None, at: Mapping[str, int]) -> list[Line]:
    """The lines of the picture in `width` characters, and of what it leaves out. `DrawnSlice.of` says what is drawn."""
    share = tensor.share
    if share.shape is None:
        raise GridError(f"'{tensor.name}' is not a tensor of known rank: {share.type}")
    check_devices(tensor.name, share)
    part = DrawnSlice.of(share, dimensions, at)
    picture, notes = _picture(share, part, width)
    heading = [[LinePiece(printable(text))] for text in _heading(tensor, part)]
    return [*heading, *picture, *[[LinePiece(note)] for note in (*notes, *_slice_notes(share, part))]]


def _picture(share: Share, part: DrawnSlice, width: int) -> tuple[list[Line], list[str]]:
    """The blocks with their devices, and notes on what does not fit."""
    rows, columns = [1 if axis is None else share.partition.counts[axis] for axis in (part.rows, part.columns)]
    row_labels = block_labels(share, part.rows, min(rows, MAX_ROWS))
    width -= max(map(len, row_labels)) + _FRAME
    most = max(1, min(columns, width // (_CELL_MARGIN + 1)))
    devices = [
        [share.partition.devices_of(part.at(row, column), part.place) for column in range(most)]
        for row in range(len(row_labels))
    ]
    longest, shortest = [max([len(device_list(cell, room)) for line in devices for cell in line]) for room in (None, 0)]
    narrowest = max(shortest, min(longest, _NARROWEST))
    column_labels = block_labels(share, part.columns, most)
    if most < columns or not _fits(columns, max(narrowest, *map(len, column_labels)), width):
        column_labels = [label.partition(":")[0] for label in column_labels]
    narrowest = max(narrowest, *map(len, column_labels))
    shown = max([1, *[count for count in range(1, most + 1) if _fits(count, narrowest, width)]])
    texts = [[device_list(cell, width // shown - _CELL_MARGIN) for cell in line[:shown]] for line in devices]
    cells = [[Cell(text, False, i + j, ()) for j, text in enumerate(line)] for i, line in enumerate(texts)]
    cut = (shown < columns, len(row_labels) < rows)
    between = (_line, _line if rows <= _MOST_RULED else _frame)
    lines = draw(cells, row_labels, column_labels[:shown], between, cut)
    notes = []
    if any(cut):
        counts = ((len(row_labels), rows, "rows"), (shown, columns, "columns"))
        missing = [f"{few} of {all:,} {what}" for few, all, what in counts if few < all]
        notes.append(f"Shown are {' and '.join(missing)} of blocks.")
    if any(LEFT_OUT in text for line in texts for text in line):
        holders = counted(share.partition.holders, "device")
        notes.append(f"{LEFT_OUT} stands for more of the {holders} that hold a block.")
    return lines, notes


def _fits(columns: int, text: int, width: int) -> bool:
    return columns * (text + _CELL_MARGIN) <= width


def _line(a: Cell | None, b: Cell | None) -> int:
    return NONE if a is None and b is None else LIGHT


def _frame(a: Cell | None, b: Cell | None) -> int:
    return LIGHT if (a is None) != (b is None) else NONE


def block_labels(share: Share, dimension: int | None, count: int) -> list[str]:
    """Returns the indices of the first `count` blocks along a dimension: `0:256`; of an unknown size `block 0`."""
    if dimension is None:
        return [""]
    size = (share.bounds or ())[dimension]
    if size is None:
        return [f"block {number}" for number in range(count)]
    step = -(-size // share.partition.counts[dimension])
    ranges = [(min(number * step, size), min((number + 1) * step, size)) for number in range(count)]
    return [f"{start}:{stop}" if start < stop or not size else "padding" for start, stop in ranges]


def _heading(tensor: TensorView, part: DrawnSlice) -> list[str]:
    """What the tensor is, how many blocks it has, and which dimensions go where."""
    share = tensor.share
    function = f"@{tensor.function} " if tensor.function else ""
    blocks = "one block" if share.shards == 1 else f"{share.shards:,} blocks"
    size = "" if share.bytes is None else f" of {bytes_text(share.bytes)}"
    each = "each " if share.shards > 1 else ""
    holders = f"{each}on {counted(share.partition.holders, 'device')}"
    lines = [
        f"{function}{tensor.name}: {share.type}, {share.sharding_text or 'no sharding'}",
        "; ".join(filter(None, [f"{blocks}{size}, {holders}", reasons(tensor)])),
    ]
    directions = [
        f"{word}: dimension {dimension}{_over(share, dimension)}"
        for word, dimension in (("down", part.rows), ("across", part.columns))
        if dimension is not None
    ]
    return [*lines, "; ".join(directions)] if directions else lines


def _over(share: Share, dimension: int) -> str:
    axes = share.partition.dimensions[dimension]
    return f" over {axes_text(axes)}" if axes else ""


def _slice_notes(share: Share, part: DrawnSlice) -> list[str]:
    """Which block of the dimensions that are not drawn, and which place on manual axes, the picture is of."""
    counts = share.partition.counts
    notes = [
        f"Of dimension {dimension}, this is block {number} of {counts[dimension]} (--at {dimension}=…)."
        for dimension, number in enumerate(part.block)
        if dimension not in (part.rows, part.columns) and counts[dimension] > 1
    ]
    for axis, number in zip(share.partition.manual, part.place, strict=True):
        size = share.mesh.axis_sizes[axis.name]
        if size > 1:
            notes.append(f"On the manual axis {axis_ref(axis)}, this is place {number} of {size} (--at {axis.name}=…).")
    return notes
