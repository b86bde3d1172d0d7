"""Literals: the elements of constants."""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf, isinf, prod
from typing import NoReturn

from sdyopt.display.wording import counted
from sdyopt.hlo_import.errors import fail
from sdyopt.hlo_import.syntax import HloInstruction, shown
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.types import ComplexType, IntegerType, RankedTensorType
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import text_of_bits, text_of_bytes
from sdyopt.mlir.literals.float_formats import FloatFormat
from sdyopt.mlir.literals.numbers import double_bits
from sdyopt.mlir.write.attributes import text_of

_NUMBER = r"-?(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf|nan(?:\(0x[0-9a-fA-F]{1,16}\))?)(?![\w.])"
_BLANK = r"(?:[\s,]++|/\*.*?\*/)*+"
_TOKEN = re.compile(rf"{_BLANK}(?:({_NUMBER}|true\b|false\b)|([{{}}(])|(\.\.\.))", re.DOTALL)
_PAIR = re.compile(rf"\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)")
_SKIPPED = re.compile(_BLANK, re.DOTALL)


def is_elided(instruction: HloInstruction) -> bool:
    """Whether the text of a constant has `...` in place of its elements."""
    return "..." in instruction.operands


def constant_value(instruction: HloInstruction, type: Type) -> DenseElementsAttr:
    """Returns the elements of a constant, zeros if the text has `...` in their place. Raises CompilationError."""
    if not isinstance(type, RankedTensorType):
        fail(f"a constant of type {text_of(type)} has no form in StableHLO", instruction.opcode_offset)
    if not type.shape:
        number = _scalar(instruction.operands.strip(), type)
        if number is not None:
            return number
    format = element_format(type.element_type)
    literal = _Literal(instruction, type)
    literal.read()
    if literal.is_elided:
        return DenseElementsAttr(text_of_bytes(bytes(format.byte_width), type.shape, format), type)
    return DenseElementsAttr(text_of_bits(literal.bits, type.shape, format) if literal.bits else "", type)


@lru_cache(maxsize=1 << 12)
def _scalar(text: str, type: RankedTensorType) -> DenseElementsAttr | None:
    """Returns a number alone; None if it is not one that the type has."""
    match = _TOKEN.fullmatch(text)
    bits = _bits(match[1], type.element_type) if match and match[1] else None
    if not isinstance(bits, int):
        return None
    return DenseElementsAttr(text_of_bits([bits], (), element_format(type.element_type)), type)


class _Literal:
    """The elements of a literal, as `bits`, whose braces are checked against a shape."""

    def __init__(self, instruction: HloInstruction, type: RankedTensorType) -> None:
        self.text = instruction.operands
        self.start = instruction.operands_offset
        self.sizes = type.shape
        self.element = type.element_type
        self.counts: list[int] = []
        """How many elements each open brace has so far."""
        self.is_elided = False
        self.bits: list[int] = []
        self._known: dict[str, int] = {}

    def read(self) -> None:
        """Reads all of it. Raises CompilationError."""
        position = 0
        while match := _TOKEN.match(self.text, position):
            position = match.end()
            if match[1]:
                self._count(match.start(1))
                self.bits.append(self._number(match[1], self.element, match.start(1)))
            elif match[2] == "(":
                position = self._pair(match.start(2))
            elif match[2] == "{":
                self._open(match.start(2))
            elif match[2] == "}":
                self._close(match.start(2))
            else:
                if len(self.counts) != 1:
                    self._fail("'...' may be in the outermost braces only", match.start(3))
                self.is_elided, self.counts[0] = True, self.sizes[0]
        blank = _SKIPPED.match(self.text, position)
        position = blank.end() if blank else position
        if position < len(self.text) or self.counts:
            what = "'}'" if self.counts else "the end of the literal"
            self._fail(f"expected a number or {what}, found {shown(self.text, position)}", position)
        if not self.is_elided and len(self.bits) != prod(self.sizes):
            self._fail(f"the literal has {len(self.bits)} elements, but its shape {prod(self.sizes)}", 0)

    def _open(self, place: int) -> None:
        if len(self.counts) == len(self.sizes):
            self._fail(f"more levels of braces than the shape has dimensions, which are {len(self.sizes)}", place)
        if self.counts:
            self.counts[-1] += 1
        self.counts.append(0)

    def _close(self, place: int) -> None:
        if not self.counts:
            self._fail("'}' closes no brace", place)
        found, size = self.counts.pop(), self.sizes[len(self.counts)]
        if found != size:
            self._fail(f"{counted(found, 'element')} in braces for a dimension of size {size}", place)

    def _count(self, place: int) -> None:
        if len(self.counts) != len(self.sizes):
            self._fail(f"an element in {len(self.counts)} braces of a shape of rank {len(self.sizes)}", place)
        if self.counts:
            self.counts[-1] += 1

    def _pair(self, place: int) -> int:
        """Reads a complex number; returns its end."""
        match = _PAIR.match(self.text, place)
        if match is None or not isinstance(self.element, ComplexType):
            self._fail(f"this is not an element of type {text_of(self.element)}", place)
        self._count(place)
        real, imaginary = [self._number(part, self.element.element_type, place) for part in match.groups()]
        self.bits.append(real | imaginary << 4 * element_format(self.element).byte_width)
        return match.end()

    def _number(self, text: str, element: Type, place: int) -> int:
        found = self._known.get(text)
        if found is None:
            bits = _bits(text, element)
            if isinstance(bits, str):
                self._fail(bits, place)
            found = self._known[text] = bits
        return found

    def _fail(self, message: str, place: int) -> NoReturn:
        fail(message, self.start + place)


def _bits(text: str, element: Type) -> int | str:
    """Returns the bits of a number of a type that is not complex, or what is wrong."""
    if isinstance(element, IntegerType):
        return _integer(text, element)
    if isinstance(element, ComplexType):
        return f"a complex number is written as ({text}, 0)"
    float_format = element_format(element).float_format
    assert float_format is not None
    return _float(text, float_format)


def _integer(text: str, element: IntegerType) -> int | str:
    if text in ("true", "false"):
        text = "1" if text == "true" else "0"
    if not text.lstrip("-").isdigit() or len(text) > 24:
        return f"'{text}' is not an integer, as {text_of(element)} has"
    value = int(text)
    is_unsigned = element.signedness == "u" or element.width == 1
    low = 0 if is_unsigned else -(1 << (element.width - 1))
    high = (1 << element.width) - 1 if is_unsigned else (1 << (element.width - 1)) - 1
    if not low <= value <= high:
        return f"{value} is not between {low} and {high}, as numbers of type {text_of(element)} are"
    return value & ((1 << max(8, element.width)) - 1)


def _float(text: str, float_format: FloatFormat) -> int | str:
    """Returns the bits of the nearest float; those of integers have no negative zero."""
    if text in ("true", "false"):
        return f"'{text}' is not a number"
    if "nan" in text:
        return _nan(text, float_format)
    if "inf" in text:
        return float_format.infinity(text[0] == "-")
    value = float(int(text)) if text.lstrip("-").isdigit() and len(text) < 20 else float(text)
    bits = double_bits(value, float_format)
    if isinf(value) or (float_format.has_infinity and bits == double_bits(inf if value > 0 else -inf, float_format)):
        return f"{text} is out of the range of {float_format.name}"
    return bits


def _nan(text: str, float_format: FloatFormat) -> int:
    """Returns the bits of `nan`, `-nan` or `nan(0x1234)`, which gives those of the mantissa."""
    mantissa = 1 << (float_format.mantissa_bits - 1)
    if "(" in text:
        mantissa = int(text[text.index("(") + 1 : -1], 16) & ((1 << float_format.mantissa_bits) - 1)
    if not float_format.has_infinity:
        return float_format.canonical(float_format.infinity(text[0] == "-"))
    return float_format.infinity(text[0] == "-") | mantissa
