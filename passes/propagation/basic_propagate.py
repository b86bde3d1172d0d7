"""-sdy-basic-propagate."""

from __future__ import annotations

from sdyopt.passes.propagation.engine.profiles import PropagationStage
from sdyopt.passes.propagation.engine.session import PropagationPass, Session
from sdyopt.passes.propagation.solve.solution import Strategy
from sdyopt.rewriting.passes import register_pass


@register_pass("sdy-basic-propagate")
class BasicPropagation(PropagationPass):
    """Propagates shardings where nothing conflicts.

    A factor is sharded by the same axes in all operands and results of an operation, those that none of them is in
    conflict with.
    """

    def propagate(self, session: Session) -> None:
        session.run(PropagationStage(Strategy.BASIC))
