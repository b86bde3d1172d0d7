"""Random collectives of SDY: `out_sharding` is what the op's axes make of the operand's sharding."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import (
    AllToAllParam,
    AllToAllParamList,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    Mesh,
    Sharding,
)
from sdyopt.dialects.sdy.shardings.axes import Axes, merged, ordered, overlaps_any, sharded_size, size, split
from sdyopt.dialects.sdy.verification.shardings import check_sharding
from tools.generator.builder import Block
from tools.generator.operations import Value, is_ranked, tensor_of, verified
from tools.generator.program import Recipe
from tools.generator.sdy.meshes import MeshRef


def has_mesh_with_axes(block: Block, value: Value) -> bool:
    """Whether `value` is a tensor with a sharding on a mesh that has axes."""
    if value.sharding is None or not is_ranked(value):
        return False
    return bool(mesh_of(block, value.sharding).axes)


def mesh_of(block: Block, sharding: Sharding) -> Mesh:
    return block.shardings.meshes.mesh(sharding.mesh)


def sharded_value(block: Block) -> Value | None:
    """Returns a value that is sharded along axes; None if there is none."""
    return block.find(
        lambda value: has_mesh_with_axes(block, value) and any(d.axes for d in value.sharding.dimensions)  # type: ignore[union-attr]
    )


def sharded_operand(block: Block) -> tuple[Value, Sharding]:
    """Returns a value and its sharding; a new one with a reshard if there is none."""
    if (value := sharded_value(block)) is not None and value.sharding is not None:
        return value, value.sharding
    return resharded(block, block.tensor())


def resharded(block: Block, value: Value) -> tuple[Value, Sharding]:
    """Returns a reshard of a value to a mesh that has axes, and its sharding."""
    reference = block.shardings.meshes.reference_with_axes()
    sharding = block.shardings.of_type(value.type, block.manual, reference)
    head = f"sdy.reshard {value.name} {printing.sharding(sharding)}"
    (made,) = block.op(head, f": {value.type}", [value.type], [sharding])
    return made, sharding


def is_trivial(block: Block, value: Value) -> bool:
    """Whether a value is a tensor that is not sharded, or is so on a mesh that has axes."""
    if value.sharding is None:
        return is_ranked(value)
    return has_mesh_with_axes(block, value) and not any(each.axes for each in value.sharding.dimensions)


def any_operand(block: Block) -> tuple[Value, Sharding]:
    """Returns a value as `sharded_operand` does, or one without a sharding, which counts as not sharded."""
    value = sharded_value(block) if block.chance(0.7) else None
    if value is None:
        value = block.find(lambda value: is_trivial(block, value) and bool(tensor_of(value).shape))
    if value is None:
        return sharded_operand(block)
    reference = block.shardings.meshes.reference_with_axes()
    trivial = Sharding(reference, (DimensionSharding(()),) * len(tensor_of(value).shape or ()))
    return value, value.sharding or trivial


def collective(block: Block, name: str, axes: str, value: Value, result: Sharding, mesh: MeshRef | None = None) -> None:
    """Adds a collective, if `result` is a valid sharding of its result; on any reference to its mesh, or on `mesh`."""
    result = block.shardings.with_other_details(result)
    if mesh is not None:
        result = Sharding(mesh, result.dimensions, result.replicated, result.unreduced)
    if check_sharding(result, verified(value.type), mesh_of(block, result)) is None:
        head = f"sdy.{name} {axes}{' ' if axes else ''}{value.name} out_sharding={printing.sharding(result)}"
        block.op(head, f": {value.type}", [value.type], [result])


def may_shard(block: Block, value: Value, place: int, axes: Iterable[AxisRef], mesh: Mesh) -> bool:
    """Whether a collective may shard a dimension of a value along these axes."""
    size = (tensor_of(value).shape or ())[place]
    return block.program.policy.may_shard(size, sharded_size(axes, mesh))


def with_axes(sharding: Sharding, dimensions: Iterable[Axes]) -> Sharding:
    """`sharding` with other axes along its dimensions."""
    kept = tuple([DimensionSharding(axes) for axes in dimensions])
    return Sharding(sharding.mesh, kept, sharding.replicated, sharding.unreduced)


def lists_text(lists: Iterable[Axes]) -> str:
    return printing.axis_ref_lists(AxisRefLists(tuple([AxisRefList(axes) for axes in lists])))


def cut_end(block: Block, axes: Axes, mesh: Mesh) -> tuple[Axes, Axes]:
    """`axes` without some at the end, and those; of the first of them a part may stay."""
    count = block.random.randint(0, len(axes))
    kept, removed = axes[: len(axes) - count], axes[len(axes) - count :]
    if removed and block.chance(block.shardings.split_share):
        divisors = [part for part in range(2, size(removed[0], mesh)) if size(removed[0], mesh) % part == 0]
        if divisors:
            major, minor = split(removed[0], block.random.choice(divisors), mesh)
            return (*kept, major), (minor, *removed[1:])
    return kept, removed


def all_gather(block: Block) -> None:
    value, sharding = sharded_operand(block)
    mesh = mesh_of(block, sharding)
    cuts = [cut_end(block, dimension.axes, mesh) for dimension in sharding.dimensions]
    if not any(removed for _, removed in cuts) and not block.chance(block.shardings.empty_share):
        return
    result = with_axes(sharding, [kept for kept, _ in cuts])
    collective(block, "all_gather", lists_text([removed for _, removed in cuts]), value, result)


def sharded_to_unreduced(block: Block) -> None:
    value, sharding = sharded_operand(block)
    mesh = mesh_of(block, sharding)
    cuts = [cut_end(block, dimension.axes, mesh) for dimension in sharding.dimensions]
    moved = [axis for _, removed in cuts for axis in removed]
    unreduced = merged(ordered((*sharding.unreduced, *moved), mesh), mesh)
    result = with_axes(sharding, [kept for kept, _ in cuts]).replace(unreduced=unreduced)
    collective(block, "sharded_to_unreduced", lists_text([removed for _, removed in cuts]), value, result)


def appending(name: str) -> Callable[[Block], None]:
    """An op that adds axes at the end of dimensions."""

    def step(block: Block) -> None:
        value, sharding = any_operand(block)
        mesh = mesh_of(block, sharding)
        free = block.shardings.unused_parts(sharding, block.manual)
        added: list[list[AxisRef]] = [[] for _ in sharding.dimensions]
        for axis in free:
            if added and block.chance(0.6):
                place = block.random.randrange(len(added))
                axes = (*sharding.dimensions[place].axes, *added[place], axis)
                if may_shard(block, value, place, axes, mesh):
                    added[place].append(axis)
        lists = [merged(axes, mesh) for axes in added]
        if not any(lists) and not block.chance(block.shardings.empty_share):
            return
        dimensions = [
            merged((*dimension.axes, *axes), mesh) for dimension, axes in zip(sharding.dimensions, lists, strict=True)
        ]
        collective(block, name, lists_text(lists), value, with_axes(sharding, dimensions))

    return step


def all_reduce(block: Block) -> None:
    value, sharding = any_operand(block)
    mesh = mesh_of(block, sharding)
    free = [*block.shardings.unused_parts(sharding, block.manual), *sharding.unreduced]
    axes = merged(ordered([axis for axis in free if block.chance(0.5)], mesh), mesh)
    unreduced = tuple([axis for axis in sharding.unreduced if not overlaps_any(axis, axes)])
    text = printing.axes_text(axes)
    collective(block, "all_reduce", text, value, sharding.replace(unreduced=unreduced), sharding.mesh)


def replicated_to_unreduced(block: Block) -> None:
    value, sharding = sharded_operand(block)
    mesh = mesh_of(block, sharding)
    free = [*block.shardings.unused_parts(sharding, block.manual), *sharding.replicated]
    axes = merged(ordered([axis for axis in free if block.chance(0.6)], mesh), mesh)
    replicated = tuple([axis for axis in sharding.replicated if not overlaps_any(axis, axes)])
    unreduced = merged(ordered((*sharding.unreduced, *axes), mesh), mesh)
    if axes and block.shardings.meshes.mesh(sharding.mesh).axes:
        # The op wants the very same dimensions.
        result = sharding.replace(replicated=replicated, unreduced=unreduced)
        if check_sharding(result, verified(value.type), mesh) is None:
            head = f"sdy.replicated_to_unreduced {printing.axes_text(axes)} {value.name} "
            head += f"out_sharding={printing.sharding(result)}"
            block.op(head, f": {value.type}", [value.type], [result])


def all_to_all(block: Block) -> None:
    value, sharding = sharded_operand(block)
    mesh = mesh_of(block, sharding)
    axes = [dimension.axes for dimension in sharding.dimensions]
    free = list(range(len(axes)))
    block.random.shuffle(free)
    params: list[AllToAllParam] = []
    while len(free) >= 2:
        source, target = free.pop(), free.pop()
        kept, moved = cut_end(block, axes[source], mesh)
        if moved and may_shard(block, value, target, (*axes[target], *moved), mesh):
            params.append(AllToAllParam(moved, source, target))
            axes[source] = kept
            axes[target] = merged((*axes[target], *moved), mesh)
    params.sort(key=lambda param: param.source_dimension)
    if params:
        text = printing.all_to_all_param_list(AllToAllParamList(tuple(params)))
        collective(block, "all_to_all", text, value, with_axes(sharding, axes))


def collective_permute(block: Block) -> None:
    """Other axes that cut each dimension in as many pieces, or the same ones on a mesh with other device ids."""
    value, sharding = sharded_operand(block)
    meshes = block.shardings.meshes
    mesh = meshes.mesh(sharding.mesh)
    others = [
        other
        for other in meshes.references
        if meshes.mesh(other).axes == mesh.axes and meshes.mesh(other).device_ids != mesh.device_ids
    ]
    if others and block.chance(0.7):
        result = sharding.replace(mesh=block.random.choice(others))
    else:
        result = sharding
        for _ in range(5):
            other = block.shardings.of_type(value.type, block.manual, sharding.mesh)
            pairs = zip(other.dimensions, sharding.dimensions, strict=True)
            if all(sharded_size(new.axes, mesh) == sharded_size(old.axes, mesh) for new, old in pairs):
                result = other
                break
    if result == sharding and not block.chance(block.shardings.empty_share):
        return
    head = f"sdy.collective_permute {value.name} out_sharding={printing.sharding(result)}"
    block.op(head, f": {value.type}", [value.type], [result])


all_slice, reduce_scatter = appending("all_slice"), appending("reduce_scatter")

STEPS: dict[Recipe, float] = {
    all_gather: 1,
    sharded_to_unreduced: 1,
    all_slice: 1,
    reduce_scatter: 1,
    all_reduce: 1,
    replicated_to_unreduced: 1,
    all_to_all: 1,
    collective_permute: 1,
}
