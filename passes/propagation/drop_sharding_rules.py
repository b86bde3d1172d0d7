"""-sdy-drop-sharding-rules."""

from __future__ import annotations

from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.decisions import Decision
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
            rewriter.report(RuleDropped if inner.signature is not before else CustomRuleKept, inner)


class RuleDropped(Decision):
    """The rule of an operation is removed."""

    kind = "rule-dropped"
    text = "rule of {op} dropped"

    op: Operation


class CustomRuleKept(Decision):
    """The rule of an operation stays, since it is custom."""

    kind = "custom-rule-kept"
    text = "{op} keeps its rule, which is custom"

    op: Operation
