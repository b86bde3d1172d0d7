"""Result types for operands of other types: what an operation of StableHLO would return if its operands changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sdyopt.dialects.stablehlo.verification import collectives, control_flow, elementwise, indexing, reductions
from sdyopt.ir.attribute import Type, remembered_table
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef, Verifier
from sdyopt.mlir.verify.verification import Infer, inference_of, probe


def _types_of_operands(op: Operation) -> Sequence[Type]:
    """Each result has the type of the operand with its number, and elements of its own."""
    pairs = zip(op.signature.operand_types, op.signature.result_types, strict=False)
    return [_with_elements_of(*pair) for pair in pairs]


def _with_elements_of(type: Type, other: Type) -> Type:
    if isinstance(type, RankedTensorType) and isinstance(other, RankedTensorType):
        return type.replace(element_type=other.element_type)
    return type


_BY_OPERANDS: dict[Verifier, Infer] = {
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
        _types_of_operands,
    ),
    elementwise.compatible_types: elementwise.infers_most_specific_type.infer,
}
"""The verifiers that infer result types, and compare only, or see only parts that do not change with the operands."""


def inferred_types(op: Operation, operands: Sequence[Value]) -> Sequence[Type] | None:
    """Returns the types that the results of `op` would have with other operands, which it need not use.

    That is None for operations whose result types do not follow from the rest of them. Raises CompilationError if there
    are no such results.
    """
    definition = op.signature.definition
    if (infer := _infer_of(definition)) is None:
        return None
    assert isinstance(definition, OpDef)
    signature = op.signature.with_operand_types(tuple([operand.type for operand in operands]))
    if op.regions or definition.context_verifiers:
        return infer(probe(signature, operands, op.regions, op.location))
    if signature not in _KNOWN:
        _KNOWN[signature] = infer(probe(signature, operands, (), op.location))
    return _KNOWN[signature]


_KNOWN: dict[Signature, Sequence[Type]] = remembered_table()
"""The inferred types of operations without regions, by their signatures, which have the types of the new operands."""


@cache
def _infer_of(definition: OpDefinition) -> Infer | None:
    """Returns what finds the result types of operations of this kind; None if nothing does."""
    if not isinstance(definition, OpDef):
        return None
    verifiers = (*definition.verifiers, *definition.context_verifiers)
    by_operands = next((_BY_OPERANDS[verify] for verify in reversed(verifiers) if verify in _BY_OPERANDS), None)
    inference = inference_of(definition)
    return by_operands or (None if inference is None else inference.infer)
