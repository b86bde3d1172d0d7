"""The pass manager: runs a pipeline on a module, verifies it, and notifies instruments."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Note, failure
from sdyopt.mlir.rewrite.remarks import NOBODY, Listeners
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.printer import describe_without_regions
from sdyopt.pipeline.model import PassInvocation, Pipeline, read_pipeline
from sdyopt.pipeline.registry import PipelineError
from sdyopt.rewriting.passes import ANY, Pass

if TYPE_CHECKING:
    from sdyopt.mlir.rewrite.remarks import PassFollower, RunFollower
    from sdyopt.mlir.rewrite.rewriter import Analyses, Listings


class Instrument:
    """An observer of the passes that run on operations. Each method does nothing by default."""

    def shows_failures(self, step: PassInvocation) -> bool:
        """Returns whether `after_failure` looks at the operation, which is then as the pass leaves it in MLIR."""
        return False

    def before_pass(self, step: PassInvocation, operation: Operation) -> None:
        """Called before `step` runs on `operation`."""

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        """Called after `step` has run and `operation` was verified; without `changed` it is as before."""

    def after_failure(self, step: PassInvocation, operation: Operation) -> None:
        """Called after `step` has failed, or has left an invalid `operation`."""

    def before_pipelines(self, pipelines: Sequence[Pipeline], operation: Operation) -> None:
        """Called before `pipelines` run on the operations in `operation`."""

    def after_pipelines(self, pipelines: Sequence[Pipeline], operation: Operation) -> None:
        """Called after `pipelines` have run, or one of them has failed."""

    def before_pipeline(self, pipeline: Pipeline, operation: Operation) -> None:
        """Called before one of several pipelines runs on `operation`."""

    def after_pipeline(self, pipeline: Pipeline, operation: Operation) -> None:
        """Called after `pipeline` has run or failed."""

    def before_verification(self, operation: Operation) -> None:
        """Called before an operation that a pass may have changed is verified."""

    def after_verification(self, operation: Operation) -> None:
        """Called after `operation` was verified, with any result."""


class _Changes(NamedTuple):
    """The changes that a pass may have made."""

    any: bool
    of_wiring: bool
    """Whether that may be which operations there are, where they are, or their operands; see `Rewriter.has_rewired`."""


def _is_own(made: Any) -> bool:
    """Whether a pass is one of this project, which changes programs through the rewriter only."""
    return type(made).__module__.startswith("sdyopt.")


def titled(invocation: PassInvocation) -> str:
    """Returns a pass with its package: `pass 'tile' of acme 1.0`."""
    package = f" of {invocation.entry.package}" if invocation.entry.package else ""
    return f"pass '{invocation.name}'{package}"


def _with_pass(diagnostic: Diagnostic, invocation: PassInvocation) -> Diagnostic:
    """Returns a diagnostic with the pass in place of `{pass}` in its hint."""
    hint = diagnostic.hint
    return diagnostic._replace(hint=hint.replace("{pass}", titled(invocation))) if isinstance(hint, str) else diagnostic


def _may_be_of_the_user(error: BaseException) -> bool:
    """Whether an exception may be the interrupt of a Python program; commands end at once instead."""
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _blamed(diagnostic: Diagnostic, invocation: PassInvocation) -> Diagnostic:
    """Returns an error of verification with a note that names the pass after which it was found."""
    note = Note(f"{titled(invocation)} made this invalid", diagnostic.location)
    return diagnostic._replace(notes=(*diagnostic.notes, note))


class PassManager:
    """Runs `pipeline` on modules, which it verifies after each pass that may have changed them.

    `report` is called with each error, `remarks` gets the decisions of passes, and `listeners` take their warnings
    and print operations for them.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        verifier: Verifier,
        report: Callable[[CompilationError], object],
        verify_each: bool = True,
        instruments: Sequence[Instrument] = (),
        remarks: RunFollower | None = None,
        listeners: Listeners = NOBODY,
    ) -> None:
        self.pipeline = pipeline
        self.verifier = verifier
        self.report = report
        self.verify_each = verify_each
        self.instruments = instruments
        self.remarks = remarks
        self.listeners = listeners._replace(warned=set()) if listeners.warned is None else listeners
        self._deferred: list[Diagnostic] = []
        """Errors of passes that have succeeded nevertheless; they are reported if the run fails."""
        self._has_reported = False
        self._analyses: Analyses = {}
        """The results of analyses of the operation around a nested pipeline."""
        self._listings: Listings = {}
        """The operations that passes have listed since anything was changed."""
        self._has_changed = False
        """Whether a pass may have changed anything since the pipeline began that a pass runs."""
        self._is_unverified = False
        """Whether the operation around a nested pipeline may have become invalid since it was verified."""
        self._has_run = False
        """Whether the last pass has ended without an error of its own; what it has left may still be invalid."""
        self._changed_by_other: PassInvocation | None = None
        """A pass of another package that may have changed what is around the operation that it ran on."""

    def run(self, module: Operation) -> bool:
        """Runs the pipeline, and returns whether no pass has failed or has left an invalid operation."""
        if (anchor := self.pipeline.anchor) not in (ANY, module.name):
            return self._refuse(module, f"can't run '{anchor}' pass manager on '{module.name}' op")
        return self._run(self.pipeline.elements, module)

    def _run(self, elements: Sequence[PassInvocation | Pipeline], operation: Operation) -> bool:
        """Runs the elements of a pipeline on one operation, up to the first that fails."""
        return all(
            self._run_pass(element, operation)
            if isinstance(element, PassInvocation)
            else self._run_inside(element, operation)
            for element in adapted(elements, self.verifier.registry)
        )

    def _run_inside(self, pipelines: Sequence[Pipeline], operation: Operation) -> bool:
        """Runs on each operation in the regions of `operation` the first of `pipelines` that fits it.

        After a failure it continues with the next operation, as MLIR does.
        """
        if not self._is_schedulable(operation):
            return False
        for instrument in self.instruments:
            instrument.before_pipelines(pipelines, operation)
        succeeded = True
        was_unverified, self._is_unverified = self._is_unverified, False
        analyses, self._analyses = self._analyses, {}
        with self.verifier.fixed_symbols():
            for op in [op for region in operation.regions for block in region.blocks for op in block.ops]:
                fitting = [pipeline for pipeline in pipelines if can_run_on(pipeline, op.name, self.verifier.registry)]
                if fitting:
                    succeeded &= self._run_pipeline(fitting[0], op)
        self._analyses = analyses
        for instrument in reversed(self.instruments):
            instrument.after_pipelines(pipelines, operation)
        if succeeded and self._is_unverified and self.verify_each:
            succeeded = self._verify_symbol_uses(operation)
        self._is_unverified |= was_unverified
        return succeeded

    def _verify_symbol_uses(self, operation: Operation) -> bool:
        """Verifies the uses of symbols inside, which MLIR does when all nested pipelines have ended.

        The operations that these ran on have been verified.
        """
        other, self._changed_by_other = self._changed_by_other, None
        try:
            if other is None:
                self._verify(operation, is_rewired=False)
            else:
                self._verify_untrusted(operation, other)
        except CompilationError as error:
            self._report(error)
            return False
        return True

    def _run_pipeline(self, pipeline: Pipeline, operation: Operation) -> bool:
        """Runs a nested pipeline."""
        for instrument in self.instruments:
            instrument.before_pipeline(pipeline, operation)
        succeeded = self._run(pipeline.elements, operation)
        for instrument in reversed(self.instruments):
            instrument.after_pipeline(pipeline, operation)
        return succeeded

    def _run_pass(self, step: PassInvocation, operation: Operation) -> bool:
        """Runs one pass, and returns whether it has succeeded."""
        if not self._is_schedulable(operation):
            return False
        shown = operation
        if any(each.shows_failures(step) for each in self.instruments) and getattr(
            step.entry.load(), "rolls_back", False
        ):
            from sdyopt.ir.clone import clone

            shown = clone(operation, {})
        for instrument in self.instruments:
            instrument.before_pass(step, operation)
        try:
            changed = self._change(step, operation)
        except CompilationError as error:
            if self._has_run:
                shown = operation
            if not (error.diagnostics or self._has_reported):
                error.diagnostics.append(Diagnostic("error", f"{titled(step)} failed without an error", -1))
            error.diagnostics[:] = [_with_pass(diagnostic, step) for diagnostic in error.diagnostics]
            self._report(error)
            for instrument in reversed(self.instruments):
                instrument.after_failure(step, shown)
            return False
        for instrument in reversed(self.instruments):
            instrument.after_pass(step, operation, changed)
        return True

    def _change(self, invocation: PassInvocation, operation: Operation) -> bool:
        """Runs one pass, verifies the operation if it may have changed, and returns that. Raises CompilationError."""
        remarks = None if self.remarks is None else self.remarks.of_pass(invocation.name)
        try:
            made = invocation.make()
            changes = self._run_made(made, operation, remarks)
        except CompilationError:
            self._has_run = False
            raise
        except BaseException as error:  # SystemExit, too
            if not invocation.entry.package or _may_be_of_the_user(error):
                raise
            from sdyopt.display.exceptions import describe_exception

            raise failure(f"{titled(invocation)} broke: {describe_exception(error)}", operation.location) from error
        self._has_run = True
        if changes.any:
            self._has_changed = True
            self._listings.clear()
            is_trusted = _is_own(made) and not self.verifier.registry.rewrites_of_others
            if is_trusted and made.leaves_valid:
                return True
            self._is_unverified = True
            if self.verify_each:
                if is_trusted:
                    self._verify_own(operation, changes.of_wiring, made)
                else:
                    self.verifier.forget_symbols()
                    self._verify_untrusted(operation, invocation)
        return changes.any

    def _verify_own(self, operation: Operation, is_rewired: bool, made: Pass) -> None:
        """Verifies what a pass of this package has left, which may have a hint for an error."""
        try:
            self._verify(operation, is_rewired)
        except CompilationError as error:
            error.diagnostics[:] = [
                each._replace(hint=each.hint or made.error_hint(each)) for each in error.diagnostics
            ]
            raise

    def _verify_untrusted(self, operation: Operation, invocation: PassInvocation) -> None:
        """Verifies what a pass of another package has left, which may be anything. The error names the pass."""
        from sdyopt.mlir.verify.links import verify_links

        try:
            verify_links(operation)
            self._verify(operation, is_rewired=True)
        except CompilationError as error:
            error.diagnostics[0] = _blamed(error.diagnostics[0], invocation)
            raise
        except Exception as error:
            from sdyopt.display.exceptions import describe_exception

            message = f"{titled(invocation)} left a program that cannot be verified: {describe_exception(error)}"
            raise failure(message, -1) from error
        if operation.parent is not None:
            self._changed_by_other = invocation

    def _run_made(self, made: Any, operation: Operation, remarks: PassFollower | None) -> _Changes:
        """Runs a pass, and returns what it may have changed.

        A class of another package that is not a `Pass` returns whether it has changed anything itself; if it returns
        None, it may have.
        """
        if not isinstance(made, Pass):
            if remarks is not None and hasattr(made, "remarks"):
                made.remarks = remarks
            changed = made.run(operation) is not False
            return _Changes(changed, changed)
        from sdyopt.rewriting.rewriter import Rewriter

        explain = renamed = None
        if remarks is not None:
            renamed = remarks.renames
            if remarks.are_wanted:
                explain = remarks.explain
        listeners = self.listeners._replace(
            explain=explain,
            renamed=renamed,
            defer=self._deferred.append,
            describe=describe_without_regions,
            run_pipeline=self._run_for_pass,
        )
        rewriter = Rewriter(listeners, self._analyses, self._listings)
        made.run(operation, rewriter)
        if not _is_own(made):
            return _Changes(True, True)  # It may have changed something without the rewriter.
        return _Changes(rewriter.has_changed, rewriter.has_rewired and not made.keeps_order)

    def _run_for_pass(self, text: str, operation: Operation, is_new: bool) -> bool:
        """Runs a textual pipeline for a pass that is running, and returns whether it may have changed anything.

        What is new is verified before. Raises CompilationError without diagnostics if the pipeline fails, which is
        reported already.
        """
        try:
            pipeline = read_pipeline(text)
        except PipelineError as error:
            raise failure(str(error).rstrip("\n"), operation.location) from None
        if is_new:
            self._verify(operation, is_rewired=True)
        had_changed, self._has_changed = self._has_changed, False
        succeeded = self._run_pipeline(pipeline, operation)
        changed = self._has_changed
        self._has_changed |= had_changed
        if not succeeded:
            raise CompilationError([])
        return changed

    def _verify(self, operation: Operation, is_rewired: bool) -> None:
        """Raises CompilationError if `operation` is invalid; see `Verifier.verify`."""
        for instrument in self.instruments:
            instrument.before_verification(operation)
        try:
            listing = self._listings[operation] = Listing(operation)
            tolerated = self.verifier.verify(operation, is_rewired, is_parsed=False, ops=listing.ops)
        finally:
            for instrument in reversed(self.instruments):
                instrument.after_verification(operation)
        if self.listeners.emit is not None:
            for diagnostic in tolerated:
                self.listeners.emit(diagnostic)

    def _report(self, error: CompilationError) -> None:
        """Reports an error, after those that have been deferred."""
        if self._deferred:
            error.diagnostics[:0] = self._deferred
            self._deferred.clear()
        self._has_reported = True
        self.report(error)

    def _is_schedulable(self, op: Operation) -> bool:
        """Returns whether passes may run on `op`, and reports an error if not."""
        if not isinstance(op.definition, OpDef):
            reason = "an unregistered operation"
        elif not op.has_trait("IsolatedFromAbove"):
            reason = "an operation not marked as 'IsolatedFromAbove'"
        else:
            return True
        return self._refuse(op, f"'{op.name}' op trying to schedule a pass on {reason}")

    def _refuse(self, op: Operation, message: str) -> bool:
        """Reports why passes cannot run on `op`."""
        self._report(failure(message, op.location))
        return False


# Merging of neighbouring nested pipelines, which then run together on each operation, as in MLIR.


def adapted(
    elements: Sequence[PassInvocation | Pipeline], registry: Registry
) -> list[PassInvocation | tuple[Pipeline, ...]]:
    """Returns `elements` with neighbouring pipelines merged, where that does not change which of them run on what.

    On each nested operation the first of the merged pipelines that fits it runs.
    """
    found: list[PassInvocation | tuple[Pipeline, ...]] = []
    for element in elements:
        last = found[-1] if found else None
        if isinstance(element, PassInvocation):
            found.append(element)
        elif last is None or isinstance(last, PassInvocation) or not can_merge(last, element, registry):
            found.append((element,))
        else:
            found[-1] = _merged(last, element)
    return found


def can_run_on(pipeline: Pipeline, name: str, registry: Registry) -> bool:
    """Returns whether a pipeline runs on operations of a name: on ANY, if they are isolated and suit its passes."""
    if pipeline.anchor != ANY:
        return pipeline.anchor == name
    definition = registry.operation(name)
    if definition is None or "IsolatedFromAbove" not in definition.traits:
        return False
    anchors = [element.entry.anchor for element in pipeline.elements if isinstance(element, PassInvocation)]
    return all(anchor in (ANY, name) for anchor in anchors)


def can_merge(pipelines: Sequence[Pipeline], other: Pipeline, registry: Registry) -> bool:
    """Returns whether `other` and `pipelines` run on different operations."""
    general = [pipeline for pipeline in (*pipelines, other) if pipeline.anchor == ANY]
    if len(general) > 1:
        return False
    return not any(
        can_run_on(pipeline, special.anchor, registry)
        for pipeline in general
        for special in (*pipelines, other)
        if special.anchor != ANY
    )


def _merged(pipelines: tuple[Pipeline, ...], other: Pipeline) -> tuple[Pipeline, ...]:
    """Returns `pipelines` and `other`, which is appended to a pipeline of the same anchor, in MLIR's order: by name."""
    by_anchor = {pipeline.anchor: pipeline for pipeline in pipelines}
    before = by_anchor.get(other.anchor, Pipeline(other.anchor))
    by_anchor[other.anchor] = Pipeline(other.anchor, before.elements + other.elements)
    return tuple(sorted(by_anchor.values(), key=lambda pipeline: (pipeline.anchor == ANY, pipeline.anchor)))
