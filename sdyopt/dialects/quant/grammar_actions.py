"""What the rules of `quant.lark` do: for each rule the function of its name."""

from __future__ import annotations

from typing import Any, NamedTuple

from sdyopt.dialects.quant.types import LARGEST_STORAGE, SMALLEST_STORAGE, default_range
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I64
from sdyopt.ir.types import IntegerType
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.float_formats import FLOAT_FORMATS
from sdyopt.ods.literals import integer_value
from sdyopt.ods.numbers import LiteralError, float_bits

Range = tuple[int, int]
Axes = tuple[tuple[int, int | None], ...]


class Scales(NamedTuple):
    """Scales and zero points in row-major order, and the shape of the lists that hold them."""

    shape: tuple[int, ...]
    scales: tuple[int, ...]
    zero_points: tuple[int, ...]


def quant_integer(parser: Any, literal: str) -> tuple[int, int]:
    """A number and where it stands."""
    try:
        return integer_value(literal, I64), parser.start
    except LiteralError:
        raise ParseError("integer value too large", parser.start) from None


def quant_number(parser: Any, literal: str) -> int:
    """The bits of a double."""
    try:
        return float_bits(literal, FLOAT_FORMATS["f64"])
    except LiteralError:
        raise ParseError("expected floating point literal", parser.start) from None


def quant_storage_type(parser: Any, given: Type | str) -> IntegerType:
    """`i8`, or `u8`, which is no type of its own."""
    if isinstance(given, str):
        if not given.startswith("u"):
            raise ParseError("illegal storage type prefix", parser.start)
        if not given[1:].isdecimal():
            raise ParseError("expected storage type width", parser.start)
        digits = given[1:].lstrip("0")
        storage = IntegerType(int(digits or 0) if len(digits) < len(str(1 << 32)) else 1 << 32, "u")
    elif isinstance(given, IntegerType):
        storage = IntegerType(given.width, "u" if given.signedness == "u" else "")
    else:
        raise ParseError("storage type must be integral", parser.start)
    if not SMALLEST_STORAGE <= storage.width <= LARGEST_STORAGE:
        raise ParseError(f"illegal storage type size: {storage.width}", parser.start)
    return storage


def quant_storage(
    parser: Any, storage: IntegerType, low: tuple[int, int] | None, high: tuple[int, int] | None
) -> tuple[IntegerType, Range]:
    smallest, largest = default_range(storage)
    if low is None or high is None:
        return storage, (smallest, largest)
    for (value, offset), what in ((low, "minimum"), (high, "maximum")):
        if not smallest <= value <= largest:
            raise ParseError(f"illegal storage type {what}: {value}", offset)
    if low[0] >= high[0]:
        raise ParseError(f"illegal storage min and storage max: ({low[0]}:{high[0]})", parser.start)
    return storage, (low[0], high[0])


def quant_axis(parser: Any, axis: tuple[int, int]) -> Axes:
    return ((axis[0], None),)


def quant_block(parser: Any, axis: tuple[int, int], size: tuple[int, int]) -> tuple[int, int | None]:
    return axis[0], size[0]


def quant_blocks(parser: Any, *blocks: tuple[int, int | None]) -> Axes:
    return blocks


def quant_scale(parser: Any, scale: int, zero_point: tuple[int, int] | None) -> Scales:
    return Scales((), (scale,), (0 if zero_point is None else zero_point[0],))


def quant_scale_list(parser: Any, *parts: Scales) -> Scales:
    parser.check_nesting()
    for part in parts:
        if part.shape != parts[0].shape:
            raise ParseError("ranks or sizes of scales are not consistent", parser.start)
    inner = parts[0].shape if parts else ()
    return Scales(
        (len(parts), *inner),
        tuple([scale for part in parts for scale in part.scales]),
        tuple([zero_point for part in parts for zero_point in part.zero_points]),
    )


# The bodies of types give their parameters.


def quant_any(parser: Any, storage: tuple[IntegerType, Range], expressed: Type | None) -> tuple[Any, ...]:
    return *storage, expressed


def quant_calibrated(parser: Any, expressed: Type, low: int, high: int) -> tuple[Any, ...]:
    return expressed, (low, high)


def quant_uniform(
    parser: Any, storage: tuple[IntegerType, Range], expressed: Type, axes: Axes | None, scales: Scales
) -> tuple[Any, ...]:
    """Per tensor without axes, per axis with one, per block with axes in braces."""
    place = parser.offset_of(6)
    is_per_axis = axes is not None and any(size is None for _, size in axes)
    rank = len(scales.shape)
    if axes is None and rank:
        raise ParseError("expected one scale, since there is no quantized dimension", place)
    if axes is not None and not rank:
        raise ParseError("expected a list of scales", place)
    if is_per_axis and rank != 1:
        raise ParseError("expected a list of scales without lists in it", place)
    if rank and not scales.scales:
        raise ParseError("expected at least one scale", place)
    return *storage, expressed, axes or (), *scales


ACTIONS = {
    name: globals()[name]
    for name in (
        "quant_integer",
        "quant_number",
        "quant_storage_type",
        "quant_storage",
        "quant_axis",
        "quant_block",
        "quant_blocks",
        "quant_scale",
        "quant_scale_list",
        "quant_any",
        "quant_calibrated",
        "quant_uniform",
    )
}
