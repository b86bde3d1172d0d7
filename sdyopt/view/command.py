"""The `sdy-view` command."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sdyopt import console
from sdyopt.flags import Flag, MlirCommand, pass_flags, pipeline
from sdyopt.layout import ShapeSyntaxError, Tile, parse_tiles
from sdyopt.process import EXIT_FAILURE
from sdyopt.view.order import ORDERS

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


def _sdy_view(
    input: str,
    passes: tuple[str, ...],
    allow_unregistered_dialect: bool,
    value: tuple[str, ...],
    tile: tuple[Tile, ...],
    sort: str,
    top: int | None,
    json: bool,
) -> None:
    """What the command does with what Click has read."""
    from sdyopt.api import Error, parse
    from sdyopt.driver.files import read_input
    from sdyopt.view.collection import view
    from sdyopt.view.order import listed
    from sdyopt.view.selection import UnknownValueError

    entries = pipeline(passes)
    try:
        text, name = read_input(input)
    except OSError as error:
        console.fail_on_file("input", input, error)
    try:
        module = parse(text, allow_unregistered_dialect, name).run(*[entry.name for entry in entries])
        found = view(module, value, tile)
    except Error as error:
        click.echo(error, err=True)
        raise click.exceptions.Exit(EXIT_FAILURE) from None
    except UnknownValueError as error:
        console.fail(str(error))
    tensors = listed(found.tensors, sort, top)
    if json:
        from json import dumps

        from sdyopt.view.json_form import view_object

        click.echo(dumps(view_object(found, tensors)))
        return
    from sdyopt.display.tables import print_table
    from sdyopt.view.table import function_table, heading, tensor_table

    click.echo(f"{heading(found)}\n")
    print_table(tensor_table(found, tensors))
    if len(tensors) < len(found.tensors):
        click.echo(f"… {len(found.tensors) - len(tensors):,} more")
    if found.functions:
        click.echo()
        print_table(function_table(found))


def _command() -> click.Command:
    parameters: list[click.Parameter] = [
        click.Argument(["input"], default="-", required=False),
        *pass_flags(),
        Flag("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects."),
        click.Option(
            ["-value", "--value"],
            multiple=True,
            metavar="NAME",
            help="List this value, too: %3#1, or @main:%3 in that function, or 12:%3 on that line.",
        ),
        click.Option(
            ["-tile", "--tile"],
            callback=_tiles,
            metavar="TILES",
            help="Also tell what a device needs in these tiles of XLA: T(8,128)(2,1).",
        ),
        click.Option(
            ["-sort", "--sort"],
            type=click.Choice(list(ORDERS)),
            default="order",
            metavar="|".join(ORDERS),
            help="What to list first: by place in the file (the default), bytes a device, name or global shape.",
        ),
        click.Option(["-top", "--top"], type=click.IntRange(min=1), metavar="N", help="List only the first N tensors."),
        click.Option(["-json", "--json"], is_flag=True, help="Write everything as one JSON object."),
    ]
    command = MlirCommand(
        "sdy-view",
        callback=_sdy_view,
        params=parameters,
        help=_HELP,
        context_settings=console.SETTINGS,
    )
    return console.with_version(command)


COMMAND = _command()


def run(argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Runs the command inside this process: exit status, standard output and standard error."""
    return console.run(COMMAND, argv, stdin)
