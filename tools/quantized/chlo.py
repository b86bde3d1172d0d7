"""The rules of CHLO's operations."""

from __future__ import annotations

from collections.abc import Iterator

from tools.quantized.operations import (
    Error,
    ModelOperation,
    Rule,
    compatible_elements,
    compatible_types,
    incompatible,
    inferred,
    same_elements,
)
from tools.quantized.types import have_compatible_shapes, is_compatible, is_exact


def broadcast(trait: Rule | None) -> Rule:
    """Returns the rule of an operation on two operands with a trait."""

    def rule(op: ModelOperation) -> Iterator[Error]:
        if trait:
            yield from trait(op)
        first, second = op.operands
        if not is_compatible(first.element, second.element):
            yield "mismatched operand types"
        element = "i1" if op.name == "chlo.broadcast_compare" else first.element
        yield from inferred(op, [first._replace(element=element)])

    return rule


def broadcast_select(op: ModelOperation) -> Iterator[str]:
    """Both values have the same element; the result is compared in shape only."""
    _, first, second = op.operands
    if not is_exact(first.element, second.element):
        yield "mismatched operand types"
    if not have_compatible_shapes(first, op.results[0]):
        yield incompatible(op, str(first))


def constant(op: ModelOperation) -> Iterator[str]:
    """The value's type, which is among the attributes, is compatible with the result, so that this is not quantized."""
    value = op.attributes.partition(" : ")[2]
    if value != str(op.results[0]):
        yield incompatible(op, value)


def constant_like(op: ModelOperation) -> Iterator[str]:
    """The result has the element of the value, which is among the attributes, so that it is not quantized."""
    if op.attributes.partition(" : ")[2] != op.results[0].element:
        yield f"'{op.name}' op value's type doesn't match element return type"


def top_k(op: ModelOperation) -> Iterator[Error]:
    """The values have the operand's element, and the indices are `i32`."""
    values, indices = op.results
    yield from inferred(op, [values._replace(element=op.operands[0].element), indices._replace(element="i32")])


RULES: dict[str, Rule] = {
    **dict.fromkeys(("broadcast_add", "broadcast_maximum", "broadcast_minimum"), broadcast(compatible_elements)),
    **dict.fromkeys(
        (
            *("broadcast_atan2", "broadcast_divide", "broadcast_multiply", "broadcast_next_after", "broadcast_zeta"),
            *("broadcast_polygamma", "broadcast_power", "broadcast_remainder", "broadcast_subtract"),
            *("broadcast_shift_left", "broadcast_shift_right_arithmetic", "broadcast_shift_right_logical"),
        ),
        broadcast(same_elements),
    ),
    **dict.fromkeys(("broadcast_and", "broadcast_or", "broadcast_xor", "broadcast_compare"), broadcast(None)),
    **dict.fromkeys(
        (
            *("acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh", "digamma", "erf"),
            *("erf_inv", "erfc", "lgamma", "sinh", "square", "tan"),
        ),
        compatible_types,
    ),
    "broadcast_select": broadcast_select,
    "constant": constant,
    "constant_like": constant_like,
    "top_k": top_k,
}
