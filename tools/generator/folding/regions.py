"""Operations that fold inside and outside of regions of several dialects."""

from __future__ import annotations

from tools.generator.builder import Block
from tools.generator.operations import Value, names_of, types_of

TENSOR, INDEX, TRUTH, WITNESS = "tensor<4xi32>", "index", "i1", "!shape.witness"
SHAPE, CONDITION = "tensor<2xindex>", "tensor<i1>"
BINARY = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui", "divsi")
CONSTANTS = {
    TENSOR: ("dense<0>", "dense<1>", "dense<[1, 2, 3, 4]>"),
    INDEX: ("0", "1", "2", "3"),
    TRUTH: ("true", "false"),
    CONDITION: ("dense<true>", "dense<false>"),
}
LIBRARY = """shape.function_library @library {
  func VISIBILITY@shape(%value: !shape.value_shape) -> !shape.shape {
    %0 = const_size 2
    %1 = add %0, %0 : !shape.size, !shape.size -> !shape.size
    %2 = from_extents %1, %0 : !shape.size, !shape.size
    return %2 : !shape.shape
  }
} mapping {test.operation = @shape}
shape.func private @unused(%i: index) -> index {
  %c = arith.constant 2 : index
  %0 = shape.mul %c, %i : index, index -> index
  shape.return %0 : index
}
"""


def fill(block: Block) -> None:
    """Writes a few operations."""
    for _ in range(block.random.choice((1, 2, 3, 5))):
        operation(block)


def constant(block: Block, type: str) -> Value:
    """Returns a constant."""
    suffix = "" if type == TRUTH else f" : {type}"
    dialect = block.random.choice(("arith", "arith", "stablehlo")) if "<" in type else "arith"
    return block.made(f"{dialect}.constant {block.random.choice(CONSTANTS[type])}{suffix}", type)


def operation(block: Block) -> None:
    """Writes any operation."""
    kind, type = block.random.random(), block.random.choice((TENSOR, TENSOR, INDEX))
    if kind < 0.3:
        constant(block, block.random.choice(tuple(CONSTANTS)))
    elif kind < 0.75 or block.depth > 3:
        operands = [block.value(type), block.value(type)]
        if block.chance(0.15):
            block.made(f"arith.select {names_of([block.value(TRUTH), *operands])} : {type}", type)
        else:
            block.made(f"arith.{block.random.choice(BINARY)} {names_of(operands)} : {type}", type)
    else:
        block.random.choice((choice, loop, generated, reduced, assuming, computation))(block)


def end(inner: Block, name: str, type: str = TENSOR) -> None:
    """Writes operations into a region, which returns a value."""
    fill(inner)
    inner.leave([inner.value(type)], name)


def choice(block: Block) -> None:
    """Writes an operation with two branches."""
    condition = block.value(CONDITION)
    inner = [block.child(()) for _ in range(2)]
    for branch in inner:
        end(branch, "stablehlo.return")
    regions = ", ".join([branch.text(labelled=False) for branch in inner])
    block.made(f'"stablehlo.if"({condition.name}) ({regions}) : ({CONDITION}) -> {TENSOR}', TENSOR)


def loop(block: Block) -> None:
    """Writes a loop."""
    start, condition, body = block.value(TENSOR), block.child([TENSOR]), block.child(())
    condition.leave([condition.value(CONDITION)])
    body.define(condition.arguments)
    end(body, "stablehlo.return")
    (argument,) = condition.arguments
    head = f"stablehlo.while({argument.name} = {start.name}) : {TENSOR}"
    block.made(f"{head} cond {condition.text(labelled=False)} do {body.text(labelled=False)}", TENSOR)


def generated(block: Block) -> None:
    """Writes a tensor made element by element."""
    inner = block.child([INDEX])
    end(inner, "tensor.yield", INDEX)
    block.made(f"tensor.generate {inner.text()} : tensor<4xindex>", "tensor<4xindex>")


def reduced(block: Block) -> None:
    """Writes a reduction of a shape."""
    shape, start, inner = block.value(SHAPE), block.value(INDEX), block.child([INDEX] * 3)
    end(inner, "shape.yield", INDEX)
    block.made(f"shape.reduce({shape.name}, {start.name}) : {SHAPE} -> {INDEX} {inner.text()}", INDEX)


def assuming(block: Block) -> None:
    """Writes a region that relies on a witness."""
    type, witness, inner = block.random.choice((TENSOR, INDEX)), block.value(WITNESS), block.child(())
    end(inner, "shape.assuming_yield", type)
    block.made(f"shape.assuming {witness.name} -> ({type}) {inner.text(labelled=False)}", type)


def computation(block: Block) -> None:
    """Writes a named computation."""
    operand, inner = block.value(TENSOR), block.child([TENSOR], isolated=True)
    constant(inner, INDEX)
    constant(inner, TRUTH)
    constant(inner, CONDITION)
    inner.made("arith.constant dense<[2, 3]> : tensor<2xindex>", SHAPE)
    inner.made("shape.const_witness true", WITNESS)
    end(inner, "sdy.return")
    head = f'sdy.named_computation<"f">({operand.name}) ({inner.parameters}) {inner.text(labelled=False)}'
    block.made(f"{head} : ({types_of([operand])}) -> {TENSOR}", TENSOR)
