"""What a step costs on a device: time, bytes sent, and memory."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from sdyopt.api.module import Module
from sdyopt.cost.collective_kinds import REDUCE_SCATTER
from sdyopt.cost.held.donation import NOT_DONATED, donated_to
from sdyopt.cost.held.profiles import DEFAULT_PROFILE, Profile
from sdyopt.cost.held.schedules import Schedule
from sdyopt.cost.origins.sources import frames_at
from sdyopt.cost.program.assumed_runs import NOTHING_ASSUMED, AssumedRuns
from sdyopt.cost.program.enclosing_scope import EnclosingScope, is_private
from sdyopt.cost.program.executions import AssumedTrips, Executions
from sdyopt.cost.program.stages import Program, Stage, stage_of
from sdyopt.cost.sizes.local_sizes import LocalSizes, whole_mesh
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.step import Step
from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation


class Cost(NamedTuple):
    """What one step costs one device."""

    seconds: float
    """The time of the step; infinite for a program that a pass refuses, as is the peak."""
    peak_bytes: float
    """What is held at the peak, for the profile that is measured for."""
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
    """Collectives of which it is not known what they send: `bytes_sent` is without them, and the time too low."""
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

Measure = Callable[[Operation], Cost]
"""Returns what a partitioned program costs."""


class Meter:
    """Measures partitioned programs on machines of one kind. Raises PlacementError for a mesh that does not fit."""

    def __init__(
        self, machine: Machine, profile: Profile = DEFAULT_PROFILE, trips: AssumedTrips = lambda _: None
    ) -> None:
        """`trips` says how often a loop of unknown length is assumed to run; None counts as once."""
        self._machine = machine
        self._profile = profile
        self._trips = trips

    def __call__(self, operation: Operation) -> Cost:
        """Returns what a partitioned program costs."""
        return self.with_schedule(operation)[0]

    def with_schedule(self, operation: Operation) -> tuple[Cost, Schedule | None]:
        """Returns what a partitioned program costs, and what is in memory when; None if no function has a body."""
        return _measured(operation, Executions(operation, self._trips), self._machine, self._profile)


def trips_in(module: Module, assumed: AssumedRuns) -> AssumedTrips:
    """Returns how often loops of a module, or of a copy of it, are assumed to run."""
    return lambda loop: assumed.of(frames_at(loop.location, module.source))


def cost_of(
    module: Module, machine: Machine, profile: Profile = DEFAULT_PROFILE, assumed: AssumedRuns = NOTHING_ASSUMED
) -> Cost:
    """Returns what a program costs: one that was not partitioned is, on a copy. The peak is that of the profile.

    Raises Error if a pass refuses it, and PlacementError if its mesh does not fit on the machine.
    """
    stage = stage_of(module)
    program = Program(module, Stage.PROPAGATED if stage is Stage.AS_WRITTEN else stage)
    program.assumed = assumed.of
    return _measured(program.operation, program.executions, machine, profile, stage is Stage.LOCAL)[0]


def _measured(
    operation: Operation, executions: Executions, machine: Machine, profile: Profile, is_local: bool = False
) -> tuple[Cost, Schedule | None]:
    scope = EnclosingScope(operation)
    sizes = LocalSizes(scope, whole_mesh(operation, scope, {}), is_local)
    step = Step(operation, machine, scope, sizes, executions, is_local, not is_local, is_at_most=True)
    found = step.cost()
    schedule = step.memory_schedule(profile)
    functions = [op for op in collect_kind(operation, FUNC) if op.regions[0].blocks and not is_private(op)]
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
        unknown_executions=found.unknown_runs - found.unknown_runs_of_estimates,
        unknown_sent=found.unknown_sent,
        unknown_work=found.unknown_work - found.unknown_estimates - found.unknown_sent,
    )
    return cost, schedule


def donation(function: Operation, argument: int) -> int:
    """Returns the result that takes the memory of an argument, ANY_RESULT or NOT_DONATED."""
    given = function.properties.get("arg_attrs")
    entry = given.elements[argument] if isinstance(given, ArrayAttr) else None
    return donated_to(entry) if isinstance(entry, DictionaryAttr) else NOT_DONATED
