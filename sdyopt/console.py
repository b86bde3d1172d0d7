"""Running a Click command of ours: as the process that this is, or inside of one."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from sdyopt.process import EXIT_FAILURE, EXIT_INTERRUPTED

COMPLETE = "_SDY_OPT_COMPLETE"
"""The variable in which a shell asks what may stand at the cursor of a line, whichever command that is of."""


def run(command: click.Command, argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Runs a command inside this process: exit status, standard output and standard error."""
    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin or b""))
    sys.stdout = io.TextIOWrapper(out, write_through=True)
    sys.stderr = io.TextIOWrapper(err, errors="surrogateescape", write_through=True)
    try:
        status = invoke(command, list(argv))
        sys.stdout.flush()
        sys.stderr.flush()
        return status, out.getvalue(), err.getvalue()
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


def invoke(command: click.Command, argv: list[str] | None = None) -> int:
    """Runs a command, on this process's command line unless another is given; gives its exit status."""
    if COMPLETE in os.environ:
        from sdyopt.completion import register

        register()
    try:
        # Click gives the status of an Exit back; the command itself gives nothing.
        status = command.main(argv, command.name, COMPLETE, standalone_mode=False)
    except click.ClickException as error:
        error.show(sys.stderr)
        return error.exit_code
    except (KeyboardInterrupt, click.exceptions.Abort):
        return EXIT_INTERRUPTED
    return status or 0


def fail_on_file(kind: str, path: str, error: OSError) -> NoReturn:
    """Ends the command because of an `input` or `output` that could not be opened, or read or written to its end."""
    done = "open" if error.filename is not None else "read" if kind == "input" else "write"
    fail(f"cannot {done} {kind} file '{path}': {error.strerror or error}")


def fail(message: str) -> NoReturn:
    """Ends the command that is running, with its name before a message."""
    click.echo(f"{click.get_current_context().info_name}: error: {message}", err=True)
    raise click.exceptions.Exit(EXIT_FAILURE)
