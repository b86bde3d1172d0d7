"""The `sdy-plan` command."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from math import isinf
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_INTERRUPTED, console
from sdyopt.cli.command import MlirCommand, sections_of
from sdyopt.cli.flags import (
    SECONDS,
    ImpliedFlag,
    JobsFlag,
    Number,
    OptionRecord,
    ReleaseFlag,
    StyleOptions,
    declared_option,
    files,
    flag_option,
    value_option,
)
from sdyopt.cost import ViewError
from sdyopt.diagnostics.rendering import USER_FRAMES, Error
from sdyopt.display.messages import Extent, Message
from sdyopt.view.options import CompilerOptions, CostOptions, MachineOptions, PageOptions, former_profile, read_by
from sdyopt.view.render.amounts import margin_of, short, time

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.cost.program.executions import AssumedRuns
    from sdyopt.planning.planned import Progress
    from sdyopt.planning.summary import Plan


# The options of the `sdy-plan` command, each declared once, and how their values are read.

_MAX_DIGITS = 9

_TIMES = re.compile(r"\d(\.\d+)?|10")


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    """`p['w']=P('data')`."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise ValueError(f"'{text}' is not of the form NAME=VALUE")
        found[name] = value
    return found


def _margin(text: str | None) -> str | float | None:
    """`15%`, or `1` as earlier versions read it."""
    if text is not None and _TIMES.fullmatch(text):
        return float(text)
    if text is not None:
        margin_of(text)
    return text


class _MeshOptions(OptionRecord):
    mesh: str | None = value_option("The mesh: data=16,model=32; by default the program's.", "AXIS=SIZE,…")
    devices: int | None = value_option(
        "Try the shapes that a mesh of N devices can have.", "N", type=click.IntRange(min=1)
    )


class DeviceOptions(MachineOptions, _MeshOptions):
    title = "Devices"
    memory: str | None = value_option(
        "The limit of what a device holds: 14GiB, 80% of the device's memory, or none; by default 90%. Several limits, "
        "separated by commas, give a plan for each; evaluations are shared.",
        "SIZE,…",
    )
    margin: str | float | None = value_option(
        "Add this to each peak before it is compared with the limit, as in sdy-view: 15% say. By default 13%, within "
        "which nine of ten programs stay, if --memory gives a limit, nothing compiles the plan, and one fits so.",
        "PERCENT",
        callback=read_by(_margin),
    )
    peak_profile: str | None = CostOptions.peak_profile


class ChangeOptions(OptionRecord):
    title = "Program"
    drop: str | None = declared_option(
        ImpliedFlag(
            "drop",
            "Remove the shardings of arguments and results first; with all, also constraints and reshards.",
            "all",
            "arguments",
            type=click.Choice(["arguments", "all"]),
        )
    )
    fix: dict[str, str] = value_option(
        "Give arguments of this name, which may have *, a sharding that stays: p['w*']=P(None,'model').",
        "NAME=SPEC",
        multiple=True,
        callback=read_by(_pairs),
    )
    leave: tuple[str, ...] = value_option("Leave arguments whose names match as they are.", "REGEX", multiple=True)
    assume_runs: AssumedRuns = CostOptions.assume_runs
    start: str | None = value_option("Begin with the plan of this file, also of a program with fewer layers.", "PLAN")
    allow_unregistered_dialect: bool = flag_option("Accept operations, types and attributes of unknown dialects.")
    shardy = declared_option(ReleaseFlag())


class SearchOptions(OptionRecord):
    title = "Search"
    budget: int | None = value_option(
        "The number of plans that are evaluated; 300 by default.", "N", type=click.IntRange(1, 10**_MAX_DIGITS)
    )
    seconds: float | None = value_option("End the search after this time.", "S", type=SECONDS)
    jobs: int = declared_option(
        JobsFlag(
            "The number of processes that evaluate plans; by default, 0 or auto: one for each processor, but no more "
            "than the size of the program is worth.",
            default=0,
        )
    )
    time_margin: float | None = value_option(
        "How many times the time of collectives, reduce-scatters as all-reduces, is added to the step when "
        "plans are compared, as not every compiler has these; 1 by default. With 0 the fastest plan is taken.",
        "TIMES",
        type=Number(0, 10),
    )
    no_at_use: bool = flag_option("Plan only how arguments and results are stored, not how products see them.")


class VerifyOptions(OptionRecord):
    title = "XLA's compilers"
    verify: str | None = value_option(
        "Ask XLA's partitioner what the plans send, compile the best ones for a machine that need not be there, drop "
        "the ones that send or need more than promised, and show what was promised next to what XLA makes of it: gpu, "
        "tpu-v5p:2x2x2, cpu. Without --device, plan for that machine. With partitioner, nothing is compiled, with none "
        "nothing verified. The default is SDY_VERIFY or auto: the compiler for the device, or else the partitioner, if "
        "this Python or that of --jax-python has it, and the program no more than 5,000 operations.",
        "MACHINE",
        default="auto",
        envvar="SDY_VERIFY",
    )
    verify_top: int = value_option(
        "How many plans are compiled, the best first, besides the program's own shardings; 3 by default.",
        "N",
        type=click.IntRange(min=1),
        default=3,
    )
    compile_limit: float = CompilerOptions.compile_limit
    jax_python: str | None = CompilerOptions.jax_python


class OutputOptions(PageOptions):
    title = "Output"
    o: str | None = value_option(
        "Write the program with the planned shardings to this file, or (-) to standard output.", "FILE"
    )
    specs: str | None = value_option(
        "Write the PartitionSpecs as Python to this file, or (-) to standard output.", "FILE"
    )
    json: bool = flag_option("Write everything as one JSON object, which --start reads.")
    why: tuple[str, ...] = value_option(
        "List the other choices for arguments of this name, which may have *, with their times and peaks.",
        "NAME",
        multiple=True,
    )


class PlanCommandOptions(DeviceOptions, ChangeOptions, SearchOptions, VerifyOptions, OutputOptions, StyleOptions):
    input: str


_HELP = """Finds shardings of the arguments and results of an MLIR program, for a mesh and a limit of memory.

The plan makes the estimated time of a step small; every candidate is propagated and partitioned, and its cost read off
the result. Shown are PartitionSpecs by argument, what each saves, what a step costs before and after, and how memory
can be traded for time.

INPUT is a file; without one, or with -, standard input is read. The first interrupt ends the search with what it has
found, the second ends the command. The exit status is 1 if no plan fits. Every option may be written with one dash or
two.
"""


def _sdy_plan(**options: Any) -> None:
    from sdyopt.planning.render import failure
    from sdyopt.view.command import read_module

    given = PlanCommandOptions(**options)
    given.name_page()
    files = [given.o, given.specs, given.html]
    if files.count("-") + given.json > 1:
        raise click.UsageError("standard output takes one of -o -, --specs -, --html - and --json")
    if given.mesh is not None and given.devices is not None:
        raise click.UsageError("--devices tries the shapes of meshes, and --mesh gives one: choose one")
    limits: list[str | None] = [text for text in (given.memory or "").split(",") if text.strip()] or [None]
    if len(limits) > 1 and (given.devices is not None or not set(files) <= {None}):
        raise click.UsageError("several limits of --memory cannot be combined with --devices or with files to write")
    plans = _planned(read_module(given.input, given.allow_unregistered_dialect, USER_FRAMES), given, limits)
    found = plans[0]
    if given.o is not None and found.module is not None:
        from sdyopt.planning.target import name_arguments

        name_arguments(found.module, found.function)
        console.write_text(given.o, found.module.to_text(debug_info=True))
    if given.specs is not None:
        from sdyopt.planning.render import python_of

        console.write_text(given.specs, python_of(found))
    if given.html is not None:
        from sdyopt.planning.page import page_of

        given.write_page(page_of(found, given.machine()))
    if given.json:
        texts = ",".join([each.to_json().rstrip() for each in plans])
        click.echo(texts if len(plans) == 1 else f"[{texts}]")
    for number, each in enumerate([] if given.json else plans):
        if number:
            click.echo("")
        _print(each, given.color, sys.stderr if "-" in files else sys.stdout)
    for each in plans:
        if not each.feasible:
            console.fail(f"{each.file}: {failure(each)}")


def _planned(module: Module, given: PlanCommandOptions, limits: Sequence[str | None]) -> list[Plan]:
    """Returns the plan for each limit. Fails if there can be none."""
    from sdyopt.planning.planned import plan, plans
    from sdyopt.planning.records import PlanError

    mesh = given.mesh if given.devices is None else given.devices
    try:
        with _progress() as on_progress:
            if len(limits) > 1:
                return plans(module, limits, given.mesh, on_progress=on_progress, **_options(given))
            return [plan(module, mesh, memory=limits[0], on_progress=on_progress, **_options(given))]
    except Error as error:
        console.fail_with(error, USER_FRAMES)
    except (PlanError, ViewError) as error:
        console.fail(f"{module.source.name}: {error}")


def _options(given: PlanCommandOptions) -> dict[str, Any]:
    """Returns the options of the library that those of the command line say."""
    from sdyopt.planning.records import DEFAULT_BUDGET, DEFAULT_TIME_MARGIN, DEVICES, TIME_MARGIN_HINT

    given.verify = None if given.verify in (None, "none") else given.verify
    given.device = given.device or DEVICES.get((given.verify or "").partition(":")[0])
    margin, time_margin = given.margin, given.time_margin
    if isinstance(margin, float):
        margin, time_margin = None, margin
        console.say(Message("warning", f"--{TIME_MARGIN_HINT.format('--time-margin')}", Extent(None)))
    return {
        **{name: getattr(given, name) for name in _AS_GIVEN},
        "placed": given.machine(),
        "budget": given.budget or DEFAULT_BUDGET,
        "start": None if given.start is None else _plan_in(given.start),
        "drop": "all" if given.drop == "all" else given.drop is not None,
        "margin": margin,
        "time_margin": DEFAULT_TIME_MARGIN if time_margin is None else time_margin,
        "profile": former_profile(given.peak_profile),
        "at_use": not given.no_at_use,
        "alternatives": given.why,
    }


_AS_GIVEN = ("seconds", "fix", "leave", "assume_runs", "verify", "verify_top", "compile_limit", "jax_python", "jobs")
"""The options that have the names and values of the library."""


def _plan_in(path: str) -> Plan:
    """Returns the plan that a file has. Ends the command if it has none."""
    from sdyopt.planning.records import PlanError
    from sdyopt.planning.summary import Plan

    text, name = console.read_text(path)
    try:
        return Plan.from_json(text)
    except PlanError as error:
        console.fail(f"{name}: {error}")


@contextmanager
def _progress() -> Iterator[Callable[[Progress], bool]]:
    """Shows progress on a terminal, and ends the search at the first interrupt."""
    interrupts: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        if interrupts:
            from multiprocessing import active_children

            for worker in active_children():  # They leave interrupts to this process.
                worker.kill()
            os._exit(EXIT_INTERRUPTED)
        interrupts.append(number)

    def show(progress: Progress) -> bool:
        if progress.warning:
            console.say(Message("warning", progress.warning, Extent(None)))
        if progress.seconds < float("inf"):
            peak = "too much" if isinf(progress.peak_bytes) else short(int(progress.peak_bytes))
            best = f"{time(progress.seconds)}, {peak}"
            fits = "" if progress.feasible else ", which does not fit"
            plans = progress.verifying or f"{progress.evaluations} of at most {progress.budget} plans"
            console.show_meanwhile(f"{plans}: {best}{fits}")
        return not interrupts

    before = signal.getsignal(signal.SIGINT)
    can_handle = before is not signal.SIG_IGN and current_thread() is main_thread()
    if can_handle:
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield show
    finally:
        if can_handle:
            signal.signal(signal.SIGINT, before)
        console.show_meanwhile()


def _print(found: Plan, color: str, stream: Any) -> None:
    from sdyopt.display.tables import print_note, print_table
    from sdyopt.planning import render as printing

    with redirect_stdout(stream):
        print_note(printing.heading(found))
        for _, table in printing.titled_tables(found):
            click.echo("")
            print_table(table, color)
        click.echo("")
        for line in printing.details(found):
            print_note(line)


COMMAND = MlirCommand(
    "sdy-plan",
    _sdy_plan,
    _HELP,
    click.Argument(["input"], default="-", metavar="[INPUT]", shell_complete=files),
    sections_of(PlanCommandOptions),
    ("mesh", "devices", "device", "memory", "drop", "fix", "budget", "specs", "o", "verify"),
)

run = COMMAND.run
