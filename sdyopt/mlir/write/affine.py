"""Affine expressions: `d0 + s0 * 2`, as they stand in affine maps and integer sets.

MLIR simplifies an expression as it is put together; what it prints is the simplified one. An `Expression` is made
by `binary`, which does the same. Numbers have 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from math import gcd

ADD, MULTIPLY, FLOOR_DIVIDE, CEIL_DIVIDE, MODULO = "+", "*", "floordiv", "ceildiv", "mod"
_HALF = 1 << 63


class Expression:
    """A dimension or symbol (`name`), a constant (`value`) or an `operation` on two expressions.

    Equal expressions have equal keys. `depth` is that of the tree. `divisor` is the largest number that is known to
    divide the expression, whatever its dimensions and symbols are.
    """

    __slots__ = ("depth", "divisor", "is_symbolic", "key", "left", "name", "number", "operation", "right", "value")

    left: Expression
    right: Expression
    key: object

    def __init__(self, name: str = "", value: int | None = None, operation: str = "") -> None:
        self.name = name
        self.number = int(name[1:] or 0)
        self.value = value
        self.operation = operation
        self.depth = 0
        self.is_symbolic = not name.startswith("d")
        self.divisor = 1 if value is None else abs(value)
        self.key = name if value is None else value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@cache
def identifier(name: str) -> Expression:
    """Dimension `d0`, symbol `s1`."""
    return Expression(name)


@cache
def constant(value: int) -> Expression:
    """A number, wrapped around to 64 bits."""
    return Expression(value=_wrapped(value))


_numbers = count()
_keys: dict[tuple[str, object, object], int] = {}
"""Numbers for operations, by their operands' keys, so that however deep expressions are, they are compared at once."""


def _operation(operation: str, left: Expression, right: Expression) -> Expression:
    made = Expression(operation=operation)
    made.left, made.right = left, right
    made.depth = 1 + max(left.depth, right.depth)
    made.is_symbolic = left.is_symbolic and right.is_symbolic
    made.divisor = _divisor(operation, left, right)
    made.key = (operation, _keys.setdefault((operation, left.key, right.key), next(_numbers)))
    return made


def _divisor(operation: str, left: Expression, right: Expression) -> int:
    if operation == MULTIPLY:
        return abs(_wrapped(left.divisor * right.divisor))
    if operation in (ADD, MODULO):
        return gcd(left.divisor, right.divisor)
    if right.value and left.divisor % right.value == 0:
        return abs(left.divisor // right.value)
    return 1


def _wrapped(value: int) -> int:
    return (value + _HALF) % (2 * _HALF) - _HALF


def binary(operation: str, left: Expression, right: Expression) -> Expression:
    """`left operation right`, simplified as MLIR does."""
    while True:
        simplified = _SIMPLIFIERS[operation](left, right)
        if simplified is None:
            return _operation(operation, left, right)
        if isinstance(simplified, Expression):
            return simplified
        operation, left, right = simplified


def subtract(left: Expression, right: Expression) -> Expression:
    """`left - right`, which is `left + right * -1`."""
    return binary(ADD, left, negate(right))


def negate(operand: Expression) -> Expression:
    """`-operand`."""
    return binary(MULTIPLY, operand, constant(-1))


_Simplified = Expression | tuple[str, Expression, Expression] | None
"""A simpler expression; one that is still to be simplified, in its parts; or None: it stays as it is."""


def _fits(value: int) -> bool:
    return -_HALF <= value < _HALF


def _simplify_add(left: Expression, right: Expression) -> _Simplified:
    if left.value is not None and right.value is not None:
        return constant(left.value + right.value) if _fits(left.value + right.value) else None
    if left.value is not None or (left.is_symbolic and not right.is_symbolic) or _is_later(left, right):
        return ADD, right, left
    if right.value == 0:
        return left
    added = left.right.value if left.operation == ADD else None
    if added is not None and right.value is not None:
        return ADD, left.left, constant(added + right.value)
    (factor, first), (other, second) = _scaled(left), _scaled(right)
    if first == second:
        return MULTIPLY, first, constant(factor + other)
    if added is not None:
        return ADD, binary(ADD, left.left, right), left.right
    return _remainder(left, right)


def _is_later(left: Expression, right: Expression) -> bool:
    """Whether both are dimensions or both symbols, but not in their order."""
    return left.name[:1] == right.name[:1] != "" and left.number > right.number


def _scaled(expression: Expression) -> tuple[int, Expression]:
    """What `expression` is a multiple of, and how often."""
    if expression.operation == MULTIPLY and expression.right.value is not None:
        return expression.right.value, expression.left
    return 1, expression


def _remainder(left: Expression, right: Expression) -> _Simplified:
    """`left - (left floordiv q) * q` is `left mod q`; of a sum on the left, too, it may be the last summand that is."""
    if right.operation != MULTIPLY:
        return None
    product, factor = right.left, right.right
    if factor.value == -1 and product.operation == MULTIPLY:
        quotient, divisor = product.left, product.right
        if quotient.operation == FLOOR_DIVIDE and quotient.right == divisor and quotient.left == left:
            return MODULO, left, divisor
    if product.operation != FLOOR_DIVIDE:
        return None
    divisor = product.right
    if product.left == left and divisor.value is not None and divisor.value > 0 and factor.value == -divisor.value:
        return MODULO, left, divisor
    if left.operation == ADD and _simplify_add(left.right, right) is not None:
        return ADD, left.left, binary(ADD, left.right, right)
    return None


def _simplify_multiply(left: Expression, right: Expression) -> _Simplified:
    if left.value is not None and right.value is not None:
        return constant(left.value * right.value) if _fits(left.value * right.value) else None
    if not right.is_symbolic or left.value is not None or _is_later(left, right):
        return MULTIPLY, right, left
    if right.value == 1:
        return left
    if right.value == 0:
        return right
    factor = left.right.value if left.operation == MULTIPLY else None
    if factor is None:
        return None
    if right.value is not None:
        return MULTIPLY, left.left, constant(factor * right.value)
    return MULTIPLY, binary(MULTIPLY, left.left, right), left.right


def _simplify_floor_divide(left: Expression, right: Expression) -> _Simplified:
    simplified = _simplify_divide(left, right, lambda dividend, divisor: dividend // divisor)
    if simplified is None and right.value and left.operation == ADD:
        first, second = left.left, left.right
        if first.divisor % right.value == 0 or second.divisor % right.value == 0:
            return ADD, binary(FLOOR_DIVIDE, first, right), binary(FLOOR_DIVIDE, second, right)
    return simplified


def _simplify_ceil_divide(left: Expression, right: Expression) -> _Simplified:
    return _simplify_divide(left, right, lambda dividend, divisor: -(-dividend // divisor))


def _simplify_divide(left: Expression, right: Expression, quotient: Callable[[int, int], int]) -> _Simplified:
    if not right.value:
        return constant(1) if left == right and right.value is None else None
    if left.value is not None:
        result = quotient(left.value, right.value)
        return constant(result) if _fits(result) else None
    if right.value == 1:
        return left
    factor = left.right.value if left.operation == MULTIPLY else None
    if factor is not None and factor % right.value == 0:
        return MULTIPLY, left.left, constant(factor // right.value)
    return None


def _simplify_modulo(left: Expression, right: Expression) -> _Simplified:
    if right.value is None or right.value < 1:
        return constant(0) if left == right and right.value is None else None
    if left.value is not None:
        return constant(left.value % right.value)
    if left.divisor % right.value == 0:
        return constant(0)
    if left.operation == ADD:
        if left.left.divisor % right.value == 0:
            return MODULO, left.right, right
        if left.right.divisor % right.value == 0:
            return MODULO, left.left, right
    if left.operation == MODULO:
        inner = left.right.value
        if inner is not None and inner >= 1 and inner % right.value == 0:
            return MODULO, left.left, right
    return None


_SIMPLIFIERS: dict[str, Callable[[Expression, Expression], _Simplified]] = {
    ADD: _simplify_add,
    MULTIPLY: _simplify_multiply,
    FLOOR_DIVIDE: _simplify_floor_divide,
    CEIL_DIVIDE: _simplify_ceil_divide,
    MODULO: _simplify_modulo,
}


def expression_text(root: Expression) -> str:
    """`root` as MLIR prints it. Does not recurse."""
    out: list[str] = []
    work: list[str | tuple[Expression, bool]] = [(root, False)]
    while work:
        part = work.pop()
        if isinstance(part, str):
            out.append(part)
        else:
            work += reversed(_parts(*part))
    return "".join(out)


def _parts(expression: Expression, is_tight: bool) -> list[str | tuple[Expression, bool]]:
    """An expression's text in pieces; where it `is_tight`, an operation needs parentheses."""
    if expression.value is not None:
        return [str(expression.value)]
    if not expression.operation:
        return [expression.name]
    left, right = expression.left, expression.right
    if expression.operation == ADD:
        parts = _sum(left, right)
    elif expression.operation == MULTIPLY and right.value == -1:
        parts = ["-", (left, True)]
    else:
        parts = [(left, True), f" {expression.operation} ", (right, True)]
    return ["(", *parts, ")"] if is_tight else parts


def _sum(left: Expression, right: Expression) -> list[str | tuple[Expression, bool]]:
    """A sum, in which a negative part is taken away."""
    factor = right.right.value if right.operation == MULTIPLY else None
    if factor == -1:
        return [(left, False), " - ", (right.left, right.left.operation == ADD)]
    if factor is not None and factor < -1:
        return [(left, False), " - ", (right.left, True), f" * {-factor}"]
    if right.value is not None and right.value < 0:
        return [(left, False), f" - {-right.value}"]
    return [(left, False), " + ", (right, False)]
