"""The text of a module: its first line, its tables, and its computations with their instructions.

What is read here is only the form that all instructions share: `ROOT name = shape opcode(operands), name=value, …`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.hlo_import.errors import fail

_BLANK = r"(?:\s++|/\*.*?\*/|//[^\n]*)*+"
_STRING = r'"(?:[^"\\]++|\\.)*+"'
_NAME = r"%?[A-Za-z_][\w.-]*+"


def _nested(opening: str, closing: str, levels: int) -> str:
    """Returns a pattern of text in brackets that are nested at most that deep."""
    inner = rf"[^{re.escape(opening + closing)}\"]++|{_STRING}"
    found = f"{re.escape(opening)}(?:{inner})*+{re.escape(closing)}"
    for _ in range(levels - 1):
        found = f"{re.escape(opening)}(?:{inner}|{found})*+{re.escape(closing)}"
    return found


_BRACES, _PARENTHESES = _nested("{", "}", 4), _nested("(", ")", 12)
ARRAY = r"(?:b\([a-z]\w*+\[[^\]\n]*+\](?:\{[^{}\n]*+\})?\)|[a-z]\w*+\[[^\]\n]*+\](?:\{[^{}\n]*+\})?)"
_SHAPE = f"(?:{ARRAY}|{_PARENTHESES})"

_BLANKS = re.compile(_BLANK, re.DOTALL)
_HEAD = re.compile(
    rf"{_BLANK}(ROOT\b\s*+)?(?!ROOT[\s=])({_NAME}){_BLANK}={_BLANK}(?:({_SHAPE}){_BLANK})?([a-z][a-z0-9-]*+){_BLANK}\(",
    re.DOTALL,
)
_PLAIN_OPERANDS = re.compile(r"[^(){}\[\]\"/]*+(?=\))")
_MESH_GROUPS = rf"mesh\s*+\[[^\]\n]*+\](?:\s*+,\s*+device_ids\s*+=\s*+{_PARENTHESES})?\s*+{_BRACES}"
_ATTRIBUTE = re.compile(
    rf"{_BLANK},{_BLANK}([A-Za-z_][\w-]*+){_BLANK}={_BLANK}"
    rf"({_MESH_GROUPS}|(?:{_BRACES}|{_PARENTHESES}|{_STRING}|\[[^\]\n]*+\]|/(?![/*])|[^\s,{{}}()\[\]\"/]++)++)",
    re.DOTALL,
)
_ATTRIBUTE_HEAD = re.compile(rf"{_BLANK},{_BLANK}([A-Za-z_][\w-]*+){_BLANK}={_BLANK}", re.DOTALL)
_COMPUTATION = re.compile(
    rf"{_BLANK}(ENTRY\b\s*+)?({_NAME}){_BLANK}(?:{_PARENTHESES}{_BLANK}->{_BLANK}{_SHAPE}{_BLANK})?\{{", re.DOTALL
)
_MODULE = re.compile(rf"{_BLANK}(HloModule)\s++({_NAME})", re.DOTALL)
_OPERAND = re.compile(rf"{_BLANK}(?:({_SHAPE}){_BLANK})?({_NAME}){_BLANK}(?:,|\Z)", re.DOTALL)
_BRACKET = re.compile(rf"{_STRING}|/\*.*?\*/|[][(){{}}\"]", re.DOTALL)
_TABLE = re.compile(
    rf"{_BLANK}(?:(FileNames|FunctionNames)[ \t\r]*\n((?:[ \t\r]*\n|\d+ +{_STRING}[ \t\r]*\n)*+)"
    r"|(FileLocations|StackFrames)[ \t\r]*\n((?:[ \t\r]*\n|\d+ +\{(?: *\w+=\d+)*+ *\}[ \t\r]*\n)*+))"
)
_ROW = re.compile(r"^(\d{1,18}) (.*)$", re.MULTILINE)
_TOKEN = re.compile(rf"{_STRING}|[\w.%-]+|\S", re.DOTALL)
_LONGEST_SHOWN = 40
_CLOSING = {"(": ")", "{": "}", "[": "]"}

Attributes = dict[str, tuple[str, int]]
"""The text of attributes by their names, and the offsets of their names."""


class HloInstruction:
    """An instruction. Names are without `%`."""

    __slots__ = (
        "attributes",
        "is_root",
        "name",
        "offset",
        "opcode",
        "opcode_offset",
        "operands",
        "operands_offset",
        "shape",
        "shape_offset",
    )

    name: str
    offset: int
    """Where the name begins."""
    is_root: bool
    shape: str | None
    shape_offset: int
    opcode: str
    opcode_offset: int
    operands: str
    """The text between the brackets."""
    operands_offset: int
    attributes: Attributes


class HloComputation:
    """A computation, whose instructions have the order of the text."""

    __slots__ = ("end", "instructions", "is_entry", "name", "offset")

    def __init__(self, name: str, offset: int, is_entry: bool) -> None:
        self.name = name
        self.offset = offset
        self.is_entry = is_entry
        self.instructions: list[HloInstruction] = []
        self.end = offset
        """Where its last bracket is."""


class HloText:
    """A module: its name, its attributes, and its computations in their order."""

    def __init__(self) -> None:
        self.name = ""
        self.offset = 0
        self.attributes: Attributes = {}
        self.computations: list[HloComputation] = []
        self.tables: dict[str, dict[int, str]] = {}


def read_text(text: str, module: HloText) -> None:
    """Reads the module that a text describes. Raises CompilationError; `module` then has what precedes the error."""
    _TextReader(text).read(module)


def operand_names(instruction: HloInstruction) -> list[tuple[str, int]]:
    """Returns the names of operands, with their offsets. Raises CompilationError."""
    text, start = instruction.operands, instruction.operands_offset
    found: list[tuple[str, int]] = []
    position, end = 0, len(text)
    while position < end:
        match = _OPERAND.match(text, position)
        if match is None:
            blank = _BLANKS.match(text, position)
            place = blank.end() if blank else position
            if place == end and not found:
                break
            fail(f"expected the name of an operand, found {shown(text, place)}", start + place)
        name = match[2]
        found.append((name[1:] if name[0] == "%" else name, start + match.start(2)))
        if match.end() == end and text[end - 1] == ",":
            fail("expected the name of an operand after ','", start + end)
        position = match.end()
    return found


def shown(text: str, place: int) -> str:
    """Returns the token at a place, as messages show it."""
    token = _TOKEN.match(text, place)
    if token is None:
        return "the end"
    return f"'{token[0][:_LONGEST_SHOWN]}'" if token[0].isprintable() else ascii(token[0][:_LONGEST_SHOWN])


class _TextReader:
    """Goes through the text once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def read(self, module: HloText) -> None:
        match = _MODULE.match(self.text)
        if match is None:
            self._skip_blank()
            fail(f"expected 'HloModule' and a name, found {self._found()}", self.position)
        self.position = match.end()
        module.name, module.offset = match[2].removeprefix("%"), match.start(2)
        module.attributes = self._attributes()
        while not self._at_end():
            table = _TABLE.match(self.text, self.position)
            if table is not None:
                rows = _ROW.findall(table[2] or table[4] or "")
                module.tables[table[1] or table[3]] = {int(number): row for number, row in rows}
                self.position = table.end()
            else:
                module.computations.append(self._computation())
        if not module.computations:
            fail("this is HLO text, not MLIR, and has no computation", match.start(1))

    def _computation(self) -> HloComputation:
        match = _COMPUTATION.match(self.text, self.position)
        if match is None:
            self._skip_blank()
            fail(f"expected a computation, found {self._found()}", self.position)
        found = HloComputation(match[2].removeprefix("%"), match.start(2), match[1] is not None)
        self.position = match.end()
        instructions = found.instructions
        while True:
            self._skip_blank()
            if self.text.startswith("}", self.position):
                break
            instructions.append(self._instruction())
        if not instructions:
            fail(f"computation '{found.name}' has no instructions", self.position)
        found.end = self.position
        self.position += 1
        self._attributes()
        return found

    def _instruction(self) -> HloInstruction:
        match = _HEAD.match(self.text, self.position)
        if match is None:
            fail(f"expected an instruction 'name = shape opcode(…)', found {self._found()}", self.position)
        found = HloInstruction()
        root, name, found.shape, found.opcode = match.groups()
        found.is_root = root is not None
        found.name = name[1:] if name[0] == "%" else name
        found.offset = match.start(2)
        found.shape_offset = match.start(3)
        found.opcode_offset = match.start(4)
        start = found.operands_offset = match.end()
        plain = _PLAIN_OPERANDS.match(self.text, start)
        end = plain.end() if plain else self._closing(start - 1)
        found.operands = self.text[start:end]
        self.position = end + 1
        found.attributes = self._attributes()
        return found

    def _attributes(self) -> Attributes:
        """Reads attributes, each after a comma."""
        found: Attributes = {}
        while True:
            match = _ATTRIBUTE.match(self.text, self.position)
            if match is None:
                head = _ATTRIBUTE_HEAD.match(self.text, self.position)
                if head is None:
                    break
                name, offset, value = head[1], head.start(1), self._deep_value(head.end())
            else:
                name, value = match.groups()
                offset = match.start(1)
                self.position = match.end()
            if name in found:
                fail(f"attribute '{name}' appears twice", offset)
            found[name] = value, offset
        self._skip_blank()
        if self.text.startswith(",", self.position):
            fail(f"expected an attribute after ',', found {shown(self.text, self.position + 1)}", self.position + 1)
        return found

    def _deep_value(self, start: int) -> str:
        """Reads a value with brackets that are nested deeper than patterns go."""
        if self.text[start : start + 1] not in ("{", "("):
            fail(f"expected the value of an attribute, found {shown(self.text, start)}", start)
        end = self._closing(start) + 1
        self.position = end
        return self.text[start:end]

    def _closing(self, start: int) -> int:
        """Returns the offset of the bracket that closes the one at `start`."""
        opened: list[str] = []
        for bracket in _BRACKET.finditer(self.text, start):
            character = bracket[0]
            if character in _CLOSING:
                opened.append(_CLOSING[character])
            elif character == '"':
                fail("the string is not closed", bracket.start())
            elif len(character) == 1:
                if character != opened.pop():
                    fail(f"'{character}' closes no bracket", bracket.start())
                if not opened:
                    return bracket.start()
        fail(f"'{self.text[start]}' is not closed", start)

    def _skip_blank(self) -> None:
        match = _BLANKS.match(self.text, self.position)
        if match is not None:
            self.position = match.end()

    def _at_end(self) -> bool:
        self._skip_blank()
        return self.position >= len(self.text)

    def _found(self) -> str:
        return shown(self.text, self.position)


def list_items(text: str) -> Iterator[str]:
    """Yields the items of a list in brackets, cut at commas that are not in brackets themselves."""
    start, depth = 1, 0
    for bracket in re.finditer(rf"{_STRING}|[][(){{}},]", text, re.DOTALL):
        character = bracket[0]
        if character in _CLOSING:
            depth += 1
        elif character in (")", "}", "]"):
            depth -= 1
        elif character == "," and depth == 1:
            yield text[start : bracket.start()].strip()
            start = bracket.end()
    last = text[start:-1].strip()
    if last:
        yield last
