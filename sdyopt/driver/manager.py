"""The pass manager: runs a pipeline over a module, verifies it, and tells instruments of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.driver.pipeline import ANY, Pipeline, Step
from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import CompilationError
from sdyopt.ods.verification import Verifier


class Instrument:
    """What wants to be told of each pass that runs over an operation. Each method does nothing by default."""

    def before_pass(self, step: Step, operation: Operation) -> None:
        """`step` is about to run over `operation`."""

    def after_pass(self, step: Step, operation: Operation, changed: bool) -> None:
        """`step` has run, and `operation` is in order; it is as before unless it may have `changed`."""

    def after_failure(self, step: Step, operation: Operation) -> None:
        """`step` has failed, or left an `operation` that is not in order."""


class PassManager:
    """Runs `pipeline` over modules, each of which it verifies after each pass that may have changed it."""

    def __init__(
        self, pipeline: Pipeline, verifier: Verifier, verify_each: bool = True, instruments: Sequence[Instrument] = ()
    ) -> None:
        self.pipeline = pipeline
        self.verifier = verifier
        self.verify_each = verify_each
        self.instruments = instruments

    def run(self, module: Operation) -> None:
        """Raises CompilationError if a pass fails, or leaves what is not in order."""
        self._run(self.pipeline, module)

    def _run(self, pipeline: Pipeline, operation: Operation) -> None:
        for element in pipeline.elements:
            if isinstance(element, Step):
                self._run_pass(element, operation)
            else:
                for inner in _anchored(element.anchor, operation):
                    self._run(element, inner)

    def _run_pass(self, step: Step, operation: Operation) -> None:
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
        """Runs one pass, and verifies what may have changed; gives whether it may have."""
        changed = step.make().run(operation)
        if changed and self.verify_each:
            self.verifier.verify(operation)
        return changed


def _anchored(anchor: str, operation: Operation) -> Iterator[Operation]:
    """The operations right inside `operation` that a pipeline with this anchor runs on."""
    for region in operation.regions:
        for block in region.blocks:
            for op in block.ops:
                if op.name == anchor or (anchor == ANY and op.has_trait("IsolatedFromAbove")):
                    yield op
