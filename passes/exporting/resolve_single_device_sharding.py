"""-sdy-resolve-single-device-sharding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sdyopt.dialects.sdy.attributes import AxisRef, AxisRefList, Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD
from sdyopt.dialects.sdy.shardings.slots import device_of, global_mesh_op, mesh_of, meshes_by_name, sharding_of
from sdyopt.dialects.stablehlo.attributes import TokenType
from sdyopt.dialects.stablehlo.ops.control_flow import CREATE_TOKEN, IF, RETURN
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import DictionaryAttr, RankedTensorType, SymbolRefAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.records import Record
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.rewriting.local_emission import DeviceCounts, Emitter, tensor_type
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import fail
from sdyopt.sharding.uses import fully_closed_on


@register_pass("sdy-resolve-single-device-sharding")
class ResolveSingleDeviceSharding(FunctionPass):
    """Runs operations whose results are on a single device on that device alone.

    An operation goes into a branch that only its device takes; the others have zeros. An all-reduce along all axes of
    the first mesh with axes then gives each device the result. Reshards to the device and back from it go.
    """

    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas")
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise")

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        module = checked(Operation, function.parent_op)
        if (everywhere := global_mesh_op(module)) is None:
            return
        devices = SingleDevices(meshes_by_name(module))
        ops = [op for op in walk_post(function) if devices.computes(op)]
        counts = DeviceCounts(self.replica_count, self.partition_count)
        for op in ops:
            number = devices.device(op)
            text = "{op} runs on device {device} alone, which then sends its results to all devices"
            rewriter.tell("on-one-device", text, op, op=op, device=number)
            resolve(op, number, everywhere, devices, Emitter(op, rewriter, counts.number(op)), rewriter)


class SingleDevices(Record):
    """Which operations and values are on a single device: on a mesh without axes."""

    _meshes: Mapping[str, Mesh]

    def computes(self, op: Operation) -> bool:
        """Returns whether a result of an operation, which is not one of SDY, is on a single device."""
        if op.signature.definition.dialect == "sdy":
            return False
        return any(device_of(sharding_of(result), self._meshes) is not None for result in ranked(op.results))

    def device(self, op: Operation) -> int:
        """Returns the device of an operation's results. Raises CompilationError if it has other results."""
        shardings = [sharding for result in ranked(op.results) if (sharding := sharding_of(result)) is not None]
        found = {device_of(sharding, self._meshes) for sharding in shardings} - {None}
        if len(found) > 1:
            fail(op, f"has results on different devices: {', '.join(sorted(map(str, found)))}")
        if any(sharding.is_sharded for sharding in shardings):
            fail(op, "has a sharded result beside one on a single device")
        return checked(int, found.pop())

    def input_of(self, value: Value) -> Value:
        """Returns what a reshard to a single device, if one defines the value, reshards."""
        reshard = self.reshard_of(value)
        return value if reshard is None else reshard.operands[0]

    def reshard_of(self, value: Value) -> Operation | None:
        """Returns the reshard to a single device that defines the value."""
        op = value.defined_by(RESHARD)
        return op if op is not None and device_of(sharding_of(value), self._meshes) is not None else None


def ranked(values: Iterable[OpResult]) -> list[OpResult]:
    """Returns those of the values that are ranked tensors."""
    return [value for value in values if isinstance(value.type, RankedTensorType)]


def resolve(
    op: Operation, device: int, everywhere: Operation, devices: SingleDevices, emitter: Emitter, rewriter: Rewriter
) -> None:
    """Replaces an operation by a branch on `device`, whose results then go to all devices of a mesh."""
    reshards = [reshard for operand in op.operands if (reshard := devices.reshard_of(operand)) is not None]
    number = emitter.device()
    is_here = emitter.compare("EQ", number, emitter.scalar(device, tensor_type(number).element_type))
    signature = Signature.of(IF, (is_here.type,), op.signature.result_types)
    branch = emitter.create(signature, [is_here], [_computation(op, devices), _zeros(op)])
    for old, new in zip(op.results, branch.results, strict=True):
        value: Value = new
        if isinstance(new.type, RankedTensorType):
            sharding = fully_closed_on(SymbolRefAttr((checked(str, symbol_name(everywhere)),)), len(new.type.shape))
            value = emitter.emit(_all_reduce(sharding, mesh_of(everywhere), new.type), [new])
            for user in old.users:
                if user.signature.definition is RESHARD and sharding_of(user.result) is sharding:
                    rewriter.replace_renaming(user, [value])
        rewriter.renames(value, old)
        rewriter.replace_uses(old, value)
    rewriter.erase(op)
    for reshard in dict.fromkeys(reshards):
        if not reshard.result.is_used:
            rewriter.erase(reshard)


def _computation(op: Operation, devices: SingleDevices) -> Region:
    """Returns the branch that computes the results."""
    copy = clone(op, {operand: devices.input_of(operand) for operand in op.operands})
    copy.signature = copy.signature.with_attributes(copy.signature.attributes.without(SHARDING))
    return _branch(op, [copy], copy.results)


def _zeros(op: Operation) -> Region:
    """Returns the branch whose results are zeros. Raises CompilationError if there are none of a type."""
    constants = [Operation(_zero(op, type), [], op.location) for type in op.signature.result_types]
    return _branch(op, constants, [constant.result for constant in constants])


def _zero(op: Operation, type: Type) -> Signature:
    if isinstance(type, TokenType):
        return Signature.of(CREATE_TOKEN, (), (type,))
    if not isinstance(type, RankedTensorType) or not type.has_static_shape:
        fail(op, "has a result of a type without a zero, and is to run on a single device")
    return signatures.splat(zero_text(type.element_type), type)


def _branch(op: Operation, ops: Sequence[Operation], results: Sequence[Value]) -> Region:
    block = Block()
    for inner in ops:
        block.append(inner)
    block.append(Operation(Signature.of(RETURN, op.signature.result_types), list(results), op.location))
    return Region([block])


def _all_reduce(sharding: Sharding, mesh: Mesh, type: Type) -> Signature:
    axes = AxisRefList(tuple([AxisRef(axis.name) for axis in mesh.axes]))
    properties = DictionaryAttr.of({"out_sharding": sharding, "reduction_axes": axes})
    return Signature.of(ALL_REDUCE, (type,), (type,), properties)
