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
    planning: Planning, search: PlanSearch, shown: Sequence[Choices], is_ended: Callable[[str], bool]
) -> PlanVerification:
    """Returns what XLA makes of the best plans and the program's own shardings, and takes the best plan that holds.

    Plans that fit are compiled, the best first, until one holds and as many are compiled as the options say. Of the
    others that are `shown`, the partitioner says what they send. `is_ended` is called with what is done next, and
    returns whether nothing more is to be done. Raises PlanError if XLA gives no answer.
    """
    run = _VerificationRun(planning, is_ended)
    dropped: list[Choices] = []
    tried: list[Choices] = []
    taken: Choices | None = None
    costs, fitting = search.seen, search.ranked_front()
    is_complete = True
    try:
        for plan in fitting:
            if taken and sum([each.compiled_peak is not None for each in run.plans]) >= planning.options.verify_top:
                break
            if plan != search.best and planning.quick is not planning.evaluator:
                costs[plan] = search.memory[plan] = planning.evaluator.of(plan)
            if costs[plan].peak_bytes > planning.limit or any(is_close(costs[plan], costs[each]) for each in tried):
                continue
            if run.holds("next best" if taken else "the plan", plan, costs[plan]):
                taken = taken or plan
            else:
                dropped.append(plan)
            tried.append(plan)
        if planning.own_cost is not None:
            run.holds("the program's own", None, planning.own_cost)
        others = [plan for plan in shown if not any(is_close(costs[plan], costs[each]) for each in tried)]
        dropped += [plan for plan in others if not run.holds("of the front", plan, costs[plan], compiles=False)]
    except _EndedError:
        is_complete = False
    except ViewError as error:
        raise PlanError(str(error).removeprefix(f"{planning.given.source.name}: ")) from None
    untried = [plan for plan in fitting if plan not in tried]
    if taken or (not is_complete and untried):
        broken = [costs[plan] for plan in dropped]
        search.take(taken or untried[0], lambda cost: any(is_close(cost, each) for each in broken))
    compiler = run.options.python.compiler(run.machine)
    return PlanVerification(run.machine.name, compiler, taken is not None, is_complete, run.asked, tuple(run.plans))


class _EndedError(Exception):
    """Nothing more is to be done."""


class _VerificationRun:
    def __init__(self, planning: Planning, is_ended: Callable[[str], bool]) -> None:
        options = planning.options
        assert options.verify is not None
        self.machine = machine_named(options.verify, planning.target.mesh.device_count)
        self.options = compile_options(options.jax_python, limit=options.compile_limit)
        self.plans: list[VerifiedPlan] = []
        self.asked = 0
        """The programs that the partitioner was asked about."""
        margin = 0.0 if options.margin is None else margin_of(options.margin)  # It is for what is not known.
        self._limit = min(planning.limit * (1 + margin), self.machine.memory or inf)
        self._planning, self._is_ended = planning, is_ended
        self._query = Query(
            partitioner="jaxlib", jax_python=options.jax_python, with_peak=False, assumed=options.assumed, most=0
        )

    def holds(self, name: str, plan: Choices | None, cost: Cost, compiles: bool = True) -> bool:
        """Whether a plan, or the program with its own shardings, keeps its promise; those shown are in `plans` then.

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
        return not found.problem

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
