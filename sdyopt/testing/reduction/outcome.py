"""What a command does with a program: its status and what it prints, and whether that is the same as before."""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

PLACE = "{}"
"""Where the name of the program's file comes in a command."""

_ERROR = re.compile(r"error: (.*)")
_DETAIL = re.compile(r"<[^<>]*>|%[\w#]+|@[\w.]+|\d+")


class CommandOutcome(NamedTuple):
    """How a command ended."""

    status: int | None
    """The exit status; None if the command was still running when the time was over."""
    output: str
    """What it printed to standard output and standard error."""

    @property
    def error(self) -> str | None:
        """The first error, without numbers, names of values and what is between `<` and `>`; None if there is none."""
        found = _ERROR.search(self.output)
        if found is None:
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
            file.write_text(text, encoding="utf-8")
            command = self._command.replace(PLACE, shlex.quote(str(file)))
            given = None if PLACE in self._command else text.encode()
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
