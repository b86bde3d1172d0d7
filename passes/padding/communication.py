"""Slices and pads for which devices would have to exchange elements; of padding, these are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.mesh_symbols import sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.sharding.padding import grown_dimensions

NEEDED = "which needs communication between devices"


def is_communication_free(size: int, result_size: int, start: int, stride: int, count: int) -> bool:
    """Whether a slice of a dimension with `count` blocks leaves each device with the elements that it has.

    So it is if only the padding of the last blocks grows.
    """
    if count <= 1:
        return True
    if start != 0 or stride != 1 or DYNAMIC in (size, result_size):
        return False
    return -(-size // count) == -(-result_size // count)


def check_slice(op: Operation, operand: Value, limits: Sequence[int], meshes: Mapping[str, Mesh]) -> None:
    """Raises CompilationError if devices would need elements of each other because a limit of a slice changes."""
    counts = _shard_counts(operand, meshes)
    source, result = _shape(op.operands[0].type), _shape(op.result.type)
    pairs = zip(integers(op, "limit_indices"), limits, strict=True)
    for dimension, (old, new) in enumerate(pairs):
        if old == new:
            continue
        reason = "but its operand has no sharding"
        if counts is not None:
            start, stride = [integers(op, name)[dimension] for name in ("start_indices", "strides")]
            if is_communication_free(source[dimension], result[dimension], start, stride, counts[dimension]):
                continue
            reason = NEEDED
        raise _refused(op, "op", dimension, f"its limit would become {new} instead of {old}, {reason}")


def check_pad(op: Operation, operand: Value, type: Type, meshes: Mapping[str, Mesh]) -> None:
    """Raises CompilationError if devices would need elements of each other to pad the operand of `op` to `type`.

    Their blocks grow then, so that all elements of the program have to be in the first one.
    """
    counts = _shard_counts(operand, meshes)
    if counts is None:
        return
    size, old, new = _shape(op.operands[0].type), _shape(operand.type), _shape(type)
    for dimension in grown_dimensions(operand.type, type):
        count = counts[dimension]
        if count > 1 and (size[dimension] == DYNAMIC or size[dimension] > old[dimension] // count):
            sizes = f"it would have {new[dimension]} elements instead of {old[dimension]}"
            raise _refused(op, "op operand", dimension, f"{sizes}, {NEEDED}")


def _shard_counts(value: Value, meshes: Mapping[str, Mesh]) -> list[int] | None:
    """Returns how many shards each dimension of a value has; None if it has no sharding."""
    sharding = sharding_of(value)
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    if sharding is None or mesh is None:
        return None
    return [sharded_size(dimension.axes, mesh) for dimension in sharding.dimensions]


def _shape(type: Type) -> tuple[int, ...]:
    return cast(RankedTensorType, type).shape


def _refused(op: Operation, what: str, dimension: int, reason: str) -> CompilationError:
    message = f"'{op.name}' {what} cannot be padded along dimension {dimension}: {reason}"
    return CompilationError([Diagnostic("error", message, op.location)])
