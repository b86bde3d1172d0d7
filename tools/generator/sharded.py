"""The policy in which shardings fit each other: dimensions have axes, and results are sharded as operands are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, ManualAxes, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.axes import merged, ordered, overlaps_any, sharded_size
from sdyopt.ir.attribute import checked
from tools.generator.builder import Block
from tools.generator.operations import (
    Op,
    OpPlan,
    Size,
    Tensor,
    Tuple,
    Type,
    Value,
    axes_of,
    is_static,
    mlir,
    names_of,
    tensor_of,
)
from tools.generator.policy import Policy
from tools.generator.program import Recipe
from tools.generator.sdy.annotations import per_value
from tools.generator.sdy.computations import finish, sharding_list
from tools.generator.sdy.meshes import Meshes, axis_parts, reordered
from tools.generator.sdy.shardings import Shardings

REDUCING = frozenset(
    f"stablehlo.{name}"
    for name in ("convolution", "dot", "dot_general", "gather", "reduce", "reduce_window", "scatter")
)
"""Operations whose results are partial sums along axes that only operands have."""


class Sharded(Policy):
    """Each recipe distributes axes among the dimensions that it draws. A share of shardings are others."""

    def __init__(self, shardings: Shardings, is_divided: bool) -> None:
        self.random = random = shardings.random
        self.shardings = shardings
        self.reference = shardings.meshes.references[0]
        self.mesh: Mesh = shardings.meshes.mesh(self.reference)
        self.is_divided = is_divided
        """Whether axes divide sizes, nearly always."""
        self.share = random.choice((0.3, 0.6, 0.9))
        """The share of axes that a recipe uses."""
        self.strange_share = random.choice((0, 0, 0, 0, 0.02, 0.1))
        """The share of shardings that do not fit."""
        self._cuts = {axis.name: axis_parts(random, Mesh((axis,)), frozenset()) for axis in self.mesh.axes}
        self.pool: list[AxisRef] = []
        """Axes that the next dimensions may get."""

    def begin(self, block: Block) -> None:
        parts = [
            part
            for axis in self.mesh.axes
            if axis.name not in block.manual
            for part in (self._cuts[axis.name] if block.chance(0.5) else [AxisRef(axis.name)])
        ]
        block.random.shuffle(parts)
        self.pool = [part for part in parts if block.chance(self.share)]

    def pieces(self, axes: Sequence[AxisRef]) -> int:
        """Returns the number of pieces that axes cut a dimension into."""
        return sharded_size(axes, self.mesh)

    def size(self, block: Block, size: int) -> int:
        axes: list[AxisRef] = []
        while self.pool and block.chance(0.4):
            axes.append(self.pool.pop())
        if not axes:
            return size
        joined = merged(axes, self.mesh)
        return Size(self.pieces(joined) * max(size // 2, 1) if self.is_divided else size, joined)

    def part(self, block: Block, size: int, least: int = 0) -> int:
        return size if axes_of(size) and block.chance(0.95) else block.random.randint(min(least, size), size)

    def like(self, size: int, wanted: int) -> int:
        if not (axes := axes_of(size)):
            return wanted
        pieces = self.pieces(axes) if self.is_divided else 1
        return Size(max(-(-wanted // pieces), 1) * pieces, axes)

    def may_shard(self, size: int | None, pieces: int) -> bool:
        return not self.is_divided or size is None or size % pieces == 0 or self.random.random() < 0.02

    def axes(self, type: Type) -> list[tuple[AxisRef, ...]]:
        """Returns the axes of a tensor's dimensions; none if they cannot be together."""
        if not isinstance(type, Tensor) or type.shape is None:
            return []
        found = [axes_of(size) for size in type.shape]
        every: list[AxisRef] = []
        for size, axes in zip(type.shape, found, strict=True):
            if any(overlaps_any(axis, every) for axis in axes):
                return [()] * len(found)
            if self.is_divided and size is not None and size % self.pieces(axes):
                return [()] * len(found)
            every += axes
        return found

    def sharding(self, type: Type, manual: frozenset[str] = frozenset()) -> Sharding | None:
        """Returns the sharding of values of a type; those without axes often have none."""
        if not is_free(type):
            return None
        if self.random.random() < self.strange_share:
            return self.shardings.of_type(type, manual, self.reference) if self.random.random() < 0.7 else None
        lists = self.axes(type)
        return None if not any(lists) and self.random.random() < 0.5 else self.given(lists, manual)

    def given(self, lists: Sequence[tuple[AxisRef, ...]], manual: frozenset[str] = frozenset()) -> Sharding:
        """Returns a sharding along these axes; dimensions may be open, and there may be other axes."""
        random = self.random
        used = {axis.name for axes in lists for axis in axes} | manual
        unused = [AxisRef(axis.name) for axis in self.mesh.axes if axis.name not in used]
        rest = (random.choice(unused),) if unused and lists and random.random() < 0.04 else ()
        is_unreduced = random.random() < 0.1
        return Sharding(
            self.shardings.meshes.alike(self.reference),
            tuple([DimensionSharding(axes, random.random() >= 0.05) for axes in lists]),
            () if is_unreduced else rest,
            rest if is_unreduced else (),
        )

    def plan(
        self,
        block: Block,
        operands: Sequence[Value],
        results: Sequence[Type],
        may_have_rule: bool = True,
        is_flow: bool = False,
    ) -> OpPlan:
        attributes = block.random.choice(({"k": ""}, {"mhlo.note": '"a"'})) if block.chance(0.15) else {}
        if not results or not all(map(is_free, results)):
            return OpPlan((), attributes)
        shardings = [self.sharding(type, block.manual) for type in results]
        if any(shardings):
            shardings = [
                found or self.given([()] * rank_of(type)) for found, type in zip(shardings, results, strict=True)
            ]
        return OpPlan(shardings, {**attributes, **per_value(shardings)})

    def tagged(self, type: Type, sharding: Sharding | None) -> Type:
        if not isinstance(type, Tensor) or type.shape is None:
            return type
        lists = [each.axes for each in sharding.dimensions] if sharding is not None else [()] * len(type.shape)
        sizes = [None if size is None else Size(size, axes) for size, axes in zip(type.shape, lists, strict=True)]
        return type._replace(shape=tuple(sizes))

    def fits(self, value: Value, type: Type) -> bool:
        return self.axes(value.type) == self.axes(type)

    def of_argument(self, block: Block, type: Type) -> Sharding | None:
        return self.sharding(type, block.manual)

    def of_result(self, value: Value) -> Sharding | None:
        return value.sharding

    def of_boundary(self, block: Block, types: Sequence[Type]) -> list[Sharding]:
        shardings = [self.given(self.axes(type)) for type in types if mlir(type) is not None]
        if len(shardings) < len(types) or not (any(each.axes for each in shardings) or block.chance(0.6)):
            return []
        return shardings

    def after(self, block: Block, op: Op, values: Sequence[Value]) -> None:
        """Sums along the axes of dimensions that the result does not have any more."""
        if op.name not in REDUCING or len(values) != 1 or block.chance(self.strange_share):
            return
        (value,) = values
        result = value.sharding or self.given(self.axes(value.type))
        kept = result.used_axes
        lost: list[AxisRef] = []
        for operand in op.operands:
            lost += [
                axis
                for axes in self.axes(operand.type)
                for axis in axes
                if not overlaps_any(axis, kept) and not overlaps_any(axis, lost)
            ]
        if lost:
            text = printing.axes_text(merged(ordered(lost, self.mesh), self.mesh))
            head = f"sdy.all_reduce {text} {value.name} out_sharding={printing.sharding(result)}"
            block.op(head, f": {value.type}", [value.type], [result])


def is_free(type: Type) -> bool:
    """Whether values of a type may have a sharding in this policy."""
    return not isinstance(type, Tuple) and mlir(type) is not None


def rank_of(type: Type) -> int:
    return len(type.shape or ()) if isinstance(type, Tensor) else 0


def unsharded(recipe: Recipe, share: float = 0.97) -> Recipe:
    """Returns the recipe for dimensions that are mostly not sharded."""

    def write(block: Block) -> None:
        if isinstance(policy := block.program.policy, Sharded) and block.chance(share):
            policy.pool = []
        recipe(block)

    return write


def one_mesh(random: Random, axes: Sequence[tuple[str, int]], has_order: bool, other_share: float = 0) -> Meshes:
    """Returns the mesh `m`, whose devices may be in another order, and perhaps `n` with a further order."""
    main = Mesh(tuple([MeshAxis(name, size) for name, size in axes]))
    named = {"m": reordered(random, main) if has_order else main}
    if random.random() < other_share:
        named["n"] = reordered(random, main)
        if named["n"] == named["m"]:
            del named["n"]
    return Meshes.of(random, named)


def with_axis(type: Tensor, axis: Sequence[AxisRef], pieces: int) -> Tensor:
    """Returns a type whose first dimension is in that many more pieces, along these axes before its others."""
    first, *rest = type.sizes
    return type._replace(shape=(Size(first * pieces, (*axis, *axes_of(first))), *rest))


def sliced(block: Block, policy: Sharded, type: Tensor) -> Value:
    """Returns a value of a type that an all-slice makes of one that is not sharded."""
    lists = policy.axes(type)
    value = block.value(type._replace(shape=tuple(map(int, type.sizes))))
    if any(policy.axes(value.type)):
        return value
    sharding = policy.given(lists, block.manual)
    texts = ", ".join(map(printing.axes_text, lists))
    head = f"sdy.all_slice [{texts}] {value.name} out_sharding={printing.sharding(sharding)}"
    (made,) = block.op(head, f": {type}", [type], [sharding])
    return made


def manual_computation(block: Block, is_manual: bool = True) -> None:
    """Writes a computation that is manual along a whole axis, which comes first in the first dimensions, or none."""
    policy = checked(Sharded, block.program.policy)
    free = [axis for axis in policy.mesh.axes if axis.name not in block.manual]
    if is_manual and not free:
        return
    axis = [block.random.choice(free)] if is_manual else []
    refs, pieces = [AxisRef(each.name) for each in axis], axis[0].size if axis else 1
    manual = block.manual | {each.name for each in axis}
    outer, block.manual = block.manual, manual
    policy.begin(block)
    types = [Tensor(block.shape(1, 2)) for _ in range(block.random.choice((1, 1, 2)))]
    block.manual = outer
    body = block.child((), isolated=True)
    body.manual, body.computation = manual, object()
    for type in types:
        body.argument(type, policy.given(policy.axes(type), manual))
    outside = [with_axis(tensor_of(value), refs, pieces) for value in body.arguments]
    inputs = [block.value(type) for type in outside]
    body.fill_some()
    result = body.find(lambda value: is_static(value) and bool(tensor_of(value).sizes)) or body.arguments[0]
    body.leave([result], "sdy.return")
    type = with_axis(tensor_of(result), refs, pieces)
    ins, out = [policy.given(policy.axes(each)) for each in outside], policy.given(policy.axes(type))
    axes = printing.manual_axes(ManualAxes(tuple([each.name for each in axis])))
    head = (
        f"sdy.manual_computation({names_of(inputs)}) in_shardings={sharding_list(ins)} "
        f"out_shardings={sharding_list([out])} manual_axes={axes}"
    )
    finish(block, head, inputs, body, [type], [out])
