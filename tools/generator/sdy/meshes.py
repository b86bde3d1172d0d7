"""Random meshes, and how shardings name them."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from random import Random

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, SubAxis
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.mlir.write.attributes import symbol_token

MeshRef = SymbolRefAttr | Mesh
"""How a sharding says what its mesh is: by name, or with the mesh itself."""

AXIS_NAMES = ("a", "b", "c", "x", "y", "data", "model", "axis 0")
AXIS_SIZES = (1, 2, 2, 2, 3, 4, 4, 6, 8, 16)
MESH_NAMES = ("mesh", "mesh_0", "mesh_1", "mesh_x", "other", "empty_mesh", "maximal_mesh_3", "my mesh")
MAX_DEVICES = 64


class Meshes:
    """The meshes of a module, by name, and those that its shardings mention."""

    def __init__(self, random: Random, inlined_share: float | None = None) -> None:
        self._random = random
        main = mesh_with_axes(random)
        candidates = [main]
        for _ in range(random.choice((0, 0, 1, 2, 3))):
            candidates.append(random.choice((main, reordered(random, main), any_mesh(random), any_mesh(random))))
        names = random.sample(MESH_NAMES, len(candidates))
        self.named = dict(zip(names, candidates, strict=True))
        self.references: list[MeshRef] = [SymbolRefAttr((name,)) for name in self.named]
        if inlined_share is None:
            inlined_share = random.choice((0, 0, 0, 0.2, 1))
        self._main: MeshRef = self.references[0]
        if random.random() < inlined_share:
            self._main = main
            self.references += [main, any_mesh(random)]
            if random.random() < 0.5:
                del self.named[names[0]], self.references[0]

    @classmethod
    def of(cls, random: Random, named: dict[str, Mesh]) -> Meshes:
        """The meshes of a module that there is; at least one of them has axes."""
        meshes = cls(random, inlined_share=0)
        meshes.named = named
        meshes.references = [SymbolRefAttr((name,)) for name in named]
        meshes._main = next(reference for reference in meshes.references if meshes.mesh(reference).axes)
        return meshes

    def mesh(self, reference: MeshRef) -> Mesh:
        """Returns what `reference` means."""
        return reference if isinstance(reference, Mesh) else self.named[reference.leaf]

    def reference(self) -> MeshRef:
        """Any mesh; mostly the main one, which has axes."""
        return self._main if self._random.random() < 0.8 else self._random.choice(self.references)

    def reference_with_axes(self) -> MeshRef:
        """Any mesh that has axes; mostly the main one."""
        reference = self.reference()
        return reference if self.mesh(reference).axes else self._main

    def alike(self, reference: MeshRef) -> MeshRef:
        """A reference to the same mesh, perhaps under another name."""
        mesh = self.mesh(reference)
        return self._random.choice([other for other in self.references if self.mesh(other) is mesh])

    def definitions(self) -> list[str]:
        """The mesh ops."""
        return [f"sdy.mesh {symbol_token(name)} = {printing.mesh(mesh)}" for name, mesh in self.named.items()]


def mesh_with_axes(random: Random) -> Mesh:
    """A mesh with one to four axes."""
    names = random.sample(AXIS_NAMES, random.choice((1, 2, 2, 3, 3, 4)))
    sizes = [random.choice(AXIS_SIZES) for _ in names]
    while prod(sizes) > MAX_DEVICES:
        sizes[sizes.index(max(sizes))] = 2
    return Mesh(tuple(map(MeshAxis, names, sizes)))


def reordered(random: Random, mesh: Mesh) -> Mesh:
    """The same axes, the devices in another order."""
    ids = list(range(mesh.device_count))
    random.shuffle(ids)
    return Mesh.of(mesh.axes, tuple(ids))


def any_mesh(random: Random) -> Mesh:
    """A mesh of any kind: with axes, with an order of devices, empty or maximal."""
    if (kind := random.random()) < 0.5:
        return mesh_with_axes(random)
    if kind < 0.7:
        return reordered(random, mesh_with_axes(random))
    return Mesh(()) if kind < 0.85 else Mesh((), (random.randrange(5),))


def axis_parts(random: Random, mesh: Mesh, taken: frozenset[str], cut_share: float = 0.3) -> list[AxisRef]:
    """Returns the axes of `mesh` except those in `taken`, in random order; some are cut into sub-axes."""
    parts: list[AxisRef] = []
    for axis in mesh.axes:
        if axis.name not in taken:
            parts += sub_axes(random, axis) if random.random() < cut_share else [AxisRef(axis.name)]
    random.shuffle(parts)
    return parts


def chain(random: Random, size: int) -> list[int]:
    """Returns the places where an axis of a size is cut, from 1 to `size`: each divides the next one."""
    edges = [1]
    while edges[-1] < size:
        rest = size // edges[-1]
        edges.append(edges[-1] * random.choice([number for number in range(2, rest + 1) if rest % number == 0]))
    return edges


def sub_axes(random: Random, axis: MeshAxis) -> list[AxisRef]:
    """Returns an axis in parts, if its size can be divided."""
    places = chain(random, axis.size)
    edges = [1, *[place for place in places[1:-1] if random.random() < 0.6], places[-1]]
    if axis.size == 1 or len(edges) < 3:
        return [AxisRef(axis.name)]
    return [AxisRef(axis.name, SubAxis(start, stop // start)) for start, stop in pairwise(edges)]
