"""The `custom<…>` parts of StableHLO's assembly formats, apart from whole operations (`op_syntax.py`).

Each is what brings the value of its grammar rule into the operation's state and what writes it, both with the names
that stand between the directive's parentheses.
"""

from __future__ import annotations

import re
from typing import Any

from sdyopt.dialects.stablehlo import conv_dimensions
from sdyopt.dialects.stablehlo.grammar_actions import WINDOW_KEYWORDS, Range, TypeAt, TypesAt
from sdyopt.dialects.stablehlo.parameters import Word
from sdyopt.dialects.stablehlo.spelling import integers
from sdyopt.dialects.stablehlo.spelling import parameters as spelled_parameters
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import (
    ComplexType,
    FunctionType,
    IntegerType,
    RankedTensorType,
    TupleType,
    UnrankedTensorType,
)
from sdyopt.ods.definition import OpDef
from sdyopt.ods.dense import elements
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.format import DIRECTIVES, Directive, functional_type
from sdyopt.ods.literals import dense_elements, element_format
from sdyopt.ods.patterns import pattern
from sdyopt.ods.segments import operand_range
from sdyopt.ods.spelling import spell
from sdyopt.ods.state import OperationState, ValueUse
from sdyopt.ods.writer import Writer

_I32 = IntegerType(32)


def _error(state: OperationState, message: str, offset: int) -> ParseError:
    return ParseError(f"custom op '{state.definition.name}' {message}", offset)


def _uses(state: OperationState, names: tuple[str, ...]) -> list[ValueUse]:
    return [use for name in names for use in state.uses.get(name, ())]


# Types: one for all values where that says it all, else a functional type.


def _set_functional(type: FunctionType, offset: int, state: OperationState, operands: list[ValueUse]) -> None:
    if len(type.inputs) != len(operands):
        message = f"{len(operands)} operands present, but expected {len(type.inputs)}"
        raise _error(state, message, offset)
    if len(type.results) != 1:
        raise _error(state, "expected single output", offset)
    state.operands, state.operand_types = operands, list(type.inputs)
    state.result_types = list(type.results)


def read_same_type(child: TypeAt, state: OperationState, *names: str) -> None:
    """`type(operands…, result)`: the names of the operands, then that of the result."""
    operands = _uses(state, names[:-1])
    type, offset = child
    if isinstance(type, FunctionType):
        _set_functional(type, offset, state, operands)
        return
    state.operands, state.operand_types = operands, [type] * len(operands)
    state.result_types = [type]


def write_same_type(writer: Writer, op: Operation, *names: str) -> None:
    signature = op.signature
    (result,) = signature.result_types
    writer.text(spell(result) if all(t is result for t in signature.operand_types) else functional_type(op))


def real_type(type: Type) -> Type | None:
    """The tensor of the parts of a tensor of complex numbers."""
    if isinstance(type, (RankedTensorType, UnrankedTensorType)) and isinstance(type.element_type, ComplexType):
        part: Type = type.replace(element_type=type.element_type.element_type)
        return part
    return None


def read_complex_type(child: TypeAt, state: OperationState, *names: str) -> None:
    type, offset = child
    if isinstance(type, FunctionType):
        _set_functional(type, offset, state, state.operands)
        return
    part = real_type(type)
    if part is None:
        raise _error(state, "expected tensor with complex element type", offset)
    state.operand_types = [part] * len(names[:-1])
    state.result_types = [type]


def write_complex_type(writer: Writer, op: Operation, *names: str) -> None:
    signature = op.signature
    (result,) = signature.result_types
    part = real_type(result)
    writer.text(spell(result) if all(t is part for t in signature.operand_types) else functional_type(op))


def read_select_type(child: TypesAt, state: OperationState, *names: str) -> None:
    types, offset = child
    uses = state.operands
    if len(types) == 1 and isinstance(types[0], FunctionType):
        inputs, results = types[0].inputs, types[0].results
        if len(inputs) != 3:
            raise _error(state, f"3 operands present, but expected {len(inputs)}", offset)
        if len(results) != 1:
            raise _error(state, "expected single output", offset)
        state.operand_types, state.result_types = list(inputs), list(results)
    elif len(types) == 2:
        condition, other = types
        state.operand_types, state.result_types = [condition, other, other], [other]
    else:
        raise _error(state, "expected functional type or list of two types", offset)
    if len(uses) != 3:
        message = f"number of operands and types do not match: got {len(uses)} operands and 3 types"
        raise _error(state, message, uses[0].offset if uses else offset)


def write_select_type(writer: Writer, op: Operation, *names: str) -> None:
    condition, *others = op.signature.operand_types
    (result,) = op.signature.result_types
    if all(type is result for type in others):
        writer.text(f"{spell(condition)}, {spell(result)}")
    else:
        writer.text(functional_type(op))


def read_tuple_type(child: TypeAt, state: OperationState, operands: str, result: str) -> None:
    uses = state.uses.get(operands, [])
    type, offset = child
    if not isinstance(type, TupleType):
        raise _error(state, "expected tuple type", offset)
    if len(uses) != len(type.types):
        place = uses[0].offset if uses else offset
        message = f"number of operands and types do not match: got {len(uses)} operands and {len(type.types)} types"
        raise _error(state, message, place)
    state.types[operands], state.types[result] = list(type.types), [type]


def write_tuple_type(writer: Writer, op: Operation, operands: str, result: str) -> None:
    writer.types(op.signature.result_types)


def read_barrier(
    child: tuple[list[ValueUse], TypesAt | None], state: OperationState, operand: str, result: str
) -> None:
    uses, types = child
    listed = types.types if types is not None else []
    if len(uses) != len(listed):
        message = f"number of operands and types do not match: got {len(uses)} operands and {len(listed)} types"
        raise _error(state, message, uses[0].offset)
    state.operands, state.operand_types, state.result_types = uses, listed, list(listed)


def write_barrier(writer: Writer, op: Operation, operand: str, result: str) -> None:
    if not op.operands:
        writer.text("()")
        return
    writer.text(" ")
    writer.operands(0, len(op.operands))
    writer.text(" : ")
    writer.types(op.signature.operand_types)


# Operands before a keyword.


def read_uses_with_commas(child: list[ValueUse], state: OperationState, name: str) -> None:
    state.uses[name] = child


def write_uses_with_commas(writer: Writer, op: Operation, name: str) -> None:
    definition = op.definition
    assert isinstance(definition, OpDef)
    index = [operand.name for operand in definition.operands].index(name)
    writer.operands(*operand_range(op, definition, index))
    writer.text(",")


# Dot products.


def read_attribute(child: Any, state: OperationState, name: str) -> None:
    state.properties[name] = child


def write_dot_dimensions(writer: Writer, op: Operation, name: str) -> None:
    numbers: Any = op.properties[name]
    if numbers.lhs_batching_dimensions or numbers.rhs_batching_dimensions:
        lhs, rhs = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
        writer.text(f"batching_dims = {integers(lhs)} x {integers(rhs)}, ")
    lhs, rhs = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    writer.text(f"contracting_dims = {integers(lhs)} x {integers(rhs)}")


def read_precision(child: Attribute | None, state: OperationState, name: str) -> None:
    if child is not None:
        state.properties[name] = child


def write_precision(writer: Writer, op: Operation, name: str) -> None:
    config: Any = op.properties.get(name)
    if config is not None:
        writer.text(f", precision = [{', '.join([element.value for element in config])}]")


def read_precision_and_algorithm(
    child: tuple[Attribute | None, Attribute | None], state: OperationState, name: str, algorithm_name: str
) -> None:
    precision, algorithm = child
    read_precision(precision, state, name)
    if algorithm is not None:
        state.properties[algorithm_name] = algorithm


def write_precision_and_algorithm(writer: Writer, op: Operation, name: str, algorithm_name: str) -> None:
    write_precision(writer, op, name)
    algorithm = op.properties.get(algorithm_name)
    if algorithm is not None:
        writer.text(f", algorithm = {spelled_parameters(algorithm)}")


# Convolutions.


def write_conv_dimensions(writer: Writer, op: Operation, name: str) -> None:
    numbers: Any = op.properties[name]
    writer.text(conv_dimensions.spelled(numbers))


def read_window(child: dict[str, Any], state: OperationState, *names: str) -> None:
    for name in names:
        value = child.get(WINDOW_KEYWORDS[name])
        if value is None:
            continue
        if name == "padding":
            state.properties[name] = _padding(value)
        elif name == "window_reversal":
            state.properties[name] = a.DenseArrayAttr(a.I1, tuple([int(bool(flag)) for flag in value]))
        else:
            state.properties[name] = a.DenseArrayAttr(a.I64, value)


def _padding(rows: list[tuple[int, ...]]) -> a.DenseElementsAttr:
    literal = ", ".join([integers(row) for row in rows])
    return dense_elements(f"[{literal}]" if rows else "", RankedTensorType((len(rows), 2), a.I64))


def write_window(writer: Writer, op: Operation, *names: str) -> None:
    values: list[tuple[str, Any]] = [(name, op.properties.get(name)) for name in names]
    writer.text(
        ", ".join([f"{WINDOW_KEYWORDS[name]} = {_window_text(value)}" for name, value in values if value is not None])
    )


def _window_text(value: Any) -> str:
    if isinstance(value, a.DenseElementsAttr):
        rows: Any = value.type
        numbers = elements(value.text, rows.shape, element_format(rows.element_type))
        width = rows.shape[-1] if len(rows.shape) == 2 else 1
        starts = range(0, len(numbers), width)
        return f"[{', '.join([integers(tuple(numbers[start : start + width])) for start in starts])}]"
    if value.element_type is a.I1:
        return f"[{', '.join(['true' if flag else 'false' for flag in value.values])}]"
    return integers(value.values)


# Slices, formats of floats, flags.


def read_slice_ranges(child: list[Range], state: OperationState, start: str, limit: str, stride: str) -> None:
    for index, name in enumerate((start, limit, stride)):
        state.properties[name] = a.DenseArrayAttr(a.I64, tuple([range[index] for range in child]))


def write_slice_ranges(writer: Writer, op: Operation, *names: str) -> None:
    bounds: list[Any] = [op.properties[name] for name in names]
    ranges = zip(*[bound.values for bound in bounds], strict=True)
    texts = [f"{start}:{limit}" + (f":{stride}" if stride != 1 else "") for start, limit, stride in ranges]
    writer.text(f"[{', '.join(texts)}]")


_FORMAT = pattern(r"e(\d+)m(\d+)", re.ASCII)


def read_exponent_mantissa(child: Word, state: OperationState, exponent: str, mantissa: str) -> None:
    match = _FORMAT.fullmatch(child.text)
    if match is None:
        raise _error(state, f"expected exponent mantissa in format e#m#, saw {child.text}", child.offset)
    for name, what, digits in ((exponent, "exponent", match[1]), (mantissa, "mantissa", match[2])):
        if int(digits) >= 1 << 31:
            raise _error(state, f"unable to parse {what} '{digits}'", child.offset)
        state.properties[name] = a.IntegerAttr(int(digits), _I32)


def write_exponent_mantissa(writer: Writer, op: Operation, exponent: str, mantissa: str) -> None:
    bits: list[Any] = [op.properties[exponent], op.properties[mantissa]]
    writer.text(f"e{bits[0].value}m{bits[1].value}")


def read_flag(child: a.BoolAttr | None, state: OperationState, name: str) -> None:
    if child is not None:
        state.properties[name] = child


def write_lower(writer: Writer, op: Operation, name: str) -> None:
    if op.properties.get(name) is a.TRUE:
        writer.text(", lower = true")


DIRECTIVES |= {
    "SameOperandsAndResultType": Directive("type_at", read_same_type, write_same_type),
    "ComplexOpType": Directive("type_at", read_complex_type, write_complex_type),
    "SelectOpType": Directive("types_at", read_select_type, write_select_type),
    "TupleOpType": Directive("type_at", read_tuple_type, write_tuple_type),
    "PairwiseOp": Directive("barrier_operands", read_barrier, write_barrier),
    "VariadicOperandWithAttribute": Directive("uses_with_commas", read_uses_with_commas, write_uses_with_commas),
    "DotDimensionNumbers": Directive("dot_dimensions", read_attribute, write_dot_dimensions),
    "PrecisionConfig": Directive("precision", read_precision, write_precision),
    "PrecisionConfigAndAlgorithm": Directive(
        "precision_and_algorithm", read_precision_and_algorithm, write_precision_and_algorithm
    ),
    "ConvolutionDimensions": Directive("conv_dimensions", read_attribute, write_conv_dimensions),
    "WindowAttributes": Directive("window_attributes", read_window, write_window),
    "SliceRanges": Directive("slice_ranges", read_slice_ranges, write_slice_ranges),
    "Lower": Directive("lower_flag", read_flag, write_lower),
    "ExponentMantissa": Directive("exponent_mantissa", read_exponent_mantissa, write_exponent_mantissa),
}
