"""-sdy-drop-sharding-rules."""

from __future__ import annotations

from dataclasses import dataclass

from sdyopt.dialects.sdy.attributes import SHARDING_RULE, OpShardingRule
from sdyopt.ir.operation import Operation, walk
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-drop-sharding-rules")
@dataclass(frozen=True)
class DropShardingRules(FunctionPass):
    """Removes the sharding rules of all operations, except custom ones."""

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for inner in walk(op):
            rule = inner.signature.attributes.get(SHARDING_RULE)
            if isinstance(rule, OpShardingRule):
                if not rule.is_custom:
                    rewriter.remove_attribute(inner, SHARDING_RULE)
                rewriter.report(RuleDropped if not rule.is_custom else CustomRuleKept, inner)


class RuleDropped(Decision):
    """The rule of an operation is removed."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        remarks.tell("rule-dropped", "rule of {op} dropped", self.op, op=self.op)


class CustomRuleKept(Decision):
    """The rule of an operation stays, since it is custom."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        remarks.tell("custom-rule-kept", "{op} keeps its rule, which is custom", self.op, op=self.op)
