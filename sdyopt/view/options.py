"""The options of the `sdy-view` command, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from sdyopt.cli.command import Section
from sdyopt.cli.flags import Flag, NameFlag, ValueFlag
from sdyopt.cli.message_flags import frame_flags, message_flags
from sdyopt.cli.pass_flags import pass_section
from sdyopt.cost.held.profiles import DEFAULT_PROFILE, Profile
from sdyopt.display.wording import suggested
from sdyopt.view.order import ORDERS
from sdyopt.view.render.amounts import margin_of, size
from sdyopt.view.stacks.stack_options import STACK_FLAGS
from sdyopt.view.timing.time_options import TIME_FLAGS
from sdyopt.view.variants.variant_options import VARIANT_FLAGS

if TYPE_CHECKING:
    from sdyopt.cost.program.assumed_runs import AssumedRuns
    from sdyopt.layout import Tile

KINDS = ("argument", "result", "constraint", "manual", "value")
"""What `--kind` takes."""

_MOST_DIGITS = 18


def _tiles(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[Tile, ...]:
    """`T(8,128)(2,1)`."""
    if text is None:
        return ()
    from sdyopt.layout import ShapeSyntaxError, parse_tiles

    try:
        return parse_tiles(text)
    except ShapeSyntaxError as error:
        raise click.BadParameter(f"'{text}' is not a tiling: {error}", ctx, param) from None


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
        raise click.BadParameter(f"'{text}' is not a number of a dimension, block or place", ctx, param)
    return int(digits)


def _kinds(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> tuple[str, ...]:
    """`argument,result`."""
    names = [name.strip() for text in texts for name in text.split(",")]
    for name in names:
        if name not in KINDS:
            known = f"'{name}' is not one of {', '.join(map(repr, KINDS))}"
            raise click.BadParameter(known + suggested(name, KINDS), ctx, param)
    return tuple(names)


def _functions(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> tuple[str, ...]:
    """`main` or `@main`."""
    return tuple([text.removeprefix("@") for text in texts])


def amounts_by_axis(
    unit: str, example: str
) -> Callable[[click.Context, click.Parameter, Sequence[str]], dict[str, float]]:
    """Returns what reads `model=90`, or with the unit `model=90GB/s`."""

    def read(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> dict[str, float]:
        found = {}
        for text in texts:
            axis, _, number = text.rpartition("=")
            try:
                amount = float(number.strip().removesuffix(unit))
            except ValueError:
                amount = 0.0
            if not axis or not 0 < amount < float("inf"):
                raise click.BadParameter(f"'{text}' is not of the form AXIS={unit}, as in {example}", ctx, param)
            found[axis.strip('"')] = amount
        return found

    return read


bandwidths = amounts_by_axis("GB/s", "model=90")


def _assumed(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> AssumedRuns:
    """`32`, or `model.py:39=32`."""
    from sdyopt.cost.program.assumed_runs import AssumedRuns

    everywhere: int | None = None
    places: list[tuple[str, int]] = []
    for text in texts:
        place, equals, number = text.rpartition("=")
        digits = number.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS) or bool(equals) != bool(place):
            raise click.BadParameter(f"'{text}' is not of the form N or FILE:LINE=N, as in model.py:39=32", ctx, param)
        if place:
            places.append((place, int(digits)))
        else:
            everywhere = int(digits)
    return AssumedRuns(everywhere, tuple(places))


def _size(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    """`4096`, `1.5GiB`."""
    try:
        return None if text is None else size(text)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def _margin(ctx: click.Context, param: click.Parameter, text: str | None) -> float:
    """`15%`."""
    try:
        return 0.0 if text is None else margin_of(text)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


PEAK_PROFILE = ValueFlag(
    "peak-profile",
    f"What numbers are for: {DEFAULT_PROFILE} (the default), accelerators; cpu, XLA for CPUs (the default beside a "
    "program compiled for CPUs), with what it adds and sends there only; or memory, the same in program order.",
    "|".join(Profile),
    type=click.Choice([each.value for each in Profile]),
)

_PROGRAM = (
    ValueFlag(
        "module",
        "Of the programs that JAX or XLA have dumped to the folder INPUT (JAX_DUMP_IR_TO, --xla_dump_to), show the one "
        "of this name, the last if there are several, or number, next to what XLA has made of it.",
        "NAME|NUMBER",
    ),
    Flag("as-written", "Show the program as it is written, not as Shardy's partitioner leaves it."),
    Flag("local", "Take types as those of what one device holds, also in a program without collectives."),
    Flag("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects."),
)

_LISTED = (
    ValueFlag(
        "value",
        "List this value, too: %3#1, or @main:%3 in that function, or 12:%3 on that line, or p['w'].",
        "NAME",
        multiple=True,
    ),
    ValueFlag(
        "function",
        "List the tensors and collectives of this function instead of those of all public functions.",
        "NAME",
        multiple=True,
        callback=_functions,
    ),
    ValueFlag(
        "kind", f"List only tensors of these kinds: {', '.join(KINDS)}.", "KIND,…", multiple=True, callback=_kinds
    ),
    Flag("all", "List everything in all functions, not only the 20 rows that cost most."),
    ValueFlag("tile", "Also show what a device needs in these tiles of XLA: T(8,128)(2,1).", "TILES", callback=_tiles),
    ValueFlag(
        "sort",
        "List by place in the file (the default), bytes a device (in tiles if there are), name, global shape; "
        "collectives by bytes times runs, kind, operand; a comparison, which begins with the largest changes, by what "
        "AFTER has.",
        "|".join(ORDERS),
        type=click.Choice(list(ORDERS)),
    ),
    ValueFlag("top", "List only the first N rows.", "N", type=click.IntRange(min=1)),
)

ASSUME_RUNS = ValueFlag(
    "assume-runs",
    "Assume that loops of unknown length run N times: all of them, or the one at a place.",
    "N|FILE:LINE=N",
    callback=_assumed,
    multiple=True,
)

_COSTS = (
    Flag("collectives", "List the collectives, what each device sends in them, how often they run, and why."),
    ValueFlag(
        "bandwidth",
        "Also show the least time that collectives take if a device sends at this rate along an axis.",
        "AXIS=GB/s",
        callback=bandwidths,
        multiple=True,
    ),
    ASSUME_RUNS,
    ValueFlag(
        "why",
        "Explain why this value, or its dimension DIM, is sharded as it is: where each axis comes from, and why others "
        "are missing.",
        "NAME[:DIM]",
        multiple=True,
    ),
    Flag("peak", "List what a device holds where it needs most memory, by a model of what XLA stores."),
    PEAK_PROFILE,
    Flag(
        "replicated",
        "List the values that are whole on several devices, by bytes times copies, the operation or constraint at "
        "which each axis ended, and what the value would take if it had passed.",
    ),
    ValueFlag(
        "hlo",
        "Show a program that XLA has compiled, from its HLO text: alone, or next to that of INPUT.",
        "FILE",
        multiple=True,
    ),
    ValueFlag(
        "xla-dump",
        "As --hlo, with what XLA has dumped to this folder (--xla_dump_to) of the module with the name of that of "
        "INPUT, or of the only one; and show what XLA allocates.",
        "FOLDER",
    ),
    Flag("force", "Show a compiled program that is not scheduled, or that does not seem to be made of INPUT."),
)

_GUARDS = (
    Flag("diff", "Compare two programs, BEFORE and AFTER: tensors, collectives and sums."),
    ValueFlag(
        "max-bytes", "Fail if arguments and results of a function take more on a device.", "SIZE", callback=_size
    ),
    ValueFlag("max-sent", "Fail if a device sends more in collectives.", "SIZE", callback=_size),
    ValueFlag("max-peak", "Fail if a device needs more at one time.", "SIZE", callback=_size),
    ValueFlag(
        "margin",
        "Add this to each number before it is compared with its limit, 15% say; by default nothing.",
        "PERCENT",
        callback=_margin,
    ),
    Flag(
        "strict",
        "Fail if a number is unknown or estimated, apart from the peak, which always is, or if an operation has no "
        "sharding rule, and list them.",
    ),
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
    ValueFlag(
        "model-explorer",
        "Write the graph for Model Explorer to a .json file, and beside it .bytes.json and .sent.json with node data.",
        "FILE",
    ),
)

SECTIONS = (
    Section("Program", _PROGRAM),
    Section("Tables", _LISTED),
    Section("Costs", _COSTS),
    Section("Time", TIME_FLAGS),
    Section("Variants", VARIANT_FLAGS),
    Section("Comparison and limits", _GUARDS),
    Section("Pictures", _DRAWN),
    Section("Other forms", _WRITTEN),
    Section("By call stack", STACK_FLAGS),
    Section("Diagnostics", (*message_flags(), *frame_flags())),
    pass_section(is_brief=True),
)
"""The options by section."""
