"""The `sdy-view` command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from sdyopt.view.options import SECTIONS, ViewOptions, check_forms, former_profile
from sdyopt.view.stacks import samples_of, samples_of_compiled, write_stacks

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.cost.program.executions import AssumedRuns
    from sdyopt.cost.time.machine import Machine
    from sdyopt.diagnostics.frames import FrameChoice
    from sdyopt.pipeline.model import Pipeline
    from sdyopt.view.collection import Analysis
    from sdyopt.view.dump import CompiledInput
    from sdyopt.view.model import ModuleView, Query
    from sdyopt.view.page.writing import PageProgram as WrittenProgram
    from sdyopt.view.render.printing import ShownTables
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

_LOCALIZED = "sdy-convert-global-to-local"
"""The pass whose result is the program of each device."""


def _sdy_view(**options: Any) -> None:
    from sdyopt.view.render import printing

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
    assumed = given.assume_runs._replace(frames=choice)
    check_forms(given)
    _check_machines(given.compile)
    needs_machine = given.is_timed or given.is_plain or given.device is not None
    machine = given.machine() if needs_machine else None
    if len(given.hlo) > 1:
        raise click.UsageError("one compiled program is shown: --hlo FILE, once")
    query = _query(given, machine, choice, assumed, _LOCALIZED in str(to_run))
    shown = printing.ShownTables(
        collectives=given.collectives,
        peak=given.peak,
        functions=given.function,
        everything=given.all,
        top=given.top,
        color=given.color,
        order=given.order,
        replicated=given.replicated,
        time=given.is_timed,
    )
    if given.has_variants:
        _show_variants(given, list(modules), query, shown)
        return
    with_peak = given.peak or given.json or given.max_peak is not None
    compiled = CompiledInput(next(iter(given.hlo), "-"), choice, with_peak, given.force, assumed, [])
    if given.is_beside and not given.inputs:
        _show_compiled(given, compiled, shown)
    else:
        _show(given, modules, query, compiled, shown)


def _with_named_axes(given: ViewOptions, modules: list[Module]) -> list[Module]:
    """Names the axes of programs whose shardings list devices as those of the mesh, or of the first one, say.

    If there is only one mesh it is that of the programs then, and no variant.
    """
    from sdyopt.sharding.gspmd.meshes import name_axes
    from sdyopt.view.variants.specs import AS_IT_IS, SpecError, mesh_of_text

    texts = [part.strip() for text in given.mesh for part in text.split(";")]
    try:
        meshes = [mesh_of_text(text) for text in texts if text != AS_IT_IS]
        named = [bool(meshes) and name_axes(module.operation, meshes[0]) for module in modules]
    except SpecError as error:
        raise click.UsageError(str(error)) from None
    except ValueError as error:
        if not given.drop_shardings:
            console.fail(f"--mesh: {error}; --drop-shardings removes those of the program")
        return modules
    if all(named) and len(texts) == 1:
        given.mesh = ()
    return modules


def _query(
    given: ViewOptions, machine: Machine | None, frames: FrameChoice, assumed: AssumedRuns, is_localized: bool
) -> Query:
    """Returns what is shown of each program."""
    from sdyopt.view.render.printing import MAX_ROWS, MAX_ROWS_OF_PAGE

    kind, is_table, is_page = given.kind, given.is_table, given.html is not None
    most_on_page = MAX_ROWS_OF_PAGE if is_page else None
    if is_table and not given.is_plain:
        kind = (TensorKind.ARGUMENT, TensorKind.RESULT)
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
        most=None if given.all or given.top is not None else MAX_ROWS if is_table else most_on_page,
        folds=is_table or is_page,
        why=given.why,
        frames=frames,
        profile=former_profile(given.peak_profile),
        assumed=assumed,
        machine=machine,
        in_brief=given.is_plain,
        replicated=(sys.maxsize if given.all else given.top or MAX_ROWS) if given.replicated else 0,
        with_peak=given.peak
        or given.max_peak is not None
        or not is_table
        or given.has_compiled
        or given.wants_stacks
        or given.is_plain,
    )


def _show_variants(given: ViewOptions, modules: Sequence[Module], query: Query, shown: ShownTables) -> None:
    from sdyopt.view.variants.variant_command import show_variants

    def compare(before: ModuleView, after: Module) -> ModuleView:
        written = _program_of_page(given, after)
        analysis = _view(after, query, None, is_owned=False)
        given.diff = True
        _write(given, before, analysis, written, (), shown)
        return analysis.view

    _fail_on(show_variants(modules, given, query, compare))


def _program_of_page(given: ViewOptions, module: Module) -> WrittenProgram | None:
    """Returns what a page shows of a program before it is propagated; None for no page."""
    if given.html is None:
        return None
    from sdyopt.view.page.writing import program_of

    return program_of(module, given.allow_unregistered_dialect)


def _show_compiled(given: ViewOptions, compiled: CompiledInput, shown: ShownTables) -> None:
    from sdyopt.view.limits import Limits, doubts_of_compiled, exceeded_by_compiled
    from sdyopt.view.render import printing

    alone = compiled.view(None)
    _check_assumed(compiled.assumed, [], [alone])
    printing.print_compiled(alone, shown, given.json)
    problems = exceeded_by_compiled(alone, Limits.of(given))
    doubts = doubts_of_compiled(alone) if given.strict else ()
    _fail_on([f"{alone.file}: {message}" for message in (*problems, *doubts)])


def _show(
    given: ViewOptions, modules: Iterable[Module], query: Query, compiled: CompiledInput, shown: ShownTables
) -> None:
    """Shows a program, or two that are compared, or one beside a compiled one."""
    from sdyopt.view.limits import Limits, exceeded, exceeded_by_compiled

    written: WrittenProgram | None = None
    analyses = []
    program: bytes | None = None
    for module in modules:
        if given.compile or given.partitioner == "jaxlib":
            from sdyopt.view.jaxlib import program_of

            program = program_of(module)
        written = _program_of_page(given, module)
        if given.html is not None:
            is_small = next(islice(module.walk(), _MAX_EXPLAINED, None), None) is None
            query = query.but(explained=given.all or bool(given.why) or is_small)
        if given.is_beside and given.peak_profile is None:
            query = query.but(profile=compiled.profile())
        elif given.compile and given.peak_profile is None and not given.device:
            query = query.but(profile=given.compile[0][:3])
        is_owned = not (given.collectives or given.json)  # Advice needs the program as it was.
        analyses.append(_view(module, query, program, is_owned))
    views = [analysis.view for analysis in analyses]
    _check_axes(given.bandwidth, views)
    besides: list[XlaView] = []
    if given.is_beside:
        besides.append(compiled.view(analyses[-1]))
    if program is not None and given.compile:
        besides += _compiled(given, program, analyses[-1], query)
    _check_assumed(compiled.assumed, analyses, besides)
    _write(given, views[0], analyses[-1], written, besides, shown)
    found, limits = analyses[-1].view, Limits.of(given)
    own = limits._replace(sent=None, peak=None) if given.compile else limits  # The compilers know better.
    problems = [f"{found.file}: {message}" for message in exceeded(found, own)]
    for beside in besides:
        problems += [f"{beside.file}: {message}" for message in exceeded_by_compiled(beside, limits)]
    if given.check:
        from sdyopt.view.jaxlib import disagreements

        problems += [f"{found.file}: {message}" for message in disagreements(found.answer)]
    _warn_or_fail(views, besides, given.strict, problems)


def _check_machines(names: Sequence[str]) -> None:
    """Ends the command if no machine has one of the names."""
    if names:
        try:
            for name in names:
                check_name(name)
        except MachineError as error:
            console.fail(f"--compile: {error}")


def _compiled(given: ViewOptions, program: bytes, analysis: Analysis, query: Query) -> Iterator[XlaView]:
    """Yields the views of the program compiled for each machine. Ends the command if one cannot be compiled."""
    from sdyopt.view.jaxlib import compile_options, compiled_for

    def progress(machine: str, seconds: float) -> None:
        if seconds:
            console.show_meanwhile(f"{machine}: {seconds:.0f} s")
            return
        is_long = machine.startswith("tpu") and given.compile_effort != "quick"
        console.tell("note", f"compiling for {machine}{_LONG if is_long else ''}")

    try:
        options = compile_options(given.jax_python, given.compile_effort, given.compile_limit)
        shown = query.but(with_peak=given.peak or given.json)
        for machine in given.compile:
            yield compiled_for(machine, program, analysis.view, options, shown, progress)
    except ViewError as error:
        console.show_meanwhile()
        console.fail(str(error))
    console.show_meanwhile()


_LONG = ", which takes up to a minute for large programs; --compile-effort quick takes a fifth"
"""Said of a full compilation for TPUs."""


def _write(
    given: ViewOptions,
    before: ModuleView,
    analysis: Analysis,
    written: WrittenProgram | None,
    besides: Sequence[XlaView],
    shown: ShownTables,
) -> None:
    """Writes a program in the form that is wanted."""
    from sdyopt.view.render import printing

    found = analysis.view
    if given.wants_stacks:
        programs = {"": samples_of(found)}
        if given.diff:
            programs = {"before": samples_of(before), "after": programs[""]}
        elif besides:
            programs = {"model": programs[""], "XLA": samples_of_compiled(besides[0])}
        write_stacks(programs, found, given)
    elif given.html is not None:
        from sdyopt.view.page.writing import write_page

        assert written is not None
        compared = before if given.diff else None
        write_page(given, analysis, written, xla=next(iter(besides), None), before=compared)
    elif besides:
        top = given.top if given.json else None
        printing.print_beside(found, listed(found.tensors, given.order, top), besides, shown, given.json)
    elif given.diff:
        printing.print_comparison(before, found, given.sort, shown, given.json)
    elif given.json:
        from sdyopt.view.render.json_form import view_object

        printing.print_object(view_object(found, listed(found.tensors, given.order, given.top)))
    else:
        printing.print_view(found, listed(found.tensors, given.order, None), shown)


_MAX_EXPLAINED = 5_000
"""Operations of a program whose page always says why each tensor has its sharding."""


def _check_axes(bandwidths: Mapping[str, float], views: Sequence[ModuleView]) -> None:
    """Raises UsageError for a bandwidth along an axis that no mesh has."""
    names = dict.fromkeys([name for view in views for mesh in view.meshes for name, _ in mesh.axes])
    for axis in bandwidths:
        if axis not in names:
            raise click.UsageError(f"--bandwidth: no mesh has an axis '{axis}'{suggested(axis, names)}")


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


def _view(module: Module, query: Query, program: bytes | None, is_owned: bool) -> Analysis:
    from sdyopt.view.collection import analyze

    try:
        with console.progress(f"partitioning {module.source.name}"):
            return analyze(module, query, is_owned, program)
    except Error as error:
        console.fail_with(error, query.frames, "--as-written shows the program without propagating its shardings")
    except ViewError as error:
        console.fail(str(error))


def _check_assumed(assumed: AssumedRuns, analyses: Sequence[Analysis], compiled: Sequence[XlaView]) -> None:
    """Raises UsageError for an assumption about a loop that no program has, or whose length constants say."""
    if not assumed.places:
        return
    loops = [loop for analysis in analyses for loop in loops_of_unknown_length(analysis.program)]
    loops += [loop for each in compiled for loop in each.loops]
    for problem in assumed.problems(loops):
        raise click.UsageError(f"--assume-runs: {problem}")


def _warn_or_fail(
    views: Sequence[ModuleView], compiled: Sequence[XlaView], strict: bool, problems: Sequence[str]
) -> None:
    """Reports limits that are exceeded, and operations without a rule, with all other doubts if it is `strict`."""
    from sdyopt.view.limits import doubts, doubts_of_compiled, unruled_note

    found = list(problems)
    for view in views:
        note = None if strict else unruled_note(view)
        if note is not None:
            console.tell("note", f"{view.file}: {note}")
        found += [f"{view.file}: {message}" for message in doubts(view)] if strict else []
    for each in compiled if strict else ():
        found += [f"{each.file}: {message}" for message in doubts_of_compiled(each)]
    _fail_on(found)


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
