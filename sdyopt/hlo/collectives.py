"""The collectives of a compiled module: who communicates, how many bytes, how often, and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from sdyopt.hlo.executions import HloExecutions, executions
from sdyopt.hlo.grammar import HloFrame, Instruction
from sdyopt.hlo.scanning import Computation, ModuleText, SourcePlaces, bytes_of, instruction_line
from sdyopt.layout.shape import LayoutError, Shape, TupleShape
from sdyopt.sharding.replica_groups import (
    KINDS,
    HloAxisRef,
    ListedGroups,
    Mesh,
    MeshGroups,
    ReplicaGroups,
    axes_apart,
    axes_of_groups,
    bytes_sent,
    permuted_groups,
)


@dataclass(frozen=True, slots=True)
class HloCollective:
    """One instruction that communicates, as one device sees it. `-start` and `-done` are one."""

    name: str
    kind: str
    """One of `KINDS`."""
    asynchronous: bool
    """Whether it starts and ends apart."""
    operands: tuple[Shape, ...]
    results: tuple[Shape, ...]
    operand_bytes: int
    """All operands together, with the padding of their tiles."""
    result_bytes: int
    replica_groups: ReplicaGroups
    """Of a collective-permute, the devices that its pairs connect."""
    source_target_pairs: tuple[tuple[int, int], ...] | None
    group_size: int
    """The devices that communicate with each other; if the groups differ, those of the largest."""
    groups: int
    channel: int | None
    computation: str
    line: int
    """Its line in the HLO text, from 1."""
    op_name: str
    """JAX's name for the operation that it comes from, such as `jit(f)/dot_general`; "" if it is not known."""
    source: tuple[HloFrame, ...]
    """The stack of calls in the source, innermost first; empty if it is not known."""
    runs: HloExecutions
    """How often it runs in one run of the program."""
    loop: tuple[HloFrame, ...]
    """Where the loop of unknown length around it comes from in the source; empty if there is none, or not known."""

    @property
    def executions(self) -> int | None:
        """How often it runs in one run of the program. None: not known."""
        return self.runs.count

    @property
    def conditional(self) -> bool:
        """Whether it is in a branch: `executions` are then those if the branch is taken."""
        return self.runs.conditional

    @property
    def bytes_sent(self) -> int:
        """What one device sends in one execution."""
        return bytes_sent(self.kind, self.operand_bytes, self.group_size)

    @property
    def axes(self) -> tuple[str, ...]:
        """The mesh axes that the text names for its groups. XLA numbers them: they are not the program's."""
        groups = self.replica_groups
        return tuple([str(axis) for axis in groups.axes]) if isinstance(groups, MeshGroups) else ()


AssumedRuns = Callable[[tuple[HloFrame, ...]], int | None]
"""How often a loop of unknown length is assumed to run that comes from a place; None if nothing is assumed."""


def collectives_in(module: ModuleText, assumed: AssumedRuns | None = None) -> tuple[HloCollective, ...]:
    """Returns the collectives in the order of the text. Raises HloError."""
    places = SourcePlaces(module.tables)

    def trips(loop: Instruction) -> int | None:
        return None if assumed is None else assumed(places.frames(loop.metadata))

    found = _once(module)
    names = dict.fromkeys([computation.name for computation, _, _ in found])
    times = executions(module, names, trips) if found else {}
    fused = names.keys() & {*_FUSED.findall(module.text)}
    return tuple([_collective(module, *each, times[each[0].name], places, each[0].name in fused) for each in found])


_FUSED = re.compile(r"\sfusion\([^\n]*?\bcalls=%?([\w.-]+)")
"""Finds the computations of fusions."""


_STARTED = re.compile(rf"[\s)](?:{'|'.join(KINDS)})(?:-start)?\(")


def _instructions(module: ModuleText, computation: Computation) -> list[tuple[int, Instruction]]:
    """Returns the collectives of a computation, with their lines."""
    found = []
    for number in range(computation.first, computation.end):
        line = module.lines[number]
        if ("all-" in line or "collective-" in line or "reduce-scatter" in line) and _STARTED.search(line):
            instruction = module.instruction(number)
            if instruction.opcode.removesuffix("-start") in KINDS:
                found.append((number, instruction))
    return found


_Found = tuple[Computation, int, Instruction]
"""A collective with its computation and its line."""

_STARTS = '"AsyncCollectiveStart"'
"""The target of the custom call in a fusion that starts a collective of XLA for TPUs."""


def _once(module: ModuleText) -> list[_Found]:
    """Returns the collectives of a module, each once.

    XLA for TPUs writes a collective that overlaps with computation into several fusions: one that starts it, one that
    ends it, and those that compute meanwhile, all with its channel. It counts where it starts.
    """
    found: list[_Found] = []
    starting: set[str] = set()
    """The computations that start collectives."""
    started: set[tuple[str, str] | None] = set()
    for computation in module.computations.values():
        inside = _instructions(module, computation)
        found += [(computation, line, instruction) for line, instruction in inside]
        if inside and _starts(module, computation):
            starting.add(computation.name)
            started.update([_identity(instruction) for _, instruction in inside])
    started.discard(None)
    return [each for each in found if each[0].name in starting or _identity(each[2]) not in started]


def _starts(module: ModuleText, computation: Computation) -> bool:
    return any(_STARTS in line for line in module.lines[computation.first : computation.end])


def _identity(instruction: Instruction) -> tuple[str, str] | None:
    """Returns what the copies of a collective have in common, None if nothing tells them from others."""
    chain = _CHAIN.search(instruction.attributes.get("frontend_attributes", ""))
    channel = instruction.attributes.get("channel_id") or (chain and chain[0])
    return (instruction.opcode, channel) if channel else None


_CHAIN = re.compile(r'chain_id="[^"]*"')


def _scattered(module: ModuleText, computation: Computation, reduction: Instruction) -> tuple[Shape, ...]:
    """Returns the slices of an all-reduce in a fusion that uses nothing else of it; nothing if there are none.

    XLA for TPUs reduces and scatters in one step where it writes such a fusion.
    """
    names, slices = {reduction.name}, []
    for number in range(computation.first, computation.end):
        user = instruction_line(module, number)
        if user is None or not names.intersection(user.operands):
            continue
        if user.opcode == "get-tuple-element":
            names.add(user.name)
        elif user.opcode == "dynamic-slice" and user.operands[0] in names:
            slices.append(module.shape(number))
        else:
            return ()
    return tuple(slices)


def _collective(
    module: ModuleText,
    computation: Computation,
    line: int,
    instruction: Instruction,
    times: HloExecutions,
    places: SourcePlaces,
    is_fused: bool,
) -> HloCollective:
    kind = instruction.opcode.removesuffix("-start")
    pairs = instruction.source_target_pairs
    groups = instruction.replica_groups or ListedGroups(())
    if kind == "collective-permute":
        if pairs is None:
            raise module.error("a collective-permute needs source_target_pairs", line, instruction.opcode, "=")
        groups = permuted_groups(pairs)
    size, count = _size_and_count(module, instruction, groups)
    operands, results = _operands(module, computation, line, instruction), _results(module, line, instruction)
    slices = _scattered(module, computation, instruction) if is_fused and kind == "all-reduce" else ()
    if slices:
        kind, results = "reduce-scatter", slices
    try:
        operand_bytes, result_bytes = sum(map(bytes_of, operands)), sum(map(bytes_of, results))
    except LayoutError as error:
        raise module.error(str(error), line, instruction.opcode, "=") from None
    channel = instruction.attributes.get("channel_id", "")
    return HloCollective(
        name=instruction.name,
        kind=kind,
        asynchronous=instruction.opcode.endswith("-start") or (is_fused and _starts(module, computation)),
        operands=operands,
        results=results,
        operand_bytes=operand_bytes,
        result_bytes=result_bytes,
        replica_groups=groups,
        source_target_pairs=pairs,
        group_size=size,
        groups=count,
        channel=int(channel) if _NUMBER.fullmatch(channel) else None,
        computation=computation.name,
        line=line + 1,
        op_name=instruction.metadata.get("op_name", ""),
        source=places.frames(instruction.metadata),
        runs=times,
        loop=() if times.loop is None else places.frames(times.loop.metadata),
    )


# --- groups -----------------------------------------------------------------------------------------------------------

_NUMBER = re.compile(r"[0-9]{1,18}")
_REDUCING_OR_GATHERING = ("all-gather", "all-reduce", "reduce-scatter")


def _size_and_count(module: ModuleText, instruction: Instruction, groups: ReplicaGroups) -> tuple[int, int]:
    """Returns the size and the number of the groups of devices; without groups, all form one.

    What the numbers in the groups stand for is XLA's `CollectiveOpGroupMode`
    (https://openxla.org/xla/operation_semantics#allreduce).
    """
    replicas, partitions = module.counts
    size, count = groups.size, max(1, groups.count)
    if instruction.source_target_pairs is not None:
        size, count = max(1, groups.size), groups.count
    match _mode(instruction):
        case "cross_replica":
            return size or replicas, count * partitions
        case "cross_partition":
            return size or partitions, count * replicas
        case "cross_replica_and_partition":
            return (size or replicas) * partitions, count
    return size or replicas * partitions, count


def _mode(instruction: Instruction) -> str:
    attributes = instruction.attributes
    if "mode" in attributes:
        return attributes["mode"]
    if "channel_id" not in attributes:
        return "cross_replica"
    if attributes.get("use_global_device_ids") == "true":
        return "flattened_id"
    is_by_replicas = instruction.opcode.removesuffix("-start") in _REDUCING_OR_GATHERING
    return "cross_replica_and_partition" if is_by_replicas else "cross_partition"


# --- shapes -----------------------------------------------------------------------------------------------------------


def _operands(module: ModuleText, computation: Computation, line: int, instruction: Instruction) -> tuple[Shape, ...]:
    """Returns the shapes of what is sent."""
    names: Sequence[str] = instruction.operands
    if instruction.opcode.startswith("ragged-all-to-all") or "slice_sizes" in instruction.attributes:
        names = names[:1]  # The others are the result's memory, and which parts of it are sent.
    definitions = module.definitions(computation)
    shapes = []
    for name in names:
        if name not in definitions:
            message = f"operand '{name}' is not defined in computation '{computation.name}'"
            raise module.error(message, line, name, instruction.opcode)
        shapes.append(module.shape(definitions[name]))
    return tuple(shapes)


def _results(module: ModuleText, line: int, instruction: Instruction) -> tuple[Shape, ...]:
    """Returns the shapes of what is received. A `-start` gives a tuple of operands, results, and its own state."""
    shape = instruction.shape
    if instruction.opcode.endswith("-start") and instruction.opcode != "all-reduce-start":
        if not isinstance(shape, TupleShape) or len(shape.elements) < 2:
            raise module.error("its shape is a tuple of the operands and the results", line, instruction.opcode, "=")
        shape = shape.elements[1]
    return shape.elements if isinstance(shape, TupleShape) else (shape,)


# The axes of a mesh along which devices communicate, found from their groups.

_MOST_DEVICES = 1 << 16
"""A mesh of more is not searched for the groups of a compiled program."""


def mesh_axes(collective: HloCollective, mesh: Mesh) -> tuple[str, ...] | None:
    """Returns the axes of `mesh` along which the devices of each group differ; None if they are not whole axes.

    The groups are those that the axes form, except of a collective-permute: its devices lie in such groups.
    """
    axes = axis_refs(collective, mesh)
    return None if axes is None or any(axis.sub_axis for axis in axes) else tuple([axis.name for axis in axes])


def axis_refs(collective: HloCollective, mesh: Mesh) -> tuple[HloAxisRef, ...] | None:
    """Returns the same, also parts of axes."""
    total = prod([size for _, size in mesh])
    if not 0 < total <= _MOST_DEVICES or collective.groups * collective.group_size > total:
        return None
    if collective.group_size == 1:
        return ()
    groups = collective.replica_groups
    if isinstance(groups, ListedGroups) and not groups.groups:
        groups = ListedGroups((tuple(range(collective.group_size)),))
    return _axes(groups, mesh, total, collective.kind == "collective-permute")


@lru_cache(maxsize=1024)
def _axes(groups: ReplicaGroups, mesh: Mesh, total: int, is_permuted: bool) -> tuple[HloAxisRef, ...] | None:
    if not is_permuted and groups.size * groups.count != total:
        return None
    devices = groups.expanded()
    if any(not 0 <= device < total for group in devices for device in group):
        return None
    return axes_apart(devices, mesh) if is_permuted else axes_of_groups(devices, mesh)
