"""The `sdy-view` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand
from sdyopt.cli.pass_flags import pipeline
from sdyopt.view.options import SECTIONS

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.driver.pipeline.model import Pipeline
    from sdyopt.layout import Tile
    from sdyopt.view.collection import Analysis
    from sdyopt.view.model import ModuleView, TensorView

_HELP = """Tells what the shardings of an MLIR program mean for each device, and what running it costs.

Shown are what a device holds of each tensor, which collectives there are and what they send, and how much memory is
needed at one time.

INPUT is a file; without one, or with -, standard input is read. A program that has shardings, but was not partitioned,
is shown as Shardy's partitioner leaves it: imported, propagated, and with explicit collectives. If passes are given, it
is shown as they leave it. With --diff, there are two inputs. Every option may be written with one dash or two.
"""


def _sdy_view(
    inputs: tuple[str, ...],
    passes: tuple[str, ...],
    pass_pipeline: str | None,
    as_written: bool,
    allow_unregistered_dialect: bool,
    value: tuple[str, ...],
    function: tuple[str, ...],
    kind: tuple[str, ...],
    all: bool,
    tile: tuple[Tile, ...],
    sort: str,
    top: int | None,
    collectives: bool,
    bandwidth: dict[str, float],
    peak: bool,
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
    **_messages: str,
) -> None:
    """What the command does with what Click has read."""
    from sdyopt.view import printing
    from sdyopt.view.limits import Limits, exceeded
    from sdyopt.view.model import Kind
    from sdyopt.view.order import listed

    to_run = pipeline(passes, pass_pipeline)
    _check_forms(inputs, diff, json, bool(grid), html is not None, model_explorer is not None)
    names = (*value, *filter(None, grid))
    is_table = not (json or grid or diff or html is not None or model_explorer is not None)
    if is_table and (collectives or bandwidth or peak):
        kind = (Kind.ARGUMENT, Kind.RESULT)
    selected: dict[str, Any] = {
        "as_written": as_written,
        "functions": function or None,
        "kinds": kind or None,
        "only_public": is_table and not all,
        "most": printing.MOST_ROWS if is_table and not all and top is None else None,
    }
    analyses = []
    for path in inputs or ("-",):
        module = _read(path, allow_unregistered_dialect, to_run)
        analyses.append(_view(module, names, tile, selected))
    views = [analysis.view for analysis in analyses]
    found = views[-1]
    if diff:
        printing.print_comparison(views[0], found, json, color)
    elif html is not None:
        from sdyopt.view.page.writing import Extent, write_page

        write_page(html, analyses[-1], module, Extent(sort, top, all, allow_unregistered_dialect))
    elif model_explorer is not None:
        printing.write_model_explorer(model_explorer, analyses[-1])
    elif json:
        tensors = _drawn(found, names) if grid else listed(found.tensors, sort, top)
        printing.print_json(found, tensors, bool(grid))
    elif grid:
        printing.print_grids(_drawn(found, names), dims, at, color)
    else:
        shown = printing.Shown(collectives, peak, function, all, top, bandwidth, color)
        printing.print_view(found, listed(found.tensors, sort, top), shown)
    _fail_on(list(exceeded(found, Limits(max_bytes, max_sent, max_peak))), found.file)


def _check_forms(inputs: Sequence[str], diff: bool, json: bool, grid: bool, html: bool, model_explorer: bool) -> None:
    """Raises UsageError for forms that do not go together."""
    if html and (json or grid):
        raise click.UsageError(f"--html shows all of it: it goes without --{'json' if json else 'grid'}")
    if model_explorer and (json or grid or html or diff):
        other = "json" if json else "grid" if grid else "html" if html else "diff"
        raise click.UsageError(f"--model-explorer writes a graph: it goes without --{other}")
    if diff and (grid or html):
        raise click.UsageError(f"--diff goes without --{'grid' if grid else 'html'}")
    if diff and len(inputs) != 2:
        raise click.UsageError("--diff compares two programs: sdy-view BEFORE AFTER --diff")
    if not diff and len(inputs) > 1:
        raise click.UsageError(f"there are {len(inputs)} inputs, and only --diff takes two")


def _read(path: str, allow_unregistered_dialect: bool, passes: Pipeline) -> Module:
    """Returns the program of a file, as passes leave it."""
    from sdyopt.api.module import Error, parse
    from sdyopt.driver.io.files import read_input

    try:
        text, name = read_input(path)
    except OSError as error:
        console.fail_on_file("input", path, error)
    try:
        return parse(text, allow_unregistered_dialect, name).run_pipeline(passes)
    except Error as error:
        sys.stderr.write(error.written(console.message_style()))
        raise click.exceptions.Exit(EXIT_FAILURE) from None


def _view(module: Module, names: Sequence[str], tiles: tuple[Tile, ...], selected: dict[str, Any]) -> Analysis:
    from sdyopt.api.module import Error
    from sdyopt.display.messages import Extent, Message
    from sdyopt.view.collection import analyze
    from sdyopt.view.errors import ViewError

    try:
        return analyze(module, names, tiles, **selected)
    except Error as error:
        hint = "--as-written shows the program without propagating its shardings"
        sys.stderr.write(error.written(console.message_style()))
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
