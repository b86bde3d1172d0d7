"""-sdy-drop-sharding-and-mesh."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sdyopt.dialects.sdy.attributes import (
    OUTPUT_SHARDINGS,
    PARAMETERS_SHARDINGS,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import MESH
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import references_in, without_value_attributes
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-drop-sharding-and-mesh")
class DropShardingAndMesh(Pass):
    """Drops the attributes sdy.sharding and all meshes.

    Functions lose those of their arguments and results, too. Operations of SDY that hold shardings themselves keep
    them; with the name of a mesh they are invalid then. Since jaxlib 0.11.2 meshes that are still named stay.
    """

    keep_module_sharding_metadata: bool = option(
        default=False, help="Keeps the shardings of parameters and outputs that the module has", since="0.12.0.1"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in walk(module):
            signature = without_shardings(op.signature)
            if signature is not op.signature:
                rewriter.report(shardings_dropped, op, op.signature)
                rewriter.set_signature(op, signature)
        for op in [op for op in walk(module) if op.signature.definition is MESH]:
            if not (since("0.11.2") and is_named(op)):
                rewriter.report(mesh_erased, op)
                rewriter.erase(op)
        if since("0.12.0.1") and not self.keep_module_sharding_metadata:
            kept = module.signature.attributes.without(PARAMETERS_SHARDINGS, OUTPUT_SHARDINGS)
            rewriter.set_signature(module, module.signature.with_attributes(kept))


def is_named(mesh: Operation) -> bool:
    """Returns whether any attribute in the module around a mesh op names it."""
    around, name = cast(Operation, mesh.parent_op), symbol_name(mesh)
    beside = [op for block in around.regions[0].blocks for op in block.ops]
    return any(reference.root == name for op in beside for reference in references_in(op, may_be_unknown=True))


@remembered
def without_shardings(signature: Signature) -> Signature:
    """Returns `signature` without the attributes `sdy.sharding`: its own, and those of arguments and results."""
    if SHARDING in signature.attributes:
        signature = signature.with_attributes(signature.attributes.without(SHARDING))
    return without_value_attributes(signature, (SHARDING,))


def shardings_dropped(op: Operation, before: Signature) -> Iterator[Explanation]:
    """The operation loses the attributes `sdy.sharding` of the signature `before`."""
    from sdyopt.sharding.uses import sharding_uses_of

    kind, text = "sharding-dropped", "sharding {sharding} of {of} dropped"
    own = before.attributes.get(SHARDING)
    if own is not None and not isinstance(own, (Sharding, ShardingPerValue)):
        yield explained(kind, text, op, sharding=own, of=op)
    kept = set(sharding_uses_of(op, without_shardings(before)))
    for use in sharding_uses_of(op, before):
        if use not in kept:
            yield explained(kind, text, use.place, sharding=use.sharding, of=use.subject)


def mesh_erased(op: Operation) -> Explanation:
    """A mesh op is erased."""
    name = SymbolRefAttr((cast(str, symbol_name(op)),))
    return explained("mesh-erased", "mesh {name} erased", op, name=name)
