"""From a program to a search, and from its best plan to a program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from math import prod

from sdyopt.api.module import Module
from sdyopt.cost import ViewError
from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.cost.memory_model.graph import mark_donations
from sdyopt.cost.program.executions import loops_of_unknown_length
from sdyopt.cost.program.stages import Stage, how_read, stage_of
from sdyopt.cost.sizes.partition import element_bits, plain_bytes
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.collecting import Listing, collect, collect_kind
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.planning.choices import Choices, ClassChoice, Placement, Space
from sdyopt.planning.evaluation import Evaluator, copied, drop_shardings, fix_shardings, planned
from sdyopt.planning.grouping import ArgumentClass, FixedDimension, axes_of, classes_of
from sdyopt.planning.layers import Extrapolation, is_close
from sdyopt.planning.records import (
    REFUSED,
    ClassSpec,
    Cost,
    Meter,
    PlanError,
    PlanOptions,
    PlanRecord,
    Spec,
    cost_of,
    trips_in,
    unknown,
)
from sdyopt.planning.search import PlanSearch
from sdyopt.planning.target import (
    PreparedProgram,
    check_axes,
    explicit_constraints,
    patterns_of_classes,
    skeleton,
    target_of,
)
from sdyopt.sharding.gspmd import has_gspmd_shardings
from sdyopt.sharding.gspmd.meshes import name_axes
from sdyopt.view.variants.edits import on_mesh


class Planning:
    """A program, made ready for the search for a plan on one mesh.

    Raises PlanError for a program that cannot be planned, DeviceError and PlacementError for devices on which its mesh
    is not known to fit, and Error if passes refuse the program.
    """

    def __init__(self, module: Module, mesh: Mesh | None, options: PlanOptions, is_apart: bool = False) -> None:
        """If arguments are apart, each has a sharding of its own."""
        self.options = options
        self.machine = options.machine
        self.limits = options.limits(self.machine.device, options.memory)
        self.given = copied(module)
        """The program as it is, on the mesh."""
        mark_donations(self.given.operation, module.source.donations)
        self.notes: list[str] = []
        """How the program was read, where that is not as it is written."""
        if has_gspmd_shardings(Listing(module.operation)):
            warnings: list[Diagnostic] = []
            if not options.drop and mesh is not None:
                try:
                    name_axes(self.given.operation, mesh)
                except ValueError as error:
                    raise PlanError(f"{error}; --drop removes them") from None
            self.given.run("sdy-import-gspmd-shardings", verify=False, on_warning=warnings.append)
            self.notes = [how_read(module.operation), *[warning.message for warning in warnings]]
        self.given.run("sdy-lift-inlined-meshes", verify=False)
        self.given.is_as_written = module.is_as_written
        _check_whole(self.given)
        if options.drop != "all" and (written := explicit_constraints(self.given)):
            self.notes.append(
                f"{written} values have constraints, as JAX writes them for a mesh with explicit axes, the default of "
                "jax.make_mesh, and a plan keeps these; lower the program for a mesh with axis_types=(AxisType.Auto, "
                "…), or plan with --drop=all"
            )
        self.target = target_of(self.given, mesh)
        self.start = copied(self.given)
        """The program without the shardings that are dropped, and with those that are fixed."""
        if options.drop:
            drop_shardings(self.start, self.target.function, options.drop == "all")
        check_axes(self.start, self.target)
        on_mesh(self.start.operation, self.target.mesh_name, self.target.mesh)
        fix_shardings(self.start, self.target, options.fix)
        self.program = PreparedProgram(self.start, self.target, self.machine.compiler)
        self.classes = classes_of(self.program, self._left(), is_apart)
        sizes = [axis.size for axis in self.target.mesh.axes]
        self.space = Space(self.classes.searched, sizes, options.at_use, self._kinds())
        inlined = Module(self.program.operation, self.given.source)
        for problem in options.assumed.problems(loops_of_unknown_length(inlined) if options.assumed.places else []):
            raise PlanError(problem)
        self.profile = options.profile or self.machine.compiler
        """The compiler that peaks are for."""
        self._meter = Meter(self.machine, self.profile, trips_in(self.given, options.assumed))
        self.evaluator = Evaluator(self.program, self.classes, self._meter)
        self.is_by_layers = True
        """Whether plans for many equal layers may be evaluated on few of them."""

    @property
    def limit(self) -> float:
        return self.limits.limit

    def limit_to(self, memory: str | float | None) -> None:
        """Limits plans to an amount of memory, with the margin that the options leave to it."""
        self.options = replace(self.options, memory=memory)
        self.limits = self.options.limits(self.machine.device, memory)

    def _kinds(self) -> list[object]:
        """Returns what tells axes apart: their links and, of those that the program names, their names."""
        named = {axis.name for use in self.start.sharding_uses() for axis in use.sharding.used_axes}
        manual = collect_kind(self.start.operation, MANUAL_COMPUTATION)
        routes = self.machine.network(self.target.mesh).routes
        return [(route, name if name in named or manual else "") for name, route in routes]

    @cached_property
    def patterns(self) -> list[tuple[str, ...]]:
        """The patterns of the names of each class, which tell classes apart."""
        return patterns_of_classes([each.names for each in self.space.classes], self.program.names)

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The patterns of the arguments whose shardings plans keep, or extend, because the program has them."""
        pairs = [] if self.options.drop else zip(self.space.classes, self.patterns, strict=True)
        nothing = FixedDimension()
        return tuple(
            [
                pattern
                for each, patterns in pairs
                if any(fixed != nothing for fixed in each.fixed) and self.before(each, self.given) is not None
                for pattern in patterns
            ]
        )

    @cached_property
    def _by_layers(self) -> Extrapolation | None:
        return Extrapolation.of_program(self.program, self.classes, self.evaluator, self._meter)

    @property
    def quick(self) -> Evaluator | Extrapolation:
        """Returns what evaluates plans in a search."""
        return (self._by_layers if self.is_by_layers else None) or self.evaluator

    def confirmed(self, search: PlanSearch) -> bool:
        """Returns whether the best plan of a search costs what the search expected.

        If it does not with more layers, and not on the whole program, no more plans are evaluated on few layers.
        """
        if isinstance(quick := self.quick, Extrapolation) and not quick.holds(search.best):
            cost = self.evaluator.of(search.best)
            self.is_by_layers = is_close(cost, search.seen[search.best])
            search.seen[search.best] = search.memory[search.best] = cost
            return self.is_by_layers
        return True

    @cached_property
    def nothing_free(self) -> str:
        """Why no plan can shard anything: no axis fits on any dimension; empty if some do, or there are no axes."""
        if not self.space.axes or self.space.colours():
            return ""
        sizes = " or ".join(map(str, sorted({size for size in self.space.sizes if size > 1})))
        hint = "; --drop removes the shardings that the program has" if self.kept else ""
        return f"nothing can be sharded: no free dimension is a multiple of {sizes}{hint}"

    def saved_at_peak(self, plan: Choices) -> dict[str, float]:
        """Returns the bytes of what is in memory at the peak under a plan, and has not all axes, by its colours."""
        groups, colours = self.classes.groups, self.classes.colours
        found: dict[str, float] = {}
        for value, saved in self.unsplit_at_peak(plan):
            for colour in {colours[group]: None for group in groups.of(value)} if value else ():
                found[colour] = found.get(colour, 0.0) + saved
        return {colour: size for colour, size in found.items() if size > 0}

    def unsplit_at_peak(self, plan: Choices) -> Iterator[tuple[Value | None, float]]:
        """Yields what is in memory at the peak under a plan: values of the prepared program, None for what has none,
        and the bytes that a device would save of each if it was split over all devices.
        """
        copies: dict[Value, Value] = {}
        try:
            schedule = self._meter.measured(self.evaluator.partitioned(plan, copies))[1]
        except Error:
            return
        prepared = {copy: value for value, copy in copies.items()}
        for item, held in [] if schedule is None else schedule.alive(schedule.tick):
            value = item.value
            sharding = None if value is None else sharding_of(value)
            used = prod([self.target.mesh.axis_sizes[axis.name] for axis in sharding.used_axes]) if sharding else 1
            while value is not None and value not in prepared:  # The partitioner has made it of its operand.
                op = value.defining_op
                value = op.operands[0] if op is not None and op.operands else None
            yield None if value is None else prepared[value], held * (1 - used / self.target.mesh.device_count)

    def _left(self) -> frozenset[int]:
        """Returns the numbers of the arguments that stay as they are. Raises PlanError for an expression of none."""
        names = self.program.names
        found: set[int] = set()
        for text in self.options.leave:
            try:
                regex = re.compile(text)
            except re.error as error:
                raise PlanError(f"'{text}' is not a regular expression: {error}") from None
            if not (matches := [number for number, name in enumerate(names) if regex.search(name)]):
                raise unknown("argument matches", text, names)
            found.update(matches)
        return frozenset(found)

    def own_program(self) -> Module | None:
        """Returns the program with its own shardings; None if it has none, or has them over another mesh."""
        module = copied(self.given)
        if not any(use.sharding.used_axes for use in module.sharding_uses()):
            return None
        try:
            check_axes(module, self.target)
        except PlanError:
            return None
        on_mesh(module.operation, self.target.mesh_name, self.target.mesh)
        return module

    @cached_property
    def own_cost(self) -> Cost | None:
        """Returns what the program's own shardings cost; None if it has none, or has them over another mesh."""
        if (module := self.own_program()) is None:
            return None
        plan = self.space.untied(self.own_choices(is_fitted=False))
        if isinstance(self.quick, Extrapolation) and self.options.drop != "all" and self._is_of(plan, module):
            return None if (cost := self.quick.of(plan)) == REFUSED else cost
        try:
            return cost_of(module, self.machine, self.profile, self.options.assumed)
        except (ViewError, Error):
            return None

    def _is_of(self, plan: Choices, module: Module) -> bool:
        """Returns whether the function of a module has the shardings of a plan and no others."""
        one, other = [each.functions[self.target.function] for each in (module, self.written(plan))]
        return one.signature == other.signature

    def own_choices(self, is_fitted: bool = True) -> Choices:
        """Returns the plan that is nearest to the program's own shardings; without those axes that do not fit."""
        found = list(self.space.start)
        for number, each in enumerate(self.space.classes):
            if (storage := self.before(each, self.given)) is not None:
                found[number] = ClassChoice(fitted(self.space, number, storage) if is_fitted else storage)
        return tuple(found)

    def own_plans(self, known: Mapping[Choices, Cost]) -> list[Choices]:
        """Returns the known plans that cost what the program's own shardings do."""
        own, choices = self.own_cost, self.own_choices()
        plans = [plan for plan in (choices, self.space.untied(choices)) if plan in known]
        return [] if own is None else [plan for plan in plans if is_close(known[plan], own)]

    def before(self, each: ArgumentClass, module: Module) -> Placement | None:
        """Returns how a module shards the first argument of a class; None if it says nothing that plans can say."""
        sharding = sharding_of(module.functions[self.target.function].regions[0].blocks[0].arguments[each.members[0]])
        return None if sharding is None else axes_of(sharding, self.program)

    def choices_of(self, plan: PlanRecord) -> Choices:
        """Returns the plan for this program that says what another one says of arguments of the same names."""
        named = [(name, each) for each in reversed(plan.classes) for name in reversed(each.names)]
        by_pattern = {key_of(name): each for key_of in (skeleton, str) for name, each in named}  # The first one counts.
        places = self.target.mesh.axis_places
        found = []
        has_any = False
        for number, each in enumerate(self.space.classes):
            choice = self.space.start[number]
            keys = [key for name in each.names for key in (name, skeleton(name)) if key in by_pattern]
            other = by_pattern[keys[0]] if keys else None
            if other is not None and len(other.storage) == len(each.shape):
                has_any = True
                at_use = None if other.at_use is None else fitted(self.space, number, _numbers(other.at_use, places))
                storage = fitted(self.space, number, _numbers(other.storage, places))
                choice = ClassChoice(storage, at_use if each.uses else None, other.is_tied)
            found.append(choice)
        if not has_any and self.space.classes:
            raise PlanError("no argument of the program has a name that the plan knows")
        return tuple(found)

    def written(self, choices: Choices) -> Module:
        return planned(self.start, self.program, self.classes, choices)

    def spec(self, placement: Placement) -> Spec:
        """Returns the axes of dimensions by name."""
        axes = self.target.mesh.axes
        return tuple([tuple([axes[axis].name for axis in each]) for each in placement])

    def spec_of(self, choice: ClassChoice) -> ClassSpec:
        """Returns what a choice says, with axes by name."""
        at_use = None if choice.at_use is None else self.spec(choice.at_use)
        return ClassSpec(self.spec(choice.storage), at_use, choice.is_tied)

    def least_bytes(self) -> int:
        """Returns a lower bound of what the arguments take on a device, however they are sharded."""
        total = 0
        for number, each in enumerate(self.space.classes):
            most = max(map(self.space.devices, self.space.all_placements(number)))
            total += -(-each.bytes // most)
        for argument in [self.program.arguments[number] for number in self.classes.left]:
            type = argument.type
            if isinstance(type, RankedTensorType) and sharding_of(argument) is None and type.has_static_shape:
                total += plain_bytes(type.shape, element_bits(type.element_type) or 0)
        return total


def _numbers(spec: Spec, places: dict[str, int]) -> Placement:
    return tuple([tuple([places[axis] for axis in axes if axis in places]) for axes in spec])


def fitted(space: Space, number: int, placement: Placement) -> Placement:
    """Returns the placement of a class with those axes of `placement` that fit."""
    storage = space.start[number].storage
    for dimension, axes in enumerate(placement):
        for axis in axes:
            storage = space.added(number, storage, dimension, axis) or storage
    return storage


def _check_whole(module: Module) -> None:
    """Raises PlanError for a program that has been partitioned already."""
    has_collectives = collect(module.operation, lambda signature: signature.definition in SDY_COLLECTIVES)
    if has_collectives or stage_of(module) is Stage.LOCAL:
        raise PlanError("the program is partitioned already: a plan is made before that")


def applied(plan: PlanRecord, module: Module) -> Module:
    """Returns a copy of a program with the mesh and the shardings of a plan. Raises PlanError."""
    mesh = Mesh(tuple([MeshAxis(name, size) for name, size in plan.axes]))
    planning = Planning(module, mesh, PlanOptions(drop=True), is_apart=True)
    return planning.written(planning.choices_of(plan))
