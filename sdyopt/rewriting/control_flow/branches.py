"""Branches: the operands that each successor gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, DenseArrayAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import successor_operands
from sdyopt.rewriting.rewriter import Rewriter


def is_branch(op: Operation) -> bool:
    """Whether `op` passes some of its operands to the arguments of its successors."""
    definition = op.signature.definition
    successors = definition.successors if isinstance(definition, OpDef) else ()
    return bool(successors) and all(successor.operands for successor in successors)


class BranchTarget(NamedTuple):
    """A successor, and the operands that its arguments get."""

    block: Block
    operands: tuple[Value, ...]


def targets_of(op: Operation) -> list[BranchTarget]:
    """Returns the successors of a branch."""
    groups = successor_operands(op)
    return [
        BranchTarget(block, tuple(op.operands[start:stop]))
        for block, (start, stop) in zip(op.successors, groups, strict=True)
    ]


def values_passed(branches: Iterable[Operation], argument: BlockArgument) -> Iterator[Value]:
    """Yields what each of these branches passes for `argument`; each of them comes once, and may pass several."""
    for branch in dict.fromkeys(branches):
        for target in targets_of(branch):
            if target.block is argument.owner:
                yield target.operands[argument.index]


def argument_for(op: Operation, index: int) -> BlockArgument | None:
    """Returns the block argument that becomes the operand number `index` of a branch; None if it is not passed on."""
    for block, (start, stop) in zip(op.successors, successor_operands(op), strict=False):
        if start <= index < stop:
            return block.arguments[index - start]
    return None


def segment_properties(definition: OpDef, sizes: Sequence[int]) -> dict[str, Attribute]:
    """Returns the properties of a branch that say how many operands each successor gets.

    Of the operands that it does not pass on, it has one each.
    """
    groups: dict[str, tuple[int, ...]] = {}
    properties: dict[str, Attribute] = {}
    for number, successor in enumerate(definition.successors):
        group = groups[successor.operands] = tuple(sizes[number:] if successor.arity else sizes[number : number + 1])
        if successor.segments:
            properties[successor.segments] = DenseArrayAttr(I32, group)
    if "AttrSizedOperandSegments" in definition.traits:
        extents = tuple([sum(groups.get(operand.name, (1,))) for operand in definition.operands])
        properties["operandSegmentSizes"] = DenseArrayAttr(I32, extents)
    return properties


def set_passed(op: Operation, passed: Sequence[Sequence[Value]], rewriter: Rewriter) -> None:
    """Makes a branch pass these operands to its successors."""
    definition = cast(OpDef, op.definition)
    operands: list[Value] = []
    end = 0
    groups = zip(successor_operands(op), passed, strict=True)
    for (start, stop), values in sorted(groups, key=lambda group: group[0]):
        operands += [*op.operands[end:start], *values]
        end = stop
    for name, value in segment_properties(definition, [len(values) for values in passed]).items():
        op.signature = op.signature.with_property(name, value)
    rewriter.set_operands(op, [*operands, *op.operands[end:]])
