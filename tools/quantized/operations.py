"""Operations as data, and the rules that many of them share: relations of types, and inference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tools.quantized.constraints import CARRIED
from tools.quantized.types import (
    Element,
    ModelTensor,
    Quantized,
    are_compatible,
    have_compatible_shapes,
    is_compatible,
    is_exact,
    printed,
)


class ModelRegion(NamedTuple):
    """The types of a block's arguments, and of what it returns."""

    arguments: tuple[ModelTensor, ...]
    returned: tuple[ModelTensor, ...]


class ModelOperation(NamedTuple):
    """An operation; its attributes are a text, of which `numbers` are what the rules look at."""

    name: str
    operands: tuple[ModelTensor, ...]
    results: tuple[ModelTensor, ...]
    attributes: str = ""
    numbers: Mapping[str, tuple[int, ...]] = {}
    regions: tuple[ModelRegion, ...] = ()

    @property
    def tensors(self) -> tuple[ModelTensor, ...]:
        """The operands and the results."""
        return self.operands + self.results


class Inner(NamedTuple):
    """An error of what ends a region, by its number."""

    message: str
    region: int


Error = str | Inner
Rule = Callable[[ModelOperation], Iterator[Error]]
"""Yields what is wrong with an operation, in order. A later error may assume that there was none before."""


def is_quantized(tensor: ModelTensor) -> bool:
    """Whether the elements of a tensor are quantized."""
    return isinstance(tensor.element, Quantized)


def quantized(tensors: Sequence[ModelTensor]) -> list[Quantized]:
    """Returns the quantized elements among those of tensors."""
    return [tensor.element for tensor in tensors if isinstance(tensor.element, Quantized)]


def quoted(value: Element | ModelTensor) -> str:
    """Returns a type in quotes, as it is printed."""
    return f"'{value if isinstance(value, ModelTensor) else printed(value)}'"


# --- relations -------------------------------------------------------------------------------------------------------


def compatible_types(op: ModelOperation) -> Iterator[str]:
    """Shapes and elements of all operands and results are compatible."""
    if not all(are_compatible(op.tensors[0], tensor) for tensor in op.tensors):
        yield f"'{op.name}' op requires compatible types for all operands and results"


def compatible_elements(op: ModelOperation) -> Iterator[str]:
    """The elements of all operands and results are compatible."""
    if not all(is_compatible(op.tensors[0].element, tensor.element) for tensor in op.tensors):
        yield f"'{op.name}' op requires compatible element types for all operands and results"


def compatible_operands(op: ModelOperation) -> Iterator[str]:
    """The elements of all operands are compatible."""
    if not all(is_compatible(op.operands[0].element, tensor.element) for tensor in op.operands):
        yield f"'{op.name}' op requires compatible element types for all operands"


def same_elements(op: ModelOperation) -> Iterator[str]:
    """The elements of all operands and results are the same."""
    if not all(is_exact(op.tensors[0].element, tensor.element) for tensor in op.tensors):
        yield f"'{op.name}' op requires the same element type for all operands and results"


def all_of(*names: str) -> Rule:
    """Returns the rule that the first operands, and the result, have the same element."""

    def rule(op: ModelOperation) -> Iterator[str]:
        first, *others = [*op.operands[: len(names) - 1], op.results[0]]
        if not all(is_exact(first.element, tensor.element) for tensor in others):
            yield f"'{op.name}' op failed to verify that all of {{{', '.join(names)}}} have same element type"

    return rule


def same_elements_in_pairs(op: ModelOperation) -> Iterator[str]:
    """Each result has the element of its operand."""
    for number, (operand, result) in enumerate(zip(op.operands, op.results, strict=True)):
        if not is_exact(operand.element, result.element):
            yield f"'{op.name}' op requires the same element type for operand and result at index {number}"


def same_types_in_pairs(op: ModelOperation) -> Iterator[str]:
    """Each result has the type of its operand."""
    for number, (operand, result) in enumerate(zip(op.operands, op.results, strict=True)):
        if operand.shape != result.shape or not is_exact(operand.element, result.element):
            yield f"'{op.name}' op requires the same type for operand and result at index {number}"


def same_shape(op: ModelOperation) -> Iterator[str]:
    """The shapes of all operands and results are compatible."""
    if not all(have_compatible_shapes(op.tensors[0], tensor) for tensor in op.tensors):
        yield f"'{op.name}' op requires the same shape for all operands and results"


# --- inference -------------------------------------------------------------------------------------------------------


def returned(op: ModelOperation) -> Iterator[Inner]:
    """What the regions return may be returned, which is checked after the operation's own rules, before inference."""
    for number, region in enumerate(op.regions):
        for place, tensor in enumerate(region.returned):
            if not CARRIED.takes(tensor):
                yield Inner(f"'stablehlo.return' op operand #{place} must be {CARRIED}, but got '{tensor}'", number)


def inferred(op: ModelOperation, types: Sequence[ModelTensor]) -> Iterator[Error]:
    """The results are compatible with the inferred types."""
    yield from returned(op)
    if not all(are_compatible(*pair) for pair in zip(types, op.results, strict=True)):
        yield incompatible(op, *types)


def incompatible(op: ModelOperation, *types: object) -> str:
    """Returns the error that results are not compatible with the inferred types."""
    found, given = (", ".join([f"'{type}'" for type in side]) for side in (types, op.results))
    return f"'{op.name}' op inferred type(s) {found} are incompatible with return type(s) of operation {given}"


def infers_first_operand(op: ModelOperation) -> Iterator[Error]:
    """The result has the type of the first operand."""
    yield from inferred(op, op.operands[:1])


def select(op: ModelOperation) -> Iterator[Error]:
    """Both values have the same type, which is inferred for the result."""
    first, second = op.operands[1:]
    if first.shape != second.shape or not is_exact(first.element, second.element):
        yield "requires compatible types for non-predicate operands"
    yield from inferred(op, [first])


def sort(op: ModelOperation) -> Iterator[Error]:
    """The arguments of the comparator have the operands' elements, two in turn."""
    for number, argument in enumerate(op.regions[0].arguments):
        expected = ModelTensor((), op.operands[number // 2].element)
        if not is_exact(expected.element, argument.element):
            yield (
                f"comparator block argument #{number} should be of type {quoted(expected)} but got {quoted(argument)}"
            )
    yield from inferred(op, op.operands)


def map_(op: ModelOperation) -> Iterator[Error]:
    """The arguments of the computation have the operands' elements; what it returns is inferred for the result."""
    yield from returned(op)
    region = op.regions[0]
    for operand, argument in zip(op.operands, region.arguments, strict=True):
        if not is_exact(operand.element, argument.element):
            yield (
                "element type of operands and computation arguments must match, but got: "
                f"{quoted(operand.element)} and {quoted(argument.element)}"
            )
    yield from inferred(op, [ModelTensor(op.operands[0].shape, region.returned[0].element)])


def branches(op: ModelOperation) -> Iterator[Error]:
    """Checks `if` and `case`: all branches return compatible types, and the first one's are inferred."""
    yield from returned(op)
    first, *others = [region.returned[0] for region in op.regions]
    for number, other in enumerate(others, 1):
        if not are_compatible(first, other):
            yield f"branch 0 and branch {number} have mismatched return types: {quoted(first)} vs {quoted(other)}"
    yield from inferred(op, [first])


def while_(op: ModelOperation) -> Iterator[Error]:
    """The operand is compatible with all arguments and with what the body returns, and is inferred for the result."""
    condition, body = op.regions
    for what, (tensor,) in (
        ("condition block arguments", condition.arguments),
        ("body block arguments", body.arguments),
        ("body block return types", body.returned),
    ):
        if not are_compatible(op.operands[0], tensor):
            yield (f"expect operands to be compatible with {what} but got {quoted(op.operands[0])} vs {quoted(tensor)}")
    yield from inferred(op, op.operands)


def complex_(op: ModelOperation) -> Iterator[Error]:
    """Both parts have the same element, which is a plain one."""
    first, second = op.operands
    if first.element != second.element:
        yield f"'{op.name}' op requires the same element type for all operands"
    yield from inferred(op, [first._replace(element=f"complex<{first.element}>")])


def bitcast_convert(op: ModelOperation) -> Iterator[str]:
    """A quantized element is as wide as its storage; if the widths differ, so do ranks and the innermost size.

    Ranks of elements that are equally wide may differ; the sizes are compared as far as both have one.
    """
    operand, result = op.operands[0], op.results[0]
    sides = [(bit_width(tensor.element), tensor.shape) for tensor in (result, operand)]
    (small, small_shape), (large, large_shape) = sorted(sides, key=lambda side: side[0])
    types = f"{quoted(operand)} and {quoted(result)}"
    if small != large and len(small_shape) != len(large_shape) + 1:
        yield (
            f"rank of smaller element type ({len(small_shape)}) should be 1 more than rank of larger element type "
            f"({len(large_shape)}), but {len(small_shape)} != {len(large_shape)} + 1."
        )
    if any(None not in pair and pair[0] != pair[1] for pair in zip(small_shape, large_shape, strict=False)):
        yield (
            "operand and result shapes must match except for the innermost dimension of the shape with the smaller "
            f"element type. Got: {types}."
        )
    if small != large and (size := small_shape[-1]) is not None and small * size != large:
        yield f"requires compatible bit widths. Got: {types}, but {small} * {size} != {large}."


def bit_width(element: Element) -> int:
    """Returns the width of an element; that of a complex one is not needed."""
    if isinstance(element, Quantized):
        return element.width
    return int("".join(filter(str.isdigit, element)))


SHARED: dict[str, tuple[Rule, ...]] = {
    **dict.fromkeys(
        (
            *("cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one"),
            *("logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan"),
            *("tanh", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"),
            *("reduce_precision", "cross-replica-sum", "and", "or", "xor", "not", "popcnt", "count_leading_zeros"),
            *("shift_left", "shift_right_arithmetic", "shift_right_logical"),
        ),
        (compatible_types,),
    ),
    **dict.fromkeys(
        ("batch_norm_grad", "batch_norm_inference", "batch_norm_training", "cholesky", "clamp", "triangular_solve"),
        (compatible_elements,),
    ),
    **dict.fromkeys(
        ("slice", "pad", "concatenate", "reverse", "broadcast", "collective_broadcast", "collective_permute"),
        (same_elements,),
    ),
    **dict.fromkeys(("gather", "dynamic_slice", "real_dynamic_slice"), (all_of("operand", "result"),)),
    **dict.fromkeys(("all_gather", "all_to_all"), (same_elements_in_pairs,)),
    "dynamic_update_slice": (all_of("operand", "update", "result"),),
    "dynamic_pad": (all_of("operand", "padding_value", "result"),),
    "optimization_barrier": (same_types_in_pairs,),
    "compare": (compatible_operands,),
    **dict.fromkeys(("abs", "real", "imag"), (infers_first_operand,)),
    "select": (select,),
    "sort": (sort,),
    "map": (map_,),
    "bitcast_convert": (bitcast_convert,),
    **dict.fromkeys(("if", "case"), (branches,)),
    "while": (while_,),
    "complex": (complex_,),
    **dict.fromkeys(("is_finite", "convert", "get_dimension_size", "iota", "custom_call"), ()),
}
"""The rules of operations whose shapes and attributes are always right in the programs."""
