"""Attributes of HLO text: groups of devices, shapes of arguments and results, places in the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from math import prod
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from sdyopt.hlo.text import TABLES, HloError, HloInstruction, HloText, shape_of, shown, unquoted
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

_INTEGER = re.compile(r"-?\d+")
_ONE_LIST = re.compile(r"\{([^{}]*)\}")


# The values that the grammar in `attributes.lark` reads.


def _read(owner: HloText | HloInstruction, name: str, rule: str) -> Any:
    """Returns what an attribute says, by a rule of the grammar; None if there is no such attribute. Raises HloError."""
    if (found := owner.attributes.get(name)) is None:
        return None
    value, _, start = found
    try:
        return _parsed(rule, value)
    except _InvalidPartError as error:
        raise HloError(str(error), owner.text, start + error.start, start + error.end) from None
    except UnexpectedInput as error:
        is_over = error.pos_in_stream is None or (isinstance(error, UnexpectedToken) and error.token.type == "$END")
        place = len(value) if is_over else error.pos_in_stream or 0
        raise HloError(_unexpected(error, value, place), owner.text, start + place) from None


@lru_cache(maxsize=4096)
def _parsed(rule: str, value: str) -> Any:
    return _parser().parse(value, rule)


@cache
def _parser() -> Lark:
    return Lark(
        (Path(__file__).parent / "attributes.lark").read_text(encoding="utf-8"),
        start=["replica_groups", "source_target_pairs", "entry_layout", "aliases", "donors"],
        parser="lalr",
        transformer=_Builder(),
        maybe_placeholders=False,
    )


class _InvalidPartError(ValueError):
    """A part that the grammar takes and HLO does not; it is the token."""

    def __init__(self, message: str, token: Token) -> None:
        super().__init__(message)
        self.start = token.start_pos or 0
        self.end = self.start + len(token)


_KINDS = {
    "LISTED": "a list in braces",
    "AXIS": "an axis in quotes",
    "INTEGER": "an integer",
    "ARRAY": "a shape",
    "$END": "','",
}
"""The names in messages of the terminals of the grammar that are not fixed texts."""


def _unexpected(error: UnexpectedInput, value: str, place: int) -> str:
    found = "the end" if place >= len(value) else shown(value, place)
    terminals: Iterable[str] = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    expected = sorted([_described(name) for name in terminals if name != "BLANK"])
    return f"expected {' or '.join(expected)}, found {found}"


def _described(terminal: str) -> str:
    if terminal in _KINDS:
        return _KINDS[terminal]
    pattern = _parser().get_terminal(terminal).pattern
    return f"'{pattern.value}'" if isinstance(pattern, PatternStr) else "'may-alias' or 'must-alias'"


def _integer(token: Token) -> int:
    if (found := integer(token)) is None:
        raise _InvalidPartError("the number does not fit into 64 bits", token)
    return found


def _lists(token: Token) -> Groups:
    """Returns the numbers of `{{0,1},{2,3}}`."""
    found = []
    for part in _ONE_LIST.findall(token[1:-1]):
        numbers = [integer(digits) for digits in _INTEGER.findall(part)]
        if any(number is None or number < 0 for number in numbers):
            raise _InvalidPartError("devices are numbers from 0 that fit into 64 bits", token)
        found.append(tuple([number for number in numbers if number is not None]))
    return tuple(found)


def _checked(make: Callable[..., Any], token: Token, *arguments: object) -> Any:
    """Returns what `make` returns; its errors are at `token`."""
    try:
        return make(*arguments)
    except ValueError as error:
        raise _InvalidPartError(str(error), token) from None


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    """A method for each rule of the grammar, of the same name."""

    def listed_groups(self, text: Token) -> ListedGroups:
        return ListedGroups(_lists(text))

    def iota_groups(self, dimensions: Sequence[Token], iota: IotaDevices) -> Any:
        if len(dimensions) != 2:
            raise _InvalidPartError("replica groups have two dimensions: their number and their size", dimensions[0])
        return _checked(IotaGroups, dimensions[0], *map(_integer, dimensions), iota)

    def mesh_groups(self, *parts: Any) -> Any:
        *given, axes = parts
        mesh = [part for part in given if isinstance(part, list)]
        devices = [part for part in given if not isinstance(part, list)]
        named = tuple([(name[1:-1], size) for name, size in mesh])
        return _checked(MeshGroups, mesh[0][0], named, axes, *devices)

    def axis(self, name: Token, size: Token) -> list[Any]:
        return [name, _integer(size)]

    def axis_refs(self, *refs: HloAxisRef) -> tuple[HloAxisRef, ...]:
        return refs

    def axis_ref(self, name: Token, *part: Token) -> HloAxisRef:
        before_and_size = tuple(map(_integer, part))
        return HloAxisRef(name[1:-1], (before_and_size[0], before_and_size[1]) if part else None)

    def iota(self, dimensions: Sequence[Token], permutation: tuple[int, ...] = ()) -> Any:
        return _checked(IotaDevices, dimensions[0], tuple(map(_integer, dimensions)), permutation)

    def dimensions(self, *numbers: Token) -> Sequence[Token]:
        return numbers

    def devices(self, *numbers: Token) -> tuple[int, ...]:
        return tuple(map(_integer, numbers))

    def source_target_pairs(self, text: Token) -> tuple[tuple[int, int], ...]:
        pairs = _lists(text)
        if any(len(pair) != 2 for pair in pairs):
            raise _InvalidPartError("a pair has a source and a target", text)
        return tuple([(source, target) for source, target in pairs])

    def entry_layout(self, *shapes: Shape) -> EntryLayout:
        return EntryLayout(tuple(shapes[:-1]), shapes[-1])

    def array_shape(self, text: Token) -> Shape:
        try:
            return shape_of(str(text))
        except LayoutError as error:
            raise _InvalidPartError(str(error), text) from None

    def tuple_shape(self, *shapes: Shape) -> Shape:
        return TupleShape(shapes)

    def aliases(self, *aliases: Alias) -> tuple[Alias, ...]:
        return aliases

    def alias(self, result: Index, parameter: Token, index: Index = (), kind: str = "") -> Alias:
        return Alias(result, _integer(parameter), index, kind == "must-alias")

    def donors(self, *donors: tuple[int, Index]) -> tuple[tuple[int, Index], ...]:
        return donors

    def donor(self, parameter: Token, index: Index) -> tuple[int, Index]:
        return _integer(parameter), index

    def index(self, *numbers: Token) -> Index:
        return tuple(map(_integer, numbers))


# Groups of devices.


def replica_groups(instruction: HloInstruction) -> ReplicaGroups | None:
    """Returns the groups of devices that communicate, None if there is no such attribute. Raises HloError."""
    found: ReplicaGroups | None = _read(instruction, "replica_groups", "replica_groups")
    return found


def source_target_pairs(instruction: HloInstruction) -> tuple[tuple[int, int], ...] | None:
    """Returns which device sends to which, None if there is no such attribute. Raises HloError."""
    found: tuple[tuple[int, int], ...] | None = _read(instruction, "source_target_pairs", "source_target_pairs")
    return found


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
    found: EntryLayout | None = _read(module, "entry_computation_layout", "entry_layout")
    return found


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
    return _read(module, "input_output_alias", "aliases") or ()


def output_aliases(instruction: HloInstruction) -> tuple[Alias, ...]:
    """Returns which parts of the result of a custom call share the memory of its operands. Raises HloError."""
    return _read(instruction, "output_to_operand_aliasing", "aliases") or ()


def donors(module: HloText) -> tuple[tuple[int, Index], ...]:
    """Returns the parameters, or parts of them, whose memory results may take. Raises HloError."""
    return _read(module, "buffer_donor", "donors") or ()


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
    """The bytes of results in the memory of arguments."""
    tuple_table: int
    """The pointers to the elements of the result. XLA counts them among the results."""
    unpadded_arguments: int
    """The bytes of all arguments without the padding of tiles, in any memory."""

    @property
    def after_donation(self) -> int:
        """Returns the arguments and results together, what they share counted once."""
        return sum(self.arguments) + sum(self.results) - self.donated


def entry_sizes(module: HloText) -> EntrySizes | None:
    """Returns the sizes from the line that begins the module, None if it does not give the shapes. Raises HloError."""
    if (layout := entry_layout(module)) is None:
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
        if isinstance(current := work.pop(), TupleShape):
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
_MAX_FRAMES = 10_000


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
        while number in self._frames and number not in seen and len(found) < _MAX_FRAMES:
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
        """Returns the number that is added to parents: XLA prints 1 for a frame without a parent, older versions 0."""
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
