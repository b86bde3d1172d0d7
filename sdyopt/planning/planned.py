"""`sdyopt.plan`: the search for the shardings of a program."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from itertools import chain, permutations, product
from math import inf, log, prod
from multiprocessing import get_context
from time import monotonic
from typing import Any, Protocol

from sdyopt.api.module import Module, ProgramInput, parse
from sdyopt.cost.time.machine import TORUS, Device, Machine, PlacementError
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.driver.batch.workers import can_fork, processors
from sdyopt.ir.attribute import without_collector
from sdyopt.ir.collecting import every_op
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.releases import followed, following, following_unless_chosen
from sdyopt.planning.choices import Choices, Placement
from sdyopt.planning.evaluation import Evaluator
from sdyopt.planning.layers import Extrapolation
from sdyopt.planning.planner import Planning, fitted
from sdyopt.planning.records import (
    AUTO,
    Cost,
    ImpossibleError,
    MeshPlan,
    PlanError,
    PlanOptions,
    PlanVerification,
    unknown,
)
from sdyopt.planning.search import Bounds, PlanSearch
from sdyopt.planning.summary import Plan, plan_of, plans_to_know, shown_front
from sdyopt.planning.verification import PlanVerifier, decide_verification
from sdyopt.view.render.amounts import short
from sdyopt.view.variants.edits import SpecError, mesh_of

# Plans evaluated by several processes, or by an executor, which may be on many machines.

Evaluate = Callable[[Sequence[Choices]], Iterator[Cost]]
"""Yields the costs of plans, in their order."""
_OPS_FOR_PROCESS = 150
"""The operations of a program from which another process is worth it."""


@contextmanager
def evaluations(planning: Planning, mesh: Mesh | None, executor: Executor | None) -> Iterator[Evaluate]:
    """Returns what evaluates plans: this process, as many as the options say, or an executor.

    If the options leave it open, a small program, whose plans are evaluated in a moment, has no other processes.
    """
    size = sum([1 for _ in planning.program.operation.walk()])
    jobs = planning.options.jobs or min(processors(), 1 + size // _OPS_FOR_PROCESS)
    if executor is not None:
        yield partial(_evaluated_on, executor, Setup.of(planning, mesh))
        return
    if jobs > 1 and can_fork():
        _SHARED[:] = [planning.quick]
        try:
            # Interrupts are left to this process.
            pool = ProcessPoolExecutor(jobs, get_context("fork"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
            with without_collector(), pool:
                yield lambda plans: pool.map(_evaluated_here, plans)
        finally:
            _SHARED.clear()
    else:
        with without_collector():
            yield partial(map, planning.quick.of)


_SHARED: list[Evaluator | Extrapolation] = []
"""The evaluator that forked processes find."""


def _evaluated_here(plan: Choices) -> Cost:
    return _SHARED[0].of(plan)


class Setup(NamedTuple):
    """The arguments from which a process on another machine makes an evaluator."""

    text: str
    """The program, with locations."""
    file: str
    is_as_written: bool
    mesh: tuple[tuple[str, int], ...] | None
    options: PlanOptions
    shardy: str
    """The release of Shardy."""
    is_by_layers: bool

    @classmethod
    def of(cls, planning: Planning, mesh: Mesh | None) -> Setup:
        """Returns the setup of a program on a mesh."""
        module = planning.given
        axes = None if mesh is None else tuple([(axis.name, axis.size) for axis in mesh.axes])
        text = module.to_text(generic=True, debug_info=True)
        how = planning.options, followed().name, planning.is_by_layers
        return cls(text, module.source.name, module.is_as_written, axes, *how)

    @property
    def key(self) -> str:
        """A text that differs for different setups."""
        return blake2b(repr(self).encode(errors="surrogateescape")).hexdigest()

    def planning(self) -> Planning:
        """Returns the program, made ready."""
        module: Module = parse(self.text, True, self.file)
        module.is_as_written = self.is_as_written
        mesh = None if self.mesh is None else Mesh(tuple([MeshAxis(name, size) for name, size in self.mesh]))
        planning = Planning(module, mesh, self.options)
        planning.is_by_layers = self.is_by_layers
        return planning


_MAX_KEPT = 2
_PLANNINGS: dict[str, Planning] = {}
"""The programs that this process has evaluated plans of, by the keys of their setups."""


def _evaluated_on(executor: Executor, setup: Setup, plans: Sequence[Choices]) -> Iterator[Cost]:
    key = setup.key
    for future in [executor.submit(_evaluated_there, setup, key, plan) for plan in plans]:
        yield future.result()


def _evaluated_there(setup: Setup, key: str, plan: Choices) -> Cost:
    """Evaluates a plan in any process; the program is made ready once in each."""
    with following(setup.shardy):
        if key not in _PLANNINGS:
            if len(_PLANNINGS) >= _MAX_KEPT:
                _PLANNINGS.clear()
            _PLANNINGS[key] = setup.planning()
        return _PLANNINGS[key].quick.of(plan)


# Shapes of meshes of a number of devices.

AXIS_NAMES = "xyz"
"""Of axes, one letter each."""
_MAX_SHAPES = 40


def shapes(devices: int, device: Device) -> list[Mesh]:
    """Returns the meshes of at most three axes of two or more devices, in the order of their sizes.

    The order of axes counts where links do not belong to axes: on switches. Of very many shapes, those that are nearest
    to balanced are returned, and the extremes.
    """
    found: dict[tuple[int, ...], None] = {}
    for sizes in _factorizations(devices, len(AXIS_NAMES)):
        if device.network == TORUS:
            found[sizes] = None
        else:
            found.update(dict.fromkeys(permutations(sizes)))
    if len(ordered := sorted(found, key=lambda sizes: (len(sizes), sizes))) > _MAX_SHAPES:
        balanced = sorted(ordered, key=lambda sizes: (max(sizes) / min(sizes), sizes))
        kept = {*balanced[: _MAX_SHAPES - 2], *balanced[-2:]}
        ordered = [sizes for sizes in ordered if sizes in kept]
    return [Mesh(tuple([MeshAxis(AXIS_NAMES[at], size) for at, size in enumerate(sizes)])) for sizes in ordered]


def parted(products: Sequence[int], sizes: Sequence[int]) -> list[list[int]] | None:
    """Returns for each of the products the places of sizes whose product it is, all sizes once; None if there are none.

    The first sizes go to the first products: `[2, 4]` of `[2, 2, 2]` are `[[0], [1, 2]]`.
    """
    for owners in product(range(len(products)), repeat=len(sizes)):
        parts = [[place for place, owner in enumerate(owners) if owner == each] for each in range(len(products))]
        if [prod([sizes[place] for place in part]) for part in parts] == list(products):
            return parts
    return None


def _factorizations(number: int, most: int, least: int = 2) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write a number as a product of at most `most` factors in ascending order."""
    if most >= 1 and number >= least:
        yield (number,)
    if most > 1 and number >= least and log(number, 2) >= 2:
        factor = least
        while factor * factor <= number:
            if number % factor == 0:
                yield from [(factor, *rest) for rest in _factorizations(number // factor, most - 1, factor)]
            factor += 1


_FIRST_PLANS = 45
"""That are evaluated at first for each shape of a mesh, whatever the budget is, so that a larger one is never worse."""
_KEPT_SHAPES = 3
_SEARCHES = 3
"""After which no more plans are verified if none of them has held."""
_DROPPED_PLANS = 60
"""That are evaluated to say what a step costs without the shardings that the program has."""


class JaxMesh(Protocol):
    """A `jax.sharding.Mesh` or `AbstractMesh`."""

    @property
    def shape(self) -> Mapping[str, int]: ...


MeshInput = Mesh | JaxMesh | Mapping[str, int] | str | int | None
"""A mesh: itself, one of JAX, axes with sizes, `data=16,model=32`, or a number of devices, whose shapes are tried."""


class Progress(NamedTuple):
    """How far a search has come."""

    evaluations: int
    budget: int
    seconds: float
    """Of a step of the best plan."""
    peak_bytes: float
    feasible: bool
    verifying: str = ""
    """The present step of verifying plans: `compiling for gpu-h100:8`; empty while they are looked for."""
    warning: str = ""
    """A warning about the program or the options; given once, before plans are evaluated."""


OnProgress = Callable[[Progress], object]
"""Called after each evaluation. If it returns False, the search ends at once with what it has found.

Nothing more is evaluated then: the plan does not say what each choice saves, nor what is in memory at the peak.
"""


def plan(
    program: Module | ProgramInput,
    mesh: MeshInput = None,
    *,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> Plan:
    """Returns shardings for the arguments and results of a program, which make a step of it fast within the memory.

    `program` is a module, or what `parse` accepts with `args` and `kwargs`. The mesh is by default that of the program.
    `options` are the fields of `sdyopt.planning.records.PlanOptions`: `memory="16GiB"`, `device="h100"`,
    `budget=1000`. Plans are evaluated by the `executor`, if there is one.

    Raises PlanError for a program, a mesh or an option that cannot be planned, ImpossibleError if no sharding fits the
    memory, ViewError for devices, Error if the program is invalid, and TypeError for an unknown option.
    """
    module = program if isinstance(program, Module) else parse(program, args=args, kwargs=kwargs)
    with _running(module, options, executor, on_progress) as runner:
        return runner.shaped(mesh) if isinstance(mesh, int) else runner.planned(_mesh(mesh))


def plans(
    program: Module | ProgramInput,
    limits: Sequence[str | float | None],
    mesh: Mesh | JaxMesh | Mapping[str, int] | str | None = None,
    *,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> list[Plan]:
    """Returns a plan for each limit of memory; a larger limit never has a slower plan.

    Arguments and errors are those of `plan`. The budget is that of each limit, and evaluations are shared.
    """
    module = program if isinstance(program, Module) else parse(program, args=args, kwargs=kwargs)
    with _running(module, options, executor, on_progress) as runner:
        return runner.limited(_mesh(mesh), limits)


@contextmanager
def _running(
    module: Module, options: Mapping[str, Any], executor: Executor | None, on_progress: OnProgress | None
) -> Iterator[_Runner]:
    """Raises what sharding rules, which other packages define, raise outside of passes, as Error."""
    try:
        with without_collector(), following_unless_chosen(module.shardy):
            yield _Runner(module, PlanOptions.of(options), executor, on_progress)
    except CompilationError as error:
        raise Error(error.diagnostics, module.source) from error


def _mesh(given: Mesh | JaxMesh | Mapping[str, int] | str | None) -> Mesh | None:
    """Returns a mesh. Raises PlanError."""
    try:
        return None if given is None else mesh_of(given)
    except SpecError as error:
        raise PlanError(str(error)) from None


class _Runner:
    """Plans one module."""

    def __init__(
        self, module: Module, options: PlanOptions, executor: Executor | None, on_progress: OnProgress | None
    ) -> None:
        self._module = module
        self._options = options
        self._executor = executor
        self._on_progress = on_progress
        self._begun = monotonic()
        self._is_interrupted = False
        """Whether the search was ended on request."""
        self._before: list[Choices] = []
        """The best plans under smaller limits, for one mesh, or for meshes whose axes are products of its axes."""

    def _ends(self, search: PlanSearch) -> bool:
        """Returns whether a search is ended on request, or by the clock."""
        limit = self._options.seconds
        return self._is_ended(search) or (limit is not None and monotonic() > self._begun + limit)

    def _is_ended(self, search: PlanSearch, verifying: str = "") -> bool:
        """Says how far the search has come; returns whether it is ended on request."""
        cost = search.seen[search.best]
        counts = search.evaluations, search.budget
        self._say(Progress(*counts, cost.seconds, cost.peak_bytes, search.is_feasible, verifying))
        return self._is_interrupted

    def _say(self, progress: Progress) -> None:
        if self._on_progress is not None and self._on_progress(progress) is False:
            self._is_interrupted = True

    def planned(self, mesh: Mesh | None) -> Plan:
        planning = self._planning(mesh)
        return self._plan_of(planning, self._searched(planning, mesh, self._options.budget, {}), self._begun)

    def _plan_of(self, planning: Planning, search: PlanSearch, begun: float) -> Plan:
        seconds, verification = monotonic() - begun, None
        if planning.options.verify is not None and not self._is_interrupted:
            try:
                search, verification = self._verified(planning, search)
            except PlanError as error:
                if self._options.verify != AUTO:
                    raise
                planning.notes.append(f"not verified: {error}")  # The user did not request it.
                search = self._searched_unverified(planning, search)
        dropped = self._without_kept(planning)
        return plan_of(planning, search, seconds, self._is_interrupted, verification, dropped)

    def _verified(self, planning: Planning, search: PlanSearch) -> tuple[PlanSearch, PlanVerification]:
        """Returns what XLA makes of plans, and the search that has found one that holds; else the first one, which then
        takes the plan that needs least as compiled.

        If none holds, or one that did not promise it, the search is repeated with what was learned of them, and a limit
        that is as much lower, or higher, as the nearest one needs more, or less. If none promises to fit either, it is
        only where the replicated program, evenly over the devices, needs no more than the limit.
        """
        first, verifier = search, PlanVerifier(planning)
        for number in range(_SEARCHES):
            is_promised = search.is_feasible
            found = verifier.verified(search, shown_front(planning, search), partial(self._is_ended, search))
            limit = verifier.limit_learned
            goes_on = not search.is_feasible if found.holds else is_promised or verifier.may_fit
            if not (goes_on and found.is_complete) or limit < planning.least_bytes() or number == _SEARCHES - 1:
                break
            memory = {**search.memory, **verifier.broken}
            search = self._searched(planning, planning.target.mesh, self._options.budget, memory, limit=limit)
        promises = {plan: promised for plan, (promised, _) in verifier.answers.items()}
        search.memory.update(promises)
        if found.holds or not found.is_complete:
            return search, found
        for costs in (first.seen, first.memory):
            costs.update(promises)
        peaks = {plan: found.compiled_peak for plan, (_, found) in verifier.answers.items() if found.compiled_peak}
        if peaks:
            first.take(min(peaks, key=peaks.__getitem__), lambda _: False)
        return first, found

    def _searched_unverified(self, planning: Planning, search: PlanSearch) -> PlanSearch:
        """Returns the search for a plan with the margin that a limit has where nothing verifies plans."""
        before, planning.options = planning.limits, replace(planning.options, verify=None)
        planning.limit_to(planning.options.memory)
        if planning.limits == before:
            return search
        return self._searched(planning, planning.target.mesh, self._options.budget, search.memory)

    def _without_kept(self, planning: Planning) -> Cost | None:
        """Returns what a plan costs without the shardings that are kept; None if there are none, or nothing fits.

        Neither if these leave nothing to plan.
        """
        if not planning.kept or planning.nothing_free or self._is_interrupted:
            return None
        free = Planning(self._module, planning.target.mesh, replace(self._options, drop=True))
        budget = min(self._options.budget, _DROPPED_PLANS)
        bounds = Bounds(planning.limit, budget, planning.target.mesh.device_count, self._options.time_margin)
        search = PlanSearch(free.space, partial(map, free.quick.of), bounds, self._ends)
        search.run([free.own_choices()])
        return search.seen[search.best] if search.is_feasible else None

    def _planning(self, mesh: Mesh | None) -> Planning:
        """Returns the program, made ready. Raises PlanError for links of an axis that the mesh has not."""
        planning = Planning(self._module, mesh, self._options)
        _check_links(planning.machine, planning.target.mesh.axis_sizes)
        size = len(every_op(planning.given.operation))
        planning.options = decide_verification(self._options, planning.target.mesh.device_count, size)
        planning.limit_to(self._options.memory)
        if planning.nothing_free:
            self._say(Progress(0, self._options.budget, inf, inf, False, warning=planning.nothing_free))
        return planning

    def limited(self, mesh: Mesh | None, limits: Sequence[str | float | None]) -> list[Plan]:
        """Returns the best plan under each limit of memory; evaluations are shared, and no larger limit is slower."""
        found: dict[int, Plan] = {}
        memory: dict[Choices, Cost] = {}
        planning = self._planning(mesh)
        bytes_of = [planning.options.limits(planning.machine.device, limit).limit for limit in limits]
        for number in sorted(range(len(limits)), key=bytes_of.__getitem__):
            planning.limit_to(limits[number])
            begun = monotonic()
            search = self._searched(planning, mesh, self._options.budget, memory)
            self._before.append(search.best)
            found[number] = self._plan_of(planning, search, begun)
        return [found[number] for number in range(len(limits))]

    def shaped(self, devices: int) -> Plan:
        """Returns the best plan for the best shape of a mesh of this many devices."""
        if devices < 1:
            raise PlanError(f"there is no mesh of {devices} devices")
        _check_links(self._options.machine, AXIS_NAMES)
        options = replace(self._options, drop=self._options.drop or True)
        options = decide_verification(options, devices, len(every_op(self._module.operation)))
        tried: list[_ShapeSearch] = []
        problem: Exception | None = None
        first = min(self._options.budget, _FIRST_PLANS)
        for mesh in shapes(devices, self._options.machine.device) or [Mesh((MeshAxis("x", devices),))]:
            if tried and self._is_interrupted:
                break
            try:
                planning = Planning(self._module, mesh, options)
                tried.append(_ShapeSearch(mesh, planning, self._searched(planning, mesh, first, {}, False)))
            except (PlacementError, ImpossibleError) as error:
                problem = error
        if problem is not None and not tried:
            raise problem
        tried.sort(key=self._order)
        evaluated = sum([each.search.evaluations for each in tried])
        ended: list[_ShapeSearch] = []
        kept = sorted(tried[:_KEPT_SHAPES], key=lambda each: len(each.mesh.axes))
        for number, shape in enumerate(kept):
            if self._is_interrupted:
                ended.append(shape)
                continue
            self._before = [shape.search.best, *shape.refined(kept[:number])]
            left = self._options.budget - first
            again = self._searched(shape.planning, shape.mesh, left, shape.search.memory, False, shape.refined(ended))
            ended.append(shape._replace(search=again))
            evaluated += again.evaluations
        ended = sorted([*ended, *tried[len(ended) :]], key=self._order)
        found = self._plan_of(ended[0].planning, ended[0].search, self._begun)
        return replace(found, meshes=tuple([each.plan() for each in ended]), evaluations=evaluated)

    def _order(self, shape: _ShapeSearch) -> tuple[bool, float, float]:
        """Returns the place of a shape among others: by the time with the margin, as that of plans."""
        search = shape.search
        cost = search.seen[search.best]
        has = cost.seconds_with(self._options.time_margin) if search.is_feasible else cost.peak_bytes
        return not search.is_feasible, float(f"{has:.6e}"), cost.peak_bytes

    def _searched(
        self,
        planning: Planning,
        mesh: Mesh | None,
        budget: int,
        memory: dict[Choices, Cost],
        is_last: bool = True,
        others: Sequence[Choices] = (),
        limit: float | None = None,
    ) -> PlanSearch:
        """Searches for a plan; if it is the last search, also evaluates what the plan is compared with.

        In the end it may also be one of the others. The limit is by default that of the planning. A search that is
        interrupted ends with what is known.

        Raises Error if passes refuse the program however it is sharded.
        """
        if (least := planning.least_bytes()) > planning.limits.whole:
            raise ImpossibleError(
                f"impossible: arguments alone need at least {short(least)} on each device; "
                f"the limit is {short(int(planning.limits.whole))}"
            )
        if planning.space.start not in memory:
            planning.quick.check(planning.space.start)
        seeds: list[Choices] = []
        if self._options.start is not None:
            seeds.append(planning.choices_of(self._options.start))
        if self._options.drop:
            seeds.append(planning.own_choices())
        seeds += self._before
        devices = planning.target.mesh.device_count
        bounds = Bounds(planning.limit if limit is None else limit, budget, devices, self._options.time_margin)
        own = planning.own_cost  # An interrupt need not wait for it.
        while True:
            with evaluations(planning, mesh, self._executor) as evaluate:
                search = PlanSearch(planning.space, evaluate, bounds, self._ends, memory, planning.saved_at_peak)
                search.run(seeds)

                def know(plans: Iterable[Choices]) -> None:
                    missing = [plan for plan in dict.fromkeys(plans) if plan not in memory]
                    memory.update(zip(missing, evaluate(missing), strict=True))

                baselines = [planning.space.start, *planning.space.single_colours(), *seeds]
                if self._is_interrupted:
                    search.settle([plan for plan in baselines if plan in memory])
                    search.allow(planning.limits.whole)
                    return search
                know([*baselines, *others])
                usual = list(chain(*search.usual().values()))
                know(usual)
                search.settle([*baselines, *usual], others)
                if own is not None and search.is_slower_than(own):
                    untied = [planning.space.untied(plan) for plan in (search.best, planning.own_choices())]
                    know(untied)
                    search.settle(untied)
                know(plans_to_know(planning, search) if is_last else [])
                if planning.confirmed(search):
                    search.allow(planning.limits.whole)
                    return search
            memory.clear()


class _ShapeSearch(NamedTuple):
    """A shape of the mesh, and the search on it."""

    mesh: Mesh
    planning: Planning
    search: PlanSearch

    def refined(self, coarser: Sequence[_ShapeSearch]) -> list[Choices]:
        """Returns the best plans for other shapes, those whose axes are products of the axes here, as plans for it."""
        return [plan for each in coarser if (plan := self._refined(each)) is not None]

    def _refined(self, coarse: _ShapeSearch) -> Choices | None:
        space = self.planning.space
        parts = parted([axis.size for axis in coarse.mesh.axes], space.sizes)
        names = [[each.names for each in shape.planning.space.classes] for shape in (coarse, self)]
        if parts is None or names[0] != names[1]:
            return None

        def placement(number: int, given: Placement) -> Placement:
            return fitted(
                space, number, tuple([tuple([one for axis in axes for one in parts[axis]]) for axes in given])
            )

        return tuple([choice.with_each(partial(placement, at)) for at, choice in enumerate(coarse.search.best)])

    def plan(self) -> MeshPlan:
        """Returns what the best plan for it costs."""
        cost = self.search.seen[self.search.best]
        axes = tuple([(axis.name, axis.size) for axis in self.mesh.axes])
        return MeshPlan(axes, cost.seconds, cost.peak_bytes, self.search.is_feasible, len(self.search.memory))


def _check_links(machine: Machine, axes: Iterable[str]) -> None:
    for name, _ in machine.placement.bandwidths:
        if name not in axes:
            raise unknown("axis", name, axes)
