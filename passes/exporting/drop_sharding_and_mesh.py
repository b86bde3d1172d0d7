"""-sdy-drop-sharding-and-mesh."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MESH
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, Remarks, explained
from sdyopt.rewriting.functions import without_value_attributes
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-drop-sharding-and-mesh")
class DropShardingAndMesh(Pass):
    """Drops the attributes sdy.sharding and all meshes.

    Functions lose those of their arguments and results, too. Operations of SDY that hold shardings themselves keep
    them; with the name of a mesh they are invalid then.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in walk(module):
            if op.signature.definition is MESH:
                rewriter.report(mesh_erased, op)
                rewriter.erase(op)
                continue
            signature = without_shardings(op.signature)
            if signature is not op.signature:
                rewriter.report(Dropped, op, op.signature)
                rewriter.set_signature(op, signature)


@remembered
def without_shardings(signature: Signature) -> Signature:
    """Returns `signature` without the attributes `sdy.sharding`: its own, and those of arguments and results."""
    if SHARDING in signature.attributes:
        signature = signature.with_attributes(signature.attributes.without(SHARDING))
    return without_value_attributes(signature, (SHARDING,))


class Dropped(Decision):
    """The operation loses the attributes `sdy.sharding` of the signature `before`."""

    op: Operation
    before: Signature

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.sharding.uses import sharding_uses_of

        text = "sharding {sharding} of {of} dropped"
        own = self.before.attributes.get(SHARDING)
        if own is not None and not isinstance(own, (Sharding, ShardingPerValue)):
            remarks.tell("sharding-dropped", text, self.op, sharding=own, of=self.op)
        kept = set(sharding_uses_of(self.op, without_shardings(self.before)))
        for use in sharding_uses_of(self.op, self.before):
            if use not in kept:
                remarks.tell("sharding-dropped", text, use.place, sharding=use.sharding, of=use.subject)


def mesh_erased(op: Operation) -> Explanation:
    """A mesh op is erased."""
    name = SymbolRefAttr((cast(str, symbol_name(op)),))
    return explained("mesh-erased", "mesh {name} erased", op, name=name)
