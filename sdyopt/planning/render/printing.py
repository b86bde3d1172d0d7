"""Plans as text, for terminals."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, printable
from sdyopt.planning.costs import Cost
from sdyopt.planning.records import FrontPlan, PlannedClass, PlanRecord, Without, spec_text
from sdyopt.planning.render.specs import constraint_lines
from sdyopt.view.render.amounts import UNKNOWN, short, time

_MOST_NAMES = 2
_MOST_FRONT = 6
_PARTITIONER = (
    "collectives are those of Shardy's partitioner, times and memory are estimates; sdy-view OUT --hlo compiled.txt "
    "shows what XLA makes of the plan"
)


def heading(plan: PlanRecord) -> str:
    """Returns what was planned for: `step.mlir: 8 devices, mesh ["data"=2, "model"=4], tpu-v5p, limit 14 GiB; …`."""
    devices = 1
    for _, size in plan.axes:
        devices *= size
    mesh = ", ".join([f'"{name}"={size}' for name, size in plan.axes])
    limit = "no limit" if isinf(plan.limit_bytes) else f"limit {_limit(plan)}"
    arguments = counted(sum([len(each.names) for each in plan.classes]), "argument")
    classes = counted(len(plan.classes), "class", "classes")
    dimensions = counted(len(plan.dimensions), "dimension")
    text = f"{plan.file}: {counted(devices, 'device')}, mesh [{mesh}], {plan.device}, {limit}"
    return printable(f"{text}; {arguments} in {classes}, {dimensions}")


def _limit(plan: PlanRecord) -> str:
    """Returns `14 GiB`, `12.2 GiB with a margin of 15%`."""
    margin = "" if plan.margin is None else f" with a margin of {plan.margin}"
    return f"{short(int(plan.limit_bytes))}{margin}"


def class_table(plan: PlanRecord) -> Table:
    """Returns a row for each class of arguments."""
    has_uses = any(each.at_use is not None for each in plan.classes)
    has_why = any(each.without is not None for each in plan.classes)
    columns = [Column("argument", style="cyan"), Column("×", right=True), Column("type"), Column("before")]
    columns += [Column("after", style="bold")] + ([Column("at use", style="bold")] if has_uses else [])
    columns += [Column("unsharded it costs", below=True, style="yellow")] if has_why else []
    rows = []
    for each in plan.classes:
        row = [names_text(each), str(len(each.names)), each.type]
        row += ["" if each.before is None else spec_text(each.before), spec_text(each.storage)]
        row += [("" if each.at_use is None else spec_text(each.at_use))] if has_uses else []
        row += ["" if each.without is None else without_text(each.without)] if has_why else []
        rows.append(row)
    return Table(columns, rows)


def names_text(each: PlannedClass) -> str:
    """Returns the patterns of the names of a class, the first ones."""
    more = "…" if len(each.patterns) > _MOST_NAMES else ""
    return ", ".join([*each.patterns[:_MOST_NAMES], *filter(None, [more])])


def without_text(without: Without) -> str:
    """Returns `+4.1 ms, +1.2 GiB, all-gather −64 MiB`."""
    if isinf(without.seconds):
        return "cannot be partitioned"
    parts = [_signed(without.seconds, time(abs(without.seconds)))] if without.seconds else []
    parts += [_signed(without.peak_bytes, short(abs(int(without.peak_bytes))))] if without.peak_bytes else []
    parts += [f"{kind} {_signed(change, short(abs(change)))}" for kind, change in without.by_kind]
    return ", ".join(parts) or "nothing"


def _signed(value: float, text: str) -> str:
    return f"{'+' if value > 0 else '−'}{text}"


def cost_table(plan: PlanRecord) -> Table:
    """Returns what a step costs before and after."""
    before, after = plan.before, plan.cost
    parts = (
        f"compute {time(after.compute_seconds)}, memory {time(after.memory_seconds)}, "
        f"communication {time(after.communication_seconds)}"
    )
    kinds = ", ".join([f"{kind} {short(sent)}" for kind, sent in sorted(after.by_kind, key=lambda each: -each[1])])
    rows = [
        ["time", _time(before), _time(after), parts],
        ["sent by a device", short(before.bytes_sent), short(after.bytes_sent), kinds],
        [f"peak ({plan.profile})", _peak(before), _peak(after), f"arguments {short(after.arguments_bytes)}"],
    ]
    columns = [Column("a step"), Column("before", right=True), Column("after", right=True, style="bold"), Column("")]
    return Table(columns, rows)


def _time(cost: Cost) -> str:
    return UNKNOWN if isinf(cost.seconds) else time(cost.seconds)


def _peak(cost: Cost) -> str:
    return UNKNOWN if isinf(cost.peak_bytes) else short(int(cost.peak_bytes))


def mesh_table(plan: PlanRecord) -> Table:
    """Returns a row for each shape of the mesh that was tried, the best first."""
    rows = []
    for each in plan.meshes:
        shape = " × ".join([str(size) for _, size in each.axes])
        peak = UNKNOWN if isinf(each.peak_bytes) else short(int(each.peak_bytes))
        fits = "" if each.feasible else "does not fit"
        rows.append([shape, time(each.seconds), peak, str(each.evaluations), fits])
    columns = [Column("mesh", style="cyan"), Column("a step", right=True), Column(f"peak ({plan.profile})", right=True)]
    return Table([*columns, Column("evaluations", right=True), Column("")], rows)


def details(plan: PlanRecord) -> Iterator[str]:
    """Yields lines about a plan: constraints to write, the front, baselines, conflicts and notes."""
    for each in plan.classes:
        yield from constraint_lines(each)
    if len(plan.front) > 1:
        points = [f"{short(int(each.peak_bytes))} {time(each.seconds)}" for each in spread(plan)]
        yield f"memory against time: {' · '.join(points)}"
    own = plan.baselines.own
    baselines = [
        f"replicated {_against(plan, plan.baselines.replicated)}",
        f"one dimension over all axes {_against(plan, plan.baselines.data_parallel)}",
        *([] if own is None else [f"the program's own {_against(plan, own)}"]),
    ]
    yield f"{counted(plan.evaluations, 'evaluation')}; {'; '.join(baselines)}"
    if plan.live:
        values = [f"{each.label or each.name} {short(each.bytes)}" for each in plan.live]
        yield f"the largest values at the peak: {', '.join(values)}"
    if plan.is_optimal:
        yield "all ways to store the arguments were tried: none is better"
    for dimension in plan.dimensions:
        if dimension.conflicts:
            yield f"{dimension.name} is on two dimensions of {', '.join(dimension.conflicts)}"
    yield from [f"note: {note}" for note in plan.notes]
    yield f"note: {_PARTITIONER}"


def spread(plan: PlanRecord, most: int = _MOST_FRONT) -> list[FrontPlan]:
    """Returns at most that number of plans of the front, spread over it, the ends among them."""
    front = plan.front
    if len(front) <= most:
        return list(front)
    return [front[round(at * (len(front) - 1) / (most - 1))] for at in range(most)]


def _against(plan: PlanRecord, cost: Cost) -> str:
    if isinf(cost.seconds):
        return "cannot be partitioned"
    too_much = " (too much)" if cost.peak_bytes > plan.limit_bytes else ""
    return f"{time(cost.seconds)}, {short(int(cost.peak_bytes))}{too_much}"


def failure(plan: PlanRecord) -> str:
    """Returns why a plan is none: it does not fit."""
    least = short(int(plan.cost.peak_bytes))
    return (
        f"no plan fits {_limit(plan)}: the least that was found is {least} (profile {plan.profile}) after "
        f"{counted(plan.evaluations, 'evaluation')}; arguments alone need at least {short(plan.least_bytes)}; a larger "
        "mesh, a smaller batch or rematerialization needs less"
    )


def alternative_table(plan: PlanRecord) -> Table:
    """Returns a row for each other choice of the classes that were named, the fastest first."""
    rows = []
    for each in plan.alternatives:
        at_use = "" if each.at_use is None else spec_text(each.at_use)
        seconds = UNKNOWN if isinf(each.seconds) else time(each.seconds)
        peak = UNKNOWN if isinf(each.peak_bytes) else short(int(each.peak_bytes))
        fits = "" if each.peak_bytes <= plan.limit_bytes else "does not fit"
        rows.append([each.pattern, spec_text(each.storage), at_use, seconds, peak, fits])
    columns = [Column("argument", style="cyan"), Column("stored"), Column("at use"), Column("a step", right=True)]
    return Table([*columns, Column(f"peak ({plan.profile})", right=True), Column("")], rows)


def step_table(plan: PlanRecord) -> Table:
    """Returns a row for each part of the search, with the best plan after it."""
    rows = [
        [
            each.stage,
            str(each.evaluations),
            UNKNOWN if isinf(each.seconds) else time(each.seconds),
            UNKNOWN if isinf(each.peak_bytes) else short(int(each.peak_bytes)),
        ]
        for each in plan.steps
    ]
    columns = [Column("after", style="cyan"), Column("evaluations", right=True), Column("a step", right=True)]
    return Table([*columns, Column(f"peak ({plan.profile})", right=True)], rows)
