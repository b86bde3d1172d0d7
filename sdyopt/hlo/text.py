"""HLO text, as XLA prints and reads it: a module with its first line, its tables, its computations and instructions.

What is read here is the form that all instructions share: `ROOT name = shape opcode(operands), name=value, …`. What
values of attributes say is in `attributes`. Of a compiled program, instructions are read only when they are needed: XLA
prints one per line, so that a text of many megabytes is searched line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from sdyopt.display.wording import file_hint
from sdyopt.ir.attribute import SdyOptError
from sdyopt.layout.reading import parse_shape
from sdyopt.layout.shape import LayoutError, Shape

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


_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|%?[\w.-]+|\S', re.DOTALL)
_LONGEST_SHOWN = 40


def shown(text: str, place: int, limit: int | None = None) -> str:
    """Returns the token at a place, as messages show it; the text, or the part that is read, ends at `limit`."""
    limit = len(text) if limit is None else limit
    if (token := _TOKEN.match(text, place, limit)) is None:
        return "the end" if limit == len(text) else "the end of the line"
    found = token[0][:_LONGEST_SHOWN]
    return f"'{found}'" if found.isprintable() else ascii(found)


# Quoted strings, whose escapes are those of C.

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


# The parts of an instruction. Brackets that nest deeper than patterns go are counted.


def _nested(opening: str, closing: str, levels: int) -> str:
    """Returns a pattern of text in brackets that are nested at most that deep."""
    inner = rf"[^{re.escape(opening + closing)}\"]++|{STRING}"
    found = f"{re.escape(opening)}(?:{inner})*+{re.escape(closing)}"
    for _ in range(levels - 1):
        found = f"{re.escape(opening)}(?:{inner}|{found})*+{re.escape(closing)}"
    return found


BLANK = r"(?:\s++|/\*.*?\*/|//[^\n]*)*+"
STRING = r'"(?:[^"\\]++|\\.)*+"'
_NAME = r"(?:%[\w.-]++|[A-Za-z_][\w.-]*+)"
_BRACES, _PARENTHESES = _nested("{", "}", 4), _nested("(", ")", 12)
_ARRAY = r"(?:b\([a-z]\w*+\[[^\]\n]*+\](?:\{[^{}\n]*+\})?\)|[a-z]\w*+\[[^\]\n]*+\](?:\{[^{}\n]*+\})?)"
_SHAPE = f"(?:{_ARRAY}|{_PARENTHESES})"
_MESH_GROUPS = rf"mesh\s*+\[[^\]\n]*+\](?:\s*+,\s*+device_ids\s*+=\s*+{_PARENTHESES})?\s*+{_BRACES}"
_VALUE = rf"(?:{_BRACES}|{_PARENTHESES}|{STRING}|\[[^\]\n]*+\]|/(?![/*])|[^\s,{{}}()\[\]\"/]++)++"

_BLANKS = re.compile(BLANK, re.DOTALL)
_HEAD = re.compile(
    rf"{BLANK}(ROOT\b\s*+)?(?!ROOT[\s=])({_NAME}){BLANK}={BLANK}({_SHAPE}){BLANK}([A-Za-z_][\w.-]*+){BLANK}\(",
    re.DOTALL,
)
_PLAIN_OPERANDS = re.compile(r"[^(){}\[\]\"/]*+(?=\))")
_PLAIN_NAMES = re.compile(rf"\s*+(?:{_NAME}\s*+(?:,\s*+{_NAME}\s*+)*+)?")
_OPERAND = re.compile(rf"{BLANK}(?:{_SHAPE}{BLANK})?({_NAME})(?:#(\d{{1,9}})(?!\d))?{BLANK}", re.DOTALL)
_ATTRIBUTE = re.compile(rf"{BLANK},{BLANK}([A-Za-z_][\w.-]*+){BLANK}={BLANK}({_MESH_GROUPS}|{_VALUE})", re.DOTALL)
_ATTRIBUTE_HEAD = re.compile(rf"{BLANK},{BLANK}([A-Za-z_][\w.-]*+){BLANK}={BLANK}", re.DOTALL)
_ANY_VALUE = re.compile(_VALUE, re.DOTALL)
_BRACKET = re.compile(rf"{STRING}|/\*.*?\*/|[][(){{}}\"]", re.DOTALL)
_STEPS = [
    (re.compile(r"(?:ROOT(?![\w.-]))?"), ""),
    (re.compile(_NAME), "a name"),
    (re.compile("="), "'='"),
    (re.compile(_SHAPE, re.DOTALL), "'(' or a shape"),
    (re.compile(_NAME), "a name"),
    (re.compile(r"\("), "'('"),
]
"""The parts with which an instruction begins, in their order, with their names in messages."""

_CLOSING = {"(": ")", "{": "}", "[": "]"}

Attributes = dict[str, tuple[str, int, int]]
"""The text of attributes by their names, with the offsets of the name and of the text."""

CALLING = frozenset(
    {
        *("calls", "to_apply", "body", "condition", "branch_computations", "true_computation", "false_computation"),
        *("called_computations", "comparator", "select", "scatter"),
    }
)
"""The attributes that name computations."""

WITHOUT_OPERANDS = frozenset({"constant", "parameter"})
"""The opcodes of which brackets hold a literal, or a number."""

ELEMENTWISE: dict[str, int] = {
    **dict.fromkeys(("abs", "ceil", "count-leading-zeros", "floor", "imag", "is-finite", "negate", "not", "popcnt"), 1),
    **dict.fromkeys(("real", "round-nearest-afz", "round-nearest-even", "sign"), 1),
    **dict.fromkeys(("add", "and", "atan2", "complex", "divide", "maximum", "minimum", "multiply", "or", "power"), 2),
    **dict.fromkeys(("remainder", "shift-left", "shift-right-arithmetic", "shift-right-logical", "subtract", "xor"), 2),
    **dict.fromkeys(("clamp", "select"), 3),
}
"""The opcodes that compute elements one by one and have no attributes, with their numbers of operands."""

TRANSCENDENTAL = frozenset(
    {
        *("cbrt", "cosine", "exponential", "exponential-minus-one", "log", "log-plus-one", "logistic", "rsqrt"),
        *("sine", "sqrt", "tan", "tanh"),
    }
)
"""Those whose accuracy can be chosen: they have one operand."""


class HloInstruction:
    """An instruction. Names are without `%`."""

    __slots__ = (
        "_attributes",
        "_names",
        "inside",
        "inside_offset",
        "is_root",
        "limit",
        "name",
        "offset",
        "opcode",
        "opcode_offset",
        "shape_offset",
        "shape_text",
        "text",
    )

    text: str
    """The whole text."""
    limit: int
    """Where its line ends, or the text."""
    name: str
    offset: int
    """Where the name begins."""
    is_root: bool
    shape_text: str
    shape_offset: int
    opcode: str
    opcode_offset: int
    inside: str
    """The text between the brackets."""
    inside_offset: int

    def __init__(self, text: str, start: int, limit: int) -> None:
        """Reads the instruction at an offset, except its attributes. Raises HloError."""
        if (match := _HEAD.match(text, start, limit)) is None:
            raise _head_error(text, start, limit)
        self.text, self.limit = text, limit
        root, name, self.shape_text, self.opcode = match.groups()
        self.is_root = root is not None
        self.name = name[1:] if name[0] == "%" else name
        self.offset, self.shape_offset, self.opcode_offset = match.start(2), match.start(3), match.start(4)
        begin = self.inside_offset = match.end()
        plain = _PLAIN_OPERANDS.match(text, begin, limit)
        self.inside = text[begin : plain.end() if plain else self._end_of_operands(begin)]
        self._attributes: Attributes | None = None
        self._names: tuple[str, ...] | None = None

    def _end_of_operands(self, begin: int) -> int:
        try:
            return closing(self.text, begin - 1, self.limit)
        except HloError:
            self._read_names(begin, self.limit)  # It may say what is wrong in more detail.
            raise

    @property
    def operands(self) -> tuple[str, ...]:
        """The names of instructions; of `constant` and `parameter`, the literal or number. Raises HloError."""
        if self._names is None:
            if self.opcode in WITHOUT_OPERANDS:
                self._names = (self.inside.strip(),)
            elif _PLAIN_NAMES.fullmatch(self.inside):
                names = self.inside.replace("%", "").split(",")
                self._names = tuple([name.strip() for name in names]) if self.inside.strip() else ()
            else:
                self._names = tuple([name for name, _, _ in self.operand_places()])
        return self._names

    def operand_places(self) -> list[tuple[str, int, int | None]]:
        """Returns the names of operands with their offsets. Raises HloError.

        An element of a tuple, `%fusion#1` since jaxlib 0.12, has the name of the tuple, and comes with its number.
        """
        return self._read_names(self.inside_offset, self.inside_offset + len(self.inside))

    def _read_names(self, position: int, end: int) -> list[tuple[str, int, int | None]]:
        """Reads operands up to the closing bracket at `end`, or as far as possible if there is none."""
        found: list[tuple[str, int, int | None]] = []
        text = self.text
        while True:
            if (match := _OPERAND.match(text, position, end)) is None:
                if (place := after_blank(text, position, end)) == end and not found:
                    return found
                after = " after ','" if found else ""
                raise HloError(f"expected the name of an operand{after}, found {shown(text, place)}", text, place)
            found.append((match[1].removeprefix("%"), match.start(1), None if match[2] is None else int(match[2])))
            if (position := match.end()) == end and text[end : end + 1] == ")":
                return found
            if text[position : position + 1] != "," or position == end:
                raise _expected(text, position, self.limit, "')' or ','")
            position += 1

    @property
    def attributes(self) -> Attributes:
        """The attributes. Raises HloError."""
        if self._attributes is None:
            self._attributes = {}
            end = read_attributes(self.text, self.inside_offset + len(self.inside) + 1, self.limit, self._attributes)
            check_end(self.text, end, self.limit, bool(self._attributes))
        return self._attributes

    def read_attributes(self) -> int:
        """Reads the attributes, which need not end the line, each once; returns the end. Raises HloError."""
        self._attributes = {}
        start = self.inside_offset + len(self.inside) + 1
        return read_attributes(self.text, start, self.limit, self._attributes, may_repeat=False)

    def attribute(self, name: str, default: str = "") -> str:
        """Returns the text of an attribute. Raises HloError."""
        found = self.attributes.get(name)
        return default if found is None else found[0]

    def called(self, attribute: str) -> list[str]:
        """Returns the computations that an attribute names. Raises HloError."""
        text = self.attribute(attribute)
        names = text[1:-1].split(",") if text.startswith("{") else [text]
        return [name.strip().removeprefix("%") for name in names if name.strip()]

    @property
    def calls(self) -> Mapping[str, list[str]]:
        """The computations that it calls, by the attribute that names them. Raises HloError."""
        return {name: self.called(name) for name in self.attributes if name in CALLING}

    @property
    def shape(self) -> Shape:
        """The shape of its result. Raises HloError."""
        return read_shape(self.text, self.shape_text, self.shape_offset)

    @property
    def metadata(self) -> Mapping[str, str]:
        """The fields of its metadata, strings without quotes. Raises HloError."""
        return {
            name: unquoted(value) if value[0] == '"' else value.strip("'")
            for name, value in _FIELD.findall(self.attribute("metadata"))
        }


@lru_cache(maxsize=4096)
def shape_of(text: str) -> Shape:
    """Returns the shape that a text stands for. Raises LayoutError."""
    return parse_shape(text)


def read_shape(text: str, shape: str, offset: int) -> Shape:
    """Returns the shape that a part of the text stands for. Raises HloError."""
    try:
        return shape_of(shape)
    except LayoutError as error:
        raise HloError(str(error), text, offset, offset + len(shape)) from None


_QUOTED = rf"{STRING}|'[^'\n]*+'"
_FIELD = re.compile(rf"(\w+)\s*=\s*({_QUOTED}|\{{[^}}]*+\}}|[^\s,{{}}]++)", re.DOTALL)


def read_attributes(text: str, position: int, limit: int, found: Attributes, may_repeat: bool = True) -> int:
    """Adds attributes, each after a comma, to those that are `found`; returns their end. Raises HloError."""
    while True:
        if (match := _ATTRIBUTE.match(text, position, limit)) is None:
            if (head := _ATTRIBUTE_HEAD.match(text, position, limit)) is None:
                break
            name, offset, start = head[1], head.start(1), head.end()
            if text[start : start + 1] not in ("{", "(", "[") or start >= limit:
                raise _expected(text, start, limit, "a value")
            position = closing(text, start, limit) + 1
            value = text[start:position]
        else:
            name, value = match.groups()
            offset, start = match.span(1)[0], match.start(2)
            position = match.end()
        if not may_repeat and name in found:
            raise HloError(f"attribute '{name}' appears twice", text, offset)
        found[name] = value, offset, start
    position = after_blank(text, position, limit)
    if text.startswith(",", position, limit):
        place = after_blank(text, position + 1, limit)
        if (name := re.compile(r"[A-Za-z_][\w.-]*+").match(text, place, limit)) is None:
            raise _expected(text, place, limit, "a name")
        raise _expected(text, after_blank(text, name.end(), limit), limit, "'='")
    return position


def check_end(text: str, place: int, limit: int, is_after_value: bool) -> None:
    """Raises HloError if a line does not end at a place."""
    if place < limit:
        value = _ANY_VALUE.match(text, place, limit) if is_after_value else None
        if value is not None:
            raise HloError(f"expected ',' before '{value[0][:_LONGEST_SHOWN]}'", text, place)
        raise _expected(text, place, limit, "','")


def _expected(text: str, place: int, limit: int, what: str) -> HloError:
    return HloError(f"expected {what}, found {shown(text, place, limit)}", text, place)


def _head_error(text: str, start: int, limit: int) -> HloError:
    """Returns what is wrong with the beginning of an instruction."""
    position = begin = after_blank(text, start, limit)
    for number, (pattern, what) in enumerate(_STEPS):
        position = after_blank(text, position, limit)
        if (match := pattern.match(text, position, limit)) is None:
            if number > 1:
                return _expected(text, position, limit, what)
            break
        position = match.end()
    message = f"expected an instruction 'name = shape opcode(…)', found {shown(text, begin)}"
    return HloError(message, text, begin)


def closing(text: str, start: int, limit: int) -> int:
    """Returns the offset of the bracket that closes the one at `start`. Raises HloError."""
    opened: list[str] = []
    for bracket in _BRACKET.finditer(text, start, limit):
        if (character := bracket[0]) in _CLOSING:
            opened.append(_CLOSING[character])
        elif character == '"':
            raise HloError("the string is not closed", text, bracket.start())
        elif len(character) == 1:
            if character != opened.pop():
                raise HloError(f"'{character}' closes no bracket", text, bracket.start())
            if not opened:
                return bracket.start()
    raise HloError(f"'{text[start]}' is not closed", text, start)


def after_blank(text: str, position: int, limit: int) -> int:
    """Returns the place after blanks and comments."""
    match = _BLANKS.match(text, position, limit)
    return position if match is None else match.end()


# A module.

TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
"""The tables between the first line and the computations."""

_MODULE = re.compile(rf"{BLANK}(HloModule)\s++({_NAME})", re.DOTALL)
_COMPUTATION = re.compile(
    rf"{BLANK}(ENTRY\b\s*+)?({_NAME}){BLANK}(?:{_PARENTHESES}{BLANK}->{BLANK}{_SHAPE}{BLANK})?\{{", re.DOTALL
)
_BODY_END = re.compile(r"\n[^\S\n]*+\}")
_TABLE = re.compile(
    rf"{BLANK}(?:(FileNames|FunctionNames)[^\S\n]*+\n((?:[^\S\n]*+\n|[^\S\n]*+\d+ +{STRING}[^\S\n]*+(?:\n|\Z))*+)"
    r"|(FileLocations|StackFrames)[^\S\n]*+\n"
    r"((?:[^\S\n]*+\n|[^\S\n]*+\d+ +\{(?: *\w+=\d+)*+ *\}[^\S\n]*+(?:\n|\Z))*+))"
)
_ROW = re.compile(r"^[^\S\n]*+(\d{1,18}) +([^\n]*?)[^\S\n]*+$", re.MULTILINE)
_DEFINITION = re.compile(r"\s*(?:ROOT\s+)?%?([\w.-]+)\s*=\s*")
_CALL = re.compile(
    r"(?:calls|to_apply|body|condition|comparator|select|scatter|(?:branch|called)_computations|(?:true|false)_computation)"
    r"=(?:%?([\w.-]+)|\{([^{}]*)\})"
)
_CALL_MARKS = ("calls=", "to_apply=", "body=", "condition=", "comparator=", "select=", "computation")
"""One of them is in each line that `_CALL` matches; to look for them takes less time."""

_HINT = "HLO text is what jax.jit(f).lower(...).compile().as_text() returns"


class HloComputation:
    """A computation. `instructions` have the order of the text, if they have been read with it."""

    __slots__ = ("end", "first", "instructions", "is_entry", "last", "name", "offset")

    def __init__(self, name: str, offset: int, is_entry: bool) -> None:
        self.name = name
        self.offset = offset
        self.is_entry = is_entry
        self.instructions: list[HloInstruction] = []
        self.end = offset
        """Where its last bracket is."""
        self.first = self.last = 0
        """The numbers of the lines, from 0, of its first instruction and of its last bracket, in a compiled text."""

    @property
    def lines(self) -> range:
        return range(self.first, self.last)


class HloText:
    """A module: its first line, its tables, and its computations in their order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.name = ""
        self.offset = 0
        """Where the name begins."""
        self.start = 0
        """Where the first line begins."""
        self.attributes: Attributes = {}
        self.computations: dict[str, HloComputation] = {}
        self.tables: dict[str, dict[int, str]] = {name: {} for name in TABLES}
        """The rows of each table by their numbers."""
        self._entry: HloComputation | None = None
        self._definitions: dict[str, dict[str, int]] = {}
        self._instructions: dict[int, HloInstruction] = {}

    def read(self, is_by_line: bool = False) -> None:
        """Reads the text. Raises HloError; what precedes the error has then been read.

        If `is_by_line`, each instruction is one line, and is read when it is needed.
        """
        position = self._first_line(is_by_line)
        line, counted = self.text.count("\n", 0, position), position
        while (position := after_blank(self.text, position, len(self.text))) < len(self.text):
            if (table := _TABLE.match(self.text, position)) is not None:
                self.tables[table[1] or table[3]] = {
                    int(row[1]): row[2] for row in _ROW.finditer(table[2] or table[4] or "")
                }
                position = table.end()
                continue
            computation, position = self._head(position)
            if not is_by_line:
                position = self._body(computation, position)
                continue
            line, counted = line + self.text.count("\n", counted, position), position
            computation.first = line + 1
            if (end := _BODY_END.search(self.text, position - 1)) is None:
                message = f"the text ends inside of computation '{computation.name}'"
                raise HloError(message, self.text, len(self.text.rstrip()))
            computation.end = end.end() - 1
            position = _end_of_line(self.text, end.end())
            line, counted = line + self.text.count("\n", counted, position), position
            computation.last = line
        if is_by_line and self._entry is None:
            raise HloError("the text ends without an entry computation ('ENTRY')", self.text, len(self.text.rstrip()))
        if not self.computations:
            raise HloError("this is HLO text, not MLIR, and has no computation", self.text, self.start)

    def _first_line(self, is_by_line: bool) -> int:
        """Reads the line that begins the module; returns its end."""
        text = self.text
        if (match := _MODULE.match(text)) is None:
            place = after_blank(text, 0, len(text))
            if text.startswith("HloModule", place):
                raise HloError("expected 'HloModule' and a name, found 'HloModule'", text, place, hint=_HINT)
            message = "expected 'HloModule', with which HLO text begins"
            if place == len(text):
                raise HloError(f"{message}, found nothing", text, 0, hint=_HINT)
            hint = file_hint(text, "pathlib.Path({}).read_text()")
            raise HloError(f"{message}{hint and '; '}{hint}", text, place, hint=_HINT)
        self.name, self.offset, self.start = match[2].removeprefix("%"), match.start(2), match.start(1)
        limit = _end_of_line(text, match.end()) if is_by_line else len(text)
        position = read_attributes(text, match.end(), limit, self.attributes, is_by_line)
        if is_by_line:
            check_end(text, position, limit, bool(self.attributes))
        return position

    def _head(self, position: int) -> tuple[HloComputation, int]:
        """Reads what a computation begins with; returns it and the place of its instructions."""
        text = self.text
        if (match := _COMPUTATION.match(text, position)) is None:
            if text[position : _end_of_line(text, position)].rstrip().endswith("{"):
                raise HloError("expected the name of a computation", text, position)
            what = "a second module" if text.startswith("HloModule", position) else shown(text, position)
            raise HloError(f"expected a computation, found {what}", text, position)
        found = HloComputation(match[2].removeprefix("%"), match.start(2), match[1] is not None)
        if found.name in self.computations:
            raise HloError(f"there are two computations '{found.name}'", text, position)
        if found.is_entry:
            if self._entry is not None:
                raise HloError("there are two entry computations", text, position)
            self._entry = found
        self.computations[found.name] = found
        return found, match.end()

    def _body(self, computation: HloComputation, position: int) -> int:
        """Reads the instructions of a computation; returns its end."""
        text, limit = self.text, len(self.text)
        while (position := after_blank(text, position, limit)) == limit or text[position] != "}":
            instruction = HloInstruction(text, position, limit)
            computation.instructions.append(instruction)
            position = instruction.read_attributes()
        if not computation.instructions:
            raise HloError(f"computation '{computation.name}' has no instructions", text, position)
        computation.end = position
        return read_attributes(text, position + 1, limit, {}, may_repeat=False)

    @property
    def entry(self) -> HloComputation:
        """The computation that is the program: the last one, if the text does not say it."""
        return self._entry or next(reversed(self.computations.values()))

    @property
    def is_scheduled(self) -> bool:
        """Whether the instructions run in the order of the text."""
        return self.attributes.get("is_scheduled", ("", 0, 0))[0] == "true"

    # The lines of a compiled program.

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def _offsets(self) -> list[int]:
        offsets, offset = [], 0
        for line in self.lines:
            offsets.append(offset)
            offset += len(line) + 1
        return offsets

    def instruction(self, line: int) -> HloInstruction:
        """Returns the instruction on a line. Raises HloError."""
        if (found := self._instructions.get(line)) is None:
            start = self._offsets[line]
            found = self._instructions[line] = HloInstruction(self.text, start, start + len(self.lines[line]))
        return found

    def instructions(self, computation: HloComputation) -> Iterator[tuple[int, HloInstruction]]:
        """Yields the instructions of a computation with their lines. Raises HloError."""
        for number in computation.lines:
            if _DEFINITION.match(self.lines[number]):
                yield number, self.instruction(number)

    def definitions(self, computation: HloComputation) -> dict[str, int]:
        """Returns the line of each instruction of a computation by its name."""
        if (found := self._definitions.get(computation.name)) is None:
            found = {}
            for number in computation.lines:
                if (match := _DEFINITION.match(self.lines[number])) is not None:
                    found[match[1]] = number
            self._definitions[computation.name] = found
        return found

    def root(self, computation: HloComputation) -> int | None:
        """Returns the line of a computation's root."""
        for number in reversed(computation.lines):
            if self.lines[number].lstrip().startswith("ROOT "):
                return number
        return None

    def callers(self) -> dict[str, list[tuple[HloComputation, int]]]:
        """Returns the lines that may call each computation, with the computations that they are in."""
        found: dict[str, list[tuple[HloComputation, int]]] = {}
        for computation in self.computations.values():
            for number in computation.lines:
                line = self.lines[number]
                if any(map(line.__contains__, _CALL_MARKS)):
                    for name in set(_called(line)):
                        found.setdefault(name, []).append((computation, number))
        return found

    def error(self, message: str, line: int, mention: str = "", after: str = "") -> HloError:
        """Returns an error on a line, at the first name `mention` after `after`, or at its beginning."""
        text, offset = self.lines[line], self._offsets[line]
        before = text.find(after) + len(after) if after in text else 0
        place = re.compile(rf"(?<![\w.-]){re.escape(mention)}(?![\w.-])").search(text, before) if mention else None
        if place is None:
            return HloError(message, self.text, offset + len(text) - len(text.lstrip()))
        return HloError(message, self.text, offset + place.start(), offset + place.end())


def scan(text: str) -> HloText:
    """Returns the module of a compiled program, whose instructions are read when needed. Raises HloError."""
    module = HloText(text)
    module.read(is_by_line=True)
    return module


def _end_of_line(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _called(line: str) -> Iterator[str]:
    """Yields the names that stand where a line may call computations."""
    for name, names in _CALL.findall(line):
        if name:
            yield name
        for part in names.split(","):
            if part.strip():
                yield part.strip().removeprefix("%")
