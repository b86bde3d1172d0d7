"""StableHLO's operations between devices, and between devices and their host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod

from sdyopt.ir.attribute import checked
from tools.generator.attributes import in_any_order
from tools.generator.builder import Block
from tools.generator.literals import ELEMENTS, i64_list, i64_table
from tools.generator.operations import TOKEN, Op, Tensor, Type
from tools.generator.program import Recipe, recipes
from tools.generator.stablehlo.computations import reduction


def replica_groups(block: Block, size: int | None = None, uneven: bool = False) -> str:
    """Who takes part: a table of devices, or axes of a mesh that is there or has a name."""
    if size is None and block.chance(0.3):
        return mesh_axes(block)
    columns = size or block.random.choice([1, 2, 2, 4])
    rows = block.random.choice([0, 1, 2]) if size is None else block.random.choice([1, 2])
    ids = list(range(rows * columns))
    block.random.shuffle(ids)
    table = [ids[row * columns : (row + 1) * columns] for row in range(rows)]
    if uneven and rows and columns > 1 and block.chance(0.3):
        table = [[place if place < len(ids) - 1 else -1 for place in row] for row in table]
    return i64_table(table, columns)


def mesh_axes(block: Block) -> str:
    """`#stablehlo.replica_group_mesh_axes<…>`."""
    meshes = block.program.policy.meshes
    mesh = ""
    axes: Sequence[tuple[str, int]] = (("x", 2), ("y", 4))
    if meshes and block.chance(0.6):
        mesh = block.random.choice(list(meshes))
        axes = meshes[mesh]
    if not mesh or block.chance(0.5):
        listed = [f'{block.pick("", "#stablehlo.mesh_axis")}<name = "{name}", size = {size}>' for name, size in axes]
        count = prod(size for _, size in axes)
        ids = block.pick("", f", device_ids = dense<{i64_list(range(count)[::-1])}> : tensor<{count}xi64>")
        mesh = f"#stablehlo.mesh<axes = [{', '.join(listed)}]{ids}>"
    refs = []
    for name, size in block.random.sample(axes, block.random.randint(0, min(2, len(axes)))):
        more = f", sub_axis_info = (1){block.pick('1', '2')}" if size % 2 == 0 and block.chance(0.3) else ""
        refs.append(f'#stablehlo.axis_ref<name = "{name}"{more}>')
    return f"#stablehlo.replica_group_mesh_axes<mesh = {mesh}, axes = [{', '.join(refs)}]>"


def channel(block: Block, kind: int | None = None) -> str:
    """A channel's handle."""
    handle = f"handle = {block.random.randrange(1, 99)}"
    type = f"type = {block.random.randrange(3) if kind is None else kind}"
    return in_any_order(block.random, "channel_handle", handle, type)


def collective(block: Block, **properties: str) -> dict[str, str]:
    """Properties, and those that most collectives may have."""
    if block.chance(0.4):
        properties["channel_handle"] = channel(block)
        if block.chance() and "dense<>" not in properties["replica_groups"]:
            properties["use_global_device_ids"] = "unit"
    return properties


def all_gather(block: Block) -> None:
    shape = tuple(block.random.randint(1, 6) for _ in range(block.random.randint(1, 3)))
    dimension = block.random.randrange(len(shape))
    factor = block.random.choice([1, 2, 4])
    types = [Tensor(shape, block.pick(*ELEMENTS)) for _ in range(block.random.choice([1, 1, 2]))]
    gathered = (*shape[:dimension], shape[dimension] * factor, *shape[dimension + 1 :])
    properties = collective(block, all_gather_dim=f"{dimension} : i64", replica_groups=replica_groups(block))
    block.emit("stablehlo.all_gather", types, [type._replace(shape=gathered) for type in types], properties)


def all_reduce(block: Block) -> None:
    element = block.pick(*ELEMENTS)
    types = [Tensor(block.loosened(block.shape()), element) for _ in range(block.random.choice([1, 1, 2]))]
    properties = collective(block, replica_groups=replica_groups(block, uneven=True))
    region = reduction(block, [element]).text()
    block.emit("stablehlo.all_reduce", types, types, properties, regions=[region])


def reduce_scatter(block: Block) -> None:
    shape = tuple(block.random.randint(1, 6) for _ in range(block.random.randint(1, 3)))
    dimension = block.random.randrange(len(shape))
    factor = block.random.choice([1, 2, 4])
    element = block.pick(*ELEMENTS)
    operand = Tensor((*shape[:dimension], shape[dimension] * factor, *shape[dimension + 1 :]), element)
    properties = collective(block, scatter_dimension=f"{dimension} : i64", replica_groups=replica_groups(block))
    region = reduction(block, [element]).text()
    block.emit("stablehlo.reduce_scatter", [operand], [Tensor(shape, element)], properties, regions=[region])


def all_to_all(block: Block) -> None:
    rank = block.random.randint(1, 3)
    split, concat = block.random.randrange(rank), block.random.randrange(rank)
    count = block.random.choice([1, 2, 4])
    shape = [block.size() * (count if place == split else 1) for place in range(rank)]
    exchanged = list(shape)
    exchanged[split] //= count
    exchanged[concat] *= count
    types = [Tensor(tuple(shape), block.pick(*ELEMENTS)) for _ in range(block.random.choice([1, 1, 2]))]
    properties = {
        "split_dimension": f"{split} : i64",
        "concat_dimension": f"{concat} : i64",
        "split_count": f"{count} : i64",
        "replica_groups": replica_groups(block, size=count),
    }
    if block.chance(0.4):
        properties["channel_handle"] = channel(block)
    block.emit("stablehlo.all_to_all", types, [type._replace(shape=tuple(exchanged)) for type in types], properties)


def _groups(block: Block, *sizes: int) -> dict[str, str]:
    return {"replica_groups": replica_groups(block, size=block.random.choice(sizes) if sizes else None)}


def _pairs(block: Block) -> dict[str, str]:
    count = block.random.randint(0, 4)
    targets = block.random.sample(range(5), count)
    sources = block.random.sample(range(5), count)
    return {"source_target_pairs": i64_table(list(zip(sources, targets, strict=True)), 2)}


def same_type(block: Block, name: str, properties: Callable[[Block], dict[str, str]], channels: bool = True) -> None:
    """Collectives of one operand whose result has the same type."""
    type = Tensor(block.loosened(block.shape()), block.pick(*ELEMENTS))
    listed = properties(block)
    if channels and block.chance(0.4):
        listed["channel_handle"] = channel(block)
    block.emit(f"stablehlo.{name}", [type], [type], listed)


def device_id(block: Block, name: str) -> None:
    op = Op(f"stablehlo.{name}", (), [Tensor((), "ui32")])
    op.own = lambda entries: f"{entries} : tensor<ui32>"
    block.add(op)


def transferred(block: Block) -> list[Type]:
    return [Tensor(block.shape(), block.pick(*ELEMENTS)) for _ in range(block.random.randrange(3))]


def infeed(block: Block) -> None:
    types = transferred(block)
    properties = {}
    if block.chance(0.7):
        properties["infeed_config"] = block.pick('"in"', '""', r'"a\00"')
    if block.chance(0.4):
        ranks = [len(checked(Tensor, type).sizes) for type in types]
        layouts = [i64_list(range(rank)[::-1]) for rank in ranks]
        properties["layout"] = f"[{', '.join(layouts)}]"
    block.emit("stablehlo.infeed", [TOKEN], [*types, TOKEN], properties)


def outfeed(block: Block) -> None:
    properties = {"outfeed_config": block.pick('"out"', '""')} if block.chance(0.7) else {}
    block.emit("stablehlo.outfeed", [*transferred(block), TOKEN], [TOKEN], properties)


def _transfer(block: Block, host_channel: int) -> dict[str, str]:
    to_host = block.chance()
    properties = {"channel_handle": channel(block, host_channel if to_host else 1)}
    if to_host or block.chance():
        properties["is_host_transfer"] = "true" if to_host else "false"
    if block.chance(0.3):
        properties |= _pairs(block)
    return properties


def send(block: Block) -> None:
    operands = [block.value(type) for type in [*transferred(block), TOKEN]]
    block.add(Op("stablehlo.send", operands, [TOKEN], _transfer(block, 2)))


def recv(block: Block) -> None:
    block.add(Op("stablehlo.recv", [block.value(TOKEN)], [*transferred(block), TOKEN], _transfer(block, 3)))


RECIPES: dict[str, Recipe] = {
    **recipes(globals(), "stablehlo"),
    "stablehlo.collective_broadcast": partial(same_type, name="collective_broadcast", properties=_groups),
    "stablehlo.collective_permute": partial(same_type, name="collective_permute", properties=_pairs),
    "stablehlo.cross-replica-sum": partial(
        same_type, name="cross-replica-sum", properties=lambda block: _groups(block, 1, 2), channels=False
    ),
    **{f"stablehlo.{name}": partial(device_id, name=name) for name in ("partition_id", "replica_id")},
}
