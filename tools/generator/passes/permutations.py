"""Random modules of operations with permutation factors, on sharded tensors: `module(seed)`.

Reversals, slices, paddings, windows and convolutions, whose sizes are often not divided by the axes; operations with
random sharding rules; reversals in manual computations; and symbols that are in the way of new meshes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, set_sharding, sharding_of, slot_of
from sdyopt.dialects.stablehlo.ops.shapes import SLICE
from sdyopt.ir.operation import Operation
from sdyopt.mlir.write.attributes import symbol_token
from sdyopt.passes.permutation_factors.blocks import reversed_mesh
from tools.generator import sdy
from tools.generator.builder import Block
from tools.generator.functions import parsed, write
from tools.generator.literals import i64_array
from tools.generator.operations import Op, RandomLocations, Tensor, Value, tensor_of
from tools.generator.passes import incompatible_shardings, sharding_rules
from tools.generator.program import Program, Recipe
from tools.generator.sdy import computations
from tools.generator.sdy.computations import annotated
from tools.generator.sdy.meshes import Meshes, axis_parts
from tools.generator.sdy.shardings import Shardings
from tools.generator.stablehlo import RECIPES as ALL
from tools.generator.stablehlo import shapes

PASS, WITHOUT_EXCHANGE = (
    "sdy-resolve-permutation-factors",
    "sdy-resolve-permutation-factors{enable-halo-exchange=false}",
)

PREPARATIONS: tuple[tuple[str, ...], ...] = (
    *[()] * 5,
    ("sdy-basic-propagate", "sdy-close-shardings"),
    ("sdy-insert-explicit-reshards{enable-full-version=true}",),
    ("sdy-basic-propagate", "sdy-close-shardings", "sdy-insert-explicit-reshards{enable-full-version=true}"),
)
"""The passes that may run before the pass."""

SIZES: tuple[Sequence[int], ...] = (
    range(1, 13),
    range(5, 10),
    (3, 5, 7, 9, 11),
    (6, 7, 10, 15),
    (7, 11, 15, 23),
    (2, 4, 8, 16),
    (0, 1, 3, 12),
    (30, 31),
)

MAX_OPERATIONS = 8


def passes(random: Random) -> tuple[str, ...]:
    """Passes of which one resolves permutation factors, mostly the last one."""
    after = random.choice(((), (), (), (), ("sdy-reshard-to-collectives",)))
    return (*random.choice(PREPARATIONS), random.choice((PASS, PASS, PASS, WITHOUT_EXCHANGE)), *after)


def module(seed: int) -> str:
    """The text of a module; nearly all are valid."""
    random = Random(f"permutations {seed}")
    if random.random() < 0.15:
        return incompatible_shardings.with_rules(random)
    if random.random() < 0.1:
        return incompatible_shardings.module(random.randrange(10**9))
    meshes = Meshes(random, inlined_share=0)
    add_reversed_meshes(random, meshes)
    functions = [*with_symbols_in_the_way(random, meshes), *meshes.definitions()]
    random.shuffle(functions)
    if random.random() < 0.2:
        functions.append(manual_computation(random, meshes))
    functions.append(main_function(random))
    text = "\n".join(functions)
    is_nested = random.random() < 0.05
    if is_nested:
        text = nested(random, meshes, text)
    if (program := parsed(text)) is None:
        return text
    named = meshes_by_name(program.operation)
    if any(mesh.axes for mesh in named.values()):
        shardings = Shardings(random, Meshes.of(random, named), random.choice((0, 0, 0, 0, 0.05)), priority_share=0)
        incompatible_shardings.shard(program.operation, shardings, random.choice((0.4, 0.7, 0.9, 1)))
        for op in program.operation.walk():
            if op.signature.definition is SLICE and random.random() < 0.97:
                shard_alike(op)
    text = program.to_text()
    if is_nested or random.random() < 0.5:
        return text
    before, end, _ = text.rpartition("}")
    return f"{before}{uneven_reversals(random, meshes)}\n{end}\n"


def shard_alike(op: Operation) -> None:
    """Gives the operand and the result of a slice the same sharding, if they can have one.

    The reference crashes where they differ.
    """
    operand, result = op.operands[0], op.results[0]
    if (sharding := sharding_of(operand)) is not None:
        set_sharding(result, sharding)
    elif (of_result := sharding_of(result)) is not None and slot_of(operand) is not None:
        set_sharding(operand, of_result)


def add_reversed_meshes(random: Random, meshes: Meshes) -> None:
    """Adds a mesh that the pass may need, or two, under the name that it would get or another one."""
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        name, mesh = random.choice(list(meshes.named.items()))
        if parts := axis_parts(random, mesh, frozenset()):
            taken = random.choice((f"{name}_reversed", f"{name}_reversed_0", "other_order", "z"))
            meshes.named[taken] = reversed_mesh(mesh, tuple(parts[: random.randint(1, len(parts))]))


def with_symbols_in_the_way(random: Random, meshes: Meshes) -> list[str]:
    """Functions that have names which new meshes would get."""
    names = [f"{random.choice(list(meshes.named))}_reversed{random.choice(('', '_0', '_1'))}" for _ in range(2)]
    return [
        f"func.func private {symbol_token(name)}() {{\nreturn\n}}"
        for name in sorted({*names} - {*meshes.named})
        if random.random() < 0.15
    ]


def nested(random: Random, meshes: Meshes, text: str) -> str:
    """The functions in a nested module, whose meshes are outside as well, or not."""
    outside = "\n".join([line for line in meshes.definitions() if random.random() < 0.7])
    return f"{outside}\nmodule @nested {{\n{text}\n}}\n"


def main_function(random: Random) -> str:
    """Returns a function of operations most of which have permutation factors, with what it needs."""
    program = Program(random, STEPS, locations=RandomLocations(random, random.choice((0, 0, 0, 0, 0.7)), 0))
    program.sizes = random.choice(SIZES)
    block = Block(program)
    block.fill(random.randint(1, MAX_OPERATIONS))
    return "\n".join([*program.declarations, write(block, "@main", ()), ""])


def reversal_of_known(block: Block) -> None:
    """Writes a reversal of a value that exists, so that there are chains."""
    value = block.find(lambda value: isinstance(value.type, Tensor) and bool(value.type.shape))
    if value is None:
        shapes.reverse(block)
    else:
        reversal(block, value, chosen(block.random, len(tensor_of(value).shape or ()), 0.7))


def reversal(block: Block, value: Value, dimensions: Sequence[int]) -> Value:
    """Returns the reversal of a value."""
    op = Op("stablehlo.reverse", [value], [value.type], {"dimensions": i64_array(dimensions)})
    op.in_form(f"{op.uses}, dims = {list(dimensions)}", "dimensions", types=value.type)
    (made,) = block.add(op, named=True)
    return made


def chosen(random: Random, rank: int, share: float) -> list[int]:
    """Returns some dimensions."""
    return [dimension for dimension in range(rank) if random.random() < share]


def start_of(block: Block) -> None:
    """A slice from the start, which often leaves devices with what they have."""
    shape = block.shape(1, 3)
    limits = tuple(size - block.random.choice((0, 0, 1, 1, 2)) if size > 1 else size for size in shape)
    sharding_rules.sliced(block, block.value(Tensor(shape, block.pick("f32", "i32"))), limits)


RECIPES: dict[str, Recipe] = {
    **{f"reverse {number}": shapes.reverse for number in range(4)},
    **{f"reversal {number}": reversal_of_known for number in range(5)},
    **{f"start {number}": start_of for number in range(3)},
    **{
        name: ALL[f"stablehlo.{name}"]
        for name in (
            *("case", "cholesky", "concatenate", "convolution", "dynamic_slice", "fft", "optimization_barrier", "pad"),
            *("reduce", "reduce_window", "select_and_scatter", "slice", "sort", "triangular_solve", "while"),
        )
    },
    "plain convolution": sharding_rules.plain_convolution,
    "concatenation": sharding_rules.concatenation,
    "dynamic_update_slice": sharding_rules.dynamic_update_slice,
}
"""The functions that write the operations."""

STEPS = dict.fromkeys([RECIPES[name] for name in sorted(RECIPES)], 1.0)


def uneven_reversals(random: Random, meshes: Meshes) -> str:
    """Returns a function of reversals of tensors that are a little smaller than what the axes divide."""
    shardings = Shardings(random, meshes, random.choice((0, 0, 0.1)), priority_share=0)
    block = Block(Program(random, {}))
    for _ in range(random.choice((1, 1, 2, 3))):
        reference = meshes.reference_with_axes()
        rank = random.choice((1, 1, 2, 2, 3))
        sharding = shardings.of_type(Tensor((64,) * rank), reference=reference)
        counts = [sharded_size(dimension.axes, meshes.mesh(reference)) for dimension in sharding.dimensions]
        sizes = []
        for count in counts:
            part = random.randint(1, 5)
            sizes.append(part * count - random.randint(0, min(part + 1, part * count)))
        value = block.argument(Tensor(tuple(sizes), random.choice(("f32", "f32", "i1", "i64"))), sharding)
        dimensions = chosen(random, rank, 0.7)
        for _ in range(random.choice((1, 2))):
            value = reversal(block, value, dimensions)
    return write(block, "@uneven", ())


def manual_computation(random: Random, meshes: Meshes) -> str:
    """Returns a function of a manual computation in which tensors are reversed."""
    program = sdy.new_program(random, meshes, [{reversal_of_known: 1}])
    program.locations = RandomLocations(random)
    block = Block(program)
    policy = annotated(block)
    policy.shardings = program.shardings = Shardings(random, meshes, random.choice((0, 0, 0.1)), priority_share=0)
    policy.share, policy.edge_share, policy.stray_edges = 0.8, 0, False
    shape = tuple([random.choice((6, 7, 8, 10, 12, 16)) for _ in range(random.choice((1, 2, 2)))])
    program.types = [Tensor(shape)]
    block.argument(Tensor(shape))
    computations.manual_computation(block)
    return write(block, "@manual", ())
