"""Shapes and literals in HLO text as types, layouts, and the elements of constants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import inf, isinf, prod
from typing import NoReturn

from sdyopt.dialects.stablehlo.attributes import TokenType, TypeExtensions
from sdyopt.display.wording import counted
from sdyopt.hlo.text import STRING, HloInstruction, shown
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    DYNAMIC,
    ArrayAttr,
    ComplexType,
    DenseElementsAttr,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    StringAttr,
    TupleType,
)
from sdyopt.ir.records import NamedTuple
from sdyopt.layout.reading import parse_shape
from sdyopt.layout.shape import ArrayShape, LayoutError, OpaqueShape, Shape, ShapeSyntaxError, TupleShape, descending
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.literals.attributes import dense_elements, element_format
from sdyopt.mlir.literals.dense import text_of_bits, text_of_bytes
from sdyopt.mlir.literals.numbers import FloatFormat, double_bits
from sdyopt.mlir.write.attributes import text_of

# Errors in HLO text, and what cannot be converted of it.


def fail(message: str, offset: int) -> NoReturn:
    """Raises CompilationError with an error at an offset of the text."""
    raise failure(message, offset)


def list_items(text: str) -> Iterator[str]:
    """Yields the items of a list in brackets, cut at commas that are not in brackets themselves."""
    start, depth = 1, 0
    for bracket in re.finditer(rf"{STRING}|[][(){{}},]", text, re.DOTALL):
        if (character := bracket[0]) in "([{":
            depth += 1
        elif character in (")", "}", "]"):
            depth -= 1
        elif character == "," and depth == 1:
            yield text[start : bracket.start()].strip()
            start = bracket.end()
    if last := text[start:-1].strip():
        yield last


# The types that shapes stand for, and the attributes that say what types do not: layouts.

_SPECIAL: dict[str, Type] = {
    "pred": IntegerType(1),
    "bf16": FloatType("bf16"),
    "c64": ComplexType(FloatType("f32")),
    "c128": ComplexType(FloatType("f64")),
}


@lru_cache(maxsize=256)
def element_type(name: str) -> Type:
    """Returns the type of elements that XLA calls `name`."""
    if name in _SPECIAL:
        return _SPECIAL[name]
    if name[0] in "su":
        return IntegerType(int(name[1:]), "u" if name[0] == "u" else "")
    return FloatType(name[:2] + name[2:].upper() if name.startswith(("f8", "f4", "f6")) else name)


class ConvertedShape(NamedTuple):
    """A shape, its type, and the attributes that operations with it as their result have."""

    shape: Shape
    type: Type
    attributes: tuple[tuple[str, Attribute], ...]

    @property
    def leaves(self) -> list[ConvertedShape]:
        """The shapes in a tuple that are not tuples, from left to right; otherwise this one."""
        if not isinstance(self.shape, TupleShape):
            return [self]
        return [leaf for element in self.shape.elements for leaf in _converted(element).leaves]

    @property
    def elements(self) -> list[ConvertedShape]:
        """The elements of a tuple."""
        assert isinstance(self.shape, TupleShape)
        return [_converted(element) for element in self.shape.elements]


def converted_shape(text: str, offset: int) -> ConvertedShape:
    """Returns the shape that a text at an offset stands for. Raises CompilationError."""
    try:
        return _read(text)
    except ShapeSyntaxError as error:
        fail(str(error), offset + error.offset)
    except (LayoutError, ValueError) as error:
        fail(str(error), offset)


def converted(shape: Shape, offset: int) -> ConvertedShape:
    """Returns what a shape at an offset is converted to. Raises CompilationError."""
    try:
        return _converted(shape)
    except ValueError as error:
        fail(str(error), offset)


@lru_cache(maxsize=1 << 14)
def _read(text: str) -> ConvertedShape:
    return _converted(parse_shape(text))


@lru_cache(maxsize=1 << 14)
def _converted(shape: Shape) -> ConvertedShape:
    return ConvertedShape(shape, type_of(shape), _attributes(shape))


def type_of(shape: Shape) -> Type:
    """Returns the type that a shape stands for. Raises ValueError if it has none."""
    if isinstance(shape, TupleShape):
        return TupleType(tuple([type_of(element) for element in shape.elements]))
    if isinstance(shape, OpaqueShape) and shape.name == "token":
        return TokenType()
    if not isinstance(shape, ArrayShape):
        raise ValueError(f"a value of shape {shape} has no type in StableHLO")
    sizes, bounds = [], []
    for dimension in shape.dimensions:
        sizes.append(DYNAMIC if dimension.dynamic or dimension.size is None else dimension.size)
        bounds.append(dimension.size if dimension.dynamic else None)
    is_bounded = any(bound is not None for bound in bounds)
    encoding = TypeExtensions(tuple(bounds)) if is_bounded else None
    return RankedTensorType(tuple(sizes), element_type(shape.element_type.name), encoding)


def has_default_layout(shape: Shape) -> bool:
    """Whether the arrays of a shape have their first dimension outermost, and no tiles."""
    if isinstance(shape, TupleShape):
        return all(map(has_default_layout, shape.elements))
    if not isinstance(shape, ArrayShape) or not shape.dimensions:
        return True
    return shape.layout == descending(len(shape.dimensions))


def _attributes(shape: Shape) -> tuple[tuple[str, Attribute], ...]:
    if isinstance(shape, ArrayShape) and has_default_layout(shape):
        return ()
    found: list[tuple[str, Attribute]] = [("xla_shape", StringAttr(str(shape)))]
    if not has_default_layout(shape):
        found.insert(0, ("result_layout", layout_attribute(shape)))
    return tuple(found)


def layout_attribute(shape: Shape) -> Attribute:
    """Returns the order of an array's dimensions, minor to major, or an array of those of a tuple's elements."""
    if isinstance(shape, TupleShape):
        return ArrayAttr(tuple(map(layout_attribute, shape.elements)))
    return index_list(shape.layout.minor_to_major if isinstance(shape, ArrayShape) else ())


@lru_cache(maxsize=1024)
def index_list(numbers: tuple[int, ...]) -> Attribute:
    """Returns `dense<[1, 0]> : tensor<2xindex>`."""
    return dense_elements(f"[{', '.join(map(str, numbers))}]", RankedTensorType((len(numbers),), IndexType()))


# Where an instruction comes from: `metadata={op_name="jit(f)/add" stack_frame_id=2}`.

_TEXTS = "deduplicated_name|metadata_payload|op_name|op_type|scheduling_name|source_file"
_NUMBERS = "source_column|source_end_column|source_end_line|source_line|stack_frame_id"
_QUOTED = r"\"(?:[^\"\\]++|\\.)*+\"|'[^'\n]*+'"
_METADATA = re.compile(
    rf"\{{\s*(?:(?:(?:{_TEXTS})\s*=\s*(?:{_QUOTED})|(?:{_NUMBERS})\s*=\s*-?\d{{1,18}}(?!\d)"
    r"|profile_type\s*=\s*\{[\d\s,]*+\})\s*,?\s*)*+\}",
    re.DOTALL,
)


def check_metadata(instruction: HloInstruction) -> None:
    """Raises CompilationError if the metadata of an instruction has another form than XLA's."""
    if (found := instruction.attributes.get("metadata")) is not None and not _METADATA.fullmatch(found[0]):
        fail('expected metadata, as {op_name="jit(f)/add" stack_frame_id=2}', found[1])


# Literals: the elements of constants.

_NUMBER = r"-?(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf|nan(?:\(0x[0-9a-fA-F]{1,16}\))?)(?![\w.])"
_LITERAL_BLANK = r"(?:[\s,]++|/\*.*?\*/)*+"
_LITERAL_TOKEN = re.compile(rf"{_LITERAL_BLANK}(?:({_NUMBER}|true\b|false\b)|([{{}}(])|(\.\.\.))", re.DOTALL)
_PAIR = re.compile(rf"\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)")
_SKIPPED = re.compile(_LITERAL_BLANK, re.DOTALL)


def is_elided(instruction: HloInstruction) -> bool:
    """Whether the text of a constant has `...` in place of its elements."""
    return "..." in instruction.inside


def constant_value(instruction: HloInstruction, type: Type) -> DenseElementsAttr:
    """Returns the elements of a constant, zeros if the text has `...` in their place. Raises CompilationError."""
    if not isinstance(type, RankedTensorType):
        fail(f"a constant of type {text_of(type)} has no form in StableHLO", instruction.opcode_offset)
    if not type.shape and (number := _scalar(instruction.inside.strip(), type)) is not None:
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
    match = _LITERAL_TOKEN.fullmatch(text)
    bits = _bits(match[1], type.element_type) if match and match[1] else None
    if not isinstance(bits, int):
        return None
    return DenseElementsAttr(text_of_bits([bits], (), element_format(type.element_type)), type)


class _Literal:
    """The elements of a literal, as `bits`, whose braces are checked against a shape."""

    def __init__(self, instruction: HloInstruction, type: RankedTensorType) -> None:
        self.text = instruction.inside
        self.start = instruction.inside_offset
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
        while match := _LITERAL_TOKEN.match(self.text, position):
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
        if (found := self._known.get(text)) is None:
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
