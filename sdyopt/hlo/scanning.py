"""The lines of HLO text: where its computations and instructions are. Instructions are read only when they are needed.

XLA prints one instruction per line, so that a text of many megabytes is searched line by line, without a parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from sdyopt.display.wording import file_hint
from sdyopt.hlo.errors import HloError
from sdyopt.hlo.grammar import parse_header, parse_instruction, shape_of
from sdyopt.hlo.model import Header, Instruction
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.record import Record
from sdyopt.layout import LayoutError, Shape

TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
"""The tables between the first line and the computations."""

_DEFINITION = re.compile(r"\s*(?:ROOT\s+)?%?([\w.-]+)\s*=\s*")
_BEGIN = re.compile(r"(ENTRY\s+)?%?([\w.-]+)\s*(?=[({]).*\{$")
_ROW = re.compile(r"(\d{1,18})\s+(.*)")
_CALL = re.compile(
    r"(?:calls|to_apply|body|condition|comparator|select|scatter|(?:branch|called)_computations|(?:true|false)_computation)"
    r"=(?:%?([\w.-]+)|\{([^{}]*)\})"
)
_COUNT = re.compile(r"[0-9]{1,18}")
_BRACKET = re.compile(r"[()]")
_CALL_MARKS = ("calls=", "to_apply=", "body=", "condition=", "comparator=", "select=", "computation")
"""One of them is in each line that `_CALL` matches; to look for them takes less time."""


class Computation(NamedTuple):
    """A computation by the numbers of its lines, from 0: those of its instructions are from `first` to before `end`."""

    name: str
    first: int
    end: int


class ModuleText(Record):
    """A text, cut into the parts of a module."""

    text: str
    lines: list[str]
    header_line: int
    entry: Computation
    computations: Mapping[str, Computation]
    tables: Mapping[str, dict[int, str]]
    """The rows of each table by their numbers."""

    def __post_init__(self) -> None:
        self._definitions: dict[str, dict[str, int]] = {}
        self._instructions: dict[int, Instruction] = {}

    @cached_property
    def header(self) -> Header:
        """The line that begins the module."""
        start = self.offset(self.header_line)
        return parse_header(self.text, start, start + len(self.lines[self.header_line]))

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of replicas and of partitions, which together are the devices."""
        attributes = self.header.attributes
        return _count(attributes.get("replica_count")), _count(attributes.get("num_partitions"))

    @cached_property
    def _offsets(self) -> list[int]:
        offsets, offset = [], 0
        for line in self.lines:
            offsets.append(offset)
            offset += len(line) + 1
        return offsets

    def offset(self, line: int) -> int:
        """Returns the number of characters before a line."""
        return self._offsets[line]

    def instruction(self, line: int) -> Instruction:
        """Returns the instruction on a line. Raises HloError."""
        found = self._instructions.get(line)
        if found is None:
            start = self.offset(line)
            found = parse_instruction(self.text, start, start + len(self.lines[line]))
            self._instructions[line] = found
        return found

    def error(self, message: str, line: int, mention: str = "", after: str = "") -> HloError:
        """Returns an error on a line, at the first name `mention` after `after`, or at its beginning."""
        text = self.lines[line]
        before = text.find(after) + len(after) if after in text else 0
        place = re.compile(rf"(?<![\w.-]){re.escape(mention)}(?![\w.-])").search(text, before) if mention else None
        if place is None:
            return HloError(message, self.text, self.offset(line) + len(text) - len(text.lstrip()))
        return HloError(message, self.text, self.offset(line) + place.start(), self.offset(line) + place.end())

    def definitions(self, computation: Computation) -> dict[str, int]:
        """Returns the line of each instruction of a computation by its name."""
        found = self._definitions.get(computation.name)
        if found is None:
            found = {}
            for number in range(computation.first, computation.end):
                match = _DEFINITION.match(self.lines[number])
                if match is not None:
                    found[match[1]] = number
            self._definitions[computation.name] = found
        return found

    def root(self, computation: Computation) -> int | None:
        """Returns the line of a computation's root."""
        for number in range(computation.end - 1, computation.first - 1, -1):
            if self.lines[number].lstrip().startswith("ROOT "):
                return number
        return None

    def shape(self, line: int) -> Shape:
        """Returns the shape of the instruction on a line, of which nothing else is read. Raises HloError."""
        text = self.lines[line]
        match = _DEFINITION.match(text)
        assert match is not None
        start = match.end()
        end = _end_of_shape(text, start)
        try:
            return shape_of(text[start:end])
        except LayoutError as error:
            raise HloError(str(error), self.text, self.offset(line) + start, self.offset(line) + end) from None

    def callers(self) -> dict[str, list[tuple[Computation, int]]]:
        """Returns the lines that may call each computation, with the computations that they are in."""
        found: dict[str, list[tuple[Computation, int]]] = {}
        for computation in self.computations.values():
            for number in range(computation.first, computation.end):
                line = self.lines[number]
                if any(map(line.__contains__, _CALL_MARKS)):
                    for name in set(_called(line)):
                        found.setdefault(name, []).append((computation, number))
        return found


def scan(text: str) -> ModuleText:
    """Returns the parts of the module that `text` is. Raises HloError if it is none."""
    lines = text.split("\n")
    return _Scanner(text, lines).scan()


class _Scanner:
    """Goes through the lines once."""

    def __init__(self, text: str, lines: list[str]) -> None:
        self.text = text
        self.lines = lines
        self.computations: dict[str, Computation] = {}
        self.tables: dict[str, dict[int, str]] = {name: {} for name in TABLES}
        self.entry: Computation | None = None

    def scan(self) -> ModuleText:
        number = header = self._header()
        while (number := number + 1) < len(self.lines):
            line = self.lines[number].strip()
            if line in self.tables:
                number = self._table(number)
            elif line.endswith("{"):
                number = self._computation(number, line)
            elif line and not line.startswith("//"):
                what = "a second module" if line.startswith("HloModule") else "something other than a computation"
                raise self._error(f"expected a computation, found {what}", number)
        if self.entry is None:
            raise HloError("the text ends without an entry computation ('ENTRY')", self.text, len(self.text.rstrip()))
        return ModuleText(self.text, self.lines, header, self.entry, self.computations, self.tables)

    def _header(self) -> int:
        """Returns the number of the line that begins the module."""
        for number, line in enumerate(self.lines):
            stripped = line.strip()
            if stripped.startswith("HloModule "):
                return number
            if stripped and not stripped.startswith("//"):
                hint = file_hint(self.text, "pathlib.Path({}).read_text()")
                message = f"expected 'HloModule', with which HLO text begins{hint and '; '}{hint}"
                raise self._error(message, number, _HINT)
        raise HloError("expected 'HloModule', with which HLO text begins, found nothing", self.text, 0, hint=_HINT)

    def _table(self, number: int) -> int:
        """Reads the rows below the name of a table; returns the number of the last one."""
        rows = self.tables[self.lines[number].strip()]
        while number + 1 < len(self.lines):
            row = _ROW.match(self.lines[number + 1].strip())
            if row is None:
                break
            rows[int(row[1])] = row[2]
            number += 1
        return number

    def _computation(self, number: int, line: str) -> int:
        """Goes over a computation; returns the number of its last line."""
        match = _BEGIN.match(line)
        if match is None:
            raise self._error("expected the name of a computation", number)
        name = match[2]
        if name in self.computations:
            raise self._error(f"there are two computations '{name}'", number)
        end = number + 1
        while end < len(self.lines) and not self.lines[end].lstrip().startswith("}"):
            end += 1
        if end == len(self.lines):
            raise HloError(f"the text ends inside of computation '{name}'", self.text, len(self.text.rstrip()))
        found = self.computations[name] = Computation(name, number + 1, end)
        if match[1]:
            if self.entry is not None:
                raise self._error("there are two entry computations", number)
            self.entry = found
        return end

    def _error(self, message: str, number: int, hint: str = "") -> HloError:
        line = self.lines[number]
        start = sum([len(before) + 1 for before in self.lines[:number]]) + len(line) - len(line.lstrip())
        return HloError(message, self.text, start, hint=hint)


_HINT = "HLO text is what jax.jit(f).lower(...).compile().as_text() returns"


def _called(line: str) -> Iterator[str]:
    """Yields the names that stand where a line may call computations."""
    for name, names in _CALL.findall(line):
        if name:
            yield name
        for part in names.split(","):
            if part.strip():
                yield part.strip().removeprefix("%")


def _count(text: str | None) -> int:
    return max(1, int(text)) if text is not None and _COUNT.fullmatch(text) else 1


def _end_of_shape(text: str, start: int) -> int:
    """Returns the end of the shape that begins at `start`: of a tuple after its last bracket, else before a blank."""
    if text.startswith("(", start):
        depth = 0
        for bracket in _BRACKET.finditer(text, start):
            depth += 1 if bracket[0] == "(" else -1
            if depth == 0:
                return bracket.end()
        return len(text)
    end = text.find(" ", start)
    return len(text) if end < 0 else end
