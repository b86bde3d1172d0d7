"""Directives for properties."""

from __future__ import annotations

import re
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.printing import integers
from sdyopt.dialects.stablehlo.printing import parameters as printed_parameters
from sdyopt.dialects.stablehlo.syntax.enums import EnumReader, Word, unread_case, word_in_format
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import FALSE, I64, TRUE, ArrayAttr, BoolAttr, DenseArrayAttr, IntegerAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.follow_ups import Unclosed
from sdyopt.mlir.formats.messages import any_attribute, missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.syntax import Directive, PropertyDirective, Syntax, as_list, as_tuple, given, made_of_all
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.patterns import pattern

_I32 = IntegerType(32)
_read_precision = EnumReader(s.Precision)


class ListsInFormats(Syntax):
    """What StableHLO's formats have of the lists that the builtin grammar declares."""

    messages = {
        "custom_op integer_list": missing("expected '['"),
        "custom_op integer_list before HASH": refused("invalid kind of attribute specified"),
    }
    follow_ups = {"custom_op integer_list": Unclosed("]")}


class DotDimensionNumbers(PropertyDirective):
    """`batching_dims = [0] x [0], contracting_dims = [1] x [1]`."""

    symbol = "dot_dimensions"
    grammar = """
        dot_dimensions: ["batching_dims" "=" integer_list "x" integer_list ","] "contracting_dims" "=" integer_list \
            "x" integer_list
    """
    messages = {" dot_dimensions": refused("expected 'contracting_dims'")}
    follow_ups = {"dot_dimensions integer_list": Unclosed("]")}

    @staticmethod
    def dot_dimensions(
        context: ParseContext,
        lhs_batching: s.Dimensions | None,
        rhs_batching: s.Dimensions | None,
        lhs_contracting: s.Dimensions,
        rhs_contracting: s.Dimensions,
    ) -> s.DotDimensionNumbers:
        return s.DotDimensionNumbers(lhs_batching or (), rhs_batching or (), lhs_contracting, rhs_contracting)

    @classmethod
    def text(cls, numbers: s.DotDimensionNumbers) -> str:
        lhs, rhs = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
        batching = f"batching_dims = {integers(lhs)} x {integers(rhs)}, " if lhs or rhs else ""
        lhs, rhs = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
        return f"{batching}contracting_dims = {integers(lhs)} x {integers(rhs)}"


class PrecisionConfig(PropertyDirective):
    """`, precision = [DEFAULT, HIGHEST]`, or nothing."""

    symbol = "precision"
    grammar = """
        precision: ["," "precision" "=" precision_list]
        precision_list: "[" (precision_word ("," precision_word)*)? "]"
        precision_word: WORD | STRING
    """
    messages = {" precision_word": refused("expected valid keyword or string")}
    follow_ups = {"precision_list precision_word": unread_case(s.Precision)}

    precision = given
    precision_list = made_of_all(ArrayAttr)

    @staticmethod
    def precision_word(context: ParseContext, token: str) -> Attribute:
        return _read_precision(word_in_format(context, token))

    @classmethod
    def text(cls, config: Any) -> str:
        return f", precision = [{', '.join([element.value for element in config])}]"


class PrecisionConfigAndAlgorithm(Directive):
    """A `PrecisionConfig`, then `, algorithm = <…>`, or nothing."""

    symbol = "precision_and_algorithm"
    grammar = """
        precision_and_algorithm: ["," "precision" "=" precision_list] ["," "algorithm" "=" dot_algorithm_body]
    """
    messages = {"precision_and_algorithm 'precision'": refused("expected 'precision'")}

    precision_and_algorithm = as_tuple

    @classmethod
    def read(cls, value: tuple[Attribute | None, Attribute | None], state: OperationState, *names: str) -> None:
        for name, attribute in zip(names, value, strict=True):
            if attribute is not None:
                state.properties[name] = attribute

    @classmethod
    def write(cls, writer: Writer, op: Operation, precision: str, algorithm: str) -> None:
        PrecisionConfig.write(writer, op, precision)
        value = op.properties.get(algorithm)
        if value is not None:
            writer.text(f", algorithm = {printed_parameters(value)}")


class _Range(NamedTuple):
    """`start:limit:stride`."""

    start: int
    limit: int
    stride: int


class SliceRanges(Directive):
    """`[0:4, 1:8:2]`."""

    symbol = "slice_ranges"
    grammar = """
        slice_ranges: "[" (slice_range ("," slice_range)*)? "]"
        slice_range: number64 ":" number64 [":" number64]
    """
    messages = {
        "slice_ranges ']'": missing("expected ','"),
        " slice_range": refused("expected integer value"),
    }

    slice_ranges = as_list

    @staticmethod
    def slice_range(context: ParseContext, start: int, limit: int, stride: int | None) -> _Range:
        return _Range(start, limit, 1 if stride is None else stride)

    @classmethod
    def read(cls, value: list[_Range], state: OperationState, *names: str) -> None:
        for index, name in enumerate(names):
            state.properties[name] = DenseArrayAttr(I64, tuple([range[index] for range in value]))

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        bounds: list[Any] = [op.properties[name] for name in names]
        ranges = zip(*[bound.values for bound in bounds], strict=True)
        texts = [f"{start}:{limit}" + (f":{stride}" if stride != 1 else "") for start, limit, stride in ranges]
        writer.text(f"[{', '.join(texts)}]")


class ExponentMantissa(Directive):
    """`e5m10`."""

    symbol = "exponent_mantissa"
    grammar = """
        exponent_mantissa: WORD
    """
    _FORMAT = pattern(r"e(\d+)m(\d+)", re.ASCII)

    @staticmethod
    def exponent_mantissa(context: ParseContext, token: str) -> Word:
        return Word(token, context.start)

    @classmethod
    def read(cls, value: Word, state: OperationState, exponent: str, mantissa: str) -> None:
        match = cls._FORMAT.fullmatch(value.text)
        if match is None:
            raise state.error(f"expected exponent mantissa in format e#m#, saw {value.text}", value.offset)
        for name, what, digits in ((exponent, "exponent", match[1]), (mantissa, "mantissa", match[2])):
            if int(digits) >= 1 << 31:
                raise state.error(f"unable to parse {what} '{digits}'", value.offset)
            state.properties[name] = IntegerAttr(int(digits), _I32)

    @classmethod
    def write(cls, writer: Writer, op: Operation, exponent: str, mantissa: str) -> None:
        bits: list[Any] = [op.properties[exponent], op.properties[mantissa]]
        writer.text(f"e{bits[0].value}m{bits[1].value}")


class Lower(PropertyDirective):
    """`, lower = true`, or nothing."""

    symbol = "lower_flag"
    grammar = """
        lower_flag: ["," "lower" "=" flag]
        ?flag: boolean
             | INTEGER -> integer_flag
    """
    messages = {" flag": any_attribute("i1")}

    lower_flag = given

    @staticmethod
    def integer_flag(context: ParseContext, literal: str) -> BoolAttr:
        """A number of one bit."""
        value = short_integer(literal)
        if value not in (-1, 0, 1):
            raise ParseError("integer constant out of range for attribute", context.start)
        return TRUE if value else FALSE

    @classmethod
    def text(cls, flag: BoolAttr) -> str:
        return ", lower = true" if flag.value else ""
