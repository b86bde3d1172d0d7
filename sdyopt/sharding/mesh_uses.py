"""Which meshes shardings have: how many have each, and which is the first."""

from __future__ import annotations

from typing import NamedTuple

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.sharding.mentions import Mention, mentions


class MeshUse(NamedTuple):
    """How many shardings have a mesh, and which is the first."""

    first: Mention
    shardings: int


def mesh_uses(module: Operation) -> dict[SymbolRefAttr | Mesh, MeshUse]:
    """The uses of each mesh, inlined or by name, in the order in which `rewrite_shardings` meets them."""
    found: dict[SymbolRefAttr | Mesh, MeshUse] = {}
    for mention in mentions(module):
        mesh = mention.sharding.mesh
        first, shardings = found.get(mesh, (mention, 0))
        found[mesh] = MeshUse(first, shardings + 1)
    return found
