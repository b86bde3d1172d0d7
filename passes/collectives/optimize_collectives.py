"""-sdy-optimize-collectives."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import (
    AllToAllParam,
    AllToAllParamList,
    DimensionSharding,
    Mesh,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import ALL_TO_ALL, COLLECTIVE_PERMUTE
from sdyopt.dialects.sdy.shardings.axes import steps_are_equal
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.shardings.spans import AxisSpan, by_number, cut, merged, sharded_size
from sdyopt.dialects.stablehlo.ops.shapes import RESHAPE
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import DYNAMIC, DictionaryAttr, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.rewriting.greedy import rewrite_greedily
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, PatternSet
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.projections import MeshAxes

Axes = list[AxisSpan]
Move = tuple[Axes, int]
"""The axes of an all-to-all, and the dimension that they go to."""


@register_pass("sdy-optimize-collectives")
class OptimizeCollectives(FunctionPass):
    """Replaces a permute before all-to-alls by reshapes and further all-to-alls, which send less.

    A permute changes the order of a dimension's axes, so that all-to-alls can move the last ones to other dimensions.
    If the dimension is split so that each axis has one of its own, all-to-alls can move any of them.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        rewrite_greedily(function, PATTERNS, rewriter)


def all_to_alls_after(permute: Operation) -> list[Operation]:
    """Returns the all-to-alls from one dimension that follow a permute, each the only user of the one before."""
    chain: list[Operation] = []
    user = permute.result.only_user if permute.result.has_one_use else None
    while user is not None and user.signature.definition is ALL_TO_ALL:
        params = user.properties.find(AllToAllParamList, "params").params
        if len(params) != 1 or (chain and params[0].source_dimension != param_of(chain[0]).source_dimension):
            break
        chain.append(user)
        user = user.result.only_user if user.result.has_one_use else None
    return chain


def param_of(op: Operation) -> AllToAllParam:
    """Returns the only parameter of an all-to-all."""
    return op.properties.find(AllToAllParamList, "params").params[0]


def remove_permute(permute: Operation, rewriter: PatternRewriter) -> bool:
    """Replaces a permute and the all-to-alls after it, if splitting their dimension makes the permute useless."""
    value = permute.operands[0]
    chain, before, after = all_to_alls_after(permute), sharding_of(value), out_sharding(permute)
    if not chain or before is None or before.mesh is not after.mesh or not isinstance(value.type, RankedTensorType):
        return False
    mesh = rewriter.mesh_of(before, permute)
    dimension = param_of(chain[0]).source_dimension
    if mesh is None or any(
        number != dimension and pair[0] != pair[1]
        for number, pair in enumerate(zip(before.dimensions, after.dimensions, strict=True))
    ):
        return False
    split = SplitDimension(value.type, dimension, before, after, mesh)
    moves = split.moves([param_of(op) for op in chain])
    if moves is None:
        return False
    for axes, target in moves:
        split.move(axes, target)
    last = out_sharding(chain[-1])
    if not (split.put_in_order() and split.is_in_order_of(last, value.type)):
        return False
    text = "{op} and {before:#} {before:all-to-all|all-to-alls} after it become {after:#} between reshapes"
    rewriter.tell("permute-removed", text, permute, op=permute, before=len(chain), after=len(split.steps))
    new = replacement(permute, split, chain[-1], last, rewriter)
    rewriter.replace_renaming(chain[-1], [new])
    for op in reversed([permute, *chain[:-1]]):
        rewriter.erase(op)
    return True


class SplitDimension:
    """A tensor one of whose dimensions is split, so that each of its axes has a dimension."""

    def __init__(self, type: RankedTensorType, dimension: int, before: Sharding, after: Sharding, mesh: Mesh) -> None:
        self.mesh, self.axes_of_mesh = mesh, MeshAxes.of(mesh)
        first, second = [self.axes_of_mesh.spans(each.dimensions[dimension].axes) for each in (before, after)]
        self.axes = cut(first, by_number(second))
        self.wanted = cut(second, by_number(first))
        self.dimension, self.sharding = dimension, before
        size, shards = type.shape[dimension], sharded_size(self.axes)
        self.is_possible = (
            len(self.axes) > 1
            and self.axes != self.wanted
            and sorted(self.axes) == sorted(self.wanted)
            and size != DYNAMIC
            and size % shards == 0
        )
        rest = [size // shards] if self.is_possible and size != shards else []
        self.added = len(self.axes) + len(rest) - 1
        sizes = [sharded_size([axis]) for axis in self.axes] + rest
        shape = (*type.shape[:dimension], *sizes, *type.shape[dimension + 1 :])
        self.type = RankedTensorType(shape, type.element_type)
        own = [DimensionSharding(self.axes_of_mesh.refs([axis])) for axis in self.axes]
        own += [DimensionSharding(())] * len(rest)
        dimensions = (*before.dimensions[:dimension], *own, *before.dimensions[dimension + 1 :])
        self.start = self.now = before.replace(dimensions=dimensions)
        self.places = {axis: dimension + number for number, axis in enumerate(self.axes)}
        """The dimension in which each axis is that has not been moved to another one."""
        self.steps: list[tuple[AllToAllParamList, Sharding]] = []

    def moves(self, params: Sequence[AllToAllParam]) -> list[Move] | None:
        """Returns what all-to-alls of the whole dimension move; None if that cannot be done with its parts."""
        if not self.is_possible:
            return None
        found: list[Move] = []
        for param in params:
            axes = cut(self.axes_of_mesh.spans(param.axes), by_number(self.axes))
            places = [self.axes.index(axis) if axis in self.axes else -1 for axis in axes]
            if -1 in places or places != sorted(places):
                return None
            target = param.target_dimension
            found.append((axes, target + self.added if target > self.dimension else target))
        return found

    def move(self, axes: Axes, target: int) -> None:
        """Adds an all-to-all of axes, each of which is in a dimension of its own."""
        params, dimensions = [], [*self.now.dimensions]
        for axis in axes:
            source = self.places.pop(axis)
            params.append(AllToAllParam(self.axes_of_mesh.refs([axis]), source, target))
            dimensions[source] = dimensions[source].replace(axes=())
            joined = (*self.axes_of_mesh.spans(dimensions[target].axes), axis)
            dimensions[target] = dimensions[target].replace(axes=self.axes_of_mesh.refs(joined))
        self.now = self.now.replace(dimensions=tuple(dimensions))
        self.steps.append((AllToAllParamList(tuple(params)), self.now))

    def put_in_order(self) -> bool:
        """Moves the axes that stay to the first parts, in the permute's order, and returns whether that can be done."""
        left = [axis for axis in self.wanted if axis in self.places]
        goals = {axis: self.dimension + number for number, axis in enumerate(left)}
        while any(self.places[axis] != goal for axis, goal in goals.items()):
            taken = set(self.places.values())
            movable = [axis for axis in left if self.places[axis] != goals[axis] and goals[axis] not in taken]
            if not movable:
                return False
            self.move([movable[0]], goals[movable[0]])
            self.places[movable[0]] = goals[movable[0]]
        return True

    def is_in_order_of(self, last: Sharding, type: RankedTensorType) -> bool:
        """Returns whether devices hold the same elements as with the sharding `last` of the whole tensor."""
        joined = [merged(self.axes_of_mesh.spans(each.axes)) for each in self.now.dimensions]
        now = self.now.replace(dimensions=tuple([DimensionSharding(self.axes_of_mesh.refs(axes)) for axes in joined]))
        return steps_are_equal(now, self.type.shape, last, type.shape, self.mesh)


def replacement(
    permute: Operation, split: SplitDimension, op: Operation, last: Sharding, rewriter: PatternRewriter
) -> Value:
    """Creates the reshapes and all-to-alls for a permute in front of `op`, and returns the result."""
    at, type, value = InsertionPoint.before_op(op), split.type, permute.operands[0]

    def reshaped(value: Value, type: RankedTensorType, sharding: Sharding) -> Value:
        attributes = DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),))
        signature = Signature.of(RESHAPE, (value.type,), (type,), DictionaryAttr(()), attributes)
        return rewriter.create_with(at, signature, [value], permute.location).result

    whole = checked(RankedTensorType, value.type)
    value = reshaped(value, type, split.start)
    for params, sharding in split.steps:
        properties = DictionaryAttr.of({"out_sharding": sharding, "params": params})
        value = rewriter.create_with(
            at, Signature.of(ALL_TO_ALL, (type,), (type,), properties), [value], permute.location
        ).result
    return reshaped(value, whole, last)


def out_sharding(op: Operation) -> Sharding:
    """Returns the sharding of a collective's result."""
    return op.properties.find(Sharding, "out_sharding")


PATTERNS = PatternSet([Pattern(COLLECTIVE_PERMUTE, "CollectivePermuteAllToAllPattern", remove_permute)])
