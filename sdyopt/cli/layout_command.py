"""The `sdy-layout` command."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import OptionRecord, StyleOptions, flag_option, value_option
from sdyopt.layout.reading import end_of_token, integer, parse_shape
from sdyopt.layout.shape import ArrayShape, LayoutError, Shape, ShapeSyntaxError, TupleShape, leaves
from sdyopt.layout.summary import array_of, hint, picture, shape_object, summary

if TYPE_CHECKING:
    from sdyopt.display.messages import Message

_HELP = """Shows how XLA lays out arrays in memory.

A SHAPE is written as in HLO text: sdy-layout 'f32[3,5]{1,0:T(2,2)}'. With -, it is read from standard input. Every
option may be written with one dash or two.
"""

_LONGEST_SHOWN = 60
"""Characters of a word of the command line that an error shows."""


def _indices(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> list[tuple[int, ...]]:
    """`2,3`, a position in each dimension; `()` or nothing for the index of a scalar."""
    found = []
    for value in values:
        text = value.strip().removeprefix("(").removesuffix(")")
        entries = text.split(",") if text.strip() else []
        found.append(tuple([_whole_number(ctx, param, entry) for entry in entries]))
    return found


def _whole_number(ctx: click.Context, param: click.Parameter, text: str) -> int:
    text = text.strip()
    digits = text.removeprefix("-")
    found = integer(text) if digits.isascii() and digits.isdigit() else None
    if found is None:
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
        raise click.BadParameter(f"'{shown}' is not a whole number of at most 64 bits", ctx, param)
    return found


class LayoutOptions(OptionRecord):
    index: list[tuple[int, ...]] = value_option(
        "Print where in memory the element at this logical index is, counted in elements.",
        "I,J,…",
        callback=_indices,
        multiple=True,
    )
    offset: list[int] = value_option(
        "Print the logical index of what is at this place in memory, or 'padding'.",
        "N",
        callback=lambda ctx, param, values: [_whole_number(ctx, param, value) for value in values],
        multiple=True,
    )
    grid: bool = flag_option("Show where in memory each element is, tile by tile.")
    json: bool = flag_option("Write everything as one JSON object.")


def _sdy_layout(shapes: Sequence[str], **options: Any) -> None:
    given = LayoutOptions(**options)
    index, offset, grid, json = given.index, given.offset, given.grid, given.json
    if grid and json:
        raise click.UsageError("--grid draws for people and --json writes for programs: choose one")
    try:
        for number, shape in enumerate(shapes):
            if shape == "-":
                shape = console.read_text(shape)[0].encode("utf-8", "surrogateescape").decode(errors="replace")
            parsed = parse_shape(shape)
            if json:
                _print_json(parsed, index, offset)
                continue
            if grid:
                for _, leaf in leaves(parsed):
                    array = array_of(leaf)
                    click.echo("\n".join([str(leaf), *(picture(array) if array is not None else ())]))
            for line in _answers(parsed, index, offset):
                click.echo(line)
            if not (grid or index or offset):
                click.echo(f"\n{summary(parsed)}" if number else summary(parsed))
    except LayoutError as error:
        console.say(_message(error))
        raise click.exceptions.Exit(EXIT_FAILURE) from None


def _answers(shape: Shape, index: Sequence[tuple[int, ...]], offset: Sequence[int]) -> list[str]:
    """A line for each index, then one for each offset."""
    if not index and not offset:
        return []
    array = _only_array(shape)
    found = [array.logical_index(number) for number in offset]
    return [str(array.linear_index(entries)) for entries in index] + [
        "padding" if entries is None else ",".join(map(str, entries)) or "()" for entries in found
    ]


def _only_array(shape: Shape) -> ArrayShape:
    array = None if isinstance(shape, TupleShape) else array_of(shape)
    if array is None:
        raise LayoutError("only an array has indices and offsets; give one array of the tuple, or an array's type")
    return array


def _print_json(shape: Shape, index: Sequence[tuple[int, ...]], offset: Sequence[int]) -> None:
    described = shape_object(shape)
    if index or offset:
        array = _only_array(shape)
        described["indices"] = [{"index": entries, "offset": array.linear_index(entries)} for entries in index]
        described["offsets"] = [{"offset": number, "index": array.logical_index(number)} for number in offset]
    click.echo(dumps(described))


def _message(error: LayoutError) -> Message:
    """Returns what is said of a shape that is none, with the place; of other errors there is none."""
    from sdyopt.display.messages import Excerpted, Extent, Message

    if not isinstance(error, ShapeSyntaxError):
        return Message("error", str(error), Extent(None))
    text, offset = error.text, error.offset
    end = end_of_token(text, offset)
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    column = len(before.encode("utf-8", "surrogateescape")) + 1
    extent = Extent(None, text.count("\n", 0, offset) + 1, column, None if end is None else column + end - offset)
    return Message("error", str(error), extent, Excerpted(text, offset, end), hint(error))


COMMAND = MlirCommand(
    "sdy-layout",
    _sdy_layout,
    _HELP,
    click.Argument(["shapes"], nargs=-1, required=True, metavar="SHAPE..."),
    (Section("Options", LayoutOptions.flags()), Section("Diagnostics", StyleOptions.flags())),
)

run = COMMAND.run
