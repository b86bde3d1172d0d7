"""The `sdy-plan` command."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sdyopt.cli import EXIT_FAILURE, EXIT_INTERRUPTED, console
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import Flag, JobsFlag, RevisionFlag, ValueFlag, message_flags
from sdyopt.view.options import ASSUME_RUNS, PEAK_PROFILE, TIME_FLAGS, amounts_by_axis, bandwidths
from sdyopt.view.render.amounts import margin_of

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.diagnostics.rendering import Error
    from sdyopt.planning.planned import Progress
    from sdyopt.planning.summary import Plan


# The options of the `sdy-plan` command, and how their values are read.

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


_HELP = """Finds shardings of the arguments and results of an MLIR program, for a mesh and a limit of memory.

The plan makes the estimated time of a step small; every candidate is propagated and partitioned, and its cost read off
the result. Shown are PartitionSpecs by argument, what each saves, what a step costs before and after, and how memory
can be traded for time.

INPUT is a file; without one, or with -, standard input is read. The first interrupt ends the search with what it has
found, the second ends the command. The exit status is 1 if no plan fits. Every option may be written with one dash or
two.
"""


def _sdy_plan(input: str, o: str | None, specs: str | None, json: bool, color: str, **given: Any) -> None:
    """What the command does with what Click has read."""
    from sdyopt.planning.render import failure

    if [o, specs].count("-") + json > 1:
        raise click.UsageError("standard output takes one of -o -, --specs - and --json")
    if given["pareto"] is not None and o in (None, "-"):
        raise click.UsageError("--pareto writes files beside the FILE of -o: give one")
    if given["mesh"] is not None and given["devices"] is not None:
        raise click.UsageError("--devices tries the shapes of meshes, and --mesh gives one: choose one")
    limits: list[str | None] = [text for text in (given["memory"] or "").split(",") if text.strip()] or [None]
    if len(limits) > 1 and (given["devices"] is not None or not {o, specs, given["html"]} <= {None}):
        raise click.UsageError("several limits of --memory cannot be combined with --devices or with files to write")
    module = _read(input, given["allow_unregistered_dialect"])
    plans = _planned(module, given, limits)
    if len(plans) > 1:
        _print_several(plans, json, given["explain"], color)
        return
    found = plans[0]
    _write_programs(found, module, o, given["pareto"])
    if given["html"] is not None:
        from sdyopt.planning.render import page

        _write(given["html"], page(found))
    if specs is not None:
        from sdyopt.planning.render import python_of

        _write(specs, python_of(found))
    if json:
        click.echo(found.to_json(), nl=False)
    else:
        _print(found, given["explain"], color, sys.stderr if "-" in (o, specs) else sys.stdout)
    if not found.feasible:
        console.fail(f"{found.file}: {failure(found)}")


def _read(path: str, allow_unregistered_dialect: bool) -> Module:
    from sdyopt.api.module import parse
    from sdyopt.diagnostics.rendering import Error
    from sdyopt.driver.io.files import read_input

    try:
        text, name = read_input(path)
    except OSError as error:
        console.fail_on_file("input", path, error)
    try:
        return parse(text, allow_unregistered_dialect, name)
    except Error as error:
        _fail_with(error)


def _fail_with(error: Error) -> NoReturn:
    sys.stderr.write(error.written(console.message_style()))
    raise click.exceptions.Exit(EXIT_FAILURE) from None


def _print_several(plans: Sequence[Plan], json: bool, explain: bool, color: str) -> None:
    """Shows the plans for several limits. Fails if one does not fit its limit."""
    from sdyopt.planning.render import failure

    if json:
        click.echo(f"[{','.join([each.to_json().rstrip() for each in plans])}]")
    else:
        for number, each in enumerate(plans):
            if number:
                click.echo("")
            _print(each, explain, color, sys.stdout)
    misses = [failure(each) for each in plans if not each.feasible]
    if misses:
        console.fail(f"{plans[0].file}: {misses[0]}")


def _planned(module: Module, given: Mapping[str, Any], limits: Sequence[str | None]) -> list[Plan]:
    """Returns the plan for each limit. Fails if there can be none."""
    from sdyopt.cost import ViewError
    from sdyopt.diagnostics.rendering import Error
    from sdyopt.planning.planned import plan, plans
    from sdyopt.planning.records import PlanError

    mesh = given["mesh"] if given["devices"] is None else given["devices"]
    try:
        with _progress() as on_progress:
            if len(limits) > 1:
                return plans(module, limits, mesh, on_progress=on_progress, **_options(given))
            return [plan(module, mesh, memory=limits[0], on_progress=on_progress, **_options(given))]
    except Error as error:
        _fail_with(error)
    except (PlanError, ViewError) as error:
        console.fail(f"{module.source.name}: {error}")


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options of the library that those of the command line say."""
    from sdyopt.cost.memory_model.profiles import DEFAULT_PROFILE, Profile
    from sdyopt.display.messages import Extent, Message
    from sdyopt.planning.records import DEFAULT_BUDGET, DEFAULT_TIME_MARGIN, TIME_MARGIN_HINT
    from sdyopt.view.options import default_machine, machine_of

    bandwidths = given["bandwidth"]
    margin, time_margin = given["margin"], given["time_margin"]
    is_of_time = isinstance(margin, float)
    if is_of_time:
        time_margin = margin
        console.say(Message("warning", f"--{TIME_MARGIN_HINT.format('--time-margin')}", Extent(None)))
    machine = machine_of({**given, "time": False}, bandwidths) or default_machine(bandwidths)
    placement = machine.placement._replace(latencies=tuple(given["latency"].items()))
    return {
        "placed": machine._replace(placement=placement),
        "budget": given["budget"] or DEFAULT_BUDGET,
        "seconds": given["seconds"],
        "start": None if given["start"] is None else _start(given["start"]),
        "drop": "all" if given["drop"] == "all" else given["drop"] is not None,
        "fix": given["fix"],
        "leave": given["leave"],
        "assume_runs": given["assume_runs"],
        "margin": None if is_of_time else margin,
        "time_margin": DEFAULT_TIME_MARGIN if time_margin is None else time_margin,
        "profile": Profile(given["peak_profile"] or DEFAULT_PROFILE),
        "seed": given["seed"] or 0,
        "jobs": given["jobs"],
        "most_axes": given["max_axes_per_dim"],
        "at_use": not given["no_at_use"],
        "names": given["name"],
        "alternatives": given["why"],
    }


def _start(path: str) -> Plan:
    from sdyopt.driver.io.files import read_input
    from sdyopt.planning.records import PlanError
    from sdyopt.planning.summary import Plan

    try:
        text, name = read_input(path)
    except OSError as error:
        console.fail_on_file("input", path, error)
    try:
        return Plan.from_json(text)
    except PlanError as error:
        console.fail(f"{name}: {error}")


@contextmanager
def _progress() -> Iterator[Callable[[Progress], bool]]:
    """Shows progress on a terminal, and ends the search at the first interrupt."""
    from sdyopt.view.render.amounts import short, time

    interrupts: list[int] = []
    is_shown = sys.stderr.isatty()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if interrupts:
            import os
            from multiprocessing import active_children

            for worker in active_children():  # They leave interrupts to this process.
                worker.kill()
            os._exit(EXIT_INTERRUPTED)
        interrupts.append(number)

    def show(progress: Progress) -> bool:
        if is_shown and progress.seconds < float("inf"):
            best = f"{time(progress.seconds)}, {short(int(progress.peak_bytes))}"
            fits = "" if progress.feasible else ", which does not fit"
            sys.stderr.write(f"\r\x1b[K{progress.evaluations} of at most {progress.budget} plans: {best}{fits}")
            sys.stderr.flush()
        return not interrupts

    before = signal.getsignal(signal.SIGINT)
    can_handle = before is not signal.SIG_IGN and _is_main_thread()
    if can_handle:
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield show
    finally:
        if can_handle:
            signal.signal(signal.SIGINT, before)
        if is_shown:
            sys.stderr.write("\r\x1b[K")


def _is_main_thread() -> bool:
    from threading import current_thread, main_thread

    return current_thread() is main_thread()


def _write_programs(found: Plan, module: Module, path: str | None, pareto: int | None) -> None:
    if path is None:
        return
    assert found.module is not None
    module.source.file = found.module.source.file = module.source.name
    _write(path, found.module.to_text(debug_info=True))
    if pareto is None:
        return
    from sdyopt.planning.render import spread

    for number, point in enumerate(spread(found, pareto), 1):
        _write(f"{path}.{number}", found.at(point).apply(module).to_text(debug_info=True))


def _write(path: str, text: str) -> None:
    from sdyopt.driver.io.files import write_output

    try:
        write_output(path, text)
    except OSError as error:
        console.fail_on_file("output", path, error)


def _print(found: Plan, explain: bool, color: str, stream: Any) -> None:
    from sdyopt.display.tables import print_note, print_table
    from sdyopt.planning import render as printing

    tables = [printing.class_table(found), printing.cost_table(found)]
    tables += [printing.mesh_table(found)] if found.meshes else []
    tables += [printing.alternative_table(found)] if found.alternatives else []
    tables += [printing.step_table(found)] if explain else []
    stdout, sys.stdout = sys.stdout, stream
    try:
        print_note(printing.heading(found))
        for table in tables:
            click.echo("")
            print_table(table, color)
        click.echo("")
        for line in printing.details(found):
            print_note(line)
    finally:
        sys.stdout = stdout


COMMAND = MlirCommand(
    "sdy-plan",
    _sdy_plan,
    _HELP,
    click.Argument(["input"], default="-", metavar="[INPUT]"),
    SECTIONS,
)

run = COMMAND.run
"""Runs the command inside this process."""
