"""The quant dialect: types of quantized numbers, as elements of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import isnan, prod
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, FloatType, IntegerType, RankedTensorType
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef, type_of_class
from sdyopt.mlir.literals.numbers import (
    FLOAT_FORMATS,
    FloatFormat,
    bit_width,
    double_bits,
    float_text,
    float_value,
    short_integer,
)
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

__all__ = ["QUANT"]


# The quantized types, integers in storage that express floats: https://mlir.llvm.org/docs/Dialects/QuantDialect/.

LARGEST_STORAGE = 32
"""The number of bits that storage may have."""

STORED_FLOATS: dict[Type, int] = {FloatType("f8E5M2"): 57344, FloatType("f8E4M3FN"): 448, FloatType("f4E2M1FN"): 6}
"""The floating-point types that storage may have, with their largest numbers."""

PER_TENSOR, PER_AXIS, PER_BLOCK = "per-tensor", "per-axis", "per-block"
"""The parts that have a scale and a zero point of their own, as the constraints of operations call them."""

_STORED_BY_OPERATIONS = (2, 4, 8, 16, 32)
"""The widths of the storage that operations accept."""

_DOUBLE = FLOAT_FORMATS["f64"]


def number_text(bits: int) -> str:
    """Returns the text of a scale or a bound, which are held as the bits of a double."""
    return float_text(bits, _DOUBLE)


def number(bits: int) -> float:
    """Returns the scale or bound with these bits."""
    return float_value(bits, _DOUBLE)


def message_text(value: float) -> str:
    """Returns a number as messages show it: with six digits after the point."""
    return f"{value:e}".replace("inf", "INF")


def default_range(storage: Type, is_signed: bool) -> tuple[int, int]:
    """Returns the smallest and the largest number of a storage type."""
    if storage in STORED_FLOATS:
        return -STORED_FLOATS[storage], STORED_FLOATS[storage]
    assert isinstance(storage, IntegerType)
    if not is_signed:
        return 0, (1 << storage.width) - 1
    return -(1 << storage.width - 1), (1 << storage.width - 1) - 1


class QuantizedType(Type):
    """The base of quantized types."""

    __slots__ = ()

    @property
    def family(self) -> tuple[object, ...]:
        """Returns what compatible types have in common: all but scales, zero points and the axis."""
        raise NotImplementedError


def stored(type: RankedTensorType) -> RankedTensorType:
    """Returns the type of a tensor whose elements are what `type` stores, which is `type` unless it is quantized."""
    element = type.element_type
    return type.replace(element_type=element.storage_type) if isinstance(element, UniformQuantizedType) else type


class AnyQuantizedType(QuantizedType):
    """`!quant.any<i8<-8:7>:f32>`: how it is quantized is not known; what it expresses may not be, either.

    `u8` is stored as `i8`, but not signed. `ui8` and `si8` are stored as they are.
    """

    storage_type: Type
    storage_range: tuple[int, int]
    expressed_type: Type | None = None
    is_signed: bool = True

    @property
    def family(self) -> tuple[object, ...]:
        return self.storage_type, self.storage_range, self.expressed_type, False

    def check(self) -> None:
        _check_range(self.storage_range)


class CalibratedQuantizedType(QuantizedType):
    """`!quant.calibrated<f32<-0.998:1.23>>`: floats whose smallest and largest values are known, as bits."""

    expressed_type: Type
    bounds: tuple[int, int]

    @property
    def family(self) -> tuple[object, ...]:
        return None, (0, 0), self.expressed_type, False

    def check(self) -> None:
        low, high = [number(bits) for bits in self.bounds]
        if high <= low:
            raise ValueError(f"illegal min and max: ({message_text(low)}:{message_text(high)})")


class UniformQuantizedType(QuantizedType):
    """`!quant.uniform<i8:f32, 2.0:15>`: what is expressed is (stored - zero point) * scale.

    There is one scale and zero point for the whole tensor; or one for each index along an axis, `axes` then is that
    axis, and the size of its blocks None; or one for each block, of the sizes that `axes` gives. The scales, as bits,
    and the zero points are in row-major order; `shape` is that of their nested lists, () for the whole tensor. The
    storage is that of `AnyQuantizedType`.
    """

    storage_type: Type
    storage_range: tuple[int, int]
    expressed_type: Type
    axes: tuple[tuple[int, int | None], ...]
    shape: tuple[int, ...]
    scales: tuple[int, ...]
    zero_points: tuple[int, ...]
    is_signed: bool = True

    @property
    def granularity(self) -> str:
        """Returns what has a scale and a zero point of its own."""
        if not self.shape:
            return PER_TENSOR
        return PER_AXIS if any(size is None for _, size in self.axes) else PER_BLOCK

    @property
    def axis(self) -> int | None:
        """Returns the quantized dimension of a type that has a scale for each index along one."""
        return self.axes[0][0] if self.granularity == PER_AXIS else None

    @property
    def family(self) -> tuple[object, ...]:
        return self.storage_type, self.storage_range, self.expressed_type, self.granularity == PER_AXIS

    @property
    def is_legal_element(self) -> bool:
        """Whether operations accept its storage and its zero points. These are not checked where a type is read."""
        storage = self.storage_type
        if not isinstance(storage, IntegerType) or storage.width not in _STORED_BY_OPERATIONS:
            return False
        low, high = self.storage_range
        is_plain = not (storage.signedness and self.is_signed)
        return is_plain and all(low <= zero_point <= high for zero_point in self.zero_points)

    def fits(self, shape: tuple[int, ...]) -> bool:
        """Whether operations accept tensors of this shape: the quantized dimension is one with as many scales."""
        axis = self.axis
        return axis is None or (axis < len(shape) and shape[axis] in (DYNAMIC, len(self.scales)))

    def check(self) -> None:
        _check_range(self.storage_range)
        for axis, _ in self.axes:
            if axis < 0:
                raise ValueError(f"illegal quantized dimension: {axis}")
        for _, size in self.axes:
            if size is not None and size <= 0:
                raise ValueError(f"illegal block size: {size}")


def _check_range(storage_range: tuple[int, int]) -> None:
    low, high = storage_range
    if low >= high:
        raise ValueError(f"illegal storage min and storage max: ({low}:{high})")


# Quantized types: how what comes after `!quant.uniform` and the like is read and written.

LARGEST_WIDTH = 1 << 32
"""Widths have to be numbers of 32 bits."""

Axes = tuple[tuple[int, int | None], ...]

_parse_expressed_type = type_of_class(FloatType, "").parse


class Storage(NamedTuple):
    """The type in which numbers are stored, whether they are signed, and their range."""

    type: Type
    is_signed: bool
    range: tuple[int, int]


class Scales(NamedTuple):
    """Scales and zero points in row-major order, and the shape of the lists that hold them."""

    shape: tuple[int, ...]
    scales: tuple[int, ...]
    zero_points: tuple[int, ...]

    def held_in(self, expressed: FloatType, storage: Type) -> Scales:
        """Returns the scales rounded to the expressed type, and zero points as signed numbers as wide as storage."""
        half = 1 << bit_width(storage) - 1
        return Scales(
            self.shape,
            tuple([_rounded(scale, FLOAT_FORMATS[expressed.name]) for scale in self.scales]),
            tuple([(zero_point + half) % (2 * half) - half for zero_point in self.zero_points]),
        )


def _rounded(bits: int, format: FloatFormat) -> int:
    """Returns the bits of the double that is the nearest number of a format."""
    value = number(bits)
    return bits if isnan(value) else double_bits(float_value(double_bits(value, format), format), _DOUBLE)


def _parse_storage_type(parser: Parser) -> tuple[Type, bool]:
    """Reads `i8`, or `u8`, which is not a type of its own; returns whether numbers are signed, too."""
    at = parser.start
    if (given := parser.parse_optional_type()) in STORED_FLOATS:
        return given, True
    if isinstance(given, IntegerType):
        storage, is_signed = given, given.signedness != "u"
    elif given is not None:
        raise parser.say("illegal storage type prefix", at)
    else:
        word = parser.parse_any_keyword()
        if not word.startswith("u"):
            raise parser.say("illegal storage type prefix", at)
        width = short_integer(word[1:]) if word[1:].isdecimal() else LARGEST_WIDTH
        if width >= LARGEST_WIDTH:
            raise parser.say("expected storage type width", at)
        storage, is_signed = IntegerType(width), False
    if not 0 < storage.width <= LARGEST_STORAGE:
        raise parser.say(f"illegal storage type size: {storage.width}", at)
    return storage, is_signed


def _parse_storage(parser: Parser) -> Storage:
    """Reads `i8`, or `i8<-127:127>`."""
    storage, is_signed = _parse_storage_type(parser)
    smallest, largest = default_range(storage, is_signed)
    if not parser.consume_if("<"):
        return Storage(storage, is_signed, (smallest, largest))
    low_at, low = parser.start, parser.parse_integer()
    parser.parse_token(":", "expected ':'")
    high_at, high = parser.start, parser.parse_integer()
    parser.parse_token(">", "expected '>'")
    if low < smallest:
        raise parser.say(f"illegal storage type minimum: {low}", low_at)
    if high > largest:
        raise parser.say(f"illegal storage type maximum: {high}", high_at)
    return Storage(storage, is_signed, (low, high))


def _parse_axes(parser: Parser) -> Axes | None:
    """Reads `:1`, or `:{0:2, 1:4}`, if it is there."""
    if not parser.consume_if(":"):
        return None
    if parser.token != "{":
        return ((parser.parse_integer(32), None),)

    def block() -> tuple[int, int]:
        axis = parser.parse_integer(32)
        parser.parse_token(":", "expected ':'")
        return axis, parser.parse_integer()

    return tuple(parser.parse_list("{", "}", "", block))


def _parse_scale(parser: Parser, expressed: FloatType) -> Scales:
    """Reads `0.5:3`. The scale has to be between the smallest and the largest positive number of the type."""
    bits = parser.parse_float(_DOUBLE)
    scale, (smallest, largest) = number(bits), _positive_range(expressed)
    if scale < smallest or scale > largest:
        limits = f"[{message_text(smallest)}, {message_text(largest)}]"
        raise parser.say(f"scale {message_text(scale)} out of expressed type range {limits}")
    return Scales((), (bits,), (parser.parse_integer() if parser.consume_if(":") else 0,))


@cache
def _positive_range(type: FloatType) -> tuple[float, float]:
    """Returns the smallest and the largest positive number of a type, as doubles."""
    format = FLOAT_FORMATS[type.name]
    beyond = 1 << 2 * format.bias + format.width
    smallest, largest = format.encode(False, 1, beyond, "upward"), format.encode(False, beyond, 1, "downward")
    return float_value(smallest, format), float_value(largest, format)


def _parse_scales(parser: Parser, expressed: FloatType) -> Scales:
    """Reads nested lists of scales in braces."""
    parser.parse_token("{", "expected '{'")
    parser.go_deeper()
    parts: list[Scales] = []
    while True:
        parts.append(_parse_scales(parser, expressed) if parser.token == "{" else _parse_scale(parser, expressed))
        if parts[-1].shape != parts[0].shape:
            raise parser.say("tensor literal is invalid; ranks are not consistent between elements")
        if not parser.consume_if(","):
            break
    parser.parse_token("}", "expected '}'")
    parser.depth -= 1
    return Scales(
        (len(parts), *parts[0].shape),
        tuple([scale for part in parts for scale in part.scales]),
        tuple([zero_point for part in parts for zero_point in part.zero_points]),
    )


def _parse_any(parser: Parser) -> Any:
    """`<i8<-127:127>:f32>`."""
    parser.parse_token("<", "expected '<'")
    storage = _parse_storage(parser)
    expressed = _parse_expressed_type(parser) if parser.consume_if(":") else None
    parser.parse_token(">", "expected '>'")
    return parser.legal(
        AnyQuantizedType, parser.mnemonic_start, storage.type, storage.range, expressed, storage.is_signed
    )


def _parse_calibrated(parser: Parser) -> Any:
    """`<f32<-1.0:1.0>>`. What is missing is reported twice, as in MLIR."""
    parser.parse_token("<", "expected '<'")
    at = parser.start
    try:
        expressed = _parse_expressed_type(parser)
    except Failed:
        raise parser.say("expecting float expressed type", at) from None
    try:
        parser.parse_token("<", "expected '<'")
        low = parser.parse_float(_DOUBLE)
        parser.parse_token(":", "expected ':'")
        high = parser.parse_float(_DOUBLE)
        parser.parse_token(">", "expected '>'")
    except Failed:
        raise parser.say("calibrated values must be present", at) from None
    parser.parse_token(">", "expected '>'")
    return parser.legal(CalibratedQuantizedType, parser.mnemonic_start, expressed, (low, high))


def _parse_uniform(parser: Parser) -> Any:
    """`<i8:f32:1, {0.5, 0.25:3}>`: for all elements, for each place of an axis, or for each block of places."""
    parser.parse_token("<", "expected '<'")
    storage = _parse_storage(parser)
    parser.parse_token(":", "expected ':'")
    expressed = _parse_expressed_type(parser)
    axes = _parse_axes(parser)
    parser.parse_token(",", "expected ','")
    scales = _parse_scale(parser, expressed) if axes is None else _parse_scales(parser, expressed)
    parser.parse_token(">", "expected '>'")
    if axes and axes[0][1] is None:
        scales = scales._replace(shape=(len(scales.scales),))
    elif axes is not None:
        scales = scales.held_in(expressed, storage.type)
    return parser.legal(
        UniformQuantizedType,
        parser.mnemonic_start,
        *(storage.type, storage.range, expressed, axes or (), *scales, storage.is_signed),
    )


def _storage_text(type: AnyQuantizedType | UniformQuantizedType) -> str:
    """`u8`, with its range if that is not all that the type has."""
    storage, (low, high) = type.storage_type, type.storage_range
    is_default = (low, high) == default_range(storage, type.is_signed)
    is_plain = isinstance(storage, IntegerType) and not storage.signedness
    name = f"{'i' if type.is_signed else 'u'}{bit_width(storage)}" if is_plain else text_of(storage)
    return name if is_default else f"{name}<{low}:{high}>"


def _any_text(type: AnyQuantizedType) -> str:
    expressed = "" if type.expressed_type is None else f":{text_of(type.expressed_type)}"
    return f"<{_storage_text(type)}{expressed}>"


def _calibrated_text(type: CalibratedQuantizedType) -> str:
    low, high = type.bounds
    return f"<{text_of(type.expressed_type)}<{number_text(low)}:{number_text(high)}>>"


def _uniform_text(type: UniformQuantizedType) -> str:
    parts = [
        number_text(scale) + (f":{zero_point}" if zero_point else "")
        for scale, zero_point in zip(type.scales, type.zero_points, strict=True)
    ]
    between = "," if type.granularity == PER_AXIS else ", "
    for size in reversed(type.shape):
        parts = ["{" + between.join(parts[start : start + size]) + "}" for start in range(0, len(parts), size)]
    return f"<{_storage_text(type)}:{text_of(type.expressed_type)}{_axes_text(type)}, {parts[0]}>"


def _axes_text(type: UniformQuantizedType) -> str:
    if not type.shape:
        return ""
    if type.granularity == PER_AXIS:
        return f":{type.axis}"
    return f":{{{', '.join([f'{axis}:{size}' for axis, size in type.axes])}}}"


TYPES = [
    AttributeDef(AnyQuantizedType, "any", parse=_parse_any, write=_any_text),
    AttributeDef(CalibratedQuantizedType, "calibrated", parse=_parse_calibrated, write=_calibrated_text),
    AttributeDef(UniformQuantizedType, "uniform", parse=_parse_uniform, write=_uniform_text),
]
"""Their declarations."""


QUANT = Dialect("quant", types=TYPES, unknown_type="unknown quantized type {mnemonic}")


# Parts of tensors with several scales: the elements of what one device holds.


class UnequalScalesError(Exception):
    """The parts of a tensor have different scales, so that no type is that of all parts."""


def element_of_parts(type: UniformQuantizedType, shape: Sequence[int], counts: Sequence[int]) -> UniformQuantizedType:
    """Returns the elements of each part of a tensor with this shape and these elements.

    `counts` are the numbers of equal parts that its dimensions are cut into. Raises UnequalScalesError if the parts
    have different scales or zero points, or if there are blocks that belong to several parts.
    """
    for place, (axis, block) in enumerate(type.axes):
        count = counts[axis] if axis < len(counts) else 1
        if count == 1:
            continue
        if block is not None and shape[axis] % (count * block):
            raise UnequalScalesError(f"dimension {axis} is not cut between blocks of size {block}")
        type = _cut(type, axis, place if block is None else axis, count)
    return type


def _cut(type: UniformQuantizedType, axis: int, place: int, count: int) -> UniformQuantizedType:
    """Cuts the lists of scales at one place of their shape into parts, which have to be equal; returns one."""
    size = type.shape[place] if place < len(type.shape) else 1
    part, inner = size // count, prod(type.shape[place + 1 :])

    def first(values: Sequence[int]) -> tuple[int, ...]:
        rows = [tuple(values[start : start + size * inner]) for start in range(0, len(values), size * inner)]
        kept = [row[: part * inner] for row in rows]
        if size % count or any(row != start * count for row, start in zip(rows, kept, strict=True)):
            raise UnequalScalesError(f"the {count} parts of dimension {axis} have different scales or zero points")
        return tuple([value for row in kept for value in row])

    shape = (*type.shape[:place], part, *type.shape[place + 1 :])
    return type.replace(shape=shape, scales=first(type.scales), zero_points=first(type.zero_points))
