"""-sdy-drop-sharding-rules."""

from __future__ import annotations

from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import has_rule, without_rule


@register_pass("sdy-drop-sharding-rules")
class DropShardingRules(FunctionPass):
    """Removes the sharding rules of all operations, except custom ones."""

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for inner in collect(op, has_rule):
            before = inner.signature
            rewriter.set_signature(inner, without_rule(before))
            rewriter.report(rule_dropped if inner.signature is not before else custom_rule_kept, inner)


def rule_dropped(op: Operation) -> Explanation:
    """The rule of an operation is removed."""
    text = "rule of {op} dropped"
    return explained("rule-dropped", text, op, op=op)


def custom_rule_kept(op: Operation) -> Explanation:
    """The rule of an operation stays, since it is custom."""
    text = "{op} keeps its rule, which is custom"
    return explained("custom-rule-kept", text, op, op=op)
