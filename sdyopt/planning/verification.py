"""Whether plans keep their promise: XLA's partitioner says what they send, and the best are compiled for a machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from sdyopt.api.module import Module
from sdyopt.cost import ViewError
from sdyopt.machines import DoesNotFitError, MachineError
from sdyopt.machines.names import machine_named
from sdyopt.machines.processes import find_python
from sdyopt.planning.choices import Choices
from sdyopt.planning.evaluation import collected
from sdyopt.planning.layers import is_close
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import ClassSpec, Cost, PlanError, PlanOptions, Verification, VerifiedPlan
from sdyopt.planning.search import PlanSearch
from sdyopt.view.collection import Analysis, analyze
from sdyopt.view.jaxlib import MAX_DIFFERENCE, PartitionerAnswer, compile_options, compiled_for, printed, sent_in_run
from sdyopt.view.model import Query
from sdyopt.view.render.amounts import UNKNOWN, margin_of, short

IsEnded = Callable[[str], bool]
"""Called with what is done next; returns whether nothing more is to be done."""


def check_machine(options: PlanOptions, devices: int) -> None:
    """Raises PlanError if there is no compiler for the machine of the options, or if it has too few devices."""
    if options.verify is None:
        return
    try:
        find_python(options.jax_python).require(machine_named(options.verify, devices))
    except MachineError as error:
        raise PlanError(str(error)) from None


def verified(planning: Planning, search: PlanSearch, shown: Sequence[Choices], is_ended: IsEnded) -> Verification:
    """Returns what XLA makes of the best plans and the program's own shardings, and takes the best plan that holds.

    Plans that fit are compiled, the best first, until one holds and as many are compiled as the options say. Of the
    others that are `shown`, the partitioner says what they send. Raises PlanError if XLA gives no answer.
    """
    run = _Run(planning, is_ended)
    dropped: list[Choices] = []
    taken: Choices | None = None
    compiled = 0
    fitting = search.ranked_front()
    try:
        for plan in fitting:
            if taken is not None and compiled >= planning.options.verify_top:
                break
            if plan != search.best and planning.quick is not planning.evaluator:
                search.replace_cost(plan, planning.evaluator.of(plan))
                if search.seen[plan].peak_bytes > planning.limit:
                    continue
            spec = tuple(map(planning.spec_of, plan))
            found = run.checked("next best" if taken else "the plan", planning.written(plan), search.seen[plan], spec)
            compiled += found.compiled_peak is not None
            if not found.problem:
                taken = taken or plan
            else:
                dropped.append(plan)
            run.plans.append(found if taken or not found.problem else found._replace(name="dropped"))
        own = planning.own_program()
        if own is not None and planning.own_cost is not None:
            run.plans.append(run.checked("the program's own", own, planning.own_cost, ()))
        known = {each.classes for each in run.plans}
        for plan in shown:
            spec = tuple(map(planning.spec_of, plan))
            if spec not in known:
                found = run.checked("of the front", planning.written(plan), search.seen[plan], spec, compiles=False)
                if found.problem:
                    run.plans.append(found)
                    dropped.append(plan)
    except _EndedError:
        run.is_complete = False
    except ViewError as error:
        raise PlanError(str(error).removeprefix(f"{planning.given.source.name}: ")) from None
    untried = [plan for plan in fitting if plan not in dropped]
    if taken is not None or (not run.is_complete and untried):
        costs = [search.seen[plan] for plan in dropped]
        search.take(taken or untried[0], lambda cost: any(is_close(cost, each) for each in costs))
    compiler = run.options.python.compiler(run.machine)
    return Verification(run.machine.name, compiler, taken is not None, run.is_complete, run.asked, tuple(run.plans))


class _EndedError(Exception):
    """Nothing more is to be done."""


class _Run:
    def __init__(self, planning: Planning, is_ended: IsEnded) -> None:
        options = planning.options
        assert options.verify is not None
        self.machine = machine_named(options.verify, planning.target.mesh.device_count)
        self.options = compile_options(options.jax_python, options.compile_effort, options.compile_limit)
        self.plans: list[VerifiedPlan] = []
        self.is_complete = True
        self.asked = 0
        """The programs that the partitioner was asked about."""
        margin = 0.0 if options.margin is None else margin_of(options.margin)  # It is for what is not known.
        self._limit = min(planning.limit * (1 + margin), self.machine.memory or inf)
        self._is_ended = is_ended
        self._query = Query(
            partitioner="jaxlib", jax_python=options.jax_python, with_peak=False, assumed=options.assumed, most=0
        )

    def checked(
        self, name: str, module: Module, cost: Cost, classes: tuple[ClassSpec, ...], compiles: bool = True
    ) -> VerifiedPlan:
        """Returns what XLA makes of a program, and why it breaks its promise if it does.

        It is compiled unless the partitioner sends too much. Raises ViewError, and _EndedError.
        """
        found = VerifiedPlan(name, classes, cost.seconds, cost.bytes_sent, cost.peak_bytes)
        try:
            self._goes_on("partitioning")
            text = printed(module)
            analysis = analyze(module, self._query, True, text)
            self.asked += 1
            collected()
            answer = analysis.view.answer
            if answer is not None:
                found = found._replace(
                    partitioner_sent=answer.sent, model_sent=answer.most, problem=_broken_bytes(answer)
                )
            return found if found.problem or not compiles else self._compiled(found, text, analysis)
        except ViewError as error:
            self._goes_on("")
            if isinstance(error.__cause__, DoesNotFitError) or not classes:
                return found._replace(problem=str(error.__cause__ or error))
            raise

    def _compiled(self, found: VerifiedPlan, text: bytes, analysis: Analysis) -> VerifiedPlan:
        self._goes_on(f"compiling for {self.machine.name}")
        seen = compiled_for(
            self.machine.name,
            text,
            analysis.view,
            self.options,
            self._query,
            lambda machine, seconds: self._is_ended(f"compiling for {machine}, {seconds:.0f} s"),
        )
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
