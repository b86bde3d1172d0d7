"""Random constants, and sub-computations of constants, which later ops share."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir.attribute import Type
from sdyopt.ir.types import FloatType, RankedTensorType
from sdyopt.mlir.write.attributes import text_of
from tools.generator.sdy.blocks import F32, SCALAR, Block, Value, per_value, signature_text
from tools.generator.sdy.tensor_ops import binary, broadcast, reshape, slice, unary, write


def constant(block: Block, type: Type | None = None) -> Value:
    """A constant: one number throughout, or a list of numbers."""
    type = type or (SCALAR if block.chance(0.3) else block.tensor_type())
    assert isinstance(type, RankedTensorType)
    is_float = isinstance(type.element_type, FloatType)
    numbers = ("1.0", "0.0", "-2.5", "3.14159274") if is_float else ("1", "0", "-7", "42")
    element = text_of(type.element_type)
    text = block.random.choice(("true", "false") if element == "i1" else numbers)
    if len(type.shape) == 1 and block.chance(0.3) and element != "i1":
        text = f"[{', '.join([block.random.choice(numbers) for _ in range(type.shape[0])])}]"
    dialect = "sdy" if block.chance(0.15) else "stablehlo"
    shardings = block.shardings([type], 0.1)
    edges = block.plan_edges([type], 0.02) if dialect == "stablehlo" else []
    (made,) = block.op(
        f"{dialect}.constant", f"dense<{text}> : {text_of(type)}", [type], shardings, per_value(shardings), edges
    )
    return made


def iota(block: Block) -> None:
    type = block.tensor_type()
    if type.shape:
        head = f"stablehlo.iota dim = {block.random.randrange(len(type.shape))}"
        write(block, head, [], f": {text_of(type)}", [type])


def scalar_expansion(block: Block) -> None:
    """A scalar constant, broadcast to one of the usual types."""
    scalar = constant(block, RankedTensorType((), F32))
    type = RankedTensorType(block.tensor_type().shape, F32)
    head = f"stablehlo.broadcast_in_dim {scalar.name}, dims = []"
    write(block, head, [scalar], f": ({text_of(scalar.type)}) -> {text_of(type)}", [type])


def sub_computation(block: Block) -> None:
    """Some constants, and ops that use nothing else."""
    inner = Block(block.program, (), block.manual, block.computation, block.depth)
    constant(inner)
    for _ in range(block.random.choice((1, 2, 4))):
        block.random.choice(CONSTANT_STEPS)(inner)
    block.lines += inner.lines
    block.values += inner.values


def two_uses(block: Block) -> None:
    """An op that uses a value, that is constant more often than not, twice."""
    value = block.any_value()
    block.op(f"stablehlo.custom_call @use({value.name}, {value.name})", f": {signature_text([value, value], [])}", [])


def any_constant(block: Block) -> None:
    constant(block)


CONSTANT_STEPS: tuple[Callable[[Block], None], ...] = (
    any_constant,
    iota,
    scalar_expansion,
    unary,
    binary,
    reshape,
    slice,
    broadcast,
)
"""What may come next in a block that computes nothing but constants (as far as there are constants to use)."""

STEPS: dict[Callable[[Block], None], float] = {
    any_constant: 4,
    iota: 2,
    scalar_expansion: 3,
    sub_computation: 2,
    two_uses: 3,
}
"""What may come next in a block, and how often."""
