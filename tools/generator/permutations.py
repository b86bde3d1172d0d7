"""Random modules of operations with permutation factors, on sharded tensors: `module(seed)`.

Reversals, slices, paddings, windows and convolutions, whose sizes are often not divided by the axes; operations with
random sharding rules; reversals in manual computations; and symbols that are in the way of new meshes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import sdyopt
from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name
from sdyopt.dialects.sdy.shardings.slots import set_sharding, sharding_of, slot_of
from sdyopt.dialects.stablehlo.ops.shapes import SLICE
from sdyopt.ir.attributes import I1, I64
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import string_token, symbol_token
from sdyopt.passes.permutation_factors.exchange.device_order import reversed_mesh
from tools.generator import incompatible_shardings, sharding_rules
from tools.generator.literals import i64_array
from tools.generator.sdy.blocks import F32
from tools.generator.sdy.meshes import Meshes, axis_parts
from tools.generator.sdy.shardings import Shardings
from tools.generator.stablehlo import RandomProgram, computations, control, products, shapes
from tools.generator.stablehlo.elementwise import Recipe
from tools.generator.stablehlo.values import Block, Op, Tensor

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
"""What may run before the pass."""

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

MOST_OPERATIONS = 8


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
    functions.append(Program(random).text())
    text = "\n".join(functions)
    is_nested = random.random() < 0.05
    if is_nested:
        text = nested(random, meshes, text)
    try:
        program = sdyopt.parse(text)
    except sdyopt.Error:
        return text
    named = meshes_by_name(program.operation)
    if any(mesh.axes for mesh in named.values()):
        incompatible_shardings.shard(program.operation, random, Meshes.of(random, named))
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
    sharding = sharding_of(operand)
    if sharding is not None:
        set_sharding(result, sharding)
    elif (of_result := sharding_of(result)) is not None and slot_of(operand) is not None:
        set_sharding(operand, of_result)


def add_reversed_meshes(random: Random, meshes: Meshes) -> None:
    """Adds a mesh that the pass may need, or two, under the name that it would get or another one."""
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        name, mesh = random.choice(list(meshes.named.items()))
        parts = axis_parts(random, mesh, frozenset())
        if parts:
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


class Program(RandomProgram):
    """A function of operations most of which have permutation factors."""

    def __init__(self, random: Random) -> None:
        super().__init__(random.randrange(10**9), decorated=0)
        self.sizes = random.choice(SIZES)
        self.locations = random.random() < 0.2

    def operation(self, block: Block) -> None:
        """Writes one of the operations into a block."""
        RECIPES[self.chance.choice(NAMES)](block)

    def text(self) -> str:
        """The function, with what it needs."""
        block = Block(self, depth=1)
        for _ in range(self.chance.randint(1, MOST_OPERATIONS)):
            self.operation(block)
        block.lines.append("return")
        arguments = ", ".join([f"{name}: {type}" for name, type in block.arguments])
        return "\n".join([*self.declarations, f"func.func @main({arguments}) {block.text(labelled=False)}\n"])


def reversal_of_known(block: Block) -> None:
    """A reversal of a value that is there, so that there are chains."""
    known = [value for value in block.values if isinstance(value.type, Tensor) and value.type.shape]
    if not known:
        shapes.reverse(block)
        return
    value = block.chance.choice(known)
    assert isinstance(value.type, Tensor) and value.type.shape is not None
    rank = len(value.type.shape)
    dimensions = sorted(block.chance.sample(range(rank), block.chance.randint(1, rank)))
    block.add(Op("stablehlo.reverse", [value], [value.type], {"dimensions": i64_array(dimensions)}), named=True)


def start_of(block: Block) -> None:
    """A slice from the start, which often leaves devices with what they have."""
    shape = block.shape(1, 3)
    limits = tuple(size - block.chance.choice((0, 0, 1, 1, 2)) if size > 1 else size for size in shape)
    sharding_rules.sliced(block, block.value(Tensor(shape, block.pick("f32", "i32"))), limits)


RECIPES: dict[str, Recipe] = {
    **{f"reverse {number}": shapes.reverse for number in range(4)},
    **{f"reversal {number}": reversal_of_known for number in range(5)},
    **{f"start {number}": start_of for number in range(3)},
    **{name: shapes.RECIPES[f"stablehlo.{name}"] for name in ("slice", "pad", "concatenate", "dynamic_slice")},
    **{
        name: computations.RECIPES[f"stablehlo.{name}"]
        for name in ("reduce_window", "select_and_scatter", "reduce", "sort")
        if f"stablehlo.{name}" in computations.RECIPES
    },
    **{
        name: products.RECIPES[f"stablehlo.{name}"]
        for name in ("cholesky", "convolution", "fft", "triangular_solve")
        if f"stablehlo.{name}" in products.RECIPES
    },
    **{
        name: control.RECIPES[f"stablehlo.{name}"]
        for name in ("while", "case", "optimization_barrier")
        if f"stablehlo.{name}" in control.RECIPES
    },
    "plain convolution": sharding_rules.plain_convolution,
    "concatenation": sharding_rules.concatenation,
    "dynamic_update_slice": sharding_rules.dynamic_update_slice,
}
"""What writes the operations."""

NAMES = sorted(RECIPES)


def uneven_reversals(random: Random, meshes: Meshes) -> str:
    """A function of reversals of tensors that are a little smaller than what the axes divide."""
    shardings = Shardings(random, meshes, random.choice((0, 0, 0.1)))
    arguments, lines = [], []
    for number in range(random.choice((1, 1, 2, 3))):
        reference = meshes.reference_with_axes()
        shape = (64,) * random.choice((1, 1, 2, 2, 3))
        sharding = incompatible_shardings.without_priorities(
            shardings.of(RankedTensorType(shape, F32), reference=reference)
        )
        counts = [sharded_size(dimension.axes, meshes.mesh(reference)) for dimension in sharding.dimensions]
        blocks = [random.randint(1, 5) for _ in counts]
        missing = [
            random.randint(0, min(block + 1, block * count)) for block, count in zip(blocks, counts, strict=True)
        ]
        sizes = [block * count - less for block, count, less in zip(blocks, counts, missing, strict=True)]
        type = text_of(RankedTensorType(tuple(sizes), random.choice((F32, F32, I1, I64))))
        arguments.append(f"%x{number}: {type} {{sdy.sharding = #sdy.sharding{printing.sharding(sharding)}}}")
        listed = ", ".join([str(number) for number in range(len(shape)) if random.random() < 0.7])
        lines.append(f"%y{number} = stablehlo.reverse %x{number}, dims = [{listed}] : {type}")
        if random.random() < 0.5:
            lines.append(f"%z{number} = stablehlo.reverse %y{number}, dims = [{listed}] : {type}")
    body = "\n".join(lines)
    return f"func.func @uneven({', '.join(arguments)}) {{\n{body}\nreturn\n}}"


def manual_computation(random: Random, meshes: Meshes) -> str:
    """A function of a manual computation in which tensors are reversed and cut."""
    shardings = Shardings(random, meshes, random.choice((0, 0, 0.1)))
    reference = meshes.reference_with_axes()
    mesh = meshes.mesh(reference)
    manual = frozenset([axis.name for axis in mesh.axes if random.random() < 0.4])
    shape = tuple([random.choice((6, 7, 8, 10, 12, 16)) for _ in range(random.choice((1, 2, 2)))])
    outside = RankedTensorType(shape, F32)
    cut = shardings.cut(outside, reference, manual, frozenset())
    type, value, lines = cut.type, "%y", []
    for number in range(random.choice((1, 1, 2))):
        local = printing.sharding(incompatible_shardings.without_priorities(shardings.of(type, manual, reference)))
        attribute = f" {{sdy.sharding = #sdy.sharding_per_value<[{local}]>}}" if random.random() < 0.8 else ""
        assert isinstance(type, RankedTensorType)
        listed = ", ".join([str(number) for number in range(len(shape)) if random.random() < 0.7])
        line = f"%r{number} = stablehlo.reverse {value}, dims = [{listed}]{attribute} : {text_of(type)}"
        lines.append(line)
        value = f"%r{number}"
    back = shardings.uncut(type, reference, manual, frozenset())
    axes = manual_axes(mesh, manual)
    body = "\n".join(lines)
    return (
        f"func.func @manual(%x: {text_of(outside)}) {{\n"
        f"%0 = sdy.manual_computation(%x) in_shardings=[{printing.sharding(cut.sharding)}] "
        f"out_shardings=[{printing.sharding(back.sharding)}] manual_axes={{{axes}}} (%y: {text_of(type)}) {{\n"
        f"{body}\nsdy.return {value} : {text_of(type)}\n}} : ({text_of(outside)}) -> {text_of(back.type)}\nreturn\n}}"
    )


def manual_axes(mesh: Mesh, manual: frozenset[str]) -> str:
    """The names of axes in mesh order."""
    return ", ".join([string_token(axis.name) for axis in mesh.axes if axis.name in manual])
