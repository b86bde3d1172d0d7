"""The `sdy-view` command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand
from sdyopt.cli.flags import files
from sdyopt.cli.pass_flags import pipeline
from sdyopt.cost import ViewError
from sdyopt.cost.program.executions import loops_of_unknown_length
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import Error
from sdyopt.display.wording import suggested
from sdyopt.machines import MachineError
from sdyopt.machines.names import check_name
from sdyopt.view.dump import CompiledInput, is_folder, of_folder
from sdyopt.view.model import Query, TensorKind, listed
from sdyopt.view.options import MAX_ROWS, SECTIONS, ViewOptions, check_forms, former_profile
from sdyopt.view.stacks import samples_of, samples_of_compiled, write_stacks

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.pipeline.model import Pipeline
    from sdyopt.view.collection import Analysis
    from sdyopt.view.model import ModuleView
    from sdyopt.view.page.writing import PageProgram as WrittenProgram
    from sdyopt.view.xla import XlaView


_HELP = """Shows what the shardings of an MLIR program mean for each device, and what running it costs.

The first lines say whether the program fits a device, what it sends, how long a step takes, and which lines of the
source are to blame. Tables of what a device holds follow, or those that options ask for.

INPUT is a file; without one, or with -, standard input is read. If it is a folder to which JAX or XLA have dumped
programs, they are listed, and --module shows one; of those in its folder `shardy` the last is shown. A program that has
shardings, but was not partitioned, is imported and propagated, and shown with the collectives that XLA's partitioner
inserts, or Shardy's (--partitioner). If passes are given, it is shown as they leave it. --diff takes two inputs, and
--hlo needs none. Every option may be written with one dash or two.
"""

_MAX_ROWS_OF_PAGE = 2_000
"""Of tensors, on a page that does not show everything."""

_LOCALIZED = "sdy-convert-global-to-local"
"""The pass whose result is the program of each device."""


def _sdy_view(**options: Any) -> None:
    given = ViewOptions(**options)
    given.name_page()
    to_run = pipeline(given.passes, given.pass_pipeline)
    if is_folder(given.inputs):
        if (dumped := of_folder(given.inputs, given.module, given.json, given.color)) is None:
            return
        given.inputs, hlo = dumped
        has_beside = not (given.inputs and (given.diff or given.wants_variants))
        if has_beside and not given.has_compiled:
            given.hlo = hlo
    elif given.module is not None:
        raise click.UsageError("--module is that of a folder: sdy-view FOLDER --module NAME")
    choice = FrameChoice(given.frames, given.skip_frames)
    modules: Iterable[Module] = (
        read_module(path, given.allow_unregistered_dialect, choice, to_run) for path in given.inputs or ("-",)
    )
    live: Callable[[], Module] | None = click.get_current_context().obj
    if live is not None:
        modules = (make().run_pipeline(to_run) for make in (live,))  # Once the options are known to be right.
    if given.mesh:
        modules = _with_named_axes(given, list(modules))
    check_forms(given)
    try:
        for name in given.compile:
            check_name(name)
    except MachineError as error:
        console.fail(f"--compile: {error}")
    query = _query(given, choice, _LOCALIZED in str(to_run))
    if len(given.hlo) > 1:
        raise click.UsageError("one compiled program is shown: --hlo FILE, once")
    run = _ViewRun(given, query)
    if given.has_variants:
        run.show_variants(list(modules))
    elif given.is_beside and not given.inputs:
        run.show_compiled()
    else:
        run.show(modules)


def _with_named_axes(given: ViewOptions, modules: list[Module]) -> list[Module]:
    """Names the axes of programs whose shardings list devices as those of the mesh, or of the first one, say.

    If there is only one mesh it is that of the programs then, and no variant.
    """
    from sdyopt.sharding.gspmd.meshes import name_axes
    from sdyopt.view.variants.edits import AS_IT_IS, SpecError, mesh_of_text

    try:
        meshes = [mesh_of_text(text) for text in given.meshes if text != AS_IT_IS]
        named = [bool(meshes) and name_axes(module.operation, meshes[0]) for module in modules]
    except SpecError as error:
        raise click.UsageError(str(error)) from None
    except ValueError as error:
        if not given.drop_shardings:
            console.fail(f"--mesh: {error}; --drop-shardings removes those of the program")
        return modules
    if all(named) and len(given.meshes) == 1:
        given.mesh = ()
    return modules


def _query(given: ViewOptions, frames: FrameChoice, is_localized: bool) -> Query:
    """Returns what is shown of each program."""
    kind, is_table, is_page = given.kind, given.is_table, given.html is not None
    needs_machine = given.is_timed or given.is_plain or given.device is not None
    if is_table and not given.is_plain:
        kind = (TensorKind.ARGUMENT, TensorKind.RESULT)
    most = MAX_ROWS if is_table else _MAX_ROWS_OF_PAGE if is_page else None
    limits_peak = given.peak or given.max_peak is not None
    return Query(
        values=given.value,
        partitioner=given.partitioner or "xla",
        jax_python=given.jax_python,
        as_written=given.as_written,
        is_local=given.local or is_localized,
        functions=given.function or None,
        kinds=kind or None,
        only_public=is_table and not given.all,
        with_undecided=not (is_table or is_page) or given.all or "value" in kind,
        most=None if given.all or given.top is not None else most,
        folds=is_table or is_page,
        why=given.why,
        frames=frames,
        profile=former_profile(given.peak_profile),
        assumed=given.assume_runs._replace(frames=frames),
        machine=given.machine() if needs_machine else None,
        in_brief=given.is_plain,
        replicated=(sys.maxsize if given.all else given.top or MAX_ROWS) if given.replicated else 0,
        with_peak=limits_peak or not is_table or given.has_compiled or given.wants_stacks or given.is_plain,
    )


class _ViewRun:
    """A run of the command, once its options are known to be right."""

    def __init__(self, given: ViewOptions, query: Query) -> None:
        self.given, self.query = given, query
        with_peak = given.peak or given.json or given.max_peak is not None
        file = next(iter(given.hlo), "-")
        self.compiled = CompiledInput(file, query.frames, with_peak, given.force, query.assumed)

    def show_variants(self, modules: Sequence[Module]) -> None:
        from sdyopt.view.variants.variant_command import show_variants

        def compare(before: ModuleView, after: Module) -> ModuleView:
            written = self._program_of_page(after)
            analysis = self._view(after, None, is_owned=False)
            self.given.diff = True
            self._write(before, analysis, written, ())
            return analysis.view

        _fail_on(show_variants(modules, self.given, self.query, compare))

    def show_compiled(self) -> None:
        from sdyopt.view.render.printing import print_compiled

        alone = self.compiled.view(None)
        self._check_assumed([], [alone])
        print_compiled(alone, self.given)
        self._report([], [alone])

    def show(self, modules: Iterable[Module]) -> None:
        """Shows a program, or two that are compared, or one beside a compiled one."""
        given = self.given
        written: WrittenProgram | None = None
        analyses = []
        program: bytes | None = None
        for module in modules:
            if given.compile or given.partitioner == "jaxlib":
                from sdyopt.view.jaxlib import program_of

                program = program_of(module)
            written = self._program_of_page(module)
            if given.html is not None:
                is_small = next(islice(module.walk(), _MAX_EXPLAINED, None), None) is None
                self.query = self.query.but(explained=given.all or bool(given.why) or is_small)
            if given.is_beside and given.peak_profile is None:
                self.query = self.query.but(profile=self.compiled.profile())
            elif given.compile and given.peak_profile is None and not given.device:
                self.query = self.query.but(profile=given.compile[0][:3])
            is_owned = not (given.collectives or given.json)  # Advice needs the program as it was.
            analyses.append(self._view(module, program, is_owned))
        views = [analysis.view for analysis in analyses]
        names = dict.fromkeys([name for view in views for mesh in view.meshes for name, _ in mesh.axes])
        for axis in given.bandwidth:
            if axis not in names:
                raise click.UsageError(f"--bandwidth: no mesh has an axis '{axis}'{suggested(axis, names)}")
        besides = [self.compiled.view(analyses[-1])] if given.is_beside else []
        if program is not None and given.compile:
            besides += self._compiled(program, analyses[-1])
        self._check_assumed(analyses, besides)
        self._write(views[0], analyses[-1], written, besides)
        self._report(views, besides)

    def _program_of_page(self, module: Module) -> WrittenProgram | None:
        """Returns what a page shows of a program before it is propagated; None for no page."""
        if self.given.html is None:
            return None
        from sdyopt.view.page.writing import program_of

        return program_of(module, self.given.allow_unregistered_dialect)

    def _compiled(self, program: bytes, analysis: Analysis) -> Iterator[XlaView]:
        """Yields the views of the program compiled for each machine. Ends the command if one cannot be compiled."""
        from sdyopt.view.jaxlib import compile_options, compiled_for

        given = self.given

        def progress(machine: str, seconds: float) -> None:
            if seconds:
                console.show_meanwhile(f"{machine}: {seconds:.0f} s")
                return
            is_long = machine.startswith("tpu") and given.compile_effort != "quick"
            console.tell("note", f"compiling for {machine}{_LONG if is_long else ''}")

        try:
            options = compile_options(given.jax_python, given.compile_effort, given.compile_limit)
            shown = self.query.but(with_peak=given.peak or given.json)
            for machine in given.compile:
                yield compiled_for(machine, program, analysis.view, options, shown, progress)
        except ViewError as error:
            console.show_meanwhile()
            console.fail(str(error))
        console.show_meanwhile()

    def _write(
        self, before: ModuleView, analysis: Analysis, written: WrittenProgram | None, besides: Sequence[XlaView]
    ) -> None:
        """Writes a program in the form that is wanted."""
        from sdyopt.view.render import printing

        given, found = self.given, analysis.view
        if given.wants_stacks:
            programs = {"": samples_of(found)}
            if given.diff:
                programs = {"before": samples_of(before), "after": programs[""]}
            elif besides:
                programs = {"model": programs[""], "XLA": samples_of_compiled(besides[0])}
            write_stacks(programs, found, given)
        elif written is not None:
            from sdyopt.view.page.writing import write_page

            compared = before if given.diff else None
            write_page(given, analysis, written, xla=next(iter(besides), None), before=compared)
        elif besides:
            top = given.top if given.json else None
            printing.print_beside(found, listed(found.tensors, given.order, top), besides, given)
        elif given.diff:
            printing.print_comparison(before, found, given)
        elif given.json:
            from sdyopt.view.render.printing import view_object

            printing.print_object(view_object(found, listed(found.tensors, given.order, given.top)))
        else:
            printing.print_view(found, listed(found.tensors, given.order, None), given)

    def _view(self, module: Module, program: bytes | None, is_owned: bool) -> Analysis:
        from sdyopt.view.collection import analyze

        try:
            with console.progress(f"partitioning {module.source.name}"):
                return analyze(module, self.query, is_owned, program)
        except Error as error:
            hint = "--as-written shows the program without propagating its shardings"
            console.fail_with(error, self.query.frames, hint)
        except ViewError as error:
            console.fail(str(error))

    def _check_assumed(self, analyses: Sequence[Analysis], compiled: Sequence[XlaView]) -> None:
        """Raises UsageError for an assumption about a loop that no program has, or whose length constants say."""
        if not self.query.assumed.places:
            return
        loops = [loop for analysis in analyses for loop in loops_of_unknown_length(analysis.program)]
        loops += [loop for each in compiled for loop in each.loops]
        for problem in self.query.assumed.problems(loops):
            raise click.UsageError(f"--assume-runs: {problem}")

    def _report(self, views: Sequence[ModuleView], compiled: Sequence[XlaView]) -> None:
        """Reports limits that are exceeded, and operations without a rule, with all other doubts if it is strict."""
        from sdyopt.view.render.verdict import doubts, doubts_of_compiled, exceeded, exceeded_by_compiled, unruled_note

        given = self.given
        own = given
        if given.compile:  # The compilers know better.
            own = ViewOptions.of(max_bytes=given.max_bytes, margin=given.margin)
        found = [(view.file, message) for view in views[-1:] for message in exceeded(view, own)]
        found += [(each.file, message) for each in compiled for message in exceeded_by_compiled(each, given)]
        if given.check and views:
            from sdyopt.view.jaxlib import disagreements

            found += [(views[-1].file, message) for message in disagreements(views[-1].answer)]
        if given.strict:
            found += [(view.file, message) for view in views for message in doubts(view)]
            found += [(each.file, message) for each in compiled for message in doubts_of_compiled(each)]
        for view, note in [] if given.strict else [(view, unruled_note(view)) for view in views]:
            if note is not None:
                console.tell("note", f"{view.file}: {note}")
        _fail_on([f"{file}: {message}" for file, message in found])


_LONG = ", which takes up to a minute for large programs; --compile-effort quick takes a fifth"
"""Said of a full compilation for TPUs."""

_MAX_EXPLAINED = 5_000
"""Operations of a program whose page always says why each tensor has its sharding."""


def read_module(
    path: str, allow_unregistered_dialect: bool, frames: FrameChoice, passes: Pipeline | None = None
) -> Module:
    """Returns the program of a file, as passes leave it. Ends the command if it cannot be read."""
    from sdyopt.api.module import parse

    text, name = console.read_text(path)
    try:
        with console.progress(f"reading {name}"):
            module = parse(text, allow_unregistered_dialect, name)
        if module.source.is_compiled:
            from sdyopt.hlo_import.source import COMPILED

            console.fail(f"{name}: {COMPILED}")
        if module.source.data is not None:
            from sdyopt.bytecode.exported import exported_notes

            for note in exported_notes(module.source.data):
                console.tell("note", f"{name}: {note}")
        if passes is None:
            return module
        with console.progress(f"running passes on {name}"):
            return module.run_pipeline(passes)
    except Error as error:
        console.fail_with(error, frames)


def _fail_on(messages: Sequence[str]) -> None:
    """Reports what a program must not be, and ends the command if it is."""
    for message in messages:
        console.tell("error", message)
    if messages:
        raise click.exceptions.Exit(EXIT_FAILURE)


COMMAND = MlirCommand(
    "sdy-view",
    _sdy_view,
    _HELP,
    click.Argument(["inputs"], nargs=-1, metavar="[INPUT]...", shell_complete=files),
    SECTIONS,
    ("collectives", "peak", "time", "why", "annotate", "html", "diff", "hlo", "max-peak", "all"),
)

run = COMMAND.run
