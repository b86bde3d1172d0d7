"""The parts of a plan: shardings by argument, their costs and savings, and other plans that were found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, TypeVar
from warnings import warn

from sdyopt.api.module import Module
from sdyopt.cost.collective_kinds import REDUCE_SCATTER
from sdyopt.cost.collectives.inserted import InsertedCollectives, compiler_named
from sdyopt.cost.memory_model.peak import Schedule
from sdyopt.cost.origins.followers import frames_at
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.executions import (
    NOTHING_ASSUMED,
    AssumedRuns,
    AssumedTrips,
    EnclosingScope,
    Executions,
    is_private,
)
from sdyopt.cost.program.stages import Program, Stage, stage_of
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.time.machine import Device, Machine, Placement, default_device
from sdyopt.cost.time.operations import Timed
from sdyopt.cost.time.step import Step, TimedBlock
from sdyopt.dialects.func.ops import FUNC
from sdyopt.display.wording import suggested
from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.machines.names import DEFAULT_LIMIT
from sdyopt.view.render.amounts import less_margin, margin_of, size

# Why there is no plan.

_LIKENESS = 0.5
"""The share of characters in common from which a name is meant by another."""
_MAX_LISTED = 8


class PlanError(SdyOptError):
    """A program, a mesh or an option that cannot be planned; the message says why."""


def unknown(what: str, name: str, known: Iterable[str]) -> PlanError:
    """Returns the error for an unknown name, with the nearest known one."""
    names = list(known)
    listed = ", ".join(names[:_MAX_LISTED]) + (f", … {len(names) - _MAX_LISTED} more" if names[_MAX_LISTED:] else "")
    hint = suggested(name, names, likeness=_LIKENESS) or (f": there are {listed}" if names else "")
    return PlanError(f"no {what} '{name}'{hint}")


class ImpossibleError(PlanError):
    """A limit of memory that no sharding fits."""


# What a step costs on a device: time, bytes sent, and memory.


class Cost(NamedTuple):
    """The cost of one step for one device."""

    seconds: float
    """The time of the step; infinite for a program that a pass refuses, as is the peak."""
    peak_bytes: float
    """The bytes at the peak, for the profile that is measured for."""
    compute_seconds: float = 0.0
    """Of operations that are bound by arithmetic."""
    memory_seconds: float = 0.0
    """Of operations that are bound by memory."""
    communication_seconds: float = 0.0
    flops: float = 0.0
    hbm_bytes: int = 0
    """Read from and written to memory."""
    bytes_sent: int = 0
    by_kind: tuple[tuple[str, int], ...] = ()
    """The bytes sent in each kind of collective."""
    arguments_bytes: int = 0
    unknown_executions: int = 0
    """Operations in loops of unknown length; they count once."""
    unknown_sent: int = 0
    """Collectives of which it is not known what they send: `bytes_sent` has upper bounds where there are some."""
    unknown_work: int = 0
    """Operations whose arithmetic is not known: `flops` is without them, and the time too low."""

    @property
    def bytes_with_all_reduces(self) -> int:
        """The bytes sent if each reduce-scatter is an all-reduce, which XLA makes of it for some devices."""
        return self.bytes_sent + dict(self.by_kind).get(REDUCE_SCATTER, 0)

    def seconds_with(self, margin: float) -> float:
        """Returns the time, with so much of that of collectives added, as if reduce-scatters were all-reduces."""
        worst = self.bytes_with_all_reduces / self.bytes_sent if self.bytes_sent else 1.0
        return self.seconds + margin * self.communication_seconds * worst


REFUSED = Cost(inf, inf)

Measured = tuple[Cost, Schedule | None, Sequence[Timed]]
"""The cost of a program, its schedule of memory, if a function has a body, and its operations that take time."""


class Meter:
    """Measures partitioned programs on machines of one kind. Raises PlacementError for a mesh that does not fit."""

    def __init__(self, machine: Machine, profile: Compiler | None = None, trips: AssumedTrips = lambda _: None) -> None:
        """`trips` says how often a loop of unknown length is assumed to run; None counts as once."""
        self._machine = machine
        self._profile = profile
        self._trips = trips

    def measured(self, operation: Operation) -> Measured:
        """Returns what a partitioned program costs, with what is in memory when and what its operations take."""
        return _measured(operation, Executions(Listing(operation), self._trips), self._machine, self._profile)


def trips_in(module: Module, assumed: AssumedRuns) -> AssumedTrips:
    """Returns how often loops of a module, or of a copy of it, are assumed to run."""
    return lambda loop: assumed.of(frames_at(loop.location, module.source))


def cost_of(
    module: Module, machine: Machine, profile: Compiler | None = None, assumed: AssumedRuns = NOTHING_ASSUMED
) -> Cost:
    """Returns what a program costs: one that was not partitioned is, on a copy. The peak is that of the profile.

    Raises Error if a pass refuses it, and PlacementError if its mesh does not fit on the machine.
    """
    stage = stage_of(module)
    partitioned = Stage.PARTITIONED_BY_XLA if stage is Stage.AS_WRITTEN else stage
    program = Program(module, partitioned, compiler=machine.compiler)
    program.assumed = assumed.of
    return _measured(program.operation, program.executions, machine, profile, stage is Stage.LOCAL)[0]


def _measured(
    operation: Operation, executions: Executions, machine: Machine, profile: Compiler | None, is_local: bool = False
) -> Measured:
    noted: list[TimedBlock] = []
    sizes = LocalSizes(EnclosingScope(operation), is_local=is_local)
    inserted = None if is_local else InsertedCollectives(sizes, machine.compiler, is_at_most=True)
    step = Step(sizes, machine, executions, inserted, is_brief=True)
    found = step.cost(noted=noted)
    lives = step.lives(profile)
    schedule = None if lives is None else lives.shown
    functions = [op for op in sizes.scope.listing.collect_kind(FUNC) if op.regions[0].blocks and not is_private(op)]
    arguments = [each for function in functions for each in function.regions[0].blocks[0].arguments]
    cost = Cost(
        seconds=found.seconds,
        peak_bytes=0 if schedule is None else schedule.bytes,
        compute_seconds=found.compute_seconds,
        memory_seconds=found.memory_seconds,
        communication_seconds=found.network_seconds,
        flops=found.flops,
        hbm_bytes=found.hbm_bytes,
        bytes_sent=found.bytes_sent,
        by_kind=tuple(sorted([(kind, sent) for kind, sent in found.bytes_by_kind.items() if sent])),
        arguments_bytes=sum([sizes.of_value(each).bytes or 0 for each in arguments]),
        unknown_executions=found.unknown_runs,
        unknown_sent=found.unknown_sent,
        unknown_work=found.unknown_work - found.unknown_sent,
    )
    return cost, schedule, [each for block in noted for each in block.timed]


Spec = tuple[tuple[str, ...], ...]
"""The axes of each dimension, by name."""


class Without(NamedTuple):
    """The cost of the step if a class was not sharded, minus its cost under the plan."""

    seconds: float
    peak_bytes: float
    by_kind: tuple[tuple[str, int], ...]
    """Bytes sent in kinds of collectives that change."""


class ClassSpec(NamedTuple):
    """The shardings of the arguments of a class."""

    storage: Spec
    at_use: Spec | None
    """The sharding that products and convolutions see; None if propagation decides it."""
    is_tied: bool
    """Whether tied results are stored alike; if not, propagation shards them."""


class PlannedClass(NamedTuple):
    """Arguments that are sharded alike."""

    names: tuple[str, ...]
    pattern: str
    """Of the first: `params['layers'][*]['wg']`."""
    patterns: tuple[str, ...]
    type: str
    """`bf16[4096,14336]`."""
    before: Spec | None
    """In the program; None if it says nothing."""
    storage: Spec
    at_use: Spec | None
    is_tied: bool
    places: tuple[str, ...]
    """The lines of these in the source."""
    results: tuple[int, ...]
    """The numbers of the results that are tied to them: of their memory, or of their type and dimensions."""
    without: Without | None

    @property
    def spec(self) -> ClassSpec:
        return ClassSpec(self.storage, self.at_use, self.is_tied)

    @property
    def stored_results(self) -> tuple[int, ...]:
        """The numbers of the results that are stored like the arguments."""
        return self.results if self.is_tied else ()


class PlanDimension(NamedTuple):
    """Dimensions that sharding rules join, in all layers."""

    name: str
    """`tokens dim 0`."""
    size: int
    members: tuple[str, ...]
    """Dimensions of classes: `params['layers'][*]['wg'] dim 1`."""
    conflicts: tuple[str, ...]
    """Values that have it on two dimensions."""


class FrontPlan(NamedTuple):
    """A plan that no other one is better than in time, peak and bytes sent at once."""

    peak_bytes: float
    seconds: float
    bytes_sent: int
    classes: tuple[ClassSpec, ...]


class Alternative(NamedTuple):
    """Another choice for one class of a plan, and what the step would cost with it."""

    pattern: str
    storage: Spec
    at_use: Spec | None
    seconds: float
    peak_bytes: float


class MeshPlan(NamedTuple):
    """The best plan that was found for a shape of the mesh."""

    axes: tuple[tuple[str, int], ...]
    seconds: float
    peak_bytes: float
    feasible: bool
    evaluations: int


class Live(NamedTuple):
    """A value that is alive at the peak."""

    name: str
    label: str
    type: str
    bytes: int


def is_as_good(one: Cost | FrontPlan, other: Cost) -> bool:
    """Returns whether a plan needs no more memory than another one, takes no longer, and sends no more."""
    return one.peak_bytes <= other.peak_bytes and one.seconds <= other.seconds and one.bytes_sent <= other.bytes_sent


class VerifiedPlan(NamedTuple):
    """A plan, or the program with its own shardings, and what XLA makes of it. Bytes are those of one device."""

    name: str
    """`the plan`, `next best`, `dropped`, `of the front`, or that of a row that plans are compared with."""
    classes: tuple[ClassSpec, ...]
    """Its shardings; empty for the program's own."""
    seconds: float
    promised_sent: int
    promised_peak: float
    partitioner_sent: int | None = None
    """The bytes that XLA's partitioner alone sends; None if it was not asked."""
    model_sent: int | None = None
    """The same bytes in the model, with upper bounds of unknown ones."""
    compiled_sent: int | None = None
    """The bytes that the compiled program sends; None if it was not compiled."""
    compiled_seconds: float | None = None
    """The time of a step with the collectives of the compiled program in place of the promised ones."""
    compiled_peak: int | None = None
    problem: str = ""
    """Why it breaks its promise; empty if it holds."""

    @property
    def likely_seconds(self) -> float:
        """The time of a step as compiled, or as promised if it was not compiled."""
        return self.seconds if self.compiled_seconds is None else self.compiled_seconds

    @classmethod
    def of(cls, name: str, classes: tuple[ClassSpec, ...], cost: Cost) -> VerifiedPlan:
        """Returns what a plan promises, before XLA checks it."""
        return cls(name, classes, cost.seconds, cost.bytes_sent, cost.peak_bytes)


class PlanVerification(NamedTuple):
    """The figures of XLA for plans."""

    machine: str
    """`gpu-h100:8`; `partitioner` if nothing was compiled."""
    compiler: str
    """`jaxlib 0.10.2`."""
    holds: bool
    """Whether the plan keeps its promise."""
    is_complete: bool
    """Whether it was not interrupted."""
    asked: int
    """The programs of which XLA's partitioner was asked what they send."""
    plans: tuple[VerifiedPlan, ...]
    """Those that were compiled, or break their promise, the best first."""


ROWS = {
    "replicated": "replicated",
    "data_parallel": "one dimension over all axes",
    "own": "the program's own",
    "fsdp": "FSDP over all axes",
    "tensor_parallel": "tensor parallel",
    "sequence_parallel": "sequence parallel",
    "expert_parallel": "expert parallel",
}
"""The names that users see of the fields of `Baselines`."""


class Baselines(NamedTuple):
    """The costs of other ways to shard the program."""

    replicated: Cost
    data_parallel: Cost
    """The best way to have one dimension over all axes."""
    own: Cost | None
    """The program's own shardings; None if it has none."""
    fsdp: Cost | None = None
    """Weights and state over all axes, gathered for use, beside data parallelism; None if it was not evaluated."""
    tensor_parallel: Cost | None = None
    """One axis, or all, on the weights, the others on the data, with FSDP or without."""
    sequence_parallel: Cost | None = None
    """One axis on another dimension of the data; None if there is none."""
    expert_parallel: Cost | None = None
    """One axis, or all, on the experts, also on the data or not, with FSDP or without; None without experts."""


@dataclass(frozen=True)
class PlanRecord:
    """Shardings for the arguments of a program, and what is known of them. Seconds are of one step of one device."""

    file: str
    function: str
    axes: tuple[tuple[str, int], ...]
    device: str
    limit_bytes: float
    """The most that a peak may be, less the margin; infinite for no limit."""
    feasible: bool
    """Whether the plan fits."""
    classes: tuple[PlannedClass, ...]
    cost: Cost
    before: Cost
    baselines: Baselines
    front: tuple[FrontPlan, ...]
    evaluations: int
    budget: int
    seconds: float
    """That the search took; no other field depends on the machine."""
    dimensions: tuple[PlanDimension, ...] = ()
    meshes: tuple[MeshPlan, ...] = ()
    live: tuple[Live, ...] = ()
    """The largest values at the peak."""
    notes: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    """Of the classes that options name, the fastest first."""
    least_bytes: int = 0
    """A lower bound of what arguments take on a device, however they are sharded."""
    margin: str | None = None
    """The margin with which the peak is within the limit: `15%`."""
    profile: Compiler | None = None
    """The compiler that peaks are for; None for that of the device."""
    is_optimal: bool = False
    """Whether all ways to store arguments were looked at."""
    verification: PlanVerification | None = None
    """The figures of XLA for it; None if they were not wanted, if no plan fits, and for a plan that was read."""
    kept: tuple[str, ...] = ()
    """The patterns of the arguments whose shardings the plan keeps, or extends, because the program has them."""
    dropped: Cost | None = None
    """The cost of a plan without these, after a short search; None if none are kept, or nothing fits."""
    left_arguments: tuple[tuple[str, Spec], ...] = ()
    """Arguments in no class that the program shards, by name: they keep that."""
    left_results: tuple[tuple[int, Spec], ...] = ()
    """Results that are tied to no argument and that the program shards, by number."""
    points: tuple[tuple[float, float], ...] = field(default=(), repr=False)
    """The peaks and times of all plans that were evaluated."""
    module_before: Module | None = field(default=None, compare=False, repr=False)
    """The program with its own shardings, else replicated; None for a plan that was read."""
    module: Module | None = field(default=None, compare=False, repr=False)
    """The planned program; None for a plan that was read."""

    @property
    def verified(self) -> tuple[VerifiedPlan, ...]:
        """Returns what XLA makes of plans; none if that was not wanted."""
        return () if self.verification is None else self.verification.plans


Axis = TypeVar("Axis")


def dividing(size: int, axes: Sequence[Axis], devices: Callable[[Axis], int]) -> tuple[Axis, ...]:
    """Returns the axes that divide what those before them leave of a dimension of this size."""
    found: tuple[Axis, ...] = ()
    for axis in axes:
        if size % devices(axis) == 0:
            found, size = (*found, axis), size // devices(axis)
    return found


def entries(spec: Spec) -> tuple[str | tuple[str, ...] | None, ...]:
    """Returns the entries of a `jax.sharding.PartitionSpec`, without None at the end."""
    found = [None if not axes else axes[0] if len(axes) == 1 else axes for axes in spec]
    while found and found[-1] is None:
        found.pop()
    return tuple(found)


def spec_text(spec: Spec) -> str:
    """Returns `P(None, 'model')`."""
    return f"P({', '.join([repr(entry) for entry in entries(spec)])})"


# The options of the planner.

DEFAULT_BUDGET = 300
"""Plans that are evaluated."""
DEFAULT_SHARE = 0.9
"""Of the memory of a device, that a plan may use."""
DEFAULT_TIME_MARGIN = 1.0
"""How much of the time of collectives is added to that of a step when plans are compared."""
DEFAULT_MARGIN = "13%"
"""The margin of peaks that nothing verifies: nine of ten recorded programs need no more for H100 and TPU v5e."""
TIME_MARGIN_HINT = "margin is in percent, as in 15%, and added to peaks; that of the time of collectives is {}"
DEVICES = {"gpu": "h100", "gpu-a100": "a100-80g"} | {f"gpu-{name}": name for name in ("h100", "h200", "b200", "gb200")}
DEVICES |= {name: name for name in ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-v7")}
"""The devices of machines for which plans are verified."""
AUTO, PARTITIONER = "auto", "partitioner"
"""What verifies plans in place of a machine: what is here, and XLA's partitioner alone."""
_PERCENT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*%\s*")


class PlanLimits(NamedTuple):
    limit: float
    """The most with the margin added; infinite for no limit."""
    margin: str | None
    whole: float
    """The most that fits if no plan fits with the margin: more than the limit for a margin that was not asked for."""


@dataclass(frozen=True)
class PlanOptions:
    device: str = field(default_factory=default_device)
    """A name of the table of devices, or a file."""
    placed: Machine | None = None
    """Devices and how they are arranged, in place of `device`, `overlap` and `bandwidths`."""
    memory: str | float | None = None
    """The limit of what a device holds: bytes, `16GiB`, `90%` of the device's, or `none`."""
    budget: int = DEFAULT_BUDGET
    seconds: float | None = None
    """After which the search ends; its result then depends on the machine."""
    start: PlanRecord | None = None
    """A plan to begin with, also one for another program with such arguments."""
    drop: bool | str = False
    """Whether the shardings of arguments and results are removed first; `all`: also those of the body."""
    fix: Mapping[str, str] = field(default_factory=dict)
    """PartitionSpecs of arguments, by name or pattern, that plans keep."""
    leave: Sequence[str] = ()
    """Regular expressions of names of arguments that stay as they are."""
    overlap: float = 0.0
    """The part of what collectives could hide that they hide."""
    bandwidths: Mapping[str, float] = field(default_factory=dict)
    """Of axes, in gigabytes a second."""
    margin: str | None = None
    """The margin that is added to each peak before it is compared with the limit: `15%`.

    By default `DEFAULT_MARGIN` if there is a limit and nothing verifies plans; if none fits so, one that fits without.
    """
    profile: Compiler | None = None
    """The compiler that the peak is for: None for that of the device."""
    assume_runs: int | Mapping[str, int] | AssumedRuns = NOTHING_ASSUMED
    """How often loops of unknown length run: all, or those at places: `{"model.py:39": 32}`.

    By default they count once.
    """
    time_margin: float = DEFAULT_TIME_MARGIN
    """How much of the time of collectives, of which reduce-scatters count as all-reduces, is added to that of a step
    when plans are compared: not every compiler has reduce-scatters. No plan is slower for it than its baselines.
    """
    jobs: int = 1
    """Processes that evaluate plans; 0 for one for each processor, but no more than the program is worth."""
    at_use: bool = True
    """Whether products and convolutions may see arguments in another sharding than they are stored in."""
    why: bool = True
    """Whether the step is also evaluated without each choice."""
    verify: str | None = None
    """The machine for which XLA compiles the plan, `gpu` or `tpu-v5p:2x2x2`. Decides defaults of device and profile.

    With `partitioner` XLA says what plans send, and compiles nothing; `auto` is what is here for the device.
    """
    verify_top: int = 3
    """The plans that are compiled, the best first, besides the program's own shardings."""
    jax_python: str | None = None
    """The Python whose jaxlib compiles; None for this one, or the first on PATH, that has one."""
    compile_limit: float = DEFAULT_LIMIT
    """The seconds that one compilation may take."""
    alternatives: Sequence[str] = ()
    """Names of arguments, or patterns with `*`, for which other choices are evaluated and listed."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> PlanOptions:
        """Returns the options that the keywords of `plan` are. Raises TypeError for an unknown one, and ViewError."""
        for name in given:
            if name not in cls.__dataclass_fields__:
                raise TypeError(f"plan has no option '{name}'{suggested(name, cls.__dataclass_fields__)}")
        machine = str(given.get("verify") or "").partition(":")[0]
        profile = Compiler.CPU if machine == "cpu" else None
        device = DEVICES.get(machine) or default_device()
        given = {"device": device, **given, "profile": compiler_named(given.get("profile") or profile)}
        found = cls(**given)
        if found.drop not in (False, True, "arguments", "all"):
            raise PlanError(f"drop is True, False, 'arguments' or 'all', and not {found.drop!r}")
        if isinstance(found.margin, (int, float)):
            warn(TIME_MARGIN_HINT.format("time_margin"), DeprecationWarning, stacklevel=3)
            return replace(found, margin=None, time_margin=float(found.margin))
        return found

    @property
    def assumed(self) -> AssumedRuns:
        """How often loops of unknown length run."""
        return AssumedRuns.given(self.assume_runs)

    @property
    def machine(self) -> Machine:
        """The devices. Raises DeviceError for an unknown one."""
        if self.placed is not None:
            return self.placed
        placement = Placement(bandwidths=tuple(self.bandwidths.items()))
        return Machine.of(self.device, placement, self.overlap)

    def limits(self, device: Device, memory: str | float | None) -> PlanLimits:
        """Returns the most that a peak may be to stay within a limit with the margin. Raises PlanError."""
        is_default = self.margin is None and memory is not None and self.verify in (None, PARTITIONER)
        whole = _limit(memory, device.figure("memory"))
        margin = DEFAULT_MARGIN if is_default and whole < inf else self.margin
        try:
            limit = whole if margin is None else less_margin(whole, margin_of(margin))
        except ValueError as error:
            raise PlanError(str(error)) from None
        return PlanLimits(limit, margin if limit < whole else None, whole if is_default else limit)


def _limit(memory: str | float | None, whole: float) -> float:
    """Returns the bytes of a limit, which may be a share of the `whole`. Raises PlanError."""
    if memory is None:
        return float(int(whole * DEFAULT_SHARE))
    if not isinstance(memory, str):
        return float(memory)
    if memory.strip().lower() == "none":
        return inf
    match = _PERCENT.fullmatch(memory)
    try:
        return float(int(whole * float(match[1]) / 100)) if match else float(size(memory))
    except ValueError:
        raise PlanError(f"'{memory}' is not an amount of memory: write 16GiB, 90% or none") from None
