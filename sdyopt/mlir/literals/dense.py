"""The elements of `dense<…>`: a literal in any of its forms, MLIR's canonical one, raw bytes, Python values.

MLIR keeps the elements in a buffer: little-endian, each in as many whole bytes as it needs (an i1 and an i4 take one),
complex numbers as two, and only one if all are the same bit for bit. What is printed follows from the buffer: a lone
element once, over a hundred as one hex string of the buffer, others as nested lists. Elements of
types that are not numbers are strings.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.literals.numbers import (
    FloatFormat,
    LiteralError,
    Signedness,
    exact_bits,
    float_bits,
    float_text,
    float_value,
    integer_text,
    wrapped_integer,
)
from sdyopt.mlir.tokens import STRING, before_token, lexical_error, pattern, repeated
from sdyopt.mlir.write.attributes import string_token, string_value

# The text between the brackets of `dense<…>`, taken apart: which elements it lists, and how they are nested.

_SPACE = r"(?:[ \t\r\n\0]+|//[^\r\n]*+)*+"
_BLANK = r"[ \t\r\n]*+"
NUMBER = r"(?:0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?)"
_BOOLEAN = r"(?:true|false)(?![\w$.])"
_PLAIN = rf"(?:-?{NUMBER}|{_BOOLEAN})"
_COMPLEX_PAIR = rf"\({_BLANK}{_PLAIN}{_BLANK},{_BLANK}{_PLAIN}{_BLANK}\)"


def _row(element: str) -> re.Pattern[str]:
    """All of a list of plain elements, without its opening bracket."""
    one = rf"{_BLANK}{element}{_BLANK}"
    return pattern(rf"{one}{repeated(',' + one)}\]", re.ASCII)


_TOKEN = pattern(rf"{_SPACE}({NUMBER}|{_BOOLEAN}|{STRING}|[\[\](),]|-(?!>)|)", re.ASCII)
_PUNCTUATION = frozenset("[](),-")
_NUMBERS = _row(_PLAIN)
_PAIRS = _row(_COMPLEX_PAIR)
_NO_BLANKS = str.maketrans("", "", " \t\r\n()]")

_SCALAR = 0
"""The shape of what is not a list, in `_Shapes`."""


class DenseLiteral(NamedTuple):
    """The elements of a literal in their order, each as it is written, a minus included; complex pairs count as two.

    `shape` is that of the nested lists, None where there are none: an empty literal, a single element or a hex string.
    The literal ends at `end`, and the token after it starts at `next`.
    """

    text: str
    start: int
    end: int
    next: int
    leaves: list[str]
    shape: tuple[int, ...] | None

    @property
    def is_empty(self) -> bool:
        """Nothing at all, which an empty list is not."""
        return self.shape is None and not self.leaves

    def offset_of(self, leaf: int) -> int:
        """The offset of an element, without its minus, from the start of the literal."""
        position = self.start
        while True:
            match = _TOKEN.match(self.text, position)
            assert match is not None
            position = match.end()
            if match[1] not in _PUNCTUATION:
                if leaf == 0:
                    return match.start(1) - self.start
                leaf -= 1


class _Shapes:
    """Shapes of nested lists, each known by a number, so that however deep they are, they are compared at once."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}
        self._parts: list[tuple[int, int]] = []

    def of_list(self, length: int, element: int) -> int:
        """The number of the shape of a list of `length` elements of the shape `element`."""
        number = self._numbers.setdefault((length, element), len(self._parts) + 1)
        if number > len(self._parts):
            self._parts.append((length, element))
        return number

    def sizes(self, number: int) -> tuple[int, ...]:
        """The shape itself."""
        sizes = []
        while number != _SCALAR:
            length, number = self._parts[number - 1]
            sizes.append(length)
        return tuple(sizes)


class _List:
    """A list whose end has not been reached: how many elements it has so far, all of one shape."""

    __slots__ = ("element", "length")

    def __init__(self) -> None:
        self.length = 0
        self.element = _SCALAR


class _Pair:
    """A complex number whose end has not been reached."""

    __slots__ = ("complete",)

    def __init__(self) -> None:
        self.complete = False


def read_dense_literal(text: str, start: int = 0) -> DenseLiteral:
    """The literal that starts at `start`, after `dense<`. What follows is the caller's to check.

    Raises LiteralError, with an offset from `start`, where the text cannot go on like that.
    """
    return _DenseReader(text, start).read()


def _hex_string_end(text: str, start: int) -> int | None:
    """Where a hex string ends, found at the speed of memory, since it may have hundreds of megabytes."""
    if not text.startswith('"0x', start):
        return None
    quote = text.find('"', start + 1)
    if quote < 0 or any(text.find(character, start, quote) >= 0 for character in "\\\n\v\f"):
        return None  # then it is none
    return quote + 1


class _DenseReader:
    """Reads one literal. Lists and pairs that are open are kept on a stack of its own, however deep they nest."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.leaves: list[str] = []
        self.shapes = _Shapes()
        self.open: list[_List | _Pair] = []

    def advance(self, position: int) -> None:
        """Makes the token after `position` the current one; it is empty if it is one that no literal has."""
        match = _TOKEN.match(self.text, position)
        assert match is not None
        self.token = match[1]
        self.before = position
        self.at, self.after = match.span(1)
        if not self.token and self.at < len(self.text):
            self.check_token()

    def check_token(self) -> None:
        """Raises LiteralError if what is at the current position is not a token of MLIR at all."""
        if (found := lexical_error(self.text, self.at)) is not None:
            message, offset = found
            raise LiteralError(message, offset - self.start, token=self.at - self.start)

    def error(self, message: str) -> LiteralError:
        at_end = self.at == len(self.text)  # MLIR shows the last character then
        return LiteralError(message, self.at - at_end - self.start, token=self.at - self.start)

    def missing(self, what: str) -> LiteralError:
        """Something has to follow the token before the current one; this is where MLIR puts the caret, too."""
        place = before_token(self.text, self.at) - self.start
        return LiteralError(f"expected {what}", place, token=self.at - self.start)

    def read(self) -> DenseLiteral:
        if (hex_string_end := _hex_string_end(self.text, self.start)) is not None:
            self.leaves.append(self.text[self.start : hex_string_end])
            self.advance(hex_string_end)
            return self.finished(_SCALAR)
        self.advance(self.start)
        if self.text.startswith(">", self.at) or self.at == len(self.text):
            return self.finished(None)
        shape = self.element()
        while self.open:
            if shape is not None:
                shape = self.closed(shape)
            if shape is None:
                shape = self.element()
        return self.finished(shape)

    def finished(self, shape: int | None) -> DenseLiteral:
        sizes = self.shapes.sizes(shape) if shape else None  # neither of nothing nor of a single element
        return DenseLiteral(self.text, self.start, self.before, self.at, self.leaves, sizes)

    def element(self) -> int | None:
        """Reads an element, or the beginning of a list or pair; the element's shape if it is complete."""
        token = self.token
        inside_pair = bool(self.open) and isinstance(self.open[-1], _Pair)
        if token == "[" and not inside_pair:
            return self.opened_list()
        if token == "(":
            self.open.append(_Pair())
            self.advance(self.after)
            return None
        sign = ""
        if token == "-":
            sign = token
            self.advance(self.after)
            token = self.token
            if not token[:1].isdigit():
                raise self.error("expected integer or floating point literal")
        elif token in _PUNCTUATION or not token:
            raise self.error("expected element literal of primitive type")
        self.leaves.append(sign + token)
        self.advance(self.after)
        return _SCALAR

    def opened_list(self) -> int | None:
        """Goes into a list; its shape if it is empty or a row of plain numbers, and so over already."""
        row = _NUMBERS.match(self.text, self.after)
        per_element = 1
        if row is None:
            row = _PAIRS.match(self.text, self.after)
            per_element = 2
        if row is not None:
            leaves = row[0].translate(_NO_BLANKS).split(",")
            self.leaves += leaves
            self.advance(row.end())
            return self.shapes.of_list(len(leaves) // per_element, _SCALAR)
        self.advance(self.after)
        if self.token == "]":
            self.advance(self.after)
            return self.shapes.of_list(0, _SCALAR)
        self.open.append(_List())
        return None

    def closed(self, shape: int) -> int | None:
        """Adds a complete element to the innermost list or pair; the shape of that if it is complete in turn."""
        if isinstance(around := self.open[-1], _Pair):
            if around.complete:
                if self.token != ")":
                    raise self.missing("')' after complex elements")
                self.open.pop()
                self.advance(self.after)
                return _SCALAR
            if self.token != ",":
                raise self.missing("',' between complex elements")
            around.complete = True
            self.advance(self.after)
            return None
        if around.length and around.element != shape:
            raise self.error("tensor literal is invalid; ranks are not consistent between elements")
        around.element = shape
        around.length += 1
        if self.token == "]":
            self.open.pop()
            self.advance(self.after)
            return self.shapes.of_list(around.length, shape)
        if self.token != ",":
            raise self.missing("']'")
        self.advance(self.after)
        return None


HEX_THRESHOLD = 100
"""More elements than this are printed as one hex string, unless an option says otherwise."""

_T = TypeVar("_T")
Buffer: TypeAlias = bytes | list[str]
"""The elements of one literal, or only one of them if all are the same: as bytes, or the strings themselves."""

_ATTRIBUTE = -len("dense<")
"""The offset, seen from the literal, of the attribute that it is part of."""


class ElementFormat(NamedTuple):
    """How the elements of a tensor are held: see INDEX for an index, and `float_elements` for floats."""

    kind: Literal["int", "index", "float", "complex", "string"]
    width: int = 0
    signedness: Signedness = "signless"
    float_format: FloatFormat | None = None
    part: ElementFormat | None = None
    """The format of both parts of a complex number: integers or floats."""

    @property
    def byte_width(self) -> int:
        """The size of one element in the buffer."""
        return (self.width + 7) // 8 if self.part is None else 2 * self.part.byte_width

    @property
    def leaves(self) -> int:
        """How many numbers make an element."""
        return 1 if self.part is None else 2

    def __str__(self) -> str:
        if self.part is not None:
            return f"complex<{self.part}>"
        if self.float_format is not None:
            return self.float_format.name
        return f"{ {'signless': 'i', 'signed': 'si', 'unsigned': 'ui'}[self.signedness] }{self.width}"


INDEX = ElementFormat("index", 64, "signed")


def float_elements(float_format: FloatFormat) -> ElementFormat:
    """How floats of a format are held."""
    return ElementFormat("float", float_format.width, float_format=float_format)


def canonical(literal: str, shape: Sequence[int], element: ElementFormat, type_text: str = "") -> str:
    """Returns what MLIR prints for `literal`, the text between `dense<` and `>`, as a value of the given shape.

    Raises LiteralError for what MLIR rejects, where `type_text` is the text of the type, for the message; and for a
    pair in place of two elements that are not complex, unless there are as many as needed: MLIR then reads what it
    does not own. An offset of -6 is that of the attribute itself.
    """
    if (text := number_for_all(literal, element)) is not None:
        return text
    known = _long_hex_string(literal, math.prod(shape), element)
    return known or _text(_buffer(literal, shape, element, type_text, float_bits), shape, element, HEX_THRESHOLD)


_SHORT = 64
_SINGLE_NUMBER = pattern(f"-?{NUMBER}")
_PAIR = pattern(rf"\((-?{NUMBER}), ?(-?{NUMBER})\)")


def number_for_all(literal: str, element: ElementFormat) -> str | None:
    """The canonical text of a single number, which stands for all elements; None for what is not that simple."""
    if len(literal) >= _SHORT or element.kind == "string":
        return None
    part = element.part
    try:
        if part is None:
            return _number_text(literal, element) if _SINGLE_NUMBER.fullmatch(literal) else None
        pair = _PAIR.fullmatch(literal)
        return None if pair is None else f"({_number_text(pair[1], part)},{_number_text(pair[2], part)})"
    except LiteralError:
        return None


def _number_text(literal: str, number: ElementFormat) -> str:
    """The canonical text of one number. Raises LiteralError."""
    return _bits_text(_bits(literal, number), number)


def _long_hex_string(literal: str, count: int, element: ElementFormat) -> str | None:
    """The canonical text of a hex string that stays one, found without its bytes, which may be hundreds of megabytes.

    None for all else, and for what might be the same element again and again.
    """
    size = 2 * element.byte_width
    if count <= HEX_THRESHOLD or len(literal) != count * size + len('"0x"') or element.kind == "string":
        return None
    digits = literal[3:-1].upper()
    looks_equal = digits[: _SAMPLE * size] == digits[:size] * _SAMPLE
    if looks_equal or not literal.startswith('"0x') or literal[-1] != '"' or not _HEX_DIGITS.fullmatch(digits):
        return None
    return f'"0x{digits}"'


_SAMPLE = 64
_HEX_DIGITS = pattern("[0-9A-F]*+")


def reprint(text: str, shape: Sequence[int], element: ElementFormat, hex_threshold: int | None) -> str:
    """The canonical `text` with another number of elements beyond which it is a hex string; None: it never is."""
    return _text(_buffer(text, shape, element), shape, element, hex_threshold)


def elements(text: str, shape: Sequence[int], element: ElementFormat) -> list[Any]:
    """The elements of a literal as Python values, in row-major order.

    i1, si1 and ui1 give bool, other integers int, floats float (those that a double cannot hold are rounded), strings
    str. A complex number of floats is a complex, one of integers a tuple of two.
    """
    data = _buffer(text, shape, element)
    count = math.prod(shape)
    if not isinstance(data, bytes):
        return data if len(data) != 1 else data * count
    values = _values(data, element) if data or element.byte_width else [_element_value(data, element)]
    return values if len(values) != 1 else values * count


def splat(text: str, element: ElementFormat) -> list[Any]:
    """The element that a canonical text writes once for all, as a Python value; empty if it writes several."""
    is_hex = text.startswith('"') and element.kind != "string"
    return elements(text, (), element) if text and not text.startswith("[") and not is_hex else []


def text_of_bits(bits: Sequence[int], shape: Sequence[int], element: ElementFormat) -> str:
    """The canonical text of the literal whose numbers have these bits: all of them, or one that stands for all."""
    size = element.byte_width
    if (float_format := element.float_format) is not None and float_format.unstored:
        bits = [float_format.stored(number) for number in bits]
    data = b"".join([number.to_bytes(size, "little") for number in bits])
    return _text(_one_if_equal(data, size), shape, element, HEX_THRESHOLD)


def text_of_bytes(data: Buffer, shape: Sequence[int], element: ElementFormat) -> str:
    """The canonical text of the literal with these bytes, or strings: of all elements, or of one for all of them."""
    shown = _one_if_equal(data, element.byte_width) if isinstance(data, bytes) else data
    return _text(shown, shape, element, HEX_THRESHOLD)


def bytes_of(text: str, shape: Sequence[int], element: ElementFormat) -> Buffer:
    """The bytes, or strings, of a canonical literal: of all elements, or of one alone if all are the same."""
    return _buffer(text, shape, element)


def blob_elements(digits: str, shape: Sequence[int], element: ElementFormat) -> list[Any]:
    """The elements of a resource, whose bytes are `digits` in hexadecimal. Raises ValueError for a wrong number."""
    if element.kind == "string" or len(digits) != 2 * element.byte_width * math.prod(shape):
        raise ValueError(f"{len(digits) // 2} bytes, expected {element.byte_width} for each of {math.prod(shape)}")
    return elements(f'"0x{digits}"', shape, element) if digits else []


# --- from text to the buffer -----------------------------------------------------------------------------------------


_FloatReader = Callable[[str, FloatFormat], int]
"""How floats are read: `float_bits` those that are written, `exact_bits` those of a canonical literal."""


def _buffer(
    text: str, shape: Sequence[int], element: ElementFormat, type_text: str = "", read: _FloatReader = exact_bits
) -> Buffer:
    literal = read_dense_literal(text)
    if literal.next != len(text):
        raise LiteralError("expected '>'", literal.end)
    count = math.prod(shape)
    if literal.is_empty:
        if count:
            raise LiteralError(f"parsed zero elements, but type ('{type_text}') expected at least 1", _ATTRIBUTE)
        return b"" if element.kind != "string" else []
    is_single_string = literal.shape is None and len(literal.leaves) == 1 and literal.leaves[0].startswith('"')
    if is_single_string and element.kind != "string":
        return _from_hex(literal, count, element, type_text)
    if literal.shape is not None and literal.shape != tuple(shape):
        found, wanted = (", ".join(map(str, sizes)) for sizes in (literal.shape, shape))
        raise LiteralError(
            f"inferred shape of elements literal ([{found}]) does not match type ([{wanted}])", _ATTRIBUTE
        )
    if element.kind == "string":
        return _strings(literal, count, type_text)
    is_splat = literal.shape is None and (len(literal.leaves) == 1 or element.kind == "complex")
    if is_splat and count == 0 and len(literal.leaves) != element.leaves:
        _converted(literal, element, read)
        return b""
    _check_count(literal, element.leaves * (1 if is_splat else count), str(element) if is_splat else type_text)
    return _one_if_equal(_converted(literal, element, read), element.byte_width)


def _check_count(literal: DenseLiteral, wanted: int, type_text: str) -> None:
    if (found := len(literal.leaves)) != wanted:
        raise LiteralError(f"parsed {found} elements, but type ('{type_text}') expected {wanted} elements", _ATTRIBUTE)


def _one_if_equal(data: bytes, size: int) -> bytes:
    """The first element if all are the same bit for bit, else `data`."""
    first = data[:size]
    if size and data[: 64 * size] != first * min(64, len(data) // size):
        return data  # found without a second buffer
    return first if not size or data == first * (len(data) // size) else data


def _from_hex(literal: DenseLiteral, count: int, element: ElementFormat, type_text: str) -> bytes:
    """The buffer that a hex string holds: of all elements, or of one that stands for all."""
    token = literal.leaves[0]
    digits = token[3:-1]
    try:
        data = bytes.fromhex(digits) if token.startswith('"0x') else None
    except ValueError:
        data = None
    if data is None or len(digits) != 2 * len(data):  # `fromhex` passes over blanks
        raise LiteralError("expected string containing hex digits starting with `0x`", literal.offset_of(0))
    if len(data) == element.byte_width:
        return data
    if len(data) != count * element.byte_width:
        raise LiteralError(f"elements hex data size is invalid for provided type: '{type_text}'", _ATTRIBUTE)
    return _one_if_equal(data, element.byte_width)


def _strings(literal: DenseLiteral, count: int, type_text: str) -> list[str]:
    for leaf in literal.leaves:
        if not leaf.startswith('"'):
            raise LiteralError(f"expected string token, got {leaf.lstrip('-')}", _ATTRIBUTE)
    strings = [string_value(leaf) for leaf in literal.leaves]
    if literal.shape is not None or len(strings) > 1:
        _check_count(literal, count, type_text)
    return strings[:1] if len(set(strings)) == 1 else strings


def _converted(literal: DenseLiteral, element: ElementFormat, read: _FloatReader) -> bytes:
    """The bytes of all elements."""
    number = element.part or element
    if (data := _packed(literal.leaves, number)) is not None:
        return data
    known = _Conversion(number, read)
    try:
        return b"".join(map(known.__getitem__, literal.leaves))
    except LiteralError as error:
        wrong = next(index for index, leaf in enumerate(literal.leaves) if leaf not in known)
        raise LiteralError(error.message, literal.offset_of(wrong), error.notes) from None


def _packed(leaves: list[str], number: ElementFormat) -> bytes | None:
    """The bytes of plain decimal numbers of the common formats, all at once; None if anything is special."""
    code = _struct_code(number)
    joined = ",".join(leaves)
    if code is None or '"' in joined:
        return None
    is_float = number.float_format is not None
    if joined.count(".") != (len(leaves) if is_float else 0) or (not is_float and _SPECIAL_INTEGER.search(joined)):
        return None
    try:
        return struct.pack(f"<{len(leaves)}{code}", *map(float if is_float else int, leaves))
    except (struct.error, OverflowError, ValueError):  # out of range, or of the signed range: no error yet
        return None


_SPECIAL_INTEGER = pattern(r"[xte]|-0")
"""Hexadecimal numbers, true and false, and the negative zero, which is an error."""

_STRUCT_CODES = {"f16": "e", "f32": "f", "f64": "d", "8": "b", "16": "h", "32": "i", "64": "q"}
"""How `struct` names numbers: floats by their format, signed integers by their width."""


def _struct_code(number: ElementFormat) -> str | None:
    name = number.float_format.name if number.float_format is not None else str(number.width)
    code = _STRUCT_CODES.get(name)
    return code.upper() if code and number.signedness == "unsigned" else code


class _Conversion(dict[str, bytes]):
    """From a leaf of a literal, an integer or a float, to its bytes; what returns often is converted once."""

    def __init__(self, number: ElementFormat, read: _FloatReader) -> None:
        super().__init__()
        self.size = number.byte_width
        self.number = number
        self.read = read

    def __missing__(self, leaf: str) -> bytes:
        self[leaf] = data = _bits(leaf, self.number, self.read).to_bytes(self.size, "little")
        return data


def _bits(leaf: str, number: ElementFormat, read: _FloatReader = float_bits) -> int:
    """The bits of a leaf of a literal, an integer or a float. Raises LiteralError."""
    if (float_format := number.float_format) is None:
        return _integer(leaf, number) & ((1 << number.width) - 1)
    return float_format.stored(read(leaf, float_format))


def _integer(leaf: str, element: ElementFormat) -> int:
    if leaf == "true" or leaf == "false":
        if element.width != 1:
            raise LiteralError("expected i1 type for 'true' or 'false' values")
        return leaf == "true"
    if (negative := leaf.startswith("-")) and element.signedness == "unsigned":
        raise LiteralError("expected unsigned integer elements, but parsed negative value")
    if leaf.startswith('"'):
        raise LiteralError("integer constant out of range for type")
    if "." in leaf:
        raise LiteralError("expected integer elements, but parsed floating-point")
    if (value := wrapped_integer(leaf[negative:], negative, element.width, element.signedness)) is None:
        raise LiteralError("integer constant out of range for type")
    return value


# --- from the buffer to text -----------------------------------------------------------------------------------------


def _text(data: Buffer, shape: Sequence[int], element: ElementFormat, hex_threshold: int | None) -> str:
    if not isinstance(data, bytes):
        texts = [string_token(string) for string in data]
        return texts[0] if len(texts) == 1 else _nested(texts, shape)
    if len(data) == element.byte_width:
        return _element_text(data, element)
    if hex_threshold is not None and math.prod(shape) > hex_threshold:
        return f'"0x{data.hex().upper()}"'
    return _nested(_each(data, element, _element_text), shape)


def _element_text(data: bytes, element: ElementFormat) -> str:
    if element.part is not None:
        real, imaginary = (_element_text(part, element.part) for part in _halves(data))
        return f"({real},{imaginary})"
    return _bits_text(int.from_bytes(data, "little"), element)


def _bits_text(bits: int, number: ElementFormat) -> str:
    if number.float_format is not None:
        return float_text(bits & ((1 << number.width) - 1), number.float_format)
    if number.width == 1:
        return "true" if bits else "false"
    return integer_text(_integer_in(bits, number))


def _nested(texts: list[str], shape: Sequence[int]) -> str:
    if not texts:
        return ""
    for size in reversed(shape):
        texts = ["[" + ", ".join(texts[start : start + size]) + "]" for start in range(0, len(texts), size)]
    return texts[0]


# --- from the buffer to Python values --------------------------------------------------------------------------------


def _values(data: bytes, element: ElementFormat) -> list[Any]:
    number = element.part or element
    if (code := _struct_code(number)) is None:
        return _each(data, element, _element_value)
    values = struct.unpack(f"<{len(data) // number.byte_width}{code}", data)
    if element.part is None:
        return list(values)
    pairs = zip(values[::2], values[1::2], strict=True)
    return [complex(*pair) for pair in pairs] if number.float_format else list(pairs)


def _element_value(data: bytes, element: ElementFormat) -> Any:
    if element.part is not None:
        real, imaginary = (_element_value(part, element.part) for part in _halves(data))
        return (real, imaginary) if element.part.float_format is None else complex(real, imaginary)
    bits = int.from_bytes(data, "little")
    if element.float_format is not None:
        return float_value(bits & ((1 << element.width) - 1), element.float_format)
    return bool(bits) if element.width == 1 else _integer_in(bits, element)


def _integer_in(bits: int, element: ElementFormat) -> int:
    """The value of an integer. Bits beyond its width, which a hex string may have, count in unsigned ones only."""
    if element.signedness == "unsigned":
        return bits
    mask = (1 << element.width) - 1
    bits &= mask
    return bits if bits <= mask >> 1 else bits - mask - 1


def _halves(data: bytes) -> tuple[bytes, bytes]:
    middle = len(data) // 2
    return data[:middle], data[middle:]


def _each(data: bytes, element: ElementFormat, converted: Callable[[bytes, ElementFormat], _T]) -> list[_T]:
    """`converted` of each element, called once for those that are the same."""
    chunks = [data[start : start + element.byte_width] for start in range(0, len(data), element.byte_width or 1)]
    known = {chunk: converted(chunk, element) for chunk in set(chunks)}
    return [known[chunk] for chunk in chunks]
