"""The `sdy-update-checks` command."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

import click

from sdyopt import console
from sdyopt.driver.files import read_input, write_output
from sdyopt.flags import Flag, MlirCommand, Section, ValueFlag
from sdyopt.process import EXIT_FAILURE
from sdyopt.update_checks.golden_file import is_generated, updated
from sdyopt.update_checks.run_lines import RunError, run_lines, runs_to_write

_HELP = """Writes the CHECK lines of golden tests from what the commands of their RUN lines really print.

Without --write the tests stay as they are: what would change is shown, and the exit status is 1 if there is anything.
Look at the new lines before you keep them: they say what is printed, not what should be.
"""


def _update_checks(files: Sequence[str], write: bool, update_only: bool, tool: Sequence[str]) -> None:
    """What the command does with what Click has read."""
    is_failure = False
    for path in files:
        try:
            text, _ = read_input(path)
        except OSError as error:
            console.fail_on_file("input", path, error)
        if update_only and not is_generated(text):
            continue
        try:
            new = _updated(path, text, tool)
        except RunError as error:
            click.echo(f"{path}:{error.line}: error: {error}", err=True)
            is_failure = True
            continue
        if new == text:
            continue
        if not write:
            is_failure = True
            click.echo("".join(_difference(path, text, new)), nl=False)
            continue
        try:
            write_output(path, new)
        except OSError as error:
            console.fail_on_file("output", path, error)
        click.echo(f"{path}: written", err=True)
    if is_failure:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _updated(path: str, text: str, tools: Sequence[str]) -> str:
    """The text of a test as it should be. Tells of the RUN lines that nothing is written for. Raises RunError."""
    runs = list(run_lines(text, tools))
    for run in runs:
        if run.skipped:
            click.echo(f"{path}:{run.line}: no CHECK lines are written for this RUN line: {run.skipped}", err=True)
    if not runs:
        click.echo(f"{path}: no RUN line pipes what it prints into FileCheck", err=True)
    checked = runs_to_write(runs)
    return updated(Path(path), text, checked) if checked else text


def _difference(path: str, old: str, new: str) -> list[str]:
    return list(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), path, f"{path} as it would be written"
        )
    )


_OPTIONS = (
    Flag("write", "Write the files that would change."),
    Flag("update-only", "Leave files alone whose CHECK lines were not written by this before."),
    ValueFlag(
        "tool",
        "A further command that prints programs, besides those whose names end in 'opt'.",
        "NAME",
        multiple=True,
    ),
)

COMMAND = MlirCommand(
    "sdy-update-checks",
    _update_checks,
    _HELP,
    click.Argument(["files"], nargs=-1, required=True, metavar="FILE..."),
    (Section("Options", _OPTIONS),),
)

run = COMMAND.run
