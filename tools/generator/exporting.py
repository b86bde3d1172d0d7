"""Random modules that have what the passes after propagation look for, and much of it: `module(seed)`.

Besides what the modules of SDY have these are equal constants and broadcasts, dots among collectives, shardings that do
not divide, and records of propagation.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sdyopt.dialects.sdy import printing
from sdyopt.ir.types import FloatType, RankedTensorType
from sdyopt.mlir.write.attributes import text_of
from tools.generator.sdy import modules
from tools.generator.sdy.blocks import F32, SCALAR, Block, Value, names_of, per_value, signature_text
from tools.generator.sdy.collectives import STEPS as COLLECTIVES

Step = Callable[[Block], None]

SIZES = (0, 1, 4, 6, 8, 9, 10, 12, 16)


def module(seed: int) -> str:
    """The text of a valid module; the same for the same seed."""
    random = Random(f"exporting {seed}")
    tables = (*modules.STEP_TABLES, STEPS, STEPS)
    return modules.module_of(random, tables, random.choice((0, 0.2, 0.6)))


def twins(block: Block) -> None:
    """Constants of which some are the same, with one attribute or another, and broadcasts of them."""
    type = block.random.choice((SCALAR, block.tensor_type()))
    is_float = isinstance(type.element_type, FloatType)
    numbers = ("1.0", "0.0") if is_float else ("1", "0")
    scalars: list[Value] = []
    for _ in range(block.random.choice((2, 3, 5))):
        dialect = block.random.choice(("stablehlo", "stablehlo", "sdy"))
        shardings = block.shardings([type], 0.1)
        attributes = {**per_value(shardings), **({"mhlo.note": "1 : i32"} if block.chance(0.2) else {})}
        tail = f"dense<{block.random.choice(numbers)}> : {text_of(type)}"
        scalars += block.op(f"{dialect}.constant", tail, [type], shardings, attributes)
    if not type.shape:
        for _ in range(block.random.choice((1, 3))):
            scalar = block.random.choice(scalars)
            result = RankedTensorType(block.tensor_type().shape, F32)
            attributes = {"mhlo.note": "1 : i32"} if block.chance(0.1) else {}
            head = f"stablehlo.broadcast_in_dim {scalar.name}, dims = []"
            block.op(head, f": {signature_text([scalar], [result])}", [result], None, attributes)


def matmul(block: Block) -> None:
    """A dot, sharded or not; perhaps gathers come before it, and a reduce-scatter after it."""
    size = block.random.choice((8, 16))
    type = RankedTensorType((size, size), F32)
    operands = [gathered(block, type) if block.chance(0.5) else block.value(type) for _ in range(2)]
    if block.chance(0.2):
        operands[1] = operands[0]
    shardings = block.shardings([type], 0.85)
    name = "dot" if block.chance(0.3) else "dot_general"
    dimensions = "" if name == "dot" else ", contracting_dims = [1] x [0]"
    head = f"stablehlo.{name} {names_of(operands)}{dimensions}"
    (made,) = block.op(head, f": {signature_text(operands, [type])}", [type], shardings, per_value(shardings))
    if block.chance(0.7):
        inner = Block(block.program, [made], block.manual, block.computation, block.depth)
        steps = [step for step in COLLECTIVES if step.__qualname__.startswith("appending")]
        block.random.choice(steps)(inner)
        block.lines += inner.lines
        block.values += inner.values[1:]
        if block.chance(0.8):
            block.values = [value for value in block.values if value is not made]


def gathered(block: Block, type: RankedTensorType) -> Value:
    """An `all_gather` of a value of `type`; a reshard where none of its axes can be gathered."""
    value = block.value(type)
    meshes = block.program.shardings.meshes
    sharding = block.program.shardings.of(type, block.manual, meshes.reference_with_axes())
    head = f"sdy.reshard {value.name} {printing.sharding(sharding)}"
    (made,) = block.op(head, f": {text_of(type)}", [type], [sharding])
    if not any(dimension.axes for dimension in sharding.dimensions):
        return made
    axes = ", ".join([printing.axes_text(dimension.axes) for dimension in sharding.dimensions])
    result = sharding.with_axes(lambda axes: ()).replace(replicated=sharding.replicated, unreduced=sharding.unreduced)
    head = (
        f"sdy.all_gather [{axes}] {made.name} out_sharding={printing.sharding(block.program.shardings.closed(result))}"
    )
    (found,) = block.op(head, f": {text_of(type)}", [type], [result])
    if block.chance(0.85):
        block.values.remove(found)
    return found


def odd_sizes(block: Block) -> None:
    """A value whose sizes few axes divide, with a sharding; later ops may pass it on."""
    shape = tuple([block.random.choice(SIZES) for _ in range(block.random.choice((1, 2, 3)))])
    type = RankedTensorType(shape, F32)
    shardings = block.shardings([type], 0.5)
    block.op("stablehlo.custom_call @odd()", f": () -> {text_of(type)}", [type], shardings, per_value(shardings))


STEPS: dict[Step, float] = {twins: 4, matmul: 6, odd_sizes: 3}
"""What may come next in a block, and how often."""
