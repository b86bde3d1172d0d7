"""Runs Click commands: as this process, or inside of it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sdyopt.cli import EXIT_FAILURE, EXIT_INTERRUPTED

if TYPE_CHECKING:
    from sdyopt.diagnostics.frames import FrameChoice
    from sdyopt.diagnostics.rendering import Error
    from sdyopt.display.messages import Message, Style


def run(command: click.Command, argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Runs a command inside this process. Returns exit status, standard output and standard error."""
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


def invoke(command: click.Command, argv: list[str] | None = None, input: Any = None) -> int:
    """Runs a command, by default on this process's command line, and returns its exit status.

    `input` is the `obj` of its context, for what is not a file.
    """
    try:
        # Click returns the status of an Exit; the command itself returns None.
        status = command.main(argv, command.name, standalone_mode=False, obj=input)
    except click.ClickException as error:
        _show(error, command, sys.argv[1:] if argv is None else argv)
        return EXIT_FAILURE if command.name == "sdy-opt" else error.exit_code  # As mlir-opt; Click has 2 for options.
    except (KeyboardInterrupt, click.exceptions.Abort):
        return EXIT_INTERRUPTED
    return status or 0


def _show(error: click.ClickException, command: click.Command, argv: Sequence[str]) -> None:
    """Reports an error of a command line that was not parsed completely; as JSON if it seems to request that."""
    words = " ".join(argv).replace("=", " ").split(" ")
    if ("diagnostics-format", "json") not in pairwise([word.lstrip("-") for word in words]):
        error.show(sys.stderr)
        return
    from sdyopt.display.messages import Extent, Message, Style, written
    from sdyopt.mlir.diagnostics import did_you_mean

    text, hint = error.format_message().strip(), getattr(error, "hint", "")
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        text, hint = error.message, did_you_mean(error.possibilities)
    sys.stderr.write(written([Message("error", text, Extent(None), hint=hint)], Style(as_json=True)))


def message_style() -> Style:
    """Returns the style of messages on standard error that the running command's options request."""
    from sdyopt.display.messages import style_for

    options = click.get_current_context().params
    return style_for(sys.stderr, options["diagnostics_format"], options["color"])


def say(message: Message) -> None:
    """Writes a message to standard error, with the name of the running command."""
    from sdyopt.display.messages import written

    name = click.get_current_context().info_name or ""
    sys.stderr.write(written([message._replace(speaker=name)], message_style()))


def tell(severity: str, text: str, file: str | None = None) -> None:
    """Writes a message that may be about a file to standard error, as `say`."""
    from sdyopt.display.messages import Extent, Message

    say(Message(severity, text, Extent(file)))


def show_meanwhile(text: str = "") -> None:
    """Writes a line to standard error, if that is a terminal, in place of that of the last call; empty to remove it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Shows on a terminal, from one second on, how long something takes: `propagating model.mlir, 3 s`."""
    if not sys.stderr.isatty():
        yield
        return
    is_done = Event()

    def show() -> None:
        seconds = 0
        while not is_done.wait(1):
            seconds += 1
            show_meanwhile(f"{text}, {seconds} s")
        if seconds:
            show_meanwhile()

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()


def read_text(path: str) -> tuple[str, str]:
    """Returns the text of an input, and its name in messages; ends the command if it cannot be read."""
    from sdyopt.driver.input_output import read_input

    try:
        return read_input(path)
    except OSError as error:
        fail_on_file("input", path, error)


def write_text(path: str, text: str) -> None:
    """Writes a file, or standard output; ends the command if that is not possible."""
    from sdyopt.driver.input_output import write_output

    try:
        write_output(path, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        fail_on_file("output", path, error)


def fail_on_file(kind: str, path: str, error: OSError) -> NoReturn:
    """Ends the command because an `input` or `output` could not be opened, read or written."""
    from sdyopt.driver.input_output import file_problem

    fail(file_problem(kind, path, error), path)


def fail_with(error: Error, frames: FrameChoice, hint: str = "") -> NoReturn:
    """Ends the running command with the errors in a program, and a note that says what else can be done."""
    sys.stderr.write(error.written(message_style(), frames))
    if hint:
        tell("note", hint)
    raise click.exceptions.Exit(EXIT_FAILURE)


def fail(text: str, file: str | None = None) -> NoReturn:
    """Ends the running command with an error, which may be about a file."""
    tell("error", text, file)
    raise click.exceptions.Exit(EXIT_FAILURE)
