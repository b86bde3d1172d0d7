"""The instruments that options ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sdyopt.driver.diagnostics.report import Report
from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.ir.operation import Operation
from sdyopt.ods.verification import Verifier

if TYPE_CHECKING:
    from sdyopt.driver.job import Options


def instruments(
    options: Options, text: Callable[[Operation, bool], str], verifier: Verifier, report: Report
) -> list[Instrument]:
    """What is to be told of each pass that runs: mostly nothing.

    `text` gives that of an operation, in generic form if told so. A feature adds its instrument here, and imports it
    only if it is asked for.
    """
    found: list[Instrument] = []
    if options.takes_snapshots:
        from sdyopt.driver.instruments.snapshots import Snapshots

        found.append(Snapshots(options, text, verifier, report.write))
    return found
