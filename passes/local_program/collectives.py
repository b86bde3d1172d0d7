"""The collectives of SDY become those of StableHLO."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.dialects.quant import PER_AXIS, UniformQuantizedType, stored
from sdyopt.dialects.sdy.attributes import SUM, AllToAllParamList, AxisRefList, AxisRefLists, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, atoms_of, contains, reduction_operator, sharded_size
from sdyopt.dialects.stablehlo.ops import communication
from sdyopt.dialects.stablehlo.ops.shapes import DYNAMIC_UPDATE_SLICE
from sdyopt.ir.attribute import Attribute, checked, remembered
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType, SymbolRefAttr, i64
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.releases import since
from sdyopt.passes.local_program.conversion import LocalProgram
from sdyopt.rewriting.local_emission import Emitter, shard_indices, tensor_type
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import Shape, fail
from sdyopt.sharding.reductions import COMBINATIONS

PART_SLICED = "each device slices its part of {value} out of what it has"


def has_several_scales(type: RankedTensorType) -> bool:
    """Whether elements have a scale for each index of a dimension: collectives and slices move what is stored then."""
    element = type.element_type
    return isinstance(element, UniformQuantizedType) and element.granularity == PER_AXIS


class ConvertedCollective:
    """A collective of SDY that is being converted; `sharding` is that whose mesh its axes are of."""

    def __init__(self, op: Operation, program: LocalProgram, sharding: Sharding | None = None) -> None:
        self.op = op
        self.program = program
        self.out_sharding = op.properties.find(Sharding)
        self.sharding = sharding or self.out_sharding
        self.mesh: Mesh = program.mesh(self.sharding)
        self.emitter = program.emitter(op)
        (value,) = program.values(op)
        self.is_stored = has_several_scales(tensor_type(value))
        self.value = self.emitter.bitcast(value, stored(tensor_type(value))) if self.is_stored else value
        self.type = tensor_type(self.value)

    @property
    def result_type(self) -> RankedTensorType:
        """The local type of the result, which is that of what is stored while elements have several scales."""
        local = checked(RankedTensorType, self.program.local_result_types(self.op)[0])
        return stored(local) if self.is_stored else local

    def lists(self, name: str) -> list[Axes]:
        """Returns the axes that the collective has for each dimension."""
        return [each.axes for each in self.op.properties.find(AxisRefLists, name).lists]

    def create(
        self, definition: OpDefinition, value: Value, shape: Shape, axes: Axes, **properties: Attribute
    ) -> Value:
        """Creates a collective of StableHLO between the groups of devices along `axes`; it may reduce as this one."""
        type, bodies = tensor_type(value), list[Region]()
        if definition in (communication.ALL_REDUCE, communication.REDUCE_SCATTER):
            if self.is_stored:
                fail(self.op, "reduces elements that have several scales, which no collective does")
            bodies = [self.emitter.reduction_body(type.element_type, COMBINATIONS[reduction_operator(self.op)])]
        if definition is not communication.ALL_REDUCE:
            type = RankedTensorType(shape, type.element_type)
        return self.emitter.collective(definition, value, axes, self.sharding, type, bodies, **properties)

    def replace(self, value: Value) -> None:
        """Uses `value` instead of the result."""
        if self.is_stored:
            value = self.emitter.bitcast(value, checked(RankedTensorType, self.program.local_result_types(self.op)[0]))
        self.program.replace(self.op, [value])

    def size(self, axes: Axes) -> int:
        """Returns the number of parts along axes."""
        return sharded_size(axes, self.mesh)


def check_mesh(op: Operation, program: LocalProgram) -> None:
    """Raises CompilationError if an unregistered operation around `op` may hide its mesh, as it may be a symbol table.

    As in the reference, that is only so for some collectives.
    """
    around = op.parent_op
    while around is not None and not around.has_trait("SymbolTable"):
        if len(around.regions) == 1 and not isinstance(around.definition, OpDef):
            if isinstance(op.properties.find(Sharding).mesh, SymbolRefAttr):
                program.refuse(op, "failed to resolve mesh")
            return
        around = around.parent_op


def all_slice(op: Operation, program: LocalProgram) -> None:
    """Takes the part of the device."""
    this = ConvertedCollective(op, program)
    program.rewriter.tell("part-sliced", PART_SLICED, op, value=op.results[0])
    this.replace(this.emitter.slice_by(this.value, this.lists("slicing_axes"), this.result_type, this.mesh))


def all_reduce(op: Operation, program: LocalProgram) -> None:
    """Reduces over the devices along axes."""
    this = ConvertedCollective(op, program)
    axes = op.properties.find(AxisRefList, "reduction_axes").axes
    this.replace(this.create(communication.ALL_REDUCE, this.value, this.type.shape, axes))


def all_gather(op: Operation, program: LocalProgram) -> None:
    """Gathers along one dimension after the other, or, by default, along all in one collective.

    That gathers along a new dimension, which is split, and each part merged with the dimension that it belongs to.
    """
    check_mesh(op, program)
    this = ConvertedCollective(op, program)
    lists, shape, emitter, value = this.lists("gathering_axes"), this.type.shape, this.emitter, this.value
    gathered = [number for number, axes in enumerate(lists) if axes]
    if not gathered:
        fail(op, "gathers nothing")
    if len(gathered) == 1 or program.options.per_dim_all_gather:
        sizes = [*shape]
        for number in reversed(gathered):
            sizes[number] = _times(sizes[number], this.size(lists[number]))
            dimension = i64(number)
            value = this.create(communication.ALL_GATHER, value, tuple(sizes), lists[number], all_gather_dim=dimension)
    else:
        factors = [this.size(lists[number]) for number in gathered]
        axes = tuple([axis for each in lists for axis in each])
        value = emitter.reshape(value, (1, *shape))
        value = this.create(communication.ALL_GATHER, value, (prod(factors), *shape), axes, all_gather_dim=i64(0))
        value = _merged_before(emitter, emitter.reshape(value, (*factors, *shape)), gathered, shape)
    this.replace(value)


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
    split: list[int] = []
    first: list[int] = []
    rest: list[int] = []
    for number, size in enumerate(tensor_type(value).shape):
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
    """Splits dimensions, and joins the parts along others.

    Several are exchanged along a new dimension that has a factor of each target dimension.
    """
    check_mesh(op, program)
    this = ConvertedCollective(op, program)
    params = sorted(op.properties.find(AllToAllParamList).params, key=lambda each: each.target_dimension)
    sources, targets = [each.source_dimension for each in params], [each.target_dimension for each in params]
    factors, shape = [this.size(each.axes) for each in params], this.type.shape
    axes, count = tuple([axis for each in params for axis in each.axes]), prod(factors)
    if len(params) == 1:
        (source,), (target,), sizes = sources, targets, [*shape]
        if DYNAMIC in (sizes[source], sizes[target]):
            program.refuse(op, "dynamic shape not supported")
        if sizes[target] % count:
            program.refuse(op, "dimension not divisible by num devices per group")
        sizes[source] *= count
        sizes[target] //= count
        this.replace(_exchanged(this, this.value, tuple(sizes), axes, count, target, source))
        return
    for target, factor in zip(targets, factors, strict=True):
        if shape[target] == DYNAMIC or shape[target] % factor:
            program.refuse(op, "dynamic shape or dimension not divisible by num devices per param")
    value = _split_off(this.emitter, this.value, targets, factors)
    split = tensor_type(value).shape
    value = _exchanged(this, value, split, axes, count, 0, 0)
    value = this.emitter.reshape(value, (*factors, *split[1:]))
    this.replace(_merged_before(this.emitter, value, sources, split[1:]))


def _exchanged(
    this: ConvertedCollective, value: Value, shape: Shape, axes: Axes, count: int, split: int, joined: int
) -> Value:
    numbers = {"split_dimension": i64(split), "concat_dimension": i64(joined), "split_count": i64(count)}
    return this.create(communication.ALL_TO_ALL, value, shape, axes, **numbers)


def reduce_scatter(op: Operation, program: LocalProgram) -> None:
    """Reduces over the devices along axes, and takes the part of the device.

    Several dimensions are scattered by an all-reduce and a slice, or by request along a new dimension that has a factor
    of each.
    """
    this = ConvertedCollective(op, program, program.sharding(op.operands[0]))
    lists, shape, value = this.lists("reduce_scatter_axes"), this.type.shape, this.value
    scattered = [number for number, axes in enumerate(lists) if axes]
    axes = tuple([axis for each in lists for axis in each])
    if not scattered:
        fail(op, "scatters nothing")
    if len(scattered) == 1:
        dimension, sizes = i64(scattered[0]), this.result_type.shape
        value = this.create(communication.REDUCE_SCATTER, value, sizes, axes, scatter_dimension=dimension)
    elif program.options.combine_multi_dimension_reduce_scatter:
        factors = [this.size(lists[number]) for number in scattered]
        is_divisible = all(size != DYNAMIC and size % factor == 0 for size, factor in zip(shape, factors, strict=False))
        if len(scattered) < len(shape) or not is_divisible:
            program.refuse(op, "dimension not divisible by scattering factor")
        value = _split_off(this.emitter, value, scattered, factors)
        sizes = (1, *tensor_type(value).shape[1:])
        value = this.create(communication.REDUCE_SCATTER, value, sizes, axes, scatter_dimension=i64(0))
        value = this.emitter.reshape(value, this.result_type.shape)
    else:
        value = this.create(communication.ALL_REDUCE, value, shape, axes)
        program.rewriter.tell("part-sliced", PART_SLICED, op, value=op.results[0])
        value = this.emitter.slice_by(value, lists, this.result_type, this.mesh)
    this.replace(value)


def collective_permute(op: Operation, program: LocalProgram) -> None:
    """Sends the part of each device to another one."""
    this = ConvertedCollective(op, program)
    source = program.sharding(op.operands[0])
    if source is this.out_sharding or source is None:
        fail(op, "changes no sharding" if source else "has an operand whose dimensions have no sharding")
    pairs = source_target_pairs(source, program.mesh(source), this.out_sharding, this.mesh, since("0.11.1"))
    moved = tuple([f"{source} to {target}" for source, target in pairs if source != target])
    program.rewriter.tell(
        "parts-permuted",
        "{op} moves parts from device {pairs}; {kept:#} {kept:device keeps its part|devices keep their parts}",
        op,
        op=op,
        pairs=moved or ("none to another",),
        kept=len(pairs) - len(moved),
    )
    properties = (("channel_handle", program.channels.next()), ("source_target_pairs", signatures.table(pairs)))
    this.replace(this.emitter.apply(communication.COLLECTIVE_PERMUTE, [this.value], this.type, properties))


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
    axes = sharding.axes
    first = [atom for axis in axes for atom in atoms if contains(axis, atom)]
    return (*first, *[atom for atom in atoms if atom not in first])


def replicated_to_unreduced(op: Operation, program: LocalProgram) -> None:
    """Keeps the value on the first device along the axes; the others have zeros."""
    this = ConvertedCollective(op, program)
    check_sum(op, this.out_sharding)
    this.replace(this.emitter.on_first_device(this.value, op.properties.find(AxisRefList, "axes").axes, this.mesh))


def sharded_to_unreduced(op: Operation, program: LocalProgram) -> None:
    """Puts the part of the device in its place among zeros."""
    this = ConvertedCollective(op, program)
    check_sum(op, this.out_sharding)
    if any(axes and size == DYNAMIC for axes, size in zip(this.lists("axes"), this.type.shape, strict=True)):
        program.refuse(op, "dynamic shape not supported")
    emitter = this.emitter
    zeros = emitter.zeros(this.result_type)
    starts: list[Value] = []
    no_offset: Value | None = None
    for axes, size in zip(this.lists("axes"), this.type.shape, strict=True):
        if axes:
            starts.append(emitter.offset(axes, size, this.mesh))
        else:
            no_offset = no_offset or emitter.scalar(0)
            starts.append(no_offset)
    this.replace(emitter.apply(DYNAMIC_UPDATE_SLICE, [zeros, this.value, *starts], this.result_type))


def check_sum(op: Operation, sharding: Sharding) -> None:
    """Raises CompilationError if the result, which is unreduced, is reduced to its maximum or minimum."""
    if sharding.reduction_op != SUM:
        fail(op, f"cannot be local: its unreduced axes are reduced by {sharding.reduction_op}")
