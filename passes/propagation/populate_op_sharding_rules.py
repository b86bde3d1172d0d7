"""-sdy-populate-op-sharding-rules."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import SHARDING_RULE, OpShardingRule
from sdyopt.ir.attribute import remembered
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.signature import Signature
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import build_sharding_rule


@register_pass("sdy-populate-op-sharding-rules")
class PopulateOpShardingRules(FunctionPass):
    """Writes the sharding rule of each operation that has one as its attribute `sdy.sharding_rule`.

    Operations that have a rule already keep it. A warning names the first operation, and the first custom call, of
    which no rule is known.
    """

    conservative_propagation: bool = option(
        default=False, help="builds rules that do not let propagation shard dimensions which need communication"
    )

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        unknown_ops = rewriter.unknown_ops
        for inner in walk_post(op):
            signature = inner.signature
            present = signature.attributes.get(SHARDING_RULE)
            if present is not None:
                rewriter.report(rule_kept, inner)
                continue
            rule = build_sharding_rule(inner, self.conservative_propagation, unknown_ops)
            if rule is not None:
                rewriter.set_signature(inner, with_rule(signature, rule))
                rewriter.report(rule_built, inner, rule)


@remembered
def with_rule(signature: Signature, rule: OpShardingRule) -> Signature:
    """Returns the signature with that rule."""
    return signature.with_attributes(signature.attributes.with_entry(SHARDING_RULE, rule))


def rule_built(op: Operation, rule: OpShardingRule) -> Explanation:
    """An operation gets the rule of operations of its kind."""
    text = "{op} gets the rule {rule}"
    return explained("rule-built", text, op, op=op, rule=rule)


def rule_kept(op: Operation) -> Explanation:
    """An operation has a rule already."""
    text = "{op} keeps the rule that it has"
    return explained("rule-kept", text, op, op=op)
