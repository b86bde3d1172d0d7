"""User priorities: shardings of later priorities are held back until those of earlier ones have been propagated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.ir.attributes import TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import FunctionType
from sdyopt.rewriting.propagation.tensors import ArgumentTensor, Tensor, Tensors
from sdyopt.sharding.axes import ordered
from sdyopt.sharding.data_flow import DATA_FLOW_OPS, edge_owners


class UserPriorities:
    """The shardings of a program with priorities above 0, and the tensors that they belong to.

    At first, dimensions with such a priority are closed and empty, and their axes replicated, so that nothing else can
    use them.
    """

    def __init__(self, module: Operation, tensors: Tensors, meshes: Mapping[str, Mesh]) -> None:
        self._held_back: dict[int, list[tuple[Tensor, Sharding]]] = {}
        self._meshes = meshes
        for tensor in dict.fromkeys(_tensors(module, tensors)):
            sharding = tensor.outside if isinstance(tensor, ArgumentTensor) else tensor.sharding
            if sharding is not None:
                for priority in sorted({dimension.priority or 0 for dimension in sharding.dimensions} - {0}):
                    self._held_back.setdefault(priority, []).append((tensor, sharding))
                first = self._first(sharding)
                if first is sharding:
                    continue
                if isinstance(tensor, ArgumentTensor):
                    tensor.store_outside(first)
                else:
                    tensor.store(first)

    @property
    def priorities(self) -> list[int]:
        """The priorities above 0, ascending."""
        return sorted(self._held_back)

    def release(self, priority: int) -> None:
        """Gives the dimensions with this priority their axes back."""
        for tensor, original in self._held_back[priority]:
            present = tensor.sharding
            assert present is not None
            released: set[AxisRef] = set()
            dimensions = list(present.dimensions)
            for index, dimension in enumerate(original.dimensions):
                if dimension.priority == priority:
                    dimensions[index] = DimensionSharding(dimension.axes, dimension.is_closed)
                    released.update(dimension.axes)
            replicated = tuple([axis for axis in present.replicated if axis not in released])
            tensor.store(present.replace(dimensions=tuple(dimensions), replicated=replicated))

    def _first(self, sharding: Sharding) -> Sharding:
        """Returns `sharding` as it is at priority 0."""
        dimensions = []
        held_back: list[AxisRef] = []
        for dimension in sharding.dimensions:
            if dimension.priority:
                held_back += dimension.axes
                dimensions.append(DimensionSharding((), True))
            else:
                dimensions.append(DimensionSharding(dimension.axes, dimension.is_closed))
        replicated = sharding.replicated
        if held_back:
            mesh = sharding.mesh if isinstance(sharding.mesh, Mesh) else self._meshes[sharding.mesh.leaf]
            replicated = ordered((*replicated, *held_back), mesh)
        return sharding.replace(dimensions=tuple(dimensions), replicated=replicated)


def _tensors(module: Operation, tensors: Tensors) -> Iterator[Tensor]:
    """Yields the tensors of a module, outer operations first, that are not on data-flow edges of other operations."""
    for op in module.walk():
        definition = op.signature.definition
        if definition is FUNC:
            for block in op.regions[0].blocks[:1]:
                for argument in block.arguments:
                    yield tensors.of(argument)
            for number in range(len(_function_type(op).results)):
                yield tensors.of_function_result(op, number)
        elif definition in DATA_FLOW_OPS:
            for owner in edge_owners(op):
                tensor = tensors.of(owner)
                if tensor.value is owner:
                    yield tensor
        else:
            for result in op.results:
                yield tensors.of(result)


def _function_type(function: Operation) -> FunctionType:
    return cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
