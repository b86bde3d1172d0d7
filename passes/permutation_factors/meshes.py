"""The meshes of a module, and new ones with devices in reverse order along some axes."""

from __future__ import annotations

from sdyopt.dialects.builtin.ops import MODULE
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name, new_mesh_op, sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import SymbolTable
from sdyopt.ir.value import Value
from sdyopt.passes.explicit_reshards.choose.tensors import is_sharded
from sdyopt.passes.permutation_factors.decisions import mesh_added
from sdyopt.passes.permutation_factors.exchange.device_order import reversed_mesh
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.rewriting.rewriter import Rewriter

INLINED = "mesh"
"""Replaces the name of a mesh without a name in the names of new meshes."""


class Meshes:
    """Finds the meshes of a module by name and the other way round, and adds new ones."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._module = module
        self._rewriter = rewriter
        self._by_name = meshes_by_name(module)
        self._names = {mesh: name for name, mesh in self._by_name.items()}
        self._symbols: SymbolTable | None = None

    def of(self, sharding: Sharding) -> Mesh | None:
        """Returns the mesh of a sharding; None if it has a name that is unknown, as it may be in nested modules."""
        return sharding_mesh(sharding, self._by_name)

    def of_sharded(self, tensor: Value) -> tuple[Sharding, Mesh] | None:
        """Returns the sharding of a tensor and its mesh; None if it is not sharded over several devices that are known.

        A sharding of another rank is none: that of a function's argument counts for those of its later blocks, too.
        """
        sharding = sharding_of(tensor)
        mesh = None if sharding is None else self.of(sharding)
        if sharding is None or mesh is None or mesh.is_maximal or not is_sharded(sharding):
            return None
        return None if sharding.rank != len(tensor_type(tensor).shape) else (sharding, mesh)

    def reversed_along(self, sharding: Sharding, axes: tuple[AxisRef, ...], user: Operation) -> str:
        """Returns the name of the mesh of `sharding` with the devices along `axes` in reverse order.

        If no mesh is like that, a new one is the first operation of the module around `user`. As in the reference its
        name is one that is free in the whole module.
        """
        old = self.of(sharding)
        assert old is not None
        mesh = reversed_mesh(old, axes)
        if mesh not in self._names:
            if self._symbols is None:
                self._symbols = SymbolTable(self._module)
            op = new_mesh_op(f"{sharding.mesh_name or INLINED}_reversed", mesh, user.location)
            start = InsertionPoint.start_of(module_around(user).regions[0].block)
            name = self._rewriter.insert_symbol(self._symbols, op, start)
            self._by_name[name] = mesh
            self._names[mesh] = name
            self._rewriter.report(mesh_added, user, name, sharding.mesh, axes)
        return self._names[mesh]


def module_around(op: Operation) -> Operation:
    """Returns the module that `op` is in, the nearest one."""
    around = op.parent_op
    while around is not None and around.signature.definition is not MODULE:
        around = around.parent_op
    assert around is not None
    return around


def on_mesh(sharding: Sharding, name: str) -> Sharding:
    """Returns a sharding on the mesh of that name."""
    return sharding.replace(mesh=SymbolRefAttr((name,)))
