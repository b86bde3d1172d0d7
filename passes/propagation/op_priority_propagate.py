"""-sdy-op-priority-propagate."""

from __future__ import annotations

from sdyopt.passes.propagation.engine.session import OpPriorityPropagationPass, Session
from sdyopt.rewriting.passes import register_pass


@register_pass("sdy-op-priority-propagate")
class OpPriorityPropagation(OpPriorityPropagationPass):
    """Propagates shardings over elementwise operations first, then over the others.

    There are five levels; at each one the aggressive propagation covers more operations and directions.
    """

    def propagate(self, session: Session) -> None:
        self.propagate_by_op_priority(session)
