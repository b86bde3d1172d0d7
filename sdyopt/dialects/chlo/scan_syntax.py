"""The format of `chlo.scan`: `chlo.scan(%x) inits (%y) dimension=0 {…} : …`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.dialects.stablehlo.op_syntax import FunctionType, set_attributes, write_attributes
from sdyopt.ir import types
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I32, I64, DenseArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.format import DIRECTIVES, Directive, functional_type
from sdyopt.ods.inherent import SEGMENT_SIZES
from sdyopt.ods.literals import integer_value
from sdyopt.ods.numbers import LiteralError
from sdyopt.ods.spelling import spell
from sdyopt.ods.state import OperationState, ValueUse
from sdyopt.ods.writer import Writer


class Scan(NamedTuple):
    """What the text of a scan gives."""

    inputs: list[ValueUse]
    inits: list[ValueUse]
    dimension: Attribute
    attributes: dict[str, Attribute]
    region: Region
    types: FunctionType


def scan_dimension(parser: Any, literal: str) -> Attribute:
    try:
        dimension = IntegerAttr(integer_value(literal, I64), I64)
    except LiteralError:
        raise parser.error("integer value too large", parser.start) from None
    if dimension.value < 0 and not literal.startswith("-"):  # It has wrapped around.
        raise parser.error("integer value too large", parser.start)
    return dimension


def scan_type(parser: Any, type: Type) -> FunctionType:
    if not isinstance(type, types.FunctionType):
        message = f"invalid kind of type specified: expected builtin.function, but found '{spell(type)}'"
        raise parser.error(message, parser.start)
    return list(type.inputs), list(type.results)


def scan_op(
    parser: Any,
    inputs: list[ValueUse],
    inits: list[ValueUse],
    dimension: Attribute,
    attributes: dict[str, Attribute],
    region: Region,
    types: FunctionType,
) -> Scan:
    return Scan(inputs, inits, dimension, attributes, region, types)


def read_scan(scan: Scan, state: OperationState) -> None:
    """The inputs and outputs come first; there are as many carried results as there are inits."""
    state.operands = [*scan.inputs, *scan.inits]
    state.operand_types, state.result_types = scan.types
    if len(state.operands) != len(state.operand_types):
        message = f"custom op '{state.definition.name}' operand types must match the number of inputs and inits"
        raise ParseError(message, state.offset)
    carried = len(scan.inits)
    state.properties["dimension"] = scan.dimension
    state.properties["operandSegmentSizes"] = DenseArrayAttr(I32, (len(scan.inputs), carried))
    state.properties["resultSegmentSizes"] = DenseArrayAttr(I32, (max(len(state.result_types) - carried, 0), carried))
    set_attributes(state, scan.attributes)
    state.regions.append(scan.region)


def write_scan(writer: Writer, op: Operation) -> None:
    sizes: Any = op.properties["operandSegmentSizes"]
    dimension: Any = op.properties["dimension"]
    inputs = sizes.values[0]
    writer.text("(")
    writer.operands(0, inputs)
    writer.text(") inits (")
    writer.operands(inputs, len(op.operands))
    writer.text(f") dimension={dimension.value} ")
    write_attributes(writer, op, "dimension", *SEGMENT_SIZES, keyword="attributes ")
    writer.text(" ")
    writer.region(0)
    writer.text(f" : {functional_type(op)}")


DIRECTIVES["ScanOp"] = Directive("scan_op", read_scan, write_scan)

ACTIONS: dict[str, Callable[..., Any]] = {"scan_dimension": scan_dimension, "scan_type": scan_type, "scan_op": scan_op}
