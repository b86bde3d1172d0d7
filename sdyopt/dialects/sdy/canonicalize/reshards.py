"""Canonicalization of reshards: of two in a row one stays, and so of two that move a value to the same sharding."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.canonicalize.earlier_reshards import DeviceLayout, earlier_reshard, reshard_shared
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.dialects.stablehlo.ops.shapes import RESHAPE, TRANSPOSE
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseArrayAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.locations import fused
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.decisions import Explanation, explained
from sdyopt.rewriting.patterns import PatternRewriter, pattern


@pattern(RESHARD, "ReshardOfReshardPattern", benefit=2, label="sdy-reshard")
def reshard_of_reshard(op: Operation, rewriter: PatternRewriter) -> bool:
    """Skips a reshard that only this one uses."""
    (value,) = op.operands
    if not isinstance(value, OpResult) or value.owner.definition is not RESHARD or not value.has_one_use:
        return False
    inner = value.owner
    rewriter.report(reshard_skipped, op, inner)
    reshard = rewriter.create_before(
        op, RESHARD, inner.operands, properties=op.properties, location=fused((op.location, inner.location))
    )
    rewriter.renames(reshard.result, op.result)
    rewriter.replace(op, reshard.results)
    return True


def reshard_skipped(op: Operation, skipped: Operation) -> Explanation:
    """A reshard takes the operand of the reshard before it."""
    text = "{value} skips {skipped}, which nothing else uses"
    note = ("see the skipped reshard", skipped)
    return explained("reshard-skipped", text, op, note, value=op.result, skipped=skipped.result)


@pattern(RESHARD, "ReshardCommonSubexpressionEliminationPattern")
def reshard_common_subexpression_elimination(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the result of an earlier reshard of the same value, also through reshapes and transposes.

    Shardings are the same if each axis strides over the same elements.
    """
    (value,) = op.operands
    chain = rearrangements_of(value)
    root = chain[-1].operands[0] if chain else value
    layout = DeviceLayout(
        sharding_through(op_sharding(op), chain), op.result.type, rewriter.mesh_of(op_sharding(op), op)
    )
    earlier = earlier_reshard(op, root, layout, rewriter)
    if earlier is None:
        return False
    rewriter.report(explain_reshard_shared, op, earlier)
    before = rewriter.change_count
    shared: Value = earlier.result
    if shared.type is not root.type:
        at = InsertionPoint.after_op(earlier)
        shared = rewriter.create(at, RESHAPE, [shared], [root.type], location=op.location).result
    for step in reversed(chain):
        at = InsertionPoint.after_value(shared)
        shared = rewriter.clone(step, {step.operands[0]: shared}, at).result
    if shared is not earlier.result:
        rewriter.renames(shared, op.result)
    rewriter.replace(op, [shared])
    if not chain:
        reshard_shared(root, before, rewriter)
    return True


def explain_reshard_shared(op: Operation, earlier: Operation) -> Explanation:
    """A reshard is replaced by an earlier one."""
    text = "{value} replaced: {earlier} moves the same elements to the same devices"
    note = ("see the earlier reshard", earlier)
    return explained("reshard-shared", text, op, note, value=op.result, earlier=earlier.result)


def op_sharding(op: Operation) -> Sharding:
    """The sharding that a reshard asks for."""
    sharding = op.properties["sharding"]
    assert isinstance(sharding, Sharding)
    return sharding


def rearrangements_of(value: Value) -> list[Operation]:
    """Returns the reshapes and transposes that `value` comes from, the last one first."""
    chain: list[Operation] = []
    while isinstance(value, OpResult) and value.owner.definition in (RESHAPE, TRANSPOSE):
        chain.append(value.owner)
        (value,) = value.owner.operands
    return chain


def sharding_through(sharding: Sharding, chain: list[Operation]) -> Sharding:
    """Carries a sharding of the result of a chain towards its operand, up to a reshape that changes the rank."""
    for op in chain:
        if op.definition is TRANSPOSE:
            permutation = op.properties["permutation"]
            assert isinstance(permutation, DenseArrayAttr)
            if sharding.rank != len(permutation.values):
                break  # That on a maximal mesh has no dimensions.
            by_dimension = dict(zip(permutation.values, sharding.dimensions, strict=True))
            sharding = sharding.replace(dimensions=tuple([by_dimension[number] for number in sorted(by_dimension)]))
        elif _rank(op.operands[0].type) != _rank(op.result.type):
            break
    return sharding


def _rank(type: Type) -> int | None:
    dimensions = type.dimensions if isinstance(type, ShapedType) else None
    return None if dimensions is None else len(dimensions)


PATTERNS = (reshard_of_reshard, reshard_common_subexpression_elimination)
