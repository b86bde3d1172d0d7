"""The errors that checks raise, in the three forms that the reference gives them."""

from __future__ import annotations

from typing import NoReturn

from sdyopt.dialects.stablehlo.verification.compatibility import are_compatible
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.diagnostics import CompilationError, InferenceError, error
from sdyopt.mlir.verify.inferred_types import Infer, Inference


def fail(op: Operation, message: str) -> NoReturn:
    """An error that does not name the operation."""
    raise CompilationError([error(message, op.location)])


def fail_naming(op: Operation, message: str) -> NoReturn:
    """An error that names the operation."""
    fail(op, f"'{op.name}' op {message}")


def fail_inference(op: Operation, message: str) -> NoReturn:
    """What is wrong shows while the result types are worked out; that this failed is an error of its own."""
    raise InferenceError(op.name, message, op.location)


def infers_compatible(infer: Infer) -> Inference:
    """Returns the verifier that the result types are compatible with those that `infer` returns."""
    return Inference(infer, are_compatible)


def check_element_types(op: Operation, message: str, *types: RankedTensorType) -> None:
    """All of `types` have the same elements."""
    if len({type.element_type for type in types}) > 1:
        fail_naming(op, f"failed to verify that all of {{{message}}} have same element type")
