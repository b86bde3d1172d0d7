"""Canonicalization of reshards: of two in a row one stays, and so of two that move a value to the same sharding."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.dialects.sdy.shardings.axes import sharded_size, size, strides_are_equal
from sdyopt.dialects.stablehlo.ops.shapes import RESHAPE, TRANSPOSE
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import DYNAMIC, DenseArrayAttr, RankedTensorType, ShapedType
from sdyopt.ir.locations import fused
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.releases import since
from sdyopt.rewriting.patterns import PatternRewriter, pattern

# Earlier reshards: of those before an operation in its block, one that distributes the same elements alike.

MANY_USES = 64
"""With fewer uses a value is not worth more than looking at all of them each time."""


class DeviceLayout(NamedTuple):
    """How a tensor is distributed over the devices of a mesh."""

    sharding: Sharding
    type: Type
    mesh: Mesh | None


def earlier_reshard(op: Operation, root: Value, layout: DeviceLayout, rewriter: PatternRewriter) -> Operation | None:
    """Returns a reshard of `root`, or of a reshape of it, before `op` in its block, that leads to the layout.

    It is the newest of such uses of `root`.
    """
    if root.use_count > MANY_USES and (reshards := _reshards_of(root, op, rewriter)) is not None:
        return reshards.before(op, layout)
    seen = {root}
    work = [root]
    block = op.parent
    is_before = rewriter.order.is_before
    while work:
        for user in work.pop().walk_users():
            if (definition := user.signature.definition) is RESHARD:
                if user.parent is block and is_before(user, op) and has_layout(user, layout):
                    return user
            elif definition is RESHAPE and user.result not in seen:
                seen.add(user.result)
                work.append(user.result)
    return None


def reshard_shared(root: Value, change_count: int, rewriter: PatternRewriter) -> None:
    """Notes that since `change_count` only a reshard of `root` was erased, as an earlier one takes its place."""
    known = rewriter.findings.get(root)
    if isinstance(known, _ReshardsOfValue) and known.change_count == change_count:
        known.change_count = rewriter.change_count


def _reshards_of(root: Value, op: Operation, rewriter: PatternRewriter) -> _ReshardsOfValue | None:
    """Returns the reshards of `root` in the block of `op`; None if there are reshapes of it, whose uses count too."""
    if not isinstance(known := rewriter.findings.get(root), _ReshardsOfValue) or not known.is_valid_at(op):
        known = rewriter.findings[root] = _ReshardsOfValue(root, op, rewriter)
    return None if known.has_reshapes else known


class _ReshardsOfValue:
    """The reshards of a value in one block, for questions about operations in the order of the block.

    It is valid as long as nothing changes, except that reshards that it has looked up are erased.
    """

    def __init__(self, root: Value, op: Operation, rewriter: PatternRewriter) -> None:
        self.change_count = rewriter.change_count
        self._rewriter = rewriter
        users = list(root.walk_users())
        self.has_reshapes = any(user.signature.definition is RESHAPE for user in users)
        in_block = [user for user in users if user.signature.definition is RESHARD and user.parent is op.parent]
        self._ranks = {user: rank for rank, user in enumerate(in_block)}
        """The newest use has the lowest rank."""
        self._following = iter(rewriter.order.in_order(in_block))
        self._next = next(self._following, None)
        self._newest: dict[Signature, Operation] = {}
        """Of the reshards before the last operation asked about the newest of each signature."""
        self._last: Operation | None = None
        """The last one of these reshards in the block."""
        self._block = op.parent

    def is_valid_at(self, op: Operation) -> bool:
        """Whether this is still true, and not about operations after `op` only."""
        if self.change_count != self._rewriter.change_count or op.parent is not self._block:
            return False
        return self._last is None or self._rewriter.order.is_before(self._last, op)

    def before(self, op: Operation, layout: DeviceLayout) -> Operation | None:
        """Returns the newest reshard before `op` that leads to the layout."""
        ranks, is_before = self._ranks, self._rewriter.order.is_before
        while self._next is not None and (self._next.parent is None or is_before(self._next, op)):
            reshard = self._next
            if reshard.parent is not None:
                self._last = reshard
                if (newest := self._newest.get(reshard.signature)) is None or ranks[reshard] < ranks[newest]:
                    self._newest[reshard.signature] = reshard
            self._next = next(self._following, None)
        fitting = [reshard for reshard in self._newest.values() if has_layout(reshard, layout)]
        return min(fitting, key=ranks.__getitem__, default=None)


def has_layout(reshard: Operation, layout: DeviceLayout) -> bool:
    """Whether each axis strides over the elements of the result as it does in `layout`."""
    sharding, type = reshard.properties.find(Sharding), reshard.result.type
    wanted, wanted_type, mesh = layout
    if sharding is wanted and type is wanted_type:
        return True
    if sharding.mesh is not wanted.mesh or sharding.replicated != wanted.replicated or mesh is None:
        return False
    if not (_has_strides(sharding, type) and _has_strides(wanted, wanted_type)):
        return False
    if since("0.11.1"):
        return strides_are_equal(sharding, _shape(type), wanted, _shape(wanted_type), mesh)
    return strides(sharding, type, mesh) == strides(wanted, wanted_type, mesh)


def _shape(type: Type) -> tuple[int, ...]:
    assert isinstance(type, RankedTensorType)
    return type.shape


def _has_strides(sharding: Sharding, type: Type) -> bool:
    """Whether strides say how a tensor is distributed: not on a maximal mesh, nor with an encoding."""
    return isinstance(type, RankedTensorType) and type.encoding is None and sharding.rank == len(type.shape)


@remembered
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


@pattern(RESHARD, "ReshardOfReshardPattern", benefit=2, label="sdy-reshard")
def reshard_of_reshard(op: Operation, rewriter: PatternRewriter) -> bool:
    """Skips a reshard that only this one uses."""
    (value,) = op.operands
    if not isinstance(value, OpResult) or value.owner.definition is not RESHARD or not value.has_one_use:
        return False
    inner = value.owner
    rewriter.tell(
        "reshard-skipped",
        "{value} skips {skipped}, which nothing else uses",
        op,
        ("see the skipped reshard", inner),
        value=op.result,
        skipped=inner.result,
    )
    location = fused((op.location, inner.location))
    rewriter.replace_by(op, RESHARD, inner.operands, properties=op.properties, location=location)
    return True


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
    if (earlier := earlier_reshard(op, root, layout, rewriter)) is None:
        return False
    rewriter.tell(
        "reshard-shared",
        "{value} replaced: {earlier} moves the same elements to the same devices",
        op,
        ("see the earlier reshard", earlier),
        value=op.result,
        earlier=earlier.result,
    )
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


def op_sharding(op: Operation) -> Sharding:
    """The sharding that a reshard asks for."""
    return op.properties.find(Sharding)


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
            permutation = op.properties.find(DenseArrayAttr, "permutation")
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
