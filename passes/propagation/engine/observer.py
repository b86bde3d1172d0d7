"""Observers: what follows the visits of a propagation, and explains or records them."""

from __future__ import annotations

from typing import Protocol

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.passes.propagation.engine.nodes import Node
from sdyopt.passes.propagation.engine.profiles import PropagationStage, Updates
from sdyopt.passes.propagation.solve.solution import PropagationQuestion


class Visited(NamedTuple):
    """A visit that had a common mesh, and what it has changed."""

    node: Node
    """That of the operation, or of a result of the main function."""
    question: PropagationQuestion
    stage: PropagationStage
    updates: Updates


class Observer(Protocol):
    """Follows the visits of a propagation."""

    def visited(self, visited: Visited) -> None:
        """Called after each visit."""
