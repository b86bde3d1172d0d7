"""What attributes of HLO text say: groups of devices, shapes of arguments and results, places in the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from math import prod
from typing import TypeVar

from sdyopt.hlo.text import TABLES, HloError, HloInstruction, HloText, after_blank, closing, read_shape, shown, unquoted
from sdyopt.ir.records import NamedTuple
from sdyopt.layout.reading import integer
from sdyopt.layout.shape import ArrayShape, BufferShape, LayoutError, OpaqueShape, Shape, TupleShape, leaves
from sdyopt.sharding.replica_groups import (
    Groups,
    HloAxisRef,
    IotaDevices,
    IotaGroups,
    ListedGroups,
    MeshGroups,
    ReplicaGroups,
)

_T = TypeVar("_T")

_INTEGER = re.compile(r"-?\d+")
_LIST = r"\{\s*+(?:-?\d+\s*+(?:,\s*+-?\d+\s*+)*+)?\}"
_LISTED = re.compile(rf"\{{\s*+(?:{_LIST}\s*+(?:,\s*+{_LIST}\s*+)*+)?\}}")
_ONE_LIST = re.compile(_LIST)
_AXIS = re.compile(r"'[^'\n]*'")
_ARRAY = re.compile(r"b\([a-z]\w*\[[^\]\n]*\](?:\{[^}\n]*\})?\)|[a-z]\w*\[[^\]\n]*\](?:\{[^}\n]*\})?")


class _Cursor:
    """Goes over the value of an attribute, from `start` to before `limit`."""

    def __init__(self, text: str, start: int, limit: int) -> None:
        self.text = text
        self.position = start
        self.limit = limit

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Goes on over what a pattern matches, if it does."""
        self.position = after_blank(self.text, self.position, self.limit)
        found = pattern.match(self.text, self.position, self.limit)
        self.position = self.position if found is None else found.end()
        return found

    def take(self, symbol: str) -> bool:
        """Goes on over a symbol, if it is here."""
        self.position = after_blank(self.text, self.position, self.limit)
        found = self.text.startswith(symbol, self.position, self.limit)
        self.position += len(symbol) if found else 0
        return found

    def expect(self, *symbols: str) -> str:
        """Goes on over one of the symbols, and returns it. Raises HloError if none is here."""
        for symbol in symbols:
            if self.take(symbol):
                return symbol
        raise self.expected(*[f"'{symbol}'" for symbol in symbols])

    def expected(self, *what: str) -> HloError:
        """Returns the error that something else is here."""
        place = after_blank(self.text, self.position, self.limit)
        found = "the end" if place == self.limit else shown(self.text, place)
        return HloError(f"expected {' or '.join(what)}, found {found}", self.text, place)

    def integer(self) -> int:
        """Goes on over an integer. Raises HloError."""
        found = self.match(_INTEGER)
        if found is None:
            raise self.expected("an integer")
        number = integer(found[0])
        if number is None:
            raise HloError("the number does not fit into 64 bits", self.text, *found.span())
        return number

    def integers(self, closing: str) -> tuple[int, ...]:
        """Goes on over at least one integer, and the bracket after them. Raises HloError."""
        return self.items(self.integer, closing)

    def items(self, read: Callable[[], _T], closing: str) -> tuple[_T, ...]:
        """Goes on over at least one item, and the bracket after them. Raises HloError."""
        found = [read()]
        while self.expect(closing, ",") == ",":
            found.append(read())
        return tuple(found)

    def end(self) -> None:
        """Raises HloError if something is left."""
        if after_blank(self.text, self.position, self.limit) != self.limit:
            raise self.expected("','")

    def checked(self, place: int, make: Callable[..., _T], *arguments: object) -> _T:
        """Returns what `make` returns; its errors are at the token at `place`."""
        try:
            return make(*arguments)
        except ValueError as error:
            end = place + len(shown(self.text, place)) - 2
            raise HloError(str(error), self.text, place, end) from None

    def next_place(self) -> int:
        """Returns where the next token is."""
        return after_blank(self.text, self.position, self.limit)


# Groups of devices.


def replica_groups(instruction: HloInstruction) -> ReplicaGroups | None:
    """Returns the groups of devices that communicate, None if there is no such attribute. Raises HloError."""
    found = instruction.attributes.get("replica_groups")
    if found is None:
        return None
    value, _, start = found
    cursor = _Cursor(instruction.text, start, start + len(value))
    groups = _groups(cursor)
    cursor.end()
    return groups


def _groups(cursor: _Cursor) -> ReplicaGroups:
    listed = cursor.match(_LISTED)
    if listed is not None:
        return ListedGroups(_lists(cursor.text, listed))
    if cursor.take("["):
        place = cursor.next_place()
        sizes = cursor.integers("]")
        cursor.expect("<=")
        cursor.expect("[")
        iota = _iota(cursor)
        if len(sizes) != 2:
            message = "replica groups have two dimensions: their number and their size"
            raise HloError(message, cursor.text, place, place + len(str(sizes[0])))
        return cursor.checked(place, IotaGroups, *sizes, iota)
    if not cursor.take("mesh"):
        raise cursor.expected("'['", "'mesh'", "a list in braces")
    cursor.expect("[")
    place = cursor.next_place()
    mesh = cursor.items(lambda: _mesh_axis(cursor), "]")
    devices: IotaDevices | tuple[int, ...] | None = None
    if cursor.expect(",", "{") == ",":
        for symbol in ("device_ids", "=", "("):
            cursor.expect(symbol)
        if cursor.take("["):
            devices = _iota(cursor)
            cursor.expect(")")
        else:
            devices = cursor.integers(")")
        cursor.expect("{")
    axes = () if cursor.take("}") else cursor.items(lambda: _axis_ref(cursor), "}")
    return cursor.checked(place, MeshGroups, mesh, axes, devices)


def _iota(cursor: _Cursor) -> IotaDevices:
    """Reads `4,2]T(1,0)`."""
    place = cursor.next_place()
    dimensions = cursor.integers("]")
    permutation: tuple[int, ...] = ()
    if cursor.take("T"):
        cursor.expect("(")
        permutation = cursor.integers(")")
    return cursor.checked(place, IotaDevices, dimensions, permutation)


def _axis_name(cursor: _Cursor) -> str:
    found = cursor.match(_AXIS)
    if found is None:
        raise cursor.expected("an axis in quotes")
    return found[0][1:-1]


def _mesh_axis(cursor: _Cursor) -> tuple[str, int]:
    name = _axis_name(cursor)
    cursor.expect("=")
    return name, cursor.integer()


def _axis_ref(cursor: _Cursor) -> HloAxisRef:
    name = _axis_name(cursor)
    if not cursor.take(":"):
        return HloAxisRef(name)
    cursor.expect("(")
    before = cursor.integer()
    cursor.expect(")")
    return HloAxisRef(name, (before, cursor.integer()))


def source_target_pairs(instruction: HloInstruction) -> tuple[tuple[int, int], ...] | None:
    """Returns which device sends to which, None if there is no such attribute. Raises HloError."""
    found = instruction.attributes.get("source_target_pairs")
    if found is None:
        return None
    value, _, start = found
    cursor = _Cursor(instruction.text, start, start + len(value))
    listed = cursor.match(_LISTED)
    if listed is None:
        raise cursor.expected("a list in braces")
    cursor.end()
    pairs = _lists(instruction.text, listed)
    if any(len(pair) != 2 for pair in pairs):
        raise HloError("a pair has a source and a target", instruction.text, *listed.span())
    return tuple([(source, target) for source, target in pairs])


def _lists(text: str, listed: re.Match[str]) -> Groups:
    """Returns the numbers of `{{0,1},{2,3}}`."""
    found = []
    for part in _ONE_LIST.findall(listed[0][1:-1]):
        numbers = [integer(digits) for digits in _INTEGER.findall(part)]
        if any(number is None or number < 0 for number in numbers):
            raise HloError("devices are numbers from 0 that fit into 64 bits", text, *listed.span())
        found.append(tuple([number for number in numbers if number is not None]))
    return tuple(found)


# What the first line says.

_COUNT = re.compile(r"[0-9]{1,18}")


def device_counts(module: HloText) -> tuple[int, int]:
    """Returns the numbers of replicas and of partitions, which together are the devices."""
    counts = [module.attributes.get(name, ("", 0, 0))[0] for name in ("replica_count", "num_partitions")]
    replicas, partitions = [max(1, int(count)) if _COUNT.fullmatch(count) else 1 for count in counts]
    return replicas, partitions


class EntryLayout(NamedTuple):
    """The shapes that the program takes and gives, on one device."""

    parameters: tuple[Shape, ...]
    result: Shape


def entry_layout(module: HloText) -> EntryLayout | None:
    """Returns the shapes from the line that begins the module, None if it does not give them. Raises HloError."""
    found = module.attributes.get("entry_computation_layout")
    if found is None:
        return None
    value, _, start = found
    cursor = _Cursor(module.text, start, start + len(value))
    for symbol in ("{", "("):
        cursor.expect(symbol)
    parameters = () if cursor.take(")") else cursor.items(lambda: _shape(cursor), ")")
    cursor.expect("->")
    result = _shape(cursor)
    cursor.expect("}")
    return EntryLayout(parameters, result)


def _shape(cursor: _Cursor) -> Shape:
    array, start = cursor.match(_ARRAY), cursor.position
    if array is not None:
        return read_shape(cursor.text, array[0], array.start())
    if not cursor.take("("):
        raise cursor.expected("'('", "a shape")
    cursor.position = closing(cursor.text, start, cursor.limit) + 1
    return read_shape(cursor.text, cursor.text[start : cursor.position], start)


Index = tuple[int, ...]
"""The way to an element of nested tuples."""


class Alias(NamedTuple):
    """A part of the result that takes the memory of a part of a parameter, as that is donated."""

    result_index: Index
    parameter: int
    parameter_index: Index
    is_must: bool
    """Whether it has to: `must-alias`."""


def aliases(module: HloText) -> tuple[Alias, ...]:
    """Returns which results share the memory of parameters. Raises HloError."""
    return _listed_at(module, "input_output_alias", _alias)


def output_aliases(instruction: HloInstruction) -> tuple[Alias, ...]:
    """Returns which parts of the result of a custom call share the memory of its operands. Raises HloError."""
    return _listed_at(instruction, "output_to_operand_aliasing", _alias)


def _listed_at(owner: HloText | HloInstruction, name: str, read: Callable[[_Cursor], _T]) -> tuple[_T, ...]:
    """Returns what an attribute lists in braces; nothing if it is missing. Raises HloError."""
    found = owner.attributes.get(name)
    if found is None:
        return ()
    value, _, start = found
    cursor = _Cursor(owner.text, start, start + len(value))
    cursor.expect("{")
    return () if cursor.take("}") else cursor.items(lambda: read(cursor), "}")


def _alias(cursor: _Cursor) -> Alias:
    result = _index(cursor)
    cursor.expect(":")
    if not cursor.take("("):
        return Alias(result, cursor.integer(), (), False)
    parameter = cursor.integer()
    cursor.expect(",")
    index = _index(cursor)
    kind = cursor.expect("may-alias", "must-alias") if cursor.expect(")", ",") == "," else ""
    if kind:
        cursor.expect(")")
    return Alias(result, parameter, index, kind == "must-alias")


def donors(module: HloText) -> tuple[tuple[int, Index], ...]:
    """Returns the parameters, or parts of them, whose memory results may take. Raises HloError."""
    return _listed_at(module, "buffer_donor", _donor)


def _donor(cursor: _Cursor) -> tuple[int, Index]:
    cursor.expect("(")
    parameter = cursor.integer()
    cursor.expect(",")
    index = _index(cursor)
    cursor.expect(")")
    return parameter, index


def _index(cursor: _Cursor) -> Index:
    cursor.expect("{")
    return () if cursor.take("}") else cursor.integers("}")


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


def entry_sizes(module: HloText) -> EntrySizes | None:
    """Returns the sizes from the line that begins the module, None if it does not give the shapes. Raises HloError."""
    layout = entry_layout(module)
    if layout is None:
        return None
    result = layout.result
    parts = result.elements if isinstance(result, TupleShape) else (result,)
    try:
        arguments = tuple(map(main_memory_bytes, layout.parameters))
        results = tuple(map(main_memory_bytes, parts))
        donated = sum([main_memory_bytes(_at(result, alias.result_index)) for alias in aliases(module)])
        unpadded = sum(map(unpadded_bytes, layout.parameters))
    except (LayoutError, LookupError) as error:
        raise HloError(str(error), module.text, module.start) from None
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


class HloFrame(NamedTuple):
    """A place in the source of the program. What is not known is None."""

    file: str | None
    line: int | None
    column: int | None
    """As in the text. JAX counts columns from 0."""
    function: str | None


_NUMBER_FIELD = re.compile(r"(\w+)=(\d{1,18})(?!\d)")
_MOST_FRAMES = 10_000


class SourcePlaces:
    """The tables of a module. References to rows that do not exist give no frames."""

    def __init__(self, tables: Mapping[str, Mapping[int, str]]) -> None:
        self._files, self._functions, self._locations, self._frames = [tables[name] for name in TABLES]

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
