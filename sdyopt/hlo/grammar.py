"""Instructions, and the line that begins a module, read by the grammar in `hlo.lark`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.records import NamedTuple
from sdyopt.layout.reading import integer, parse_shape
from sdyopt.layout.shape import LayoutError, Shape, TupleShape
from sdyopt.sharding.replica_groups import HloAxisRef, IotaDevices, IotaGroups, ListedGroups, MeshGroups, ReplicaGroups

if TYPE_CHECKING:
    from sdyopt.display.messages import Message


# Errors in HLO text.


class HloError(SdyOptError, ValueError):
    """A text that is not the HLO text of a module. `offset` counts the characters of `text` before the place."""

    def __init__(self, message: str, text: str, offset: int, end: int | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset
        self.end = end
        """The end of what is wrong, exclusive, if it is known."""
        self.hint = hint

    @property
    def line(self) -> int:
        """The line of the place, from 1."""
        return self.text.count("\n", 0, self.offset) + 1

    @property
    def column(self) -> int:
        """The column of the place in bytes, from 1."""
        before = self.text[self.text.rfind("\n", 0, self.offset) + 1 : self.offset]
        return _length_in_bytes(before) + 1

    def message(self, file: str) -> Message:
        """Returns the error as the commands show it, with an excerpt of the text."""
        from sdyopt.display.messages import Excerpted, Extent, Message

        end_column = None if self.end is None else self.column + _length_in_bytes(self.text[self.offset : self.end])
        extent = Extent(file, self.line, self.column, end_column)
        excerpted = Excerpted(self.text, self.offset, self.end) if self.text else None
        return Message("error", str(self), extent, excerpted, self.hint)


def _length_in_bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))


# Quoted strings of HLO text, whose escapes are those of C.

_ESCAPE = re.compile(r"(?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.))+", re.DOTALL)
_EACH = re.compile(r"\\([0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def unquoted(text: str) -> str:
    """Returns what a string stands for; text without quotes as it is."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return text
    inner = text[1:-1]
    return _ESCAPE.sub(_decoded, inner) if "\\" in inner else inner


def _decoded(escapes: re.Match[str]) -> str:
    """Returns the characters of adjacent escapes, which may be the bytes of one in UTF-8."""
    return b"".join([_bytes(code) for code in _EACH.findall(escapes[0])]).decode("utf-8", "replace")


def _bytes(code: str) -> bytes:
    if code[0] in "01234567":
        return bytes([int(code, 8) & 0xFF])
    if code[0] == "x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return _LETTERS.get(code, code).encode("utf-8", "surrogateescape")


# A compiled module as far as its communication needs it.

Index = tuple[int, ...]
"""The way to an element of nested tuples."""


class Instruction(NamedTuple):
    """`ROOT %name = shape opcode(operands), attributes`. Names are without `%`."""

    name: str
    shape: Shape
    opcode: str
    operands: tuple[str, ...]
    """Names of instructions. Of `constant` and `parameter`, the literal or number."""
    replica_groups: ReplicaGroups | None = None
    source_target_pairs: tuple[tuple[int, int], ...] | None = None
    called: Mapping[str, tuple[str, ...]] = {}
    """The computations that it calls, by the attribute that names them."""
    metadata: Mapping[str, str] = {}
    """Strings without their quotes."""
    attributes: Mapping[str, str] = {}
    """All other attributes, as text."""


class EntryLayout(NamedTuple):
    """The shapes that the program takes and gives, on one device."""

    parameters: tuple[Shape, ...] = ()
    result: Shape | None = None


class Alias(NamedTuple):
    """A part of the result that takes the memory of a part of a parameter, as that is donated."""

    result_index: Index
    parameter: int
    parameter_index: Index


class Header(NamedTuple):
    """The line that begins a module."""

    name: str
    layout: EntryLayout | None = None
    aliases: tuple[Alias, ...] = ()
    attributes: Mapping[str, str] = {}
    """All other attributes, as text."""


class HloFrame(NamedTuple):
    """A place in the source of the program. What is not known is None."""

    file: str | None
    line: int | None
    column: int | None
    """As in the text. JAX counts columns from 0."""
    function: str | None


def parse_instruction(text: str, start: int, end: int) -> Instruction:
    """Returns the instruction that is `text[start:end]`. Raises HloError."""
    found: Instruction = _parsed("instruction", text, start, end)
    return found


def parse_header(text: str, start: int, end: int) -> Header:
    """Returns what the line `text[start:end]`, which begins a module, says. Raises HloError."""
    found: Header = _parsed("module", text, start, end)
    return found


def parse_replica_groups(text: str) -> ReplicaGroups:
    """Returns the groups of devices that a text stands for, `replica_groups=[2,4]<=[8]`. Raises HloError."""
    return _parsed("replica_groups", text, 0, len(text))[1]  # type: ignore[no-any-return]


@lru_cache(maxsize=4096)
def shape_of(text: str) -> Shape:
    """Returns the shape that a text stands for. Raises LayoutError."""
    return parse_shape(text)


class _InvalidPartError(ValueError):
    """What the grammar takes and HLO does not; it begins at `token`."""

    def __init__(self, message: str, token: Token) -> None:
        super().__init__(message)
        self.start = token.start_pos or 0
        self.end = self.start + len(token)


@cache
def _parser() -> Lark:
    return Lark(
        (Path(__file__).parent / "hlo.lark").read_text(encoding="utf-8"),
        start=["instruction", "module", "replica_groups"],
        parser="lalr",
        transformer=_Builder(),
        maybe_placeholders=False,
    )


def _parsed(rule: str, text: str, start: int, end: int) -> Any:
    line = text[start:end]
    try:
        return _parser().parse(line, rule)
    except _InvalidPartError as error:
        raise HloError(str(error), text, start + error.start, start + error.end) from None
    except UnexpectedInput as error:
        place = error.pos_in_stream
        if place is None or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
            place = len(line)
        raise HloError(_unexpected(error, line, place), text, start + place) from None


_TOKEN = re.compile(r"%?[\w.-]+|\S")
_LONGEST_SHOWN = 40
_MOST_EXPECTED = 4
"""Of more possibilities, a message lists none."""

_KINDS = {
    "NAME": "a name",
    "CALLED": "",
    "ARRAY": "a shape",
    "LITERAL": "a literal",
    "LISTED": "a list in braces",
    "AXIS": "an axis in quotes",
    "INTEGER": "an integer",
    "TEXT": "a value",
    "FLAT": "",
    "OPEN": "",
    "BRACE": "",
    "CLOSE": "a closing bracket",
    "ROOT": "",
    "$END": "the end of the line",
}
"""The names of the grammar's terminals in messages; the empty ones are covered by others."""


def _unexpected(error: UnexpectedInput, line: str, place: int) -> str:
    found = _TOKEN.match(line, place)
    shown = "the end of the line" if found is None else f"'{found[0][:_LONGEST_SHOWN]}'"
    terminals = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    expected = sorted(filter(None, {_described(name) for name in terminals}))
    if not expected or len(expected) > _MOST_EXPECTED:
        return f"unexpected {shown} in an HLO instruction"
    return f"expected {' or '.join(expected)}, found {shown}"


def _described(terminal: str) -> str:
    if terminal in _KINDS:
        return _KINDS[terminal]
    pattern = _parser().get_terminal(terminal).pattern
    return f"'{pattern.value}'" if isinstance(pattern, PatternStr) else ""


# --- from the grammar's rules to the model ----------------------------------------------------------------------------

_LIST = re.compile(r"\{([^{}]*)\}")
_DIGITS = re.compile(r"-?\d+")

_Field = tuple[str, Any]
"""The name of a field of the model, and its value; of a mapping's field, a key and a value."""


def _integer(token: Token) -> int:
    found = integer(token)
    if found is None:
        raise _InvalidPartError("the number does not fit into 64 bits", token)
    return found


def _lists(token: Token) -> tuple[tuple[int, ...], ...]:
    """Returns the numbers of `{{0,1},{2,3}}`."""
    found = []
    for part in _LIST.findall(token[1:-1]):
        numbers = [integer(digits) for digits in _DIGITS.findall(part)]
        if None in numbers or any(number < 0 for number in numbers if number is not None):
            raise _InvalidPartError("devices are numbers from 0 that fit into 64 bits", token)
        found.append(tuple([number for number in numbers if number is not None]))
    return tuple(found)


def _fields(fields: Iterable[_Field]) -> dict[str, Any]:
    """Returns the arguments of a dataclass, several entries of a mapping joined."""
    result: dict[str, Any] = {}
    for name, value in fields:
        if name in ("called", "attributes"):
            result.setdefault(name, {}).update([value])
        else:
            result[name] = value
    return result


def _checked(make: Callable[..., Any], token: Token, *arguments: Any) -> Any:
    """Returns what `make` returns; its errors are at `token`."""
    try:
        return make(*arguments)
    except ValueError as error:
        raise _InvalidPartError(str(error), token) from None


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    """A method for each rule of the grammar, of the same name."""

    def module(self, name: Token, *fields: _Field) -> Header:
        return Header(str(name), **_fields(fields))

    def entry_layout(self, *shapes: Any) -> _Field:
        return "layout", EntryLayout(tuple(shapes[:-1]), shapes[-1])

    def aliases(self, *aliases: Alias) -> _Field:
        return "aliases", aliases

    def alias(self, result: tuple[int, ...], parameter: Token, index: tuple[int, ...], _kind: str = "") -> Alias:
        return Alias(result, _integer(parameter), index)

    def index(self, *numbers: Token) -> tuple[int, ...]:
        return tuple(map(_integer, numbers))

    def instruction(self, *parts: Any) -> Instruction:
        name, shape, opcode, operands, *fields = parts[1:] if parts[0] == "ROOT" else parts
        return Instruction(name.removeprefix("%"), shape, str(opcode), operands, **_fields(fields))

    def operands(self, *operands: Any) -> tuple[str, ...]:
        return tuple([operand for operand in operands if isinstance(operand, str)])

    def operand(self, name: Token) -> str:
        return name.removeprefix("%")

    def literal(self, text: Token) -> str:
        return str(text)

    def nested_literal(self, *parts: str) -> str:
        return "".join(parts)

    def array_shape(self, text: Token) -> Shape:
        try:
            return shape_of(str(text))
        except LayoutError as error:
            raise _InvalidPartError(str(error), text) from None

    def tuple_shape(self, *shapes: Shape) -> Shape:
        return TupleShape(shapes)

    def replica_groups(self, groups: Any) -> _Field:
        return "replica_groups", groups

    def listed_groups(self, text: Token) -> ListedGroups:
        return ListedGroups(_lists(text))

    def iota_groups(self, dimensions: Sequence[Token], iota: IotaDevices) -> IotaGroups:
        sizes = tuple(map(_integer, dimensions))
        if len(sizes) != 2:
            raise _InvalidPartError("replica groups have two dimensions: their number and their size", dimensions[0])
        found: IotaGroups = _checked(IotaGroups, dimensions[0], *sizes, iota)
        return found

    def mesh_groups(self, mesh: Sequence[tuple[Token, int]], *parts: Any) -> MeshGroups:
        *devices, axes = parts
        named = tuple([(_axis_name(name), size) for name, size in mesh])
        found: MeshGroups = _checked(MeshGroups, mesh[0][0], named, axes, *devices)
        return found

    def mesh(self, *axes: tuple[Token, int]) -> Sequence[tuple[Token, int]]:
        return axes

    def axis(self, name: Token, size: Token) -> tuple[Token, int]:
        return name, _integer(size)

    def axis_refs(self, *refs: HloAxisRef) -> tuple[HloAxisRef, ...]:
        return refs

    def axis_ref(self, name: Token, *sub_axis: Token) -> HloAxisRef:
        if not sub_axis:
            return HloAxisRef(_axis_name(name), None)
        before, size = map(_integer, sub_axis)
        return HloAxisRef(_axis_name(name), (before, size))

    def iota(self, dimensions: Sequence[Token], permutation: tuple[int, ...] = ()) -> IotaDevices:
        found: IotaDevices = _checked(IotaDevices, dimensions[0], tuple(map(_integer, dimensions)), permutation)
        return found

    def dimensions(self, *numbers: Token) -> Sequence[Token]:
        return numbers

    def permutation(self, *numbers: Token) -> tuple[int, ...]:
        return tuple(map(_integer, numbers))

    def devices(self, *numbers: Token) -> tuple[int, ...]:
        return tuple(map(_integer, numbers))

    def source_target_pairs(self, text: Token) -> _Field:
        pairs = _lists(text)
        if any(len(pair) != 2 for pair in pairs):
            raise _InvalidPartError("a pair has a source and a target", text)
        return "source_target_pairs", pairs

    def metadata(self, *fields: Any) -> _Field:
        return "metadata", {name: unquoted(value) for name, value in fields[:-1]}

    def field(self, name: Token, value: str) -> _Field:
        return str(name), value

    def called(self, attribute: Token, *names: Token) -> _Field:
        return "called", (str(attribute), tuple([name.removeprefix("%") for name in names]))

    def other(self, name: Token, value: str) -> _Field:
        return "attributes", (str(name), value)

    def value(self, *parts: Token) -> str:
        for part, following in pairwise(parts):
            if part.end_pos != following.start_pos:
                raise _InvalidPartError(f"expected ',' before '{following[:_LONGEST_SHOWN]}'", following)
        return "".join(parts)

    def nested(self, *parts: Token) -> Token:
        return Token("NESTED", "".join(parts), start_pos=parts[0].start_pos, end_pos=parts[-1].end_pos)


def _axis_name(token: Token) -> str:
    return token[1:-1]
