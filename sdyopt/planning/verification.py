"""Whether plans keep their promise: XLA's partitioner says what they send, and the best are compiled for a machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from sdyopt.cost import ViewError
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.machines import DoesNotFitError, MachineError
from sdyopt.machines.names import machine_named
from sdyopt.machines.processes import find_python
from sdyopt.planning.choices import Choices
from sdyopt.planning.evaluation import collected
from sdyopt.planning.layers import is_close
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import Cost, PlanError, PlanOptions, PlanVerification, VerifiedPlan
from sdyopt.planning.search import PlanSearch
from sdyopt.view.collection import analyze
from sdyopt.view.jaxlib import (
    MAX_DIFFERENCE,
    PartitionerAnswer,
    compile_options,
    compiled_for,
    partitioned_by_model,
    printed,
    sent_in_run,
)
from sdyopt.view.model import Query
from sdyopt.view.render.amounts import UNKNOWN, margin_of, short


def check_machine(options: PlanOptions, devices: int) -> None:
    """Raises PlanError if there is no compiler for the machine of the options, or if it has too few devices."""
    if options.verify is None:
        return
    try:
        machine = machine_named(options.verify, devices)
        find_python(options.jax_python).require(machine)
    except MachineError as error:
        raise PlanError(str(error)) from None


def verified(
    planning: Planning,
    search: PlanSearch,
    shown: Sequence[Choices],
    is_ended: Callable[[str], bool],
    before: Sequence[VerifiedPlan] = (),
) -> PlanVerification:
    """Returns what XLA makes of the best plans and the program's own shardings, and takes the best plan that holds.

    Plans that fit are compiled, the best first, until one holds and as many are compiled as the options say. Of the
    others that are `shown`, the partitioner says what they send. What is learned of plans that break their promise is
    kept, for a search that goes on; `before` are those that earlier searches have found. `is_ended` is called with what
    is done next, and returns whether nothing more is to be done. Raises PlanError if XLA gives no answer.
    """
    run = _VerificationRun(planning, is_ended, before)
    broken, tried = planning.broken, [promised for promised, _ in planning.broken.values()]
    taken: Choices | None = None
    costs = search.seen
    is_complete = True

    def holds(name: str, plan: Choices, compiles: bool = True) -> bool:
        promised = costs[plan]
        found = run.checked(name, plan, promised, compiles)
        tried.append(promised)
        if found.problem:
            broken[plan] = promised, _learned(promised, found)
            costs[plan] = search.memory[plan] = broken[plan][1]
        return not found.problem

    def untried() -> Choices | None:
        plans = [plan for plan in search.ranked_front() if plan not in broken]
        return next((plan for plan in plans if not any(is_close(costs[plan], each) for each in tried)), None)

    try:
        while (plan := untried()) is not None:
            if taken and sum([each.compiled_peak is not None for each in run.plans]) >= planning.options.verify_top:
                break
            if plan != search.best and planning.quick is not planning.evaluator:
                costs[plan] = search.memory[plan] = planning.evaluator.of(plan)
                if costs[plan].peak_bytes > search.limit or any(is_close(costs[plan], each) for each in tried):
                    tried.append(costs[plan])
                    continue
            if holds("next best" if taken else "the plan", plan):
                taken = taken or plan
        if planning.own_cost is not None:
            run.checked("the program's own", None, planning.own_cost)
        for plan in [each for each in shown if each in costs and each not in broken]:
            if not any(is_close(costs[plan], each) for each in tried):
                holds("of the front", plan, compiles=False)
    except _EndedError:
        is_complete = False
        taken = taken or untried()
    except ViewError as error:
        raise PlanError(str(error).removeprefix(f"{planning.given.source.name}: ")) from None
    if taken:
        search.take(taken, lambda cost: any(is_close(cost, each) for pair in broken.values() for each in pair))
    has_held = any(each.name == "the plan" for each in run.plans)
    compiler = run.options.python.compiler(run.machine)
    return PlanVerification(run.machine.name, compiler, has_held, is_complete, run.asked, tuple(run.plans))


def _learned(promised: Cost, found: VerifiedPlan) -> Cost:
    """Returns the cost of a plan that breaks its promise: the memory that it needs, or no time if that is not why."""
    if found.compiled_peak is None and found.partitioner_sent is not None and found.compiled_sent is None:
        return promised._replace(seconds=inf, bytes_sent=found.partitioner_sent)
    return promised._replace(peak_bytes=inf if found.compiled_peak is None else found.compiled_peak)


def limit_learned(planning: Planning, limit: float) -> float:
    """Returns the limit for a search after no plan has held: less by what the nearest one needs more than promised."""
    peaks = [(promised.peak_bytes, has.peak_bytes) for promised, has in planning.broken.values()]
    return limit * max([promised / has for promised, has in peaks if 0 < promised < has < inf], default=1.0)


class _EndedError(Exception):
    """Nothing more is to be done."""


class _VerificationRun:
    def __init__(
        self, planning: Planning, is_ended: Callable[[str], bool], before: Sequence[VerifiedPlan] = ()
    ) -> None:
        options = planning.options
        assert options.verify is not None
        self.machine = machine_named(options.verify, planning.target.mesh.device_count)
        self.options = compile_options(options.jax_python, limit=options.compile_limit)
        self.plans = [each for each in before if each.classes]
        self.asked = 0
        """The programs that the partitioner was asked about."""
        margin = 0.0 if options.margin is None else margin_of(options.margin)  # It is for what is not known.
        self._limit = min(planning.limit * (1 + margin), self.machine.memory or inf)
        self._planning, self._is_ended = planning, is_ended
        self._query = Query(
            partitioner="jaxlib", jax_python=options.jax_python, with_peak=False, assumed=options.assumed, most=0
        )

    def checked(self, name: str, plan: Choices | None, cost: Cost, compiles: bool = True) -> VerifiedPlan:
        """Returns what XLA makes of a plan, or of the program with its own shardings; those shown are in `plans` then.

        It is compiled unless the partitioner sends too much. Raises ViewError, and _EndedError.
        """
        classes = () if plan is None else tuple(map(self._planning.spec_of, plan))
        found = VerifiedPlan(name, classes, cost.seconds, cost.bytes_sent, cost.peak_bytes)
        try:
            found = self._checked(found, plan, compiles)
        except ViewError as error:
            self._goes_on("")
            if plan is not None and not isinstance(error.__cause__, DoesNotFitError):
                raise
            found = found._replace(problem=str(error.__cause__ or error))
        if found.problem and name == "the plan":
            found = found._replace(name="dropped")
        self.plans += [found] if compiles or found.problem else []
        return found

    def _checked(self, found: VerifiedPlan, plan: Choices | None, compiles: bool) -> VerifiedPlan:
        self._goes_on("partitioning")
        module = self._planning.own_program() if plan is None else self._planning.written(plan)
        assert module is not None
        text = printed(module)
        analysis = analyze(module, self._query, True, text)
        view, compiler = analysis.view, Compiler(self.machine.name.partition(":")[0].partition("-")[0])
        promised = sum(map(sent_in_run, partitioned_by_model(analysis, self._query, compiler)))
        found = found._replace(promised_sent=promised)
        self.asked += 1
        collected()
        if view.answer is not None:
            sent, most = view.answer.sent, view.answer.most
            found = found._replace(partitioner_sent=sent, model_sent=most, problem=_broken_bytes(view.answer))
        if found.problem or not compiles:
            return found
        name = self.machine.name
        self._goes_on(f"compiling for {name}")

        def wait(_: str, seconds: float) -> None:
            self._is_ended(f"compiling for {name}, {seconds:.0f} s")

        seen = compiled_for(name, text, view, self.options, self._query, wait)
        assert seen.compilation is not None
        peak = seen.compilation.peak
        problem = f"needs {short(peak)}, and {short(int(self._limit))} is the limit" if peak > self._limit else ""
        sent = sum(map(sent_in_run, seen.collectives))
        return found._replace(compiled_sent=sent, compiled_peak=peak, problem=problem)

    def _goes_on(self, doing: str) -> None:
        if self._is_ended(doing):
            raise _EndedError


def _broken_bytes(answer: PartitionerAnswer) -> str:
    """Returns where XLA's partitioner sends too much; empty if it does not."""
    if not answer.lines or answer.sent <= answer.most * (1 + MAX_DIFFERENCE):
        return ""
    line, jaxlib, model = max(answer.lines, key=lambda each: each.jaxlib - each.model)
    return (
        f"the partitioner sends {short(answer.sent)} where its model says {'at most ' * (answer.most > answer.model)}"
        f"{short(answer.most)}, most of it for {line or UNKNOWN}: {short(jaxlib)}, not {short(model)}"
    )
