"""Functions and calls, manual and named computations."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import ManualAxes
from sdyopt.dialects.sdy.shardings.slots import stored_shardings
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, ShardingSlots
from sdyopt.passes.local_program.conversion import LocalProgram
from sdyopt.passes.local_program.decisions import arguments_dropped, body_inlined
from sdyopt.passes.local_program.shardings import function_type
from sdyopt.rewriting.folding.driver import CastFolded


def same(op: Operation, program: LocalProgram) -> None:
    """Gives an operation local types."""
    program.localize(op)


def without_attributes(op: Operation, program: LocalProgram) -> None:
    """Gives an operation local types, and removes its discardable attributes."""
    program.localize(op, op.signature.with_attributes(NO_ATTRIBUTES))


def illegal(op: Operation, program: LocalProgram) -> None:
    """Raises CompilationError: the operation has no local form."""
    program.not_legalized(op)


def function(op: Operation, program: LocalProgram) -> None:
    """Gives the arguments and results of a function local types. One without a body loses its arguments."""
    signature = op.signature
    type = function_type(signature)
    inputs = _local_types(op, type.inputs, ARGUMENT_ATTRIBUTES, program)
    results = _local_types(op, type.results, RESULT_ATTRIBUTES, program)
    properties = signature.properties
    blocks = op.regions[0].blocks
    if blocks:
        if inputs != type.inputs:
            for argument, local in zip(blocks[0].arguments, inputs, strict=True):
                program.set_type(argument, local)
    elif inputs:
        program.rewriter.report(arguments_dropped, op, symbol_name(op) or "")
        inputs = ()
        properties = properties.without("arg_attrs")
    properties = properties.with_entry("function_type", TypeAttr(FunctionType(inputs, results)))
    program.rewriter.convert(op, signature.with_properties(properties), op.operands)


def _local_types(
    op: Operation, types: tuple[Type, ...], slots: ShardingSlots, program: LocalProgram
) -> tuple[Type, ...]:
    shardings = stored_shardings(op.signature, slots)
    return tuple([program.local_type(op, type, each) for type, each in zip(types, shardings, strict=True)])


def call(op: Operation, program: LocalProgram) -> None:
    """Gives a call local operands. Its results have the types that they had; it keeps only the name of its callee.

    The shardings of results matter only if these are used.
    """
    signature = op.signature
    operands = program.values(op)
    types = tuple([operand.type for operand in operands])
    properties = DictionaryAttr((("callee", signature.properties["callee"]),))
    local = Signature.of(signature.definition, types, signature.result_types, properties)
    is_used = any(result.is_used for result in op.results)
    if not is_used or program.local_result_types(op) == signature.result_types:
        program.rewriter.convert(op, local, operands)
    else:
        new = program.emitter(op).create(local, operands)
        program.replace(op, new.results)


def named_computation(op: Operation, program: LocalProgram) -> None:
    """Gives a named computation local types, outside and inside."""
    for argument in op.regions[0].blocks[0].arguments:
        program.set_type(argument, program.local_type(op, argument.type, program.sharding(argument)))
    without_attributes(op, program)


def manual_computation(op: Operation, program: LocalProgram) -> None:
    """Puts the body of a manual computation in its place."""
    (block,) = op.regions[0].blocks
    operands: list[Value] = program.values(op)
    program.enter(block, operands)
    program.rewriter.report(body_inlined, op, cast(ManualAxes, op.signature.properties["manual_axes"]).axes)
    for inner in block.ops:
        if inner is not block.last:
            program.move_before(op, inner)
    end = block.last
    assert end is not None
    program.substitute(op, end.operands, end.signature.operand_types)
    program.skip(end)


def cast_operation(op: Operation, program: LocalProgram) -> None:
    """Replaces a cast that changes no type. Raises CompilationError for any other."""
    signature = op.signature
    if signature.operand_types != signature.result_types:
        program.not_legalized(op)
    for result, value in zip(op.results, op.operands, strict=True):
        program.rewriter.report(CastFolded, result, value)
    program.substitute(op, op.operands, signature.result_types)
