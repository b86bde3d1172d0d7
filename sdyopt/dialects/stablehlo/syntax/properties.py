"""Properties with a syntax of their own in formats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax.attributes import DOT_ALGORITHM, PRECISION
from sdyopt.ir.attributes import I64, ArrayAttr, DenseArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.declare.parameters import INTEGERS
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.patterns import pattern

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_I32 = IntegerType(32)


def parse_precision(parser: Parser) -> ArrayAttr:
    """Reads `[DEFAULT, HIGHEST]`."""
    elements: list[Any] = []
    parser.parse_list("[", "]", "", lambda: elements.append(PRECISION.parse(parser)))
    return ArrayAttr(tuple(elements))


def precision_text(config: Any) -> str:
    """`[DEFAULT, HIGHEST]`."""
    return f"[{', '.join([element.value for element in config])}]"


def parse_dot_dimensions(parser: Parser) -> s.DotDimensionNumbers:
    """Reads `batching_dims = [0] x [0], contracting_dims = [1] x [1]`."""
    batching: tuple[s.Dimensions, s.Dimensions] = ((), ())
    if parser.consume_if("batching_dims"):
        batching = _parse_pair(parser)
        parser.parse_token(",", "expected ','")
    parser.parse_keyword("contracting_dims")
    return s.DotDimensionNumbers(*batching, *_parse_pair(parser))


def _parse_pair(parser: Parser) -> tuple[s.Dimensions, s.Dimensions]:
    """Reads `= [0] x [1]`."""
    parser.parse_token("=", "expected '='")
    lhs = parser.parse_integers_of_array()
    parser.parse_keyword("x")
    return lhs, parser.parse_integers_of_array()


def dot_dimensions_text(numbers: s.DotDimensionNumbers) -> str:
    """`batching_dims = [0] x [0], contracting_dims = [1] x [1]`."""
    lhs, rhs = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    batching = f"batching_dims = {INTEGERS.text(lhs)} x {INTEGERS.text(rhs)}, " if lhs or rhs else ""
    lhs, rhs = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    return f"{batching}contracting_dims = {INTEGERS.text(lhs)} x {INTEGERS.text(rhs)}"


class PrecisionConfigAndAlgorithm(Directive):
    """`, precision = […]`, then `, algorithm = <…>`; each may be missing."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        if not parser.consume_if(","):
            return
        if parser.token != "algorithm":
            parser.parse_keyword("precision")
            parser.parse_token("=", "expected '='")
            state.properties[names[0]] = parse_precision(parser)
            if not parser.consume_if(","):
                return
        parser.parse_keyword("algorithm")
        parser.parse_token("=", "expected '='")
        state.properties[names[1]] = DOT_ALGORITHM.parse(parser)

    @classmethod
    def write(cls, writer: Writer, op: Operation, precision: str, algorithm: str) -> None:
        for name, text in ((precision, precision_text), (algorithm, DOT_ALGORITHM.write)):
            if name in op.properties:
                writer.text(f", {name.removesuffix('_config')} = {text(op.properties[name])}")


class SliceRanges(Directive):
    """`[0:4, 1:8:2]`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        ranges: list[tuple[int, int, int]] = []
        parser.parse_token("[", "expected '['")
        while not parser.consume_if("]"):
            start = parser.parse_integer()
            parser.parse_token(":", "expected ':'")
            limit = parser.parse_integer()
            ranges.append((start, limit, parser.parse_integer() if parser.consume_if(":") else 1))
            if parser.consume_if("]"):
                break
            parser.parse_token(",", "expected ','")
        for index, name in enumerate(names):
            state.properties[name] = DenseArrayAttr(I64, tuple([bounds[index] for bounds in ranges]))

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        bounds: list[Any] = [op.properties[name] for name in names]
        ranges = zip(*[bound.values for bound in bounds], strict=True)
        texts = [f"{start}:{limit}" + (f":{stride}" if stride != 1 else "") for start, limit, stride in ranges]
        writer.text(f"[{', '.join(texts)}]")


class ExponentMantissa(Directive):
    """`e5m10`."""

    _FORMAT = pattern(r"e(\d+)m(\d+)", re.ASCII)

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        word = parser.parse_any_keyword()
        match = cls._FORMAT.fullmatch(word)
        if match is None:
            raise parser.say(f"expected exponent mantissa in format e#m#, saw {word}", at)
        for name, what, digits in zip(names, ("exponent", "mantissa"), match.groups(), strict=True):
            number = short_integer(digits)
            if number >= 1 << 31:
                raise parser.say(f"unable to parse {what} '{digits}'", at)
            state.properties[name] = IntegerAttr(number, _I32)

    @classmethod
    def write(cls, writer: Writer, op: Operation, exponent: str, mantissa: str) -> None:
        bits: list[Any] = [op.properties[exponent], op.properties[mantissa]]
        writer.text(f"e{bits[0].value}m{bits[1].value}")
