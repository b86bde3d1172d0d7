"""Programs that JAX and XLA have dumped: those of a folder are listed, and one is shown, or XLA's beside the input."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.display.wording import suggested
from sdyopt.ir.records import NamedTuple

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.cost.partitioner.later_passes import Compiler
    from sdyopt.cost.program.executions import AssumedRuns
    from sdyopt.diagnostics.frames import FrameChoice
    from sdyopt.hlo.module import DumpedModule, DumpedProgram
    from sdyopt.ir.operation import Operation
    from sdyopt.view.collection import Analysis
    from sdyopt.view.xla import XlaView

_EMPTY = (
    "no programs that JAX or XLA have dumped: JAX writes them with JAX_DUMP_IR_TO=FOLDER, "
    "XLA with XLA_FLAGS=--xla_dump_to=FOLDER"
)


class DumpInput(NamedTuple):
    """The inputs from a folder: a program and, as `--hlo`, XLA's program; one of them may be missing."""

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
    from sdyopt.hlo.module import dumped_programs

    if len(inputs) != 1:
        raise click.UsageError("a folder must be the only input: sdy-view FOLDER --module NAME")
    (folder,) = inputs
    try:
        programs = dumped_programs(Path(folder))
    except OSError as error:
        console.fail_on_file("input", folder, error)
    if not programs:
        console.fail(f"{folder}: {_EMPTY}")
    if wanted is None and len(programs) > 1 and (newest := _newest_of_shardy(Path(folder), programs)) is not None:
        programs = [newest]
    if wanted is None and len(programs) > 1:
        _list(Path(folder), programs, as_json, color)
        return None
    program = programs[0] if wanted is None else _chosen(folder, programs, wanted)
    compiled = () if program.compiled is None else (str(program.compiled.path),)
    return DumpInput(() if program.program is None else (str(program.program),), compiled)


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


# The compiled program that --hlo or --xla-dump names: found, read, and compared with the program beside it.

_NOT_SCHEDULED = (
    "not scheduled: this is not what runs, and its sizes may be those of all devices together; "
    "the text that ends in after_optimizations.txt is scheduled; --force shows this one"
)

_NOT_COMPILED = "it has text from before XLA's optimizations only, which is not what runs"
_NO_TEXT = "XLA writes it there with XLA_FLAGS=--xla_dump_to=FOLDER"


class CompiledInput(NamedTuple):
    """Which compiled program is shown, and how."""

    text: str | None
    """The file that has its HLO text; None if it is in `folder`."""
    folder: str | None
    """The folder to which XLA has dumped it."""
    frames: FrameChoice
    with_peak: bool
    force: bool
    """Whether it is shown although it is not scheduled, or not made of the program beside it."""
    assumed: AssumedRuns
    texts: dict[str, tuple[str, str]]
    """The texts that have been read, with their names, by path."""

    def profile(self, module: Module) -> Compiler | None:
        """Returns the compiler for CPUs if it made the compiled program, else None. Ends the command as `view`."""
        from sdyopt.cost.partitioner.later_passes import Compiler
        from sdyopt.view.xla import is_for_cpus

        path = self.text
        try:
            if path is None:
                assert self.folder is not None
                path = str(self._candidates(self.folder, module.operation)[-1].path)
            text, _ = self._text(path)
        except OSError as error:
            console.fail_on_file("input", path or str(self.folder), error)
        except ValueError as error:
            console.fail(f"{path}: {error}")
        return Compiler.CPU if is_for_cpus(text) else None

    def _text(self, path: str) -> tuple[str, str]:
        """Returns the text of a file, which may be compressed, and its name. Raises OSError and ValueError."""
        from sdyopt.driver.input_output import decompressed, read_input

        if path not in self.texts:
            text, name = read_input(path)
            self.texts[path] = decompressed(text), name
        return self.texts[path]

    def view(self, program: Analysis | None) -> XlaView:
        """Returns the view of the compiled program, along the axes of the mesh of the program beside it.

        Ends the command with an error if the program cannot be read, is not scheduled, or is not made of `program`.
        """
        if self.folder is not None:
            return self._dumped(self.folder, program)
        from sdyopt.hlo.module import allocated_beside

        assert self.text is not None
        found = self._read(self.text, program)
        allocated = None if self.text == "-" else allocated_beside(Path(self.text))
        found = found if allocated is None else found._replace(allocated=allocated)
        if program is not None and not self.force and (problems := _mismatches(program, found)):
            _fail_on_mismatches(program, found, problems)
        return found

    def _dumped(self, folder: str, program: Analysis | None) -> XlaView:
        """Returns the view of the module of the name of `program`, of several the last one that fits."""
        try:
            candidates = self._candidates(folder, None if program is None else program.program.operation)
            found: XlaView | None = None
            for module in reversed(candidates):
                found = self._read(str(module.path), program)._replace(allocated=module.allocated())
                if program is None or self.force or not _mismatches(program, found):
                    return found
        except OSError as error:
            console.fail_on_file("input", folder, error)
        assert found is not None and program is not None
        _fail_on_mismatches(program, found, _mismatches(program, found))

    def _candidates(self, folder: str, program: Operation | None) -> Sequence[DumpedModule]:
        """Returns the modules of the name of `program`; without one, the only one there is. Raises OSError."""
        from sdyopt.hlo.module import dumped_modules, has_uncompiled
        from sdyopt.ir.symbols import symbol_name

        modules = dumped_modules(Path(folder))
        if not modules:
            reason = _NOT_COMPILED if has_uncompiled(Path(folder)) else _NO_TEXT
            console.fail(f"{folder}: no text of a compiled module (…after_optimizations.txt): {reason}")
        names = list(dict.fromkeys(module.name for module in modules))
        name = None if program is None else symbol_name(program)
        if name in names or (len(names) == 1 and (name is None or self.force)):
            return [module for module in modules if name not in names or module.name == name]
        listed = ", ".join(names)
        if name is None:
            nameless = "" if program is None else "the program has no name, and "
            console.fail(f"{folder}: {nameless}there are {len(names)} modules: {listed}; --hlo FILE shows one of them")
        hint = suggested(name, names)
        console.fail(f"{folder}: no module '{name}', as the program is called; there are: {listed}{hint}")

    def _read(self, path: str, program: Analysis | None) -> XlaView:
        """Returns the view of a text. Ends the command if it cannot be read, or is not scheduled."""
        from sdyopt.display.messages import written
        from sdyopt.hlo.text import HloError
        from sdyopt.view.xla import xla_view

        meshes = () if program is None else program.view.meshes
        mesh = max(meshes, key=lambda mesh: mesh.devices, default=None)
        axes = () if mesh is None else mesh.axes
        try:
            text, name = self._text(path)
        except OSError as error:
            console.fail_on_file("input", path, error)
        except ValueError as error:
            console.fail(f"{path}: {error}")
        try:
            found = xla_view(text, name, axes, self.frames, False, self.assumed)
            if found.is_scheduled:
                return xla_view(text, name, axes, self.frames, True, self.assumed) if self.with_peak else found
            if self.force:
                return found
        except HloError as error:
            sys.stderr.write(written([error.message(name)], console.message_style()))
            raise click.exceptions.Exit(EXIT_FAILURE) from None
        console.fail(f"{name}: {_NOT_SCHEDULED}")


def _mismatches(program: Analysis, compiled: XlaView) -> list[str]:
    from sdyopt.ir.symbols import symbol_name
    from sdyopt.view.xla import mismatches

    return list(mismatches(program.view, symbol_name(program.program.operation), compiled))


def _fail_on_mismatches(program: Analysis, compiled: XlaView, problems: Sequence[str]) -> NoReturn:
    """Ends the command as a compiled program is not made of the program beside it."""
    console.fail(
        f"{compiled.file}: not compiled from {program.view.file}: {'; '.join(problems)}; --force compares them"
    )
