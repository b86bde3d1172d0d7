"""-sdy-resolve-permutation-factors."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.stablehlo.ops.shapes import PAD, RESHAPE, REVERSE, SLICE
from sdyopt.ir.collecting import collect_post
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.passes.local_program.emission import DeviceCounts
from sdyopt.passes.permutation_factors.exchanges import Communication
from sdyopt.passes.permutation_factors.factors import PermutationFactors
from sdyopt.passes.permutation_factors.meshes import Meshes
from sdyopt.passes.permutation_factors.reshapes import Reshapes
from sdyopt.passes.permutation_factors.reversals import Reversals
from sdyopt.passes.permutation_factors.slices_and_pads import SlicesAndPads
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import depends_on_signature, has_rule, sharding_rule_of
from sdyopt.sharding.user_rules import has_user_rule


@register_pass("sdy-resolve-permutation-factors")
class ResolvePermutationFactors(Pass):
    """Makes operations that permute dimensions, such as slices and reversals, work on sharded tensors.

    Dimensions that belong to permutation factors are not sharded then: operands and results are resharded. A reversed
    tensor stays sharded: devices are in reverse order, and if they hold blocks of different sizes, neighbours exchange
    elements. So does a slice that leaves each device with the start of its block.
    """

    class_name: ClassVar[str] = "ShardyResolvePermutationFactorsPass"

    enable_halo_exchange: bool = option(default=True, help="Reverses sharded dimensions by the order of devices")
    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas", is_newer=True)
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise", is_newer=True)

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = Meshes(module, rewriter)
        factors, communication = (
            PermutationFactors(meshes, rewriter),
            Communication(module, DeviceCounts(self.replica_count, self.partition_count)),
        )
        moves = SlicesAndPads(meshes, communication, rewriter)
        resolved: dict[OpDefinition, Callable[[Operation], bool]] = {
            REVERSE: Reversals(meshes, communication, rewriter).resolve
        }
        if not self.enable_halo_exchange:
            resolved = {}
        elif revision().exchanges_blocks:
            resolved |= {PAD: moves.resolve, SLICE: moves.resolve}
        reshapes = Reshapes(meshes, communication, self.enable_halo_exchange, rewriter)
        known: set[Signature] = set()
        for op in collect_post(module, may_have_rule):
            signature = op.signature
            if signature in known:
                continue
            if signature.definition is RESHAPE and revision().exchanges_blocks:
                reshapes.resolve(op)
                continue
            rule = sharding_rule_of(op, False, rewriter.unknown_ops)
            if rule is None or rule.is_custom or not rule.permutation:
                if has_rule(signature) or depends_on_signature(signature.definition):
                    known.add(signature)
                continue
            resolve = resolved.get(signature.definition)
            if resolve is None or not resolve(op):
                factors.resolve(op, rule)


@remembered
def may_have_rule(signature: Signature) -> bool:
    """Whether operations with that signature are of StableHLO, and no terminators, or users have given them a rule."""
    definition = signature.definition
    return (definition.dialect == "stablehlo" and "IsTerminator" not in definition.traits) or has_user_rule(definition)
