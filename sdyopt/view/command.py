"""The `sdy-view` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import Flag, NameFlag, ValueFlag
from sdyopt.cli.message_flags import message_flags
from sdyopt.cli.pass_flags import pass_section, pipeline
from sdyopt.layout import ShapeSyntaxError, Tile, parse_tiles
from sdyopt.view.order import ORDERS

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.view.model import ModuleView, TensorView

_MOST_DIGITS = 18

_HELP = """Tells what the shardings of an MLIR program mean: what each device holds of its tensors, and what that costs.

INPUT is a file; without one, or with -, standard input is read. Listed are the arguments and results of functions and
what sharding constraints give. Every option may be written with one dash or two.
"""


def _tiles(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[Tile, ...]:
    """`T(8,128)(2,1)`."""
    if text is None:
        return ()
    try:
        return parse_tiles(text)
    except ShapeSyntaxError as error:
        raise click.BadParameter(f"'{text}' is no tiling: {error}", ctx, param) from None


def _dimensions(ctx: click.Context, param: click.Parameter, text: str | None) -> list[int] | None:
    """`0,1`, or `0`."""
    if text is None:
        return None
    numbers = [_number(ctx, param, part) for part in text.split(",")]
    if len(numbers) > 2 or len(set(numbers)) < len(numbers):
        raise click.BadParameter(f"'{text}' is not one dimension or two different ones", ctx, param)
    return numbers


def _places(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> dict[str, int]:
    """`2=1` or `data=0`."""
    found = {}
    for text in texts:
        name, equals, number = text.rpartition("=")
        if not equals:
            raise click.BadParameter(f"'{text}' is not of the form DIMENSION=BLOCK or AXIS=PLACE", ctx, param)
        found[name] = _number(ctx, param, number)
    return found


def _number(ctx: click.Context, param: click.Parameter, text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise click.BadParameter(f"'{text}' is no number of a dimension, block or place", ctx, param)
    return int(digits)


def _sdy_view(
    input: str,
    passes: tuple[str, ...],
    pass_pipeline: str | None,
    allow_unregistered_dialect: bool,
    value: tuple[str, ...],
    tile: tuple[Tile, ...],
    sort: str,
    top: int | None,
    json: bool,
    grid: tuple[str, ...],
    dims: list[int] | None,
    at: dict[str, int],
    html: str | None,
    color: str,
    **_messages: str,
) -> None:
    """What the command does with what Click has read."""
    from sdyopt.api.module import Error, parse
    from sdyopt.driver.io.files import read_input
    from sdyopt.view.collection import view
    from sdyopt.view.errors import ViewError
    from sdyopt.view.order import listed

    to_run = pipeline(passes, pass_pipeline)
    if html is not None and (json or grid):
        raise click.UsageError(f"--html shows all of it: it goes without --{'json' if json else 'grid'}")
    try:
        text, name = read_input(input)
    except OSError as error:
        console.fail_on_file("input", input, error)
    try:
        module = parse(text, allow_unregistered_dialect, name).run_pipeline(to_run)
        found = view(module, (*value, *filter(None, grid)), tile)
    except Error as error:
        sys.stderr.write(error.written(console.message_style()))
        raise click.exceptions.Exit(EXIT_FAILURE) from None
    except ViewError as error:
        console.fail(str(error))
    tensors = _drawn(found, [*value, *filter(None, grid)]) if grid else listed(found.tensors, sort, top)
    if html is not None:
        _write_page(html, found, tensors, module, allow_unregistered_dialect)
    elif json:
        _print_json(found, tensors, bool(grid))
    elif grid:
        _print_grids(tensors, dims, at, color)
    else:
        _print_tables(found, tensors, color)


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


def _write_page(path: str, found: ModuleView, tensors: Sequence[TensorView], module: Module, lenient: bool) -> None:
    from sdyopt.driver.io.files import write_output
    from sdyopt.view.page import page, program_of

    text = page(found, tensors, program_of(module, lenient))
    try:
        write_output(path, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        console.fail_on_file("output", path, error)


def _print_json(found: ModuleView, tensors: Sequence[TensorView], with_blocks: bool) -> None:
    from json import dumps

    from sdyopt.view.errors import GridError
    from sdyopt.view.json_form import view_object

    try:
        click.echo(dumps(view_object(found, tensors, with_blocks)))
    except GridError as error:
        console.fail(str(error))


def _print_grids(tensors: Sequence[TensorView], dimensions: list[int] | None, at: dict[str, int], color: str) -> None:
    from shutil import get_terminal_size

    from sdyopt.display.pictures import print_picture
    from sdyopt.view.errors import GridError
    from sdyopt.view.grid import grid

    for number, tensor in enumerate(tensors):
        try:
            lines = grid(tensor, get_terminal_size().columns, dimensions, at)
        except GridError as error:
            console.fail(str(error))
        if number:
            click.echo()
        print_picture(lines, color)


def _print_tables(found: ModuleView, tensors: Sequence[TensorView], color: str) -> None:
    from sdyopt.display.tables import print_table
    from sdyopt.view.table import function_table, heading, tensor_table

    click.echo(heading(found))
    if tensors:
        click.echo()
        print_table(tensor_table(found, tensors), color)
    if len(tensors) < len(found.tensors):
        click.echo(f"… {len(found.tensors) - len(tensors):,} more")
    if found.functions:
        click.echo()
        print_table(function_table(found), color)


_INPUT = (Flag("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects."),)

_LISTED = (
    ValueFlag(
        "value",
        "List this value, too: %3#1, or @main:%3 in that function, or 12:%3 on that line.",
        "NAME",
        multiple=True,
    ),
    ValueFlag("tile", "Also tell what a device needs in these tiles of XLA: T(8,128)(2,1).", "TILES", callback=_tiles),
    ValueFlag(
        "sort",
        "List by place in the file (the default), bytes a device (in tiles if there are), name, global shape.",
        "|".join(ORDERS),
        type=click.Choice(list(ORDERS)),
        default="order",
    ),
    ValueFlag("top", "List only the first N tensors.", "N", type=click.IntRange(min=1)),
)

_DRAWN = (
    NameFlag("grid", "Draw which devices hold which block of the tensor of that name, or of the only one.", "NAME"),
    ValueFlag(
        "dims",
        "Draw these dimensions, down and across, instead of the two cut in most blocks.",
        "I,J",
        callback=_dimensions,
    ),
    ValueFlag(
        "at",
        "Of dimension I draw block N, and of a manual axis I place N, instead of the first.",
        "I=N",
        callback=_places,
        multiple=True,
    ),
)

_WRITTEN = (
    Flag("json", "Write everything as one JSON object."),
    ValueFlag(
        "html",
        "Write a page for browsers, with tables, pictures and the program, to a file or (-) standard output.",
        "FILE",
    ),
)

COMMAND = MlirCommand(
    "sdy-view",
    _sdy_view,
    _HELP,
    click.Argument(["input"], default="-", required=False),
    (
        pass_section(),
        Section("Input", _INPUT),
        Section("Tables", _LISTED),
        Section("Pictures", _DRAWN),
        Section("Other forms", _WRITTEN),
        Section("Diagnostics", message_flags()),
    ),
)

run = COMMAND.run
