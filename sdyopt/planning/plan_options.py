"""The options of the `sdy-plan` command, and how their values are read."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from sdyopt.cli.command import Section
from sdyopt.cli.flags import Flag, JobsFlag, RevisionFlag, ValueFlag
from sdyopt.cli.message_flags import message_flags
from sdyopt.view.options import ASSUME_RUNS, PEAK_PROFILE, amounts_by_axis, bandwidths
from sdyopt.view.render.amounts import margin_of
from sdyopt.view.timing.time_options import TIME_FLAGS

_MOST_DIGITS = 9

_TIMES = re.compile(r"\d(\.\d+)?|10")


def _pairs(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> dict[str, str]:
    """`p['w']=P('data')`, `batch=tokens:0`: up to the last `=` before the value."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise click.BadParameter(f"'{text}' is not of the form NAME=VALUE", ctx, param)
        found[name] = value
    return found


def _margin(ctx: click.Context, param: click.Parameter, text: str | None) -> str | float | None:
    """`15%`, or `1` as earlier versions read it."""
    if text is None:
        return None
    if _TIMES.fullmatch(text):
        return float(text)
    try:
        margin_of(text)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return text


class DropFlag(click.Option):
    """`-drop`, or `-drop=all`."""

    def __init__(self, help: str) -> None:
        super().__init__(["-drop", "--drop", "drop"], type=click.Choice(["arguments", "all"]), help=help)
        self.metavar = "[=all]"

    def as_read(self, name: str, value: str | None) -> str:
        """Returns the form of `-drop` or `-drop=all` for Click, which always has a value."""
        return f"--{name}={'arguments' if value is None else value}"


_DEVICES = (
    ValueFlag("mesh", "The mesh: data=16,model=32; by default that of the program.", "AXIS=SIZE,…"),
    ValueFlag("devices", "Try the shapes that a mesh of N devices can have.", "N", type=click.IntRange(min=1)),
    *[flag for flag in TIME_FLAGS if flag.name != "time"],
    ValueFlag(
        "bandwidth",
        "What a device sends along an axis in a second, in place of the device's.",
        "AXIS=GB/s",
        callback=bandwidths,
        multiple=True,
    ),
    ValueFlag(
        "latency",
        "How long it takes along an axis from one device to the next, in place of the device's.",
        "AXIS=µs",
        callback=amounts_by_axis("µs", "model=2"),
        multiple=True,
    ),
    ValueFlag(
        "memory",
        "The limit of what a device holds: 14GiB, 80% of the device's memory, or none; by default 90%. Several limits, "
        "separated by commas, give a plan for each; evaluations are shared.",
        "SIZE,…",
    ),
    ValueFlag(
        "margin",
        "Add this to each peak before it is compared with the limit, as in sdy-view: 15% say; by default nothing.",
        "PERCENT",
        callback=_margin,
    ),
    PEAK_PROFILE,
)

_PROGRAM = (
    DropFlag("Remove the shardings of arguments and results first; with all, also constraints and reshards."),
    ValueFlag(
        "fix",
        "Give arguments of this name, which may have *, a sharding that stays: p['w*']=P(None,'model').",
        "NAME=SPEC",
        multiple=True,
        callback=_pairs,
    ),
    ValueFlag("leave", "Leave arguments whose names match as they are.", "REGEX", multiple=True),
    ASSUME_RUNS,
    ValueFlag("start", "Begin with the plan of this file, also of a program with fewer layers.", "PLAN"),
    Flag("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects."),
    RevisionFlag(),
)

_SEARCH = (
    ValueFlag(
        "budget",
        "The number of plans that are evaluated; 300 by default.",
        "N",
        type=click.IntRange(1, 10**_MOST_DIGITS),
    ),
    ValueFlag("seconds", "End the search after this time.", "S", type=click.FloatRange(min=0, min_open=True)),
    JobsFlag("The number of processes that evaluate plans; 0 or auto for one for each processor."),
    ValueFlag(
        "seed", "Shuffle the order in which actions are tried; 0, the default, does not.", "N", type=click.IntRange(0)
    ),
    ValueFlag(
        "time-margin",
        "How much of the time of collectives, reduce-scatters counted as all-reduces, is added to that of a step when "
        "plans are compared, as XLA may send more than is estimated; 1 by default. With 0 the fastest plan is taken.",
        "TIMES",
        type=click.FloatRange(0, 10),
    ),
    ValueFlag(
        "max-axes-per-dim", "The number of axes that a dimension may have; by default all.", "N", type=click.IntRange(1)
    ),
    Flag("no-at-use", "Plan only how arguments and results are stored, not how products see them."),
)

_OUTPUT = (
    ValueFlag("o", "Write the program with the planned shardings to this file, or (-) to standard output.", "FILE"),
    ValueFlag("specs", "Write the PartitionSpecs as Python to this file, or (-) to standard output.", "FILE"),
    ValueFlag(
        "pareto",
        "Write the N best spread plans of memory against time to FILE.1, … of -o.",
        "N",
        type=click.IntRange(1),
    ),
    Flag("json", "Write everything as one JSON object, which --start reads."),
    ValueFlag("html", "Write a page with memory against time, where a point opens its plan.", "PAGE"),
    ValueFlag(
        "why",
        "List the other choices for arguments of this name, which may have *, with their times and peaks.",
        "NAME",
        multiple=True,
    ),
    Flag("explain", "Show the best plan after each part of the search."),
    ValueFlag("name", "Call a dimension by this name: batch=tokens:0.", "NAME=ARG:DIM", multiple=True, callback=_pairs),
)

SECTIONS = (
    Section("Devices", _DEVICES),
    Section("Program", _PROGRAM),
    Section("Search", _SEARCH),
    Section("Output", _OUTPUT),
    Section("Diagnostics", message_flags()),
)
"""The options by section."""
