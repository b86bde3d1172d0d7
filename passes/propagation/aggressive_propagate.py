"""-sdy-aggressive-propagate."""

from __future__ import annotations

from sdyopt.passes.propagation.engine.session import AggressivePropagationPass, Session
from sdyopt.rewriting.passes import register_pass


@register_pass("sdy-aggressive-propagate")
class AggressivePropagation(AggressivePropagationPass):
    """Propagates shardings and resolves conflicts between the dimensions of an operation.

    Each operand and result is sharded as far as it can be; of conflicting factors that of the largest tensor wins.
    """

    def propagate(self, session: Session) -> None:
        self.propagate_at(session, (None,))
