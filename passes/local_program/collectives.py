"""The collectives of SDY become those of StableHLO."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import cast

from sdyopt.dialects.quant import PER_AXIS, UniformQuantizedType, stored
from sdyopt.dialects.sdy.attributes import (
    SUM,
    AllToAllParam,
    AllToAllParamList,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    Mesh,
    Sharding,
)
from sdyopt.dialects.sdy.shardings.axes import Axes, atoms_of, contains, merged, reduction_operator, sharded_size
from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.ops import communication
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, SELECT
from sdyopt.dialects.stablehlo.ops.shapes import DYNAMIC_UPDATE_SLICE
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import DYNAMIC, UNIT, RankedTensorType, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.releases import since
from sdyopt.passes.local_program.conversion import LocalProgram, collective_created, part_sliced, parts_permuted
from sdyopt.rewriting.local_emission import Emitter, NoGroupsError, replica_groups, shard_indices, tensor_type
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import Shape, fail
from sdyopt.sharding.reductions import COMBINATIONS


@remembered
def source_target_pairs(
    source: Sharding, source_mesh: Mesh, target: Sharding, target_mesh: Mesh, from_major: bool = False
) -> tuple[tuple[int, int], ...]:
    """Returns for each device, by its id, the device that its data goes to.

    That is the one with the same number along all axes of the mesh: those of the dimensions first, then all others in
    mesh order. Where sub-axes make numbers ambiguous, as they do in the reference unless they count `from_major`, it is
    the last such device, or device 0.
    """
    atoms = atoms_of((*source.used_axes, *target.used_axes), target_mesh)
    numbers = shard_indices(_in_order(source, atoms), source_mesh, from_major)
    target_numbers = shard_indices(_in_order(target, atoms), target_mesh, from_major)
    places = {number: device for device, number in enumerate(target_numbers)}
    return tuple([(device, places.get(number, 0)) for device, number in enumerate(numbers)])


def _in_order(sharding: Sharding, atoms: Axes) -> Axes:
    """Returns `atoms` with those of the dimensions first, in their order."""
    first = [
        atom for dimension in sharding.dimensions for axis in dimension.axes for atom in atoms if contains(axis, atom)
    ]
    return (*first, *[atom for atom in atoms if atom not in first])


Lists = Sequence[Axes]
"""The axes of each dimension."""


def has_several_scales(type: RankedTensorType) -> bool:
    """Whether elements have a scale for each index of a dimension: collectives and slices move what is stored then."""
    element = type.element_type
    return isinstance(element, UniformQuantizedType) and element.granularity == PER_AXIS


class ConvertedCollective:
    """A collective of SDY that is being converted."""

    def __init__(self, op: Operation, program: LocalProgram, sharding: Sharding | None = None) -> None:
        self.op = op
        self.program = program
        self.out_sharding = cast(Sharding, op.signature.properties["out_sharding"])
        self.sharding = sharding or self.out_sharding
        self.mesh: Mesh = program.mesh(self.sharding)
        self.emitter: Emitter = program.emitter(op)
        (value,) = program.values(op)
        self.is_stored = has_several_scales(tensor_type(value))
        self.value = self.emitter.bitcast(value, stored(tensor_type(value))) if self.is_stored else value
        self.type = tensor_type(self.value)

    @property
    def _local_type(self) -> RankedTensorType:
        (local,) = self.program.local_result_types(self.op)
        return cast(RankedTensorType, local)

    @property
    def result_type(self) -> RankedTensorType:
        """The local type of the result, which is that of what is stored while elements have several scales."""
        return stored(self._local_type) if self.is_stored else self._local_type

    @property
    def combination(self) -> OpDefinition:
        """The operation of two values by which the collective, a reduction, reduces."""
        return COMBINATIONS[reduction_operator(self.op)]

    def lists(self, name: str) -> list[Axes]:
        """Returns the axes that the collective has for each dimension."""
        return [each.axes for each in cast(AxisRefLists, self.op.signature.properties[name]).lists]

    def create(
        self,
        definition: OpDefinition,
        value: Value,
        shape: Shape,
        axes: Axes,
        combination: OpDefinition | None = None,
        **properties: Attribute,
    ) -> Value:
        """Creates a collective of StableHLO between the groups of devices along `axes`.

        With a `combination` it has a body, which computes that of two values.
        """
        if combination is not None and self.is_stored:
            fail(self.op, "reduces elements that have several scales, which no collective does")
        type = tensor_type(value)
        result = type if definition is communication.ALL_REDUCE else RankedTensorType(shape, type.element_type)
        channel: dict[str, Attribute] = {
            "channel_handle": self.program.next_channel(),
            "replica_groups": groups_along(axes, self.sharding, self.op, self.program),
            **properties,
        }
        if definition is not communication.ALL_TO_ALL:
            channel["use_global_device_ids"] = UNIT
        signature = signatures.signature(definition, (type,), result, tuple(sorted(channel.items())))
        self.program.rewriter.report(collective_created, self.op, definition.name, axes, self.mesh)
        regions = [] if combination is None else [self.emitter.reduction_body(type.element_type, combination)]
        return self.emitter.emit(signature, [value], regions)

    def replace(self, value: Value) -> None:
        """Uses `value` instead of the result."""
        self.program.replace(self.op, [self.emitter.bitcast(value, self._local_type) if self.is_stored else value])

    def size(self, axes: Axes) -> int:
        """Returns the number of parts along axes."""
        return sharded_size(axes, self.mesh)


def groups_along(axes: Axes, sharding: Sharding, op: Operation, program: LocalProgram) -> Attribute:
    """Returns the groups of devices along axes of a sharding's mesh, as axes or as numbers."""
    if program.options.enable_rgv3:
        refs: tuple[Attribute, ...] = axes
        if since("0.11.1"):
            refs = tuple(map(stablehlo_axis, merged(axes, program.mesh(sharding))))
        return s.ReplicaGroupMeshAxes(sharding.mesh, refs)
    try:
        return signatures.table(replica_groups(axes, program.mesh(sharding)))
    except NoGroupsError:
        fail(op, "has parts of an axis whose sizes do not divide each other, so that there are no groups")


def summed(op: Operation, program: LocalProgram, value: Value, axes: Axes, sharding: Sharding) -> Value:
    """Creates the sum of what devices along `axes` have."""
    body = program.emitter(op).reduction_body(tensor_type(value).element_type, ADD)
    return combined(op, program, value, axes, sharding, [body])


def combined(
    op: Operation, program: LocalProgram, value: Value, axes: Axes, sharding: Sharding, body: Sequence[Region]
) -> Value:
    """Creates an all-reduce of what devices along `axes` have, which combines by `body`."""
    type, properties = tensor_type(value), _between(op, program, axes, sharding)
    program.rewriter.report(collective_created, op, communication.ALL_REDUCE.name, axes, program.mesh(sharding))
    return program.emitter(op).emit(
        signatures.signature(communication.ALL_REDUCE, (type,), type, properties), [value], body
    )


def gathered_apart(
    op: Operation, program: LocalProgram, value: Value, axes: Axes, sharding: Sharding, dimension: int
) -> Value:
    """Creates an all-gather along a dimension of size 1, where each device along `axes` has an entry of its own."""
    type, mesh = tensor_type(value), program.mesh(sharding)
    result = RankedTensorType((*type.shape[:dimension], sharded_size(axes, mesh)), type.element_type)
    properties = (("all_gather_dim", signatures.i64(dimension)), *_between(op, program, axes, sharding))
    program.rewriter.report(collective_created, op, communication.ALL_GATHER.name, axes, mesh)
    return program.emitter(op).emit(
        signatures.signature(communication.ALL_GATHER, (type,), result, properties), [value]
    )


def _between(op: Operation, program: LocalProgram, axes: Axes, sharding: Sharding) -> tuple[tuple[str, Attribute], ...]:
    """Returns the properties of a new collective between the devices along `axes`."""
    return (
        ("channel_handle", program.next_channel()),
        ("replica_groups", groups_along(axes, sharding, op, program)),
        ("use_global_device_ids", UNIT),
    )


def stablehlo_axis(axis: AxisRef) -> s.AxisRef:
    """Returns an axis, or a part of one, as StableHLO writes it."""
    part = axis.sub_axis
    return s.AxisRef(axis.name, None if part is None else s.SubAxisInfo(part.pre_size, part.size))


def check_mesh(op: Operation, program: LocalProgram) -> None:
    """Raises CompilationError if an unregistered operation around `op` may hide its mesh, as it may be a symbol table.

    As in the reference, that is only so for some collectives.
    """
    around = op.parent_op
    while around is not None and not around.has_trait("SymbolTable"):
        if len(around.regions) == 1 and not isinstance(around.definition, OpDef):
            if isinstance(cast(Sharding, op.signature.properties["out_sharding"]).mesh, SymbolRefAttr):
                program.not_legalized(op, f"'{op.name}' op failed to resolve mesh")
            return
        around = around.parent_op


def all_slice(op: Operation, program: LocalProgram) -> None:
    """Takes the part of the device."""
    this = ConvertedCollective(op, program)
    lists = this.lists("slicing_axes")
    program.rewriter.report(part_sliced, op)
    this.replace(this.emitter.slice_by(this.value, lists, this.result_type, this.mesh))


def all_reduce(op: Operation, program: LocalProgram) -> None:
    """Reduces over the devices along axes."""
    this = ConvertedCollective(op, program)
    axes = cast(AxisRefList, op.signature.properties["reduction_axes"]).axes
    this.replace(this.create(communication.ALL_REDUCE, this.value, this.type.shape, axes, this.combination))


def all_gather(op: Operation, program: LocalProgram) -> None:
    """Gathers along one dimension after the other, or, by default, along all in one collective."""
    check_mesh(op, program)
    this = ConvertedCollective(op, program)
    lists = this.lists("gathering_axes")
    gathered = [number for number, axes in enumerate(lists) if axes]
    if not gathered:
        fail(op, "gathers nothing")
    if len(gathered) == 1 or program.options.per_dim_all_gather:
        value = this.value
        for number in reversed(gathered):
            shape = [*tensor_type(value).shape]
            shape[number] = _times(shape[number], this.size(lists[number]))
            value = _gather(this, value, tuple(shape), lists[number], number)
    else:
        value = _gather_together(this, lists, gathered)
    this.replace(value)


def _gather(this: ConvertedCollective, value: Value, shape: Shape, axes: Axes, dimension: int) -> Value:
    return this.create(communication.ALL_GATHER, value, shape, axes, all_gather_dim=signatures.i64(dimension))


def _gather_together(this: ConvertedCollective, lists: Lists, gathered: Sequence[int]) -> Value:
    """Gathers along a new dimension, splits that, and merges each part with the dimension that it belongs to."""
    emitter, shape = this.emitter, this.type.shape
    factors = [this.size(lists[number]) for number in gathered]
    axes = tuple([axis for each in lists for axis in each])
    value = emitter.reshape(this.value, (1, *shape))
    value = _gather(this, value, (prod(factors), *shape), axes, 0)
    value = emitter.reshape(value, (*factors, *shape))
    return _merged_before(emitter, value, gathered, shape)


def _merged_before(emitter: Emitter, value: Value, dimensions: Sequence[int], shape: Shape) -> Value:
    """Merges the first dimensions of a value with others after them: each with the one of that number in `shape`."""
    count = len(dimensions)
    factors = tensor_type(value).shape[:count]
    order: list[int] = []
    merged = [*shape]
    for number in range(len(shape)):
        if number in dimensions:
            place = dimensions.index(number)
            order.append(place)
            merged[number] = _times(shape[number], factors[place])
        order.append(count + number)
    return emitter.reshape(emitter.transpose(value, tuple(order)), tuple(merged))


def _split_off(emitter: Emitter, value: Value, dimensions: Sequence[int], factors: Sequence[int]) -> Value:
    """Splits a factor off each of some dimensions, and merges these factors to a first dimension."""
    shape = tensor_type(value).shape
    split: list[int] = []
    first: list[int] = []
    rest: list[int] = []
    for number, size in enumerate(shape):
        if number in dimensions:
            factor = factors[dimensions.index(number)]
            first.append(len(split))
            split.append(factor)
            size //= factor
        rest.append(len(split))
        split.append(size)
    value = emitter.transpose(emitter.reshape(value, tuple(split)), (*first, *rest))
    return emitter.reshape(value, (prod(factors), *[split[number] for number in rest]))


def _times(size: int, factor: int) -> int:
    return DYNAMIC if size == DYNAMIC else size * factor


def all_to_all(op: Operation, program: LocalProgram) -> None:
    """Splits dimensions, and joins the parts along others."""
    check_mesh(op, program)
    this = ConvertedCollective(op, program)
    params = cast(AllToAllParamList, op.signature.properties["params"]).params
    convert: Callable[[ConvertedCollective, Sequence[AllToAllParam]], Value] = (
        _exchange if len(params) == 1 else _exchange_many
    )
    this.replace(convert(this, params))


def _exchange(this: ConvertedCollective, params: Sequence[AllToAllParam]) -> Value:
    ((axes, source, target),) = [(each.axes, each.source_dimension, each.target_dimension) for each in params]
    count, shape = this.size(axes), [*this.type.shape]
    if DYNAMIC in (shape[source], shape[target]):
        this.program.not_legalized(this.op, "'sdy.all_to_all' op dynamic shape not supported")
    if shape[target] % count:
        message = "'sdy.all_to_all' op dimension not divisible by num devices per group"
        this.program.not_legalized(this.op, message)
    shape[source] *= count
    shape[target] //= count
    return _all_to_all(this, this.value, tuple(shape), axes, count, target, source)


def _all_to_all(
    this: ConvertedCollective, value: Value, shape: Shape, axes: Axes, count: int, split: int, joined: int
) -> Value:
    return this.create(
        communication.ALL_TO_ALL,
        value,
        shape,
        axes,
        split_dimension=signatures.i64(split),
        concat_dimension=signatures.i64(joined),
        split_count=signatures.i64(count),
    )


def _exchange_many(this: ConvertedCollective, params: Sequence[AllToAllParam]) -> Value:
    """Exchanges along a new dimension that has a factor of each target dimension."""
    ordered = sorted(params, key=lambda each: each.target_dimension)
    factors = [this.size(each.axes) for each in ordered]
    targets = [each.target_dimension for each in ordered]
    shape = this.type.shape
    for target, factor in zip(targets, factors, strict=True):
        if shape[target] == DYNAMIC or shape[target] % factor:
            message = "'sdy.all_to_all' op dynamic shape or dimension not divisible by num devices per param"
            this.program.not_legalized(this.op, message)
    emitter = this.emitter
    value = _split_off(emitter, this.value, targets, factors)
    split = tensor_type(value).shape
    axes = tuple([axis for each in ordered for axis in each.axes])
    value = _all_to_all(this, value, split, axes, prod(factors), 0, 0)
    value = emitter.reshape(value, (*factors, *split[1:]))
    return _merged_before(emitter, value, [each.source_dimension for each in ordered], split[1:])


def collective_permute(op: Operation, program: LocalProgram) -> None:
    """Sends the part of each device to another one."""
    this = ConvertedCollective(op, program)
    source = program.sharding(op.operands[0])
    if source is this.out_sharding or source is None:
        fail(op, "changes no sharding" if source else "has an operand whose dimensions have no sharding")
    from_major = since("0.11.1")
    pairs = source_target_pairs(source, program.mesh(source), this.out_sharding, this.mesh, from_major)
    program.rewriter.report(parts_permuted, op, pairs)
    properties: tuple[tuple[str, Attribute], ...] = (
        ("channel_handle", program.next_channel()),
        ("source_target_pairs", signatures.table(pairs)),
    )
    type: Type = this.type
    signature = signatures.signature(communication.COLLECTIVE_PERMUTE, (type,), type, properties)
    this.replace(this.emitter.emit(signature, [this.value]))


def replicated_to_unreduced(op: Operation, program: LocalProgram) -> None:
    """Keeps the value on the first device along the axes; the others have zeros."""
    this = _summed_later(op, program)
    axes = cast(AxisRefList, op.signature.properties["axes"]).axes
    emitter, type = this.emitter, this.type
    is_first = emitter.reshape(emitter.entry_of_device(signatures.leaders(shard_indices(axes, this.mesh, True))), ())
    zero = emitter.zeros(type)
    selection = signatures.signature(SELECT, (is_first.type, type, type), type)
    this.replace(emitter.emit(selection, [is_first, this.value, zero]))


def sharded_to_unreduced(op: Operation, program: LocalProgram) -> None:
    """Puts the part of the device in its place among zeros."""
    this = _summed_later(op, program)
    emitter, shape = this.emitter, this.type.shape
    zeros = emitter.zeros(this.result_type)
    lists = this.lists("axes")
    starts: list[Value] = []
    no_offset: Value | None = None
    for axes, size in zip(lists, shape, strict=True):
        if axes:
            starts.append(emitter.offset(axes, size, this.mesh))
        else:
            no_offset = no_offset or emitter.scalar(0)
            starts.append(no_offset)
    types = (zeros.type, this.type, *[start.type for start in starts])
    update = signatures.signature(DYNAMIC_UPDATE_SLICE, types, this.result_type)
    this.replace(emitter.emit(update, [zeros, this.value, *starts]))


def _summed_later(op: Operation, program: LocalProgram) -> ConvertedCollective:
    """Returns a collective whose result is to be summed. Raises CompilationError for maxima and minima."""
    this = ConvertedCollective(op, program)
    if this.out_sharding.reduction_op != SUM:
        fail(op, f"cannot be local: its unreduced axes are reduced by {this.out_sharding.reduction_op}")
    return this


def reduce_scatter(op: Operation, program: LocalProgram) -> None:
    """Reduces over the devices along axes, and takes the part of the device."""
    this = ConvertedCollective(op, program, program.sharding(op.operands[0]))
    lists = this.lists("reduce_scatter_axes")
    scattered = [number for number, axes in enumerate(lists) if axes]
    if not scattered:
        fail(op, "scatters nothing")
    if len(scattered) == 1:
        (number,) = scattered
        value = _scatter(this, this.value, this.result_type.shape, lists[number], number)
    elif program.options.combine_multi_dimension_reduce_scatter:
        value = _scatter_together(this, lists, scattered)
    else:
        axes = tuple([axis for each in lists for axis in each])
        value = this.create(communication.ALL_REDUCE, this.value, this.type.shape, axes, this.combination)
        program.rewriter.report(part_sliced, op)
        value = this.emitter.slice_by(value, lists, this.result_type, this.mesh)
    this.replace(value)


def _scatter(this: ConvertedCollective, value: Value, shape: Shape, axes: Axes, dimension: int) -> Value:
    scatter_dimension = signatures.i64(dimension)
    return this.create(
        communication.REDUCE_SCATTER, value, shape, axes, this.combination, scatter_dimension=scatter_dimension
    )


def _scatter_together(this: ConvertedCollective, lists: Lists, scattered: Sequence[int]) -> Value:
    """Scatters along a new dimension that has a factor of each dimension."""
    shape = this.type.shape
    factors = [this.size(lists[number]) for number in scattered]
    is_divisible = all(size != DYNAMIC and size % factor == 0 for size, factor in zip(shape, factors, strict=False))
    if len(scattered) < len(shape) or not is_divisible:
        message = "'sdy.reduce_scatter' op dimension not divisible by scattering factor"
        this.program.not_legalized(this.op, message)
    value = _split_off(this.emitter, this.value, scattered, factors)
    axes = tuple([axis for each in lists for axis in each])
    value = _scatter(this, value, (1, *tensor_type(value).shape[1:]), axes, 0)
    return this.emitter.reshape(value, this.result_type.shape)
