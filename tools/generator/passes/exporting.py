"""Random modules that have what the passes after propagation look for, and much of it: `module(seed)`.

Besides what the modules of SDY have these are equal constants and broadcasts, dots among collectives, shardings that do
not divide, and records of propagation.
"""

from __future__ import annotations

from random import Random

from sdyopt.dialects.sdy import syntax as printing
from tools.generator import sdy
from tools.generator.builder import Block
from tools.generator.operations import Op, Tensor, Value
from tools.generator.program import Recipe
from tools.generator.sdy import collectives, constants
from tools.generator.sdy.annotations import per_value
from tools.generator.sdy.computations import annotated

SIZES = (0, 1, 4, 6, 8, 9, 10, 12, 16)


def module(seed: int) -> str:
    """Returns a valid module, the same for the same seed."""
    random = Random(f"exporting {seed}")
    return sdy.module_of(random, (*sdy.STEP_TABLES, STEPS, STEPS), random.choice((0, 0.2, 0.6)))


def twins(block: Block) -> None:
    """Writes constants of which some are the same, with one attribute or another, and broadcasts of them."""
    type = block.random.choice((Tensor(()), block.tensor_type()))
    scalars: list[Value] = []
    for _ in range(block.random.choice((2, 3, 5))):
        notes = {"mhlo.note": "1 : i32"} if block.chance(0.2) else {}
        scalars.append(constants.constant(block, type, ("stablehlo", "stablehlo", "sdy"), 2, notes))
    for _ in range(0 if type.shape else block.random.choice((1, 3))):
        constants.expanded(block, block.random.choice(scalars))


def matmul(block: Block) -> None:
    """Writes a dot, sharded or not; perhaps gathers come before it, and a reduce-scatter after it."""
    size = block.random.choice((8, 16))
    type = Tensor((size, size))
    operands = [gathered(block, type) if block.chance(0.5) else block.value(type) for _ in range(2)]
    if block.chance(0.2):
        operands[1] = operands[0]
    shardings = annotated(block).of_results(block, [type], 0.85)
    name = "dot" if block.chance(0.3) else "dot_general"
    op = Op(f"stablehlo.{name}", operands, [type])
    dimensions = "" if name == "dot" else ", contracting_dims = [1] x [0]"
    head = f"stablehlo.{name} {op.uses}{dimensions}"
    (made,) = block.op(head, f": {op.functional}", [type], shardings, per_value(shardings))
    if block.chance(0.7):
        inner = block.alone(made)
        block.random.choice((collectives.all_slice, collectives.reduce_scatter))(inner)
        block.define(inner.own_values[1:])
        if block.chance(0.8):
            block.forget([made])


def gathered(block: Block, type: Tensor) -> Value:
    """Returns an `all_gather` of a value of `type`; a reshard where none of its axes can be gathered."""
    shardings = block.shardings
    made, sharding = collectives.resharded(block, block.value(type))
    if not any(dimension.axes for dimension in sharding.dimensions):
        return made
    axes = ", ".join([printing.axes_text(dimension.axes) for dimension in sharding.dimensions])
    result = sharding.with_axes(lambda axes: ()).replace(replicated=sharding.replicated, unreduced=sharding.unreduced)
    head = f"sdy.all_gather [{axes}] {made.name} out_sharding={printing.sharding(shardings.closed(result))}"
    (found,) = block.op(head, f": {type}", [type], [result])
    if block.chance(0.85):
        block.forget([found])
    return found


def odd_sizes(block: Block) -> None:
    """Writes a value whose sizes few axes divide, with a sharding; later operations may pass it on."""
    type = Tensor(tuple([block.random.choice(SIZES) for _ in range(block.random.choice((1, 2, 3)))]))
    shardings = annotated(block).of_results(block, [type], 0.5)
    block.op("stablehlo.custom_call @odd()", f": () -> {type}", [type], shardings, per_value(shardings))


STEPS: dict[Recipe, float] = {twins: 4, matmul: 6, odd_sizes: 3}
