"""-sdy-basic-propagate."""

from __future__ import annotations

from sdyopt.rewriting.passes import register_pass
from sdyopt.rewriting.propagation.base_pass import PropagationPass
from sdyopt.rewriting.propagation.profiles import Stage
from sdyopt.rewriting.propagation.session import Session
from sdyopt.sharding.propagation.solution import Strategy


@register_pass("sdy-basic-propagate")
class BasicPropagation(PropagationPass):
    """Propagates shardings where nothing conflicts.

    A factor is sharded by the same axes in all operands and results of an operation, those that none of them is in
    conflict with.
    """

    def propagate(self, session: Session) -> None:
        session.run(Stage(Strategy.BASIC))
