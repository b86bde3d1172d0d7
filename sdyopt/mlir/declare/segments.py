"""Which operands and results belong to which name of the declaration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attributes import DenseArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.constraints import Operand

if TYPE_CHECKING:
    from sdyopt.mlir.declare.definition import OpDef
    from sdyopt.mlir.verify.verification import Verification


def operand_range(op: Operation, definition: OpDef, index: int) -> tuple[int, int]:
    """Start and stop of the operands that belong to declared operand number `index`."""
    if definition.has_fixed_operands:
        return index, index + 1
    return _range(op, definition.operands, index, len(op.operands), "operandSegmentSizes")


def result_range(op: Operation, definition: OpDef, index: int) -> tuple[int, int]:
    """Start and stop of the results that belong to declared result number `index`."""
    if definition.has_fixed_results:
        return index, index + 1
    return _range(op, definition.results, index, len(op.results), "resultSegmentSizes")


def _range(op: Operation, declared: Sequence[Operand], index: int, count: int, sizes: str) -> tuple[int, int]:
    segments = op.properties.get(sizes)
    if isinstance(segments, DenseArrayAttr):
        start = sum(segments.values[:index])
        return start, start + segments.values[index]
    if len(declared) == 1:
        return 0, count
    variadic = [position for position, operand in enumerate(declared) if operand.arity]
    extent = 0
    if variadic:
        # Without segment sizes all variadic groups have the same length.
        extent = (count - (len(declared) - len(variadic))) // len(variadic)
    start = sum(extent if operand.arity else 1 for operand in declared[:index])
    return start, start + (extent if declared[index].arity else 1)


def successor_operands(op: Operation) -> list[tuple[int, int]]:
    """Start and stop of the operands that each successor gets. The operation is valid otherwise."""
    definition: Any = op.definition
    names = [operand.name for operand in definition.operands]
    groups: list[tuple[int, int]] = []
    for successor in definition.successors:
        if not successor.operands:
            end = len(op.operands)
            groups += [(end, end)] * (len(op.successors) if successor.arity else 1)
            continue
        start, stop = operand_range(op, definition, names.index(successor.operands))
        if not successor.arity:
            groups.append((start, stop))
            continue
        sizes: Any = op.properties[successor.segments]
        for size in sizes.values:
            groups.append((start, start + size))
            start += size
    return groups


def check_successor_segments(op: Operation, context: Verification) -> None:
    """The sizes of the groups of operands that go to the successors of one name add up to how many these are."""
    definition: Any = op.definition
    names = [operand.name for operand in definition.operands]
    for successor in definition.successors:
        if successor.segments:
            start, stop = operand_range(op, definition, names.index(successor.operands))
            _check_segments(op, stop - start, successor.operands, successor.segments, context)


def operand_segments(op: Operation, context: Verification) -> None:
    """The sizes of the groups of operands add up to how many operands there are."""
    _check_segments(op, len(op.operands), "operand", "operandSegmentSizes", context)


def result_segments(op: Operation, context: Verification) -> None:
    """The sizes of the groups of results add up to how many results there are."""
    _check_segments(op, len(op.results), "result", "resultSegmentSizes", context)


def _check_segments(op: Operation, count: int, what: str, name: str, context: Verification) -> None:
    segments = op.properties.get(name)
    sizes = segments.values if isinstance(segments, DenseArrayAttr) else ()
    if any(size < 0 for size in sizes):
        context.error(op, f"'{name}' attribute cannot have negative elements")
    if sum(sizes) != count:
        context.error(
            op,
            f"{what} count ({count}) does not match with the total size ({sum(sizes)}) specified in attribute '{name}'",
        )
