"""The rules of operations with a computation that accumulates."""

from __future__ import annotations

from collections.abc import Iterator

from tools.quantized.operations import Error, ModelOperation, ModelRegion, Rule, inferred, quoted, returned
from tools.quantized.types import Element, ModelTensor, is_exact, is_float, is_promotable


def reducer(region: ModelRegion, inputs: tuple[Element, ...], initial: tuple[Element, ...]) -> Iterator[str]:
    """Checks a computation for inputs with these elements, and initial values with those.

    Each accumulator is returned as it comes in, and takes in what the initial value has and what the second half of
    the arguments has, which takes in what the input has.
    """
    count = len(inputs)
    for number, end in enumerate(region.returned):
        accumulator, taken = region.arguments[number], region.arguments[count + number]
        for place, argument in ((number, accumulator), (count + number, taken)):
            if not is_same(argument.element, end.element, ignores_precision=place >= count):
                yield (
                    f"The type of reduction-region's parameter at index {place} is different than the corresponding "
                    f"result type: {quoted(argument)} vs {quoted(end)}"
                )
        if not is_promotable(initial[number], end.element):
            yield (
                f"The element-type of reduction-region's result type at index {number} is expected to be promotable "
                "from the op's corresponding init-value element-type: "
                f"{quoted(end)} vs {quoted(ModelTensor((), initial[number]))}"
            )
        if not is_promotable(inputs[number], taken.element):
            yield (
                f"The element-type of reduction-region's argument at index {count + number} is expected to be "
                f"promotable from {quoted(inputs[number])}, but got {quoted(taken.element)}"
            )


def is_same(first: Element, second: Element, ignores_precision: bool) -> bool:
    """Whether elements are the same; any two floats are if their precision is ignored."""
    floats = [element for element in (first, second) if isinstance(element, str) and is_float(element)]
    return is_exact(first, second) or (ignores_precision and len(floats) == len((first, second)))


def with_initial(op: ModelOperation) -> Iterator[Error]:
    """Checks `reduce` and `reduce_window`: inputs, then as many initial values; the accumulator is inferred."""
    half = len(op.operands) // 2
    elements = tuple([tensor.element for tensor in op.operands])
    yield from reducer(op.regions[0], elements[:half], elements[half:])
    yield from infers_accumulators(op)


def infers_accumulators(op: ModelOperation) -> Iterator[Error]:
    """The elements that the computation returns are inferred for the results."""
    pairs = zip(op.results, op.regions[0].returned, strict=True)
    yield from inferred(op, [result._replace(element=end.element) for result, end in pairs])


def scatter(op: ModelOperation) -> Iterator[Error]:
    """The inputs take the places of initial and input values in the computation: the operands first."""
    half = len(op.operands) // 2
    elements = tuple([tensor.element for tensor in op.operands])
    yield from reducer(op.regions[0], elements[:half], elements[half + 1 :])
    yield from infers_accumulators(op)


def all_reduce(op: ModelOperation) -> Iterator[Error]:
    """The initial value has the operand's element; the first accumulator is inferred for every result."""
    elements = tuple([tensor.element for tensor in op.operands])
    for element in elements:
        yield from reducer(op.regions[0], (element,), (element,))
    accumulator = op.regions[0].returned[0].element
    yield from inferred(op, [operand._replace(element=accumulator) for operand in op.operands])


def reduce_scatter(op: ModelOperation) -> Iterator[Error]:
    """The initial value has the operand's element; the result has exactly the accumulator's."""
    element = op.operands[0].element
    yield from reducer(op.regions[0], (element,), (element,))
    expected, found = op.regions[0].returned[0].element, op.results[0].element
    if not is_exact(expected, found):
        yield f"result element-type is expected to be {quoted(expected)}, but got {quoted(found)}"
    yield from returned(op)


def select_and_scatter(op: ModelOperation) -> Iterator[Error]:
    """The comparison of two operands' elements, the computation, the source; the accumulator is inferred."""
    operand, source, initial = op.operands
    selection, computation = op.regions
    for number, argument in enumerate(selection.arguments):
        expected = ModelTensor((), operand.element)
        if not is_same(expected.element, argument.element, ignores_precision=True):
            yield (
                f"expects the type of select-region's parameter at index {number} to be {quoted(expected)}, "
                f"but got {quoted(argument)}"
            )
    yield from reducer(computation, (source.element,), (initial.element,))
    if not is_same(operand.element, source.element, ignores_precision=True):
        expected = source._replace(element=operand.element)
        yield f"expects source-type to be {quoted(expected)}, but got{quoted(source)}"
    yield from inferred(op, [operand._replace(element=computation.returned[0].element)])


RULES: dict[str, Rule] = {
    "reduce": with_initial,
    "reduce_window": with_initial,
    "scatter": scatter,
    "all_reduce": all_reduce,
    "reduce_scatter": reduce_scatter,
    "select_and_scatter": select_and_scatter,
}
