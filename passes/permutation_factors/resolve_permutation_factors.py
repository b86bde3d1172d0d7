"""-sdy-resolve-permutation-factors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, OpShardingRule, Sharding
from sdyopt.dialects.sdy.ops import CONSTANT as SDY_CONSTANT
from sdyopt.dialects.sdy.shardings.axes import difference, sharded_size
from sdyopt.dialects.sdy.shardings.slots import rank_of, sharding_of
from sdyopt.dialects.sdy.syntax import factor as factor_name
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT, DYNAMIC_UPDATE_SLICE, PAD, RESHAPE, REVERSE, SLICE
from sdyopt.dialects.stablehlo.sharding_rules.linear_algebra import padding_of
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import DYNAMIC, DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import Record
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.mlir.releases import since
from sdyopt.passes.permutation_factors.blocks import Meshes, block_size, stays_in_blocks
from sdyopt.passes.permutation_factors.exchanges import BlockExchanges, Communication, moved_dimensions
from sdyopt.passes.permutation_factors.reshapes import Reshapes
from sdyopt.rewriting.local_emission import DeviceCounts, tensor_type
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.reshards import reshard_operand, reshard_result
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.padding import is_communication_free
from sdyopt.sharding.projections import FactorTensors, MeshAxes, Projection, Shardings, common_mesh, on_other_devices
from sdyopt.sharding.rules import depends_on_signature, has_rule, sharding_rule_of
from sdyopt.sharding.user_rules import has_user_rule
from sdyopt.sharding.uses import are_equivalent, fully_closed_on


class PermutationFactors(Record):
    """Removes the axes of permutation factors from the tensors of operations, which are resharded."""

    _meshes: Meshes
    _rewriter: Rewriter

    def resolve(self, op: Operation, rule: OpShardingRule) -> None:
        """Reshards tensors around `op`, unless the name of a mesh is unknown, as it may be in nested modules."""
        values, rewriter = (*op.operands, *op.results), self._rewriter
        shardings = tuple([sharding_of(value) for value in values])
        present: list[tuple[Sharding, Mesh] | None] = []
        for sharding in shardings:
            mesh = None if sharding is None else self._meshes.of(sharding)
            if sharding is not None and mesh is None:
                return
            present.append(None if sharding is None or mesh is None else (sharding, mesh))
        common = common_mesh([each for each in present if each is not None])
        if common is None:
            return
        mesh_name, mesh = common
        factors = self._factors_to_remove(op, rule, shardings)
        tensors = FactorTensors(rule, shardings, mesh, mesh_name)
        projections = tensors.projections()
        removed = {
            index: found
            for index, projection in enumerate(projections)
            if (found := [factor for factor in factors if is_sharded_along(projection, factor)])
        }
        if not removed:
            return
        if isinstance(mesh_name, Mesh):
            # The reference looks for a mesh by a name that there is none of, and finds nothing, or crashes.
            text = (
                "{op} stays sharded along permutation factors: its mesh has no name "
                "(--sdy-lift-inlined-meshes adds one)"
            )
            rewriter.tell("mesh-inlined", text, op, op=op)
            return
        for index, of_tensor in removed.items():
            for factor in of_tensor:
                dimensions = enumerate(tensors.rule.mappings[index].dimensions)
                number = next(number for number, dimension in dimensions if factor in dimension.factors)
                projection = projections[index]
                spans = (*projection.axes[factor], *projection.overflow.get(factor, ()))
                text = "{axes} removed from dimension {dimension} of {value}: {op} permutes factor {factor}"
                told: dict[str, Any] = {"axes": MeshAxes.of(mesh).refs(spans), "dimension": number, "op": op}
                told |= {"value": values[index], "factor": factor_name(factor)}
                rewriter.tell("dimension-unsharded", text, op, **told)
        if since("0.12.0.1"):
            summed = [factor for factor in factors if factor in rule.reduction]
            shardings = self._without_lost_sums(op, shardings, projections[: len(op.operands)], summed, mesh)
            tensors = FactorTensors(rule, shardings, mesh, mesh_name)
        after = InsertionPoint.after_op(op)
        for index in sorted({*removed, *on_other_devices(present, mesh)}):
            has = shardings[index]
            new = tensors.unprojected(index, without_factors(projections[index], removed.get(index, ())))
            if index < len(op.operands):
                text, value = "operand {value} resharded from {has} to {sharding} for {user}", op.operands[index]
                if has is None:
                    text = "operand {value}, which has no sharding, resharded to {sharding} for {user}"
                rewriter.tell("operand-resharded", text, op, value=value, has=has, sharding=new, user=op)
                reshard_operand(op, index, new, rewriter)
            else:
                result = op.results[index - len(op.operands)]
                wanted = has or fully_closed_on(mesh_name, rank_of(result.type))
                text = "{value} computed as {computed}, and resharded to {sharding}"
                rewriter.tell("result-resharded", text, result, value=result, computed=new, sharding=wanted)
                reshard_result(result, new, wanted, after, rewriter)

    def _without_lost_sums(
        self, op: Operation, shardings: Shardings, operands: Sequence[Projection], factors: Sequence[int], mesh: Mesh
    ) -> Shardings:
        """Takes the axes along which operands are not sharded any more out of the unreduced axes of the results.

        They are the axes of each summed factor along which all operands with the factor were sharded in the same way.
        Returns the shardings of all tensors.
        """
        lost: list[AxisRef] = []
        for factor in factors:
            along = {(each.axes[factor], each.overflow.get(factor, ())) for each in operands if factor in each.axes}
            if len(along) == 1:
                lost += [axis for spans in along.pop() for axis in MeshAxes.of(mesh).refs(spans)]
        found = list(shardings)
        for result, index in zip(op.results, range(len(op.operands), len(shardings)), strict=True):
            sharding = shardings[index]
            if lost and sharding is not None and sharding.unreduced:
                kept = [part for axis in sharding.unreduced for part in difference(axis, lost, mesh)]
                found[index] = less = sharding.replace(unreduced=tuple(kept))
                self._rewriter.set_sharding(result, less)
        return tuple(found)

    def _factors_to_remove(self, op: Operation, rule: OpShardingRule, shardings: Shardings) -> list[int]:
        """Returns the factors along which no tensor stays sharded."""
        definition = op.signature.definition
        if definition is CONVOLUTION and since("0.12.0.1"):
            return factors_of_windows(op, rule)
        if definition is DYNAMIC_UPDATE_SLICE and since("0.12.0.1"):
            staying = {
                dimension.factors[0]
                for number, dimension in enumerate(rule.operand_mappings[0].dimensions)
                if is_in_one_block(op, number, self._count(shardings[0], number))
            }
            return [factor for factor in rule.permutation if factor not in staying]
        if definition is SLICE or (definition is PAD and since("0.11.1")):
            return [factor for factor in rule.permutation if not self._can_stay(op, factor, shardings)]
        return [*rule.permutation]

    def _count(self, sharding: Sharding | None, dimension: int) -> int:
        """Returns in how many blocks a dimension is."""
        mesh = None if sharding is None else self._meshes.of(sharding)
        return 1 if sharding is None or mesh is None else sharded_size(sharding.dimensions[dimension].axes, mesh)

    def _can_stay(self, op: Operation, factor: int, shardings: Shardings) -> bool:
        """Whether a slice or pad leaves each device with what it has.

        Before jaxlib 0.12.0.1 a slice does so only if operand and result have equivalent shardings. As in the
        reference, the number of the factor is taken for that of a dimension.
        """
        sharding, of_result = shardings[0], shardings[-1]
        dimensions = moved_dimensions(op)
        if factor >= len(dimensions):
            return False
        count, moved = self._count(sharding, factor), dimensions[factor]
        if op.signature.definition is SLICE:
            if not since("0.12.0.1") and (sharding is None or not are_equivalent(sharding, of_result)):
                return False
            stride = integers(op, "strides")[factor]
            can_stay = is_communication_free(moved.size, moved.result_size, -moved.low, stride, count)
        elif DYNAMIC in (moved.size, moved.result_size):
            can_stay = count <= 1
        else:
            can_stay = stays_in_blocks(moved, count)
        if sharding is not None and can_stay and count > 1:
            kind, kept = ("pad", "its block") if op.signature.definition is PAD else ("slice", "the start of its block")
            text = f"dimension {{dimension}} stays sharded along {{axes}}: each device keeps {kept}"
            self._rewriter.tell(f"{kind}-kept", text, op, dimension=factor, axes=sharding.dimensions[factor].axes)
        return can_stay


def is_sharded_along(projection: Projection, factor: int) -> bool:
    """Whether a tensor has axes along a factor."""
    return bool(projection.axes.get(factor) or projection.overflow.get(factor))


def without_factors(projection: Projection, factors: list[int] | tuple[int, ...]) -> Projection:
    """Returns the projection of a tensor that is not sharded along `factors`."""
    axes = {factor: () if factor in factors else spans for factor, spans in projection.axes.items()}
    overflow = {factor: spans for factor, spans in projection.overflow.items() if factor not in factors}
    return projection._replace(axes=axes, overflow=overflow)


def factors_of_windows(op: Operation, rule: OpShardingRule) -> list[int]:
    """Returns the factors along which a convolution is not sharded since jaxlib 0.12.0.1, but none of size 1.

    They are those of groups, unless there is a group for each input and output feature or batch, and of spatial
    dimensions unless a window without padding is all of the input.
    """
    numbers = op.properties.find(ConvDimensionNumbers)
    lhs, rhs = [tensor_type(value).shape for value in op.operands]
    spatial = zip(
        numbers.input_spatial_dimensions,
        numbers.kernel_spatial_dimensions,
        numbers.output_spatial_dimensions,
        strict=True,
    )
    found: list[tuple[int | None, int | None, int | None]] = []
    for number, (of_lhs, of_rhs, of_result) in enumerate(spatial):
        steps = [integers(op, name) for name in ("window_strides", "lhs_dilation", "rhs_dilation")]
        is_moving = any(values and values[number] != 1 for values in steps) or any(padding_of(op.signature, number))
        if is_moving or lhs[of_lhs] != rhs[of_rhs]:
            found.append((of_lhs, of_rhs, of_result))
    features = numbers.kernel_output_feature_dimension, numbers.output_feature_dimension
    batches, groups = integer(op, "batch_group_count"), integer(op, "feature_group_count")
    batch, feature = numbers.input_batch_dimension, numbers.input_feature_dimension
    if batches > 1 and not lhs[batch] == rhs[features[0]] == batches:
        found += [(batch, *features), (None, None, numbers.output_batch_dimension)]
    if groups > 1 and not lhs[feature] == rhs[features[0]] == groups:
        found += [(feature, *features), (None, numbers.kernel_input_feature_dimension, None)]
    mappings = rule.mappings
    factors = [
        factor
        for dimensions in found
        for mapping, dimension in zip(mappings, dimensions, strict=True)
        if dimension is not None
        for factor in mapping.dimensions[dimension].factors
    ]
    return [factor for factor in dict.fromkeys(factors) if rule.factor_sizes[factor] > 1]


def is_in_one_block(op: Operation, dimension: int, count: int) -> bool:
    """Whether an update of a slice is known to be within one of `count` blocks of a dimension."""
    size, updated = [tensor_type(value).shape[dimension] for value in op.operands[:2]]
    if count <= 1 or updated == 1 or size == 0:
        return True
    start = constant_number(op.operands[2 + dimension])
    if start is None or DYNAMIC in (size, updated):
        return False
    start, block = min(max(start, 0), size - updated), block_size(size, count)
    return block == 0 or start // block == int((start + updated - 1) / block)


def constant_number(value: Value) -> int | None:
    """Returns the number that a scalar is; None if no constant says it."""
    constant = value.defined_by(CONSTANT) or value.defined_by(SDY_CONSTANT)
    if constant is None:
        return None
    text = constant.properties.find(DenseElementsAttr, "value").text
    return int(elements(text, (), element_format(tensor_type(value).element_type))[0])


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
        meshes, halo = Meshes(module, rewriter), self.enable_halo_exchange
        counts = DeviceCounts(self.replica_count, self.partition_count) if since("0.11.2") else DeviceCounts()
        communication = Communication(module, counts)
        exchanges = BlockExchanges(meshes, communication, rewriter)
        reshapes = Reshapes(meshes, communication, halo, rewriter)
        factors = PermutationFactors(meshes, rewriter)
        resolved: dict[OpDefinition, Callable[[Operation], bool]] = {REVERSE: exchanges.reverse}
        if not halo:
            resolved = {}
        elif since("0.11.1"):
            resolved |= {PAD: exchanges.resize, SLICE: exchanges.resize}
        always = (CONVOLUTION, PAD) if since("0.12.0.1") else ()
        without_factors: set[Signature] = set()
        for op in rewriter.listing(module).collect_post(may_have_rule):
            signature = op.signature
            if signature in without_factors:
                continue
            definition = signature.definition
            if definition is RESHAPE and since("0.11.1"):
                reshapes.resolve(op)
                continue
            rule = sharding_rule_of(op, False, rewriter.unknown_ops)
            if rule is None or rule.is_custom or not (rule.permutation or definition in always):
                if has_rule(signature) or depends_on_signature(definition):
                    without_factors.add(signature)
                continue
            resolve = resolved.get(definition)
            if resolve is None or not resolve(op):
                factors.resolve(op, rule)


@remembered
def may_have_rule(signature: Signature) -> bool:
    """Whether operations with that signature are of StableHLO, and no terminators, or users have given them a rule."""
    definition = signature.definition
    return (definition.dialect == "stablehlo" and "IsTerminator" not in definition.traits) or has_user_rule(definition)
