"""-sdy-sharding-constraint-to-reshard."""

from __future__ import annotations

from sdyopt.dialects.sdy.ops import RESHARD, SHARDING_CONSTRAINT
from sdyopt.ir.operation import Operation
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.conversion import Replacements, operations_to_convert, visit_unconverted
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-sharding-constraint-to-reshard")
class ShardingConstraintToReshard(FunctionPass):
    """Makes every sharding constraint a reshard.

    The reshard takes the place of the constraint: it has the same input, sharding, attributes and location.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        replacements = Replacements()
        for op in operations_to_convert(function):
            definition = op.signature.definition
            if definition is SHARDING_CONSTRAINT:
                rewriter.report(reshard_made, op)
                value = replacements.of(op.operands[0])
                reshard = rewriter.create_before(
                    op, RESHARD, [value], None, op.properties, op.attributes, location=op.location
                )
                rewriter.renames(reshard.result, op.result)
                replacements.add(op, reshard.results)
            elif definition is not RESHARD:
                visit_unconverted(op, replacements, rewriter)
        replacements.apply(rewriter)


def reshard_made(op: Operation) -> Explanation:
    """A constraint becomes a reshard."""
    text = "constraint is a reshard now: {value} is moved to the sharding {sharding} here"
    return explained("reshard-made", text, op, value=op.operands[0], sharding=op.properties["sharding"])
