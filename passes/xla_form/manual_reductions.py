"""-xla-sdy-stablehlo-export-manual-reduction-collectives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdyopt.dialects.quant import UnequalScalesError
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import AxisRefList, AxisRefLists, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.axes import Axes, reduction_operator, sharded_size
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, rank_of, sharding_mesh, sharding_of
from sdyopt.dialects.stablehlo.ops import communication, elementwise, shapes
from sdyopt.ir.attribute import Attribute, checked
from sdyopt.ir.attributes import I1, I32, UNIT, RankedTensorType, i64
from sdyopt.ir.operation import Operation, walk, walk_post
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING, OpDef
from sdyopt.rewriting.local_emission import Channels, Emitter, NoGroupsError, replica_groups, tensor_type
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import NotDivisibleError, local_type
from sdyopt.sharding.reductions import COMBINATIONS
from sdyopt.sharding.uses import fully_closed_on

_REDUCING = (sdy.ALL_REDUCE, sdy.REDUCE_SCATTER)
_UNREDUCING = (sdy.SHARDED_TO_UNREDUCED, sdy.REPLICATED_TO_UNREDUCED)
_PASSES_ON = ("stablehlo.reshape", "stablehlo.transpose", "mhlo.copy")


@register_pass("xla-sdy-stablehlo-export-manual-reduction-collectives")
class ExportManualReductionCollectives(Pass):
    """Makes manual computations of reductions along axes along which values are unreduced.

    GSPMD has no sharding for them that its partitioner would reduce. The same is done where values become unreduced.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        for op in list(walk_post(module))[::-1]:
            if op.definition is sdy.CONSTANT:
                _reduce_constant(op, rewriter)
            elif op.name in _PASSES_ON:
                _hand_up(op, meshes, rewriter)
        channels = Channels(module)
        for op in list(walk(module)):
            sharding = sharding_of(op.operands[0]) if op.definition in (*_REDUCING, *_UNREDUCING) else None
            is_unreduced = sharding is not None and bool(sharding.unreduced)
            if op.definition in _UNREDUCING or (op.definition in _REDUCING and is_unreduced):
                _ManualReduction(op, sharding, meshes, rewriter, channels).make()


def _reduce_constant(op: Operation, rewriter: Rewriter) -> None:
    """Leaves a constant reduced, and makes it unreduced afterwards."""
    if (sharding := sharding_of(op.result)) is None or not sharding.unreduced:
        return
    rewriter.set_attribute(op, SHARDING, ShardingPerValue((sharding.replace(unreduced=()),)))
    properties = {"axes": AxisRefList(sharding.unreduced), "out_sharding": sharding}
    made = rewriter.create_after(
        op, sdy.REPLICATED_TO_UNREDUCED, [op.result], [op.result.type], properties, location=op.location
    )
    rewriter.replace_uses(op.result, made.result, except_in=made)


def _hand_up(op: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
    """Lets the operand of an operation that computes nothing be unreduced as its result is."""
    sharding, value = sharding_of(op.result), op.operands[0]
    if sharding is None or not sharding.unreduced or not isinstance(value, OpResult):
        return
    before = sharding_of(value) or fully_closed_on(sharding.mesh, rank_of(value.type))
    used = {axis.name for axis in before.used_axes}
    if before.mesh is sharding.mesh and used.isdisjoint(axis.name for axis in sharding.unreduced):
        rewriter.set_sharding(value, before.replace(unreduced=sharding.unreduced, reduction_op=sharding.reduction_op))


class _ManualReduction:
    """The manual computation, along all axes of the mesh, in place of a collective."""

    def __init__(
        self,
        op: Operation,
        sharding: Sharding | None,
        meshes: Mapping[str, Mesh],
        rewriter: Rewriter,
        channels: Channels,
    ) -> None:
        self._op = op
        self._rewriter = rewriter
        self._channels = channels
        self._out = op.attribute_named("out_sharding", Sharding)
        if op.definition is sdy.ALL_REDUCE:  # In memory it has the operator of what it reduces.
            self._out = self._out.replace(reduction_op=reduction_operator(op))
        self._mesh = checked(Mesh, sharding_mesh(self._out, meshes))
        self._in = sharding or fully_closed_on(self._out.mesh, rank_of(op.operands[0].type))

    def make(self) -> None:
        """Makes the computation."""
        op, rewriter, block = self._op, self._rewriter, Block()
        try:
            type = local_type(op.operands[0].type, self._in, self._mesh)
        except (NotDivisibleError, UnequalScalesError) as error:
            signatures.fail(op, f"has an operand of which no device holds an equal part: {error}")
        argument = block.add_argument(type, op.location)
        properties: dict[str, Attribute] = {
            "in_shardings": ShardingPerValue((self._in,)),
            "out_shardings": ShardingPerValue((self._out,)),
            "manual_axes": ManualAxes(tuple(self._mesh.axis_sizes)),
        }
        made = rewriter.create_before(
            op,
            sdy.MANUAL_COMPUTATION,
            op.operands,
            [op.result.type],
            properties,
            regions=[Region([block])],
            location=op.location,
        )
        self._emitter = Emitter(op, rewriter, at=InsertionPoint.end_of(block))
        result = self._body(argument)
        rewriter.create(InsertionPoint.end_of(block), sdy.RETURN, [result], location=op.location)
        rewriter.tell("reduction-made-manual", "{op} is in a manual computation", op, op=op)
        rewriter.replace_renaming(op, made.results)

    def _body(self, value: Value) -> Value:
        """Computes the local result of a local value."""
        op = self._op
        if op.definition is sdy.ALL_REDUCE:
            axes = op.attribute_named("reduction_axes", AxisRefList).axes
            return self._reduce(communication.ALL_REDUCE, value, tensor_type(value), axes)
        if op.definition is sdy.REPLICATED_TO_UNREDUCED:
            return self._on_first_device(value, op.attribute_named("axes", AxisRefList).axes)
        name = "reduce_scatter_axes" if op.definition is sdy.REDUCE_SCATTER else "axes"
        lists = [each.axes for each in op.attribute_named(name, AxisRefLists).lists]
        if op.definition is sdy.SHARDED_TO_UNREDUCED:
            return self._among_zeros(value, lists)
        for number, axes in enumerate(lists):
            if axes:
                type = tensor_type(value)
                shape = [*type.shape]
                shape[number] //= sharded_size(axes, self._mesh)
                dimension = {"scatter_dimension": i64(number)}
                result = type.replace(shape=tuple(shape))
                value = self._reduce(communication.REDUCE_SCATTER, value, result, axes, dimension)
        return value

    def _reduce(
        self,
        definition: OpDef,
        value: Value,
        result: RankedTensorType,
        axes: Axes,
        properties: Mapping[str, Attribute] | None = None,
    ) -> Value:
        """Creates a collective of StableHLO between the devices along axes."""
        listed: dict[str, Attribute] = {
            "channel_handle": self._channels.next(),
            "replica_groups": self._groups(axes),
            "use_global_device_ids": UNIT,
            **(properties or {}),
        }
        signature = signatures.signature(definition, (value.type,), result, tuple(sorted(listed.items())))
        combination = COMBINATIONS[reduction_operator(self._op)]
        body = self._emitter.reduction_body(result.element_type, combination)
        return self._emitter.emit(signature, [value], [body])

    def _groups(self, axes: Axes) -> Attribute:
        try:
            return signatures.table(replica_groups(axes, self._mesh))
        except NoGroupsError:
            signatures.fail(self._op, "has parts of an axis whose sizes do not divide each other")

    def _coordinates(self, axes: Axes) -> list[Value]:
        """Computes where the device is along axes, as scalars of type i32; from the last axis of the mesh on."""
        emitter, found = self._emitter, dict[str, Value]()
        device = emitter.emit(signatures.PARTITION)
        rest: Value = emitter.emit(signatures.convert(tensor_type(device), I32), [device])
        for axis in reversed(self._mesh.axes):
            size = emitter.scalar(axis.size, I32)
            found[axis.name] = emitter.binary(elementwise.REMAINDER, rest, size)
            rest = emitter.binary(elementwise.DIVIDE, rest, size)
        if any(axis.sub_axis is not None for axis in axes):
            signatures.fail(self._op, "makes values unreduced along a part of an axis")
        return [found[axis.name] for axis in axes]

    def _on_first_device(self, value: Value, axes: Axes) -> Value:
        """Takes zeros on all devices along axes but the first."""
        emitter = self._emitter
        zero = emitter.scalar(0, I32)
        is_first: Value | None = None
        for coordinate in self._coordinates(axes):
            here = emitter.compare("EQ", coordinate, zero)
            is_first = here if is_first is None else emitter.binary(elementwise.AND, is_first, here)
        assert is_first is not None
        type = tensor_type(value)
        zeros = self._zeros(type)
        types = (RankedTensorType((), I1), type, type)
        return emitter.emit(signatures.signature(elementwise.SELECT, types, type), [is_first, value, zeros])

    def _zeros(self, type: RankedTensorType) -> Value:
        return self._emitter.broadcast(self._emitter.zeros(type.replace(shape=())), (), type)

    def _among_zeros(self, value: Value, lists: Sequence[Axes]) -> Value:
        """Puts a part among zeros, at the place that it has along axes."""
        emitter, type = self._emitter, tensor_type(value)
        shape = [size * sharded_size(axes, self._mesh) for size, axes in zip(type.shape, lists, strict=True)]
        whole = type.replace(shape=tuple(shape))
        places = dict(zip([axis for axes in lists for axis in axes], self._coordinates(sum(lists, ())), strict=True))
        starts = []
        for size, axes in zip(type.shape, lists, strict=True):
            start = emitter.scalar(0, I32)
            for axis in axes:
                scaled = emitter.binary(
                    elementwise.MULTIPLY, start, emitter.scalar(sharded_size([axis], self._mesh), I32)
                )
                start = emitter.binary(elementwise.ADD, scaled, places[axis])
            starts.append(emitter.binary(elementwise.MULTIPLY, start, emitter.scalar(size, I32)) if axes else start)
        types = (whole, type, *[start.type for start in starts])
        signature = signatures.signature(shapes.DYNAMIC_UPDATE_SLICE, types, whole)
        return emitter.emit(signature, [self._zeros(whole), value, *starts])
