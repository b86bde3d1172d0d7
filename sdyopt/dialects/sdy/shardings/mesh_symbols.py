"""Mesh ops: the meshes of a module, by name.

Names of meshes, in nested modules too, are looked up among the ops of the module that a pass runs on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import MESH
from sdyopt.ir.attribute import Location
from sdyopt.ir.attributes import DictionaryAttr, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name, symbols


def mesh_ops(module: Operation) -> Iterator[Operation]:
    """The mesh ops right inside `module`, in order; the one that has just come out may be erased."""
    return (op for op in module.regions[0].block.ops if op.signature.definition is MESH)


def mesh_of(op: Operation) -> Mesh:
    """The mesh that a mesh op names."""
    return cast(Mesh, op.properties["mesh"])


def meshes_by_name(module: Operation) -> dict[str, Mesh]:
    """The meshes that have a name in `module`."""
    return {cast(str, symbol_name(op)): mesh_of(op) for op in mesh_ops(module)}


def global_mesh_op(module: Operation) -> Operation | None:
    """The first mesh op of `module` whose mesh has axes: where a value is that is not on a single device."""
    return next((op for op in mesh_ops(module) if mesh_of(op).axes), None)


def meshes_around(op: Operation) -> dict[str, Mesh]:
    """The meshes that have a name where `op` stands: in the module around it."""
    module: Operation | None = op
    while module is not None and module.name != "builtin.module":
        module = module.parent_op
    return {} if module is None else meshes_by_name(module)


def sharding_mesh(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Mesh | None:
    """The mesh of `sharding`, inlined or one of `meshes`; None if it has a name that is not among them."""
    return sharding.mesh if isinstance(sharding.mesh, Mesh) else meshes.get(sharding.mesh.leaf)


def set_mesh(module: Operation, name: str, mesh: Mesh) -> None:
    """Gives `name` another mesh in `module`; if no mesh has that name, there is a new mesh op after the others.

    Raises ValueError if something else has that name.
    """
    known = symbols(module).get(name)
    if known is None:
        op = new_mesh_op(name, mesh, module.location)
        others = list(mesh_ops(module))
        if others:
            op.insert_after(others[-1])
        else:
            module.regions[0].block.prepend(op)
    elif known.signature.definition is MESH:
        known.set_property("mesh", mesh)
    else:
        raise ValueError(f"@{name} is a {known.name}, not a mesh")


def new_mesh_op(name: str, mesh: Mesh, location: Location | int) -> Operation:
    """A mesh op that is in no block yet."""
    properties = DictionaryAttr.of({"mesh": mesh, "sym_name": StringAttr(name)})
    return Operation.create(MESH, properties=properties, location=location)
