"""What gathers and scatters share: indices relative to the part of a device."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.emission import Emitter, tensor_type


def start_of_part(emitter: Emitter, axes: Axes, size: int, mesh: Mesh, index_type: RankedTensorType) -> Value:
    """Computes where the part of the device starts in a dimension, as a scalar of the elements of `index_type`."""
    offset = emitter.offset(axes, size, mesh)
    return emitter.emit(signatures.convert(tensor_type(offset), index_type.element_type), [offset])


def spread(emitter: Emitter, scalars: Sequence[Value], vector_dimension: int, index_type: RankedTensorType) -> Value:
    """Makes a tensor of index vectors that all consist of these scalars."""
    shape = index_type.shape
    if vector_dimension == len(shape) or shape[vector_dimension] == 1:
        return emitter.broadcast(scalars[0], (), index_type)
    parts = [emitter.reshape(scalar, (1,)) for scalar in scalars]
    result = RankedTensorType((len(parts),), index_type.element_type)
    joined = emitter.emit(signatures.concatenation(parts[0].type, len(parts), result), parts)
    return emitter.broadcast(joined, (vector_dimension,), index_type)
