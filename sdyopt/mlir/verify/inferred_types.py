"""Result types that follow from an operation's operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import InferenceError
from sdyopt.mlir.write.attributes import text_of


class IncompatibleResults(InferenceError):
    """The result types are not the `inferred` ones."""

    def __init__(self, op: Operation, inferred: Sequence[Type]) -> None:
        super().__init__(
            op.name,
            f"'{op.name}' op inferred type(s) {quoted(inferred)} are incompatible with return type(s) of operation "
            f"{quoted(op.signature.result_types)}",
            op.location,
        )
        self.inferred = inferred


def quoted(types: Sequence[Type]) -> str:
    """`'tensor<4xf32>', 'i32'`."""
    return ", ".join([f"'{text_of(type)}'" for type in types])


def infers(infer: Callable[[Operation], Sequence[Type]]) -> Callable[[Operation, Any], None]:
    """The result types are those that `infer` returns."""

    def verify(op: Operation, context: Any) -> None:
        inferred = infer(op)
        if tuple(inferred) != op.signature.result_types:
            raise IncompatibleResults(op, inferred)

    return verify


infers_type_of_first_operand = infers(lambda op: [op.signature.operand_types[0]] * len(op.results))
"""All results have the type of the first operand."""
