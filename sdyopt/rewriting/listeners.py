"""What a pass may tell, and who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.rewriting.decisions import Decision, Explanation
from sdyopt.rewriting.remarks import Remarks

if TYPE_CHECKING:
    from sdyopt.sharding.unknown_ops import UnknownOps


class Listeners(NamedTuple):
    """The functions that a rewriter calls; None where there is no listener."""

    explain: Callable[[Decision | Explanation], None] | None = None
    """Takes the decisions that a pass reports."""
    renamed: Callable[[Value, Value], None] | None = None
    """Takes a value, and the one whose name it has in remarks from now on."""
    emit: Callable[[Diagnostic], object] | None = None
    """Takes warnings."""
    defer: Callable[[Diagnostic], None] | None = None
    """Takes errors that are reported only if the run fails."""
    warned: set[str] | None = None
    """What has been warned of that is warned of only once in a run; None for a set of the rewriter's own."""
    unknown_ops: Callable[[], UnknownOps] | None = None
    """Returns what reports operations without a known sharding rule."""
    text: Callable[[Operation, bool], str] | None = None
    """Returns the text of an operation, for passes that show or write programs; without aliases on request."""
    describe: Callable[[Operation], str] | None = None
    """Returns the text of an operation for errors: in generic form, regions and large constants elided."""
    write: Callable[[str], object] | None = None
    """Writes whole lines to standard error, for passes that are there to show something."""
    run_pipeline: Callable[[str, Operation, bool], bool] | None = None
    """Runs other passes on an operation, verified before if it is new, and returns whether they may have changed it."""
    show: Callable[[Operation], str] | None = None
    """Returns the text of an operation for the notes of warnings."""


class PassFollower(Remarks, Protocol):
    """Follows a pass: gets its decisions, if they `are_wanted`, and what it renames."""

    are_wanted: bool

    def explain(self, decision: Decision | Explanation) -> None:
        """Called with each decision that the pass reports."""
        ...


class RunFollower(Protocol):
    """Follows the passes of a run."""

    def of_pass(self, name: str) -> PassFollower:
        """Returns the follower of the pass of that name, which runs next."""
        ...
