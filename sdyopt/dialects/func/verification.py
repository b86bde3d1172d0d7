"""What func operations must be: functions and their bodies, calls and their callees, returns and their functions."""

from __future__ import annotations

from sdyopt.ir.attributes import StringAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import FunctionType
from sdyopt.mlir.diagnostics import Hinted, Note, UnknownName
from sdyopt.mlir.verify.checks import after_regions, symbol_use
from sdyopt.mlir.verify.inferred_types import quoted
from sdyopt.mlir.verify.region_signature import sees_boundary_only
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import symbol_token


def function_type_of(function: Operation, context: Verification) -> FunctionType:
    """The type of a `func.func`."""
    attribute = function.properties.get("function_type")
    if not isinstance(attribute, TypeAttr) or not isinstance(attribute.type, FunctionType):
        context.error(function, "requires attribute 'function_type'")
    return attribute.type


@sees_boundary_only
def verify_function(op: Operation, context: Verification) -> None:
    """The body of a function has the arguments that its type says."""
    type = function_type_of(op, context)
    blocks = op.regions[0].blocks
    if not blocks:
        return
    arguments = blocks[0].arguments
    if len(arguments) != len(type.inputs):
        context.error(op, f"entry block must have {len(type.inputs)} arguments to match function signature")
    for index, (argument, wanted) in enumerate(zip(arguments, type.inputs, strict=True)):
        if argument.type is not wanted:
            context.error(
                op,
                f"type of entry block argument #{index}('{text_of(argument.type)}') must match the type of the "
                f"corresponding argument in function signature('{text_of(wanted)}')",
            )


@sees_boundary_only
@after_regions
def verify_returns(function: Operation, context: Verification) -> None:
    """What ends the blocks of a function, if it returns, gives what the function's type says."""
    results = function_type_of(function, context).results
    name = function.properties.get("sym_name")
    label = name.value if isinstance(name, StringAttr) else ""
    for op in (block.last for block in function.regions[0].blocks):
        if op is None or "ReturnLike" not in op.definition.traits:
            continue
        if len(op.operands) != len(results):
            message = f"has {len(op.operands)} operands, but enclosing function (@{label}) returns {len(results)}"
            context.error(op, message)
        for index, (operand, wanted) in enumerate(zip(op.operands, results, strict=True)):
            if operand.type is not wanted:
                context.plain_error(
                    op.location,
                    f"type of return operand {index} ('{text_of(operand.type)}') doesn't match function result type "
                    f"('{text_of(wanted)}') in function @{label}",
                )


def unknown_function(message: str, name: str, op: Operation, context: Verification) -> str:
    """Returns `message` about an unknown function, with a hint."""
    return Hinted(
        message,
        UnknownName(
            name, lambda: context.symbols_like(op, "func.func"), symbol_token, "the functions of the module: {}"
        ),
    )


@remembered
def _fits(call: Signature, callee: Signature) -> bool:
    """Whether `callee` is a function of the types that a call has."""
    attribute = callee.properties.get("function_type")
    if callee.definition.name != "func.func" or not isinstance(attribute, TypeAttr):
        return False
    type = attribute.type
    if not isinstance(type, FunctionType):
        return False
    return type.inputs == call.operand_types and type.results == call.result_types


@symbol_use
def verify_call(op: Operation, context: Verification) -> None:
    """A call's callee is a function, of the types that the call has."""
    callee = op.signature.symbol
    assert isinstance(callee, SymbolRefAttr)
    function = context.symbol(op, callee.path[0])
    if function is not None and _fits(op.signature.nameless, function.signature.nameless):
        return
    if function is None or function.name != "func.func":
        context.error(
            op, unknown_function(f"'{callee.root}' does not reference a valid function", callee.root, op, context)
        )
    type = function_type_of(function, context)
    if len(op.operands) != len(type.inputs):
        context.error(op, "incorrect number of operands for callee")
    for index, (operand, wanted) in enumerate(zip(op.operands, type.inputs, strict=True)):
        if operand.type is not wanted:
            context.error(
                op,
                f"operand type mismatch: expected operand type '{text_of(wanted)}', but provided "
                f"'{text_of(operand.type)}' for operand number {index}",
            )
    if len(op.results) != len(type.results):
        context.error(op, "incorrect number of results for callee")
    for index, (result, wanted) in enumerate(zip(op.results, type.results, strict=True)):
        if result.type is not wanted:
            notes = (
                Note(f"      op result types: {quoted(op.signature.result_types)}", op.location),
                Note(f"function result types: {quoted(type.results)}", op.location),
            )
            context.error(op, f"result type mismatch at index {index}", notes)


@symbol_use
def verify_constant(op: Operation, context: Verification) -> None:
    """A constant's function is there, and of the constant's type."""
    value = op.properties["value"]
    assert isinstance(value, SymbolRefAttr)
    function = context.symbol(op, value.root)
    if function is None or function.name != "func.func":
        context.error(op, unknown_function(f"reference to undefined function '{value.root}'", value.root, op, context))
    if function_type_of(function, context) is not op.results[0].type:
        context.error(op, "reference to function with mismatched type")


def verify_indirect_call(op: Operation, context: Verification) -> None:
    """An indirect call's operands and results are those of its callee's type."""
    type = op.signature.operand_types[0]
    assert isinstance(type, FunctionType)
    if op.signature.operand_types[1:] != type.inputs:
        context.error(op, "failed to verify that callee input types match argument types")
    if op.signature.result_types != type.results:
        context.error(op, "failed to verify that callee result types match result types")
