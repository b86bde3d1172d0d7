"""Plans as text, JSON, Python and pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import inf, isinf, prod
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from sdyopt.cost.collectives.inserted import compiler_named
from sdyopt.display.tables import Column, Table, table_lines
from sdyopt.display.wording import counted, file_hint, printable
from sdyopt.planning.for_jax import parameter_of
from sdyopt.planning.records import (
    DEFAULT_MARGIN,
    DEVICES,
    PARTITIONER,
    ROWS,
    Cost,
    FrontPlan,
    PlanError,
    PlannedClass,
    PlanRecord,
    Spec,
    VerifiedPlan,
    Without,
    is_as_good,
    spec_text,
)
from sdyopt.view.jaxlib import MAX_DIFFERENCE
from sdyopt.view.render.amounts import UNKNOWN, margin_of, short, time

# Plans as JSON.

_NOT_A_PLAN = "not a plan: sdy-plan --json writes one"


def text_of(plan: PlanRecord) -> str:
    return json.dumps(object_of(plan), indent=2, ensure_ascii=False) + "\n"


def object_of(plan: PlanRecord) -> dict[str, Any]:
    """Returns a plan as an object of lists and dictionaries. Infinite numbers are null."""
    return {
        "file": plan.file,
        "function": plan.function,
        "mesh": {"axes": [list(axis) for axis in plan.axes], "proposed": bool(plan.meshes)},
        "device": plan.device,
        "limit_bytes": _number(plan.limit_bytes),
        "margin": plan.margin,
        "profile": plan.profile and plan.profile.value,
        "feasible": plan.feasible,
        "optimal": plan.is_optimal,
        "evaluations": plan.evaluations,
        "budget": plan.budget,
        "seconds": plan.seconds,
        "least_bytes": plan.least_bytes,
        "classes": [_class(each) for each in plan.classes],
        "results": [
            {"index": index, "sharding": _plain(each.storage)}
            for index, each in sorted([(index, each) for each in plan.classes for index in each.stored_results])
        ],
        "kept": list(plan.kept),
        "dropped": _plain(plan.dropped),
        "left": {"arguments": _plain(plan.left_arguments), "results": _plain(plan.left_results)},
        "before": _plain(plan.before),
        "after": _plain(plan.cost),
        "baselines": _plain(plan.baselines),
        "front": [
            {"plan" if key == "classes" else key: value for key, value in _plain(each).items()} for each in plan.front
        ],
        "groups": _plain(plan.dimensions),
        "meshes": _plain(plan.meshes),
        "alternatives": _plain(plan.alternatives),
        "live": _plain(plan.live),
        "verification": _plain(plan.verification),
        "notes": list(plan.notes),
    }


def _plain(value: Any) -> Any:
    """Returns the objects of named tuples, lists of other tuples, and null for an infinite number."""
    if not isinstance(value, tuple):
        return _number(value) if isinstance(value, float) else value
    if (fields := getattr(value, "_fields", None)) is None:
        return list(map(_plain, value))
    found = {_KEYS.get(field, field): _plain(each) for field, each in zip(fields, value, strict=True)}
    return found if "by_kind" not in found else {**found, "by_kind": dict(found["by_kind"])}


_KEYS = {"is_tied": "tied", "names": "arguments"}
"""The keys of fields that have another name."""


def _class(each: PlannedClass) -> dict[str, Any]:
    without = _plain(each.without)
    if without is not None:
        without["bytes_sent"] = without.pop("by_kind")
    return {
        "arguments": list(each.names),
        "pattern": each.pattern,
        "type": each.type,
        "before": _plain(each.before),
        **_plain(each.spec),
        "places": list(each.places),
        "results": list(each.results),
        "without": without,
    }


def _number(value: float) -> float | None:
    if isinf(value) or value != value:
        return None
    return int(value) if value == int(value) and abs(value) >= 1 else value


def fields_from_text(text: str) -> dict[str, Any]:
    """Returns the fields of the plan in a text: what is needed to start from it, or to apply it. Raises PlanError."""
    try:
        return _fields(json.loads(text))
    except (ValueError, RecursionError):
        hint = file_hint(text, "pathlib.Path({}).read_text()")
        raise PlanError(f"{_NOT_A_PLAN}{hint and '; '}{hint}") from None


_SCALARS = ("file", "function", "device", "limit_bytes", "feasible", "evaluations", "budget", "seconds", "least_bytes")


def _fields(given: Any) -> dict[str, Any]:
    left = given.get("left") if isinstance(given, dict) else None  # Earlier versions wrote none.
    objects = _read(tuple[dict[str, Any], ...], given, "classes")
    classes = [{"tied": True, **each, "patterns": [_entry(each, "pattern")], "without": None} for each in objects]
    return {
        **{name: _read(_TYPES[name], given, name) for name in (*_SCALARS, "baselines", "before", "notes")},
        "axes": _read(_TYPES["axes"], _entry(given, "mesh"), "axes"),
        "classes": _value(_TYPES["classes"], classes),
        "cost": _read(Cost, given, "after"),
        "front": (),
        "margin": given.get("margin"),
        "profile": compiler_named(given.get("profile")),
        "is_optimal": _read(bool, given, "optimal"),
        **{f"left_{name}": _read(_TYPES[f"left_{name}"], left, name) for name in ("arguments", "results") if left},
    }


_TYPES = get_type_hints(PlanRecord)


def _read(kind: Any, given: Any, name: str) -> Any:
    return _value(kind, _entry(given, name))


def _value(kind: Any, given: Any) -> Any:
    """Returns the value of a type that JSON has, as `_plain` writes it. Raises ValueError for anything else."""
    parts = get_args(kind)
    if isinstance(kind, UnionType):
        return None if given is None else _value(parts[0], given)
    if kind is float and (given is None or isinstance(given, int)):
        return inf if given is None else float(given)
    if get_origin(kind) is tuple and isinstance(given, list):
        inner = parts[:1] * len(given) if parts[-1] is ... else parts
        return tuple([_value(*pair) for pair in zip(inner, given, strict=True)])
    if isinstance(given, dict) and hasattr(kind, "_fields"):
        given = {**kind._field_defaults, **given}
        kinds = get_type_hints(kind)
        return kind(*[_value(kinds[field], _entry(given, _KEYS.get(field, field))) for field in kind._fields])
    if get_origin(kind) is tuple and isinstance(given, dict):
        return tuple(sorted(given.items()))
    if isinstance(given, get_origin(kind) or kind):
        return given
    raise ValueError(f"{given!r:.200}")


def _entry(given: Any, name: str) -> Any:
    """Returns an entry of an object. Raises ValueError if there is none."""
    if not isinstance(given, dict) or name not in given:
        raise ValueError(f"no {name}")
    return given[name]


# Plans as Python: PartitionSpecs that `jax.jit` takes, in the nesting of the arguments' names.

_STEP = re.compile(r"\[(?:'((?:[^'\\]|\\.)*)'|(\d+))\]|\.(\w+)")

_HEADING = """# PartitionSpecs of {file} on the mesh {mesh}: found by sdy-plan.

from jax.sharding import PartitionSpec as P

in_shardings = {specs}
"""


def python_of(plan: PlanRecord) -> str:
    """Returns a Python module with the PartitionSpecs of a plan: `in_shardings`, by the names of arguments.

    What JAX names with brackets is nested in dictionaries, by strings, and in lists, by numbers, if all are there:
    names do not tell lists from tuples. Fields of named tuples are strings.
    Results that are stored like arguments, and constraints at uses, are listed in comments.
    """
    tree: dict[Any, Any] = {}
    for each in plan.classes:
        for name in each.names:
            _put(tree, name, spec_text(each.storage))
    mesh = ", ".join([f"{name}={size}" for name, size in plan.axes])
    text = _HEADING.format(file=printable(plan.file), mesh=printable(mesh), specs=_literal(tree, 0))
    lines = [*_results(plan), *[line for each in plan.classes for line in constraint_lines(each)]]
    return text + "".join([f"\n# {printable(line)}" for line in lines]) + ("\n" if lines else "")


def constraint_lines(each: PlannedClass) -> Iterator[str]:
    """Yields the lines of Python that give a class another sharding at its uses."""
    if each.at_use is not None:
        where = f"  # at {', '.join(each.places)}" if each.places else ""
        call = f"jax.lax.with_sharding_constraint({each.pattern}, {spec_text(each.at_use)})"
        yield f"{_local(each.pattern)} = {call}{where}"


def _local(pattern: str) -> str:
    """Returns a name for a local variable: the last part of a pattern."""
    words = re.findall(r"[A-Za-z_]\w*", pattern)
    return words[-1] if words else "value"


def _results(plan: PlanRecord) -> Iterator[str]:
    pairs = sorted([(index, each) for each in plan.classes for index in each.results])
    for index, each in pairs:
        yield f"result {index}: {spec_text(each.storage) if each.is_tied else 'left to propagation'}"


def _put(tree: dict[Any, Any], name: str, spec: str) -> None:
    head = parameter_of(name)
    keys: list[Any] = [head]
    place = len(head)
    while place < len(name):
        if (step := _STEP.match(name, place)) is None:
            keys = [name]
            break
        text, number, attribute = step.groups()
        keys.append(int(number) if number is not None else attribute if attribute is not None else text)
        place = step.end()
    for key in keys[:-1]:
        if not isinstance(inner := tree.setdefault(key, {}), dict):
            return
        tree = inner
    tree[keys[-1]] = spec


def _literal(tree: dict[Any, Any] | str, depth: int) -> str:
    if isinstance(tree, str):
        return tree
    inner = "    " * (depth + 1)
    end = "    " * depth
    if sorted(tree, key=str) == sorted(range(len(tree)), key=str):
        return "[\n" + "".join([f"{inner}{_literal(tree[at], depth + 1)},\n" for at in range(len(tree))]) + f"{end}]"
    lines = [f"{inner}{key!r}: {_literal(value, depth + 1)},\n" for key, value in tree.items()]
    return "{\n" + "".join(lines) + f"{end}}}"


# Plans as text, for terminals.

_MAX_NAMES = 2
_MAX_FRONT = 6
_PARTITIONER = "collectives are what a model of XLA's partitioner inserts; times and memory are estimates"


def heading(plan: PlanRecord) -> str:
    """Returns what was planned for: `step.mlir: 8 devices, mesh ["data"=2, "model"=4], tpu-v5p, limit 14 GiB; …`."""
    devices = prod([size for _, size in plan.axes])
    mesh = ", ".join([f'"{name}"={size}' for name, size in plan.axes])
    limit = "no limit" if isinf(plan.limit_bytes) else f"limit {_limit(plan)}"
    arguments = counted(sum([len(each.names) for each in plan.classes]), "argument")
    classes = counted(len(plan.classes), "class", "classes")
    dimensions = counted(len(plan.dimensions), "dimension")
    text = f"{plan.file}: {counted(devices, 'device')}, mesh [{mesh}], {plan.device}, {limit}"
    return printable(f"{text}; {arguments} in {classes}, {dimensions}{_kept(plan)}")


def _kept(plan: PlanRecord) -> str:
    """Returns which shardings a plan keeps, and what a step costs without them; empty if it keeps none."""
    if not plan.kept:
        return ""
    more = len(plan.kept) - _MAX_NAMES
    names = ", ".join([*plan.kept[:_MAX_NAMES], *([f"{more} more"] if more > 0 else [])])
    without = "" if plan.dropped is None else f", without which (--drop) it takes {_against(plan, plan.dropped)}"
    return f"; a step keeps the shardings of {names}{without}"


def _limit(plan: PlanRecord) -> str:
    """Returns `14 GiB`, `12.2 GiB with a margin of 15%`."""
    margin = "" if plan.margin is None else f" with a margin of {plan.margin}"
    return f"{short(int(plan.limit_bytes))}{margin}"


def titled_tables(plan: PlanRecord) -> list[tuple[str, Table]]:
    """Returns the tables of a plan with their titles, in the order in which they are shown."""
    tables = [("A step, before and after", cost_table(plan)), ("Shardings", class_table(plan))]
    tables += [("Shapes of meshes", mesh_table(plan))] if plan.meshes else []
    tables += [("Other choices", alternative_table(plan))] if plan.alternatives else []
    tables += [("What XLA makes of it", verification_table(plan))] if plan.verification is not None else []
    return tables


def lines_of(plan: PlanRecord) -> Iterator[str]:
    """Yields the lines that show a plan as text: the heading, the tables, and the notes."""
    yield heading(plan)
    for _, table in titled_tables(plan):
        yield ""
        yield from ["".join([text for text, _ in line]) for line in table_lines(table)]
    yield ""
    yield from map(printable, details(plan))


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
        row += [_spec(each.before), spec_text(each.storage)]
        row += [_spec(each.at_use)] if has_uses else []
        row += ["" if each.without is None else without_text(each.without)] if has_why else []
        rows.append(row)
    return Table(columns, rows)


def _spec(spec: Spec | None) -> str:
    return "" if spec is None else spec_text(spec)


def names_text(each: PlannedClass) -> str:
    """Returns the patterns of the names of a class, the first ones."""
    more = "…" if len(each.patterns) > _MAX_NAMES else ""
    return ", ".join([*each.patterns[:_MAX_NAMES], *filter(None, [more])])


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
    """Returns whether the plan fits, what a device sends, and how long a step takes, before and after."""
    costs = _, after = plan.before, plan.cost
    fits = "fits" if plan.feasible else "does not fit"
    specs = tuple([each.spec for each in plan.classes])
    compiled = [each.compiled_peak for each in plan.verified if each.classes == specs and each.compiled_peak]
    fits = f"compiled {short(compiled[0])} {fits}" if compiled else fits
    needs = "" if isinf(plan.limit_bytes) else f"{fits} {_limit(plan)}; "
    needs += f"arguments {short(after.arguments_bytes)}"
    seconds = {"compute": after.compute_seconds, "memory": after.memory_seconds, "network": after.communication_seconds}
    bound = max(seconds, key=seconds.__getitem__)
    parts = ", ".join([f"{name} {time(amount)}" for name, amount in seconds.items()])
    kinds = ", ".join([f"{kind} {short(sent)}" for kind, sent in sorted(after.by_kind, key=lambda each: -each[1])])
    rows = [
        [f"peak ({plan.profile})", *[_size(cost.peak_bytes) for cost in costs], needs],
        ["sent", *[f"{'at most ' * bool(cost.unknown_sent)}{short(cost.bytes_sent)}" for cost in costs], kinds],
        ["a step", *[_time(cost.seconds) for cost in costs], f"bound by {bound}: {parts}"],
    ]
    columns = [Column("a device"), Column("before", right=True), Column("after", right=True, style="bold"), Column("")]
    return Table(columns, rows)


def answers(plan: PlanRecord) -> list[str]:
    """Returns the sentences that a page begins with: whether the plan fits, what is sent, and how long a step takes."""
    peak, sent, step = cost_table(plan).rows
    kinds = f": {sent[3]}" if sent[3] else ""
    return [
        f"peak a device: about {peak[2]} ({peak[1]} before): {peak[3]}",
        f"sent a device: {sent[2]} ({sent[1]} before){kinds}",
        f"a step: about {step[2]} ({step[1]} before), {step[3]}",
    ]


def _time(seconds: float | None) -> str:
    return UNKNOWN if seconds is None or isinf(seconds) else time(seconds)


def _size(bytes: float | None) -> str:
    return UNKNOWN if bytes is None or isinf(bytes) else short(int(bytes))


def mesh_table(plan: PlanRecord) -> Table:
    """Returns a row for each shape of the mesh that was tried, the best first."""
    rows = []
    for each in plan.meshes:
        shape = " × ".join([str(size) for _, size in each.axes])
        fits = "" if each.feasible else "does not fit"
        rows.append([shape, time(each.seconds), _size(each.peak_bytes), str(each.evaluations), fits])
    columns = [Column("mesh", style="cyan"), Column("a step", right=True), Column(f"peak ({plan.profile})", right=True)]
    return Table([*columns, Column("evaluations", right=True), Column("")], rows)


def details(plan: PlanRecord) -> Iterator[str]:
    """Yields lines about a plan: constraints to write, the front, baselines, conflicts and notes."""
    for each in plan.classes:
        yield from constraint_lines(each)
    if len(front := _shown_front(plan)) > 1:
        points = [f"{short(int(each.peak_bytes))} {time(each.seconds)} {short(each.bytes_sent)}" for each in front]
        yield f"memory against time and bytes sent: {' · '.join(points)}"
    baselines = [f"{name} {_against(plan, cost)}" for name, cost in baseline_rows(plan)]
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
    is_compiled = plan.verification is not None and plan.verification.machine != PARTITIONER
    if plan.verification is not None:
        asked = plan.verification.asked
        end = "" if plan.verification.is_complete else "; interrupted before all plans were verified"
        yield f"XLA's partitioner partitioned {counted(asked, 'program')}{end}"
    if not is_compiled:
        machine = next((name for name, device in DEVICES.items() if device == plan.device), "cpu")
        way = f": sdy-plan {plan.file} … --verify {machine} lets XLA compile the plan" if plan.feasible else ""
        is_checked = "not verified" if plan.verification is None else "bytes were checked, nothing was compiled"
        yield f"note: {_PARTITIONER}; {is_checked}{way}"
        return
    yield f"note: {_PARTITIONER}, except for what XLA has compiled"


def _shown_front(plan: PlanRecord) -> list[FrontPlan]:
    """Returns plans that spread over a long front, the ends among them, the plan, and for each row one as good."""
    front = plan.front
    if (last := len(front) - 1) < _MAX_FRONT:
        return list(front)
    kept = {round(at * last / (_MAX_FRONT - 1)) for at in range(_MAX_FRONT)}
    for cost in (plan.cost, *[cost for _, cost in baseline_rows(plan)]):
        as_good = [number for number, each in enumerate(front) if is_as_good(each, cost)]
        kept.update(as_good[:1] if kept.isdisjoint(as_good) else [])
    return [front[number] for number in sorted(kept)]


def baseline_rows(plan: PlanRecord) -> list[tuple[str, Cost]]:
    """Returns what a plan is compared with, and what that costs."""
    return [(ROWS[field], cost) for field, cost in plan.baselines._asdict().items() if cost is not None]


def _against(plan: PlanRecord, cost: Cost) -> str:
    if isinf(cost.seconds):
        return "cannot be partitioned"
    refused = " (too much)" if cost.peak_bytes > plan.limit_bytes else ""
    refused = refused or (" (needs --drop)" if plan.kept and cost is plan.baselines.replicated else "")
    if plan.feasible and plan.verification is not None and plan.verification.is_complete and not refused:
        best = min([each.compiled_seconds or inf for each in plan.verified if not each.problem], default=inf)
        known = [(each.seconds, each.promised_peak) for each in plan.verified]
        if cost.seconds < best < inf and (cost.seconds, cost.peak_bytes) not in known:
            refused = " (likely too much, as compiled)"
    return f"{time(cost.seconds)}, {short(int(cost.peak_bytes))}{refused}"


def failure(plan: PlanRecord) -> str:
    """Returns why a plan does not fit, and that none is likely to if the peak, evenly over the devices, does not.

    If plans were compiled, that is the peak of the replicated program as compiled; if that was not, as much less than
    the model says as in the nearest one. It says nothing if a plan needs less, as one does that gathers its weights
    layer by layer.
    """
    devices = prod([size for _, size in plan.axes])
    whole = [each.compiled_peak for each in plan.verified if each.name == ROWS["replicated"] and each.compiled_peak]
    dropped = [each for each in plan.verified if each.classes and each.problem]
    nearest = min(dropped, key=lambda each: each.compiled_peak or inf, default=None)
    share = plan.baselines.replicated.peak_bytes / devices
    least = plan.cost.peak_bytes
    if plan.verification is not None and plan.verification.machine != PARTITIONER and nearest is not None:
        why = f"{'the nearest one ' if nearest.compiled_peak else ''}{nearest.problem}"
        found = (
            f"none of {counted(len(dropped), 'plan')} for {_limit(plan)} holds on {plan.verification.machine}: {why}"
        )
        share *= min(1.0, (nearest.compiled_peak or inf) / nearest.promised_peak)
        share = whole[0] / devices if whole else share
        least = min([each.compiled_peak for each in plan.verified if each.compiled_peak], default=least)
    else:
        found = (
            f"no plan fits {_limit(plan)}: the least that was found is {short(int(plan.cost.peak_bytes))} "
            f"(profile {plan.profile}) after {counted(plan.evaluations, 'evaluation')}"
        )
    even = f", and all that is in memory at the peak, evenly over the devices, {short(int(min(share, least)))}"
    bound = ", so that no sharding is likely to fit" if plan.limit_bytes < share else ""
    return (
        f"{found}; arguments alone need at least {short(plan.least_bytes)}{even + bound if share <= least else ''}; "
        "a larger mesh, a smaller batch or rematerialization needs less"
    )


def verification_table(plan: PlanRecord) -> Table:
    """Returns a row for each plan that was compiled, or breaks its promise: promised, and what XLA makes of it."""
    assert plan.verification is not None
    peak, rows = f"peak ({plan.profile})", []
    is_compiled = plan.verification.machine != PARTITIONER
    for each in plan.verification.plans:
        row = [time(each.seconds), _time(each.compiled_seconds), short(each.promised_sent), _size(each.compiled_sent)]
        row += [short(int(each.promised_peak)), _size(each.compiled_peak)]
        if not is_compiled:
            row = [row[0], _size(each.model_sent), _size(each.partitioner_sent), row[4]]
        rows.append([each.name, *row, _held(each) if is_compiled or each.problem else "as promised"])
    heads = [each for name in ("a step", "sent", peak) for each in (f"{name}, promised", "compiled")]
    if not is_compiled:
        heads = ["a step, promised", "partitioned, by the model", "partitioned", f"{peak}, promised"]
    title = Column(f"{plan.verification.machine}, {plan.verification.compiler}", style="cyan")
    return Table([title, *[Column(head, right=True) for head in heads], Column("", below=True)], rows)


def _held(found: VerifiedPlan) -> str:
    """Returns why a plan breaks its promise, or that it holds, and if it needs or sends much more than was promised."""
    peak, promised = found.compiled_peak or 0, found.promised_peak
    if found.problem:
        return found.problem
    if peak > promised * (1 + margin_of(DEFAULT_MARGIN)):
        return f"fits, but needs {peak / promised:.2f} of what was promised"
    sent, most = found.partitioner_sent or 0, found.model_sent or 0
    if sent > most * (1 + MAX_DIFFERENCE):
        return f"fits, but sends {short(sent)} where the model of the partitioner says {short(most)}"
    return "holds"


def alternative_table(plan: PlanRecord) -> Table:
    """Returns a row for each other choice of the classes that were named, the fastest first."""
    rows = []
    for each in plan.alternatives:
        fits = "" if each.peak_bytes <= plan.limit_bytes else "does not fit"
        costs = [_time(each.seconds), _size(each.peak_bytes), fits]
        rows.append([each.pattern, spec_text(each.storage), _spec(each.at_use), *costs])
    columns = [Column("argument", style="cyan"), Column("stored"), Column("at use"), Column("a step", right=True)]
    return Table([*columns, Column(f"peak ({plan.profile})", right=True), Column("")], rows)
