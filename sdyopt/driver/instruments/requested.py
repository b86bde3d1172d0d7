"""The instruments that options request."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sdyopt.driver.diagnostics.report import Report
from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.ir.operation import Operation
from sdyopt.mlir.verify.verifier import Verifier

if TYPE_CHECKING:
    from sdyopt.driver.job import Options


def instruments(
    options: Options, text: Callable[[Operation, bool], str], verifier: Verifier, report: Report
) -> list[Instrument]:
    """Returns the instruments of a run, usually none.

    `text` returns the text of an operation, optionally in generic form. A feature adds its instrument here, and is
    imported only if it is requested.
    """
    found: list[Instrument] = []
    if options.takes_snapshots:
        from sdyopt.driver.instruments.snapshots import Snapshots

        found.append(Snapshots(options, text, verifier, report.write))
    return found
