"""The syntax that only CHLO has; its other attributes and formats use that of StableHLO."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.chlo import attributes as c
from sdyopt.dialects.stablehlo.syntax.parameters import one_of
from sdyopt.ir import types
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I32, I64, DenseArrayAttr, IntegerAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.declare.inherent import SEGMENT_SIZES
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive, Syntax, as_tuple, made
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.attributes import integer_value
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.write.attributes import text_of

FunctionType = tuple[list[Type], list[Type]]


class RaggedDot(Syntax):
    """The body of `#chlo.ragged_dot`."""

    grammar = """
        ragged_dot_body: "<" (ragged_dot_parameter ("," ragged_dot_parameter)* ","?)? ">"
        ragged_dot_parameter: dimensions_name "=" integer_list -> parameter
    """
    messages = {" ragged_dot_parameter": refused(one_of(c.RaggedDotDimensionNumbers))}
    follow_ups = {"ragged_dot_body *": "failed parsing ragged dot dimension numbers attribute"}

    ragged_dot_body = as_tuple


class _Scan(NamedTuple):
    inputs: list[ValueUse]
    inits: list[ValueUse]
    dimension: Attribute
    attributes: dict[str, Attribute]
    region: Region
    types: FunctionType


class ScanOp(Directive):
    """`chlo.scan(%x) inits (%y) dimension=0 {…} : …`."""

    symbol = "scan_op"
    grammar = """
        scan_op: "(" value_uses ")" "inits" "(" value_uses ")" "dimension" "=" scan_dimension \
            attr_dict_with_keyword region scan_type
        scan_dimension: INTEGER
        scan_type: ":" type
    """
    messages = {" scan_op": missing("expected '(' in operand list")}

    scan_op = made(_Scan)

    @staticmethod
    def scan_dimension(context: ParseContext, literal: str) -> Attribute:
        try:
            dimension = IntegerAttr(integer_value(literal, I64), I64)
        except LiteralError:
            raise context.error("integer value too large", context.start) from None
        if dimension.value < 0 and not literal.startswith("-"):  # It has wrapped around.
            raise context.error("integer value too large", context.start)
        return dimension

    @staticmethod
    def scan_type(context: ParseContext, type: Type) -> FunctionType:
        if not isinstance(type, types.FunctionType):
            message = f"invalid kind of type specified: expected builtin.function, but found '{text_of(type)}'"
            raise context.error(message, context.start)
        return list(type.inputs), list(type.results)

    @classmethod
    def read(cls, value: _Scan, state: OperationState) -> None:
        """The inputs and outputs come first; there are as many carried results as there are inits."""
        state.operands = [*value.inputs, *value.inits]
        state.operand_types, state.result_types = value.types
        if len(state.operands) != len(state.operand_types):
            raise state.error("operand types must match the number of inputs and inits", state.offset)
        carried = len(value.inits)
        results = max(len(state.result_types) - carried, 0)
        state.properties["dimension"] = value.dimension
        state.properties["operandSegmentSizes"] = DenseArrayAttr(I32, (len(value.inputs), carried))
        state.properties["resultSegmentSizes"] = DenseArrayAttr(I32, (results, carried))
        state.add_attributes(value.attributes)
        state.regions.append(value.region)

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
