"""User priorities: shardings of later priorities are held back until those of earlier ones have been propagated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import ordered
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS, edge_owners
from sdyopt.dialects.sdy.shardings.slots import shardings_in
from sdyopt.ir.attributes import TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import FunctionType
from sdyopt.passes.propagation.engine.tensors import Key, Tensors


class UserPriorities:
    """The shardings of a program with priorities above 0, and the tensors that they belong to.

    At first, dimensions with such a priority are closed and empty, and their axes replicated, so that nothing else can
    use them.
    """

    def __init__(self, ops: Iterable[Operation], tensors: Tensors, meshes: Mapping[str, Mesh]) -> None:
        self._tensors = tensors
        self._held_back: dict[int, list[tuple[Key, Sharding]]] = {}
        self._meshes = meshes
        first_shardings: dict[Sharding, Sharding] = {}
        for key in dict.fromkeys(_keys(ops, tensors)):
            sharding = tensors.written(key)
            if sharding is not None:
                first = first_shardings.get(sharding)
                if first is None:
                    first = first_shardings[sharding] = self._first(sharding)
                if first is not sharding:
                    for priority in sorted({dimension.priority or 0 for dimension in sharding.dimensions} - {0}):
                        self._held_back.setdefault(priority, []).append((key, sharding))
                    tensors.store_written(key, first)

    @property
    def priorities(self) -> list[int]:
        """The priorities above 0, ascending."""
        return sorted(self._held_back)

    def held_back(self) -> Iterator[tuple[int, Key, Sharding]]:
        """Yields the tensors with each priority above 0, ascending, and what their shardings were."""
        for priority in self.priorities:
            for key, original in self._held_back[priority]:
                yield priority, key, original

    def release(self, priority: int) -> Iterator[Key]:
        """Gives the dimensions with this priority their axes back, and yields the tensors that have changed."""
        for key, original in self._held_back[priority]:
            present = self._tensors.shardings.get(key)
            assert present is not None
            released: set[AxisRef] = set()
            dimensions = list(present.dimensions)
            for index, dimension in enumerate(original.dimensions):
                if dimension.priority == priority:
                    dimensions[index] = DimensionSharding(dimension.axes, dimension.is_closed)
                    released.update(dimension.axes)
            replicated = tuple([axis for axis in present.replicated if axis not in released])
            yield from self._tensors.store(key, present.replace(dimensions=tuple(dimensions), replicated=replicated))
            yield key

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


def _keys(ops: Iterable[Operation], tensors: Tensors) -> Iterator[Key]:
    """Yields the keys of the tensors that have shardings, outer operations first.

    Those on data-flow edges of other operations are left out.
    """
    for op in ops:
        if not _may_have_shardings(op.signature):
            continue
        definition = op.signature.definition
        if definition is FUNC:
            for block in op.regions[0].blocks[:1]:
                for argument in block.arguments:
                    yield tensors.key_of(argument)
            for number in range(len(_function_type(op).results)):
                yield tensors.key_of_function_result(op, number)
        elif definition in DATA_FLOW_OPS:
            for owner in edge_owners(op):
                if tensors.key_of(owner) is owner:
                    yield owner
        else:
            for result in op.results:
                yield tensors.key_of(result)


@remembered
def _may_have_shardings(signature: Signature) -> bool:
    """Whether the tensors of operations with this signature may have shardings."""
    definition = signature.definition
    return definition is FUNC or definition in DATA_FLOW_OPS or bool(shardings_in(signature))


def _function_type(function: Operation) -> FunctionType:
    return cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
