"""A folder in place of a program: the programs that JAX or XLA have dumped to it are listed, and one is shown."""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sdyopt.cli import console
from sdyopt.ir.named_tuple import NamedTuple

if TYPE_CHECKING:
    from sdyopt.hlo.dumps import DumpedProgram

_EMPTY = (
    "no programs that JAX or XLA have dumped: JAX writes them with JAX_DUMP_IR_TO=FOLDER, "
    "XLA with XLA_FLAGS=--xla_dump_to=FOLDER"
)


class DumpInput(NamedTuple):
    """What is shown of a folder: a program and, as `--hlo`, what XLA has made of it; one of them may be missing."""

    inputs: tuple[str, ...]
    hlo: tuple[str, ...]


def is_folder(inputs: Sequence[str]) -> bool:
    """Whether an input is a folder."""
    return any(path != "-" and os.path.isdir(path) for path in inputs)


def of_folder(inputs: Sequence[str], wanted: str | None, as_json: bool, color: str) -> DumpInput | None:
    """Returns what is shown of the folder that is the only input; None if its programs have been listed instead.

    That is the program of the name or number `wanted`, or the only one that there is. Ends the command with an error
    for a folder without programs, and for a name or number that none has.
    """
    from sdyopt.hlo.dumps import dumped_programs

    if len(inputs) != 1:
        raise click.UsageError("a folder must be the only input: sdy-view FOLDER --module NAME")
    (folder,) = inputs
    try:
        programs = dumped_programs(Path(folder))
    except OSError as error:
        console.fail_on_file("input", folder, error)
    if not programs:
        console.fail(f"{folder}: {_EMPTY}")
    if wanted is None and len(programs) > 1:
        _list(Path(folder), programs, as_json, color)
        return None
    program = programs[0] if wanted is None else _chosen(folder, programs, wanted)
    compiled = () if program.compiled is None else (str(program.compiled.path),)
    return DumpInput(() if program.program is None else (str(program.program),), compiled)


def _chosen(folder: str, programs: Sequence[DumpedProgram], wanted: str) -> DumpedProgram:
    """Returns the program of that number, or the last one of that name. Ends the command if there is none."""
    if wanted.isascii() and wanted.isdigit() and int(wanted[:9]) < len(programs):
        return programs[int(wanted[:9])]
    for program in reversed(programs):
        if program.name == wanted:
            return program
    near = get_close_matches(wanted, [program.name for program in programs], 1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    console.fail(f"{folder}: no module '{wanted}' among {len(programs):,}, which sdy-view {folder} lists{hint}")


def _list(folder: Path, programs: Sequence[DumpedProgram], as_json: bool, color: str) -> None:
    """Prints the programs with the sizes of their texts."""
    if as_json:
        from json import dumps

        click.echo(dumps([_object(number, program) for number, program in enumerate(programs)]))
        return
    from sdyopt.display.tables import Column, Table, print_table
    from sdyopt.view.render.amounts import UNKNOWN, short

    def cells(path: Path | None) -> list[str]:
        return [UNKNOWN, UNKNOWN] if path is None else [str(path.relative_to(folder)), short(path.stat().st_size)]

    columns = [Column("no.", right=True), Column("module", style="cyan")]
    for kind in ("program", "compiled"):
        columns += [Column(kind, below=True), Column("size", right=True)]
    rows = []
    for number, each in enumerate(programs):
        compiled = None if each.compiled is None else each.compiled.path
        rows.append([str(number), each.name, *cells(each.program), *cells(compiled)])
    print_table(Table(columns, rows), color)
    click.echo("--module NAME or --module NUMBER shows one of them")


def _object(number: int, program: DumpedProgram) -> dict[str, object]:
    paths = (program.program, None if program.compiled is None else program.compiled.path)
    files = [None if path is None else {"file": str(path), "bytes": path.stat().st_size} for path in paths]
    return {"number": number, "name": program.name, "program": files[0], "compiled": files[1]}
