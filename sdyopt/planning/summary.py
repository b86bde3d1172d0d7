"""From a search that has ended to a plan that can be handed out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil, inf
from typing import Any, TypeVar

from sdyopt.api.module import Module
from sdyopt.cost.origins.followers import frames_at, line_text
from sdyopt.cost.sizes.local_sizes import name_with_target, ops_without_rule
from sdyopt.cost.sizes.partition import array_text
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.slots import function_result_sharding, sharding_of
from sdyopt.display.wording import counted
from sdyopt.ir.collecting import Listing, grouped, summed
from sdyopt.ir.value import Value
from sdyopt.mlir.write.names import ValueNames
from sdyopt.planning import render
from sdyopt.planning.choices import Choices, replaced
from sdyopt.planning.evaluation import matching
from sdyopt.planning.for_jax import PlanForJax
from sdyopt.planning.grouping import ArgumentClass, axes_of
from sdyopt.planning.layers import is_close
from sdyopt.planning.planner import Planning, applied
from sdyopt.planning.records import (
    PARTITIONER,
    REFUSED,
    Alternative,
    Baselines,
    Cost,
    FrontPlan,
    Live,
    PlanDimension,
    PlannedClass,
    PlanVerification,
    Spec,
    Without,
    is_as_good,
    unknown,
)
from sdyopt.planning.search import PlanSearch
from sdyopt.view import view
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import short, time
from sdyopt.view.render.verdict import kept_verdict

# A plan as it is handed out.


@dataclass(frozen=True)
class Plan(PlanForJax):
    """Shardings for the arguments of a program, and what is known of them."""

    def apply(self, module: Module) -> Module:
        """Returns a copy of a program with the mesh and the shardings of this plan.

        It may be another program whose arguments have such names, with more layers. Raises PlanError if none has.
        """
        return applied(self, module)

    def at(self, point: FrontPlan) -> Plan:
        """Returns the plan that has the shardings of one of the front."""
        pairs = zip(self.classes, point.classes, strict=True)
        classes = tuple([each._replace(**spec._asdict()) for each, spec in pairs])
        return replace(self, classes=classes, verification=None, points=(), module=None)

    def __str__(self) -> str:
        return "\n".join(render.lines_of(self))

    def _repr_html_(self) -> str:
        """Returns what notebooks show: tables, without scripts."""
        from sdyopt.view.page.static import notebook_html

        return notebook_html(render.heading(self), render.titled_tables(self), render.details(self))

    def _repr_pretty_(self, printer: Any, is_cyclic: bool) -> None:
        """Writes what IPython shows in a terminal: the tables as text."""
        printer.text(str(self))

    def to_html(self) -> str:
        """Returns the plan as one page for browsers."""
        from sdyopt.planning.page import page_of

        return page_of(self)

    def to_json(self) -> str:
        return render.text_of(self)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Returns the plan that `to_json` has written, without its front and program. Raises PlanError."""
        return cls(**render.fields_from_text(text))


_MIN_STEP = 0.005
"""By which plans of the front differ in time."""
_MAX_CONFLICTS = 3
_MAX_LIVE = 5
_MAX_UNRULED = 3
"""Operations without a sharding rule that a note names."""
_SMALL = 0.01
"""The part of a peak below which what can be saved of it is not said in bytes."""
_CLOSE_TO_LIMIT = 0.8
"""The part of the limit from which the values at the peak are listed."""
_MAX_DIMENSIONS = 24


_Key = TypeVar("_Key", str, int)


def plan_of(
    planning: Planning,
    search: PlanSearch,
    seconds: float,
    is_interrupted: bool = False,
    verification: PlanVerification | None = None,
    dropped: Cost | None = None,
) -> Plan:
    """Returns the best plan of a search that took `seconds`. After an interrupt nothing more is evaluated."""
    best = search.best
    cost = search.seen[best]
    baselines = baselines_of(planning, search)
    classes = tuple(_classes(planning, search, planning.options.why and not is_interrupted))
    module = planning.written(best)
    limit, margin, whole = planning.limits
    if cost.peak_bytes > limit and (verification is None or verification.machine == PARTITIONER):
        limit, margin = whole, margin if limit == whole else None
    is_feasible = search.is_feasible if verification is None or not verification.is_complete else verification.holds
    nearly_fills = not is_interrupted and cost.peak_bytes > _CLOSE_TO_LIMIT * limit
    seen = view(module, profile=planning.profile) if nearly_fills else None
    before = planning.own_program() or planning.written(planning.space.nothing)
    notes = list(_notes(planning, search, baselines.own, is_interrupted))
    plans = () if verification is None else verification.plans
    compiled = [each.compiled_peak or 0 for each in plans if each.problem]
    if not is_feasible and not is_interrupted and planning.space.axes:
        unsplit = int(sum([saved for _, saved in planning.unsplit_at_peak(best)]))
        can_save = f"can save {short(unsplit)}" if unsplit > _SMALL * cost.peak_bytes else "cannot save more than 1 %"
        notes.append(
            f"other shardings {can_save} of what is in memory at the peak that this plan promises: "
            "the rest is split over all devices"
        )
    if not is_feasible and seen is not None:
        notes += _recomputed("this plan", seen, max(cost.peak_bytes, min(compiled, default=0)) - whole)
    if baselines.own is not None and baselines.own.peak_bytes > whole and not is_interrupted:
        shown = view(before, profile=planning.profile)
        notes += _recomputed("the program with its own shardings", shown, baselines.own.peak_bytes - whole)
    function, names = module.functions[planning.target.function], planning.program.names
    arguments = function.regions[0].blocks[0].arguments
    tied = {result for each in planning.space.classes for result in each.results}
    untied = [number for number in range(len(planning.program.returned)) if number not in tied]
    return Plan(
        file=planning.given.source.name,
        function=planning.target.function,
        axes=tuple([(axis.name, axis.size) for axis in planning.target.mesh.axes]),
        device=planning.machine.device.name,
        limit_bytes=limit,
        margin=margin,
        profile=planning.profile,
        feasible=is_feasible,
        classes=classes,
        cost=cost,
        before=baselines.own or baselines.replicated,
        baselines=baselines,
        front=tuple(_front(planning, search)),
        evaluations=search.evaluations,
        budget=search.budget,
        seconds=seconds,
        dimensions=tuple(_dimensions(planning)),
        notes=tuple(notes),
        least_bytes=planning.least_bytes(),
        is_optimal=search.is_exhaustive and planning.space.plans_without_at_use() > 1,
        alternatives=() if is_interrupted else tuple(_alternatives(planning, search)),
        live=() if seen is None else tuple(_live(seen)),
        verification=verification,
        module=module,
        module_before=before,
        points=tuple([(cost.peak_bytes, cost.seconds) for cost in search.memory.values()]),
        kept=planning.kept,
        dropped=dropped,
        left_arguments=_left(planning, [(names[each], sharding_of(arguments[each])) for each in planning.classes.left]),
        left_results=_left(planning, [(each, function_result_sharding(function, each)) for each in untied]),
    )


def _left(planning: Planning, pairs: Iterable[tuple[_Key, Sharding | None]]) -> tuple[tuple[_Key, Spec], ...]:
    """Returns what is in no class, by name or number, with the shardings that the program gives to it."""
    axes = [(key, None if each is None else axes_of(each, planning.program)) for key, each in pairs]
    return tuple([(key, planning.spec(each)) for key, each in axes if each is not None])


def baselines_of(planning: Planning, search: PlanSearch) -> Baselines:
    """Returns the costs of the program's own shardings, of none, and of the best dimension over all axes."""
    replicated = _known(planning, search.memory, planning.space.nothing)
    rows = {name: search.memory[plan] for name, plan in search.rows().items()}
    return Baselines(replicated, rows.pop("data_parallel", replicated), planning.own_cost, **rows)


def _known(planning: Planning, known: dict[Choices, Cost], choices: Choices) -> Cost:
    if choices not in known:
        known[choices] = planning.quick.of(choices)
    return known[choices]


def _classes(planning: Planning, search: PlanSearch, with_why: bool) -> Iterator[PlannedClass]:
    best = search.best
    for number, (each, choice) in enumerate(zip(planning.space.classes, best, strict=True)):
        own = planning.before(each, planning.given)
        texts = planning.patterns[number]
        yield PlannedClass(
            names=each.names,
            pattern=texts[0],
            patterns=texts,
            type=array_text(each.type, each.shape),
            before=None if own is None else planning.spec(own),
            **planning.spec_of(choice)._asdict(),
            places=tuple(_places(planning, each)) if choice.at_use is not None else (),
            results=each.results,
            without=_without(planning, search, number) if with_why else None,
        )


def _places(planning: Planning, each: ArgumentClass) -> list[str]:
    """Returns the lines of the heavy uses of a class."""
    source = planning.start.source
    written = [planning.program.written(use.op) for use in each.uses]
    lines = [line_text(frames_at(op.location, source)) for op in written if op is not None]
    return list(dict.fromkeys([line for line in lines if line]))


def _without(planning: Planning, search: PlanSearch, number: int) -> Without | None:
    """Returns what a step would cost more if a class was not sharded; None if it is not."""
    best, cost = search.best, search.seen[search.best]
    start = planning.space.start[number]
    if best[number] == start:
        return None
    other = _known(planning, search.memory, replaced(best, number, start))
    changes = summed([*[(kind, -sent) for kind, sent in cost.by_kind], *other.by_kind])
    return Without(
        other.seconds - cost.seconds,
        other.peak_bytes - cost.peak_bytes,
        tuple([(kind, change) for kind, change in changes.items() if change]),
    )


def plans_to_know(planning: Planning, search: PlanSearch) -> list[Choices]:
    """Returns the plans with which a summary compares the best one."""
    best, start = search.best, planning.space.start
    found = [planning.space.nothing]
    if planning.options.why:
        found += [replaced(best, number, start[number]) for number in range(len(best))]
    for number in _named_classes(planning):
        found += [replaced(best, number, each) for each in planning.space.moves(number, best[number])]
    return found


def _named_classes(planning: Planning) -> list[int]:
    """Returns the numbers of the classes that options name. Raises PlanError for a name that no argument has."""
    found: dict[int, None] = {}
    for pattern in planning.options.alternatives:
        classes = [number for number, each in enumerate(planning.space.classes) if matching(pattern, each.names)]
        if not classes:
            raise unknown("argument", pattern, planning.program.names)
        found.update(dict.fromkeys(classes))
    return list(found)


def _alternatives(planning: Planning, search: PlanSearch) -> Iterator[Alternative]:
    best = search.best
    for number in _named_classes(planning):
        choices = [best[number], *planning.space.moves(number, best[number])]
        known = [(_known(planning, search.memory, replaced(best, number, choice)), choice) for choice in choices]
        pattern = planning.patterns[number][0]
        for cost, choice in sorted(known, key=lambda each: (each[0].seconds, each[0].peak_bytes)):
            storage, at_use, _ = planning.spec_of(choice)
            yield Alternative(pattern, storage, at_use, cost.seconds, cost.peak_bytes)


def _front(planning: Planning, search: PlanSearch) -> Iterator[FrontPlan]:
    for plan in shown_front(planning, search):
        cost = search.seen[plan]
        yield FrontPlan(cost.peak_bytes, cost.seconds, cost.bytes_sent, tuple(map(planning.spec_of, plan)))


def shown_front(planning: Planning, search: PlanSearch) -> list[Choices]:
    """Returns the plans of the front, thinned out, and what people write that none of them equals in all figures.

    Each is faster than the ones before by a step, unless it is the best one, or is not slower and sends no more than
    one of the `rows` of the search, or the program's own shardings. Of plans that cost what the best one does it alone
    is there.
    """
    last = inf
    best, costs = search.best, search.seen
    found: list[Choices] = []
    plans = [plan for plan in search.front() if plan == best or not is_close(costs[plan], costs[best])]
    for number, plan in enumerate(plans):
        cost = costs[plan]
        is_end = number == len(plans) - 1 and cost.seconds < last
        if cost.seconds < last * (1 - _MIN_STEP) or is_end or plan == best:
            last = min(last, cost.seconds)
            found.append(plan)
    rows = [*search.rows().values(), *planning.own_plans(costs)[:1]]
    for row in [plan for plan in rows if costs.get(plan, REFUSED).seconds < inf]:
        near = [plan for plan in (*found, *plans, row) if is_as_good(costs[plan], costs[row])]
        found += near[:1] if near[0] not in found else []
    return sorted(found, key=lambda plan: (costs[plan].peak_bytes, costs[plan].seconds))


def _dimensions(planning: Planning) -> Iterator[PlanDimension]:
    """Yields the dimensions that axes can go to, named after the data that has them, else the first argument."""
    groups, colours = planning.classes.groups, planning.classes.colours
    members = grouped(
        (colour, (each.is_state or bool(each.uses), f"{patterns[0]} dim {number}", each.shape[number]))
        for each, patterns in zip(planning.space.classes, planning.patterns, strict=True)
        for number, colour in enumerate(each.colours)
    )
    conflicts = grouped((colours[group], value) for group, value in groups.conflicts())
    name = _namer(planning)
    for colour in planning.space.colours()[:_MAX_DIMENSIONS]:
        own = members[colour]
        first = min(own, key=lambda member: member[0])
        yield PlanDimension(
            name=first[1],
            size=first[2],
            members=tuple([text for _, text, _ in own]),
            conflicts=tuple(list(dict.fromkeys(map(name, conflicts.get(colour, ()))))[:_MAX_CONFLICTS]),
        )


def _namer(planning: Planning) -> Callable[[Value], str]:
    names = ValueNames(planning.start.operation, planning.start.source if planning.start.is_as_written else None)

    def name(value: Value) -> str:
        written = planning.program.written_value(value)
        return "a value that passes made" if written is None else names.get(written) or "a value"

    return name


def _live(seen: ModuleView) -> Iterator[Live]:
    """Yields the largest values at the peak of a planned program."""
    if seen.peak is not None:
        for live in seen.peak.live[:_MAX_LIVE]:
            yield Live(live.name, live.label, live.type, live.bytes)


def _recomputed(whose: str, seen: ModuleView, excess: float) -> Iterator[str]:
    """Yields what to compute again for a program to need less by an excess in bytes, if that is possible."""
    kept = kept_verdict(seen.peak, seen.frames, ceil(excess)) if seen.peak is not None and 0 < excess < inf else None
    if kept is not None:
        text = kept.text.removeprefix("could be less: ")
        yield f"{whose} may fit with rematerialization alone, which is to save {short(ceil(excess))}: {text}"


def _notes(planning: Planning, search: PlanSearch, own: Cost | None, is_interrupted: bool) -> Iterator[str]:
    yield from planning.notes
    if is_interrupted:
        few = "" if planning.quick is planning.evaluator else "; the plan was evaluated on fewer layers alone"
        yield f"interrupted: what each line saves, other choices and what is in memory at the peak are left out{few}"
    if not planning.space.axes:
        yield "the mesh has one device: there is nothing to shard"
    elif planning.nothing_free:
        yield planning.nothing_free
    fast, cost = search.seen[search.fastest], search.seen[search.best]
    limit, margin, whole = planning.limits
    if limit < cost.peak_bytes <= whole:
        yield (
            f"no plan fits with a margin of {margin}, within which nine of ten programs stay: this one takes least "
            f"and leaves {whole / cost.peak_bytes - 1:.0%}"
        )
    if fast.seconds < cost.seconds * (1 - _MIN_STEP):
        yield (
            f"--time-margin 0 takes a plan of {time(fast.seconds)} that sends {short(fast.bytes_with_all_reduces)} if "
            f"reduce-scatters become all-reduces, where this one sends {short(cost.bytes_with_all_reduces)}"
        )
    if (
        own is not None
        and not is_interrupted
        and own.seconds < cost.seconds * (1 - _MIN_STEP)
        and own.peak_bytes <= planning.limit
    ):
        yield (
            "the program's own shardings take less time: they have what no plan has, such as parts of axes, or "
            "different shardings of arguments of one class"
        )
    pairs = zip(planning.space.classes, search.best, strict=True)
    if untied := [result for each, choice in pairs if not choice.is_tied for result in each.results]:
        tied = _known(planning, search.memory, tuple([each._replace(is_tied=True) for each in search.best]))
        yield (
            f"the plan leaves {counted(len(untied), 'result')} to propagation, as the program does: sharded like the "
            f"arguments whose memory they take, a step takes {time(tied.seconds)}"
        )
    if cost.unknown_executions:
        operations = counted(cost.unknown_executions, "operation")
        yield f"{operations} of loops of unknown length count once; --assume-runs says how often they run"
    if cost.unknown_sent:
        yield f"bytes sent and times have upper bounds of {counted(cost.unknown_sent, 'collective')} of unknown bytes"
    if cost.unknown_work:
        yield f"times leave out the arithmetic of {counted(cost.unknown_work, 'operation')}, which is not known"
    if names := list(map(name_with_target, ops_without_rule(Listing(planning.start.operation)))):
        different = list(dict.fromkeys(names))
        listed = ", ".join([*different[:_MAX_UNRULED], *(["…"] if different[_MAX_UNRULED:] else [])])
        yield f"nothing propagates through {counted(len(names), 'operation')} without a sharding rule: {listed}"
    for left in planning.program.calls_left:
        yield f"{counted(left.calls, 'call')} of @{left.function} stay: {left.reason.value}"
    if refused := [plan for plan, cost in search.seen.items() if cost == REFUSED]:
        why = "" if is_interrupted else f", the first with: {planning.evaluator.error_of(refused[0])}"
        yield f"passes refuse {counted(len(refused), 'plan')}{why}"
    if planning.options.seconds is not None:
        yield "the search ends by the clock: its result depends on the machine"
