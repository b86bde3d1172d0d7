"""Observers: what follows the visits of a propagation, and explains or records them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.propagation.profiles import Stage, Updates
from sdyopt.rewriting.propagation.visits import Visit
from sdyopt.sharding.propagation.solution import Question


class Visited(NamedTuple):
    """A visit that had a common mesh, and what it has changed."""

    op: Operation
    """The operation; for a result of the main function, the function."""
    visit: Visit
    question: Question
    stage: Stage
    updates: Updates


class Observer(Protocol):
    """Follows the visits of a propagation."""

    def visited(self, visited: Visited) -> None:
        """Called after each visit."""
