"""The `sdy-opt` command."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand
from sdyopt.cli.options import SECTIONS
from sdyopt.cli.pass_flags import pipeline
from sdyopt.dialects.sdy.revision import revision
from sdyopt.driver.io.files import STANDARD, is_null_device

if TYPE_CHECKING:
    from sdyopt.driver.job import Options
    from sdyopt.driver.pipeline.model import Pipeline

_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
"""A name with one at its end is that of a folder."""

_HELP = """Reads an MLIR program with Shardy (SDY) shardings, runs passes on it and writes the result.

INPUT is a file; without one, or with -, standard input is read. The outputs of several inputs go to the folder named by
-o. Every option may be written with one dash or two.
"""


def _sdy_opt(
    inputs: tuple[str, ...],
    output: str,
    jobs: int,
    passes: tuple[str, ...],
    pass_pipeline: str | None,
    dump_pass_pipeline: bool,
    debug_only: tuple[str, ...],
    disable_threading: bool,
    **options: Any,
) -> None:
    """Runs the command, with the parameters that Click has parsed."""
    from sdyopt.driver.job import Options

    to_run = pipeline(passes, pass_pipeline)
    if dump_pass_pipeline:
        click.echo(f"Pass Manager with {len(to_run.elements)} passes:\n{to_run}", err=True)
    if debug_only:
        texts = ",".join(debug_only).split(",")
        options["remarks"] = (*options["remarks"], *map(re.escape, texts))
    options["irdl_file"] = tuple(map(_read, options["irdl_file"]))
    configured = Options(**options, shardy=revision().name)
    if len(inputs) > 1 or output.endswith(_SEPARATORS):
        _run_many(inputs, output, 1 if disable_threading else jobs, to_run, configured)
    else:
        _run_one(inputs[0] if inputs else STANDARD, output, to_run, configured)


def _read(input: str) -> tuple[str, str]:
    """Returns the text of an input, and its name in diagnostics."""
    from sdyopt.driver.io.files import read_input

    try:
        return read_input(input)
    except OSError as error:
        console.fail_on_file("input", input, error)


def _run_one(input: str, output: str, to_run: Pipeline, options: Options) -> None:
    """Processes one input, and writes the output if the run succeeds."""
    from sdyopt.driver.job import process

    text, name = _read(input)
    if options.remarks_output_file is not None:
        _write(options.remarks_output_file, "")
    outcome = process(text, name, to_run, options, sys.stderr.write)
    shown = outcome.output
    if options.diff and output == STANDARD:
        from sdyopt.display.coloured_diff import for_standard_output

        shown = for_standard_output(shown, options.color)
    if outcome.succeeded or (shown and output == STANDARD):
        _write(output, shown)
    if not outcome.succeeded:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _write(output: str, text: str) -> None:
    """Writes an output."""
    from sdyopt.driver.io.files import write_output

    try:
        write_output(output, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        console.fail_on_file("output", output, error)


def _run_many(inputs: tuple[str, ...], output: str, jobs: int, to_run: Pipeline, options: Options) -> None:
    """Processes several inputs in workers, and writes to the folder `output`, or nowhere if it is the null device."""
    from sdyopt.driver.batch.errors import RunError
    from sdyopt.driver.batch.option_values import OF_ONE_INPUT
    from sdyopt.driver.batch.run import run_many

    folder = None if output == STANDARD or is_null_device(output) else output
    for name in OF_ONE_INPUT:
        if getattr(options, name) is not None and (len(inputs) > 1 or name == "remarks_output_file"):
            flag = name.replace("_", "-") if name.startswith("remarks") else f"mlir-{name.replace('_', '-')}"
            raise click.UsageError(f"-{flag} names the file of one input")
    if STANDARD in inputs or not inputs:
        raise click.UsageError("standard input has no name for its output: name files only, or one output")
    if output == STANDARD and not (options.verify_diagnostics or options.diff):
        raise click.UsageError("several inputs need a folder for their outputs: -o FOLDER")
    try:
        succeeded = run_many(inputs, folder, jobs, to_run, options)
    except RunError as error:
        console.fail(str(error))
    if not succeeded:
        raise click.exceptions.Exit(EXIT_FAILURE)


class SdyOpt(MlirCommand):
    """The command, which knows the options of mlir-opt that it does not have."""

    def explain_unknown(self, name: str) -> str | None:
        from sdyopt.cli.mlir_options import explained

        return explained(name)


_INPUTS = click.Argument(["inputs"], nargs=-1, metavar="[INPUT]...")

COMMAND = SdyOpt("sdy-opt", _sdy_opt, _HELP, _INPUTS, SECTIONS)

run = COMMAND.run
