"""Random modules of gathers and scatters with implicit batch dimensions, or nearly: `module(seed)`.

A component of most indices comes from an iota along dimension 0: alone or in a concatenation, through reshapes,
broadcasts, clamps and selects. Around them stand constants and operations that nothing uses.
"""

from __future__ import annotations

from random import Random
from typing import Any

from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.mlir.write.attributes import text_of
from tools.generator.builder import Block
from tools.generator.functions import write
from tools.generator.literals import i64_array
from tools.generator.operations import Op, RandomLocations, Sizes, Tensor, Value, function_type
from tools.generator.passes.sharding_rules import flags
from tools.generator.program import Program
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings
from tools.generator.stablehlo.computations import binary

NUMBERS = Tensor((4,), "i32")


def argument(block: Block, type: Tensor) -> Value:
    """Returns a new argument of the function, seldom with a sharding."""
    is_sharded = type.is_static and block.chance(0.1)
    return block.root.argument(type, block.sharding(type) if is_sharded else None)


def constant(block: Block, results: list[Value]) -> None:
    """Writes a constant, which may have been there before, and perhaps something that nothing uses."""
    value = block.made(f"stablehlo.constant dense<{block.random.randrange(3)}> : {NUMBERS}", NUMBERS)
    if block.chance(0.5):
        used = block.made(f"stablehlo.add {value.name}, {value.name} : {NUMBERS}", NUMBERS)
        results += [used] * block.chance(0.5)


# Indices.


def iota(block: Block, sizes: Sizes) -> Value:
    """Returns values of that shape that come from an iota, mostly along dimension 0, or do not quite."""
    random, type, kind = block.random, Tensor(sizes, "i32"), block.random.random()
    if None in sizes or not sizes:
        return argument(block, type)

    def of(name: str, value: Value, more: str = "") -> Value:
        return block.made(f"stablehlo.{name} {value.name}{more} : {function_type([value.type], [type])}", type)

    if kind < 0.5:
        dimension = 0 if block.chance(0.85) else random.randrange(len(sizes))
        return block.made(f"stablehlo.iota dim = {dimension} : {type}", type)
    if kind < 0.6:
        return of("reshape", iota(block, random.choice(((*sizes, 1), (*sizes, 1), (1, *sizes), sizes))))
    if kind < 0.72:
        kept = sorted(random.sample(range(len(sizes)), random.randint(1, len(sizes))))
        inner = iota(block, tuple([sizes[dimension] for dimension in kept]))
        return of("broadcast_in_dim", inner, f", dims = {kept}")
    if kind < 0.8:
        low, high = argument(block, type), argument(block, type)
        return block.made(f"stablehlo.clamp {low.name}, {iota(block, sizes).name}, {high.name} : {type}", type)
    if kind < 0.9:
        predicate = argument(block, Tensor(sizes, "i1"))
        branches = [iota(block, sizes), iota(block, sizes) if block.chance(0.5) else argument(block, type)]
        random.shuffle(branches)
        op = Op("stablehlo.select", [predicate, *branches], [type])
        return block.made(f"stablehlo.select {op.uses} : {predicate.type}, {type}", type)
    if kind < 0.95:
        return block.made(f"stablehlo.negate {iota(block, sizes).name} : {type}", type)
    return argument(block, type)


def indices(block: Block, sizes: Sizes, vector: int) -> Value:
    """Returns indices of that shape, whose components are along the dimension `vector`, if there is such a one."""
    random, type = block.random, Tensor(sizes, "i32")
    if None in sizes and block.chance(0.6):
        return argument(block, type)
    if vector == len(sizes) or block.chance(0.15):
        return iota(block, sizes)
    along = vector if block.chance(0.93) else random.randrange(len(sizes))
    widths = [1] * (sizes[along] or 0)
    if block.chance(0.2) and len(widths) > 1:
        widths[0] += widths.pop()
    if block.chance(0.05):
        widths.insert(random.randint(0, len(widths)), 0)
    shapes = [(*sizes[:along], width, *sizes[along + 1 :]) for width in widths]
    parts = [iota(block, shape) if block.chance(0.8) else argument(block, Tensor(shape, "i32")) for shape in shapes]
    if len(parts) == 1 and block.chance(0.5):
        return parts[0]
    op = Op("stablehlo.concatenate", parts, [type])
    return block.made(f"stablehlo.concatenate {op.uses}, dim = {along} : {op.functional}", type)


# Gathers and scatters.


def gather_or_scatter(block: Block, results: list[Value]) -> None:
    """Writes a gather or a scatter."""
    random = block.random
    rank, batch_rank = random.choice((1, 2, 2, 3, 3)), random.randint(1, 2)
    operand: list[int | None] = [random.choice((2, 3, 4)) for _ in range(rank)]
    batch: list[int | None] = [random.choice((2, 3, 4)) for _ in range(batch_rank)]
    if block.chance(0.95):
        operand[0] = batch[0]
    if block.chance(0.08):
        operand[0] = batch[0] = None
    count = random.choice((1, rank, rank, min(2, rank)))
    index_map = random.sample(range(rank), count)
    if 0 not in index_map and block.chance(0.9):
        index_map[random.randrange(count)] = 0
    collapsed = sorted(random.sample(range(rank), random.randint(0, rank)))
    if 0 not in collapsed and block.chance(0.9):
        collapsed.insert(0, 0)
    vector = batch_rank if block.chance(0.8) else random.randint(0, batch_rank)
    sizes: Sizes = (*batch[:vector], count, *batch[vector:])
    if count == 1 and vector == batch_rank and block.chance(0.3):
        sizes = tuple(batch)
    window = [1 if size is None else random.randint(1, size) for size in operand]
    slices = [1 if dimension in collapsed else window[dimension] for dimension in range(rank)]
    kept = [slices[dimension] for dimension in range(rank) if dimension not in collapsed]
    offsets = sorted(random.sample(range(batch_rank + len(kept)), len(kept)))
    rest = {True: iter(kept), False: iter(batch)}
    shape = tuple([next(rest[place in offsets]) for place in range(batch_rank + len(kept))])
    taken = indices(block, sizes, vector)
    source, part = Tensor(tuple(operand)), Tensor(shape)
    numbers: Any = (*map(tuple, (offsets, collapsed, (), (), index_map)), vector)
    if block.chance(0.5):
        properties = {
            "dimension_numbers": text_of(GatherDimensionNumbers(*numbers)),
            **flags(block, "indices_are_sorted"),
            "slice_sizes": i64_array(slices),
        }
        results += block.add(Op("stablehlo.gather", [argument(block, source), taken], [part], properties), named=True)
        return
    number = 2 if block.chance(0.2) else 1
    inputs, updates = ([argument(block, type) for _ in range(number)] for type in (source, part))
    properties = {
        "scatter_dimension_numbers": text_of(ScatterDimensionNumbers(*numbers)),
        **flags(block, "indices_are_sorted", "unique_indices"),
    }
    region = sums(block, number)
    op = Op("stablehlo.scatter", [*inputs, taken, *updates], [source] * number, properties, [region])
    results += block.add(op, named=True)[:1]


def sums(block: Block, count: int) -> str:
    """Returns the computation of a scatter, which may add a constant."""
    inner = block.child([Tensor(())] * (2 * count))
    has_constant = block.chance(0.4)
    constants = [inner.made("stablehlo.constant dense<1.0> : tensor<f32>", Tensor(()))] if has_constant else []
    found = []
    for place in range(count):
        other = constants[0] if constants and block.chance(0.5) else inner.arguments[count + place]
        found.append(binary(inner, "add", inner.arguments[place], other))
    inner.leave(found)
    return inner.text()


def step(block: Block, results: list[Value]) -> None:
    """Writes a gather or scatter, or something beside them; perhaps in a region."""
    if block.chance(0.3):
        constant(block, results)
    elif block.chance(0.1):
        inner, inside = block.child(()), list[Value]()
        step(inner, inside)
        inner.leave(inside)
        selector, types = argument(block, Tensor((), "i32")), [value.type for value in inside]
        results += block.add(Op("stablehlo.case", [selector], types, regions=[inner.text()]), named=True)
    else:
        gather_or_scatter(block, results)


def module(seed: int) -> str:
    """Returns a module, the same for the same seed."""
    random = Random(f"implicit batching {seed}")
    shardings = Shardings(random, Meshes.of(random, {"mesh": Mesh((MeshAxis("a", 2),))}), 0)
    aliases: list[str] = []
    functions = shardings.meshes.definitions()
    for symbol in ("@main", "@f")[: random.choice((1, 1, 2))]:
        program = Program(random, {}, locations=RandomLocations(random, 0.2, 0), shardings=shardings)
        program.has_fancy_names, program.decorated, program.aliases = False, 0.2, aliases
        block, results = Block(program), list[Value]()
        for _ in range(random.choice((1, 2, 2, 3))):
            step(block, results)
        functions.append(write(block, symbol, [value for value in results if block.chance(0.9)]))
    return "\n".join([*aliases, *functions, ""])
