"""How often the body of a `stablehlo.while` runs, where constants say so.

What `lax.scan` and `fori_loop` become is known: a counter that starts at a constant, steps by a constant and is
compared with a constant.
"""

from __future__ import annotations

from typing import cast

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection
from sdyopt.dialects.stablehlo.ops import CONSTANT, OPTIMIZATION_BARRIER, RESHAPE, WHILE
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, COMPARE, CONVERT, MULTIPLY, SUBTRACT
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import IntegerType, RankedTensorType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements

_CONSTANTS = frozenset((CONSTANT, sdy.CONSTANT))

_PASSING = frozenset(
    (
        CONVERT,
        OPTIMIZATION_BARRIER,
        RESHAPE,
        sdy.PROPAGATION_BARRIER,
        sdy.RESHARD,
        sdy.SHARDING_CONSTRAINT,
        *SDY_COLLECTIVES,
    )
)
"""Operations whose result is the operand of the same number, for a scalar integer."""

_MOST_STEPS = 64
"""Operations that are followed from a value to its constant."""

_MIRRORED = {"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE", "NE": "NE"}


def trip_count(loop: Operation) -> int | None:
    """Returns how often the body of a loop runs; None if constants do not say it."""
    condition, body = loop.regions
    if len(condition.blocks) != 1 or len(body.blocks) != 1:
        return None
    returned = _last(condition.block.last)
    comparison = None if returned is None else _behind(returned.operands[0])
    if not isinstance(comparison, OpResult) or comparison.owner.signature.definition is not COMPARE:
        return None
    direction = cast(ComparisonDirection, comparison.owner.properties["comparison_direction"]).value
    left, right = [_behind(operand) for operand in comparison.owner.operands]
    for counter, bound, order in ((left, right, direction), (right, left, _MIRRORED.get(direction, ""))):
        if isinstance(counter, BlockArgument) and counter.owner is condition.block:
            limit, start = constant(bound), constant(loop.operands[counter.index])
            step = _step(loop, counter.index)
            if limit is not None and start is not None and step is not None:
                count = _count(start, limit, step, order)
                fits = count is not None and _holds(loop.operands[counter.index], start + count * step)
                return count if fits else None
    return None


def _count(start: int, limit: int, step: int, order: str) -> int | None:
    if order in ("GT", "GE"):
        start, limit, step = -start, -limit, -step
        order = _MIRRORED[order]
    if order == "LE":
        limit += 1
    elif order == "NE":
        if not step or (limit - start) % step or (limit - start) // step < 0:
            return None
        return (limit - start) // step
    elif order != "LT":
        return None
    if start >= limit:
        return 0
    return -(-(limit - start) // step) if step > 0 else None


def _step(loop: Operation, index: int) -> int | None:
    """Returns by how much the value of that number grows in each run of the body."""
    block = loop.regions[1].block
    last = _last(block.last)
    if last is None or index >= len(last.operands):
        return None
    value = _behind(last.operands[index])
    if not isinstance(value, OpResult):
        return None
    op = value.owner
    definition = op.signature.definition
    if definition is ADD or definition is SUBTRACT:
        left, right = op.operands
        counter = block.arguments[index]
        if _behind(left) is counter:
            step = constant(right)
            return step if step is None or definition is ADD else -step
        if definition is ADD and _behind(right) is counter:
            return constant(left)
    return None


def constant(value: Value) -> int | None:
    """Returns the integer that a value always is; None if constants do not say it."""
    pending: list[Value] = [value]
    found: list[int] = []
    operations: list[tuple[Operation, int]] = []
    for _ in range(_MOST_STEPS):
        current = _behind(pending.pop())
        if isinstance(current, BlockArgument):
            outside = _invariant(current)
            if outside is None:
                return None
            pending.append(outside)
            continue
        op = cast(OpResult, current).owner
        definition = op.signature.definition
        if definition in (ADD, SUBTRACT, MULTIPLY):
            operations.append((op, len(found)))
            pending += reversed(op.operands)
            continue
        number = _number(op.properties.get("value")) if definition in _CONSTANTS else None
        if number is None:
            return None
        found.append(number)
        while operations and len(found) == operations[-1][1] + 2:
            right, left = found.pop(), found.pop()
            number = _result(op := operations.pop()[0], left, right)
            if not _holds(op.results[0], number):
                return None  # It wraps.
            found.append(number)
        if not pending:
            return found[0]
    return None


def _result(op: Operation, left: int, right: int) -> int:
    definition = op.signature.definition
    return left + right if definition is ADD else left - right if definition is SUBTRACT else left * right


def _behind(value: Value) -> Value:
    """Returns the value that operations, which do not change a number, pass on to `value`."""
    for _ in range(_MOST_STEPS):
        if not isinstance(value, OpResult) or value.owner.signature.definition not in _PASSING:
            break
        if value.owner.signature.definition is CONVERT and not _widens(value.owner):
            break
        if value.index >= len(value.owner.operands):
            break
        value = value.owner.operands[value.index]
    return value


def _widens(convert: Operation) -> bool:
    """Whether a conversion leaves each integer as it is; others wrap."""
    before, after = _integer(convert.operands[0]), _integer(convert.results[0])
    if before is None or after is None or before.width == 1:
        return False
    if _is_unsigned(before) == _is_unsigned(after):
        return before.width <= after.width
    return _is_unsigned(before) and before.width < after.width


def _holds(value: Value, number: int) -> bool:
    """Whether the type of a value has that number; a counter that leaves its type wraps."""
    type = _integer(value)
    if type is None:
        return False
    if _is_unsigned(type):
        return 0 <= number < 1 << type.width
    return -(1 << (type.width - 1)) <= number < 1 << (type.width - 1)


def _integer(value: Value) -> IntegerType | None:
    type = value.type.element_type if isinstance(value.type, RankedTensorType) else None
    return type if isinstance(type, IntegerType) else None


def _is_unsigned(type: IntegerType) -> bool:
    return type.signedness == "u"


def is_invariant(loop: Operation, index: int) -> bool:
    """Whether each run of a loop's body returns the value of that number as it was."""
    block = loop.regions[1].blocks[0] if loop.regions[1].blocks else None
    last = None if block is None else _last(block.last)
    if block is None or last is None or index >= min(len(last.operands), len(block.arguments)):
        return False
    return _behind(last.operands[index]) is block.arguments[index]


def _invariant(argument: BlockArgument) -> Value | None:
    """Returns the value from outside that an argument of a region always is; None if it may change."""
    op = argument.owner.parent_op
    definition = None if op is None else op.signature.definition
    if op is None or argument.index >= len(op.operands):
        return None
    if definition is WHILE:
        if not is_invariant(op, argument.index):
            return None
    elif definition not in (sdy.MANUAL_COMPUTATION, sdy.NAMED_COMPUTATION):
        return None
    return op.operands[argument.index]


def _last(op: Operation | None) -> Operation | None:
    """Returns what a block ends with, if it returns anything."""
    return op if op is not None and op.operands else None


@remembered
def _number(attribute: Attribute | None) -> int | None:
    """Returns the integer that all elements of an attribute are."""
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return None
    type = attribute.type
    if not isinstance(type.element_type, IntegerType) or any(size != 1 for size in type.shape):
        return None
    (number,) = elements(attribute.text, type.shape, element_format(type.element_type))
    return int(number)
