"""Formats that many operations of arith, math and complex have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.arith import attributes as attr
from sdyopt.ir.attribute import Type
from sdyopt.mlir.declare.constraints import Attr, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.formats.state import FormatError, OperationState
from sdyopt.mlir.verify import type_relations as relations
from sdyopt.mlir.verify.inferred_types import infers_type_of_first_operand
from sdyopt.mlir.verify.traits import same_operands_and_result_type
from sdyopt.mlir.write.attributes import text_of

SAME_TYPES = (same_operands_and_result_type, relations.elementwise, infers_type_of_first_operand)
"""The verifiers of operations all of whose operands and results have one type."""

_WORDS = {
    attr.ROUNDING_MODE: "($roundingmode^)?",
    attr.IS_EXACT: "($isExact^)?",
    attr.NON_NEGATIVE: "($nonNeg^)?",
    attr.OVERFLOW: "(`overflow` `` $overflowFlags^)?",
    attr.FAST_MATH: "(`fastmath` `` $fastmath^)?",
    attr.OPTIONAL_FAST_MATH: "(`fastmath` `` $fastmath^)?",
}
"""How attributes stand in formats, in order."""


def words(attributes: Sequence[Attr]) -> str:
    """Returns the part of a format between the operands and the types."""
    return " ".join([*[text for attribute, text in _WORDS.items() if attribute in attributes], "attr-dict `:`"])


def same_types(
    name: str,
    operands: Sequence[str],
    kind: TypeConstraint,
    attributes: Sequence[Attr] = (),
    traits: Sequence[str] = (),
) -> OpDef:
    """Returns an operation on elements all of whose operands and results have one type."""
    return OpDef(
        name,
        operands=[Operand(operand, kind) for operand in operands],
        results=[Result("result", kind)],
        attributes=attributes,
        traits=["Elementwise", "Pure", *traits],
        format=f"{' `,` '.join([f'${operand}' for operand in operands])} {words(attributes)} type($result)",
        verifiers=SAME_TYPES,
    )


def infer_from(transform: Callable[[Type], Type], source: str = "") -> Callable[[OperationState], None]:
    """Returns what gives an operation the types that its format leaves out.

    They are what `transform` makes of the type of `source`, if that is not the first operand. Raises FormatError if
    `source` cannot have the type that stands in the format.
    """

    def infer(state: OperationState) -> None:
        definition = state.definition
        assert isinstance(definition, OpDef)
        declared = next((result for result in definition.results if result.name == source), definition.operands[0])
        type = state.any_type()
        if not declared.constraint.accepts(type):
            message = f"'{declared.name}' must be {declared.constraint.summary}, but got '{text_of(type)}'"
            raise FormatError(message, state.offset)
        for value in (*definition.operands, *definition.results):
            if isinstance(value, Result) != isinstance(declared, Result):
                state.types[value.name] = [transform(type)]

    return infer


infer_comparison = infer_from(relations.with_i1)
