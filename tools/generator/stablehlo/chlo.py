"""The operations of CHLO: those that broadcast, special functions, scans, ragged products."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sdyopt.dialects.chlo.ops import RaggedDotDimensionNumbers
from sdyopt.mlir.declare.definition import OpDef
from tools.generator.builder import Block
from tools.generator.literals import ELEMENTS, FLOATS, INTEGERS, NUMBERS, WIDE_FLOATS, i64_array, number
from tools.generator.operations import Op, Tensor
from tools.generator.program import Recipe, recipes
from tools.generator.stablehlo.computations import binary, reducing
from tools.generator.stablehlo.elementwise import compatible, declared
from tools.generator.stablehlo.products import Product, precision
from tools.generator.stablehlo.shapes import constant


def unary(block: Block, name: str, elements: Sequence[str], result_element: str = "") -> None:
    element = block.pick(*elements)
    operand, result = compatible(block, block.shape(), [element, result_element or element], short=0.9)
    if block.chance(0.1):
        operand, result = operand._replace(shape=None, bounds=()), result._replace(shape=None, bounds=())
    op = Op(f"chlo.{name}", [block.value(operand)], [result])
    block.add(op.in_form(op.uses, types=f"{operand} -> {result}"))


def two_operands(block: Block, name: str, elements: Sequence[str]) -> None:
    lhs, rhs, result = compatible(block, block.shape(), [block.pick(*elements)] * 3, short=0.9)
    op = Op(f"chlo.{name}", [block.value(lhs), block.value(rhs)], [result])
    block.add(op.in_form(op.uses, types=f"{lhs}, {rhs} -> {result}"))


def _broadcast_shapes(block: Block) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], dict[str, str]]:
    """Two shapes, the one that both are broadcast to, and the attribute that says how."""
    large = block.shape(0, 4)
    offset = block.random.randint(0, len(large))
    if block.chance(0.3):
        places = sorted(block.random.sample(range(len(large)), len(large) - offset))
    else:
        places = list(range(offset, len(large)))
    small = tuple(1 if block.chance(0.2) else large[place] for place in places)
    properties = {}
    if places != list(range(offset, len(large))) or block.chance(0.2):
        properties["broadcast_dimensions"] = i64_array(places)
    pair = [large, small]
    if block.chance(0.4):
        pair.reverse()
    return pair[0], pair[1], large, properties


def broadcasting(block: Block, name: str, elements: Sequence[str]) -> None:
    lhs, rhs, result, properties = _broadcast_shapes(block)
    part = block.pick(*elements)
    element = f"complex<{part}>" if name == "complex" else part
    types = [Tensor(lhs, part), Tensor(rhs, part), Tensor(result, element)]
    if block.chance(0.1):
        types = [type._replace(shape=None) for type in types]
    block.emit(f"chlo.broadcast_{name}", types[:2], types[2:], properties, "", ())


def broadcast_compare(block: Block) -> None:
    lhs, rhs, result, properties = _broadcast_shapes(block)
    element = block.pick(*ELEMENTS)
    properties["comparison_direction"] = f"#chlo<comparison_direction {block.pick('EQ', 'NE', 'LT', 'GE', 'GT', 'LE')}>"
    if block.chance():
        kind = block.pick("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
        properties["compare_type"] = f"#chlo<comparison_type {kind}>"
    types = [Tensor(lhs, element), Tensor(rhs, element)]
    block.emit("chlo.broadcast_compare", types, [Tensor(result, "i1")], properties, "", ())


def broadcast_select(block: Block) -> None:
    shape = block.shape(0, 3)
    element = block.pick(*ELEMENTS)
    types = [
        Tensor(shape if block.chance() else (), "i1"),
        Tensor(shape, element),
        Tensor(shape if block.chance(0.8) else (), element),
    ]
    block.emit("chlo.broadcast_select", types, [Tensor(shape, element)], tail="")


def constant_like(block: Block) -> None:
    type = Tensor(block.loosened(block.shape(), 0.4), block.pick("i1", *INTEGERS, *FLOATS))
    literal = number(block.random, type.element)
    value = {"0": "false", "1": "true"}.get(literal, literal) if type.element == "i1" else f"{literal} : {type.element}"
    block.emit("chlo.constant_like", [type], [type], {"value": value})


def ragged_dot(block: Block) -> None:
    """The ragged dimension is one of the first operand's own, or a contracted one."""
    while True:
        product = Product(block)
        if product.free[0] and product.free[1]:
            break
    element = block.pick("f32", "bf16", *NUMBERS)
    lhs, rhs = product.shapes
    batch = len(product.batching[0])
    if product.contracting[0] and block.chance(0.4):
        groups = block.size()
        more = [[product.contracting[0][0]], []]
        shape = (groups, *product.shape)
    else:
        group = product.free[1][0]
        groups = rhs[group]
        position = batch + len(product.free[0]) + sorted(product.free[1]).index(group)
        more = [[product.free[0][0]], [group]]
        shape = product.shape[:position] + product.shape[position + 1 :]
    properties = {"ragged_dot_dimension_numbers": product.attribute(RaggedDotDimensionNumbers, *more)}
    if block.chance(0.4):
        properties["precision_config"], _ = precision(block, "chlo")
    types = [Tensor(lhs, element), Tensor(rhs, element), Tensor((groups,), block.pick("i32", "i64"))]
    block.emit("chlo.ragged_dot", types, [Tensor(shape, element)], properties)


def scan(block: Block) -> None:
    """The body gives a part of each output, which is the sum of what it gets, and what to carry."""
    shape = block.shape(1, 3)
    dimension = block.random.randrange(len(shape))
    part = shape[:dimension] + shape[dimension + 1 :]
    inputs = [Tensor(shape, block.pick(*ELEMENTS)) for _ in range(block.random.randint(1, 2))]
    carries = [Tensor(part, block.pick(*ELEMENTS)) for _ in range(block.random.randint(0, 2))]
    inner = block.child([*[type._replace(shape=part) for type in inputs], *carries], isolated=True)
    results = list(inner.arguments)
    for index, value in enumerate(results):
        if inner.chance():
            assert isinstance(value.type, Tensor)
            results[index] = binary(inner, reducing(inner, value.type.element), value, value)
    inner.leave(results)
    properties = {
        "dimension": f"{dimension} : i64",
        "operandSegmentSizes": f"array<i32: {len(inputs)}, {len(carries)}>",
        "resultSegmentSizes": f"array<i32: {len(inputs)}, {len(carries)}>",
    }
    for name in ("is_associative", "is_reverse"):
        if block.chance(0.3):
            properties[name] = block.pick("true", "false")
    if block.chance(0.2):
        properties["scan_dim_size"] = f"{shape[dimension]} : i64"
    operands = [block.value(type) for type in (*inputs, *carries)]
    names = [value.name for value in operands]
    op = Op(
        "chlo.scan",
        operands,
        [*inputs, *carries],
        properties,
        [inner.text()],
        shown=["dimension", "operandSegmentSizes", "resultSegmentSizes"],
    )
    lists = f"({', '.join(names[: len(inputs)])}) inits ({', '.join(names[len(inputs) :])})"
    op.own = lambda entries: (
        f"{lists} dimension={dimension}{f' attributes{entries}' if entries else ''} {inner.text()} : {op.functional}"
    )
    block.add(op)


def top_k(block: Block) -> None:
    shape = block.shape(1, 3)
    k = block.random.randint(0, shape[-1])
    element = block.pick(*INTEGERS, *FLOATS)
    operand, values, indices = (
        Tensor(shape, element),
        Tensor((*shape[:-1], k), element),
        Tensor((*shape[:-1], k), "i32"),
    )
    op = Op("chlo.top_k", [block.value(operand)], [values, indices], {"k": f"{k} : i64"}, shown=["k"])
    op.own = lambda entries: f"({op.uses}, k = {k}){entries} : {operand} -> ({values}, {indices})"
    block.add(op)


def _declared(definition: OpDef, elements: Sequence[str]) -> Recipe:
    """Returns the recipe of an elementwise operation."""
    name = definition.name.removeprefix("chlo.")
    if name.startswith("broadcast_"):
        return partial(broadcasting, name=name.removeprefix("broadcast_"), elements=elements)
    if len(definition.operands) == 2:
        return partial(two_operands, name=name, elements=elements)
    return partial(unary, name=name, elements=elements, result_element="i1" if name.startswith("is_") else "")


RECIPES: dict[str, Recipe] = {
    **{definition.name: _declared(definition, elements) for definition, elements in declared("chlo")},
    **recipes(globals(), "chlo"),
    "chlo.broadcast_complex": partial(broadcasting, name="complex", elements=WIDE_FLOATS),
    "chlo.constant": partial(constant, name="chlo.constant"),
}
