"""What declarations ask of the types of several operands and results together.

Each is a verifier of operations without regions, and sees the signature alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import (
    DYNAMIC,
    IntegerType,
    RankedTensorType,
    ShapedType,
    UnrankedTensorType,
    VectorType,
)
from sdyopt.mlir.declare.definition import OpDef, Verifier
from sdyopt.mlir.verify.verification import Verification

TENSORS = (RankedTensorType, UnrankedTensorType)
_MAPPED = (VectorType, *TENSORS)


def element_or_self(type: Type) -> Type:
    """Returns the type of the elements of a tensor, vector or memref; else the type itself."""
    return type.element_type if isinstance(type, ShapedType) else type  # type: ignore[attr-defined]


def with_element(type: Type, element: Type) -> Type:
    """Returns a tensor or vector with other elements; of another type just the element."""
    replaced: Type = type.replace(element_type=element) if isinstance(type, ShapedType) else element
    return replaced


def with_i1(type: Type) -> Type:
    """Returns the type of a comparison of values of a type."""
    return with_element(type, IntegerType(1))


def _named(op: Operation, name: str) -> Type:
    """Returns the type of the operand, result or attribute of that name."""
    definition = op.definition
    assert isinstance(definition, OpDef)
    for declared, types in (
        (definition.operands, op.signature.operand_types),
        (definition.results, op.signature.result_types),
    ):
        for value, type in zip(declared, types, strict=True):
            if value.name == name:
                return type
    raise KeyError(name)


def all_types_match(*names: str) -> Verifier:
    """These operands and results have one type."""

    def verify(op: Operation, context: Verification) -> None:
        if len({_named(op, name) for name in names}) > 1:
            context.error(op, f"failed to verify that all of {{{', '.join(names)}}} have same type")

    return verify


def types_match_with(name: str, result: str, transform: Callable[[Type], Type], message: str) -> Verifier:
    """`result` has the type that `transform` makes of the type of `name`."""

    def verify(op: Operation, context: Verification) -> None:
        if transform(_named(op, name)) is not _named(op, result):
            context.error(op, f"failed to verify that {message}")

    return verify


def i1_of_shape(name: str) -> Verifier:
    """The result is of the type of comparisons of `name`."""
    return types_match_with(name, "result", with_i1, "result type has i1 element type and same shape as operands")


def _shapes_agree(types: list[Type]) -> bool:
    """Whether types may have one shape at run time; what has none has the same as others without."""
    shaped = [type for type in types if isinstance(type, ShapedType)]
    if not shaped:
        return True
    scalable = {isinstance(type, VectorType) and any(type.scalable) for type in shaped}
    if len(shaped) < len(types) or len(scalable) > 1:
        return False
    shapes = [shape for type in shaped if (shape := type.dimensions) is not None]
    return len({len(shape) for shape in shapes}) <= 1 and all(
        len(set(sizes) - {DYNAMIC}) <= 1 for sizes in zip(*shapes, strict=True)
    )


def same_operands_and_result_shape(op: Operation, context: Verification) -> None:
    """All operands and results have one shape."""
    first, *others = _all_types(op)
    if not all(_shapes_agree([first, other]) for other in others):
        context.error(op, "requires the same shape for all operands and results")


def elementwise(op: Operation, context: Verification) -> None:
    """Tensors and vectors among operands and results have one shape; if any operand is one, all results are."""
    operands = [type for type in op.signature.operand_types if isinstance(type, _MAPPED)]
    results = [type for type in op.signature.result_types if isinstance(type, _MAPPED)]
    if not operands and not results:
        return
    if not operands:
        context.error(op, "if a result is non-scalar, then at least one operand must be non-scalar")
    if not results:
        context.error(op, "if an operand is non-scalar, then there must be at least one non-scalar result")
    if len(results) < len(op.results):
        context.error(op, "if an operand is non-scalar, then all results must be non-scalar")
    types: list[Type] = [*operands, *results]
    if len({type.__class__ for type in types}) > 1 or not _shapes_agree(types):
        context.error(op, "all non-scalar operands/results must have the same shape and base type")


def _all_types(op: Operation) -> Iterator[Type]:
    yield from op.signature.operand_types
    yield from op.signature.result_types
