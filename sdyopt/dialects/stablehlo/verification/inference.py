"""Result types that follow from operands: what an operation would return for operands of other types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sdyopt.dialects.stablehlo.verification import (
    collectives,
    control_flow,
    elementwise,
    indexing,
    linear_algebra,
    normalization,
    random_numbers,
    reductions,
    shapes,
    slices,
)
from sdyopt.dialects.stablehlo.verification.reporting import check_results
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered, remembered_table
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef, Verifier
from sdyopt.mlir.verify.inferred_types import IncompatibleResults


def _infers_operand_types(op: Operation, context: Any) -> None:
    """Each result has the type of the operand with its number, and elements of its own."""
    pairs = zip(op.signature.operand_types, op.signature.result_types, strict=False)
    check_results(op, [_with_elements_of(*pair) for pair in pairs])


def _with_elements_of(type: Type, other: Type) -> Type:
    if isinstance(type, RankedTensorType) and isinstance(other, RankedTensorType):
        return type.replace(element_type=other.element_type)
    return type


INFERRING: dict[Verifier, Verifier] = {
    **dict.fromkeys(
        (
            collectives.all_reduce,
            collectives.collective_broadcast,
            collectives.collective_permute,
            control_flow.same_operands_and_results,
            control_flow.while_loop,
            elementwise.same_shape_of_tensors,
            indexing.scatter,
            reductions.select_and_scatter,
            reductions.sort,
        ),
        _infers_operand_types,
    ),
    elementwise.compatible_types: elementwise.infers_most_specific_type,
    **{
        verify: verify
        for verify in (
            collectives.all_to_all,
            collectives.device_id,
            control_flow.async_done,
            control_flow.async_start,
            control_flow.branches,
            control_flow.get_tuple_element,
            control_flow.tuple_of_operands,
            elementwise.add_element_types,
            elementwise.clamp,
            elementwise.compare,
            elementwise.infers_complex_type,
            elementwise.infers_expressed_type,
            elementwise.infers_most_specific_type,
            elementwise.infers_real_type,
            elementwise.select,
            indexing.dynamic_gather,
            indexing.gather,
            linear_algebra.cholesky,
            linear_algebra.fft,
            linear_algebra.triangular_solve,
            normalization.batch_norm,
            random_numbers.rng,
            reductions.map,
            reductions.reduce,
            reductions.reduce_window,
            shapes.broadcast,
            shapes.concatenate,
            shapes.constant,
            shapes.reverse,
            shapes.transpose,
            slices.dynamic_slice,
            slices.dynamic_update_slice,
            slices.get_dimension_size,
            slices.pad,
            slices.set_dimension_size,
            slices.slice,
        )
    },
}
"""The verifiers that compare result types with those that follow from the operands, by what declarations name."""

NO_RANK_OF_A_RESULT = 1 << 10
"""A rank that no result has."""


def inferred_types(op: Operation, operands: Sequence[Value]) -> Sequence[Type] | None:
    """Returns the types that the results of `op` would have with other operands, which it need not use.

    That is None for operations whose result types do not follow from the rest of them. Raises CompilationError if there
    are no such results.
    """
    infer = _inferring(op.signature.definition)
    if infer is None:
        return None
    definition = op.signature.definition
    assert isinstance(definition, OpDef)
    signature = op.signature.with_operand_types(tuple([operand.type for operand in operands]))
    if op.regions or definition.context_verifiers:
        return _inferred(_probe(signature, op, operands), infer)
    if signature in _KNOWN:
        return _KNOWN.get(signature)
    found = _KNOWN[signature] = _inferred(_probe(signature, op, operands), infer)
    return found


_KNOWN: dict[Signature, Sequence[Type] | None] = remembered_table()
"""The inferred types of operations without regions, by their signatures, which have the types of the new operands."""


def _probe(signature: Signature, op: Operation, operands: Sequence[Value]) -> Operation:
    """Returns an operation like `op` whose result types are not the inferred ones. It is no user of its operands."""
    results = tuple([_impossible(type) for type in signature.result_types])
    probe = Operation(signature.with_result_types(results), [], op.location)
    probe.operands = list(operands)
    probe.regions = op.regions
    return probe


def _inferred(probe: Operation, infer: Verifier) -> Sequence[Type] | None:
    try:
        infer(probe, None)
    except IncompatibleResults as error:
        return error.inferred
    return None


@cache
def _inferring(definition: OpDefinition) -> Verifier | None:
    """Returns the verifier that finds the result types of operations of this kind; None if none does."""
    if not isinstance(definition, OpDef):
        return None
    verifiers = (*definition.verifiers, *definition.context_verifiers)
    return next((INFERRING[verify] for verify in reversed(verifiers) if verify in INFERRING), None)


@remembered
def _impossible(type: Type) -> Type:
    """Returns a type with the same elements that results cannot have, which is therefore never the inferred one."""
    if not isinstance(type, RankedTensorType):
        return type
    return RankedTensorType((DYNAMIC,) * NO_RANK_OF_A_RESULT, type.element_type)
