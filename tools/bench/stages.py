"""Runs sdy-opt, or the reference, with a clock around each stage of it.

    python -m tools.bench.stages ours|reference REPORT FILE -sdy-PASS...

Into the file REPORT go, as JSON, the seconds of each stage by the clock and those of the processor (`Clocked`); a stage
inside another counts for itself alone. The end of the process is missing. Each pass of the reference is run by itself,
without a verification after it; "verify after passes" is one for each of them.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypedDict

START_UP, READ, WRITE = "start-up", "read", "write"
PARSE, KNOWN_LINES = "parse", "parse known lines"
VERIFY, VERIFY_AGAIN = "verify", "verify after passes"
NAMES, PRINT = "name values", "print"


class Clocked(TypedDict):
    """How long each stage has taken, in seconds; what is before these are counted is start-up for the processor."""

    seconds: dict[str, float]
    processor: dict[str, float]


class Stages:
    """The stages that are open, innermost last, and how long each has taken."""

    def __init__(self) -> None:
        self.clocked = Clocked(seconds={}, processor={})
        self._open = [START_UP]
        self._since = (time.perf_counter(), 0.0)

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Returns what happens inside counts for the stage `name`."""
        self._count()
        self._open.append(name)
        try:
            yield
        finally:
            self._count()
            self._open.pop()

    def _count(self) -> None:
        now = (time.perf_counter(), time.process_time())
        stage = self._open[-1]
        for taken, end, start in zip(
            (self.clocked["seconds"], self.clocked["processor"]), now, self._since, strict=True
        ):
            taken[stage] = taken.get(stage, 0) + end - start
        self._since = now

    def around(self, owner: Any, name: str, stage: Callable[[], str]) -> None:
        """From now on calls of the function `name` of a class or module count for what `stage` gives then."""
        function = getattr(owner, name)

        def timed(*arguments: Any, **named: Any) -> Any:
            with self.stage(stage()):
                return function(*arguments, **named)

        setattr(owner, name, timed)

    def report(self, path: str) -> None:
        """Writes the seconds of all stages to a file."""
        with open(path, "w") as file:
            json.dump(self.clocked, file)


def of_ours() -> None:
    report = sys.argv.pop(1)
    stages = Stages()

    from sdyopt.cli import process
    from sdyopt.driver import input_output as binary
    from sdyopt.driver import input_output as files
    from sdyopt.driver import job
    from sdyopt.mlir.read.line_templates import LineTemplates
    from sdyopt.mlir.verify.verifier import Verifier
    from sdyopt.mlir.write import names
    from sdyopt.pipeline.model import PassInvocation
    from sdyopt.rewriting.passes import PassPipeline

    for owner, function, stage in (
        (files, "read_input", READ),
        (binary, "parse", PARSE),
        (LineTemplates, "take", KNOWN_LINES),
        (LineTemplates, "learn", KNOWN_LINES),
        (job, "print_operation", PRINT),
        (names.Names, "__init__", NAMES),
    ):
        stages.around(owner, function, lambda stage=stage: stage)  # type: ignore[misc]
    stages.around(Verifier, "verify", lambda: VERIFY_AGAIN if VERIFY in stages.clocked["seconds"] else VERIFY)
    make, write = PassInvocation.make, files.write_output
    clocked: set[type] = set()

    def make_and_time(invocation: PassInvocation) -> Any:
        """A pass, whose import belongs to the start-up."""
        with stages.stage(START_UP):
            made = make(invocation)
        if type(made) not in clocked and not isinstance(made, PassPipeline):
            clocked.add(type(made))
            stages.around(type(made), "run", lambda: invocation.name)
        return made

    def write_and_report(path: str, text: str) -> None:
        """The last stage, after which the process ends at once."""
        with stages.stage(WRITE):
            write(path, text)
        stages.report(report)

    setattr(PassInvocation, "make", make_and_time)  # noqa: B010 - to a type checker it is not a variable
    files.write_output = write_and_report
    process.sdy_opt()


def of_reference() -> None:
    from tools import reference

    report, file, *flags = sys.argv[1:]
    stages = Stages()
    context = reference.new_context(allow_unregistered=True)
    from jaxlib.mlir import ir, passmanager

    with stages.stage(READ):
        text = Path(file).read_bytes().decode()
    with context, ir.Location.unknown():
        with stages.stage(PARSE):
            module = ir.Module.parse(text)
        for name in reference.CommandLine.parse(flags).passes:
            manager = passmanager.PassManager.parse(reference.pipeline_of([name]))
            manager.enable_verifier(False)
            with stages.stage(name):
                manager.run(module.operation)
            with stages.stage(VERIFY_AGAIN):
                module.operation.verify()
        with stages.stage(PRINT):
            printed = str(module.operation.get_asm())
    with stages.stage(WRITE):
        sys.stdout.write(printed)
        sys.stdout.flush()
    stages.report(report)


if __name__ == "__main__":
    of_ours() if sys.argv.pop(1) == "ours" else of_reference()
