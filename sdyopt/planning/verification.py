"""Whether plans keep their promise: XLA's partitioner says what they send, and the best are compiled for a machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import chain
from math import inf

from sdyopt.cost import ViewError
from sdyopt.cost.collectives.found import CollectiveView
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.time.machine import Network
from sdyopt.machines import DoesNotFitError, MachineError, RefusedError
from sdyopt.machines.names import machine_named
from sdyopt.machines.processes import find_python
from sdyopt.planning.choices import Choices
from sdyopt.planning.evaluation import collected
from sdyopt.planning.layers import is_close
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import (
    AUTO,
    DEVICES,
    PARTITIONER,
    ROWS,
    Cost,
    PlanError,
    PlanOptions,
    PlanVerification,
    VerifiedPlan,
)
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

_MAX_OPERATIONS = 5_000
"""The most operations of a program that `auto` verifies: a larger one takes minutes."""


def decide_verification(options: PlanOptions, devices: int, operations: int) -> PlanOptions:
    """Returns the options with what verifies plans in place of `auto`, if it is here, or None.

    That is XLA's compiler for the planned device; without one its partitioner; nothing for a program of too many
    operations. Raises PlanError if there is no compiler for another machine, or if it has too few devices.
    """
    is_auto = options.verify == AUTO
    is_here = options.jax_python is not None or find_spec("jax") is not None
    if options.verify is None or (is_auto and (operations > _MAX_OPERATIONS or not is_here)):
        return replace(options, verify=None)
    machines = [name for name, device in DEVICES.items() if device == options.machine.device.name]
    names = [*machines, PARTITIONER] if is_auto else [options.verify]
    problem = ""
    for name in names:
        try:
            machine = None if name == PARTITIONER else machine_named(name, devices)
            python = find_python(options.jax_python)
            if machine is not None:
                python.require(machine)
            return replace(options, verify=name)
        except MachineError as error:
            problem = str(error)
    if not is_auto or options.jax_python is not None:
        raise PlanError(problem)
    return replace(options, verify=None)


_NEARLY = 1.1
"""What people write is compiled if it promises no more than this of the time of the best plan: it may take less."""
_MOST_REFUSED = 3
"""Plans that the compiler refuses until, if it has compiled none, what people write is compiled first."""
_MIN_APART = 0.02
"""The part by which promised peaks differ that do not fit, for one to be compiled before others."""


class _EndedError(Exception):
    """Nothing more is to be done."""


class PlanVerifier:
    """Lets XLA check the plans of searches for a program, and remembers its answers."""

    def __init__(self, planning: Planning) -> None:
        options = planning.options
        assert options.verify is not None
        devices = planning.target.mesh.device_count
        self._machine = None if options.verify == PARTITIONER else machine_named(options.verify, devices)
        """None if nothing is compiled."""
        self._options = compile_options(options.jax_python, limit=options.compile_limit)
        margin = 0.0 if options.margin is None else margin_of(options.margin)  # It is for what is not known.
        self._limit = inf if self._machine is None else min(planning.limit * (1 + margin), self._machine.memory or inf)
        self._planning = planning
        python, assumed = options.jax_python, options.assumed
        self._query = Query(partitioner="jaxlib", jax_python=python, with_peak=False, assumed=assumed, most=0)
        self._asked = 0
        self._refusals: list[ViewError] = []
        """Why the compiler has refused plans, until it has compiled something, or said that it does not fit."""
        self._compiles = False
        """Whether it has."""
        self._own: VerifiedPlan | None = None
        self._replicated: VerifiedPlan | None = None
        """The replicated program, if no plan holds; it is compiled if it promises to fit the machine."""
        self._checked: dict[Choices, VerifiedPlan] = {}
        """The plans that XLA has compiled, or partitioned if nothing is compiled."""
        self.answers: dict[Choices, tuple[Cost, VerifiedPlan]] = {}
        """The promises of plans, and the figures of XLA for them, in the order in which it was asked."""

    @property
    def peaks(self) -> list[tuple[float, int]]:
        """The promised and the compiled peaks of the plans that were compiled."""
        known = [(promised.peak_bytes, found.compiled_peak) for promised, found in self.answers.values()]
        return [(promised, has) for promised, has in known if promised and has]

    @property
    def limit_learned(self) -> float:
        """The limit of promises for a search that goes on: less, or more, by what the plan nearest to it needs.

        Of plans that hold, if there are some.
        """
        fitting = [(promised, has) for promised, has in self.peaks if has <= self._limit] or self.peaks
        known = [(abs(has - self._limit), -promised / has) for promised, has in fitting if promised < inf]
        return self._planning.limit * -min(known, default=(0.0, -1.0))[1]

    @property
    def may_fit(self) -> bool:
        """Whether a plan may fit as compiled although none promises it, nor fits yet.

        None may if the even share of the replicated program, as promised or as compiled, is more than a device holds,
        unless a plan needs less than this share, which then is no bound.
        """
        if (whole := self._replicated) is None:
            return False
        promised, compiled = zip(*self.peaks, strict=True) if self.peaks else ((), ())
        devices = self._planning.target.mesh.device_count
        shares = [whole.promised_peak / devices, (whole.compiled_peak or 0) / devices]
        needs = zip(shares, (self.limit_learned, self._limit), (promised, compiled), strict=True)
        return all(share <= limit or min(known, default=inf) < share for share, limit, known in needs)

    @property
    def broken(self) -> dict[Choices, Cost]:
        """The costs of plans that break their promise, for a search that goes on: they do not fit."""
        known = self.answers.items()
        return {plan: promised._replace(peak_bytes=inf) for plan, (promised, found) in known if found.problem}

    def verified(
        self, search: PlanSearch, shown: Sequence[Choices], is_ended: Callable[[str], bool]
    ) -> PlanVerification:
        """Returns what XLA makes of the best plans and of what they are compared with; takes the best one that holds.

        Plans that should fit are compiled, the best first, until one holds and as many are compiled as the options say;
        if none should fit, the plans of least memory; if none holds, those that send more than they promise. So are
        the program's own shardings, and what people write where that promises less time than the best of these takes,
        or nearly so. If none holds, so is the replicated program.
        Of the others that are `shown`, the partitioner says what they send. `is_ended` is called with what is done
        next, and returns whether nothing more is to be done. Raises PlanError if XLA gives no answer.
        """
        self._search, self._is_ended, self._may_send_more = search, is_ended, False
        if self._machine is None:
            self._limit = search.limit  # With its margin, as nothing says what plans need.
        self._known_before = len(self.answers)
        is_complete = True
        try:
            while (plan := self._next()) is not None:
                self._check("next best", plan)
            self._may_send_more = not self._held()
            for plan in self._sending_more() if self._may_send_more else []:
                self._check("next best", plan)
            self._compile_rows()
            while (plan := self._next()) is not None:  # More may fit, or compile, by what is known of these.
                self._check("next best", plan)
            if self._refusals and not self._compiles:
                raise self._refusals[0]
            if self._machine is not None and not self._held():
                self._compile_replicated()
            for plan in filter(self._is_new, shown):
                self._check("of the front", plan, compiles=False)
        except _EndedError:
            is_complete = False
        except ViewError as error:
            raise PlanError(str(error).removeprefix(f"{self._planning.given.source.name}: ")) from None
        held = self._held()
        taken = self._best(held) if held or is_complete else self._next()
        if taken is not None:
            search.take(taken, self._is_broken)
        python, machine = self._options.python, self._machine
        names = (PARTITIONER, python.jaxlib) if machine is None else (machine.name, python.compiler(machine))
        return PlanVerification(*names, taken in held, is_complete, self._asked, tuple(self._rows(taken)))

    def _is_broken(self, cost: Cost) -> bool:
        """Returns whether this is the cost of a plan that breaks its promise."""
        broken = [(self.answers[plan][0], known) for plan, known in self.broken.items()]
        return any(is_close(cost, each) for pair in broken for each in pair)

    def _held(self) -> dict[Choices, VerifiedPlan]:
        """Returns the plans that were checked, and hold; if nothing is compiled, they promise to fit."""
        held = [(plan, found) for plan, found in self._checked.items() if not found.problem]
        return {plan: found for plan, found in held if self._machine or found.promised_peak <= self._limit}

    def _next(self) -> Choices | None:
        """Returns the best unchecked plan that should fit; one of least memory if none has held.

        None if the best plan of the search is known, and enough others are, or if nothing compiles yet.
        """
        costs = self._search.seen
        if len(self._refusals) >= _MOST_REFUSED and not self._compiles:
            return None
        is_enough = len(self._checked) >= self._planning.options.verify_top and not self._is_new(self._search.best)
        if self._held() and is_enough:
            return None
        front = [plan for plan in self._search.ranked_front() if costs[plan].peak_bytes < inf and self._is_new(plan)]
        fitting = [plan for plan in front if self._should_fit(costs[plan])]
        if fitting or self._held() or len(self.answers) - self._known_before >= self._planning.options.verify_top:
            return next(iter(fitting), None)
        known = [peak for peak, _ in self.peaks]
        apart = [plan for plan in front if all(abs(costs[plan].peak_bytes / peak - 1) > _MIN_APART for peak in known)]
        return min(apart or front, key=lambda plan: costs[plan].peak_bytes, default=None)

    def _sending_more(self) -> list[Choices]:
        """Returns plans that were dropped for what they send, those of least memory: it is not known if they fit."""
        known = [(plan, found) for plan, (_, found) in self.answers.items() if found.problem]
        dropped = [plan for plan, found in known if found.partitioner_sent is not None and not found.compiled_peak]
        return sorted(dropped, key=lambda plan: self.answers[plan][0].peak_bytes)[: self._planning.options.verify_top]

    def _should_fit(self, cost: Cost) -> bool:
        """Returns whether a plan promises to fit, or would if it needs as much of its promise as the nearest one."""
        ratios = [(abs(promised - cost.peak_bytes), has / promised) for promised, has in self.peaks]
        expected = cost.peak_bytes * min(ratios, default=(0.0, inf))[1]
        return cost.peak_bytes <= self._search.limit or expected <= self._limit

    def _is_new(self, plan: Choices) -> bool:
        """Returns whether nothing is known of a plan, nor of one that costs the same; it is evaluated in full."""
        search, evaluator = self._search, self._planning.evaluator
        if plan in self.answers or self._costs_known(search.seen[plan]):
            return False
        if plan != search.best and self._planning.quick is not evaluator:
            search.seen[plan] = search.memory[plan] = evaluator.of(plan)
        return not self._costs_known(search.seen[plan])

    def _costs_known(self, cost: Cost) -> bool:
        return any(is_close(cost, promised) for promised, _ in self.answers.values())

    def _compile_rows(self) -> None:
        """Compiles the program's own shardings, and what people write if it promises less time than the best plan.

        If no plan holds, it does not matter what that promises to need.
        """
        planning, search = self._planning, self._search
        own = planning.own_cost
        if own is not None and self._own is None:
            self._own = self._answer(VerifiedPlan.of("the program's own", (), own), None, own)
        if own is not None and self._own is not None:
            for plan in [plan for plan in planning.own_plans(search.memory) if plan not in self.answers]:
                self._remember(plan, own, self._own)
        for name, plan in search.rows().items():
            best = min([each.likely_seconds for each in self._held().values()], default=inf)
            cost = search.seen.setdefault(plan, search.memory[plan])
            may_fit = self._should_fit(cost) or not self._held()
            if cost.seconds < best * _NEARLY and may_fit and self._is_new(plan):
                self._check(ROWS[name], plan)

    def _best(self, held: Mapping[Choices, VerifiedPlan]) -> Choices | None:
        """Returns the plan of the shortest time with the margin, as compiled, not slower than what people write."""
        rows = [*self._search.rows().values(), *[plan for plan in held if held[plan] is self._own]]
        slowest = min([held[plan].likely_seconds for plan in rows if plan in held], default=inf)

        def order(plan: Choices) -> tuple[bool, float]:
            promised, found = self.answers[plan]
            seconds = found.likely_seconds
            network = seconds - promised.seconds + promised.communication_seconds
            return seconds > slowest, float(f"{seconds + self._planning.options.time_margin * network:.6e}")

        return min(held, key=order, default=None)

    def _rows(self, taken: Choices | None) -> list[VerifiedPlan]:
        """Returns the rows of the result: plans that were dropped, the one that is taken, the others."""
        found: dict[str, list[VerifiedPlan]] = {"dropped": [], "the plan": []}
        for plan, (_, each) in self.answers.items():
            is_shown = each.problem or (plan in self._checked and each.name != "of the front")
            if plan == taken or (each is not self._own and is_shown):
                name = "dropped" if each.problem and each.name == "next best" else each.name
                name = "the plan" if plan == taken else name
                classes = tuple(map(self._planning.spec_of, plan))
                found.setdefault(name, []).append(each._replace(name=name, classes=classes))
        whole = self._replicated
        others = [self._own, whole if whole is not None and whole.compiled_peak is not None else None]
        return [*chain(*found.values()), *[each for each in others if each is not None]]

    def _check(self, name: str, plan: Choices, compiles: bool = True) -> None:
        """Asks XLA about a plan, which is compiled unless the partitioner sends too much. Raises as `_answer`."""
        promised = self.answers[plan][0] if plan in self.answers else self._search.seen[plan]
        found = self._answer(VerifiedPlan.of(name, (), promised), plan, promised, compiles)
        self._remember(plan, promised, found)
        self._search.seen[plan] = self.broken.get(plan, promised)

    def _remember(self, plan: Choices, promised: Cost, found: VerifiedPlan) -> None:
        self.answers[plan] = promised, found
        if (found.partitioner_sent if self._machine is None else found.compiled_peak) is not None:
            self._checked[plan] = found

    def _compile_replicated(self) -> None:
        """Compiles the replicated program, whose even share a device needs at least, more or less."""
        plan = self._planning.space.nothing
        if self._replicated is None and plan in self._search.memory:
            cost = self._search.memory[plan]
            self._replicated = VerifiedPlan.of(ROWS["replicated"], (), cost)
            if self._machine is not None and cost.peak_bytes <= (self._machine.memory or inf):
                self._replicated = self._answer(self._replicated, plan, cost, True, False)

    def _answer(
        self, found: VerifiedPlan, plan: Choices | None, promised: Cost, compiles: bool = True, is_needed: bool = True
    ) -> VerifiedPlan:
        """Returns what XLA makes of a plan, or of the program with its own shardings.

        A plan that the compiler refuses has this as its problem. Raises _EndedError, and ViewError if there is no
        answer about a plan, unless it is not needed.
        """
        try:
            return self._asked_about(found, plan, promised, compiles)
        except ViewError as error:
            self._goes_on("")
            cause, is_needed = error.__cause__, is_needed and plan is not None
            if is_needed and not isinstance(cause, (DoesNotFitError, RefusedError)):
                raise
            self._compiles |= isinstance(cause, DoesNotFitError)
            self._refusals += [error] * (is_needed and isinstance(cause, RefusedError))
            return found._replace(problem=str(cause or error))

    def _asked_about(self, found: VerifiedPlan, plan: Choices | None, cost: Cost, compiles: bool) -> VerifiedPlan:
        self._goes_on("partitioning")
        planning = self._planning
        module = planning.own_program() if plan is None else planning.written(plan)
        assert module is not None
        text = printed(module)
        view = analyze(module, self._query, given=text).view
        machine = self._machine
        compiler = Compiler(machine.name.partition(":")[0].partition("-")[0]) if machine else planning.machine.compiler
        query = self._query.but(partitioner="xla", profile=compiler)
        promised = partitioned_by_model(analyze(module, query, True), query, compiler)
        found = found._replace(promised_sent=sum(map(sent_in_run, promised)))
        self._asked += 1
        collected()
        if view.answer is not None:
            sent, most = view.answer.sent, view.answer.most
            found = found._replace(partitioner_sent=sent, model_sent=most, problem=_broken_bytes(view.answer))
        if not compiles or (found.problem and not self._may_send_more):
            return found
        if machine is None:
            return found._replace(problem="")
        name = machine.name
        self._goes_on(f"compiling for {name}")

        def wait(_: str, seconds: float) -> None:
            self._is_ended(f"compiling for {name}, {seconds:.0f} s")

        seen = compiled_for(name, text, view, self._options, self._query, wait)
        assert seen.compilation is not None
        self._compiles = True
        peak = seen.compilation.peak
        problem = f"needs {short(peak)}, and {short(int(self._limit))} is the limit" if peak > self._limit else ""
        sent = sum(map(sent_in_run, seen.collectives))
        network = planning.machine.network(planning.target.mesh)
        sending = sum([_seconds_sending(each, network) for each in seen.collectives])
        least = cost.compute_seconds + cost.memory_seconds
        seconds = max(cost.seconds - cost.communication_seconds + sending, least)
        return found._replace(compiled_sent=sent, compiled_seconds=seconds, compiled_peak=peak, problem=problem)

    def _goes_on(self, doing: str) -> None:
        if self._is_ended(doing):
            raise _EndedError


def _seconds_sending(each: CollectiveView, network: Network) -> float:
    """Returns how long a collective takes in one run of the program; in a loop of unknown length, in one iteration."""
    once = network.seconds(each.kind, each.operand.bytes or 0, each.axes, each.group_size)
    return once * (1 if each.executions is None else each.executions) if sent_in_run(each) else 0.0


def _broken_bytes(answer: PartitionerAnswer) -> str:
    """Returns where XLA's partitioner sends too much; empty if it does not."""
    if not answer.lines or answer.sent <= answer.most * (1 + MAX_DIFFERENCE):
        return ""
    line, jaxlib, model = max(answer.lines, key=lambda each: each.jaxlib - each.model)
    return (
        f"the partitioner sends {short(answer.sent)} where its model says {'at most ' * (answer.most > answer.model)}"
        f"{short(answer.most)}, most of it for {line or UNKNOWN}: {short(jaxlib)}, not {short(model)}"
    )
