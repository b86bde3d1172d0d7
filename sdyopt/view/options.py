"""The options of the `sdy-view` command, and how their values are read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli.command import Section
from sdyopt.cli.flags import Flag, ValueFlag, frame_flags, message_flags
from sdyopt.cli.pass_flags import pass_section
from sdyopt.cost.memory_model.profiles import DEFAULT_PROFILE, Profile
from sdyopt.display.wording import suggested
from sdyopt.view.model import ORDERS
from sdyopt.view.render.amounts import margin_of, size
from sdyopt.view.stacks import STACK_FLAGS
from sdyopt.view.variants.variant_options import VARIANT_FLAGS, wants_variants

if TYPE_CHECKING:
    from sdyopt.cost.program.executions import AssumedRuns
    from sdyopt.cost.time.machine import Machine
    from sdyopt.layout.shape import Tile


# The options of `sdy-view` that say which machine a program is timed for.

_TOPOLOGY = re.compile(r"[1-9]\d{0,8}(x[1-9]\d{0,8})*")

_FUSIONS = ("kernels", "full")


def _topology(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, ...]:
    """`4x8x8`."""
    if text is None:
        return ()
    if _TOPOLOGY.fullmatch(text) is None:
        raise click.BadParameter(f"'{text}' is not of the form 4x8x8", ctx, param)
    return tuple(map(int, text.split("x")))


def _axes(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`tensor=x,y`."""
    found = {}
    for text in texts:
        name, equals, along = text.rpartition("=")
        parts = tuple([part.strip() for part in along.split(",")])
        if not equals or not name or not all(parts):
            raise click.BadParameter(f"'{text}' is not of the form AXIS=x,y or AXIS=dcn", ctx, param)
        found[name.strip('"')] = parts
    return found


TIME_FLAGS = (
    Flag("time", "Estimate how long a step takes: by operation and by line, and what bounds it."),
    ValueFlag(
        "device",
        "Estimate times for this device: tpu-v5p (the default), another of the table, or a file NAME.toml.",
        "NAME",
    ),
    ValueFlag("topology", "The torus of chips, of one slice: 4x8x8.", "SIZES", callback=_topology),
    ValueFlag(
        "axis",
        "Along which axes of the torus (x, y, z) an axis of the mesh is, or dcn between slices: tensor=x,y.",
        "AXIS=x,y",
        multiple=True,
        callback=_axes,
    ),
    ValueFlag(
        "slices",
        "The number of slices of a torus, which are connected by a slower network.",
        "N",
        type=click.IntRange(min=1),
    ),
    ValueFlag(
        "overlap",
        "How much of what could overlap with independent operations collectives hide, from 0 (the default) to 1.",
        "SHARE",
        type=click.FloatRange(0, 1),
    ),
    ValueFlag(
        "fusion",
        "Count the memory traffic of element-wise operations in fused kernels (the default), or not at all (full).",
        "|".join(_FUSIONS),
        type=click.Choice(_FUSIONS),
    ),
)
"""The options."""


_NAMES = ("time", "device", "topology", "axis", "slices", "overlap", "fusion")


def machine_of(given: Mapping[str, Any], bandwidths: Mapping[str, float]) -> Machine | None:
    """Returns the machine that options say, which are by name in `given`; None if there is none of them.

    Raises UsageError for a device that is not known.
    """
    if not any(given[name] for name in _NAMES):
        return None
    from sdyopt.cost.time.machine import DEFAULT_DEVICE, DeviceError, Machine, Placement
    from sdyopt.cost.time.operations import Fusion

    placement = Placement(
        topology=given["topology"],
        axes=tuple(given["axis"].items()),
        slices=given["slices"] or 1,
        bandwidths=tuple(bandwidths.items()),
    )
    try:
        machine = Machine.of(given["device"] or DEFAULT_DEVICE, placement, given["overlap"] or 0.0)
    except DeviceError as error:
        raise click.UsageError(f"--device: {error}") from None
    return machine._replace(fusion=Fusion(given["fusion"] or Fusion.KERNELS))


def default_machine(bandwidths: Mapping[str, float]) -> Machine:
    """Returns the machine for which times are estimated if no option says it."""
    from sdyopt.cost.time.machine import Machine, Placement

    return Machine.of(placement=Placement(bandwidths=tuple(bandwidths.items())))


KINDS = ("argument", "result", "constraint", "manual", "value")
"""What `--kind` takes."""

_MOST_DIGITS = 18


def _tiles(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[Tile, ...]:
    """`T(8,128)(2,1)`."""
    if text is None:
        return ()
    from sdyopt.layout.reading import parse_tiles
    from sdyopt.layout.shape import ShapeSyntaxError

    try:
        return parse_tiles(text)
    except ShapeSyntaxError as error:
        raise click.BadParameter(f"'{text}' is not a tiling: {error}", ctx, param) from None


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


def bandwidths(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> dict[str, float]:
    """`model=90`, or `model=90GB/s`."""
    found = {}
    for text in texts:
        axis, _, number = text.rpartition("=")
        try:
            rate = float(number.strip().removesuffix("GB/s"))
        except ValueError:
            rate = 0.0
        if not axis or not 0 < rate < float("inf"):
            raise click.BadParameter(f"'{text}' is not of the form AXIS=GB/s, as in model=90", ctx, param)
        found[axis.strip('"')] = rate
    return found


def _assumed(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> AssumedRuns:
    """`32`, or `model.py:39=32`."""
    from sdyopt.cost.program.executions import AssumedRuns

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
    Section("Other forms", _WRITTEN),
    Section("By call stack", STACK_FLAGS),
    Section("Diagnostics", (*message_flags(), *frame_flags())),
    pass_section(is_brief=True),
)
"""The options by section."""


# What `sdy-view` has been given, and which of its forms go together.


class Given(SimpleNamespace):
    """What Click has read, by the names of options: those of `sdyopt.view.options`, and the inputs."""

    inputs: tuple[str, ...]
    passes: tuple[str, ...]
    pass_pipeline: str | None
    module: str | None
    as_written: bool
    local: bool
    allow_unregistered_dialect: bool
    value: tuple[str, ...]
    function: tuple[str, ...]
    kind: tuple[str, ...]
    all: bool
    tile: tuple[Tile, ...]
    sort: str | None
    top: int | None
    collectives: bool
    bandwidth: dict[str, float]
    assume_runs: AssumedRuns
    why: tuple[str, ...]
    peak: bool
    peak_profile: str | None
    replicated: bool
    hlo: tuple[str, ...]
    xla_dump: str | None
    force: bool
    diff: bool
    max_bytes: int | None
    max_sent: int | None
    max_peak: int | None
    margin: float
    strict: bool
    json: bool
    html: str | None
    model_explorer: str | None
    color: str
    frames: str
    skip_frames: Sequence[str]

    @property
    def order(self) -> str:
        return self.sort or "order"

    @property
    def is_beside(self) -> bool:
        """Whether a compiled program is shown."""
        return bool(self.hlo) or self.xla_dump is not None

    @property
    def is_table(self) -> bool:
        return not (self.json or self.diff or self.html is not None or self.model_explorer is not None)

    @property
    def has_variants(self) -> bool:
        return wants_variants(vars(self)) or (len(self.inputs) > 1 and not self.diff)


_APART = (
    ("html", " shows all of it: it", ("json",)),
    ("model-explorer", " writes a graph: it", ("json", "html", "diff")),
    ("diff", "", ("html",)),
    ("hlo", "", ("diff", "model-explorer")),
    ("why", "", ("diff", "model-explorer")),
    ("replicated", "", ("diff", "model-explorer", "html")),
)
"""Forms, the reason, and those without which each of them goes."""


def check_forms(given: Given) -> None:
    """Raises UsageError for forms that do not go together."""
    wanted = {
        "html": given.html is not None,
        "model-explorer": given.model_explorer is not None,
        "diff": given.diff,
        "json": given.json,
        "why": bool(given.why),
        "peak": given.peak,
        "replicated": given.replicated,
        "hlo": given.is_beside,
    }
    for form in ("hlo", "model-explorer", "peak", "replicated", "why"):
        if given.has_variants and wanted[form]:
            raise click.UsageError(f"--{form} shows one program; several inputs, or variants, give a table")
    for form, reason, others in _APART:
        for other in others:
            if wanted[form] and wanted[other]:
                raise click.UsageError(f"--{form}{reason} cannot be combined with --{other}")
    if given.diff and len(given.inputs) != 2 and not given.has_variants:
        raise click.UsageError("--diff compares two programs: sdy-view BEFORE AFTER --diff")
    if given.margin and given.max_bytes is given.max_sent is given.max_peak is None:
        raise click.UsageError("--margin is one of limits: give --max-peak, --max-sent or --max-bytes")
    if given.inputs.count("-") > 1:
        raise click.UsageError("only one input can be standard input")
    for form in ("why", "html", "replicated"):
        if given.is_beside and not given.inputs and wanted[form]:
            raise click.UsageError(f"--{form} needs a program: sdy-view INPUT --hlo FILE")
