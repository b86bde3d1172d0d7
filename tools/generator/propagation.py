"""Random modules whose shardings can be propagated: `module(seed)`.

They have the operations of the SDY and StableHLO generators, but nothing that the propagation of the reference does not
survive: meshes have names, no value is in two groups, there is a main function, and no size is dynamic. Values are
rather used than dead, and most functions call each other.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random

from sdyopt.ir.types import RankedTensorType
from tools.generator import mixed
from tools.generator.sdy import collectives, computations, constants, constraints, modules, tensor_ops
from tools.generator.sdy.blocks import BF16, F32, I32, SHAPES, Block, Program, Value, names_of, signature_text
from tools.generator.sdy.locations import Locations
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings
from tools.generator.sdy.tensor_ops import write

Step = Callable[[Block], None]


def shape_of(value: Value) -> tuple[int, ...]:
    """The shape of a tensor."""
    assert isinstance(value.type, RankedTensorType)
    return value.type.shape


def typed(value: Value, shape: tuple[int, ...]) -> RankedTensorType:
    """A tensor of that shape with the elements of `value`."""
    assert isinstance(value.type, RankedTensorType)
    return RankedTensorType(shape, value.type.element_type)


def dot_general(block: Block) -> None:
    """A product with any batching and contracting dimensions."""
    left = block.tensor(lambda type: len(type.shape) >= 1)
    shape = shape_of(left)
    kinds = [block.random.choice(("batch", "contract", "free", "free")) for _ in shape]
    batch = [dimension for dimension, kind in enumerate(kinds) if kind == "batch"]
    contracted = [dimension for dimension, kind in enumerate(kinds) if kind == "contract"]
    free = [dimension for dimension, kind in enumerate(kinds) if kind == "free"]
    own = [block.random.choice((4, 8, 16)) for _ in range(block.random.choice((0, 1, 1)))]
    sizes = [shape[dimension] for dimension in (*batch, *contracted)]
    right = block.value(typed(left, (*sizes, *own)))
    pairs = {
        "batching_dims": (batch, list(range(len(batch)))),
        "contracting_dims": (contracted, list(range(len(batch), len(sizes)))),
    }
    texts = [f"{name} = {lists[0]} x {lists[1]}" for name, lists in pairs.items() if lists[0]]
    if "contracting_dims" not in "".join(texts):
        texts.append("contracting_dims = [] x []")
    type = typed(left, tuple([shape[dimension] for dimension in (*batch, *free)] + own))
    operands = [left, right]
    head = f"stablehlo.dot_general {names_of(operands)}, {', '.join(texts)}"
    write(block, head, operands, f": {signature_text(operands, [type])}", [type])


def merge_or_split(block: Block) -> None:
    """A reshape that merges neighbouring dimensions, or splits one."""
    value = block.tensor(lambda type: len(type.shape) >= 1)
    shape = list(shape_of(value))
    at = block.random.randrange(len(shape))
    if at + 1 < len(shape) and block.chance(0.5):
        shape[at : at + 2] = [prod(shape[at : at + 2])]
    else:
        divisors = [size for size in (1, 2, 3, 4, 8) if shape[at] % size == 0]
        part = block.random.choice(divisors)
        shape[at : at + 1] = [part, shape[at] // part]
    type = typed(value, tuple(shape))
    write(block, f"stablehlo.reshape {value.name}", [value], f": {signature_text([value], [type])}", [type])


def dynamic_slice(block: Block) -> None:
    """A slice at indices that are not known, or an update there."""
    value = block.tensor(lambda type: len(type.shape) >= 1)
    shape = shape_of(value)
    part = tuple([block.random.choice((size, size, max(1, size // 2))) for size in shape])
    indices = [block.value(RankedTensorType((), I32)) for _ in shape]
    type = typed(value, part)
    if block.chance(0.5):
        operands = [value, *indices]
        head = f"stablehlo.dynamic_slice {names_of(operands)}, sizes = {list(part)}"
        write(block, head, operands, f": {signature_text(operands, [type])}", [type])
    else:
        operands = [value, block.value(type), *indices]
        head = f"stablehlo.dynamic_update_slice {names_of(operands)}"
        write(block, head, operands, f": {signature_text(operands, [value.type])}", [value.type])


def group(block: Block) -> None:
    """A membership in a sharding group, of a value that is in none."""
    grouped = [line.split()[1] for line in block.lines if line.startswith("sdy.sharding_group ")]
    value = block.find(lambda value: isinstance(value.type, RankedTensorType) and value.name not in grouped)
    if value is not None:
        only = Block(block.program, [value], block.manual, block.computation, block.depth)
        constraints.group(only)
        block.lines += only.lines


STEPS: dict[Step, float] = {
    dot_general: 8,
    merge_or_split: 4,
    dynamic_slice: 3,
    group: 2,
    mixed.recipe: 4,
    computations.call: 4,
    computations.manual_computation: 2,
}
"""What may come next in a block besides what the SDY generator has, or more often than there."""

LEFT_OUT = (constraints.group, constraints.groups, tensor_ops.dynamic, tensor_ops.tuples)

TABLES = (tensor_ops.STEPS, constants.STEPS, constraints.STEPS, collectives.STEPS, computations.STEPS, STEPS)
WEIGHTS = (2, 0.3, 1, 0.1, 1, 2)
"""How often the steps of each table come."""


def module(seed: int) -> str:
    """The text of a module; nearly all are valid."""
    random = Random(f"propagation {seed}")
    meshes = Meshes(random, inlined_share=0)
    program = Program(
        random,
        Shardings(random, meshes),
        Locations(random),
        {
            step: share * weight * random.choice((0.2, 1, 1, 3))
            for table, weight in zip(TABLES, WEIGHTS, strict=True)
            for step, share in table.items()
            if step not in LEFT_OUT
        },
        [RankedTensorType(shape, random.choice((F32, F32, F32, BF16))) for shape in random.sample(SHAPES, 3)],
        random.choice((4, 8, 15, 25, 40, 60)),
        edge_share=random.choice((0, 0, 0.3)),
        stray_edges=False,
        function_edge_share=random.choice((0, 0, 0.5)),
    )
    helpers = random.sample(("f", "g", "helper"), random.choice((0, 0, 1, 2)))
    parts = [modules.function(program, name, 0.1) for name in helpers]
    parts.append(modules.function(program, "main" if helpers else random.choice(("main", "only")), 0, results=6))
    parts += program.declarations
    random.shuffle(parts)
    return "\n".join([*program.aliases, *meshes.definitions(), *parts, *program.locations.definitions()]) + "\n"


PREPARATIONS = ("sdy-add-data-flow-edges", "sdy-apply-sharding-constraints")
PROPAGATIONS = ("basic", "aggressive", "op-priority", "user-priority")
PASSES = ("sdy-populate-op-sharding-rules", *[f"sdy-{kind}-propagate" for kind in PROPAGATIONS])
STRATEGIES = ("basic", "aggressive", "basic-then-aggressive")


def pipeline(random: Random, name: str) -> tuple[str, ...]:
    """The pass of that name, one of PASSES, with any options, and what may run before it."""
    prepared = [other for other in PREPARATIONS if random.random() < 0.4]
    return ("sdy-lift-inlined-meshes", *prepared, with_options(random, name))


def with_options(random: Random, name: str) -> str:
    """The pass of that name, one of PASSES, with any of its options."""
    shares = {"conservative-propagation": 0.25}
    if name in PASSES[1:]:
        shares |= {"keep-sharding-rules": 0.25, "debug-propagation-edge-sharding": 0.3, "debug-sharding-origins": 0.1}
    options = [f"{option}=true" for option, share in shares.items() if random.random() < share]
    if name in PASSES[2:] and random.random() < 0.4:
        options.append(f"propagation-strategy={random.choice(STRATEGIES)}")
    if name in PASSES[3:] and random.random() < 0.2:
        options.append("run-op-priority-propagation=false")
    return f"{name}{{{' '.join(options)}}}" if options else name
