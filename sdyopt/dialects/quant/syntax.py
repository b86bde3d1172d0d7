"""Quantized types: how what comes after `!quant.uniform` and the like is read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.quant.types import (
    LARGEST_STORAGE,
    SMALLEST_STORAGE,
    AnyQuantizedType,
    CalibratedQuantizedType,
    UniformQuantizedType,
    default_range,
    number_text,
)
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import LiteralError, float_bits, short_integer
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

Range = tuple[int, int]
Axes = tuple[tuple[int, int | None], ...]


class Scales(NamedTuple):
    """Scales and zero points in row-major order, and the shape of the lists that hold them."""

    shape: tuple[int, ...]
    scales: tuple[int, ...]
    zero_points: tuple[int, ...]


def _parse_number(parser: Parser) -> int:
    """Reads the bits of a double."""
    at = parser.start
    sign = "-" if parser.consume_if("-") else ""
    if parser.kind not in ("FLOAT", "INTEGER"):
        raise parser.error_here("expected floating point literal")
    try:
        bits = float_bits(sign + parser.token, FLOAT_FORMATS["f64"])
    except LiteralError:
        raise parser.error_at("expected floating point literal", at) from None
    parser.consume()
    return bits


def _parse_storage_type(parser: Parser) -> IntegerType:
    """Reads `i8`, or `u8`, which is not a type of its own."""
    at = parser.start
    given = parser.parse_optional_type()
    if isinstance(given, IntegerType):
        storage = IntegerType(given.width, "u" if given.signedness == "u" else "")
    elif given is not None:
        raise parser.say("storage type must be integral", at)
    elif parser.kind != "WORD":
        raise parser.wrong_token("expected non-function type")
    else:
        word = parser.parse_any_keyword()
        if not word.startswith("u"):
            raise parser.say("illegal storage type prefix", at)
        if not word[1:].isdecimal():
            raise parser.say("expected storage type width", at)
        storage = IntegerType(min(short_integer(word[1:]), 1 << 32), "u")
    if not SMALLEST_STORAGE <= storage.width <= LARGEST_STORAGE:
        raise parser.say(f"illegal storage type size: {storage.width}", at)
    return storage


def _parse_storage(parser: Parser) -> tuple[IntegerType, Range]:
    """Reads `i8`, or `i8<-127:127>`."""
    at = parser.start
    storage = _parse_storage_type(parser)
    smallest, largest = default_range(storage)
    if not parser.consume_if("<"):
        return storage, (smallest, largest)
    low_at, low = parser.start, parser.parse_integer()
    parser.parse_token(":", "expected ':'")
    high_at, high = parser.start, parser.parse_integer()
    parser.parse_token(">", "expected '>'")
    for value, place, what in ((low, low_at, "minimum"), (high, high_at, "maximum")):
        if not smallest <= value <= largest:
            raise parser.say(f"illegal storage type {what}: {value}", place)
    if low >= high:
        raise parser.say(f"illegal storage min and storage max: ({low}:{high})", at)
    return storage, (low, high)


def _parse_axes(parser: Parser) -> Axes | None:
    """Reads `:1`, or `:{0:2, 1:4}`, if it is there."""
    if not parser.consume_if(":"):
        return None
    if parser.token != "{":
        return ((parser.parse_integer(), None),)
    blocks: list[tuple[int, int | None]] = []

    def block() -> None:
        axis = parser.parse_integer()
        parser.parse_token(":", "expected ':'")
        blocks.append((axis, parser.parse_integer()))

    parser.parse_list("{", "}", "", block)
    return tuple(blocks)


def _parse_scales(parser: Parser) -> Scales:
    """Reads `0.5:3`, or nested lists of these in braces."""
    at = parser.start
    if parser.token != "{":
        scale = _parse_number(parser)
        return Scales((), (scale,), (parser.parse_integer() if parser.consume_if(":") else 0,))
    parser.go_deeper()
    parts: list[Scales] = []
    parser.parse_list("{", "}", "", lambda: parts.append(_parse_scales(parser)))
    parser.depth -= 1
    if any(part.shape != parts[0].shape for part in parts):
        raise parser.say("ranks or sizes of scales are not consistent", at)
    return Scales(
        (len(parts), *(parts[0].shape if parts else ())),
        tuple([scale for part in parts for scale in part.scales]),
        tuple([zero_point for part in parts for zero_point in part.zero_points]),
    )


def _parse_any(parser: Parser) -> Any:
    """`<i8<-127:127>:f32>`."""
    at = parser.symbol_start
    parser.parse_token("<", "expected '<'")
    storage = _parse_storage(parser)
    expressed = parser.parse_type() if parser.consume_if(":") else None
    parser.parse_token(">", "expected '>'")
    return parser.legal(AnyQuantizedType, at, *storage, expressed)


def _parse_calibrated(parser: Parser) -> Any:
    """`<f32<-1.0:1.0>>`."""
    at = parser.symbol_start
    parser.parse_token("<", "expected '<'")
    expressed = parser.parse_type()
    parser.parse_token("<", "expected '<'")
    low = _parse_number(parser)
    parser.parse_token(":", "expected ':'")
    high = _parse_number(parser)
    parser.parse_token(">", "expected '>'")
    parser.parse_token(">", "expected '>'")
    return parser.legal(CalibratedQuantizedType, at, expressed, (low, high))


def _parse_uniform(parser: Parser) -> Any:
    """`<i8:f32:1, {0.5, 0.25:3}>`: for all elements, for each place of an axis, or for each block of places."""
    at = parser.symbol_start
    parser.parse_token("<", "expected '<'")
    storage = _parse_storage(parser)
    parser.parse_token(":", "expected ':'")
    expressed = parser.parse_type()
    axes = _parse_axes(parser)
    parser.parse_token(",", "expected ','")
    place = parser.start
    scales = _parse_scales(parser)
    place = parser.start if axes is None else place
    parser.parse_token(">", "expected '>'")
    rank = len(scales.shape)
    if axes is None and rank:
        raise parser.say("expected one scale, since there is no quantized dimension", place)
    if axes is not None and not rank:
        raise parser.say("expected a list of scales", place)
    if axes is not None and rank != 1 and any(size is None for _, size in axes):
        raise parser.say("expected a list of scales without lists in it", place)
    if rank and not scales.scales:
        raise parser.say("expected at least one scale", place)
    return parser.legal(UniformQuantizedType, at, *storage, expressed, axes or (), *scales)


def _storage_text(type: AnyQuantizedType | UniformQuantizedType) -> str:
    """`u8`, with its range if that is not all that the type has."""
    storage = type.storage_type
    low, high = type.storage_range
    limits = "" if (low, high) == default_range(storage) else f"<{low}:{high}>"
    return f"{storage.signedness or 'i'}{storage.width}{limits}"


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
    for size in reversed(type.shape):
        parts = ["{" + ", ".join(parts[start : start + size]) + "}" for start in range(0, len(parts), size)]
    return f"<{_storage_text(type)}:{text_of(type.expressed_type)}{_axes_text(type)}, {parts[0]}>"


def _axes_text(type: UniformQuantizedType) -> str:
    if not type.shape:
        return ""
    if type.granularity == "per-axis":
        return f":{type.axes[0][0]}"
    return f":{{{', '.join([f'{axis}:{size}' for axis, size in type.axes])}}}"


TYPES = [
    AttributeDef(AnyQuantizedType, "any", parse=_parse_any, write=_any_text),
    AttributeDef(CalibratedQuantizedType, "calibrated", parse=_parse_calibrated, write=_calibrated_text),
    AttributeDef(UniformQuantizedType, "uniform", parse=_parse_uniform, write=_uniform_text),
]
"""Their declarations."""
