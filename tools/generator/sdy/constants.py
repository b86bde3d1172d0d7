"""Random constants, and sub-computations of constants, which later operations share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tools.generator.builder import Block
from tools.generator.operations import Op, Tensor, Value, signature
from tools.generator.program import Recipe
from tools.generator.sdy.annotations import Annotated, per_value
from tools.generator.sdy.tensors import binary, of_stablehlo, unary

FLOATS = ("1.0", "0.0", "-2.5", "3.14159274")
INTEGERS = ("1", "0", "-7", "42")
LONGEST_LIST = 1024
SIGNED = ("i8", "i16", "i32", "i64")


def constant(
    block: Block,
    type: Tensor | None = None,
    dialects: Sequence[str] = ("stablehlo",) * 6 + ("sdy",),
    numbers: int = len(FLOATS),
    notes: Mapping[str, str] | None = None,
) -> Value:
    """Returns a constant: one of the first `numbers` throughout, or a list of these."""
    type = type or (Tensor(()) if block.chance(0.3) else block.tensor_type())
    texts = FLOATS if type.is_float else INTEGERS if type.element in SIGNED else INTEGERS[:2]
    if type.element == "i1":
        texts = ("true", "false")
    text = block.random.choice(texts[:numbers])
    if type.element.startswith("complex"):
        text = f"({block.random.choice(FLOATS)}, 0.0)"
    if len(type.sizes) == 1 and block.chance(0.2) and type.element in ("f32", "i32") and type.sizes[0] <= LONGEST_LIST:
        text = f"[{', '.join([block.random.choice(texts[:numbers]) for _ in range(type.sizes[0])])}]"
    return given_constant(block, type, text, block.random.choice(dialects), notes)


def given_constant(
    block: Block, type: Tensor, text: str, dialect: str = "stablehlo", notes: Mapping[str, str] | None = None
) -> Value:
    """Returns a constant of these elements."""
    policy = block.program.policy
    shardings = policy.of_results(block, [type], 0.1) if isinstance(policy, Annotated) and dialect != "chlo" else [None]
    attributes = {**per_value(shardings), **(notes or {})}
    (made,) = block.op(f"{dialect}.constant", f"dense<{text}> : {type}", [type], shardings, attributes)
    return made


def scalar_expansion(block: Block) -> None:
    """Writes a scalar constant, broadcast to one of the usual types."""
    expanded(block, constant(block, Tensor(())))


def expanded(block: Block, scalar: Value) -> None:
    """Writes a broadcast of a scalar."""
    type = block.tensor_type()._replace(element="f32")
    op = Op("stablehlo.broadcast_in_dim", [scalar], [type], {"broadcast_dimensions": "array<i64>"})
    block.add(op.in_form(f"{op.uses}, dims = []", "broadcast_dimensions"), named=True)


def fill(block: Block, count: int) -> None:
    """Writes operations that compute only constants, as far as there are constants to use."""
    makes, block.makes_arguments = block.makes_arguments, False
    for _ in range(count):
        block.random.choice(CONSTANT_STEPS)(block)
    block.makes_arguments = makes


def sub_computation(block: Block) -> None:
    """Writes some constants, and operations that use nothing else."""
    inner = block.child((), isolated=True)
    inner.depth, inner.lines = block.depth, block.lines
    constant(inner)
    fill(inner, block.random.choice((1, 2, 4)))
    block.define(inner.own_values)


def two_uses(block: Block) -> None:
    """Writes an operation that uses a value, mostly a constant, twice."""
    value = block.any_value()
    block.op(f"stablehlo.custom_call @use({value.name}, {value.name})", f": {signature([value, value], [])}", [])


CONSTANT_STEPS: tuple[Recipe, ...] = (
    constant,
    scalar_expansion,
    unary,
    binary,
    *of_stablehlo(iota=1, reshape=1, slice=1, broadcast_in_dim=1),
)

STEPS: dict[Recipe, float] = {constant: 4, **of_stablehlo(iota=2), scalar_expansion: 3, sub_computation: 2, two_uses: 3}
