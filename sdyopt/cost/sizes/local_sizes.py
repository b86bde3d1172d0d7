"""What the values of a program take on one device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sdyopt.cost.program.enclosing_scope import EnclosingScope, Manual
from sdyopt.cost.program.errors import ViewError
from sdyopt.cost.sizes.share import Share, share_of
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.ops import MESH
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.dialects.sdy.shardings.mesh_symbols import mesh_of
from sdyopt.dialects.sdy.shardings.slots import result_sharding, sharding_of
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import IntegerAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value

if TYPE_CHECKING:
    from sdyopt.layout import Tile

MAX_DEVICES = 2**63 - 1
"""Of a mesh."""

_PARTITIONS, _REPLICAS = "mhlo.num_partitions", "mhlo.num_replicas"
_WHOLE_AXIS = "devices"


def whole_mesh(module: Operation, enclosing_scope: EnclosingScope, used: Mapping[Sharding, Operation | None]) -> Mesh:
    """Returns the mesh over which a tensor without a sharding is replicated: the largest, or one of all devices.

    `used` are shardings of the module, each with an operation around it. Raises ViewError for more devices than there
    can be.
    """
    counts = [module.attributes.get(name) for name in (_PARTITIONS, _REPLICAS)]
    partitions, replicas = [count.value if isinstance(count, IntegerAttr) else 1 for count in counts]
    everything = Mesh((MeshAxis(_WHOLE_AXIS, max(1, partitions * replicas)),))
    named = [mesh_of(op) for op in collect_kind(module, MESH)]
    meshes = [enclosing_scope.mesh(sharding, around) for sharding, around in used.items()]
    every = [*named, *[mesh for mesh in meshes if mesh is not None], everything]
    whole = max(every, key=lambda mesh: mesh.device_count)
    if whole.device_count > MAX_DEVICES:
        raise ViewError("the program has a mesh of more than 2**63 - 1 devices")
    return whole


class LocalSizes:
    """The shares of devices of the values in a module, in which a value without a sharding is on all of `whole`.

    With `is_local` types are those on one device already.
    """

    def __init__(self, enclosing_scope: EnclosingScope, whole: Mesh, is_local: bool = False) -> None:
        self._enclosing_scope = enclosing_scope
        self._whole = whole
        self._is_local = is_local
        self._meshes: dict[Sharding, Mesh | None] = {}
        self._inside: dict[Manual, BytesInside] = {}
        self._results: dict[tuple[Signature, int, Block | None], Share] = {}
        """Of operations of a signature, the shares of each result in each block."""

    def share(
        self,
        type: Type,
        sharding: Sharding | None,
        op: Operation | None,
        manual: Manual,
        tiles: tuple[Tile, ...] = (),
    ) -> Share:
        """Returns the share of each device of a value where `op` stands, inside of these manual computations."""
        mesh = None
        if sharding is not None:
            if sharding not in self._meshes:
                self._meshes[sharding] = self._enclosing_scope.mesh(sharding, op)
            mesh = self._meshes[sharding]
        return share_of(type, sharding, mesh, manual.mesh or self._whole, manual.axes, tiles, self._is_local)

    def of_value(self, value: Value) -> Share:
        """Returns the share of each device of a value."""
        if isinstance(value, OpResult):
            owner = value.owner
            if owner.signature.definition in DATA_FLOW_OPS:
                return self._of_value(value, owner.parent_op)
            key = (owner.signature, value.index, owner.parent)
            known = self._results.get(key)
            if known is None:
                known = self._results[key] = self._of_value(value, owner.parent_op)
            return known
        assert isinstance(value, BlockArgument)
        return self._of_value(value, value.owner.parent_op)

    def _of_value(self, value: Value, around: Operation | None) -> Share:
        return self.share(value.type, sharding_of(value), around, self._enclosing_scope.manual(around))

    def inside(self, op: Operation) -> BytesInside:
        """Returns the bytes of values in `op`, a function or a manual computation."""
        manual = self._enclosing_scope.manual(op)
        if manual not in self._inside:
            self._inside[manual] = BytesInside(self, op, manual)
        return self._inside[manual]


class BytesInside:
    """The bytes on one device of the values inside of certain manual computations; 0 where they are not known."""

    def __init__(self, sizes: LocalSizes, op: Operation, manual: Manual) -> None:
        self._sizes = sizes
        self._op = op
        self._manual = manual
        self._results: dict[Signature, tuple[int, ...]] = {}

    def of_results(self, op: Operation) -> tuple[int, ...]:
        """Returns the bytes of each result of `op`."""
        signature = op.signature
        known = self._results.get(signature)
        if known is None:
            if signature.definition in DATA_FLOW_OPS:
                return tuple([self.of_value(result) for result in op.results])
            types = signature.result_types
            known = tuple([self.of(type, result_sharding(signature, number)) for number, type in enumerate(types)])
            self._results[signature] = known
        return known

    def of_value(self, value: Value) -> int:
        """Returns the bytes of a value."""
        return self.of(value.type, sharding_of(value))

    def of(self, type: Type, sharding: Sharding | None) -> int:
        """Returns the bytes of a value of this type and sharding."""
        return self._sizes.share(type, sharding, self._op, self._manual).bytes or 0
