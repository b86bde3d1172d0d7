"""Quantized types: how what comes after `!quant.uniform` and the like is read and written."""

from __future__ import annotations

from functools import cache
from math import isnan
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.quant.types import (
    LARGEST_STORAGE,
    PER_AXIS,
    STORED_FLOATS,
    AnyQuantizedType,
    CalibratedQuantizedType,
    UniformQuantizedType,
    default_range,
    message_text,
    number,
    number_text,
    width_of,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.types import FloatType, IntegerType
from sdyopt.mlir.declare.parameters import AttributeDef, type_of_class
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS, FloatFormat
from sdyopt.mlir.literals.numbers import double_bits, float_value, short_integer
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

LARGEST_WIDTH = 1 << 32
"""Widths have to be numbers of 32 bits."""

Axes = tuple[tuple[int, int | None], ...]

_DOUBLE = FLOAT_FORMATS["f64"]
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
        half = 1 << width_of(storage) - 1
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
    given = parser.parse_optional_type()
    if given in STORED_FLOATS:
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
    blocks: list[tuple[int, int | None]] = []

    def block() -> None:
        axis = parser.parse_integer(32)
        parser.parse_token(":", "expected ':'")
        blocks.append((axis, parser.parse_integer()))

    parser.parse_list("{", "}", "", block)
    return tuple(blocks)


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
    name = f"{'i' if type.is_signed else 'u'}{width_of(storage)}" if is_plain else text_of(storage)
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
