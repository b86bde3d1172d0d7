"""What a program must be like for shardings to be propagated."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType, TupleType
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.functions.call_graph import Functions


def check_program(module: Operation, signatures: Iterable[Signature]) -> None:
    """Raises CompilationError if propagation does not support a result type, or there is no main function.

    `signatures` are those of the operations in `module`.
    """
    are_supported = all(_problem(type) is None for type in _result_types(signatures))
    for op in () if are_supported else walk_post(module):
        for type in op.signature.result_types:
            problem = _problem(type)
            if problem is not None:
                raise CompilationError([Diagnostic("error", f"{problem}: '{type}'", op.location)])
    Functions(module).find_main()


def _result_types(signatures: Iterable[Signature]) -> set[Type]:
    return {type for signature in signatures for type in signature.result_types}


def _problem(type: Type) -> str | None:
    if isinstance(type, TupleType):
        return "Shardy propagation doesn't support tuples"
    if isinstance(type, ShapedType) and not type.has_static_shape:
        return "Shardy propagation only supports ranked tensors with a static shape. type"
    return None
