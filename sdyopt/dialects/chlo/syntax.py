"""The syntax that only CHLO has; its other attributes and formats use that of StableHLO."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.chlo import attributes as c
from sdyopt.dialects.stablehlo.syntax.attributes import enum_attribute
from sdyopt.ir.attributes import I32, I64, DenseArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.inherent import SEGMENT_SIZES
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


COMPARISON_DIRECTION = enum_attribute(c.ComparisonDirection, "comparison_direction")
COMPARISON_TYPE = enum_attribute(c.ComparisonType, "comparison_type")


class ScanOp(Directive):
    """`chlo.scan(%x) inits (%y) dimension=0 {…} : …`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        """The inputs and outputs come first; there is a carried result for each init."""
        inputs = parser.parse_operands_in_parentheses()
        parser.parse_keyword("inits")
        inits = parser.parse_operands_in_parentheses()
        parser.parse_keyword("dimension")
        parser.parse_token("=", "expected '='")
        state.properties["dimension"] = IntegerAttr(parser.parse_integer(), I64)
        attributes = parser.parse_optional_dictionary("attributes")
        state.regions.append(parser.parse_region())
        parser.parse_token(":", "expected ':'")
        type = parser.parse_function_type()
        state.operands = [*inputs, *inits]
        state.operand_types, state.result_types = list(type.inputs), list(type.results)
        if len(state.operands) != len(state.operand_types):
            raise parser.say("operand types must match the number of inputs and inits", state.offset)
        carried = len(inits)
        results = max(len(state.result_types) - carried, 0)
        state.properties["operandSegmentSizes"] = DenseArrayAttr(I32, (len(inputs), carried))
        state.properties["resultSegmentSizes"] = DenseArrayAttr(I32, (results, carried))
        state.add_attributes(attributes)

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        sizes: Any = op.properties["operandSegmentSizes"]
        dimension: Any = op.properties["dimension"]
        inputs = sizes.values[0]
        writer.text("(")
        writer.operands(0, inputs)
        writer.text(") inits (")
        writer.operands(inputs, len(op.operands))
        writer.text(f") dimension={dimension.value} ")
        writer.attributes_without(op, "dimension", *SEGMENT_SIZES, keyword="attributes ")
        writer.text(" ")
        writer.region(0)
        writer.text(f" : {functional_type(op)}")
