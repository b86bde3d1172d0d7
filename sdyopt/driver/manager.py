"""The pass manager: runs a pipeline over a module, verifies it, and tells instruments of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from sdyopt.driver.pipeline import Pipeline, Step
from sdyopt.driver.registry import ANY
from sdyopt.ir.operation import Operation
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.verification import Verifier

if TYPE_CHECKING:
    from sdyopt.driver.remarks import RemarkReporter


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


class PassManager:
    """Runs `pipeline` over modules, each of which it verifies after each pass that may have changed it.

    `remarks` reports what the passes tell of their decisions.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        verifier: Verifier,
        verify_each: bool = True,
        instruments: Sequence[Instrument] = (),
        remarks: RemarkReporter | None = None,
    ) -> None:
        self.pipeline = pipeline
        self.verifier = verifier
        self.verify_each = verify_each
        self.instruments = instruments
        self.remarks = remarks

    def run(self, module: Operation) -> None:
        """Raises CompilationError if a pass fails, or leaves what is not in order."""
        if self.pipeline.anchor not in (ANY, module.name):
            message = f"can't run '{self.pipeline.anchor}' pass manager on '{module.name}' op"
            raise CompilationError([Diagnostic("error", message, module.location)])
        self._run(self.pipeline.elements, module)

    def _run(self, elements: Sequence[Step | Pipeline], operation: Operation) -> None:
        passes = [element for element in elements if isinstance(element, Step)]
        if len(passes) == len(elements):
            for step in passes:
                self._run_pass(step, operation)
            return
        from sdyopt.driver.adaptors import adapted

        for element in adapted(elements, self.verifier.registry):
            if isinstance(element, Step):
                self._run_pass(element, operation)
            else:
                self._run_inside(element, operation)

    def _run_inside(self, pipelines: Sequence[Pipeline], operation: Operation) -> None:
        """Runs over each operation in the regions of `operation` the first of `pipelines` that fits it."""
        from sdyopt.driver.adaptors import can_run_on

        _check_schedulable(operation)
        for instrument in self.instruments:
            instrument.before_pipelines(pipelines, operation)
        try:
            for op in [op for region in operation.regions for block in region.blocks for op in block.ops]:
                for pipeline in pipelines:
                    if can_run_on(pipeline, op.name, self.verifier.registry):
                        self._run(pipeline.elements, op)
                        break
        finally:
            for instrument in reversed(self.instruments):
                instrument.after_pipelines(pipelines, operation)

    def _run_pass(self, step: Step, operation: Operation) -> None:
        _check_schedulable(operation)
        if not self.instruments:
            self._change(step, operation)
            return
        for instrument in self.instruments:
            instrument.before_pass(step, operation)
        try:
            changed = self._change(step, operation)
        except CompilationError:
            for instrument in reversed(self.instruments):
                instrument.after_failure(step, operation)
            raise
        for instrument in reversed(self.instruments):
            instrument.after_pass(step, operation, changed)

    def _change(self, step: Step, operation: Operation) -> bool:
        """Runs one pass, and verifies what may have changed; gives whether it may have.

        It may if the pass says nothing of it: not every pass of other people minds types.
        """
        made = step.make()
        if self.remarks is not None and hasattr(made, "remarks"):
            cast(Any, made).remarks = self.remarks.of_pass(step.name)
        changed = made.run(operation) is not False
        if changed and self.verify_each:
            self.verifier.verify(operation)
        return changed


def _check_schedulable(op: Operation) -> None:
    """Raises CompilationError unless passes may run on `op`."""
    reason = None
    if not isinstance(op.definition, OpDef):
        reason = "an unregistered operation"
    elif not op.has_trait("IsolatedFromAbove"):
        reason = "an operation not marked as 'IsolatedFromAbove'"
    if reason is not None:
        message = f"'{op.name}' op trying to schedule a pass on {reason}"
        raise CompilationError([Diagnostic("error", message, op.location)])
