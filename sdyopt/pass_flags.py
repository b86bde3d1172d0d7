"""The flags that add passes to the pipeline, in the order of the command line."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sdyopt.driver.pipeline import Pipeline
from sdyopt.driver.registry import ALIASES, PASSES, passes_by_name
from sdyopt.flags import Section


class PassFlag(click.Option):
    """A flag that adds a pass to the pipeline. All share one destination, which keeps the command line's order."""

    def __init__(self, name: str, hidden: bool = False) -> None:
        super().__init__([f"-{name}", f"--{name}", "passes"], multiple=True, hidden=hidden, metavar="")
        self.pass_name = name

    def as_read(self, name: str, value: str | None) -> str:
        """The word in place of `-name`, or of `-name=options`: one whose value tells of which pass it is."""
        return f"--{name}={name}" if value is None else f"--{name}={name}{{{value}}}"

    @property
    def help(self) -> str:
        """What the pass does, which its module tells."""
        return passes_by_name()[self.pass_name].load().description

    @help.setter
    def help(self, value: str | None) -> None:
        """Click sets what there is none of."""


def pass_section() -> Section:
    """A flag for each pass, and for each other name of one."""
    title = "Passes, run in the order in which they stand on the command line"
    flags = [*(PassFlag(entry.name) for entry in PASSES), *(PassFlag(alias, hidden=True) for alias in ALIASES)]
    return Section(title, flags)


def pipeline(passes: Sequence[str]) -> Pipeline:
    """The passes that flags have named, in their order. Raises click.UsageError for options."""
    known = passes_by_name()
    entries = []
    for text in passes:
        name, brace, options = text.partition("{")
        if brace and options.rstrip("}").strip():
            raise click.UsageError(f"pass '{name}' takes no options")
        entries.append(known[name])
    return Pipeline.of(entries)
