"""Random StableHLO operations on tensors, tuples and tokens, with the attributes that SDY puts on any operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod

from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, FloatType, RankedTensorType, TupleType
from sdyopt.mlir.write.attributes import text_of
from tools.generator.sdy.blocks import (
    F32,
    I1,
    I32,
    SCALAR,
    SHAPES,
    TOKEN,
    Block,
    Value,
    names_of,
    per_value,
    signature_text,
    types_of,
)
from tools.generator.sdy.discardable import decoration

UNARY = ("negate", "tanh", "exponential", "abs", "sine", "sqrt", "sign", "cosine", "floor")
BINARY = ("add", "multiply", "subtract", "maximum", "minimum", "divide", "power")
INTEGER_UNARY = ("negate", "abs", "sign", "not", "popcnt")
TARGETS = ("foo", "Sharding", "bar.baz", '"a b"')


def write(
    block: Block,
    name: str,
    operands: Sequence[Value],
    tail: str,
    types: Sequence[Type],
    extra: Mapping[str, str] | None = None,
) -> list[Value]:
    """Adds the StableHLO op `name` with random attributes besides `extra`, and rarely an edge on its result."""
    shardings, attributes = decoration(block, operands, types)
    edges = block.plan_edges(types, 0.03)
    return block.op(name, tail, types, shardings, {**(extra or {}), **attributes}, edges)


def unary(block: Block) -> None:
    value = block.find(lambda value: isinstance(value.type, RankedTensorType)) or block.tensor()
    assert isinstance(value.type, RankedTensorType)
    element = value.type.element_type
    names = UNARY if isinstance(element, FloatType) else ("not",) if element is I1 else INTEGER_UNARY
    head = f"stablehlo.{block.random.choice(names)} {value.name}"
    write(block, head, [value], f": {text_of(value.type)}", [value.type])


def binary(block: Block) -> None:
    left = block.find(lambda value: isinstance(value.type, RankedTensorType)) or block.tensor()
    right = left if block.chance(0.15) else block.value(left.type)
    assert isinstance(left.type, RankedTensorType)
    name = block.random.choice(("add", "and", "or", "xor") if left.type.element_type is I1 else BINARY)
    head = f"stablehlo.{name} {left.name}, {right.name}"
    write(block, head, [left, right], f": {text_of(left.type)}", [left.type])


def clamp(block: Block) -> None:
    value = block.tensor()
    assert isinstance(value.type, RankedTensorType)
    bounds = [block.value(RankedTensorType((), value.type.element_type)) for _ in range(2)]
    operands = [bounds[0], value, bounds[1]]
    write(
        block,
        f"stablehlo.clamp {names_of(operands)}",
        operands,
        f": {signature_text(operands, [value.type])}",
        [value.type],
    )


def compare_and_select(block: Block) -> None:
    left = block.tensor()
    right = block.value(left.type)
    assert isinstance(left.type, RankedTensorType)
    type = RankedTensorType(left.type.shape, I1)
    head = f"stablehlo.compare LT, {left.name}, {right.name}"
    (chosen,) = write(block, head, [left, right], f": {signature_text([left, right], [type])}", [type])
    if block.chance(0.7):
        operands = [chosen, left, right]
        write(block, f"stablehlo.select {names_of(operands)}", operands, f": {types_of(operands[:2])}", [left.type])


def convert(block: Block) -> None:
    value = block.tensor()
    assert isinstance(value.type, RankedTensorType)
    type = RankedTensorType(value.type.shape, block.random.choice((F32, I32)))
    write(block, f"stablehlo.convert {value.name}", [value], f": {signature_text([value], [type])}", [type])


def reshape(block: Block) -> None:
    value = block.tensor()
    assert isinstance(value.type, RankedTensorType)
    count = prod(value.type.shape)
    shapes = [shape for shape in SHAPES if prod(shape) == count] or [(count,), (1, count)]
    type = RankedTensorType(block.random.choice(shapes), value.type.element_type)
    write(block, f"stablehlo.reshape {value.name}", [value], f": {signature_text([value], [type])}", [type])


def transpose(block: Block) -> None:
    value = block.tensor(lambda type: len(type.shape) >= 2)
    assert isinstance(value.type, RankedTensorType)
    order = list(range(len(value.type.shape)))
    block.random.shuffle(order)
    type = RankedTensorType(tuple([value.type.shape[dimension] for dimension in order]), value.type.element_type)
    head = f"stablehlo.transpose {value.name}, dims = {order}"
    write(block, head, [value], f": {signature_text([value], [type])}", [type])


def slice(block: Block) -> None:
    value = block.tensor(lambda type: len(type.shape) >= 1)
    assert isinstance(value.type, RankedTensorType)
    limits = [block.random.randint(min(1, size), size) for size in value.type.shape]
    type = RankedTensorType(tuple(limits), value.type.element_type)
    ranges = ", ".join([f"0:{limit}" for limit in limits])
    write(block, f"stablehlo.slice {value.name} [{ranges}]", [value], f": {signature_text([value], [type])}", [type])


def broadcast(block: Block) -> None:
    """A broadcast of a scalar, or into a new dimension."""
    value = block.value(SCALAR) if block.chance(0.6) else block.tensor()
    assert isinstance(value.type, RankedTensorType)
    if value.type.shape:
        type = RankedTensorType((block.random.choice((2, 8)), *value.type.shape), value.type.element_type)
    else:
        type = RankedTensorType(block.tensor_type().shape, value.type.element_type)
    dimensions = list(range(1, len(value.type.shape) + 1))
    head = f"stablehlo.broadcast_in_dim {value.name}, dims = {dimensions}"
    write(block, head, [value], f": {signature_text([value], [type])}", [type])


def dot(block: Block) -> None:
    left = block.tensor(lambda type: len(type.shape) == 2)
    assert isinstance(left.type, RankedTensorType)
    if len(left.type.shape) != 2:
        return
    rows, inner = left.type.shape
    columns = block.random.choice((8, 16))
    right = block.value(RankedTensorType((inner, columns), left.type.element_type))
    type = RankedTensorType((rows, columns), left.type.element_type)
    head = f"stablehlo.dot_general {left.name}, {right.name}, contracting_dims = [1] x [0]"
    write(block, head, [left, right], f": {signature_text([left, right], [type])}", [type])


def reduce(block: Block) -> None:
    """A sum; the op has a region in its generic form, and often none in its short one."""
    value = block.tensor(lambda type: len(type.shape) >= 1 and isinstance(type.element_type, FloatType))
    assert isinstance(value.type, RankedTensorType)
    if not value.type.shape or not isinstance(value.type.element_type, FloatType):
        return
    scalar = RankedTensorType((), value.type.element_type)
    initial = block.value(scalar)
    dimension = block.random.randrange(len(value.type.shape))
    shape = value.type.shape[:dimension] + value.type.shape[dimension + 1 :]
    type = RankedTensorType(shape, value.type.element_type)
    head = (
        f"stablehlo.reduce({value.name} init: {initial.name}) applies stablehlo.add across dimensions = [{dimension}]"
    )
    write(block, head, [value, initial], f": {signature_text([value, initial], [type])}", [type])


def concatenate(block: Block) -> None:
    value = block.tensor(lambda type: len(type.shape) >= 1)
    assert isinstance(value.type, RankedTensorType)
    if not value.type.shape:
        return
    operands = [value, block.value(value.type)]
    first, *rest = value.type.shape
    type = RankedTensorType((2 * first, *rest), value.type.element_type)
    head = f"stablehlo.concatenate {names_of(operands)}, dim = 0"
    write(block, head, operands, f": {signature_text(operands, [type])}", [type])


def custom_call(block: Block) -> None:
    """An op of no known kind, with any number of operands and results."""
    operands = [block.any_value() for _ in range(block.random.choice((0, 1, 2, 3)))]
    types = [block.type() for _ in range(block.random.choice((0, 1, 1, 2, 3)))]
    extra = {"has_side_effect": "true"} if block.chance(0.2) else {}
    head = f"stablehlo.custom_call @{block.random.choice(TARGETS)}({names_of(operands)})"
    write(block, head, operands, f": {signature_text(operands, types)}", types, extra)


def tuples(block: Block) -> None:
    """A tuple, and an element of it. One that holds a single value has a sharding like that."""
    operands = [block.any_value() for _ in range(block.random.choice((1, 1, 2)))]
    type = TupleType(tuple([value.type for value in operands]))
    shardings = [block.sharding(type)] if len(operands) == 1 and block.chance(0.3) else [None]
    (made,) = block.op(
        f"stablehlo.tuple {names_of(operands)}", f": {text_of(type)}", [type], shardings, per_value(shardings)
    )
    index = block.random.randrange(len(operands))
    element = operands[index].type
    head = f"stablehlo.get_tuple_element {made.name}[{index}]"
    write(block, head, [made], f": {signature_text([made], [element])}", [element])


def tokens(block: Block) -> None:
    token = block.find(lambda value: value.type is TOKEN)
    if token is None:
        block.op("stablehlo.create_token", f": {text_of(TOKEN)}", [TOKEN])
    else:
        block.op(f"stablehlo.after_all {token.name}, {token.name}", f": {text_of(token.type)}", [token.type])


def dynamic(block: Block) -> None:
    """An op that forgets a size."""
    value = block.tensor(lambda type: len(type.shape) >= 1)
    assert isinstance(value.type, RankedTensorType)
    if not value.type.shape:
        return
    shape = (DYNAMIC, *value.type.shape[1:])
    type = RankedTensorType(shape, value.type.element_type)
    write(
        block, f"stablehlo.custom_call @dynamic({value.name})", [value], f": {signature_text([value], [type])}", [type]
    )


def collective(block: Block) -> None:
    """An all_gather of StableHLO whose groups of replicas are the axes of a mesh."""
    value = block.tensor(lambda type: len(type.shape) >= 1)
    meshes = block.program.shardings.meshes
    reference = meshes.reference_with_axes()
    mesh = meshes.mesh(reference)
    assert isinstance(value.type, RankedTensorType)
    if not value.type.shape:
        return
    axis = block.random.choice(mesh.axes)
    first, *rest = value.type.shape
    type = RankedTensorType((first * axis.size, *rest), value.type.element_type)
    if reference is mesh:
        axes = ", ".join([f'<name = "{axis.name}", size = {axis.size}>' for axis in mesh.axes])
        mesh_text = f"#stablehlo.mesh<axes = [{axes}]>"
    else:
        mesh_text = text_of(reference)
    groups = (
        f'#stablehlo.replica_group_mesh_axes<mesh = {mesh_text}, axes = [#stablehlo.axis_ref<name = "{axis.name}">]>'
    )
    head = f'"stablehlo.all_gather"({value.name}) <{{all_gather_dim = 0 : i64, replica_groups = {groups}}}>'
    write(block, head, [value], f": {signature_text([value], [type])}", [type])


STEPS: dict[Callable[[Block], None], float] = {
    unary: 5,
    binary: 8,
    clamp: 1,
    compare_and_select: 1.5,
    convert: 1,
    reshape: 2,
    transpose: 2,
    slice: 1.5,
    broadcast: 4,
    dot: 3,
    reduce: 1.5,
    concatenate: 1,
    custom_call: 4,
    tuples: 0.7,
    tokens: 0.5,
    dynamic: 0.7,
    collective: 0.5,
}
"""What may come next in a block, and how often."""
