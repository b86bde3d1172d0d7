"""The bodies of the quantized types."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.quant.types import LARGEST_STORAGE, SMALLEST_STORAGE, default_range
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I64
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.messages import missing, refused, wrong
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, as_tuple
from sdyopt.mlir.literals.attributes import integer_value
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import LiteralError, float_bits

Range = tuple[int, int]
Axes = tuple[tuple[int, int | None], ...]


class Scales(NamedTuple):
    """Scales and zero points in row-major order, and the shape of the lists that hold them."""

    shape: tuple[int, ...]
    scales: tuple[int, ...]
    zero_points: tuple[int, ...]


class QuantizedTypes(Syntax):
    """The bodies of types give their parameters."""

    grammar = """
        quant_any: "<" quant_storage [":" type] ">"
        quant_calibrated: "<" type "<" quant_number ":" quant_number ">" ">"
        quant_uniform: "<" quant_storage ":" type [quant_axes] "," quant_scales ">"

        quant_storage: quant_storage_type ["<" quant_integer ":" quant_integer ">"]
        quant_storage_type: type | WORD
        quant_integer: INTEGER
        quant_number: FLOAT | INTEGER

        quant_axes: ":" quant_integer                                      -> quant_axis
                  | ":" "{" (quant_block ("," quant_block)*)? "}"           -> quant_blocks
        quant_block: quant_integer ":" quant_integer

        ?quant_scales: quant_scale
                     | "{" (quant_scales ("," quant_scales)*)? "}"          -> quant_scale_list
        quant_scale: quant_number [":" quant_integer]
    """
    messages = {
        " quant_storage": missing("expected non-function type"),
        " quant_number": wrong("expected floating point literal"),
        " quant_scales": wrong("expected floating point literal"),
        " quant_integer": refused("expected integer value"),
    }

    quant_blocks = as_tuple

    @staticmethod
    def quant_integer(context: ParseContext, literal: str) -> tuple[int, int]:
        """A number and where it stands."""
        try:
            return integer_value(literal, I64), context.start
        except LiteralError:
            raise ParseError("integer value too large", context.start) from None

    @staticmethod
    def quant_number(context: ParseContext, literal: str) -> int:
        """The bits of a double."""
        try:
            return float_bits(literal, FLOAT_FORMATS["f64"])
        except LiteralError:
            raise ParseError("expected floating point literal", context.start) from None

    @staticmethod
    def quant_storage_type(context: ParseContext, given: Type | str) -> IntegerType:
        """`i8`, or `u8`, which is no type of its own."""
        if isinstance(given, str):
            if not given.startswith("u"):
                raise ParseError("illegal storage type prefix", context.start)
            if not given[1:].isdecimal():
                raise ParseError("expected storage type width", context.start)
            digits = given[1:].lstrip("0")
            storage = IntegerType(int(digits or 0) if len(digits) < len(str(1 << 32)) else 1 << 32, "u")
        elif isinstance(given, IntegerType):
            storage = IntegerType(given.width, "u" if given.signedness == "u" else "")
        else:
            raise ParseError("storage type must be integral", context.start)
        if not SMALLEST_STORAGE <= storage.width <= LARGEST_STORAGE:
            raise ParseError(f"illegal storage type size: {storage.width}", context.start)
        return storage

    @staticmethod
    def quant_storage(
        context: ParseContext, storage: IntegerType, low: tuple[int, int] | None, high: tuple[int, int] | None
    ) -> tuple[IntegerType, Range]:
        smallest, largest = default_range(storage)
        if low is None or high is None:
            return storage, (smallest, largest)
        for (value, offset), what in ((low, "minimum"), (high, "maximum")):
            if not smallest <= value <= largest:
                raise ParseError(f"illegal storage type {what}: {value}", offset)
        if low[0] >= high[0]:
            raise ParseError(f"illegal storage min and storage max: ({low[0]}:{high[0]})", context.start)
        return storage, (low[0], high[0])

    @staticmethod
    def quant_axis(context: ParseContext, axis: tuple[int, int]) -> Axes:
        return ((axis[0], None),)

    @staticmethod
    def quant_block(context: ParseContext, axis: tuple[int, int], size: tuple[int, int]) -> tuple[int, int | None]:
        return axis[0], size[0]

    @staticmethod
    def quant_scale(context: ParseContext, scale: int, zero_point: tuple[int, int] | None) -> Scales:
        return Scales((), (scale,), (0 if zero_point is None else zero_point[0],))

    @staticmethod
    def quant_scale_list(context: ParseContext, *parts: Scales) -> Scales:
        context.check_nesting()
        for part in parts:
            if part.shape != parts[0].shape:
                raise ParseError("ranks or sizes of scales are not consistent", context.start)
        inner = parts[0].shape if parts else ()
        return Scales(
            (len(parts), *inner),
            tuple([scale for part in parts for scale in part.scales]),
            tuple([zero_point for part in parts for zero_point in part.zero_points]),
        )

    @staticmethod
    def quant_any(context: ParseContext, storage: tuple[IntegerType, Range], expressed: Type | None) -> tuple[Any, ...]:
        return *storage, expressed

    @staticmethod
    def quant_calibrated(context: ParseContext, expressed: Type, low: int, high: int) -> tuple[Any, ...]:
        return expressed, (low, high)

    @staticmethod
    def quant_uniform(
        context: ParseContext, storage: tuple[IntegerType, Range], expressed: Type, axes: Axes | None, scales: Scales
    ) -> tuple[Any, ...]:
        """Per tensor without axes, per axis with one, per block with axes in braces."""
        place = context.offset_of(6)
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
