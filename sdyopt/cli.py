"""The `sdy-opt` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from sdyopt import console
from sdyopt.flags import Flag, MlirCommand, pass_flags, pipeline
from sdyopt.process import EXIT_FAILURE

_HELP = """Reads an MLIR program with Shardy (SDY) shardings, runs passes over it and writes the result.

INPUT is a file; without one, or with -, standard input is read. Every option may be written with one dash or two.
"""


def _sdy_opt(input: str, output: str, passes: tuple[str, ...], **flags: bool) -> None:
    """What the command does with what Click has read."""
    from sdyopt.driver.files import read_input, write_output
    from sdyopt.driver.job import Options, process

    entries = pipeline(passes)
    try:
        text, name = read_input(input)
    except OSError as error:
        console.fail_on_file("input", input, error)
    outcome = process(text, name, entries, Options(**flags))
    sys.stderr.write(outcome.messages)
    if outcome.succeeded or (outcome.output and output == "-"):
        try:
            write_output(output, outcome.output)
        except BrokenPipeError:
            raise
        except OSError as error:
            console.fail_on_file("output", output, error)
    if not outcome.succeeded:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _command() -> click.Command:
    parameters: list[click.Parameter] = [
        click.Argument(["input"], default="-", required=False),
        *pass_flags(),
        click.Option(["-o", "output"], default="-", metavar="FILE", help="Where to write; standard output by default."),
        Flag("split-input-file", "Treat the parts between lines '// -----' as separate modules."),
        Flag("verify-diagnostics", "Compare what is reported with the input's expected-error comments."),
        Flag("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects."),
        Flag("verify-each", "Verify the module after each pass (the default).", default=True),
        Flag("mlir-print-op-generic", "Print operations in generic form."),
        Flag("mlir-print-debuginfo", "Print locations."),
    ]
    command = MlirCommand(
        "sdy-opt",
        callback=_sdy_opt,
        params=parameters,
        help=_HELP,
        context_settings=console.SETTINGS,
    )
    return console.with_version(command)


COMMAND = _command()


def run(argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Runs the command inside this process: exit status, standard output and standard error."""
    return console.run(COMMAND, argv, stdin)
