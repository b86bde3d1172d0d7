"""The pass manager: runs a pipeline over a module, verifies it, and tells instruments of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from sdyopt.driver.pipeline.model import Pipeline, Step
from sdyopt.driver.pipeline.registry import ANY
from sdyopt.ir.operation import Operation
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.verification import Verifier

if TYPE_CHECKING:
    from sdyopt.driver.diagnostics.remarks import RemarkReporter


class Instrument:
    """What wants to be told of each pass that runs over an operation. Each method does nothing by default."""

    def before_pass(self, step: Step, operation: Operation) -> None:
        """`step` is about to run over `operation`."""

    def after_pass(self, step: Step, operation: Operation, changed: bool) -> None:
        """`step` has run, and `operation` is in order; it is as before unless it may have `changed`."""

    def after_failure(self, step: Step, operation: Operation) -> None:
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

    What is wrong goes to `report` when it happens. `remarks` reports what the passes tell of their decisions.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        verifier: Verifier,
        report: Callable[[CompilationError], object],
        verify_each: bool = True,
        instruments: Sequence[Instrument] = (),
        remarks: RemarkReporter | None = None,
    ) -> None:
        self.pipeline = pipeline
        self.verifier = verifier
        self.report = report
        self.verify_each = verify_each
        self.instruments = instruments
        self.remarks = remarks

    def run(self, module: Operation) -> bool:
        """Whether no pass has failed, or left what is not in order."""
        anchor = self.pipeline.anchor
        if anchor not in (ANY, module.name):
            message = f"can't run '{anchor}' pass manager on '{module.name}' op"
            return self._refuse(module, message)
        return self._run(self.pipeline.elements, module)

    def _run(self, elements: Sequence[Step | Pipeline], operation: Operation) -> bool:
        """Runs the elements of a pipeline over one operation, up to the first that fails."""
        passes = [element for element in elements if isinstance(element, Step)]
        if len(passes) == len(elements):
            return all(self._run_pass(step, operation) for step in passes)
        from sdyopt.driver.pipeline.adaptors import adapted

        return all(
            self._run_pass(element, operation) if isinstance(element, Step) else self._run_inside(element, operation)
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
        for op in [op for region in operation.regions for block in region.blocks for op in block.ops]:
            fitting = [pipeline for pipeline in pipelines if can_run_on(pipeline, op.name, self.verifier.registry)]
            if fitting:
                succeeded &= self._run_pipeline(fitting[0], op)
        for instrument in reversed(self.instruments):
            instrument.after_pipelines(pipelines, operation)
        return succeeded

    def _run_pipeline(self, pipeline: Pipeline, operation: Operation) -> bool:
        """Runs one of the pipelines inside another."""
        for instrument in self.instruments:
            instrument.before_pipeline(pipeline, operation)
        succeeded = self._run(pipeline.elements, operation)
        for instrument in reversed(self.instruments):
            instrument.after_pipeline(pipeline, operation)
        return succeeded

    def _run_pass(self, step: Step, operation: Operation) -> bool:
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

    def _change(self, step: Step, operation: Operation) -> bool:
        """Runs one pass, and verifies what may have changed; gives whether it may have. Raises CompilationError.

        It may if the pass says nothing of it: not every pass of other people minds types.
        """
        made = step.make()
        if self.remarks is not None and hasattr(made, "remarks"):
            cast(Any, made).remarks = self.remarks.of_pass(step.name)
        changed = made.run(operation) is not False
        if changed and self.verify_each:
            self._verify(operation)
        return changed

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
