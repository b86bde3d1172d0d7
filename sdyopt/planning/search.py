"""The search for a plan: seeds, less memory until one fits, a beam of actions, prices of memory, repair, descent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice
from math import inf

from sdyopt.ir.records import NamedTuple
from sdyopt.planning.choices import Action, Choices, ClassChoice, Space, order_of, replaced
from sdyopt.planning.records import Cost

_WIDTH = 3
_LATER_ACTIONS = 6
"""New plans for each that the beam expands, after its first step."""
_MIN_GAIN = 0.002
"""By which a step makes the best plan better, for another to follow."""
_MULTIPLIERS = (3.0, 0.3)
"""The cost of memory above the limit, in times of a device's share of the work."""
_PACKED = 2
"""Colours of each axis that others are put beside."""
_FEW_PLANS = 256
"""Ways to store the arguments, up to which all are looked at early."""
_USUAL = 2
"""Dimensions over all axes, beside which plans are as people write them."""
_REPAIRED = 3
_REPAIRED_UP_TO = 1.5
"""Peak, in limits, from which a plan is repaired."""
_REPAIR_ROUNDS = 4
_REPAIR_EVALUATIONS = 75
_REPAIRED_CLASSES = 12
_SPREAD, _SHRUNK = 4, 2
"""Plans of least memory whose weights and state are stored over all axes, and that get axes for what they hold."""


class Bounds(NamedTuple):
    limit: float = inf
    """Bytes that a device may hold."""
    budget: int = 300
    """Plans that may be evaluated."""
    devices: int = 1
    margin: float = 0.0
    """How much of the time of collectives is added to that of a step when plans are compared."""


class OutOfBudget(Exception):
    """No plan may be evaluated any more."""


class PlanSearch:
    """A search among the plans of a space, within bounds; `evaluate` returns the costs of plans, in their order.

    Which plans are looked at, and in which order, does not depend on the budget, so that a larger one is never worse.
    """

    def __init__(
        self,
        space: Space,
        evaluate: Callable[[Sequence[Choices]], Iterable[Cost]],
        bounds: Bounds,
        is_ended: Callable[[PlanSearch], bool] = lambda _: False,
        memory: dict[Choices, Cost] | None = None,
        saved: Callable[[Choices], Mapping[str, float]] = lambda _: {},
    ) -> None:
        """`is_ended` is called after each evaluation, `saved` returns the bytes that colours save at a peak."""
        self.space = space
        self.limit, self.budget, self._devices, self._margin = bounds
        self.seen: dict[Choices, Cost] = {}
        """The plans that were looked at, in order."""
        self.memory = {} if memory is None else memory
        """All costs that are known, of other searches in the space, too."""
        self.evaluations = 0
        self.is_exhaustive = False
        """Whether all plans have been looked at that say nothing of uses."""
        self._evaluate = evaluate
        self._saved = saved
        self._is_ended = is_ended
        self._gains: dict[Action, float] = {}
        self._best: Choices | None = None

    # What is known of plans.

    @property
    def best(self) -> Choices:
        """The plan that fits of the shortest time with the margin; if none fits, the one that takes least."""
        assert self._best is not None
        return self._best

    @property
    def is_feasible(self) -> bool:
        return self._fits(self.best)

    @property
    def fastest(self) -> Choices:
        """The fastest plan that fits, without the margin; the best one if none fits."""
        fitting = [plan for plan in self.seen if self.seen[plan].peak_bytes <= self.limit]
        return min(fitting, key=lambda plan: (self.seen[plan].seconds, *self._key(plan)), default=self.best)

    def front(self) -> list[Choices]:
        """Returns the plans that no other is better than in time and peak, and the best one; smaller peaks first."""
        found: list[Choices] = []
        least = inf
        costs = self.seen
        for plan in sorted(costs, key=lambda plan: (costs[plan].peak_bytes, costs[plan].seconds, order_of(plan))):
            if costs[plan].seconds < least * (1 - 1e-6) or plan == self._best:
                found.append(plan)
                least = min(least, costs[plan].seconds)
        return found

    def ranked_front(self) -> list[Choices]:
        """Returns the best plan, and the others of the front by time with the margin, whether they fit or not."""
        others = [plan for plan in self.front() if plan != self._best]
        return [self.best, *sorted(others, key=self._key)]

    def usual(self) -> dict[str, list[Choices]]:
        """Returns plans as people write them, by the names of the rows of results.

        That is one dimension over all axes, which is data parallelism if it is the batch, and what is beside the
        best two of these; beside the best one and that of data if these are of weights.
        """
        known = self.memory
        parallel = [plan for plan in dict.fromkeys(self.space.single_colours()) if plan in known]
        found: dict[str, list[Choices]] = {"data_parallel": parallel}
        best = sorted(parallel, key=lambda plan: (known[plan].seconds, known[plan].peak_bytes))
        if data := [plan for plan in best if self.space.shards_data(plan)]:
            best = [*best[:1], data[0]] if data[0] not in best[:_USUAL] else best
        for plan in map(self.space.all_batches, best[:_USUAL]):
            for name, plans in self.space.usual(plan).items():
                found.setdefault(name, []).extend(plans)
        return found

    def rows(self) -> dict[str, Choices]:
        """Returns the best of each kind of `usual` plans: the fastest that fits, else that of the smallest peak."""
        known, found = self.memory, {}
        for name, plans in self.usual().items():
            limit = inf if name == "data_parallel" else self.limit
            costs = {plan: (known[plan].seconds, known[plan].peak_bytes) for plan in plans if plan in known}
            ranks = {
                plan: (True, peak, seconds) if peak > limit else (False, seconds, peak)
                for plan, (seconds, peak) in costs.items()
            }
            if ranks:
                found[name] = min(ranks, key=ranks.__getitem__)
        return found

    def take(self, plan: Choices, is_dropped: Callable[[Cost], bool]) -> None:
        """Makes a known plan the best one, and forgets others by what they cost."""
        self._best = plan
        self.seen.setdefault(plan, self.memory[plan])
        kept = {other: cost for other, cost in self.seen.items() if other == plan or not is_dropped(cost)}
        self.is_exhaustive = self.is_exhaustive and len(kept) == len(self.seen)
        self.seen = kept

    # The search.

    def run(self, seeds: Sequence[Choices] = ()) -> None:
        """Searches from these plans and its own seeds; ends when nothing is to be gained, or the budget is spent."""
        try:
            self._run(seeds)
            self._look_at_all(self.budget - self.evaluations)
        except OutOfBudget:
            pass

    def is_slower_than(self, cost: Cost) -> bool:
        """Returns whether a plan of this cost fits, and the best one does not, or is slower without the margin."""
        fits = cost.peak_bytes <= self.limit
        return fits and (not self.is_feasible or self.seen[self.best].seconds > cost.seconds)

    def settle(self, baselines: Sequence[Choices], others: Sequence[Choices] = ()) -> None:
        """Takes the best plan, which may be one of the `others`, that is no slower, without the margin, than baselines.

        The costs of all of these are in memory.
        """
        for plan in [*baselines, *others]:
            self._notice(plan)
        slowest = min([self.seen[plan].seconds for plan in baselines if self._fits(plan)], default=inf)
        if self.is_feasible and self.seen[self.best].seconds > slowest:
            fast = [plan for plan in self.seen if self._fits(plan) and self.seen[plan].seconds <= slowest]
            self._best = min(fast, key=self._rank)

    def allow(self, most: float) -> None:
        """Raises the limit, if no plan fits, to what the best one takes, which takes least, unless that is more."""
        if self.limit < self.seen[self.best].peak_bytes <= most:
            self.limit = self.seen[self.best].peak_bytes

    def _run(self, seeds: Sequence[Choices]) -> None:
        self._seeds(seeds)
        if not self.space.colours():
            return
        if not self.is_feasible:
            self._look_at(chain(*self.usual().values()))
            self._shrink()
        for actions in self.space.actions():
            self._beam(actions)
        self._look_at_all(_FEW_PLANS)
        self._look_at(chain(*self.usual().values()))
        same = {(colour, colour) for colour in self.space.colours()}
        if self._fits(self._sorted()[0]):
            self._pack(same)
        self._zero(self._sorted()[:3])
        if not self._fits(self._sorted()[0]):
            self._pack({(one, other) for each in self.space.classes for one in each.colours for other in each.colours})
            for price in _MULTIPLIERS:
                self._beam(self.space.actions()[-1], price)
                self._zero(self._sorted(price)[:2])
            self._repair()
            self._pack(same)
        self._descend()

    def _seeds(self, given: Sequence[Choices]) -> None:
        seeds = [*given, self.space.start, *self.space.single_colours()]
        self._look_at(seeds)
        best = sorted(dict.fromkeys(seeds), key=self._key)[:3]
        self._look_at([self.space.zero(plan, self.space.axes, heavy) for plan in best for heavy in (False, True)])

    def _shrink(self) -> None:
        """Looks for a plan that fits: shards what the plans of least memory hold at their peaks."""
        least = sorted(self.seen, key=lambda plan: (self.seen[plan].peak_bytes, *self._key(plan)))[:_SPREAD]
        self._look_at([new for plan in least for new in self.space.spread_out(plan)])
        for plan in (self.best, *least[:_SHRUNK]):
            self._lower(plan)

    def _lower(self, plan: Choices) -> None:
        """Changes a plan step by step, while that takes less memory, until one fits."""
        while not self.is_feasible:
            most = self.seen[plan].peak_bytes * (1 - _MIN_GAIN)
            for plans in self.space.smaller(plan, self._saved(plan)):
                self._look_at(plans)
                plan = min([plan, *plans], key=lambda new: self.seen[new].peak_bytes)
                if self.seen[plan].peak_bytes <= most:
                    break
            else:
                return

    def _look_at_all(self, most: int) -> None:
        """Looks at all plans that say nothing of uses, if at most `most` of them are unknown."""
        if self.is_exhaustive or self.space.plans_without_at_use() > most + len(self.seen):
            return
        plans = [plan for plan in self.space.all_plans() if plan not in self.seen]
        if len(plans) <= most:
            self._look_at(plans)
            self.is_exhaustive = True

    def _beam(self, actions: list[Action], price: float = 0.0) -> None:
        expanded: set[Choices] = set()
        while True:
            ranked = self._sorted(price)
            best = self._score(ranked[0], price)
            if not (chosen := [plan for plan in ranked if plan not in expanded][:_WIDTH]):
                return
            most = _LATER_ACTIONS if expanded else None
            expanded.update(chosen)
            tried = [each for plan in chosen for each in self._acted(plan, actions, most)]
            self._look_at([new for _, _, new in tried])
            for plan, action, new in tried:
                before = self._score(plan, price)
                gain = before - self._score(new, price)
                self._gains[action] = gain / before if 0 < before < inf else 0.0
            if self._score(self._sorted(price)[0], price) >= best * (1 - _MIN_GAIN):
                return

    def _acted(
        self, plan: Choices, actions: Sequence[Action], most: int | None
    ) -> list[tuple[Choices, Action, Choices]]:
        """Returns plans that are not known yet, each with the action that leads to it, the most promising first."""
        if most is not None:
            actions = sorted(actions, key=lambda action: -self._gains.get(action, inf))
        found = (
            (plan, action, new)
            for action in actions
            if (new := self.space.act(plan, action)) is not None and new not in self.seen
        )
        return list(islice(found, most))

    def _zero(self, plans: Sequence[Choices]) -> None:
        ways = [(axes, heavy) for axes in self.space.axis_sets for heavy in (False, True)]
        self._look_at([self.space.zero(plan, *way) for plan in plans for way in ways])

    def _pack(self, excluded: set[tuple[str, str]]) -> None:
        """Looks at plans in which one of the best colours has one axis, and others that gain by it have other axes.

        So batches have an axis, and the widths of all weights another one. Pairs of colours that are excluded do not.
        """
        alone = {
            action: plan
            for action in self.space.actions()[-1]
            if (plan := self.space.act(self.space.start, action)) is not None
        }
        self._look_at(alone.values())
        actions = sorted(alone, key=lambda action: self._key(alone[action], 1.0))
        firsts = [[action for action in actions if action[1] == (axis,)][:_PACKED] for axis in self.space.axes]
        plans = {first: alone[first] for first in chain(*firsts)}
        for action in actions:
            tried = [each for each in plans if (each[0], action[0]) not in excluded and each[1] != action[1]]
            found = {first: self.space.act(plans[first], action) or plans[first] for first in tried}
            self._look_at(found.values())
            plans |= {
                first: min(plans[first], new, key=lambda each: self._key(each, 1.0)) for first, new in found.items()
            }

    def _repair(self) -> None:
        fastest = min([self.seen[plan].seconds for plan in self.seen if self._fits(plan)], default=inf)
        front = [
            plan
            for plan in self.front()
            if self.limit < self.seen[plan].peak_bytes <= _REPAIRED_UP_TO * self.limit
            and self.seen[plan].seconds < fastest
        ]
        last = self.evaluations + _REPAIR_EVALUATIONS
        for plan in sorted(front, key=self._key)[:_REPAIRED]:
            for _ in range(_REPAIR_ROUNDS if self.evaluations < last else 0):
                if (better := self._repaired(plan)) == plan or self._fits(better):
                    break
                plan = better

    def _repaired(self, plan: Choices) -> Choices:
        """Returns `plan` with the choices of large classes that win memory at the smallest cost, while it is won."""
        has = self.seen[plan]
        excess = has.peak_bytes - self.limit
        found: list[tuple[float, int, ClassChoice]] = []
        for number in self.space.by_bytes[:_REPAIRED_CLASSES]:
            choices = list(self.space.savings(number, plan[number]))
            plans = [replaced(plan, number, choice) for choice in choices]
            self._look_at(plans)
            costs = [self._cost_of_memory(has, self.seen[new], excess) for new in plans]
            best = min(range(len(plans)), key=lambda at: (costs[at], order_of(plans[at])), default=None)
            if best is not None and costs[best] < inf:
                found.append((costs[best], number, choices[best]))
        for _, number, choice in sorted(found, key=lambda each: each[:2]):
            new = replaced(plan, number, choice)
            self._look_at([new])
            if self.seen[new].peak_bytes < self.seen[plan].peak_bytes:
                plan = new
            if self._fits(plan):
                break
        return plan

    def _cost_of_memory(self, before: Cost, after: Cost, excess: float) -> float:
        """Returns the seconds lost for each byte won, of which at most `excess` count."""
        won = min(before.peak_bytes - after.peak_bytes, excess)
        return (after.seconds - before.seconds) / won if won > 0 else inf

    def _descend(self) -> None:
        """Improves the best plan class by class, the largest first."""
        while True:
            before = self.best
            for number in self.space.by_bytes:
                plan = self.best
                self._look_at([replaced(plan, number, choice) for choice in self.space.moves(number, plan[number])])
            had, has = [
                self._score(plan) if self.is_feasible else self.seen[plan].peak_bytes for plan in (before, self.best)
            ]
            if not has < had * (1 - _MIN_GAIN):
                return

    # Costs.

    def _look_at(self, plans: Iterable[Choices]) -> None:
        """Makes plans known. Raises OutOfBudget if not all may be evaluated."""
        new = list(dict.fromkeys(plans))
        same = {plan: self.space.canonical(plan) for plan in new if plan not in self.memory}
        wanted = [plan for plan in dict.fromkeys(same.values()) if plan not in self.memory]
        left = self.budget - self.evaluations
        for plan, cost in zip(wanted[:left], self._evaluate(wanted[:left]), strict=True):
            self.memory[plan] = cost
            self.evaluations += 1
            self._notice(plan)
            if self._is_ended(self):
                raise OutOfBudget
        if len(wanted) > left:
            raise OutOfBudget
        for plan in new:
            self.memory.setdefault(plan, self.memory[same.get(plan, plan)])
            self._notice(plan)

    def _notice(self, plan: Choices) -> None:
        if plan not in self.seen:
            self.seen[plan] = self.memory[plan]
            if self._best is None or self._rank(plan) < self._rank(self._best):
                self._best = plan

    def _rank(self, plan: Choices) -> tuple[object, ...]:
        """Returns the order of plans: those that fit by time, then the others by peak."""
        if self._fits(plan):
            return (0, *self._key(plan))
        return (1, self.seen[plan].peak_bytes, *self._key(plan))

    def _fits(self, plan: Choices) -> bool:
        return self.seen[plan].peak_bytes <= self.limit

    def _sorted(self, price: float = 0.0) -> list[Choices]:
        return sorted(self.seen, key=lambda plan: self._key(plan, price))

    def _key(self, plan: Choices, price: float = 0.0) -> tuple[float, float, tuple[int, int], object]:
        """Returns the order of plans under a price of memory, up to a millionth of the score."""
        score = self._score(plan, price)
        return float(f"{score:.6e}"), self.seen[plan].peak_bytes, self.space.complexity(plan), order_of(plan)

    def _score(self, plan: Choices, price: float = 0.0) -> float:
        """Returns the time of a plan, with what its memory above the limit costs, in times of a device's share."""
        cost = self.seen[plan]
        seconds, excess = cost.seconds_with(self._margin), cost.peak_bytes - self.limit
        if not price or seconds == inf or excess <= 0:
            return seconds
        return seconds + price * self.seen[self.space.start].seconds / self._devices * excess / self.limit
