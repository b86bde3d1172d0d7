"""StableHLO's operations on elements one by one, in the short form and the functional one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sdyopt import parse_type
from sdyopt.dialects import REGISTRY
from sdyopt.mlir.declare.definition import OpDef
from tools.generator import attributes
from tools.generator.builder import Block
from tools.generator.literals import ELEMENTS, FLOATS, WIDE_FLOATS
from tools.generator.operations import Op, Sizes, Tensor
from tools.generator.program import Recipe, recipes

_TYPES = {element: parse_type(f"tensor<{element}>") for element in ELEMENTS}


def declared(dialect: str) -> Iterator[tuple[OpDef, list[str]]]:
    """Yields the elementwise operations of a dialect, and elements for their operands, and for results if they can."""
    for definition in REGISTRY.all_operations().values():
        is_elementwise = definition.elementwise or {"Elementwise", "BroadcastingElementwise"} & {*definition.traits}
        if definition.dialect == dialect and is_elementwise:
            (operand, *_), (result,) = definition.operands, definition.results
            taken = [element for element, type in _TYPES.items() if operand.constraint.accepts(type)]
            both = [element for element in taken if result.constraint.accepts(_TYPES[element])]
            yield definition, both or taken


def bounded(block: Block, tensor: Tensor) -> Tensor:
    """The tensor, mostly with bounds if there are sizes that are not known."""
    assert tensor.shape is not None
    if None not in tensor.shape or block.chance(0.6):
        return tensor
    bounds = tuple(block.size() if size is None and block.chance(0.7) else None for size in tensor.shape)
    return tensor._replace(bounds=bounds)


def compatible(block: Block, shape: Sizes, elements: Sequence[str], short: float = 0.7) -> list[Tensor]:
    """Tensors of one shape with these elements; some of them know fewer of their sizes, unless all are the same."""
    if block.chance(short):
        same = bounded(block, Tensor(block.loosened(shape), elements[0]))
        return [same._replace(element=element) for element in elements]
    return [Tensor(block.loosened(shape, 0.5), element) for element in elements]


def short_or_functional(block: Block, op: Op, *shown: str, head: str | None = None) -> Op:
    """The format of most elementwise operations: one type if all are the same, else, or as well, a functional one."""
    types = {str(type) for type in [*[value.type for value in op.operands], *op.results]}
    text = types.pop() if len(types) == 1 and block.chance(0.8) else op.functional
    return op.in_form(op.uses if head is None else head, *shown, types=text)


def elementwise(block: Block, definition: OpDef, elements: Sequence[str]) -> None:
    if (part := definition.name.rpartition(".")[2]) in ("abs", "real", "imag") and block.chance(0.3):
        return of_complex(block, part)
    element = block.pick(*elements)
    *inputs, result = compatible(block, block.shape(), [element] * (len(definition.operands) + 1))
    properties = {}
    if definition.attributes and block.chance(0.4):
        properties["result_accuracy"] = attributes.result_accuracy(block.random)
    op = Op(definition.name, [block.value(type) for type in inputs], [result], properties)
    block.add(short_or_functional(block, op))


def of_complex(block: Block, name: str) -> None:
    """`abs`, `real` and `imag` of complex numbers are real."""
    part = block.pick(*WIDE_FLOATS)
    operand, result = compatible(block, block.shape(), [f"complex<{part}>", part])
    block.add(short_or_functional(block, Op(f"stablehlo.{name}", [block.value(operand)], [result])))


def convert(block: Block) -> None:
    operand, result = compatible(block, block.shape(), [block.pick(*ELEMENTS), block.pick(*ELEMENTS)])
    block.add(short_or_functional(block, Op("stablehlo.convert", [block.value(operand)], [result])))


def is_finite(block: Block) -> None:
    operand, result = compatible(block, block.shape(), [block.pick(*FLOATS), "i1"])
    op = Op("stablehlo.is_finite", [block.value(operand)], [result])
    block.add(op.in_form(op.uses))


def reduce_precision(block: Block) -> None:
    element = block.pick(*FLOATS)
    operand, result = compatible(block, block.shape(), [element, element])
    exponent, mantissa = block.random.randrange(1, 40), block.random.randrange(60)
    op = Op(
        "stablehlo.reduce_precision",
        [block.value(operand)],
        [result],
        {"exponent_bits": f"{exponent} : i32", "mantissa_bits": f"{mantissa} : i32"},
    )
    head = f"{op.uses}, format = e{exponent}m{mantissa}"
    block.add(short_or_functional(block, op, "exponent_bits", "mantissa_bits", head=head))


def complex_(block: Block) -> None:
    part = block.pick(*WIDE_FLOATS)
    lhs, rhs, result = compatible(block, block.shape(), [part, part, f"complex<{part}>"])
    op = Op("stablehlo.complex", [block.value(lhs), block.value(rhs)], [result])
    alike = lhs == rhs == result._replace(element=part)
    block.add(op.in_form(op.uses, types=str(result) if alike and block.chance(0.8) else None))


def compare(block: Block) -> None:
    element = block.pick(*ELEMENTS)
    lhs, rhs, result = compatible(block, block.shape(), [element, element, "i1"])
    direction = (
        block.pick("EQ", "NE", "GE", "GT", "LE", "LT") if not element.startswith("c") else block.pick("EQ", "NE")
    )
    kinds = {"f": ["FLOAT", "TOTALORDER"], "b": ["FLOAT", "TOTALORDER"], "c": ["FLOAT"], "u": ["UNSIGNED"]}
    kind = block.pick("", "NOTYPE", *kinds.get(element[0], ["UNSIGNED" if element == "i1" else "SIGNED"]))
    properties = {"comparison_direction": f"#stablehlo<comparison_direction {direction}>"}
    if kind:
        properties["compare_type"] = f"#stablehlo<comparison_type {kind}>"
    op = Op("stablehlo.compare", [block.value(lhs), block.value(rhs)], [result], properties)
    spelled = block.pick(direction, direction, f'"{direction}"', properties["comparison_direction"])
    head = f"{spelled}, {op.uses}{f', {kind}' if kind else ''}"
    block.add(op.in_form(head, "comparison_direction", "compare_type"))


def select(block: Block) -> None:
    shape = block.shape()
    element = block.pick(*ELEMENTS)
    predicate, on_true, on_false, result = compatible(block, shape, ["i1", element, element, element])
    if block.chance(0.3):
        predicate = Tensor((), "i1")
    op = Op("stablehlo.select", [block.value(type) for type in (predicate, on_true, on_false)], [result])
    alike = on_true == on_false == result
    block.add(op.in_form(op.uses, types=f"{predicate}, {result}" if alike and block.chance(0.8) else None))


def clamp(block: Block) -> None:
    element = block.pick(*ELEMENTS)
    low, operand, high, result = compatible(block, block.shape(), [element] * 4)
    if block.chance(0.3):
        low = Tensor((), element)
    if block.chance(0.3):
        high = Tensor((), element)
    result = operand if block.chance(0.7) else result
    op = Op("stablehlo.clamp", [block.value(type) for type in (low, operand, high)], [result])
    block.add(short_or_functional(block, op))


RECIPES: dict[str, Recipe] = {
    **{
        definition.name: partial(elementwise, definition=definition, elements=elements)
        for definition, elements in declared("stablehlo")
        if not definition.name.startswith("stablehlo.uniform_")
    },
    **recipes(globals(), "stablehlo"),
}
