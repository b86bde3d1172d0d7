"""The lines of HLO text: where its computations and instructions are. Instructions are read only when they are needed.

XLA prints one instruction per line, so that a text of many megabytes is searched line by line, without a parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import prod

from sdyopt.display.wording import file_hint
from sdyopt.hlo.grammar import (
    Header,
    HloError,
    HloFrame,
    Instruction,
    parse_header,
    parse_instruction,
    shape_of,
    unquoted,
)
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.layout.shape import ArrayShape, BufferShape, LayoutError, OpaqueShape, Shape, TupleShape, leaves

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


# Instructions of a scheduled program, read only as far as lives need it.

HEAD = re.compile(r"\s*(?:ROOT\s+)?%?([\w.-]+)\s*=\s*")
_OPCODE = re.compile(r"\s*([a-z][\w-]*)\(")
_NAME = re.compile(r"%([\w.-]+)")
_BRACKETS = re.compile(r"[(){}]")
_CALLED = re.compile(r"(\w+)=(?:%([\w.-]+)|\{([^{}]*)\})")


class InstructionLine(NamedTuple):
    """An instruction: its name, the text of its shape, its opcode, operands, and the text after these."""

    name: str
    shape: str
    opcode: str
    operands: tuple[str, ...]
    rest: str


def instruction_line(module: ModuleText, number: int) -> InstructionLine | None:
    """Returns the instruction on a line; None if there is none. Raises HloError."""
    text = module.lines[number]
    head = HEAD.match(text)
    if head is None:
        return None
    shape_end = _end(text, head.end()) if text.startswith("(", head.end()) else text.find(" ", head.end())
    opcode = None if shape_end < 0 else _OPCODE.match(text, shape_end)
    end = -1 if opcode is None else _end(text, opcode.end() - 1)
    if opcode is None or end < 0:
        module.instruction(number)  # says what is wrong
        raise module.error("expected an instruction", number)
    inside = text[opcode.end() : end - 1]
    operands = tuple(_NAME.findall(inside))
    if not operands and inside and opcode[1] not in ("parameter", "constant"):
        operands = module.instruction(number).operands
    rest = inside if not operands else text[end:]
    return InstructionLine(head[1], text[head.end() : shape_end], opcode[1], operands, rest)


def _end(text: str, start: int) -> int:
    """Returns the place after the bracket that closes the one at `start`; -1 if none does."""
    depth = 0
    for bracket in _BRACKETS.finditer(text, start):
        depth += 1 if bracket[0] in "({" else -1
        if depth == 0:
            return bracket.end()
    return -1


def called(rest: str, attribute: str) -> list[str]:
    """Returns the computations that an attribute names."""
    for name, one, several in _CALLED.findall(rest):
        if name == attribute:
            return [one] if one else [part.strip().removeprefix("%") for part in several.split(",")]
    return []


# What shapes take in memory, and what a program takes and gives on one device.

_POINTER_BYTES = 8


def bytes_of(shape: Shape) -> int:
    """Returns the bytes of all arrays in a shape, padding included. Raises LayoutError if one has no known size."""
    return sum([array.bytes for array in _arrays(shape)])


def main_memory_bytes(shape: Shape) -> int:
    """Returns the bytes of the arrays in a shape that are in a device's main memory, padding included.

    Other memory spaces, as `S(1)` in a layout says, are faster ones on the chip, and the host's. Raises LayoutError.
    """
    return sum([array.bytes for array in _arrays(shape) if not array.layout.memory_space])


def unpadded_bytes(shape: Shape) -> int:
    """Returns the bytes of all arrays in a shape, in any memory, without padding. Raises LayoutError."""
    return sum([-(-prod(array.bounds) * array.bits // 8) for array in _arrays(shape)])


def _arrays(shape: Shape) -> Iterator[ArrayShape]:
    for _, leaf in leaves(shape):
        array = leaf.array if isinstance(leaf, BufferShape) else leaf
        if not isinstance(array, OpaqueShape):
            yield array


class EntrySizes(NamedTuple):
    """The main memory that a program's arguments and results take on one device, in bytes."""

    arguments: tuple[int, ...]
    """Of each argument."""
    results: tuple[int, ...]
    """Of each element of the result, or of the result itself if that is not a tuple."""
    donated: int
    """What results take in the memory of arguments."""
    tuple_table: int
    """The pointers to the elements of the result. XLA counts them among the results."""
    unpadded_arguments: int
    """What all arguments would take without the padding of tiles, in whatever memory."""

    @property
    def after_donation(self) -> int:
        """Returns the arguments and results together, what they share counted once."""
        return sum(self.arguments) + sum(self.results) - self.donated


def entry_sizes(module: ModuleText) -> EntrySizes | None:
    """Returns the sizes from the line that begins the module, None if it does not give the shapes. Raises HloError."""
    layout = module.header.layout
    if layout is None or layout.result is None:
        return None
    result = layout.result
    parts = result.elements if isinstance(result, TupleShape) else (result,)
    try:
        arguments = tuple(map(main_memory_bytes, layout.parameters))
        results = tuple(map(main_memory_bytes, parts))
        donated = sum([main_memory_bytes(_at(result, alias.result_index)) for alias in module.header.aliases])
        unpadded = sum(map(unpadded_bytes, layout.parameters))
    except (LayoutError, LookupError) as error:
        raise module.error(str(error), module.header_line) from None
    return EntrySizes(arguments, results, donated, _POINTER_BYTES * _pointers(result), unpadded)


def _at(shape: Shape, index: tuple[int, ...]) -> Shape:
    """Returns an element of nested tuples. Raises LookupError."""
    for number in index:
        if not isinstance(shape, TupleShape) or not 0 <= number < len(shape.elements):
            raise LookupError("input_output_alias names a result that does not exist")
        shape = shape.elements[number]
    return shape


def _pointers(shape: Shape) -> int:
    """Returns the number of elements of a tuple and of the tuples in it."""
    total, work = 0, [shape]
    while work:
        current = work.pop()
        if isinstance(current, TupleShape):
            total += len(current.elements)
            work += current.elements
    return total


# Where in the program's source an instruction comes from: its metadata, and the tables that this refers to.

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
