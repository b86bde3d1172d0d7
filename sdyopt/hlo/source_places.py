"""Where in the program's source an instruction comes from: its metadata, and the tables that this refers to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from sdyopt.hlo.model import HloFrame
from sdyopt.hlo.quoting import unquoted

_NUMBER_FIELD = re.compile(r"(\w+)=(\d{1,18})(?!\d)")
_MOST_FRAMES = 10_000


class SourcePlaces:
    """The tables of a module. References to rows that do not exist give no frames."""

    def __init__(self, tables: Mapping[str, Mapping[int, str]]) -> None:
        self._files, self._functions, self._locations, self._frames = [
            tables[name] for name in ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
        ]

    def frames(self, metadata: Mapping[str, str], with_repeated: bool = False) -> tuple[HloFrame, ...]:
        """Returns the stack of calls that an instruction's metadata names, innermost first.

        JAX repeats the frame of a loop; repetitions are left out unless they are wanted. Without a stack frame, the
        stack is the one place that `source_file` and `source_line` give.
        """
        found: list[HloFrame] = []
        number = _number(metadata.get("stack_frame_id"))
        seen: set[int] = set()
        while number in self._frames and number not in seen and len(found) < _MOST_FRAMES:
            seen.add(number)
            fields = _fields(self._frames[number])
            frame = self._frame(fields.get("file_location_id", 0))
            if with_repeated or not found or frame != found[-1]:
                found.append(frame)
            number = fields.get("parent_frame_id", 0) - self._first_parent
        if not found and ("source_file" in metadata or "source_line" in metadata):
            line, column = _number(metadata.get("source_line")), _number(metadata.get("source_column"))
            found.append(HloFrame(metadata.get("source_file"), line or None, column or None, None))
        return tuple(found)

    @cached_property
    def _first_parent(self) -> int:
        """What is added to the numbers of parents: XLA prints 1 for a frame without a parent, older versions 0."""
        return min([_fields(row).get("parent_frame_id", 0) for row in self._frames.values()], default=0) > 0

    def _frame(self, location: int) -> HloFrame:
        fields = _fields(self._locations.get(location, ""))
        return HloFrame(
            _name(self._files, fields.get("file_name_id", 0)),
            fields.get("line") or None,
            fields.get("column") or None,
            _name(self._functions, fields.get("function_name_id", 0)),
        )


def _fields(row: str) -> dict[str, int]:
    return {name: int(number) for name, number in _NUMBER_FIELD.findall(row)}


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) <= 18 else 0


def _name(names: Mapping[int, str], number: int) -> str | None:
    name = names.get(number)
    return None if name is None else unquoted(name.strip())
