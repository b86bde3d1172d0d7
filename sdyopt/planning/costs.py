"""What a step costs on a device: time, bytes sent, and memory."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from sdyopt.api.module import Module
from sdyopt.cost.held.peak import lives_in
from sdyopt.cost.program.stages import Program, Stage, stage_of
from sdyopt.cost.sizes.local_sizes import LocalSizes, whole_mesh
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.step import Step
from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.attributes import ArrayAttr, BoolAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation


class Cost(NamedTuple):
    """What one step costs one device."""

    seconds: float
    """The time of the step; infinite for a program that a pass refuses, as is the peak."""
    peak_bytes: float
    """What is held at the peak."""
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
    """Operations of which constants do not say how often they run; they count once."""


REFUSED = Cost(inf, inf)

Measure = Callable[[Operation], Cost]
"""Returns what a partitioned program costs."""


class Meter:
    """Measures partitioned programs on machines of one kind. Raises PlacementError for a mesh that does not fit."""

    def __init__(self, module: Module, machine: Machine) -> None:
        self._source = module.source
        self._machine = machine

    def __call__(self, operation: Operation) -> Cost:
        """Returns what a partitioned program costs."""
        partitioned = Module(operation, self._source)
        partitioned.is_as_written = False
        return cost_of_partitioned(Program(partitioned, Stage.AFTER_PASSES), self._machine)


def cost_of(module: Module, machine: Machine) -> Cost:
    """Returns what a program with shardings costs: one that was not partitioned is, on a copy.

    Raises Error if a pass refuses it, and PlacementError if its mesh does not fit on the machine.
    """
    return cost_of_partitioned(Program(module, stage_of(module)), machine)


def cost_of_partitioned(program: Program, machine: Machine) -> Cost:
    """Returns what a partitioned program costs."""
    scope = program.enclosing_scope
    is_local = program.stage is Stage.LOCAL
    sizes = LocalSizes(scope, whole_mesh(program.operation, scope, {}), is_local)
    step = Step(program.operation, machine, scope, sizes, is_local).cost()
    functions = collect_kind(program.operation, FUNC)
    lives = lives_in(program, sizes, {function: donated_arguments(function) for function in functions})
    arguments = 0
    if lives is not None:
        inside = sizes.inside(lives.function)
        arguments = sum([inside.of_value(each) for each in lives.function.regions[0].blocks[0].arguments])
    return Cost(
        seconds=step.seconds,
        peak_bytes=0 if lives is None else lives.peak.bytes,
        compute_seconds=step.compute_seconds,
        memory_seconds=step.memory_seconds,
        communication_seconds=step.network_seconds,
        flops=step.flops,
        hbm_bytes=step.hbm_bytes,
        bytes_sent=step.bytes_sent,
        by_kind=tuple(sorted([(kind, sent) for kind, sent in step.bytes_by_kind.items() if sent])),
        arguments_bytes=arguments,
        unknown_executions=step.unknown_runs,
    )


def donation(function: Operation, argument: int) -> int | None:
    """Returns the result that takes the memory of an argument, -1 if any may; None for one that is not donated."""
    given = function.properties.get("arg_attrs")
    entry = given.elements[argument] if isinstance(given, ArrayAttr) else None
    if not isinstance(entry, DictionaryAttr):
        return None
    alias = entry.get("tf.aliasing_output")
    if isinstance(alias, IntegerAttr):
        return alias.value
    return -1 if entry.get("jax.buffer_donor") is BoolAttr(True) else None


def donated_arguments(function: Operation) -> frozenset[int]:
    """Returns the numbers of the arguments of a function that are donated."""
    given = function.properties.get("arg_attrs")
    count = len(given.elements) if isinstance(given, ArrayAttr) else 0
    return frozenset([number for number in range(count) if donation(function, number) is not None])
