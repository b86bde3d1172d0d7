"""The `sdy-reduce` command."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import click

from sdyopt.cli import console
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import SECONDS, Flag, OnceFlag, StyleOptions, ValueFlag, files
from sdyopt.display.wording import counted

# What a command does with a program: its status and what it prints, and whether that is the same as before.

PLACE = "{}"
"""Where the name of the program's file comes in a command."""

_ERROR = re.compile(r"error: (.*)")
_DETAIL = re.compile(r"<[^<>]*>|%[\w#]+|@[\w.]+|\d+")


class CommandOutcome(NamedTuple):
    """How a command ended."""

    status: int | None
    """The exit status; None if the command was still running when the time was over."""
    output: str
    """Its standard output and standard error."""

    @property
    def error(self) -> str | None:
        """The first error, without numbers, names of values and what is between `<` and `>`; None if there is none."""
        if (found := _ERROR.search(self.output)) is None:
            return None
        text, count = found[1], 1
        while count:
            text, count = _DETAIL.subn("", text)
        return text


class Judge:
    """Runs a command on programs and compares.

    `command` is for the shell; `{}` in it is the file of the program, which it else reads from standard input. With
    `pattern`, a program shows what is looked for if what the command prints matches; without, if the command ends with
    the status and the first error that it had on the whole program.
    """

    def __init__(self, command: str, pattern: re.Pattern[str] | None, seconds: float) -> None:
        self._command = command
        self._pattern = pattern
        self._seconds = seconds
        self._wanted: CommandOutcome | None = None

    def begin(self, text: str) -> CommandOutcome:
        """Runs the command on the whole program, and returns what it does."""
        self._wanted = self.outcome(text)
        return self._wanted

    def shows(self, text: str) -> bool:
        """Returns whether the command does with a program what it did with the whole."""
        assert self._wanted is not None
        found = self.outcome(text)
        return self.is_shown_by(found) and (
            self._pattern is not None or (found.status, found.error) == (self._wanted.status, self._wanted.error)
        )

    def is_shown_by(self, outcome: CommandOutcome) -> bool:
        """Returns whether a command has failed, or has printed what is looked for."""
        return outcome.status != 0 if self._pattern is None else self._pattern.search(outcome.output) is not None

    def outcome(self, text: str) -> CommandOutcome:
        """Returns how the command ends on a program."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "program.mlir"
            data = text.encode("utf-8", "surrogateescape")
            file.write_bytes(data)
            command = self._command.replace(PLACE, shlex.quote(str(file)))
            given = None if PLACE in self._command else data
            try:
                run = subprocess.run(
                    command,
                    shell=True,
                    input=given,
                    stdin=subprocess.DEVNULL if given is None else None,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=self._seconds,
                )
            except subprocess.TimeoutExpired:
                return CommandOutcome(None, "")
            return CommandOutcome(run.returncode, run.stdout.decode(errors="replace"))


_HELP = """Makes an MLIR program small while a command still fails on it in the same way.

Functions, operations, results, arguments, regions and attributes are left out, and dimensions made smaller, as long as
the command of --test ends with the same exit status and the same first error as on the whole program. Every program
that is tried is valid if INPUT is; a text that is not a valid program loses lines, groups in brackets and words.

INPUT is a file; without one, or with -, standard input is read. An interrupt ends the search with the smallest program
so far. Every option may be written with one dash or two.
"""

_NOT_RUN = (126, 127)
"""The statuses of a shell that does not find a command, or may not run it."""


class _Ended(Exception):
    """The time is over, or the user has interrupted."""


def _reduce(
    input: str,
    test: str | None,
    output: str | None,
    timeout: float,
    seconds: float | None,
    o: str,
    allow_unregistered_dialect: bool,
    **_: Any,
) -> None:
    """Runs the command, with the parameters that Click has parsed."""
    if test is None:
        raise click.UsageError(
            "--test='COMMAND' is missing, the command that fails, for example --test='sdy-opt {} --sdy-close-shardings'"
        )
    try:
        pattern = None if output is None else re.compile(output)
    except re.error as error:
        raise click.UsageError(f"--output is not a regular expression: {error}") from None
    text, name = console.read_text(input)
    judge = Judge(test, pattern, timeout)
    _check(judge, judge.begin(text), pattern)
    console.write_text(o, _smallest(text, name, judge, allow_unregistered_dialect, seconds))


def _check(judge: Judge, outcome: CommandOutcome, pattern: re.Pattern[str] | None) -> None:
    """Fails if the whole program does not show anything, or only that the shell does not find the command."""
    if pattern is None and outcome.status in _NOT_RUN:
        lines = outcome.output.strip().splitlines()
        console.fail(f"the shell cannot run the command: {lines[-1] if lines else f'exit status {outcome.status}'}")
    if judge.is_shown_by(outcome):
        return
    if pattern is not None:
        console.fail(f"nothing that the command prints for the whole program matches --output '{pattern.pattern}'")
    console.fail(
        "the command does not fail on the whole program: its exit status is 0; --output=REGEX looks at its output"
    )


def _smallest(text: str, name: str, judge: Judge, allow_unregistered_dialect: bool, seconds: float | None) -> str:
    """Returns the smallest program that was found in time, or before an interrupt."""
    from sdyopt.diagnostics.rendering import Error
    from sdyopt.testing.reduction.shrinking import Shrinking, reduced

    end = None if seconds is None else time.monotonic() + seconds
    best = text

    def shows(candidate: str) -> bool:
        nonlocal best
        if end is not None and time.monotonic() > end:
            raise _Ended
        if not judge.shows(candidate):
            return False
        best = candidate
        return True

    def interrupted(*_: object) -> None:
        raise _Ended

    before = signal.signal(signal.SIGINT, interrupted)
    shrinking = None
    try:
        try:
            shrinking = Shrinking(text, name, shows, _Progress(), allow_unregistered_dialect)
        except Error:
            best = reduced(text, shows)
        else:
            shrinking.run()
    except _Ended:
        click.echo("sdy-reduce: ended before it was done", err=True)
    finally:
        signal.signal(signal.SIGINT, before)
    if shrinking is not None:
        size = f"{counted(shrinking.operations, 'operation')}, {counted(len(best.splitlines()), 'line')}"
        click.echo(f"sdy-reduce: {size} after {counted(shrinking.tries, 'try', 'tries')}", err=True)
        if not shrinking.operations:
            click.echo("sdy-reduce: note: the command fails on an empty program, too", err=True)
    return best


class _Progress:
    """Reports each time the number of operations has halved, on a terminal."""

    def __init__(self) -> None:
        self._reported: int | None = None

    def __call__(self, shrinking: Any) -> None:
        count = shrinking.operations
        if sys.stderr.isatty() and (self._reported is None or count * 2 <= self._reported):
            self._reported = count
            click.echo(f"sdy-reduce: {count} operations after {shrinking.tries} tries", err=True)


_OPTIONS = (
    ValueFlag(
        "test",
        "The command, for the shell; {} is the file of the program, which otherwise comes in standard input.",
        "COMMAND",
    ),
    ValueFlag(
        "output",
        "What the command must print, whatever its exit status, instead of failing as on the whole program.",
        "REGEX",
    ),
    ValueFlag("timeout", "How long the command may run.", "SECONDS", type=SECONDS, default=60.0),
    ValueFlag("seconds", "How long to search.", "SECONDS", type=SECONDS),
    OnceFlag(["-o"], "-", metavar="FILE", help="Where the program is written."),
    Flag("allow-unregistered-dialect", "Accept operations of unknown dialects."),
)


def _explained(name: str) -> str | None:
    if get_close_matches(name, [each.lstrip("-") for flag in _OPTIONS for each in flag.opts]):
        return None
    return f"No such option: --{name}; options of the command that fails are in it: --test='sdy-opt {{}} --{name}'"


COMMAND = MlirCommand(
    "sdy-reduce",
    _reduce,
    _HELP,
    click.Argument(["input"], default="-", metavar="[INPUT]", shell_complete=files),
    (Section("Options", _OPTIONS), Section("Diagnostics", StyleOptions.flags())),
    explained=_explained,
)

run = COMMAND.run
