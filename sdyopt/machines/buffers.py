"""The buffers that XLA itself holds where a program needs most memory, and when each is alive, from its dumps.

At each place of the schedule, the regions of memory of the values that are alive are united: values that take one
region one after the other, or together, count once. Arguments, results and constants are there all the time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sdyopt.ir.records import NamedTuple

_COMPILED = "*after_optimizations.txt"
_ASSIGNMENT = "*optimizations-buffer-assignment.txt"
_LIVE = "*live-range.txt"
_MAX_READ = 1 << 28
"""The characters of a file that are read."""


class HeldBuffer(NamedTuple):
    """A region of memory at the peak that is neither an argument nor a result."""

    name: str
    """The value in it, of several the first, as in the compiled text: `fusion.3`, `while.2{1}`."""
    shape: str
    bytes: int


class HeldBuffers(NamedTuple):
    """The buffers that are alive on one device where they take most."""

    always: int
    """The bytes of arguments, results and constants."""
    temporaries: int
    """Those of all `buffers` together."""
    buffers: tuple[HeldBuffer, ...]
    """The largest first."""

    @classmethod
    def of(cls, always: int, temporaries: int, buffers: Sequence[Sequence[Any]]) -> HeldBuffers:
        """Returns what was stored as JSON."""
        return cls(always, temporaries, tuple([HeldBuffer(*each) for each in buffers]))


class _Value(NamedTuple):
    allocation: int
    offset: int
    size: int
    name: str
    shape: str
    first: int
    last: int

    @property
    def end(self) -> int:
        return self.offset + self.size


def held_in(folder: Path) -> HeldBuffers | None:
    """Returns what XLA holds of the largest module that it has dumped to a folder; None if it says nothing of it."""
    texts = [_largest(folder, pattern) for pattern in (_ASSIGNMENT, _LIVE)]
    return held(*texts) if all(texts) else None


def dumped_text(folder: Path) -> str:
    """Returns the text of the largest compiled module that XLA has dumped to a folder; empty if there is none."""
    return _largest(folder, _COMPILED)


def _largest(folder: Path, pattern: str) -> str:
    if not (found := sorted(folder.glob(pattern), key=lambda path: path.stat().st_size)):
        return ""
    with found[-1].open(encoding="utf-8", errors="replace") as file:
        return file.read(_MAX_READ)


_ALLOCATION = re.compile(r"allocation (\d+): size (\d+)(.*)")
_VALUE = re.compile(r" value: <\d+ (\S+?)(\{[\d,]*\})?(?: \(phi\))? @\d+> \(size=(\d+),offset=(\d+)\): (.*)")
_RANGE = re.compile(r"    (\S+?)(\{[\d,]*\}):(\d+)-(\d+)$", re.MULTILINE)
_SPACE = re.compile(r"color (\d+)")


def held(assignment: str, live: str) -> HeldBuffers | None:
    """Returns what the texts of a buffer assignment and of its live ranges say; None if they are of another form."""
    ranges = {}
    if (begin := live.find("  BufferLiveRange")) >= 0:
        end = live.find("  Live ranges at", begin)
        ranges = {found[1] + found[2]: (int(found[3]), int(found[4])) for found in _RANGE.finditer(live[begin:end])}
    always, temporary = 0, -1
    values: list[_Value] = []
    for line in assignment.splitlines():
        if line.startswith(("Total bytes used", "Used values", "HLO Module")) and values:
            break
        if (allocation := _ALLOCATION.match(line)) is not None:
            uses = allocation[3]
            space = _SPACE.search(uses)
            is_main = space is None or space[1] == "0"
            temporary = int(allocation[1]) if is_main and "preallocated-temp" in uses else -1
            always += int(allocation[2]) if is_main and temporary < 0 and "thread-local" not in uses else 0
            continue
        value = _VALUE.match(line) if temporary >= 0 else None
        if value is not None and (lives := ranges.get(value[1] + (value[2] or "{}"))) is not None:
            name = value[1] + ("" if value[2] in (None, "{}") else value[2])
            values.append(_Value(temporary, int(value[4]), int(value[3]), name, value[5], *lives))
    if not ranges:
        return None
    total, at = _peak(values)
    return HeldBuffers(always, total, tuple(_rows([each for each in values if each.first <= at <= each.last])))


def _peak(values: Sequence[_Value]) -> tuple[int, int]:
    """Returns the most bytes that are alive at one time, and when that is.

    The sum of all values that are alive is no less than their union: where it is too small, there is no peak.
    """
    changes: Counter[int] = Counter()
    for value in values:
        changes[value.first] += value.size
        changes[value.last + 1] -= value.size
    sums, total = [], 0
    for tick in sorted(changes):
        total += changes[tick]
        sums.append((-total, tick))
    most, at = 0, 0
    for sum_there, tick in sorted(sums):
        if -sum_there <= most:
            break
        united = sum([row.bytes for row in _rows([each for each in values if each.first <= tick <= each.last])])
        if united > most:
            most, at = united, tick
    return most, at


def _rows(values: Sequence[_Value]) -> Iterator[HeldBuffer]:
    """Yields a row for each region that begins at a place of its own and is not inside of another one."""
    end, last = 0, -1
    rows = []
    for value in sorted(values, key=lambda each: (each.allocation, each.offset, -each.size)):
        if value.allocation != last or value.end > end:
            start = value.offset if value.allocation != last else max(value.offset, end)
            rows.append(HeldBuffer(value.name, value.shape, value.end - start))
            end, last = value.end, value.allocation
    yield from sorted(rows, key=lambda row: -row.bytes)
