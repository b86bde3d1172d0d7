"""The `sdy-opt` command."""

from __future__ import annotations

import sys
from typing import Any

import click

from sdyopt import console
from sdyopt.flags import MlirCommand
from sdyopt.options import SECTIONS
from sdyopt.pass_flags import pipeline
from sdyopt.process import EXIT_FAILURE

_HELP = """Reads an MLIR program with Shardy (SDY) shardings, runs passes over it and writes the result.

INPUT is a file; without one, or with -, standard input is read. Every option may be written with one dash or two.
"""


def _sdy_opt(
    input: str,
    output: str,
    passes: tuple[str, ...],
    pass_pipeline: str | None,
    dump_pass_pipeline: bool,
    **options: Any,
) -> None:
    """What the command does with what Click has read."""
    from sdyopt.driver.files import read_input, write_output
    from sdyopt.driver.job import Options, process

    to_run = pipeline(passes, pass_pipeline)
    if dump_pass_pipeline:
        click.echo(f"Pass Manager with {len(to_run.elements)} passes:\n{to_run}", err=True)
    try:
        text, name = read_input(input)
    except OSError as error:
        console.fail_on_file("input", input, error)
    outcome = process(text, name, to_run, Options(**options), sys.stderr.write)
    if outcome.succeeded or (outcome.output and output == "-"):
        try:
            write_output(output, outcome.output)
        except BrokenPipeError:
            raise
        except OSError as error:
            console.fail_on_file("output", output, error)
    if not outcome.succeeded:
        raise click.exceptions.Exit(EXIT_FAILURE)


COMMAND = MlirCommand("sdy-opt", _sdy_opt, _HELP, click.Argument(["input"], default="-", required=False), SECTIONS)

run = COMMAND.run
