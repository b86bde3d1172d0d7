"""What the passes that propagate shardings have in common."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.ir.operation import Operation
from sdyopt.passes.propagation.engine.levels import LEVELS
from sdyopt.passes.propagation.engine.profiles import PropagationStage
from sdyopt.passes.propagation.engine.session import Session
from sdyopt.passes.propagation.solve.solution import Strategy
from sdyopt.rewriting.passes import Pass, option
from sdyopt.rewriting.rewriter import Rewriter

STRATEGIES: dict[str, tuple[Strategy, ...]] = {
    "basic": (Strategy.BASIC,),
    "aggressive": (Strategy.AGGRESSIVE,),
    "basic-then-aggressive": (Strategy.BASIC, Strategy.AGGRESSIVE),
}
"""The strategies of the runs that follow each other, by the value of the option."""


class PropagationPass(Pass):
    """A pass that propagates shardings, in the runs that `propagate` makes."""

    keep_sharding_rules: bool = option(default=False, help="Keeps the sharding rules of operations")
    module_dump_directory: str = option(default="", help="Directory for the modules between user priorities")
    conservative_propagation: bool = option(
        default=False, help="Does not propagate sub-axes, nor what needs communication"
    )
    debug_sharding_origins: bool = option(default=False, help="Records where each axis comes from")
    debug_propagation_edge_sharding: bool = option(
        default=False, help="Records the values that each axis is propagated between"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        session = Session(
            module,
            rewriter,
            self.conservative_propagation,
            self.debug_propagation_edge_sharding,
            self.debug_sharding_origins,
        )
        self.propagate(session)
        session.finish(self.keep_sharding_rules)

    def propagate(self, session: Session) -> None:
        """Propagates the shardings of a module."""
        raise NotImplementedError


class AggressivePropagationPass(PropagationPass):
    """A pass whose runs have the strategies of an option."""

    propagation_strategy: str = option(
        default="aggressive", help="How conflicts are resolved", choices=tuple(STRATEGIES)
    )

    def propagate_at(self, session: Session, levels: Iterable[int | None]) -> None:
        """Propagates at each of the levels, with each strategy."""
        for level in levels:
            for strategy in STRATEGIES[self.propagation_strategy]:
                session.run(PropagationStage(strategy, level))


class OpPriorityPropagationPass(AggressivePropagationPass):
    """A pass that propagates at the levels of op priorities."""

    run_op_priority_propagation: bool = option(default=True, help="Propagates some operations before others")

    def propagate_by_op_priority(self, session: Session) -> None:
        """Propagates at all levels, or without them."""
        self.propagate_at(session, LEVELS if self.run_op_priority_propagation else (None,))
