"""Result types that follow from the rest of an operation: by one function, which verifiers and builders use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import is_

from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import InferenceError
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

Infer = Callable[[Operation], Sequence[Type]]
"""Returns the types of the results. Raises CompilationError if an operation cannot have any."""


class IncompatibleResults(InferenceError):
    """The result types are not the inferred ones."""

    def __init__(self, op: Operation, inferred: Sequence[Type]) -> None:
        super().__init__(
            op.name,
            f"'{op.name}' op inferred type(s) {quoted(inferred)} are incompatible with return type(s) of operation "
            f"{quoted(op.signature.result_types)}",
            op.location,
        )


def quoted(types: Sequence[Type]) -> str:
    """`'tensor<4xf32>', 'i32'`."""
    return ", ".join([f"'{text_of(type)}'" for type in types])


class Inference:
    """The verifier that the results have the types that `infer` returns, or some that `fit` these.

    A declaration has it among its verifiers. `infer` may look at operands, properties and regions; of results only at
    how many there are, and at their elements where these do not follow from anything else.
    """

    def __init__(self, infer: Infer, fit: Callable[[Type, Type], bool] = is_) -> None:
        self.infer = infer
        self.fit = fit

    def __call__(self, op: Operation, context: Verification) -> None:
        inferred, results = self.infer(op), op.signature.result_types
        if len(inferred) != len(results) or not all(map(self.fit, inferred, results)):
            raise IncompatibleResults(op, inferred)


@Inference
def infers_type_of_first_operand(op: Operation) -> Sequence[Type]:
    """All results have the type of the first operand."""
    return [op.signature.operand_types[0]] * len(op.results)


@cache
def inference_of(definition: OpDefinition) -> Inference | None:
    """Returns what infers the result types of operations of this kind; None if nothing does."""
    if not isinstance(definition, OpDef):
        return None
    verifiers = (*definition.verifiers, *definition.context_verifiers)
    return next((verify for verify in reversed(verifiers) if isinstance(verify, Inference)), None)


def probe(
    signature: Signature, operands: Sequence[Value], regions: Sequence[Region], location: Location | int
) -> Operation:
    """Returns an operation to infer from: it is not a user of its operands, nor the parent of its regions."""
    made = Operation(signature, [], location)
    made.operands, made.regions = list(operands), list(regions)
    return made


def accepts_operands(definition: OpDefinition, operands: Sequence[Value]) -> bool:
    """Returns whether operands are of the declared types, as functions that infer from them may expect."""
    if not isinstance(definition, OpDef):
        return False
    declared = definition.operands
    if not definition.has_fixed_operands:
        return all(any(one.constraint.accepts(operand.type) for one in declared) for operand in operands)
    return len(declared) == len(operands) and all(
        one.constraint.accepts(operand.type) for one, operand in zip(declared, operands, strict=True)
    )


def inferred_results(
    definition: OpDefinition,
    operands: Sequence[Value],
    properties: DictionaryAttr,
    regions: Sequence[Region] = (),
    location: Location | int = UNKNOWN,
) -> tuple[Type, ...]:
    """Returns the types of the results of an operation that is yet to be made.

    Raises TypeError if they do not follow from the rest of it, and CompilationError if there are no such results.
    """
    declared = definition.results if isinstance(definition, OpDef) else ()
    inference = inference_of(definition)
    if not declared or (inference is None and not operands and all(result.arity for result in declared)):
        return ()
    if inference is None and not any(result.arity or result.constraint.only is None for result in declared):
        return tuple([result.constraint.only for result in declared if result.constraint.only is not None])
    if inference is None:
        raise TypeError(f"the result types of '{definition.name}' do not follow from its operands")
    types = tuple([operand.type for operand in operands])
    # The number of results is the declared one, and until they are known they are like the first operand.
    count = 0 if any(result.arity for result in declared) else len(declared)
    signature = Signature.of(definition, types, types[:1] * count, properties, NO_ATTRIBUTES)
    return tuple(inference.infer(probe(signature, operands, regions, location)))
