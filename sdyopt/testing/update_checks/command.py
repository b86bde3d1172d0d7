"""The `sdy-update-checks` command."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import Flag, ValueFlag
from sdyopt.cli.message_flags import message_flags
from sdyopt.display.coloured_diff import for_standard_output
from sdyopt.display.messages import Extent, Message, written
from sdyopt.driver.io.files import read_input, write_output
from sdyopt.testing.update_checks.golden_file import is_generated, updated
from sdyopt.testing.update_checks.run_lines import RunLineError, run_lines, runs_to_write

_HELP = """Writes the CHECK lines of golden tests from the output of their RUN lines.

Without --write, changes are shown instead, and the exit status is 1 if there are any. Review the new lines: they are
what the commands print, not necessarily what they should print.
"""


def _update_checks(
    files: Sequence[str], write: bool, update_only: bool, tool: Sequence[str], color: str, **options: Any
) -> None:
    """Runs the command, with the parameters that Click has parsed; the other options are those of messages."""
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
        except RunLineError as error:
            _say("error", str(error), path, error.line)
            is_failure = True
            continue
        if new == text:
            continue
        if write:
            _write(path, new)
        else:
            is_failure = True
            click.echo(for_standard_output(_difference(path, text, new), color), nl=False)
    if is_failure:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _updated(path: str, text: str, tools: Sequence[str]) -> str:
    """Returns the updated text of a test, and reports RUN lines that are skipped. Raises RunLineError."""
    runs = list(run_lines(text, tools))
    for run in runs:
        if run.skipped:
            _say("remark", f"no CHECK lines are written for this RUN line: {run.skipped}", path, run.line)
    if not runs:
        _say("remark", "no RUN line pipes what it prints into FileCheck", path)
    checked = runs_to_write(runs)
    return updated(Path(path), text, checked) if checked else text


def _say(severity: str, text: str, path: str, line: int | None = None) -> None:
    """Writes a message about a test, or about a line of it, to standard error."""
    sys.stderr.write(written([Message(severity, text, Extent(path, line))], console.message_style()))


def _write(path: str, text: str) -> None:
    try:
        write_output(path, text)
    except OSError as error:
        console.fail_on_file("output", path, error)
    click.echo(f"{path}: written", err=True)


def _difference(path: str, old: str, new: str) -> str:
    """Returns the changes to a test as a unified diff."""
    lines = difflib.unified_diff(old.split("\n"), new.split("\n"), path, f"{path} as it would be written", lineterm="")
    return "".join([f"{line}\n" for line in lines])


_OPTIONS = (
    Flag("write", "Write the files that would change."),
    Flag("update-only", "Leave files alone whose CHECK lines were not written by this before."),
    ValueFlag(
        "tool",
        "A further command that may run, or prints programs, besides those whose names end in 'opt'.",
        "NAME",
        multiple=True,
    ),
)

COMMAND = MlirCommand(
    "sdy-update-checks",
    _update_checks,
    _HELP,
    click.Argument(["files"], nargs=-1, required=True, metavar="FILE..."),
    (Section("Options", _OPTIONS), Section("Diagnostics", message_flags())),
)

run = COMMAND.run
