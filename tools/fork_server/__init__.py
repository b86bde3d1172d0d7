"""Commands that start at once: forks of a server that has imported them, instead of new Python processes.

Tests of what commands print run them so, from a folder of scripts that is the first of `PATH`. `lit lit_tests` runs the
same commands as processes of their own.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path

from tools.fork_server.client import ask, status_of

ROOT = Path(__file__).resolve().parents[2]


class ForkServer:
    """A server that is started when it is needed first, and its clients: a script for each command in `commands`.

    `folder` is a new folder for these. `files` are Python files to run as further commands, by their names.
    """

    def __init__(self, folder: Path, files: Mapping[str, Path]) -> None:
        self.commands = folder / "bin"
        self.address = str(folder / "socket")
        self._files = files
        self._process: subprocess.Popen[bytes] | None = None
        self.commands.mkdir()
        client = [sys.executable, "-I", "-S", str(Path(__file__).with_name("client.py")), self.address]
        for name in [*distribution("sdy-opt").entry_points.select(group="console_scripts").names, *files]:
            script = self.commands / name
            script.write_text(f'#!/bin/sh\nexec {shlex.join(client)} "$0" "$@"\n', encoding="utf-8")
            script.chmod(0o755)

    def start(self) -> None:
        """Starts the server, unless it has been started."""
        if self._process is not None:
            return
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.address)
            listener.listen(64)
            command = [sys.executable, "-m", "tools.fork_server.server", str(listener.fileno())]
            self._process = subprocess.Popen(
                command + [f"{name}={file}" for name, file in self._files.items()],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[listener.fileno()],
                start_new_session=True,  # An interrupt by the keyboard ends it only with its standard input.
            )

    def stop(self) -> None:
        """Ends the server, if it has been started."""
        if self._process is not None:
            self._process.communicate()

    def run(
        self, argv: Sequence[str], folder: Path, limits: dict[int, int] | None = None, stdin: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        """Returns how a command ended that ran in a folder, within limits of resources."""
        self.start()
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            source.write(stdin)
            source.seek(0)
            streams = source.fileno(), output.fileno(), errors.fileno()
            status = status_of(ask(self.address, list(argv), streams, str(folder), dict(os.environ), limits or {}))
            output.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(argv, status, output.read(), errors.read())
