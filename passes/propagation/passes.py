"""Passes that propagate shardings, and those that add and remove sharding rules."""

from __future__ import annotations

import os

from sdyopt.dialects.sdy.attributes import SHARDING_RULE
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.passes.propagation.engine.profiles import PropagationStage
from sdyopt.passes.propagation.engine.session import (
    AggressivePropagationPass,
    OpPriorityPropagationPass,
    PropagationPass,
    Session,
    UserPriorities,
)
from sdyopt.passes.propagation.solve.solution import Strategy
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import build_sharding_rule, has_rule, with_rule, without_rule


@register_pass("sdy-basic-propagate")
class BasicPropagation(PropagationPass):
    """Propagates shardings where nothing conflicts.

    A factor is sharded by the same axes in all operands and results of an operation, those that none of them is in
    conflict with.
    """

    def propagate(self, session: Session) -> None:
        session.run(PropagationStage(Strategy.BASIC))


@register_pass("sdy-aggressive-propagate")
class AggressivePropagation(AggressivePropagationPass):
    """Propagates shardings and resolves conflicts between the dimensions of an operation.

    Each operand and result is sharded as far as it can be; of conflicting factors that of the largest tensor wins.
    """

    def propagate(self, session: Session) -> None:
        self.propagate_at(session, (None,))


@register_pass("sdy-op-priority-propagate")
class OpPriorityPropagation(OpPriorityPropagationPass):
    """Propagates shardings over elementwise operations first, then over the others.

    There are five levels; at each one the aggressive propagation covers more operations and directions.
    """

    def propagate(self, session: Session) -> None:
        self.propagate_by_op_priority(session)


@register_pass("sdy-user-priority-propagate")
class UserPriorityPropagation(OpPriorityPropagationPass):
    """Propagates shardings in the order of the priorities that dimensions have.

    For each priority, from the lowest number on, there is one propagation by op priority. The shardings of later
    priorities do not take part in it, but keep their axes from being used.
    """

    def propagate(self, session: Session) -> None:
        priorities = UserPriorities(session.ops, session.tensors, session.meshes)
        session.explain(priorities)
        self.propagate_by_op_priority(session)
        last = 0
        for priority in priorities.priorities:
            if self.module_dump_directory:
                session.dump(os.path.join(self.module_dump_directory, DUMP.format(priority=last)))
            for key in priorities.release(priority):
                session.driver.changed(key)
            self.propagate_by_op_priority(session)
            last = priority


DUMP = "00.propagation_after_user_priority_{priority}.mlir"
"""The file with the program as a priority leaves it."""


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
            if signature.attributes.get(SHARDING_RULE) is not None:
                rewriter.tell("rule-kept", "{op} keeps the rule that it has", inner, op=inner)
                continue
            rule = build_sharding_rule(inner, self.conservative_propagation, unknown_ops)
            if rule is not None:
                rewriter.set_signature(inner, with_rule(signature, rule))
                rewriter.tell("rule-built", "{op} gets the rule {rule}", inner, op=inner, rule=rule)


@register_pass("sdy-drop-sharding-rules")
class DropShardingRules(FunctionPass):
    """Removes the sharding rules of all operations, except custom ones."""

    leaves_valid = True

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for inner in rewriter.listing(op).collect(has_rule):
            before = inner.signature
            rewriter.set_signature(inner, without_rule(before))
            if inner.signature is before:
                rewriter.tell("custom-rule-kept", "{op} keeps its rule, which is custom", inner, op=inner)
            else:
                rewriter.tell("rule-dropped", "rule of {op} dropped", inner, op=inner)
