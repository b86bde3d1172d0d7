"""How a command of ours runs: as a process, or inside one. What Click leaves open for interrupts and closed pipes."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

EXIT_FAILURE, EXIT_INTERRUPTED = 1, 130


def run(command: click.Command, argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Runs a command inside this process: exit status, standard output and standard error."""
    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin or b""))
    sys.stdout = io.TextIOWrapper(out, write_through=True)
    sys.stderr = io.TextIOWrapper(err, errors="surrogateescape", write_through=True)
    try:
        status = _invoke(command, list(argv))
        sys.stdout.flush()
        sys.stderr.flush()
        return status, out.getvalue(), err.getvalue()
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


def main(command: click.Command) -> NoReturn:
    """Runs a command as this process, and ends it without taking what is in memory apart, which takes time."""
    gc.disable()
    sys.stderr.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    status: Any
    try:
        status = _invoke(command, None)
        sys.stdout.flush()
    except BrokenPipeError:
        status = EXIT_FAILURE
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.stderr.flush()
    os._exit(status)


def _invoke(command: click.Command, argv: list[str] | None) -> int:
    """Runs a command; gives its exit status."""
    try:
        # Click gives the status of an Exit back; the command itself gives nothing.
        status = command.main(argv, command.name, standalone_mode=False)
    except click.ClickException as error:
        error.show(sys.stderr)
        return error.exit_code
    except (KeyboardInterrupt, click.exceptions.Abort):
        return EXIT_INTERRUPTED
    return status or 0
