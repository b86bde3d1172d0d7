"""-sdy-resolve-permutation-factors."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from sdyopt.dialects.sdy.attributes import SUM, AxisRef, ManualAxes, Mesh, OpShardingRule, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import CONSTANT as SDY_CONSTANT
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import rank_of, sharding_of
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT, DYNAMIC_UPDATE_SLICE, PAD, RESHAPE, REVERSE, SLICE
from sdyopt.dialects.stablehlo.sharding_rules.linear_algebra import padding_of
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import DYNAMIC, DenseArrayAttr, DictionaryAttr
from sdyopt.ir.collecting import collect_post
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.passes.permutation_factors import exchanges as tensor_ops
from sdyopt.passes.permutation_factors.decisions import (
    Meshes,
    blocks_exchanged,
    blocks_kept,
    blocks_not_exchanged,
    device_order_reversed,
    dimension_unsharded,
    halo_not_exchanged,
    halos_exchanged,
    isolated_around,
    mesh_inlined,
    on_mesh,
    operand_resharded,
    reshape_exchanged,
    reshape_resharded,
    result_resharded,
)
from sdyopt.passes.permutation_factors.exchange import (
    MovedDimension,
    MovedTensor,
    Refusal,
    Shape,
    Unsharded,
    block_size,
    counts,
    moved,
    stays_in_blocks,
    without_factors,
)
from sdyopt.passes.permutation_factors.exchange_plans import (
    DifferentAxes,
    HaloExchange,
    Replication,
    Reversal,
    Shift,
    SplitExchange,
    TooUneven,
    resolved_reshape,
    reversal,
)
from sdyopt.passes.permutation_factors.exchanges import Communication, Exchange, ManualBody, resized, with_size
from sdyopt.rewriting.local_emission import DeviceCounts, tensor_type
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.reshards import reshard_operand, reshard_result, reshard_signature
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.local_signatures import fail
from sdyopt.sharding.padding import is_communication_free, is_zero
from sdyopt.sharding.projections import FactorTensors, Shardings, common_mesh, is_sharded, on_other_devices
from sdyopt.sharding.rules import depends_on_signature, has_rule, sharding_rule_of
from sdyopt.sharding.user_rules import has_user_rule
from sdyopt.sharding.uses import are_equivalent, fully_closed, fully_closed_on

# Operations with permutation factors, along which no tensor stays sharded.


class PermutationPlan(NamedTuple):
    """The tensors of an operation, and the shardings that they get."""

    tensors: FactorTensors
    found: Unsharded


class PermutationFactors:
    """Removes the axes of permutation factors from the tensors of operations, which are resharded."""

    def __init__(self, meshes: Meshes, rewriter: Rewriter) -> None:
        self.meshes = meshes
        self.rewriter = rewriter
        self._known: dict[tuple[Signature, OpShardingRule, Shardings], PermutationPlan | None] = {}

    def resolve(self, op: Operation, rule: OpShardingRule) -> None:
        """Reshards tensors around `op`, unless the name of a mesh is unknown, as it may be in nested modules."""
        shardings = tuple([sharding_of(value) for value in (*op.operands, *op.results)])
        key = op.signature, rule, shardings
        if key in self._known and not self.rewriter.is_explaining:
            plan = self._known[key]
        else:
            plan = self._known[key] = self._plan(op, rule, shardings)
        if plan is None or not plan.found.updates:
            return
        if isinstance(plan.tensors.mesh_name, Mesh):
            # The reference looks for a mesh by a name that there is none of, and finds nothing, or crashes.
            self.rewriter.report(mesh_inlined, op)
            return
        for removal in plan.found.removals:
            self.rewriter.report(dimension_unsharded, op, (*op.operands, *op.results)[removal.tensor], removal)
        self._apply(op, plan)

    def _plan(self, op: Operation, rule: OpShardingRule, shardings: Shardings) -> PermutationPlan | None:
        present: list[tuple[Sharding, Mesh] | None] = []
        for sharding in shardings:
            mesh = None if sharding is None else self.meshes.of(sharding)
            if sharding is not None and mesh is None:
                return None
            present.append(None if sharding is None or mesh is None else (sharding, mesh))
        common = common_mesh([each for each in present if each is not None])
        if common is None:
            return None
        name, mesh = common
        tensors = FactorTensors(rule, shardings, mesh, name)
        factors = self._factors_to_remove(op, rule, shardings)
        return PermutationPlan(tensors, without_factors(tensors, factors, on_other_devices(present, mesh)))

    def _factors_to_remove(self, op: Operation, rule: OpShardingRule, shardings: Shardings) -> tuple[int, ...]:
        definition = op.signature.definition
        if definition is CONVOLUTION and since("0.12.0.1"):
            return tuple(_mixed(op, rule))
        if definition is DYNAMIC_UPDATE_SLICE and since("0.12.0.1"):
            staying = {
                dimension.factors[0]
                for number, dimension in enumerate(rule.operand_mappings[0].dimensions)
                if tensor_type(op.operands[1]).shape[number] == 1 or self._count(shardings[0], number) <= 1
            }
            return tuple([factor for factor in rule.permutation if factor not in staying])
        if definition is not SLICE and not (definition is PAD and since("0.11.1")):
            return rule.permutation
        return tuple([factor for factor in rule.permutation if not self._can_stay(op, factor, shardings)])

    def _count(self, sharding: Sharding | None, dimension: int) -> int:
        """Returns in how many blocks a dimension is."""
        mesh = None if sharding is None else self.meshes.of(sharding)
        return 1 if sharding is None or mesh is None else sharded_size(sharding.dimensions[dimension].axes, mesh)

    def _can_stay(self, op: Operation, factor: int, shardings: Shardings) -> bool:
        """Whether a slice or pad leaves each device with what it has.

        Before jaxlib 0.12.0.1 it does so only if operand and result have equivalent shardings. As in the reference, the
        number of the factor is taken for that of a dimension.
        """
        sharding, of_result = shardings[0], shardings[-1]
        if factor >= len(tensor_type(op.operands[0]).shape):
            return False
        if not since("0.12.0.1") and (sharding is None or not are_equivalent(sharding, of_result)):
            return False
        count = self._count(sharding, factor)
        can_stay = _stays(op, factor, count)
        if sharding is not None and can_stay and count > 1:
            self.rewriter.report(blocks_kept, op, factor, sharding.dimensions[factor].axes)
        return can_stay

    def _apply(self, op: Operation, plan: PermutationPlan) -> None:
        tensors, rewriter, after = plan.tensors, self.rewriter, InsertionPoint.after_op(op)
        for index, sharding in plan.found.updates:
            has = tensors.shardings[index]
            if index < len(op.operands):
                rewriter.report(operand_resharded, op, op.operands[index], has, sharding)
                reshard_operand(op, index, sharding, rewriter)
            else:
                result = op.results[index - len(op.operands)]
                wanted = has or fully_closed_on(tensors.mesh_name, rank_of(result.type))
                rewriter.report(result_resharded, result, sharding, wanted)
                reshard_result(result, sharding, wanted, after, rewriter)


def _mixed(op: Operation, rule: OpShardingRule) -> list[int]:
    """Returns the factors along which a convolution is not sharded since jaxlib 0.12.0.1, but none of size 1.

    They are those of groups, and of spatial dimensions unless a window without padding is all of the input.
    """
    numbers = cast(ConvDimensionNumbers, op.properties["dimension_numbers"])
    shapes = [tensor_type(value).shape for value in op.operands]
    spatial = zip(
        numbers.input_spatial_dimensions,
        numbers.kernel_spatial_dimensions,
        numbers.output_spatial_dimensions,
        strict=True,
    )
    found: list[tuple[int | None, int | None, int | None]] = []
    for number, (lhs, rhs, result) in enumerate(spatial):
        steps = [integers(op, name) for name in ("window_strides", "lhs_dilation", "rhs_dilation")]
        is_moving = any(values and values[number] != 1 for values in steps) or any(padding_of(op.signature, number))
        if is_moving or shapes[0][lhs] != shapes[1][rhs]:
            found.append((lhs, rhs, result))
    features = numbers.kernel_output_feature_dimension, numbers.output_feature_dimension
    if integer(op, "batch_group_count") > 1:
        found += [(numbers.input_batch_dimension, *features), (None, None, numbers.output_batch_dimension)]
    if integer(op, "feature_group_count") > 1:
        found += [(numbers.input_feature_dimension, *features), (None, numbers.kernel_input_feature_dimension, None)]
    mappings = (*rule.operand_mappings, *rule.result_mappings)
    factors = [
        factor
        for dimensions in found
        for mapping, dimension in zip(mappings, dimensions, strict=True)
        if dimension is not None
        for factor in mapping.dimensions[dimension].factors
    ]
    return [factor for factor in dict.fromkeys(factors) if rule.factor_sizes[factor] > 1]


def _stays(op: Operation, dimension: int, count: int) -> bool:
    """Whether a slice or pad of a dimension in `count` blocks leaves each device with what it has."""

    def number(name: str) -> int:
        return cast(DenseArrayAttr, op.properties[name]).values[dimension]

    size, result_size = [tensor_type(value).shape[dimension] for value in (op.operands[0], op.results[0])]
    if op.signature.definition is SLICE:
        return is_communication_free(size, result_size, number("start_indices"), number("strides"), count)
    if DYNAMIC in (size, result_size):
        return count <= 1
    low, interior = number("edge_padding_low"), number("interior_padding")
    return stays_in_blocks(MovedDimension(size, result_size, low, interior + 1), count)


# Reshapes of sharded tensors: devices exchange the elements that move, or the tensors are resharded.


class Reshapes(NamedTuple):
    """Computes reshapes in manual computations, if they `may_exchange` elements, or between reshards."""

    meshes: Meshes
    communication: Communication
    may_exchange: bool
    rewriter: Rewriter

    def resolve(self, op: Operation) -> None:
        """Changes a reshape unless it leaves every element on its device.

        Raises CompilationError if only one of its tensors is sharded, or they have different axes.
        """
        sharding, result_sharding = sharding_of(op.operands[0]), sharding_of(op.results[0])
        if sharding is None or result_sharding is None:
            present = sharding or result_sharding
            if present is not None and is_sharded(present):
                kind = "result" if sharding is None else "operand"
                fail(op, f"is sharded at its {kind} only: reshards have to be inserted first")
            return
        mesh = self.meshes.of(sharding)
        shape, result_shape = tensor_type(op.operands[0]).shape, tensor_type(op.results[0]).shape
        ranks = sharding.rank, result_sharding.rank
        if mesh is None or DYNAMIC in (*shape, *result_shape) or ranks != (len(shape), len(result_shape)):
            return
        found = resolved_reshape(sharding, shape, result_sharding, result_shape, mesh, self.may_exchange)
        match found:
            case DifferentAxes(axes, result_axes):
                lists = f"{axes_text(axes)} and {axes_text(result_axes)}"
                fail(op, f"has an operand and a result that are sharded along different axes: {lists}")
            case SplitExchange():
                self.rewriter.report(reshape_exchanged, op, found)
                self._exchange(op, mesh, found)
            case Replication():
                self.rewriter.report(reshape_resharded, op, found)
                self._reshard(op, mesh, found, result_sharding)

    def _exchange(self, op: Operation, mesh: Mesh, found: SplitExchange) -> None:
        exchange, frame = Exchange(op, mesh, self.communication, self.rewriter), found.frame
        zero = exchange.zero()
        padded = exchange.padded(op.operands[0], frame.padded, frame.sharding)
        body = exchange.computation(frame, [padded, zero])
        for halo in found.halos:
            body.exchange(halo)
        type = tensor_type(body.value)
        reshape = tensor_ops.reshape(type, frame.result_local, frame.result_local_sharding)
        body.value = body.emitter.emit(reshape, [body.value])
        exchange.replace(body.finish(), frame.result_sharding)

    def _reshard(self, op: Operation, mesh: Mesh, found: Replication, result_sharding: Sharding) -> None:
        exchange, operand = Exchange(op, mesh, self.communication, self.rewriter), op.operands[0]
        value = exchange.emit(reshard_signature(found.sharding, operand.type), [operand])
        self.rewriter.renames(value, operand)
        shape = tensor_type(op.results[0]).shape
        value = exchange.emit(tensor_ops.reshape(tensor_type(operand), shape, found.result_sharding), [value])
        value = exchange.emit(reshard_signature(result_sharding, value.type), [value])
        exchange.replace(value, result_sharding)


# Reversals of sharded tensors: the blocks are reversed by the order of devices, each block on its device.


class Reversals(NamedTuple):
    """Computes reversals on meshes with devices in reverse order."""

    meshes: Meshes
    communication: Communication
    rewriter: Rewriter
    refused: dict[Operation, Diagnostic]
    """By function the first reversal whose result has no sharding, which is an error since jaxlib 0.12.0.1."""

    def resolve(self, op: Operation) -> bool:
        """Changes a reversal so that its sharded dimensions are reversed; returns whether that is possible."""
        operand = op.operands[0]
        sharded = self.meshes.of_sharded(operand)
        if sharded is None:
            return True
        sharding, mesh = sharded
        shape = tensor_type(operand).shape
        dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
        is_reversed_first = since("0.11.1")
        found = reversal(sharding, mesh, shape, dimensions, over_blocks=is_reversed_first)
        if isinstance(found, TooUneven):
            self.rewriter.report(halo_not_exchanged, op, operand, found)
            return False
        if found.axes and is_reversed_first:
            self._reverse_first(op, sharding, mesh, found)
        elif found.axes:
            self._reverse(op, sharding, found)
        return True

    def _reverse_first(self, op: Operation, sharding: Sharding, mesh: Mesh, found: Reversal) -> None:
        """Reverses a tensor to devices in reverse order, and then reshards it."""
        rewriter, halo = self.rewriter, found.exchange
        operand = value = op.operands[0]
        exchange = Exchange(op, mesh, self.communication, rewriter)
        if halo is not None:
            rewriter.report(halos_exchanged, op, operand, halo)
            value = exchange.padded(value, halo.shape, sharding)
            body = exchange.computation(halo.frame(sharding), [value])
            for shift in halo.shifts:
                _shift(body, shift, sharding.dimensions[shift.dimension].axes)
            value = body.finish()
        name = self.meshes.reversed_along(sharding, found.axes, op)
        rewriter.report(device_order_reversed, op, operand, name, found.axes)
        dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
        type = resized(tensor_type(op.results[0]), tensor_type(value).shape)
        reversed_type = type if halo is not None else tensor_type(op.results[0])
        computed = on_mesh(sharding, name).replace(reduction_op=SUM)
        wanted = sharding_of(op.results[0])
        if wanted is None and since("0.12.0.1"):
            message = "'sdy.reshard' op requires attribute 'sharding'"  # which the reference does not give it
            self.refused.setdefault(isolated_around(op), Diagnostic("error", message, op.location))
        wanted = wanted or fully_closed(sharding)
        value = exchange.emit(tensor_ops.reverse(reversed_type, dimensions, computed), [value])
        value = exchange.emit(reshard_signature(wanted, value.type), [value])
        exchange.replace(value, sharding)

    def _reverse(self, op: Operation, sharding: Sharding, found: Reversal) -> None:
        rewriter, exchange = self.rewriter, found.exchange
        operand = value = op.operands[0]
        if exchange is not None:
            rewriter.report(halos_exchanged, op, operand, exchange)
            value = self._exchanged(op, sharding, exchange)
        name = self.meshes.reversed_along(sharding, found.axes, op)
        rewriter.report(device_order_reversed, op, operand, name, found.axes)
        signature = reshard_signature(on_mesh(sharding, name), value.type)
        reshard = rewriter.create_with(InsertionPoint.before_op(op), signature, [value], op.location)
        rewriter.renames(reshard.results[0], operand)
        rewriter.set_operand(OpOperand(op, 0), reshard.results[0])
        rewriter.set_sharding(op.results[0], sharding)
        if exchange is not None:
            self._cut(op.results[0], sharding, exchange)

    def _exchanged(self, op: Operation, sharding: Sharding, exchange: HaloExchange) -> Value:
        """Returns the operand padded at its start instead of its end, as the neighbours exchange elements."""
        rewriter, operand, at = self.rewriter, op.operands[0], InsertionPoint.before_op(op)
        type = tensor_type(operand)
        zero = rewriter.create_with(at, tensor_ops.zero(type), [], op.location).results[0]
        pad = tensor_ops.pad_high(type, exchange.shape, sharding)
        padded = rewriter.create_with(at, pad, [operand, zero], op.location).results[0]
        rewriter.renames(padded, operand)
        region = Region([self._body(op, exchange)])
        signature = computation_signature(padded.type, sharding, exchange)
        computation = rewriter.create_with(at, signature, [padded], op.location, [region])
        rewriter.renames(computation.results[0], operand)
        return computation.results[0]

    def _body(self, op: Operation, exchange: HaloExchange) -> Block:
        """Returns the computation of one device."""
        block = Block()
        type = resized(tensor_type(op.operands[0]), exchange.local_shape)
        value: Value = block.add_argument(type, op.location)
        end = InsertionPoint.end_of(block)

        def create(signature: Signature, *operands: Value) -> Value:
            return self.rewriter.create_with(end, signature, list(operands), op.location).results[0]

        def part(start: int, size: int, shift: Shift) -> Value:
            starts = tuple([start if number == shift.dimension else 0 for number in range(len(type.shape))])
            part_type = with_size(type, shift.dimension, size)
            return create(tensor_ops.slice_from(type, starts, part_type, exchange.local_sharding), value)

        for shift in exchange.shifts:
            kept = type.shape[shift.dimension] - shift.places
            sent = part(kept, shift.places, shift) if kept else value
            moved = create(tensor_ops.permute(tensor_type(sent), shift, exchange.local_sharding), sent)
            if kept:
                rest = part(0, kept, shift)
                types = tensor_type(moved), tensor_type(rest)
                moved = create(
                    tensor_ops.concatenate(*types, shift.dimension, type, exchange.local_sharding), moved, rest
                )
            value = moved
        self.rewriter.create_with(end, Signature.of(RETURN, (type,)), [value], op.location)
        return block

    def _cut(self, result: OpResult, sharding: Sharding, exchange: HaloExchange) -> None:
        """Removes the padding from a reversed tensor, at its end."""
        rewriter, op, type = self.rewriter, result.owner, tensor_type(result)
        padded = resized(type, exchange.shape)
        rewriter.set_signature(op, op.signature.with_result_types((padded,)))
        signature = tensor_ops.slice_from(padded, (0,) * len(type.shape), type, sharding)
        cut = rewriter.create_with(InsertionPoint.after_op(op), signature, [result], op.location)
        rewriter.renames(cut.results[0], result)
        rewriter.replace_uses(result, cut.results[0], except_in=cut)


def _shift(body: ManualBody, shift: Shift, axes: tuple[AxisRef, ...]) -> None:
    """Moves the elements of a dimension towards its end, so that the padding is at its start."""
    type, sharding = tensor_type(body.value), body.frame.local_sharding
    size = type.shape[shift.dimension]
    blocks, rest = divmod(shift.places, size)
    head = body.permuted(body.value, axes, blocks, sharding) if blocks else body.value
    tail = body.shifted(axes, blocks + 1)

    def part(value: Value, start: int, stop: int) -> Value:
        starts = tuple([start if number == shift.dimension else 0 for number in range(len(type.shape))])
        cut = tensor_ops.slice_from(type, starts, with_size(type, shift.dimension, stop - start), sharding)
        return body.emitter.emit(cut, [value])

    body.value = body.concatenated([part(tail, size - rest, size), part(head, 0, size - rest)], shift.dimension)


@remembered
def computation_signature(type: Type, sharding: Sharding, exchange: HaloExchange) -> Signature:
    """Returns the manual computation in which neighbours exchange elements of tensors of `type`."""
    shardings = ShardingPerValue((sharding,))
    properties = DictionaryAttr.of(
        {
            "in_shardings": shardings,
            "out_shardings": shardings,
            "manual_axes": ManualAxes(exchange.manual_axes),
        }
    )
    return Signature.of(MANUAL_COMPUTATION, (type,), (type,), properties)


# Slices and pads of sharded dimensions: devices exchange the elements that move to other blocks.


class SlicesAndPads(NamedTuple):
    """Computes slices and pads in manual computations."""

    meshes: Meshes
    communication: Communication
    rewriter: Rewriter

    def resolve(self, op: Operation) -> bool:
        """Changes a slice or a pad so that its dimensions stay sharded; returns whether that is possible."""
        operand = op.operands[0]
        sharded = self.meshes.of_sharded(operand)
        if sharded is None:
            return True
        sharding, mesh = sharded
        shape, result_shape = tensor_type(operand).shape, tensor_type(op.results[0]).shape
        if DYNAMIC in (*shape, *result_shape):
            return False
        dimensions = _dimensions(op, shape, result_shape)
        resizes_blocks = op.signature.definition is SLICE and since("0.12.0.1")
        found = moved(sharding, mesh, dimensions, resizes_blocks)
        if isinstance(found, Refusal):
            self.rewriter.report(blocks_not_exchanged, op, operand, found)
            return False
        if not can_move(op, found, dimensions, counts(sharding, mesh)):
            return False
        if found is not None:
            self.rewriter.report(blocks_exchanged, op, operand, found)
            self._exchange(op, sharding, mesh, found)
        return True

    def _exchange(self, op: Operation, sharding: Sharding, mesh: Mesh, found: MovedTensor) -> None:
        exchange, frame = Exchange(op, mesh, self.communication, self.rewriter), found.frame
        is_pad = op.signature.definition is PAD
        filler = op.operands[1] if is_pad else None
        padded = exchange.padded(op.operands[0], frame.padded, sharding, filler)
        body = exchange.computation(frame, [padded, exchange.zero() if filler is None else filler])
        for halo in found.halos:
            body.exchange(halo)
        whole = [count <= 1 for count in counts(sharding, mesh)]
        emit, type = body.emitter.emit, tensor_type(body.value)
        if is_pad:
            names = ("edge_padding_low", "edge_padding_high", "interior_padding")
            low, high, interior = [_only_in(whole, integers(op, name)) for name in names]
            if any((*low, *high, *interior)):
                pad = tensor_ops.pad(type, low, high, interior, frame.local_sharding)
                body.value = emit(pad, [body.value, body.padding])
        else:
            given = [integers(op, name) for name in ("start_indices", "limit_indices", "strides")]
            rows = [
                row if is_whole else (0, size, 1)
                for *row, is_whole, size in zip(*given, whole, type.shape, strict=True)
            ]
            steps = tensor_ops.ExchangeSteps(*map(tuple, zip(*rows, strict=True)))
            sizes = [-(-(limit - start) // stride) for start, limit, stride in rows]
            result = resized(type, tuple(sizes))
            if result.shape != type.shape:
                body.value = emit(tensor_ops.strided(type, steps, result, frame.local_sharding), [body.value])
        exchange.replace(body.finish(), sharding)


def can_move(
    op: Operation, found: MovedTensor | None, dimensions: tuple[MovedDimension, ...], blocks: list[int]
) -> bool:
    """Whether what an exchange makes of an operation is right, or the operation as it is, if there is none.

    Shardy does not look at strides, leaves slices that it cannot make local afterwards, and pads with zeros where a
    device has no neighbour, whatever the padding value is. These are resolved as other operations are. Since jaxlib
    0.12, which has masks, they are what Shardy makes of them.
    """
    if since("0.12.0.1"):
        return True
    if op.signature.definition is PAD:
        return found is None or not found.has_hops or is_zero(op.operands[1], (CONSTANT, SDY_CONSTANT)) is True
    strides = integers(op, "strides")
    if found is not None:
        return all(stride == 1 for stride in strides)
    return all(
        count <= 1 or (stride == 1 and each.low == 0 and block_size(each.size, count) == block_size(each[1], count))
        for stride, each, count in zip(strides, dimensions, blocks, strict=True)
    )


def _dimensions(op: Operation, shape: Shape, result_shape: Shape) -> tuple[MovedDimension, ...]:
    """Returns how the dimensions of an operation change; a slice is a pad with negative numbers."""
    if op.signature.definition is PAD:
        lows, interiors = integers(op, "edge_padding_low"), integers(op, "interior_padding")
    else:
        lows, interiors = tuple([-start for start in integers(op, "start_indices")]), (0,) * len(shape)
    return tuple(
        [
            MovedDimension(size, result_size, low, interior + 1)
            for size, result_size, low, interior in zip(shape, result_shape, lows, interiors, strict=True)
        ]
    )


def _only_in(chosen: list[bool], numbers: Shape) -> Shape:
    """Returns numbers for the chosen dimensions, and 0 for others."""
    return tuple([number if is_chosen else 0 for is_chosen, number in zip(chosen, numbers, strict=True)])


@register_pass("sdy-resolve-permutation-factors")
class ResolvePermutationFactors(Pass):
    """Makes operations that permute dimensions, such as slices and reversals, work on sharded tensors.

    Dimensions that belong to permutation factors are not sharded then: operands and results are resharded. A reversed
    tensor stays sharded: devices are in reverse order, and if they hold blocks of different sizes, neighbours exchange
    elements. So does a slice that leaves each device with the start of its block.
    """

    class_name: ClassVar[str] = "ShardyResolvePermutationFactorsPass"

    enable_halo_exchange: bool = option(default=True, help="Reverses sharded dimensions by the order of devices")
    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas", since="0.11.1")
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise", since="0.11.1")
    rng_bit_generator_unsafe: bool = option(
        default=True, help="Each device generates its own part of random bits", since="0.12.0.1"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = Meshes(module, rewriter)
        factors, communication = (
            PermutationFactors(meshes, rewriter),
            Communication(module, DeviceCounts(self.replica_count, self.partition_count)),
        )
        moves = SlicesAndPads(meshes, communication, rewriter)
        reversals = Reversals(meshes, communication, rewriter, {})
        resolved: dict[OpDefinition, Callable[[Operation], bool]] = {REVERSE: reversals.resolve}
        if not self.enable_halo_exchange:
            resolved = {}
        elif since("0.11.1"):
            resolved |= {PAD: moves.resolve, SLICE: moves.resolve}
        reshapes = Reshapes(meshes, communication, self.enable_halo_exchange, rewriter)
        known: set[Signature] = set()
        for op in collect_post(module, may_have_rule):
            signature = op.signature
            if signature in known:
                continue
            if signature.definition is RESHAPE and since("0.11.1"):
                reshapes.resolve(op)
                continue
            rule = sharding_rule_of(op, False, rewriter.unknown_ops)
            is_mixing = signature.definition is CONVOLUTION and since("0.12.0.1")
            if rule is None or rule.is_custom or not (rule.permutation or is_mixing):
                if has_rule(signature) or depends_on_signature(signature.definition):
                    known.add(signature)
                continue
            resolve = resolved.get(signature.definition)
            if resolve is None or not resolve(op):
                factors.resolve(op, rule)
        if reversals.refused:
            raise CompilationError([*reversals.refused.values()])


@remembered
def may_have_rule(signature: Signature) -> bool:
    """Whether operations with that signature are of StableHLO, and no terminators, or users have given them a rule."""
    definition = signature.definition
    return (definition.dialect == "stablehlo" and "IsTerminator" not in definition.traits) or has_user_rule(definition)
