"""The `sdy-view` command."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand
from sdyopt.cli.pass_flags import pipeline
from sdyopt.view.options import SECTIONS
from sdyopt.view.stacks.stack_options import wants_stacks, write_stacks
from sdyopt.view.timing.time_options import default_machine, machine_of
from sdyopt.view.variants.variant_options import wants_variants

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.cost.program.assumed_runs import AssumedRuns
    from sdyopt.driver.diagnostics.frames import FrameChoice
    from sdyopt.driver.pipeline.model import Pipeline
    from sdyopt.layout import Tile
    from sdyopt.view.collection import Analysis
    from sdyopt.view.model import ModuleView, TensorView
    from sdyopt.view.page.program import PageProgram as WrittenProgram
    from sdyopt.view.xla import XlaView

_HELP = """Shows what the shardings of an MLIR program mean for each device, and what running it costs.

Shown are what a device holds of each tensor, which collectives there are and what they send, and how much memory is
needed at one time.

INPUT is a file; without one, or with -, standard input is read. A program that has shardings, but was not partitioned,
is shown as Shardy's partitioner leaves it: imported, propagated, and with explicit collectives. If passes are given, it
is shown as they leave it. With --diff, there are two inputs; with --hlo, there need be none. Every option may be
written with one dash or two.
"""

_LOCALIZED = "sdy-convert-global-to-local"
"""The pass whose result is the program of each device."""


def _sdy_view(
    inputs: tuple[str, ...],
    passes: tuple[str, ...],
    pass_pipeline: str | None,
    as_written: bool,
    local: bool,
    allow_unregistered_dialect: bool,
    value: tuple[str, ...],
    function: tuple[str, ...],
    kind: tuple[str, ...],
    all: bool,
    tile: tuple[Tile, ...],
    sort: str | None,
    top: int | None,
    collectives: bool,
    bandwidth: dict[str, float],
    why: tuple[str, ...],
    peak: bool,
    peak_profile: str | None,
    replicated: bool,
    hlo: tuple[str, ...],
    xla_dump: str | None,
    assume_runs: AssumedRuns,
    force: bool,
    diff: bool,
    max_bytes: int | None,
    max_sent: int | None,
    max_peak: int | None,
    strict: bool,
    json: bool,
    grid: tuple[str, ...],
    dims: list[int] | None,
    at: dict[str, int],
    html: str | None,
    model_explorer: str | None,
    color: str,
    frames: str,
    skip_frames: Sequence[str],
    **others: Any,
) -> None:
    """What the command does with what Click has read."""
    from sdyopt.cost.held.profiles import Profile
    from sdyopt.driver.diagnostics.frames import FrameChoice
    from sdyopt.view.collection import for_cpu
    from sdyopt.view.compiled_input import CompiledInput
    from sdyopt.view.limits import Limits, exceeded, exceeded_by_compiled
    from sdyopt.view.model import TensorKind
    from sdyopt.view.order import listed
    from sdyopt.view.render import printing
    from sdyopt.view.strictness import doubts_of_compiled

    to_run = pipeline(passes, pass_pipeline)
    order = sort or "order"
    choice = FrameChoice(frames, skip_frames)
    assumed = assume_runs._replace(frames=choice)
    wanted = {
        "html": html is not None,
        "model-explorer": model_explorer is not None,
        "diff": diff,
        "json": json,
        "grid": bool(grid),
        "why": bool(why),
        "peak": peak,
        "replicated": replicated,
        "hlo": bool(hlo) or xla_dump is not None,
    }
    has_variants = wants_variants(others) or (len(inputs) > 1 and not diff)
    _check_forms(inputs, wanted, has_variants)
    machine = machine_of(others, bandwidth)
    if machine is None and wants_stacks(others):
        machine = default_machine(bandwidth)
    if len(hlo) + (xla_dump is not None) > 1:
        raise click.UsageError("one compiled program is shown: --hlo FILE or --xla-dump FOLDER, once")
    names = (*value, *filter(None, grid))
    is_table = not any(wanted[form] for form in ("json", "grid", "diff", "html", "model-explorer"))
    if is_table and (collectives or bandwidth or peak or why or replicated or wanted["hlo"] or machine):
        kind = (TensorKind.ARGUMENT, TensorKind.RESULT)
    selected: dict[str, Any] = {
        "as_written": as_written,
        "is_local": local or _LOCALIZED in str(to_run),
        "functions": function or None,
        "kinds": kind or None,
        "only_public": is_table and not all,
        "with_undecided": not (is_table or html is not None) or all or "value" in kind,
        "why": why,
        "frames": choice,
        "assumed": assumed,
        "replicated": _most_replicated(all, top) if replicated else 0,
        "with_peak": peak
        or max_peak is not None
        or (not is_table and not grid)
        or wanted["hlo"]
        or wants_stacks(others),
        "machine": machine,
        "most": _most(is_table, html is not None) if not all and top is None else None,
    }
    if peak_profile is not None:
        selected["profile"] = Profile(peak_profile)
    shown = printing.ShownTables(collectives, peak, function, all, top, bandwidth, color, order, replicated)
    if has_variants:
        from sdyopt.view.variants.variant_command import Asked, show_variants

        if strict or max_bytes is not None or max_sent is not None or max_peak is not None:
            raise click.UsageError("limits and --strict are of one program, and these are variants")
        modules = [_read(path, allow_unregistered_dialect, to_run, choice) for path in inputs or ("-",)]
        show_variants(modules, machine, Asked(others, diff, json, html, shown), selected)
        return
    limits = Limits(max_bytes, max_sent, max_peak)
    with_peak = peak or json or max_peak is not None
    compiled = CompiledInput(next(iter(hlo), None), xla_dump, choice, with_peak, force, assumed)
    if wanted["hlo"] and not inputs:
        alone = compiled.view(None)
        _check_assumed(assumed, [], alone)
        printing.print_compiled(alone, shown, json)
        problems = [*exceeded_by_compiled(alone, limits), *(doubts_of_compiled(alone) if strict else ())]
        _fail_on([f"{alone.file}: {message}" for message in problems])
        return
    beside: XlaView | None = None
    analyses = []
    for path in inputs or ("-",):
        module = _read(path, allow_unregistered_dialect, to_run, choice)
        written = None if html is None else _as_on_page(module, allow_unregistered_dialect)
        if html is not None:
            selected["explained"] = all or bool(why) or _is_explained(module)
        source = module.source
        again = partial(_parsed, source.data or source.text, source.name, allow_unregistered_dialect)
        analyses.append(_view(module, names, tile, {**selected, "again": again}))
    views = [analysis.view for analysis in analyses]
    found = views[-1]
    _check_axes(bandwidth, views)
    if wanted["hlo"]:
        beside = compiled.view(analyses[-1])
        if peak_profile is None and beside.is_for_cpu:
            analyses[-1] = for_cpu(analyses[-1])
            found = analyses[-1].view
    _check_assumed(assumed, analyses, beside)
    if wants_stacks(others):
        write_stacks(found, others)
    elif html is not None:
        from sdyopt.view.page.writing import PageExtent, write_page

        assert written is not None
        write_page(html, analyses[-1], written, PageExtent(order, top, all, beside, function))
    elif beside is not None:
        printing.print_beside(found, listed(found.tensors, order, top), beside, shown, json)
    elif diff:
        printing.print_comparison(views[0], found, sort, shown, json)
    elif model_explorer is not None:
        printing.write_model_explorer(model_explorer, analyses[-1])
    elif json:
        tensors = _drawn(found, names) if grid else listed(found.tensors, order, top)
        printing.print_json(found, tensors, bool(grid))
    elif grid:
        printing.print_grids(_drawn(found, names), dims, at, color)
    else:
        printing.print_view(found, listed(found.tensors, order, top), shown)
    problems = [f"{found.file}: {message}" for message in exceeded(found, limits)]
    if beside is not None:
        problems += [f"{beside.file}: {message}" for message in exceeded_by_compiled(beside, limits)]
    _warn_or_fail(views, beside, strict, problems)


def _most(is_table: bool, is_page: bool) -> int | None:
    """Returns how many tensors are listed unless the user says it."""
    from sdyopt.view.render.printing import MOST_ROWS, MOST_ROWS_OF_PAGE

    if is_table:
        return MOST_ROWS
    return MOST_ROWS_OF_PAGE if is_page else None


def _most_replicated(everything: bool, top: int | None) -> int:
    """Returns how many values are listed of those that are whole on several devices."""
    from sdyopt.view.render.printing import MOST_ROWS

    return sys.maxsize if everything else top or MOST_ROWS


_MOST_EXPLAINED = 5_000
"""Operations of a program whose page says without being asked why each tensor has its sharding."""


def _is_explained(module: Module) -> bool:
    return sum(1 for _ in module.walk()) <= _MOST_EXPLAINED


_APART = (
    ("html", " shows all of it: it", ("json", "grid")),
    ("model-explorer", " writes a graph: it", ("json", "grid", "html", "diff")),
    ("diff", "", ("grid", "html")),
    ("hlo", "", ("diff", "grid", "model-explorer")),
    ("why", "", ("diff", "grid", "model-explorer")),
    ("replicated", "", ("diff", "grid", "model-explorer", "html")),
)
"""Forms, the reason, and those without which each of them goes."""


def _check_forms(inputs: Sequence[str], wanted: Mapping[str, bool], has_variants: bool) -> None:
    """Raises UsageError for forms that do not go together."""
    for form in ("grid", "hlo", "model-explorer", "peak", "replicated", "why"):
        if has_variants and wanted[form]:
            raise click.UsageError(f"--{form} is of one program, and these are variants")
    for form, reason, others in _APART:
        for other in others:
            if wanted[form] and wanted[other]:
                raise click.UsageError(f"--{form}{reason} goes without --{other}")
    if wanted["diff"] and len(inputs) != 2 and not has_variants:
        raise click.UsageError("--diff compares two programs: sdy-view BEFORE AFTER --diff")
    if inputs.count("-") > 1:
        raise click.UsageError("only one input can be standard input")
    for form in ("why", "html", "replicated"):
        if wanted["hlo"] and not inputs and wanted[form]:
            raise click.UsageError(f"--{form} needs a program: sdy-view INPUT --hlo FILE")


def _check_axes(bandwidths: Mapping[str, float], views: Sequence[ModuleView]) -> None:
    """Raises UsageError for a bandwidth along an axis that no mesh has."""
    from difflib import get_close_matches

    names = dict.fromkeys([name for view in views for mesh in view.meshes for name, _ in mesh.axes])
    for axis in bandwidths:
        if axis not in names:
            near = get_close_matches(axis, names, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"--bandwidth: no mesh has an axis '{axis}'{hint}")


def _read(path: str, allow_unregistered_dialect: bool, passes: Pipeline, frames: FrameChoice) -> Module:
    """Returns the program of a file, as passes leave it."""
    from sdyopt.api.module import Error
    from sdyopt.driver.io.files import read_input

    try:
        text, name = read_input(path)
    except OSError as error:
        console.fail_on_file("input", path, error)
    try:
        module = _parsed(text, name, allow_unregistered_dialect)
        if module.source.data is not None:
            _say_exported(module.source.data, name)
        return module.run_pipeline(passes)
    except Error as error:
        sys.stderr.write(error.written(console.message_style(), frames))
        raise click.exceptions.Exit(EXIT_FAILURE) from None


def _say_exported(data: bytes, name: str) -> None:
    """Writes notes on what a file of `jax.export` says besides its program."""
    from sdyopt.bytecode.exported_notes import exported_notes
    from sdyopt.display.messages import Extent, Message

    for note in exported_notes(data):
        console.say(Message("note", f"{name}: {note}", Extent(None)))


def _parsed(text: str | bytes, name: str, allow_unregistered_dialect: bool) -> Module:
    from sdyopt.api.module import parse

    return parse(text, allow_unregistered_dialect, name)


def _as_on_page(module: Module, allow_unregistered_dialect: bool) -> WrittenProgram:
    """Returns the text of a module for a page, before the module is propagated."""
    from sdyopt.view.page.program import program_of

    program = program_of(module, allow_unregistered_dialect)
    program.find_names()
    return program


def _view(module: Module, names: Sequence[str], tiles: tuple[Tile, ...], selected: dict[str, Any]) -> Analysis:
    from sdyopt.api.module import Error
    from sdyopt.cost.program.errors import ViewError
    from sdyopt.display.messages import Extent, Message
    from sdyopt.view.collection import analyze

    try:
        return analyze(module, names, tiles, **selected)
    except Error as error:
        hint = "--as-written shows the program without propagating its shardings"
        sys.stderr.write(error.written(console.message_style(), selected["frames"]))
        console.say(Message("note", hint, Extent(None)))
        raise click.exceptions.Exit(EXIT_FAILURE) from None
    except ViewError as error:
        console.fail(str(error))


def _check_assumed(assumed: AssumedRuns, analyses: Sequence[Analysis], compiled: XlaView | None) -> None:
    """Raises UsageError for an assumption about a loop that no program has, or whose length constants say."""
    if not assumed.places:
        return
    from sdyopt.cost.program.assumed_runs import loops_of_unknown_length, places_text

    loops = [loop for analysis in analyses for loop in loops_of_unknown_length(analysis.program)]
    loops += () if compiled is None else compiled.loops
    for place in assumed.unknown(loops):
        known = places_text(loops, assumed.frames)
        there = f"such loops are at {known}" if known else "there is none"
        raise click.UsageError(f"--assume-runs: no loop of unknown length at '{place}': {there}")


def _warn_or_fail(views: Sequence[ModuleView], compiled: XlaView | None, strict: bool, problems: Sequence[str]) -> None:
    """Reports limits that are exceeded, and operations without a rule, with all other doubts if it is `strict`."""
    from sdyopt.display.messages import Extent, Message
    from sdyopt.view.strictness import doubts, doubts_of_compiled, unruled_note

    found = list(problems)
    for view in views:
        note = None if strict else unruled_note(view)
        if note is not None:
            console.say(Message("note", f"{view.file}: {note}", Extent(None)))
        found += [f"{view.file}: {message}" for message in doubts(view)] if strict else []
    if strict and compiled is not None:
        found += [f"{compiled.file}: {message}" for message in doubts_of_compiled(compiled)]
    _fail_on(found)


def _fail_on(messages: Sequence[str]) -> None:
    """Reports what a program must not be, and ends the command if it is."""
    from sdyopt.display.messages import Extent, Message

    for message in messages:
        console.say(Message("error", message, Extent(None)))
    if messages:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _drawn(found: ModuleView, names: Sequence[str]) -> Sequence[TensorView]:
    """The tensors that are to be drawn: those named, or if none is, the only one there is."""
    from sdyopt.view.selection import Selection

    selections = [Selection.of(name) for name in names]
    if not selections and len(found.tensors) != 1:
        count = f"{len(found.tensors):,}"
        console.fail(f"--grid draws one tensor, and there are {count}: name it, as in --grid=%arg0")
    return [
        tensor
        for tensor in found.tensors
        if not selections or any(selection.picks_tensor(tensor) for selection in selections)
    ]


COMMAND = MlirCommand(
    "sdy-view",
    _sdy_view,
    _HELP,
    click.Argument(["inputs"], nargs=-1, metavar="[INPUT]..."),
    SECTIONS,
)

run = COMMAND.run
"""Runs the command inside this process."""
