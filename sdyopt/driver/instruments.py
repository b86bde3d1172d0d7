"""The instruments that options ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.driver.manager import Instrument
from sdyopt.driver.report import Report
from sdyopt.syntax.reading import ParsedText

if TYPE_CHECKING:
    from sdyopt.driver.job import Options


def instruments(options: Options, parsed: ParsedText, report: Report) -> list[Instrument]:
    """What is to be told of each pass that runs over what was parsed: mostly nothing.

    A feature adds its instrument here, and imports it only if it is asked for.
    """
    found: list[Instrument] = []
    return found
