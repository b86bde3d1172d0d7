"""Canonicalization of reshards: of two in a row one stays, and so of two that move a value to the same sharding."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.dialects.stablehlo.ops.shapes import RESHAPE, TRANSPOSE
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseArrayAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.locations import fused
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType, ShapedType
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.remarks import Remarks
from sdyopt.sharding.axes import sharded_size, size


@pattern(RESHARD, "ReshardOfReshardPattern", benefit=2, label="sdy-reshard")
def reshard_of_reshard(op: Operation, rewriter: PatternRewriter) -> bool:
    """Skips a reshard that only this one uses."""
    (value,) = op.operands
    if not isinstance(value, OpResult) or value.owner.definition is not RESHARD or not value.has_one_use:
        return False
    inner = value.owner
    rewriter.report(ReshardSkipped, op, inner)
    reshard = rewriter.create_before(
        op, RESHARD, inner.operands, [op.result.type], op.properties, location=fused((op.location, inner.location))
    )
    rewriter.renames(reshard.result, op.result)
    rewriter.replace(op, reshard.results)
    return True


class ReshardSkipped(Decision):
    """A reshard takes the operand of the reshard before it."""

    op: Operation
    skipped: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "{value} skips {skipped}, which nothing else uses"
        note = ("see the skipped reshard", self.skipped)
        remarks.tell("reshard-skipped", text, self.op, note, value=self.op.result, skipped=self.skipped.result)


@pattern(RESHARD, "ReshardCommonSubexpressionEliminationPattern")
def reshard_common_subexpression_elimination(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the result of an earlier reshard of the same value, also through reshapes and transposes.

    Shardings are the same if each axis strides over the same elements.
    """
    (value,) = op.operands
    chain = rearrangements_of(value)
    root = chain[-1].operands[0] if chain else value
    layout = Layout(sharding_through(op_sharding(op), chain), op.result.type, rewriter.mesh_of(op_sharding(op), op))
    earlier = earlier_reshard(op, root, layout, rewriter)
    if earlier is None:
        return False
    rewriter.report(ReshardShared, op, earlier)
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
    return True


class ReshardShared(Decision):
    """A reshard is replaced by an earlier one."""

    op: Operation
    earlier: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "{value} replaced: {earlier} moves the same elements to the same devices"
        note = ("see the earlier reshard", self.earlier)
        remarks.tell("reshard-shared", text, self.op, note, value=self.op.result, earlier=self.earlier.result)


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


class Layout(NamedTuple):
    """How a tensor is distributed over the devices of a mesh."""

    sharding: Sharding
    type: Type
    mesh: Mesh | None


def earlier_reshard(op: Operation, root: Value, layout: Layout, rewriter: PatternRewriter) -> Operation | None:
    """Returns a reshard of `root`, or of a reshape of it, before `op` in its block, that leads to the layout."""
    seen = {root}
    work = [root]
    block = op.parent
    is_before = rewriter.order.is_before
    while work:
        for user in work.pop().walk_users():
            definition = user.signature.definition
            if definition is RESHARD:
                if user.parent is block and is_before(user, op) and has_layout(user, layout):
                    return user
            elif definition is RESHAPE and user.result not in seen:
                seen.add(user.result)
                work.append(user.result)
    return None


def has_layout(reshard: Operation, layout: Layout) -> bool:
    """Whether each axis strides over the elements of the result as it does in `layout`."""
    signature = reshard.signature
    sharding, type = signature.properties["sharding"], signature.result_types[0]
    assert isinstance(sharding, Sharding)
    wanted, wanted_type, mesh = layout
    if sharding is wanted and type is wanted_type:
        return True
    if sharding.mesh is not wanted.mesh or sharding.replicated != wanted.replicated or mesh is None:
        return False
    if not (_has_strides(sharding, type) and _has_strides(wanted, wanted_type)):
        return False
    return strides(sharding, type, mesh) == strides(wanted, wanted_type, mesh)


def _has_strides(sharding: Sharding, type: Type) -> bool:
    """Whether strides say how a tensor is distributed: not on a maximal mesh, nor with an encoding."""
    return isinstance(type, RankedTensorType) and type.encoding is None and sharding.rank == len(type.shape)


@cache
def strides(sharding: Sharding, type: Type, mesh: Mesh) -> tuple[tuple[AxisRef, int], ...]:
    """Returns each axis with the number of elements, in row-major order, from one of its devices to the next.

    As in the reference these are numbers of 64 bits, and a dynamic size is the smallest of them: the result is not
    exact then, and shardings may count as the same that are not.
    """
    assert isinstance(type, RankedTensorType)
    found: list[tuple[AxisRef, int]] = []
    elements = 1
    for length, dimension in zip(reversed(type.shape), reversed(sharding.dimensions), strict=True):
        length = _SMALLEST if length == DYNAMIC else length
        stride = _wrapped(elements * -(-length // sharded_size(dimension.axes, mesh)))
        for axis in reversed(dimension.axes):
            found.append((axis, stride))
            stride = _wrapped(stride * size(axis, mesh))
        elements = _wrapped(elements * length)
    return tuple(sorted(found, key=lambda entry: entry[1]))


_SMALLEST = -(2**63)


def _wrapped(number: int) -> int:
    """Returns `number` as far as it fits into 64 bits with a sign."""
    return (number - _SMALLEST) % 2**64 + _SMALLEST


PATTERNS = (reshard_of_reshard, reshard_common_subexpression_elimination)
