"""The rules of CHLO's broadcasting operations."""

from __future__ import annotations

from collections.abc import Iterator

from tools.quantized.operations import Operation, Rule, compatible_elements, inferred, same_elements
from tools.quantized.types import have_compatible_shapes, is_compatible, is_exact


def broadcast(trait: Rule | None) -> Rule:
    """Returns the rule of an operation on two operands with a trait."""

    def rule(op: Operation) -> Iterator[str]:
        if trait:
            yield from trait(op)
        first, second = op.operands
        if not is_compatible(first.element, second.element):
            yield "mismatched operand types"
        element = "i1" if op.name == "chlo.broadcast_compare" else first.element
        yield from inferred(op, [first._replace(element=element)])

    return rule


def broadcast_select(op: Operation) -> Iterator[str]:
    """Both values have the same element; the result is compared in shape only."""
    _, first, second = op.operands
    if not is_exact(first.element, second.element):
        yield "mismatched operand types"
    result = op.results[0]
    if not have_compatible_shapes(first, result):
        yield f"'{op.name}' op inferred type(s) '{first}' are incompatible with return type(s) of operation '{result}'"


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
    "broadcast_select": broadcast_select,
}
