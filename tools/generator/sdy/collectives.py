"""Random collectives of SDY: `out_sharding` is what the op's axes make of the operand's sharding."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sdyopt.dialects.sdy import printing
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
from sdyopt.ir.types import ShapedType
from sdyopt.mlir.write.attributes import text_of
from tools.generator.sdy.blocks import Block, Value
from tools.generator.sdy.meshes import MeshRef


def has_mesh_with_axes(block: Block, value: Value) -> bool:
    """Whether `value` is a tensor with a sharding on a mesh that has axes."""
    if value.sharding is None or not isinstance(value.type, ShapedType) or value.type.dimensions is None:
        return False
    return bool(mesh_of(block, value.sharding).axes)


def mesh_of(block: Block, sharding: Sharding) -> Mesh:
    return block.program.shardings.meshes.mesh(sharding.mesh)


def sharded_operand(block: Block) -> tuple[Value, Sharding]:
    """A value and its sharding; a new one with a reshard if there is none."""
    value = block.find(
        lambda value: has_mesh_with_axes(block, value) and any(d.axes for d in value.sharding.dimensions)  # type: ignore[union-attr]
    )
    if value is not None and value.sharding is not None:
        return value, value.sharding
    tensor = block.tensor()
    meshes = block.program.shardings.meshes
    sharding = block.program.shardings.of(tensor.type, block.manual, meshes.reference_with_axes())
    head = f"sdy.reshard {tensor.name} {printing.sharding(sharding)}"
    (made,) = block.op(head, f": {text_of(tensor.type)}", [tensor.type], [sharding])
    return made, sharding


def any_operand(block: Block) -> tuple[Value, Sharding]:
    """As `sharded_operand`, or a value without a sharding, which counts as not sharded."""
    if block.chance(0.7):
        return sharded_operand(block)
    value = block.find(
        lambda value: value.sharding is None and isinstance(value.type, ShapedType) and bool(value.type.dimensions)
    )
    if value is None or not isinstance(value.type, ShapedType):
        return sharded_operand(block)
    reference = block.program.shardings.meshes.reference_with_axes()
    return value, Sharding(reference, (DimensionSharding(()),) * len(value.type.dimensions or ()))


def collective(block: Block, name: str, axes: str, value: Value, result: Sharding, mesh: MeshRef | None = None) -> None:
    """Adds a collective, if `result` is a valid sharding of its result; on any reference to its mesh, or on `mesh`."""
    result = block.program.shardings.with_other_details(result)
    if mesh is not None:
        result = Sharding(mesh, result.dimensions, result.replicated, result.unreduced)
    if check_sharding(result, value.type, mesh_of(block, result)) is None:
        head = f"sdy.{name} {axes}{' ' if axes else ''}{value.name} out_sharding={printing.sharding(result)}"
        block.op(head, f": {text_of(value.type)}", [value.type], [result])


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
    if removed and block.chance(0.4):
        divisors = [part for part in range(2, size(removed[0], mesh)) if size(removed[0], mesh) % part == 0]
        if divisors:
            major, minor = split(removed[0], block.random.choice(divisors), mesh)
            return (*kept, major), (minor, *removed[1:])
    return kept, removed


def all_gather(block: Block) -> None:
    value, sharding = sharded_operand(block)
    mesh = mesh_of(block, sharding)
    cuts = [cut_end(block, dimension.axes, mesh) for dimension in sharding.dimensions]
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
        free = block.program.shardings.unused_parts(sharding, block.manual)
        added: list[list[AxisRef]] = [[] for _ in sharding.dimensions]
        for axis in free:
            if added and block.chance(0.6):
                block.random.choice(added).append(axis)
        lists = [merged(axes, mesh) for axes in added]
        dimensions = [
            merged((*dimension.axes, *axes), mesh) for dimension, axes in zip(sharding.dimensions, lists, strict=True)
        ]
        collective(block, name, lists_text(lists), value, with_axes(sharding, dimensions))

    return step


def all_reduce(block: Block) -> None:
    value, sharding = any_operand(block)
    mesh = mesh_of(block, sharding)
    free = [*block.program.shardings.unused_parts(sharding, block.manual), *sharding.unreduced]
    axes = merged(ordered([axis for axis in free if block.chance(0.5)], mesh), mesh)
    unreduced = tuple([axis for axis in sharding.unreduced if not overlaps_any(axis, axes)])
    text = printing.axes_text(axes)
    collective(block, "all_reduce", text, value, sharding.replace(unreduced=unreduced), sharding.mesh)


def replicated_to_unreduced(block: Block) -> None:
    value, sharding = sharded_operand(block)
    mesh = mesh_of(block, sharding)
    free = [*block.program.shardings.unused_parts(sharding, block.manual), *sharding.replicated]
    axes = merged(ordered([axis for axis in free if block.chance(0.6)], mesh), mesh)
    replicated = tuple([axis for axis in sharding.replicated if not overlaps_any(axis, axes)])
    unreduced = merged(ordered((*sharding.unreduced, *axes), mesh), mesh)
    if axes and block.program.shardings.meshes.mesh(sharding.mesh).axes:
        # The op wants the very same dimensions.
        result = sharding.replace(replicated=replicated, unreduced=unreduced)
        if check_sharding(result, value.type, mesh) is None:
            head = f"sdy.replicated_to_unreduced {printing.axes_text(axes)} {value.name} "
            head += f"out_sharding={printing.sharding(result)}"
            block.op(head, f": {text_of(value.type)}", [value.type], [result])


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
        if moved:
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
    meshes = block.program.shardings.meshes
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
            other = block.program.shardings.of(value.type, block.manual, sharding.mesh)
            pairs = zip(other.dimensions, sharding.dimensions, strict=True)
            if all(sharded_size(new.axes, mesh) == sharded_size(old.axes, mesh) for new, old in pairs):
                result = other
                break
    head = f"sdy.collective_permute {value.name} out_sharding={printing.sharding(result)}"
    block.op(head, f": {text_of(value.type)}", [value.type], [result])


STEPS: dict[Callable[[Block], None], float] = {
    all_gather: 1,
    sharded_to_unreduced: 1,
    appending("all_slice"): 1,
    appending("reduce_scatter"): 1,
    all_reduce: 1,
    replicated_to_unreduced: 1,
    all_to_all: 1,
    collective_permute: 1,
}
"""What may come next in a block, and how often."""
