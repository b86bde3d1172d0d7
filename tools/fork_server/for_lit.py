"""Starts the commands of RUN lines without processes that only start others: two thirds of the time of a command."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any
from unittest.mock import patch

from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options

from tools.fork_server import ForkServer
from tools.fork_server.client import ask, status_of

Stream = int | IO[Any]
"""A file, or `subprocess.PIPE` or `STDOUT`."""


def module_subprocess(server: ForkServer) -> SimpleNamespace:
    """Returns what lit may use as the module `subprocess`: commands of a fork server are run by it, FileCheck here."""

    def popen(args: Sequence[str], *, executable: str, **named: Any) -> Any:
        command = Path(executable)
        if command.parent != server.commands:
            return subprocess.Popen(args, executable=executable, **named)
        streams = [named[name] for name in ("stdin", "stdout", "stderr")]
        if command.name == "FileCheck" and streams[1:] == [subprocess.PIPE, subprocess.PIPE]:
            return FileCheck(args[1:], streams[0], named["cwd"])
        return ForkedCommand(server.address, [executable, *args[1:]], streams, named["cwd"], named["env"])

    return SimpleNamespace(**{**vars(subprocess), "Popen": popen})


class ForkedCommand:
    """A command that a fork server runs, as far as lit uses `subprocess.Popen`."""

    def __init__(
        self, address: str, argv: list[str], streams: Sequence[Stream], folder: str, environment: Mapping[str, str]
    ) -> None:
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        with ExitStack() as sent:
            source, output, errors = streams
            if source == subprocess.PIPE:
                source, end = os.pipe()
                sent.callback(os.close, source)
                self.stdin = open(end, "w", encoding="utf-8")  # noqa: SIM115 - as in Popen, lit closes it
            if output == subprocess.PIPE:
                end, output = os.pipe()
                sent.callback(os.close, output)
                self.stdout = open(end, encoding="utf-8", errors="replace")  # noqa: SIM115
            if errors == subprocess.STDOUT:
                errors = output
            elif errors == subprocess.PIPE and self.stdout is None:
                end, errors = os.pipe()
                sent.callback(os.close, errors)
                self.stderr = open(end, encoding="utf-8", errors="replace")  # noqa: SIM115
            elif errors == subprocess.PIPE:  # of the last command, which lit reads at its end
                errors = self.stderr = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
            numbers = [stream if isinstance(stream, int) else stream.fileno() for stream in (source, output, errors)]
            self._connection = ask(address, argv, (numbers[0], numbers[1], numbers[2]), folder, dict(environment), {})
        self._status: int | None = None

    def wait(self) -> int:
        """Returns the exit status, or the negative number of the signal that ended the command."""
        if self._status is None:
            self._status = status_of(self._connection)
        return self._status

    def communicate(self) -> tuple[str | None, str | None]:
        """Returns what the command has printed."""
        output = self.stdout.read() if self.stdout is not None else None
        if self.stdout is None or self.stderr is None:
            errors = self.stderr.read() if self.stderr is not None else None
            self.wait()
        else:
            self.wait()
            self.stderr.seek(0)
            errors = self.stderr.read()
        for stream in (self.stdout, self.stderr):
            if stream is not None:
                stream.close()
        return output, errors


class FileCheck:
    """FileCheck at the end of a pipe, run in this process by `communicate`, as lit uses Popen."""

    def __init__(self, argv: Sequence[str], source: Stream, folder: str) -> None:
        self.stdin = io.StringIO() if source == subprocess.PIPE else None
        self.stdout = self.stderr = None
        self._argv = ["FileCheck", *argv[1:]]  # without the folder of the package
        self._folder = folder
        # lit closes files from which input comes before the command is at its end.
        self._source = io.StringIO()
        if source != subprocess.PIPE:
            number = source if isinstance(source, int) else source.fileno()
            self._source = open(os.dup(number), encoding="utf-8")  # type: ignore[assignment]  # noqa: SIM115
        self._status = 0

    def wait(self) -> int:
        """Returns the exit status."""
        return self._status

    def communicate(self) -> tuple[str, str]:
        """Returns what FileCheck prints."""
        output, errors = io.StringIO(), io.StringIO()
        with (
            self._source,
            patch.object(sys, "stdin", self._source),
            redirect_stdout(output),
            redirect_stderr(errors),
            chdir(self._folder),
        ):
            try:
                self._status = Matcher.from_opts(parse_argv_options(self._argv)).run()
            except Exception:
                traceback.print_exc()
                self._status = 1
        return output.getvalue(), errors.getvalue()
