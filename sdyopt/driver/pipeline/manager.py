"""The pass manager: runs a pipeline over a module, verifies it, and tells instruments of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sdyopt.driver.pipeline.entries import ANY
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.ir.operation import Operation
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.verification import Verifier
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.passes import Pass
from sdyopt.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from sdyopt.driver.diagnostics.remarks import PassRemarks, RemarkReporter
    from sdyopt.sharding.unknown_ops import UnknownOps


class Instrument:
    """What wants to be told of each pass that runs over an operation. Each method does nothing by default."""

    def before_pass(self, step: PassInvocation, operation: Operation) -> None:
        """`step` is about to run over `operation`."""

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        """`step` has run, and `operation` is in order; it is as before unless it may have `changed`."""

    def after_failure(self, step: PassInvocation, operation: Operation) -> None:
        """`step` has failed, or left an `operation` that is not in order."""

    def before_pipelines(self, pipelines: Sequence[Pipeline], operation: Operation) -> None:
        """`pipelines` are about to run over what is in `operation`."""

    def after_pipelines(self, pipelines: Sequence[Pipeline], operation: Operation) -> None:
        """`pipelines` have run, or one of them has failed."""

    def before_pipeline(self, pipeline: Pipeline, operation: Operation) -> None:
        """One of several pipelines is about to run over `operation`."""

    def after_pipeline(self, pipeline: Pipeline, operation: Operation) -> None:
        """`pipeline` has run, or has failed."""

    def before_verification(self, operation: Operation) -> None:
        """What a pass may have changed is about to be verified."""

    def after_verification(self, operation: Operation) -> None:
        """`operation` has been verified, whatever came of it."""


class PassManager:
    """Runs `pipeline` over modules, which it verifies after each pass that may have changed them.

    What is wrong goes to `report` when it happens. `remarks` reports the decisions of passes, and `emit` takes
    their warnings; `unknown_ops` makes what reports operations of which no sharding rule is known,
    and `text` prints operations for passes that show or write them.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        verifier: Verifier,
        report: Callable[[CompilationError], object],
        verify_each: bool = True,
        instruments: Sequence[Instrument] = (),
        remarks: RemarkReporter | None = None,
        emit: Callable[[Diagnostic], None] | None = None,
        unknown_ops: Callable[[], UnknownOps] | None = None,
        text: Callable[[Operation], str] | None = None,
    ) -> None:
        self.pipeline = pipeline
        self.verifier = verifier
        self.report = report
        self.verify_each = verify_each
        self.instruments = instruments
        self.remarks = remarks
        self.emit = emit
        self.unknown_ops = unknown_ops
        self.text = text
        self._has_changed = False
        """Whether a pass may have changed anything since what a pipeline inside another holds was verified."""

    def run(self, module: Operation) -> bool:
        """Whether no pass has failed, or left what is not in order."""
        anchor = self.pipeline.anchor
        if anchor not in (ANY, module.name):
            message = f"can't run '{anchor}' pass manager on '{module.name}' op"
            return self._refuse(module, message)
        return self._run(self.pipeline.elements, module)

    def _run(self, elements: Sequence[PassInvocation | Pipeline], operation: Operation) -> bool:
        """Runs the elements of a pipeline over one operation, up to the first that fails."""
        passes = [element for element in elements if isinstance(element, PassInvocation)]
        if len(passes) == len(elements):
            return all(self._run_pass(step, operation) for step in passes)
        from sdyopt.driver.pipeline.adaptors import adapted

        return all(
            self._run_pass(element, operation)
            if isinstance(element, PassInvocation)
            else self._run_inside(element, operation)
            for element in adapted(elements, self.verifier.registry)
        )

    def _run_inside(self, pipelines: Sequence[Pipeline], operation: Operation) -> bool:
        """Runs over each operation in the regions of `operation` the first of `pipelines` that fits it.

        Where one fails it goes on with the next operation, as MLIR does.
        """
        from sdyopt.driver.pipeline.adaptors import can_run_on

        if not self._is_schedulable(operation):
            return False
        for instrument in self.instruments:
            instrument.before_pipelines(pipelines, operation)
        succeeded = True
        self._has_changed = False
        for op in [op for region in operation.regions for block in region.blocks for op in block.ops]:
            fitting = [pipeline for pipeline in pipelines if can_run_on(pipeline, op.name, self.verifier.registry)]
            if fitting:
                succeeded &= self._run_pipeline(fitting[0], op)
        for instrument in reversed(self.instruments):
            instrument.after_pipelines(pipelines, operation)
        if succeeded and self._has_changed and self.verify_each:
            return self._verify_symbol_uses(operation)
        return succeeded

    def _verify_symbol_uses(self, operation: Operation) -> bool:
        """Verifies what operations inside say of symbols: MLIR does so when all pipelines inside have ended."""
        try:
            self._verify(operation)
        except CompilationError as error:
            self.report(error)
            return False
        return True

    def _run_pipeline(self, pipeline: Pipeline, operation: Operation) -> bool:
        """Runs one of the pipelines inside another."""
        for instrument in self.instruments:
            instrument.before_pipeline(pipeline, operation)
        succeeded = self._run(pipeline.elements, operation)
        for instrument in reversed(self.instruments):
            instrument.after_pipeline(pipeline, operation)
        return succeeded

    def _run_pass(self, step: PassInvocation, operation: Operation) -> bool:
        """Runs one pass; gives whether it has not failed."""
        if not self._is_schedulable(operation):
            return False
        for instrument in self.instruments:
            instrument.before_pass(step, operation)
        try:
            changed = self._change(step, operation)
        except CompilationError as error:
            self.report(error)
            for instrument in reversed(self.instruments):
                instrument.after_failure(step, operation)
            return False
        for instrument in reversed(self.instruments):
            instrument.after_pass(step, operation, changed)
        return True

    def _change(self, invocation: PassInvocation, operation: Operation) -> bool:
        """Runs one pass, and verifies what may have changed; returns whether it may have. Raises CompilationError."""
        made = invocation.make()
        remarks = None if self.remarks is None else self.remarks.of_pass(invocation.name)
        changed = self._run_made(made, operation, remarks)
        if changed:
            self._has_changed = True
            if self.verify_each:
                self._verify(operation)
        return changed

    def _run_made(self, made: Any, operation: Operation, remarks: PassRemarks | None) -> bool:
        """Runs a pass; returns whether it may have changed anything.

        A class of another package that is no `Pass` returns that itself; None means that it may.
        """
        if not isinstance(made, Pass):
            if remarks is not None and hasattr(made, "remarks"):
                made.remarks = remarks
            return made.run(operation) is not False
        explain = renamed = None
        if remarks is not None:
            renamed = remarks.renames
            if remarks.are_wanted:
                explain = partial(_explain, remarks)
        rewriter = Rewriter(explain, renamed, self.emit, self.unknown_ops, self.text)
        made.run(operation, rewriter)
        return rewriter.has_changed

    def _verify(self, operation: Operation) -> None:
        """Raises CompilationError if `operation` is not in order."""
        for instrument in self.instruments:
            instrument.before_verification(operation)
        try:
            self.verifier.verify(operation)
        finally:
            for instrument in reversed(self.instruments):
                instrument.after_verification(operation)

    def _is_schedulable(self, op: Operation) -> bool:
        """Whether passes may run on `op`; says it if not."""
        if not isinstance(op.definition, OpDef):
            reason = "an unregistered operation"
        elif not op.has_trait("IsolatedFromAbove"):
            reason = "an operation not marked as 'IsolatedFromAbove'"
        else:
            return True
        return self._refuse(op, f"'{op.name}' op trying to schedule a pass on {reason}")

    def _refuse(self, op: Operation, message: str) -> bool:
        """Says why `op` is nothing to run on."""
        self.report(CompilationError([Diagnostic("error", message, op.location)]))
        return False


def _explain(remarks: PassRemarks, decision: Decision) -> None:
    decision.explain(remarks)
