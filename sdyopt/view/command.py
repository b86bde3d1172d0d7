"""The `sdy-view` command."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand
from sdyopt.cli.pass_flags import pipeline
from sdyopt.view.options import SECTIONS

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.driver.diagnostics.frames import FrameChoice
    from sdyopt.driver.pipeline.model import Pipeline
    from sdyopt.layout import Tile
    from sdyopt.view.collection import Analysis
    from sdyopt.view.model import ModuleView, TensorView
    from sdyopt.view.page.program import Program as WrittenProgram
    from sdyopt.view.xla import Mesh, XlaView

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
    replicated: bool,
    hlo: str | None,
    force: bool,
    diff: bool,
    max_bytes: int | None,
    max_sent: int | None,
    max_peak: int | None,
    json: bool,
    grid: tuple[str, ...],
    dims: list[int] | None,
    at: dict[str, int],
    html: str | None,
    model_explorer: str | None,
    color: str,
    frames: str,
    skip_frames: Sequence[str],
    **_messages: str,
) -> None:
    """What the command does with what Click has read."""
    from sdyopt.driver.diagnostics.frames import FrameChoice
    from sdyopt.view.limits import Limits, exceeded, exceeded_by_compiled
    from sdyopt.view.model import Kind
    from sdyopt.view.order import listed
    from sdyopt.view.render import printing

    to_run = pipeline(passes, pass_pipeline)
    order = sort or "order"
    choice = FrameChoice(frames, skip_frames)
    wanted = {
        "html": html is not None,
        "model-explorer": model_explorer is not None,
        "diff": diff,
        "json": json,
        "grid": bool(grid),
        "why": bool(why),
        "peak": peak,
        "replicated": replicated,
        "hlo": hlo is not None,
    }
    _check_forms(inputs, wanted)
    names = (*value, *filter(None, grid))
    is_table = not any(wanted[form] for form in ("json", "grid", "diff", "html", "model-explorer"))
    if is_table and (collectives or bandwidth or peak or why or replicated or hlo is not None):
        kind = (Kind.ARGUMENT, Kind.RESULT)
    selected: dict[str, Any] = {
        "as_written": as_written,
        "is_local": local or _LOCALIZED in str(to_run),
        "functions": function or None,
        "kinds": kind or None,
        "only_public": is_table and not all,
        "with_undecided": not (is_table or html is not None) or all or "value" in kind,
        "why": why,
        "frames": choice,
        "replicated": _most_replicated(all, top) if replicated else 0,
        "most": _most(is_table, html is not None) if not all and top is None else None,
    }
    shown = printing.Shown(collectives, peak, function, all, top, bandwidth, color, order, replicated)
    limits = Limits(max_bytes, max_sent, max_peak)
    if hlo is not None and not inputs:
        compiled = _compiled(hlo, (), choice, peak or json or max_peak is not None, force)
        printing.print_compiled(compiled, shown, json)
        _fail_on(list(exceeded_by_compiled(compiled, limits)), compiled.file)
        return
    beside: XlaView | None = None
    analyses = []
    for path in inputs or ("-",):
        module = _read(path, allow_unregistered_dialect, to_run, choice)
        written = None if html is None else _as_on_page(module, allow_unregistered_dialect)
        if html is not None:
            selected["explained"] = all or bool(why) or _is_explained(module)
        again = partial(_parsed, module.source.text, module.source.name, allow_unregistered_dialect)
        analyses.append(_view(module, names, tile, {**selected, "again": again}))
    views = [analysis.view for analysis in analyses]
    found = views[-1]
    _check_axes(bandwidth, views)
    if hlo is not None:
        mesh = max(found.meshes, key=lambda mesh: mesh.devices, default=None)
        with_peak = peak or json or max_peak is not None
        beside = _compiled(hlo, () if mesh is None else mesh.axes, choice, with_peak, force)
        if not force:
            _check_same(analyses[-1], beside)
    if html is not None:
        from sdyopt.view.page.writing import Extent, write_page

        assert written is not None
        write_page(html, analyses[-1], written, Extent(order, top, all, beside, function))
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
    _fail_on(list(exceeded(found, limits)), found.file)
    if beside is not None:
        _fail_on(list(exceeded_by_compiled(beside, limits)), beside.file)


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


def _check_forms(inputs: Sequence[str], wanted: Mapping[str, bool]) -> None:
    """Raises UsageError for forms that do not go together."""
    for form, reason, others in _APART:
        for other in others:
            if wanted[form] and wanted[other]:
                raise click.UsageError(f"--{form}{reason} goes without --{other}")
    if wanted["diff"] and len(inputs) != 2:
        raise click.UsageError("--diff compares two programs: sdy-view BEFORE AFTER --diff")
    if inputs.count("-") > 1:
        raise click.UsageError("only one of the two inputs of --diff can be standard input")
    if not wanted["diff"] and len(inputs) > 1:
        raise click.UsageError(f"there are {len(inputs)} inputs, and only --diff takes two")
    for form in ("why", "html", "replicated"):
        if wanted["hlo"] and not inputs and wanted[form]:
            raise click.UsageError(f"--{form} needs a program: sdy-view INPUT --hlo FILE")


def _check_axes(bandwidths: Mapping[str, float], views: Sequence[ModuleView]) -> None:
    """Raises UsageError for a bandwidth along an axis that no mesh has."""
    names = dict.fromkeys([name for view in views for mesh in view.meshes for name, _ in mesh.axes])
    for axis in bandwidths:
        if axis not in names:
            near = get_close_matches(axis, names, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"--bandwidth: no mesh has an axis '{axis}'{hint}")


def _compiled(path: str, mesh: Mesh, frames: FrameChoice, with_peak: bool, force: bool) -> XlaView:
    """Returns the view of a program that XLA has compiled, along the axes of the program's mesh.

    Fails if the program is not scheduled: its sizes may be those of all devices together, and its order another one.
    """
    from sdyopt.display.messages import written
    from sdyopt.driver.io.files import read_input
    from sdyopt.hlo import HloError
    from sdyopt.view.xla import xla_view

    try:
        text, name = read_input(path)
    except OSError as error:
        console.fail_on_file("input", path, error)
    try:
        found = xla_view(text, name, mesh, frames)
        if found.is_scheduled:
            return xla_view(text, name, mesh, frames, with_peak) if with_peak else found
        if force:
            return found
    except HloError as error:
        sys.stderr.write(written([error.message(name)], console.message_style()))
        raise click.exceptions.Exit(EXIT_FAILURE) from None
    console.fail(f"{name}: {_NOT_SCHEDULED}")


_NOT_SCHEDULED = (
    "not scheduled: this is not what runs, and its sizes may be those of all devices together; "
    "the text that ends in after_optimizations.txt is scheduled; --force shows this one"
)


def _check_same(analysis: Analysis, compiled: XlaView) -> None:
    """Fails if a compiled program is not made of the program beside it."""
    from sdyopt.ir.symbols import symbol_name
    from sdyopt.view.xla import mismatches

    found = list(mismatches(analysis.view, symbol_name(analysis.program.operation), compiled))
    if found:
        console.fail(
            f"{compiled.file}: not compiled from {analysis.view.file}: {'; '.join(found)}; --force compares them"
        )


def _read(path: str, allow_unregistered_dialect: bool, passes: Pipeline, frames: FrameChoice) -> Module:
    """Returns the program of a file, as passes leave it."""
    from sdyopt.api.module import Error
    from sdyopt.driver.io.files import read_input

    try:
        text, name = read_input(path)
    except OSError as error:
        console.fail_on_file("input", path, error)
    try:
        return _parsed(text, name, allow_unregistered_dialect).run_pipeline(passes)
    except Error as error:
        sys.stderr.write(error.written(console.message_style(), frames))
        raise click.exceptions.Exit(EXIT_FAILURE) from None


def _parsed(text: str, name: str, allow_unregistered_dialect: bool) -> Module:
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


def _fail_on(messages: Sequence[str], file: str) -> None:
    """Reports the limits that are exceeded, and ends the command if there are any."""
    from sdyopt.display.messages import Extent, Message

    for message in messages:
        console.say(Message("error", f"{file}: {message}", Extent(None)))
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
