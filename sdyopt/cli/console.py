"""Running a Click command of ours: as the process that this is, or inside of one."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

import click

from sdyopt.cli import EXIT_FAILURE, EXIT_INTERRUPTED

if TYPE_CHECKING:
    from sdyopt.display.messages import Message, Style

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
        from sdyopt.cli.completion.shells import register

        register()
    try:
        # Click gives the status of an Exit back; the command itself gives nothing.
        status = command.main(argv, command.name, COMPLETE, standalone_mode=False)
    except click.ClickException as error:
        _show(error, command, sys.argv[1:] if argv is None else argv)
        return error.exit_code
    except (KeyboardInterrupt, click.exceptions.Abort):
        return EXIT_INTERRUPTED
    return status or 0


def _show(error: click.ClickException, command: click.Command, argv: Sequence[str]) -> None:
    """Says what is wrong with a command line, which has not been read whole: as JSON if it seems to ask for that."""
    words = " ".join(argv).replace("=", " ").split(" ")
    if ("diagnostics-format", "json") not in pairwise([word.lstrip("-") for word in words]):
        error.show(sys.stderr)
        return
    from sdyopt.display.messages import Extent, Message, Style, written
    from sdyopt.ods.diagnostics import did_you_mean

    text, hint = error.format_message().strip(), getattr(error, "hint", "")
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        text, hint = error.message, did_you_mean(error.possibilities)
    sys.stderr.write(written([Message("error", text, Extent(None), hint=hint)], Style(as_json=True)))


def message_style() -> Style:
    """How the options of the command that is running want messages on standard error."""
    from sdyopt.display.messages import style_for

    options = click.get_current_context().params
    return style_for(sys.stderr, options["diagnostics_format"], options["color"])


def say(message: Message) -> None:
    """Puts a message on standard error, with the name of the command that is running."""
    from sdyopt.display.messages import written

    name = click.get_current_context().info_name or ""
    sys.stderr.write(written([message._replace(speaker=name)], message_style()))


def fail_on_file(kind: str, path: str, error: OSError) -> NoReturn:
    """Ends the command because of an `input` or `output` that could not be opened, or read or written to its end."""
    fail(file_problem(kind, path, error), path)


def file_problem(kind: str, path: str, error: OSError) -> str:
    """Says that an `input` or `output` could not be opened, or read or written to its end."""
    done = "open" if error.filename is not None else "read" if kind == "input" else "write"
    return f"cannot {done} {kind} file '{path}': {error.strerror or error}"


def fail(text: str, file: str | None = None) -> NoReturn:
    """Ends the command that is running with an error, which may be about a file as a whole."""
    from sdyopt.display.messages import Extent, Message

    say(Message("error", text, Extent(file)))
    raise click.exceptions.Exit(EXIT_FAILURE)
