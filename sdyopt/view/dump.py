"""Programs that JAX and XLA have dumped: those of a folder are listed, and one is shown, or XLA's beside the input."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cached_property
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.display.wording import suggested

if TYPE_CHECKING:
    from sdyopt.cost.partitioner.later_passes import Compiler
    from sdyopt.cost.program.executions import AssumedRuns
    from sdyopt.diagnostics.frames import FrameChoice
    from sdyopt.hlo.module import DumpedProgram
    from sdyopt.view.collection import Analysis
    from sdyopt.view.xla import Mesh, XlaView

_EMPTY = (
    "no programs that JAX or XLA have dumped: JAX writes them with JAX_DUMP_IR_TO=FOLDER, "
    "XLA with XLA_FLAGS=--xla_dump_to=FOLDER"
)


DumpInput = tuple[tuple[str, ...], tuple[str, ...]]
"""The inputs from a folder: a program and, as `--hlo`, XLA's program; one of them may be missing."""


def is_folder(inputs: Sequence[str]) -> bool:
    return any(path != "-" and os.path.isdir(path) for path in inputs)


def of_folder(inputs: Sequence[str], wanted: str | None, as_json: bool, color: str) -> DumpInput | None:
    """Returns what is shown of the folder that is the only input; None if its programs have been listed instead.

    That is the program of the name or number `wanted`, or the only one that there is. Ends the command with an error
    for a folder without programs, and for a name or number that none has.
    """
    from sdyopt.hlo.module import dumped_programs

    if len(inputs) != 1:
        raise click.UsageError("a folder must be the only input: sdy-view FOLDER --module NAME")
    (folder,) = inputs
    try:
        programs = dumped_programs(Path(folder))
    except OSError as error:
        console.fail_on_file("input", error.filename or folder, error)
    if not programs:
        console.fail(f"{folder}: {_EMPTY}")
    if wanted is None and len(programs) > 1 and (newest := _newest_of_shardy(Path(folder), programs)) is not None:
        programs = [newest]
    if wanted is None and len(programs) > 1:
        _list(Path(folder), programs, as_json, color)
        return None
    program = programs[0] if wanted is None else _chosen(folder, programs, wanted)
    compiled = () if program.compiled is None else (str(program.compiled.path),)
    return () if program.program is None else (str(program.program),), compiled


def _newest_of_shardy(folder: Path, programs: Sequence[DumpedProgram]) -> DumpedProgram | None:
    """Returns the last program that XLA has given to Shardy, if JAX has dumped none to the folder; reports which."""
    from sdyopt.hlo.module import shardy_stages

    stages = [*shardy_stages(folder).values()]
    others = [each.program for each in programs if each.program is not None and each.program not in stages]
    if not stages or any(path.suffix == ".mlir" for path in others):
        return None
    found = next(each for each in programs if each.program == stages[-1])
    names = ", ".join([each.name for each in programs if each.program in stages])
    click.echo(f"sdy-view: note: {stages[-1]} is shown, the last of {len(stages)}: --module {names}", err=True)
    return found


def _chosen(folder: str, programs: Sequence[DumpedProgram], wanted: str) -> DumpedProgram:
    """Returns the program of that number, or the last one of that name. Ends the command if there is none."""
    if wanted.isascii() and wanted.isdigit() and int(wanted[:9]) < len(programs):
        return programs[int(wanted[:9])]
    for program in reversed(programs):
        if program.name == wanted:
            return program
    hint = suggested(wanted, [program.name for program in programs])
    console.fail(f"{folder}: no module '{wanted}' among {len(programs):,}, which sdy-view {folder} lists{hint}")


def _list(folder: Path, programs: Sequence[DumpedProgram], as_json: bool, color: str) -> None:
    """Prints the programs with the sizes of their texts."""
    if as_json:
        objects: list[dict[str, object]] = []
        for number, each in enumerate(programs):
            files = [{"file": str(path), "bytes": size} if path else None for path, size in _files(each)]
            objects.append({"number": number, "name": each.name, "program": files[0], "compiled": files[1]})
        click.echo(dumps(objects))
        return
    from sdyopt.display.tables import Column, Table, print_table
    from sdyopt.view.render.amounts import UNKNOWN, short

    columns = [Column("no.", right=True), Column("module", style="cyan")]
    for kind in ("program", "compiled"):
        columns += [Column(kind, below=True), Column("size", right=True)]
    rows = []
    for number, each in enumerate(programs):
        cells = [
            (str(path.relative_to(folder)), short(size)) if path else (UNKNOWN,) * 2 for path, size in _files(each)
        ]
        rows.append([str(number), each.name, *cells[0], *cells[1]])
    print_table(Table(columns, rows), color)
    click.echo("--module NAME or --module NUMBER shows one of them")


def _files(program: DumpedProgram) -> list[tuple[Path | None, int]]:
    """Returns the files of a program and of XLA's, with their sizes; None for a missing one."""
    paths = (program.program, None if program.compiled is None else program.compiled.path)
    return [(path, 0 if path is None else path.stat().st_size) for path in paths]


# The compiled program that --hlo or a folder of dumps names: found, read, and compared with the program beside it.

_NOT_SCHEDULED = (
    "not scheduled: this is not what runs, and its sizes may be those of all devices together; "
    "the text that ends in after_optimizations.txt is scheduled; --force shows this one"
)


class CompiledInput:
    """Which compiled program is shown, and how."""

    def __init__(self, file: str, frames: FrameChoice, with_peak: bool, force: bool, assumed: AssumedRuns) -> None:
        """`file` has HLO text. With `force` it need not be scheduled, nor made of the program beside it."""
        self._file, self._frames, self._with_peak, self._force, self._assumed = file, frames, with_peak, force, assumed

    def profile(self) -> Compiler | None:
        """Returns the compiler for CPUs if it made the compiled program, else None. Ends the command as `view`."""
        from sdyopt.cost.partitioner.later_passes import Compiler
        from sdyopt.view.xla import is_for_cpus

        return Compiler.CPU if is_for_cpus(self._text[0]) else None

    @cached_property
    def _text(self) -> tuple[str, str]:
        """Returns the text of the file, which may be compressed, and its name. Ends the command if it has none."""
        from sdyopt.driver.input_output import decompressed, read_input

        try:
            text, name = read_input(self._file)
            return decompressed(text), name
        except OSError as error:
            console.fail_on_file("input", self._file, error)
        except ValueError as error:
            console.fail(f"{self._file}: {error}")

    def view(self, program: Analysis | None) -> XlaView:
        """Returns the view of the compiled program, along the axes of the mesh of the program beside it.

        Ends the command with an error if the program cannot be read, is not scheduled, or is not made of `program`.
        """
        from sdyopt.hlo.module import allocated_beside

        found = self._read(() if program is None else program.view.axes)
        try:
            allocated = None if self._file == "-" else allocated_beside(Path(self._file))
        except OSError as error:
            console.fail_on_file("input", error.filename, error)
        found = found._replace(allocated=allocated)
        if program is not None and not self._force:
            from sdyopt.ir.symbols import symbol_name
            from sdyopt.view.xla import mismatches

            if problems := list(mismatches(program.view, symbol_name(program.program.operation), found)):
                listed = "; ".join(problems)
                console.fail(f"{found.file}: not compiled from {program.view.file}: {listed}; --force compares them")
        return found

    def _read(self, axes: Mesh) -> XlaView:
        """Returns the view of the text. Ends the command if it cannot be read, or is not scheduled."""
        from sdyopt.display.messages import written
        from sdyopt.hlo.text import HloError
        from sdyopt.view.xla import xla_view

        text, name = self._text
        try:
            found = xla_view(text, name, axes, self._frames, False, self._assumed)
            if found.is_scheduled and self._with_peak:
                return xla_view(text, name, axes, self._frames, True, self._assumed)
            if found.is_scheduled or self._force:
                return found
        except HloError as error:
            sys.stderr.write(written([error.message(name)], console.message_style()))
            raise click.exceptions.Exit(EXIT_FAILURE) from None
        console.fail(f"{name}: {_NOT_SCHEDULED}")
