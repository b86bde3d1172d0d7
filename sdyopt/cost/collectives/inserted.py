"""The collectives that XLA's partitioner inserts into a propagated program, as views, times and peaks count them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from warnings import warn

from sdyopt.cost import ViewError
from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE, REDUCE_SCATTER
from sdyopt.cost.collectives.found import (
    BufferView,
    CollectiveView,
    buffer_of,
    devices_in_groups,
    first_known,
    runs_of,
    sdy_axis,
)
from sdyopt.cost.origins.followers import AS_WRITTEN, Cause, frames_at, moved_cause, reduction_cause
from sdyopt.cost.partitioner.later_passes import Compiler, is_sum
from sdyopt.cost.partitioner.programs import Insertion, ProgramPartition, item_of
from sdyopt.cost.partitioner.rounding import float_normalization
from sdyopt.cost.partitioner.shards import Collective, Shapes
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.sizes.partition import array_text, element_bits
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops.communication import ALL_REDUCE as ALL_REDUCE_OP
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.display.wording import suggested
from sdyopt.ir.attribute import Location, checked, remembered
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.sharding.replica_groups import axes_apart, axes_of_groups

_VERBS = {
    ALL_GATHER: "is gathered over",
    ALL_REDUCE: "is summed with zeros over",
    ALL_TO_ALL: "is exchanged over",
    COLLECTIVE_PERMUTE: "goes to other devices over",
}
"""The words for changes of an operand, or of a result."""
_FULL = "is gathered whole (involuntary full rematerialization) over"


RESULT = -1
"""Stands for the result of an operation, among the numbers of its operands."""


class SentFor(NamedTuple):
    """The collectives of one device for one execution of an operation."""

    kind: str
    axes: Axes
    operand: int
    """The number of the operand that is moved; for the result 0, or RESULT of an operation without operands."""
    bytes: int | None
    most: int | None = None
    """An upper bound of what is not known; None if sizes are not."""
    insertion: Insertion | None = None
    """The collective; None if it is not known."""
    reason: str = ""

    @property
    def place(self) -> int:
        """The number of the operand that is moved; RESULT for the result."""
        return RESULT if self.insertion is not None and self.insertion.is_of_result else self.operand

    def places(self, op: Operation) -> Sequence[Location | int]:
        """Returns where it comes from, if it is sent for `op`: the first place that is known counts."""
        if self.insertion is not None and self.insertion.source is not None:
            op = self.insertion.source
        places = [op.location, *([op.operands[self.operand].definition_location] if op.operands else [])]
        if op.has_trait("IsTerminator") or op.signature.definition is WHILE:
            places.reverse()  # What returns or carries values has no place of its own in the user's program.
        user: Operation | None = op
        while user is not None and user.signature.definition is RESHARD:  # Of an argument: it is for what uses it.
            user = next(iter(user.results[0].users), None)
        return [*places, user.location] if user is not None and user is not op else places

    def group_size(self, whole: Mesh) -> int:
        """Returns how many devices communicate with each other, on the mesh of all devices."""
        if self.insertion is None or self.kind == COLLECTIVE_PERMUTE:
            is_whole = whole.axis_sizes.keys() >= {axis.name for axis in self.axes}
            return sharded_size(self.axes, whole) if is_whole else whole.device_count
        return len(self.insertion.collective.groups[0])


class GatheredWindow(NamedTuple):
    """An operand of a windowed product."""

    part: int
    """The bytes of what a device has of it."""
    is_contracted: bool
    """Whether the parts are of a contracted dimension: each adds to the whole result."""


class InsertedCollectives:
    """The collectives that XLA inserts for operations of a propagated program of such `sizes`."""

    def __init__(self, sizes: LocalSizes, compiler: Compiler | None = Compiler.TPU, is_at_most: bool = False) -> None:
        """Without a compiler, collectives are those of the partitioner alone.

        Sums that devices slice at once are reduce-scatters, which only compilers for GPUs and TPUs have.
        """
        self.is_at_most = is_at_most
        """Whether what is not known counts as its upper bound, in bytes and in memory."""
        self.sizes, self.compiler = sizes, compiler
        program = ProgramPartition(sizes.scope, sizes.whole, compiler, self._written())
        self.replaced = program.replaced
        """The collectives of the program itself that are not sent as they are."""
        self._inserted, self._local = program.inserted, program.local
        self._unknown = {
            op for op in program.unknown if op.regions or any(map(self._is_parted, (*op.operands, *op.results)))
        }
        self.moved = frozenset((*program.inserted, *self._unknown))
        """The operations for which something is sent, or is not known."""
        self._sent: dict[Operation, Sequence[SentFor]] = {}

    def _written(self) -> Mapping[Operation, tuple[tuple[int, ...], ...]]:
        """Returns the sums over devices of the program itself that compilers change as those that they insert."""
        sums = self.sizes.scope.listing.collect_kind(ALL_REDUCE_OP) if self._scatters else ()
        found = [(op, devices_in_groups(op, self.sizes)) for op in sums if len(op.operands) == 1 and is_sum(op)]
        return {op: groups for op, groups in found if groups}

    @property
    def _scatters(self) -> bool:
        """Whether the compiler makes a sum of which devices take parts a reduce-scatter."""
        return self.compiler in (Compiler.GPU, Compiler.TPU)

    def in_order(self) -> Iterator[tuple[Operation, SentFor]]:
        """Yields the operations of the module for which something is sent, with that, in the order of the text."""
        for op in self.sizes.scope.listing.every_op:
            if op in self.moved:
                for each in self.of(op):
                    yield op, each

    def of(self, op: Operation) -> Sequence[SentFor]:
        """Returns what is sent for an operation, without what has been sent for one before."""
        if op not in self.moved:
            return ()
        found = self._sent.get(op)
        if found is None:
            if op in self._unknown:
                found = [self._not_known(op)]
            else:
                found = [self._sent_for(op, each) for each in self._inserted[op] if each.is_first]
            self._sent[op] = found
        return found

    def _sent_for(self, op: Operation, insertion: Insertion) -> SentFor:
        if self.compiler is Compiler.CPU:
            of, number = insertion.source or op, insertion.operand
            type = (of.results[0] if number is None else of.operands[number]).type
            insertion = insertion._replace(collective=float_normalization(insertion.collective, type))
        each = insertion.collective
        is_scattered = each.is_sliced and self._scatters
        sent = each.sent_scattering if is_scattered else each.sent
        is_written = (insertion.source or op) in self.replaced  # Its groups are of all devices.
        axes = _axes_of(each, self.sizes.whole if is_written else self.mesh_around(op))
        kind = REDUCE_SCATTER if is_scattered else each.kind
        return SentFor(kind, axes, insertion.operand or 0, round(sent), insertion=insertion)

    def _not_known(self, op: Operation) -> SentFor:
        """Returns that operands may be gathered whole, and results summed."""
        gathered = [self._whole_bytes(value) - (self.sizes.of_value(value).bytes or 0) for value in op.operands]
        values = (*op.operands, *op.results)
        is_bounded = all(self.sizes.of_value(value).bytes is not None for value in values)
        most = sum(gathered) + 2 * sum(map(self._whole_bytes, op.results)) if is_bounded else None
        shardings = [sharding_of(value) for value in values]
        axes = [axis for each in shardings if each is not None for dim in each.dimensions for axis in dim.axes]
        number = max(range(len(gathered)), key=lambda each: gathered[each], default=RESULT)
        reason = f"perhaps gathered by XLA's partitioner for {op.short_name}"
        return SentFor(ALL_GATHER, tuple(dict.fromkeys(axes)), number, None, most, reason=reason)

    def _is_parted(self, value: Value) -> bool:
        """Whether devices hold parts of a value: of what is whole on each nothing is sent."""
        return self.sizes.of_value(value).shards > 1

    def _whole_bytes(self, value: Value) -> int:
        """Returns the bytes of a value on all devices together that hold parts of it; 0 if that is not known."""
        share = self.sizes.of_value(value)
        return (share.bytes or 0) * share.shards

    def mesh_around(self, op: Operation) -> Mesh:
        """Returns the mesh of the devices that are not manual where an operation is."""
        manual, whole = self.sizes.scope.manual(op.parent_op).axes, self.sizes.whole
        return Mesh(tuple([axis for axis in whole.axes if axis.name not in manual])) if manual else whole

    @property
    def rematerializes(self) -> bool:
        """Whether a value is made whole on each device because XLA knows no shorter way to reshard it."""
        return any(each.collective.rematerialized for found in self._inserted.values() for each in found)

    @property
    def has_unknown(self) -> bool:
        """Whether something has an upper bound only."""
        return bool(self._unknown)

    def gathered(self, op: Operation) -> Iterator[tuple[int, list[int]]]:
        """Yields the numbers of the operands of `op` that are moved, with the bytes that a device holds for each
        collective.
        """
        if op in self._unknown and self.is_at_most:
            yield from [(number, [self._whole_bytes(value)]) for number, value in enumerate(op.operands)]
            return
        found: dict[int, list[int]] = {}
        for each, number, _, source, _ in self._inserted.get(op, ()):
            if number is not None and source is None:
                found.setdefault(number, []).extend(_held(each))
        yield from found.items()

    def groups_of_gather(self, op: Operation, number: int) -> frozenset[tuple[int, ...]] | None:
        """Returns the groups of the all-gather of an operand, by its number; None if it is moved in another way."""
        moved = [
            each for each, operand, _, source, _ in self._inserted.get(op, ()) if operand == number and source is None
        ]
        return frozenset(moved[0].groups) if len(moved) == 1 and moved[0].kind == ALL_GATHER else None

    def windowed(self, op: Operation) -> dict[int, GatheredWindow]:
        """Returns the operands of a product whose parts devices send around while they compute it, by their numbers."""
        found = {}
        for each, number, *_ in self._inserted.get(op, ()):
            if each.is_windowed and number is not None:
                sizes = enumerate(zip(each.shape or (), each.made or (), strict=False))
                cut = {place for place, (part, whole) in sizes if part < whole}
                found[number] = GatheredWindow(each.operand, not cut.isdisjoint(_contracted(op, number)))
        return found

    def sums_in_windows(self, op: Operation) -> bool:
        """Whether devices send parts of the result of a product around, to add to them, while they compute it."""
        return any(each.is_windowed and number is None for each, number, *_ in self._inserted.get(op, ()))

    def sums(self, op: Operation) -> Iterator[tuple[tuple[object, ...], int]]:
        """Yields the sums over devices of the result of `op`, one after the other: what those that are sent together
        have in common, and the bytes of what a device has then.
        """
        for each, number, is_first, source, _ in self._inserted.get(op, ()):
            if number is None and is_first and source is None and each.kind == ALL_REDUCE:
                is_scattered = each.is_sliced and self._scatters
                size = each.result // len(each.groups[0]) if is_scattered else each.result
                how = [inner.signature.definition for region in op.regions for inner in region.block.ops]
                yield (is_scattered, frozenset(each.groups), *how), size

    def sums_after(self, loop: Operation) -> Iterator[tuple[int, tuple[object, ...], int]]:
        """Yields the sums over devices of results of a loop: the number of the result, what the sums that are sent
        together have in common, and the bytes.
        """
        for each, _, is_first, source, number in self._inserted.get(loop, ()):
            if source is not None and is_first and each.kind == ALL_REDUCE:
                yield number, (frozenset(each.groups),), each.result

    def shapes(self, op: Operation) -> Shapes:
        """Returns the shapes on a device of the operands of `op` when they have been moved, and of its result before
        that is moved; empty if nothing is moved, or they are not known.
        """
        found = self._local.get(op, ()) if op in self.moved else ()
        result = next((each for each, number, *_ in self._inserted.get(op, ()) if number is None), None)
        if found and result is not None:
            elements = result.operand // result.item(item_of(op.results[0]))
            if prod(found[-1]) < elements:  # It is cut while it is summed.
                return (*found[:-1], (elements,))
        return found

    def computed(self, op: Operation) -> list[int]:
        """Returns the bytes of the result of `op` as it is computed and for each collective, before devices take their
        parts of it; empty if it is not moved.
        """
        inserted = self._inserted.get(op, ())
        made = [each.collective for each in inserted if each.operand is None and each.source is None]
        held = [size for each in made if each.kind != ALL_REDUCE for size in _held(each)]
        return [made[0].operand, *held] if made else []


def _contracted(op: Operation, number: int) -> Sequence[int]:
    """Returns the dimensions of an operand of a product that are not in its result, without those of windows."""
    dims, kernel = op.properties.get("dot_dimension_numbers"), op.properties.get("dimension_numbers")
    if isinstance(kernel, ConvDimensionNumbers):
        return ((kernel.input_feature_dimension,), (kernel.kernel_input_feature_dimension,))[number]
    if isinstance(dims, DotDimensionNumbers):
        return (dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions)[number]
    return (1, 0)[number : number + 1]


def _held(each: Collective) -> Sequence[int]:
    """Returns the bytes that a device holds beside the operand: of what it exchanges a transposed copy, too."""
    return (each.operand, each.result) if each.kind == ALL_TO_ALL else (each.result,)


@remembered
def _axes_of(each: Collective, mesh: Mesh) -> Axes:
    """Returns the axes, or parts of axes, along which the devices of a group are, or else differ."""
    places = {device: place for place, device in enumerate(mesh.device_ids or range(mesh.device_count))}
    groups = tuple([tuple([places[device] for device in group]) for group in each.groups])
    sizes = tuple([(axis.name, axis.size) for axis in mesh.axes])
    found = None if each.kind == COLLECTIVE_PERMUTE else axes_of_groups(groups, sizes)
    return tuple(map(sdy_axis, axes_apart(groups, sizes) if found is None else found))


def inserted_in(stage: Stage, sizes: LocalSizes, compiler: Compiler) -> InsertedCollectives | None:
    """Returns what XLA inserts into a program at a stage; None for one whose collectives are operations."""
    return InsertedCollectives(sizes, compiler) if stage is Stage.PARTITIONED_BY_XLA else None


def compiler_named(name: str | None) -> Compiler | None:
    """Returns the compiler of that name; None without one. Raises ViewError if there is none."""
    if name in _FORMER_PROFILES:
        warn(f"profile '{name}' is that of earlier releases: gpu, tpu and cpu", DeprecationWarning, stacklevel=3)
        return _FORMER_PROFILES[name]
    names = [each.value for each in Compiler]
    if name is not None and name not in names:
        known = suggested(name, names) or f": known are {', '.join(names)}"
        raise ViewError(f"no profile is called '{name}'{known}")
    return None if name is None else Compiler(name)


_FORMER_PROFILES = {"device": None, "memory": Compiler.CPU}


# The rows of the table of collectives.


def rows_of(
    program: Program, inserted: InsertedCollectives, choice: FrameChoice, is_brief: bool = False
) -> Iterator[CollectiveView]:
    """Yields what is inserted into a program, in the order of the text."""
    for op, each in inserted.in_order():
        yield row_of(op, each, program, inserted.sizes, choice, is_brief)


def row_of(
    op: Operation, sent: SentFor, program: Program, sizes: LocalSizes, choice: FrameChoice, is_brief: bool = False
) -> CollectiveView:
    """Returns the row of what is sent for an operation; in brief without buffers, and without a known cause."""
    runs, source = runs_of(op, program), frames_at(first_known(sent.places(op), program), program.source)
    if sent.insertion is not None and sent.insertion.source is not None:
        op = sent.insertion.source
    value = op.operands[sent.operand] if op.operands else op.results[0]
    result = next((each for each in op.results if isinstance(each.type, RankedTensorType)), value)
    operand = made = _NO_BUFFER
    cause = ""
    if is_brief:
        cause = sent.reason
    elif sent.insertion is None:
        operand, made = buffer_of([value], sizes), buffer_of([result], sizes)
        cause = sent.reason
    else:
        collective, number, *_ = sent.insertion
        moved = result if number is None else value
        type = checked(RankedTensorType, moved.type)
        if collective.element is not None:
            type = RankedTensorType(type.shape, collective.element)
        operand = _moved(type, collective.shape, collective.operand)
        made = _moved(type, collective.made, collective.result)
        if sent.kind == REDUCE_SCATTER:
            share, scattered = buffer_of([moved], sizes), collective.operand // len(collective.groups[0])
            made = share if share.bytes == scattered else _moved(type, None, scattered)
        cause = _cause(op, sent.insertion, sent.axes).text(sent.axes, program.source, choice)
    size = sent.group_size(sizes.whole)
    full = sent.insertion is not None and sent.insertion.collective.rematerialized is not None
    return CollectiveView(
        kind=sent.kind,
        function=program.function_name(op),
        source=source,
        axes=sent.axes,
        group_size=size,
        groups=max(1, sizes.whole.device_count // max(1, size)),
        operand=operand,
        result=made,
        bytes_sent=sent.bytes,
        runs=runs,
        cause=cause,
        most=sent.most,
        is_rematerialized=full,
    )


_NO_BUFFER = BufferView("", None)


def _moved(type: RankedTensorType, shape: tuple[int, ...] | None, size: int) -> BufferView:
    """Returns what is moved of a value, by the shape of what a device holds of it; of a part of that only elements."""
    bits = element_bits(type.element_type) or _BITS
    return BufferView(array_text(type, (size * _BITS // bits,) if shape is None else shape), size)


_BITS = 8


def _cause(op: Operation, insertion: Insertion, axes: Axes) -> Cause:
    kind = insertion.collective.kind
    if op.signature.definition is ALL_REDUCE_OP and insertion.operand is None:
        return AS_WRITTEN
    if kind == ALL_REDUCE and (insertion.operand is None or op.signature.definition is REDUCE):
        return reduction_cause(op, axes)
    return moved_cause(op, insertion.operand, _FULL if insertion.collective.rematerialized else _VERBS[kind], axes)
