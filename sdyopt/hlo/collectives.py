"""The collectives of a compiled module: who communicates, how many bytes, how often, and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from sdyopt.hlo.attributes import HloFrame, SourcePlaces, bytes_of, device_counts, replica_groups, source_target_pairs
from sdyopt.hlo.executions import HloRuns, executions
from sdyopt.hlo.text import HloComputation, HloInstruction, HloText
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
    runs: HloRuns
    """How often it runs in one run of the program."""
    loop: tuple[HloFrame, ...]
    """Where the loop of unknown length around it comes from in the source; empty if there is none, or not known."""

    @property
    def executions(self) -> int | None:
        """How often it runs in one run of the program. None: not known."""
        return self.runs.times

    @property
    def conditional(self) -> bool:
        """Whether it is in a branch: `executions` are then those if the branch is taken."""
        return self.runs.is_conditional

    @property
    def bytes_sent(self) -> int:
        """Returns what one device sends in one execution."""
        return bytes_sent(self.kind, self.operand_bytes, self.group_size)

    @property
    def axes(self) -> tuple[str, ...]:
        """The mesh axes that the text names for its groups. XLA numbers them: they are not the program's."""
        groups = self.replica_groups
        return tuple([str(axis) for axis in groups.axes]) if isinstance(groups, MeshGroups) else ()


AssumedRuns = Callable[[tuple[HloFrame, ...]], int | None]
"""How often a loop of unknown length is assumed to run that comes from a place; None if nothing is assumed."""


def collectives_in(module: HloText, assumed: AssumedRuns | None = None) -> tuple[HloCollective, ...]:
    """Returns the collectives in the order of the text. Raises HloError."""
    places = SourcePlaces(module.tables)

    def trips(loop: HloInstruction) -> int | None:
        return None if assumed is None else assumed(places.frames(loop.metadata))

    found = _once(module)
    names = dict.fromkeys([computation.name for computation, _, _ in found])
    times = executions(module, names, trips) if found else {}
    fused = names.keys() & {*_FUSED.findall(module.text)}
    return tuple([_collective(module, *each, times[each[0].name], places, each[0].name in fused) for each in found])


_FUSED = re.compile(r"\sfusion\([^\n]*?\bcalls=%?([\w.-]+)")
"""Finds the computations of fusions."""


_STARTED = re.compile(rf"[\s)](?:{'|'.join(KINDS)})(?:-start)?\(")


def _instructions(module: HloText, computation: HloComputation) -> list[tuple[int, HloInstruction]]:
    """Returns the collectives of a computation, with their lines."""
    found = []
    for number in computation.lines:
        line = module.lines[number]
        if ("all-" in line or "collective-" in line or "reduce-scatter" in line) and _STARTED.search(line):
            instruction = module.instruction(number)
            if instruction.opcode.removesuffix("-start") in KINDS:
                found.append((number, instruction))
    return found


_Found = tuple[HloComputation, int, HloInstruction]
"""A collective with its computation and its line."""

_STARTS = '"AsyncCollectiveStart"'
"""The target of the custom call in a fusion that starts a collective of XLA for TPUs."""


def _once(module: HloText) -> list[_Found]:
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


def _starts(module: HloText, computation: HloComputation) -> bool:
    return any(_STARTS in line for line in module.lines[computation.first : computation.last])


def _identity(instruction: HloInstruction) -> tuple[str, str] | None:
    """Returns what the copies of a collective have in common, None if nothing tells them from others."""
    chain = _CHAIN.search(instruction.attribute("frontend_attributes"))
    channel = instruction.attribute("channel_id") or (chain and chain[0])
    return (instruction.opcode, channel) if channel else None


_CHAIN = re.compile(r'chain_id="[^"]*"')


def _scattered(module: HloText, computation: HloComputation, reduction: HloInstruction) -> tuple[Shape, ...]:
    """Returns the slices of an all-reduce in a fusion that uses nothing else of it; nothing if there are none.

    XLA for TPUs reduces and scatters in one step where it writes such a fusion.
    """
    names, slices = {reduction.name}, []
    for _, user in module.instructions(computation):
        if not names.intersection(user.operands):
            continue
        if user.opcode == "get-tuple-element":
            names.add(user.name)
        elif user.opcode == "dynamic-slice" and user.operands[0] in names:
            slices.append(user.shape)
        else:
            return ()
    return tuple(slices)


def _collective(
    module: HloText,
    computation: HloComputation,
    line: int,
    instruction: HloInstruction,
    times: HloRuns,
    places: SourcePlaces,
    is_fused: bool,
) -> HloCollective:
    kind = instruction.opcode.removesuffix("-start")
    pairs = source_target_pairs(instruction)
    groups = replica_groups(instruction) or ListedGroups(())
    if kind == "collective-permute":
        if pairs is None:
            raise module.error("a collective-permute needs source_target_pairs", line, instruction.opcode, "=")
        groups = permuted_groups(pairs)
    size, count = _size_and_count(module, instruction, groups, pairs is not None)
    operands, results = _operands(module, computation, line, instruction), _results(module, line, instruction)
    slices = _scattered(module, computation, instruction) if is_fused and kind == "all-reduce" else ()
    if slices:
        kind, results = "reduce-scatter", slices
    try:
        operand_bytes, result_bytes = sum(map(bytes_of, operands)), sum(map(bytes_of, results))
    except LayoutError as error:
        raise module.error(str(error), line, instruction.opcode, "=") from None
    channel = instruction.attribute("channel_id")
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


def _size_and_count(
    module: HloText, instruction: HloInstruction, groups: ReplicaGroups, has_pairs: bool
) -> tuple[int, int]:
    """Returns the size and the number of the groups of devices; without groups, all form one.

    What the numbers in the groups stand for is XLA's `CollectiveOpGroupMode`
    (https://openxla.org/xla/operation_semantics#allreduce).
    """
    replicas, partitions = device_counts(module)
    size, count = groups.size, max(1, groups.count)
    if has_pairs:
        size, count = max(1, groups.size), groups.count
    match _mode(instruction):
        case "cross_replica":
            return size or replicas, count * partitions
        case "cross_partition":
            return size or partitions, count * replicas
        case "cross_replica_and_partition":
            return (size or replicas) * partitions, count
    return size or replicas * partitions, count


def _mode(instruction: HloInstruction) -> str:
    if "mode" in instruction.attributes:
        return instruction.attribute("mode")
    if "channel_id" not in instruction.attributes:
        return "cross_replica"
    if instruction.attribute("use_global_device_ids") == "true":
        return "flattened_id"
    is_by_replicas = instruction.opcode.removesuffix("-start") in _REDUCING_OR_GATHERING
    return "cross_replica_and_partition" if is_by_replicas else "cross_partition"


# --- shapes -----------------------------------------------------------------------------------------------------------


def _operands(
    module: HloText, computation: HloComputation, line: int, instruction: HloInstruction
) -> tuple[Shape, ...]:
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
        shapes.append(module.instruction(definitions[name]).shape)
    return tuple(shapes)


def _results(module: HloText, line: int, instruction: HloInstruction) -> tuple[Shape, ...]:
    """Returns the shapes of what is received. A `-start` gives a tuple of operands, results, and its own state."""
    shape = instruction.shape
    if instruction.opcode.endswith("-start") and instruction.opcode != "all-reduce-start":
        if not isinstance(shape, TupleShape) or len(shape.elements) < 2:
            raise module.error("its shape is a tuple of the operands and the results", line, instruction.opcode, "=")
        shape = shape.elements[1]
    return shape.elements if isinstance(shape, TupleShape) else (shape,)


# The axes of a mesh along which devices communicate, found from their groups.

_MAX_DEVICES = 1 << 16
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
    if not 0 < total <= _MAX_DEVICES or collective.groups * collective.group_size > total:
        return None
    if collective.group_size == 1:
        return ()
    if isinstance(groups := collective.replica_groups, ListedGroups) and not groups.groups:
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
