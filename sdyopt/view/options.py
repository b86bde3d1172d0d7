"""The options of the `sdy-view` command, each declared once, and how their values are read."""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sdyopt.cli import console
from sdyopt.cli.command import Section, sections_of
from sdyopt.cli.flags import (
    SECONDS,
    JobsFlag,
    Number,
    OptionRecord,
    PlaceOptions,
    declared_option,
    flag_option,
    value_option,
)
from sdyopt.cli.pass_flags import pass_section
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.executions import AssumedRuns
from sdyopt.display.wording import suggested
from sdyopt.machines.names import DEFAULT_LIMIT, EFFORTS
from sdyopt.view.model import ORDERS, PARTITIONERS
from sdyopt.view.render.amounts import less_margin, margin_of, short, size

if TYPE_CHECKING:
    from sdyopt.cost.time.machine import Machine

T = TypeVar("T")

# How values are read.

KINDS = ("argument", "result", "constraint", "manual", "value")

_TOPOLOGY = re.compile(r"[1-9]\d{0,8}(x[1-9]\d{0,8})*")
_MAX_DIGITS = 18


def read_by(function: Callable[[Any], T], default: Any = None) -> Callable[[click.Context, click.Parameter, Any], T]:
    """Returns the callback of an option that a function reads, whose ValueError says what is wrong with the text."""

    def callback(ctx: click.Context, param: click.Parameter, given: Any) -> Any:
        try:
            return default if given is None else function(given)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from None

    return callback


def _topology(text: str) -> tuple[int, ...]:
    """`4x8x8`."""
    if _TOPOLOGY.fullmatch(text) is None:
        raise ValueError(f"'{text}' is not of the form 4x8x8")
    return tuple(map(int, text.split("x")))


def _axes(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`tensor=x,y`."""
    found = {}
    for text in texts:
        name, equals, along = text.rpartition("=")
        parts = tuple([part.strip() for part in along.split(",")])
        if not equals or not name or not all(parts):
            raise ValueError(f"'{text}' is not of the form AXIS=x,y or AXIS=dcn")
        found[name.strip('"')] = parts
    return found


def _kinds(texts: Sequence[str]) -> tuple[str, ...]:
    """`argument,result`."""
    names = [name.strip() for text in texts for name in text.split(",")]
    for name in names:
        if name not in KINDS:
            raise ValueError(f"'{name}' is not one of {', '.join(map(repr, KINDS))}{suggested(name, KINDS)}")
    return tuple(names)


def bandwidths(texts: Sequence[str]) -> dict[str, float]:
    """`model=90`, or `model=90GB/s`."""
    found = {}
    for text in texts:
        axis, _, number = text.rpartition("=")
        try:
            rate = float(number.strip().removesuffix("GB/s"))
        except ValueError:
            rate = 0.0
        if not axis or not 0 < rate < float("inf"):
            raise ValueError(f"'{text}' is not of the form AXIS=GB/s, as in model=90")
        found[axis.strip('"')] = rate
    return found


def _assumed(texts: Sequence[str]) -> AssumedRuns:
    """`32`, or `model.py:39=32`."""
    everywhere: int | None = None
    places: list[tuple[str, int]] = []
    for text in texts:
        place, equals, number = text.rpartition("=")
        digits = number.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS) or bool(equals) != bool(place):
            raise ValueError(f"'{text}' is not of the form N or FILE:LINE=N, as in model.py:39=32")
        if place:
            places.append((place, int(digits)))
        else:
            everywhere = int(digits)
    return AssumedRuns(everywhere, tuple(places))


# The options, by the sections of help.


class ProgramOptions(OptionRecord):
    title = "Program"
    module: str | None = value_option(
        "Of the programs that JAX or XLA have dumped to the folder INPUT (JAX_DUMP_IR_TO, --xla_dump_to), show the one "
        "of this name, the last if there are several, or number, next to what XLA has made of it.",
        "NAME|NUMBER",
    )
    partitioner: str | None = value_option(
        "Count the collectives that this partitioner inserts: xla, by a model of the one that JAX runs (the default), "
        "jaxlib, as the one of an installed jaxlib says, next to the model, or shardy.",
        "|".join(PARTITIONERS),
        type=click.Choice(PARTITIONERS),
    )
    check: bool = flag_option(
        "With --partitioner jaxlib, fail if the model's bytes differ by more than 5 %, and list the lines that differ."
    )
    as_written: bool = flag_option("Show the program as it is written, not as it is propagated and partitioned.")
    local: bool = flag_option("Take types as those of what one device holds, also in a program without collectives.")
    allow_unregistered_dialect: bool = flag_option("Accept operations, types and attributes of unknown dialects.")


MAX_ROWS = 20
"""The number of rows of a table by default."""


class TableOptions(OptionRecord):
    title = "Tables"
    value: tuple[str, ...] = value_option(
        "List this value, too: %3#1, or @main:%3 in that function, or 12:%3 on that line, or p['w'].",
        "NAME",
        multiple=True,
    )
    function: tuple[str, ...] = value_option(
        "List the tensors and collectives of this function instead of those of all public functions.",
        "NAME",
        multiple=True,
        callback=read_by(lambda names: tuple([name.removeprefix("@") for name in names])),
    )
    kind: tuple[str, ...] = value_option(
        f"List only tensors of these kinds: {', '.join(KINDS)}.", "KIND,…", multiple=True, callback=read_by(_kinds)
    )
    all: bool = flag_option("List everything in all functions, not only the 20 rows that cost most.")
    sort: str | None = value_option(
        "List by place in the file (the default), bytes a device, name, global shape; "
        "collectives by bytes times runs, kind, operand; a comparison, which begins with the largest changes, by what "
        "AFTER has.",
        "|".join(ORDERS),
        type=click.Choice(list(ORDERS)),
    )
    top: int | None = value_option("List only the first N rows.", "N", type=click.IntRange(min=1))

    @property
    def most(self) -> int | None:
        """The number of rows of a table, None for all."""
        return None if self.all else self.top or MAX_ROWS


class CostOptions(OptionRecord):
    title = "Costs"
    collectives: bool = flag_option(
        "List the collectives, what each device sends in them, how often they run, and why."
    )
    assume_runs: AssumedRuns = value_option(
        "Assume that loops of unknown length run N times: all of them, or the one at a place.",
        "N|FILE:LINE=N",
        callback=read_by(_assumed),
        multiple=True,
    )
    why: tuple[str, ...] = value_option(
        "Explain why this value, or what a line computes last, or its dimension DIM, is sharded as it is: where each "
        "axis comes from, and why others are missing.",
        "NAME|FILE:LINE[:DIM]",
        multiple=True,
    )
    peak: bool = flag_option("List what a device holds where it needs most memory, by a model of what XLA stores.")
    peak_profile: str | None = value_option(
        "Deprecated: --device chooses what numbers are for. cpu and memory also count what XLA sends on CPUs alone, as "
        "beside a program compiled for CPUs.",
        "memory|cpu|device",
        type=click.Choice(["memory", "cpu", "device"]),
    )
    replicated: bool = flag_option(
        "List the values that are whole on several devices, by bytes times copies, the operation or constraint at "
        "which each axis ended, and what the value would take if it had passed."
    )
    hlo: tuple[str, ...] = value_option(
        "Show a program that XLA has compiled, from its HLO text: alone, or next to the program INPUT.",
        "FILE",
        multiple=True,
    )
    force: bool = flag_option(
        "Show a compiled program that is not scheduled, or that does not seem to be made of INPUT."
    )


def former_profile(name: str | None) -> Compiler | None:
    """Returns the compiler that a profile of earlier releases means, after a warning; None for that of the machine."""
    if name is not None:
        hint = "--device says what numbers are for, and --compile cpu what XLA for CPUs holds"
        console.tell("warning", f"--peak-profile is that of earlier releases: {hint}")
    return Compiler.CPU if name in ("memory", "cpu") else None


class CompilerOptions(OptionRecord):
    title = "XLA's compilers"
    compile: tuple[str, ...] = value_option(
        "Compile the program for a machine that need not be there, and show it as --hlo does: gpu, gpu-h200:8, "
        "tpu-v5p:4x4x4, cpu. Without a size, it has as many devices as the program. May be repeated.",
        "MACHINE",
        multiple=True,
    )
    compile_effort: str | None = value_option(
        "For TPUs, compile in full (the default), or in a fifth of the time (quick), which may change the peak.",
        "|".join(EFFORTS),
        type=click.Choice(list(EFFORTS)),
    )
    compile_limit: float = value_option(
        f"Fail if compiling for a machine takes longer, {DEFAULT_LIMIT:g} by default.",
        "SECONDS",
        type=SECONDS,
        default=DEFAULT_LIMIT,
    )
    jax_python: str | None = value_option(
        "The Python whose jaxlib compiles and partitions: by default this one, or the first on PATH, that has one.",
        "PATH",
    )


class _StepOptions(OptionRecord):
    time: bool = flag_option("Estimate how long a step takes: by operation and by line, and what bounds it.")


class MachineOptions(OptionRecord):
    device: str | None = value_option(
        "Estimate times, memory and collectives for this device: tpu-v5p (the default, unless SDY_DEVICE says another "
        "one), another of the table, or a file NAME.toml.",
        "NAME",
    )
    topology: tuple[int, ...] = value_option(
        "The torus of chips, of one slice: 4x8x8.", "SIZES", callback=read_by(_topology, ())
    )
    axis: dict[str, tuple[str, ...]] = value_option(
        "Along which axes of the torus (x, y, z) an axis of the mesh is, or dcn between slices: tensor=x,y.",
        "AXIS=x,y",
        multiple=True,
        callback=read_by(_axes),
    )
    slices: int | None = value_option(
        "The number of slices of a torus, which are connected by a slower network.", "N", type=click.IntRange(min=1)
    )
    overlap: float | None = value_option(
        "How much of what could overlap with independent operations collectives hide, from 0 (the default) to 1.",
        "SHARE",
        type=Number(0, 1),
    )
    bandwidth: dict[str, float] = value_option(
        "What a device sends along an axis in a second, in place of the device's.",
        "AXIS=GB/s",
        multiple=True,
        callback=read_by(bandwidths),
    )

    @property
    def says_time(self) -> bool:
        """Whether any of the options is given that times alone depend on."""
        return bool(self.topology or self.axis or self.slices or self.overlap or self.bandwidth)

    def machine(self) -> Machine:
        """Returns the machine that the options say. Raises UsageError for a device that is not known."""
        from sdyopt.cost.time.machine import DeviceError, Machine, Placement

        placement = Placement(
            topology=self.topology,
            axes=tuple(self.axis.items()),
            slices=self.slices or 1,
            bandwidths=tuple(self.bandwidth.items()),
        )
        try:
            return Machine.of(self.device, placement, self.overlap or 0.0)
        except DeviceError as error:
            raise click.UsageError(f"--device: {error}") from None


class TimeOptions(MachineOptions, _StepOptions):
    title = "Time"


class VariantOptions(OptionRecord):
    title = "Variants"
    shard: tuple[str, ...] = value_option(
        "Give an argument or a result, by label, %name, number or 'result N', another sharding: "
        "\"p['w1']=None,tensor\". In labels, * is any part. Alternatives are separated by ;, and - keeps the "
        "sharding.",
        "NAME=SPEC[;…]",
        multiple=True,
    )
    constraint: tuple[str, ...] = value_option(
        "Put a sharding constraint on a value or on what a line computes last: decoder.py:13=fsdp,tensor,None.",
        "PLACE=SPEC[;…]",
        multiple=True,
    )
    mesh: tuple[str, ...] = value_option(
        "Give the mesh other axes, sizes, or another order of devices: fsdp=8,tensor=32, or x=2,y=2:0,2,1,3.",
        "AXIS=SIZE,…[;…]",
        multiple=True,
    )
    drop_shardings: bool = flag_option("Drop the shardings and constraints of the program, in variants.")
    between: str | None = value_option("Compare two variants, by their numbers in the table, as --diff does.", "I,J")
    jobs: int = declared_option(
        JobsFlag("Measure N variants at a time; by default, 0 or auto: as many as there are processors.", default=0)
    )
    o: str | None = value_option("Write the programs of variants to this folder.", "FOLDER")

    @property
    def meshes(self) -> list[str]:
        """The texts of meshes, alternatives of one another."""
        return [part.strip() for text in self.mesh for part in text.split(";")]

    @property
    def wants_variants(self) -> bool:
        """Whether variants are wanted, apart from several inputs."""
        return bool(self.shard or self.constraint or self.mesh or self.drop_shardings or self.between or self.o)


class GuardOptions(OptionRecord):
    title = "Comparison and limits"
    diff: bool = flag_option("Compare two programs, BEFORE and AFTER: tensors, collectives and sums.")
    max_bytes: int | None = value_option(
        "Fail if arguments and results of a function take more on a device.", "SIZE", callback=read_by(size)
    )
    max_sent: int | None = value_option("Fail if a device sends more in collectives.", "SIZE", callback=read_by(size))
    max_peak: int | None = value_option("Fail if a device needs more at one time.", "SIZE", callback=read_by(size))
    margin: float = value_option(
        "Add this to each number before it is compared with its limit, 15% say; by default nothing.",
        "PERCENT",
        callback=read_by(margin_of, 0.0),
    )
    strict: bool = flag_option("Fail if a number is unknown, or if an operation has no sharding rule, and list them.")

    @property
    def has_limits(self) -> bool:
        return not self.max_bytes is self.max_sent is self.max_peak is None

    def exceeds(self, found: int | None, limit: int | None) -> bool:
        """Whether a number that is shown is too much, with the margin."""
        return limit is not None and found is not None and found > less_margin(limit, self.margin or 0.0)

    def guard(self, name: str, subject: str, found: int | None, doubt: str = "", doubted: str = "") -> Iterator[str]:
        """Yields what is said of a number if it is too much, or of a `doubt` whether it is, of another subject."""
        limit: int | None = getattr(self, f"max_{name}")
        if limit is not None and found is not None and self.exceeds(found, limit):
            most = less_margin(limit, self.margin or 0.0)
            margin = f" with a margin of {100 * self.margin:g}%" if self.margin else ""
            text = f"{subject} {short(found)} a device, more than --max-{name} {short(limit)}"
            yield f"{text}{margin} ({found:,} > {most:,} bytes)"
        elif limit is not None and doubt:
            yield f"cannot tell whether {doubted or subject} more than --max-{name} {short(limit)}: {doubt}"


class PageOptions(OptionRecord):
    html: str | None = value_option(
        "Write a page for browsers, with tables and pictures, to a file or (-) standard output.", "FILE"
    )
    open: bool = flag_option("Open the page of --html in a browser, or without --html one in a temporary folder.")

    def name_page(self) -> None:
        """Chooses the file of a page that is only opened. Raises UsageError for standard output."""
        if self.open and self.html == "-":
            raise click.UsageError("--open opens a file, and --html - is standard output")
        if self.open and self.html is None:
            from tempfile import mkdtemp

            self.html = os.path.join(mkdtemp(prefix="sdy-opt-"), "page.html")

    def write_page(self, text: str) -> None:
        """Writes the page, and opens it. Fails as the command does if it cannot be written."""
        assert self.html is not None
        console.write_text(self.html, text)
        if self.open:
            import webbrowser

            webbrowser.open(Path(self.html).resolve().as_uri())


class FormOptions(PageOptions):
    title = "Other forms"
    json: bool = flag_option("Write everything as one JSON object.")


class StackOptions(OptionRecord):
    title = "Over time"
    trace: str | None = value_option(
        "Write when operations of a step run, and collectives beside them, as a trace that Perfetto opens.", "FILE"
    )
    annotate: tuple[str, ...] = value_option(
        "Print this source file with what each line costs beside it, of two programs what each does. May be repeated.",
        "FILE",
        multiple=True,
    )

    @property
    def wants_stacks(self) -> bool:
        return bool(self.trace or self.annotate)


class ViewOptions(
    ProgramOptions,
    TableOptions,
    CostOptions,
    CompilerOptions,
    TimeOptions,
    VariantOptions,
    GuardOptions,
    FormOptions,
    StackOptions,
    PlaceOptions,
):
    inputs: tuple[str, ...]
    passes: tuple[str, ...]
    pass_pipeline: str | None

    @classmethod
    def of(cls, **given: Any) -> ViewOptions:
        """Returns default options, except for these."""
        return cls(**{**dict.fromkeys([flag.name or "" for flag in cls.flags()]), **given})

    @property
    def order(self) -> str:
        return self.sort or "order"

    @property
    def is_beside(self) -> bool:
        """Whether a program that has been compiled before is shown."""
        return bool(self.hlo)

    @property
    def has_compiled(self) -> bool:
        """Whether compiled programs are shown next to that of the input."""
        return self.is_beside or bool(self.compile)

    @property
    def is_table(self) -> bool:
        return not (self.json or self.diff or self.html is not None)

    @property
    def is_timed(self) -> bool:
        """Whether the time of a step is shown by operation and line. In JSON it is with the device that it is for."""
        is_whole = self.html is not None or bool(self.json and self.device)
        return self.time or self.says_time or self.wants_stacks or is_whole

    @property
    def is_plain(self) -> bool:
        """Whether no option says what is shown: then it is a verdict, and the tables of tensors and functions."""
        wanted = self.collectives or self.peak or self.why or self.replicated
        return self.is_table and not (wanted or self.has_compiled or self.is_timed)

    @property
    def has_variants(self) -> bool:
        return self.wants_variants or (len(self.inputs) > 1 and not self.diff)


SECTIONS: tuple[Section, ...] = (*sections_of(ViewOptions), pass_section(is_brief=True))
"""The options by section."""


# Which forms go together.

_APART = (
    ("html", " shows all of it: it", ("json",)),
    ("hlo", "", ("diff", "compile")),
    ("compile", "", ("diff",)),
    ("why", "", ("diff",)),
    ("replicated", "", ("diff", "html")),
)
"""Forms, the reason, and those without which each of them goes."""


def check_forms(given: ViewOptions) -> None:
    """Raises UsageError for forms that do not go together."""
    wanted = {
        "html": given.html is not None,
        "diff": given.diff,
        "json": given.json,
        "why": bool(given.why),
        "peak": given.peak,
        "replicated": given.replicated,
        "hlo": given.is_beside,
        "compile": bool(given.compile),
    }
    if given.partitioner == "jaxlib" and given.has_variants:
        raise click.UsageError("--partitioner jaxlib shows one program; several inputs, or variants, give a table")
    if given.check and given.partitioner != "jaxlib":
        raise click.UsageError("--check compares the model with jaxlib: --partitioner jaxlib --check")
    if len(given.compile) > 1 and given.html is not None:
        raise click.UsageError("--html shows one compiled program: --compile MACHINE, once")
    for form in ("hlo", "compile", "peak", "replicated", "why"):
        if given.has_variants and wanted[form]:
            raise click.UsageError(f"--{form} shows one program; several inputs, or variants, give a table")
    for form, reason, others in _APART:
        for other in others:
            if wanted[form] and wanted[other]:
                raise click.UsageError(f"--{form}{reason} cannot be combined with --{other}")
    if given.diff and len(given.inputs) != 2 and not given.has_variants:
        raise click.UsageError("--diff compares two programs: sdy-view BEFORE AFTER --diff")
    if given.margin and not given.has_limits:
        raise click.UsageError("--margin is one of limits: give --max-peak, --max-sent or --max-bytes")
    if given.inputs.count("-") > 1:
        raise click.UsageError("only one input can be standard input")
    for form in ("why", "html", "replicated"):
        if given.is_beside and not given.inputs and wanted[form]:
            raise click.UsageError(f"--{form} needs a program: sdy-view INPUT --hlo FILE")
