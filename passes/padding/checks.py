"""What cannot be padded: each check raises CompilationError at what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.quant.types import PER_TENSOR, UniformQuantizedType
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.data_flow import past_barriers
from sdyopt.dialects.sdy.shardings.mesh_symbols import sharding_mesh
from sdyopt.dialects.sdy.shardings.reductions import reduction_operator
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.ops import REDUCE
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.padding.types import PaddedTypes
from sdyopt.passes.permutation_factors.exchange.slices import is_communication_free
from sdyopt.rewriting.conversion import not_legalized
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.padding import grown_dimensions
from sdyopt.sharding.reductions import reduction_of_body


def check_function(function: Operation, types: PaddedTypes, rewriter: Rewriter) -> None:
    """Raises CompilationError if an argument or result of a function is not divisible."""
    uneven = types.uneven_value(function)
    if uneven is not None:
        message = f"'func.func' op {uneven} has a non-divisible sharding. Shardy expects function IO to be divisible."
        error = Diagnostic("error", message, function.location)
        raise CompilationError([error, *not_legalized(function, rewriter).diagnostics])


def check_elements(types: PaddedTypes) -> None:
    """Raises CompilationError if a value that has to be padded has elements with several scales."""
    for value, type in types.padded.items():
        element = type.element_type  # type: ignore[attr-defined]
        if isinstance(element, UniformQuantizedType) and element.granularity != PER_TENSOR:
            op = value.owner if isinstance(value, OpResult) else None
            name = "block argument" if op is None else f"'{op.name}' op result"
            message = f"{name} cannot be padded to '{text_of(type)}': its elements have several scales"
            raise CompilationError([Diagnostic("error", message, value.definition_location)])


def check_slice(op: Operation, sharding: Sharding | None, limits: Sequence[int], meshes: Mapping[str, Mesh]) -> None:
    """Raises CompilationError if a limit of a slice changes so that devices would need elements of each other.

    `sharding` is that of the padded operand.
    """
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    source, result = op.operands[0].type, op.result.type
    assert isinstance(source, RankedTensorType) and isinstance(result, RankedTensorType)
    pairs = zip(integers(op, "limit_indices"), limits, strict=True)
    for dimension, (old, new) in enumerate(pairs):
        if old == new:
            continue
        reason = "but its operand has no sharding"
        if sharding is not None and mesh is not None:
            if is_communication_free(
                source.shape[dimension],
                result.shape[dimension],
                integers(op, "start_indices")[dimension],
                integers(op, "strides")[dimension],
                sharded_size(sharding.dimensions[dimension].axes, mesh),
            ):
                continue
            reason = "which needs communication between devices"
        message = (
            f"cannot be padded along dimension {dimension}: its limit would become {new} instead of {old}, {reason}"
        )
        raise _error(op, message)


def check_is_padded_alone(op: Operation, operand: Value, type: Type, meshes: Mapping[str, Mesh]) -> None:
    """Raises CompilationError if devices would need elements of each other to pad a collective's operand to `type`.

    Their blocks grow then, so that all elements have to be in the first one. As in the reference all-slices are not
    checked.
    """
    sharding = sharding_of(operand)
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    if sharding is None or mesh is None:
        return
    before = cast(RankedTensorType, op.operands[0].type)
    for dimension in grown_dimensions(operand.type, type):
        count = sharded_size(sharding.dimensions[dimension].axes, mesh)
        size, old, new = [cast(RankedTensorType, each).shape[dimension] for each in (before, operand.type, type)]
        if count > 1 and (size == DYNAMIC or size > old // count):
            message = (
                f"operand cannot be padded along dimension {dimension}: it would have {new} elements instead of {old}, "
                "which needs communication between devices"
            )
            raise _error(op, message)


def check_reduces_alike(op: Operation, operand: Value) -> None:
    """Raises CompilationError if devices reduce by something else than a collective that reduces what they return.

    Explicit reshards make such an all-reduce, which adds, after any `stablehlo.reduce`. The reference accepts it if
    nothing is padded. `operand` is the padded one.
    """
    operand = past_barriers(operand)
    reduce = operand.owner if isinstance(operand, OpResult) else None
    if reduce is None or reduce.signature.definition is not REDUCE:
        return
    operator, found = reduction_operator(op), reduction_of_body(reduce)
    if found != operator:
        raise _error(op, f"reduces by '{operator}' what each device has reduced by {_by(found)}")


def _by(operator: str | None) -> str:
    return "another computation" if operator is None else f"'{operator}'"


def _error(op: Operation, message: str) -> CompilationError:
    return CompilationError([Diagnostic("error", f"'{op.name}' op {message}", op.location)])
