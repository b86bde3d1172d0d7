"""Branches: where they lead if the condition is a constant, and the operands that each successor gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, BoolAttr, DenseArrayAttr, DenseElementsAttr, IntegerAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import successor_operands
from sdyopt.mlir.literals.attributes import elements_of
from sdyopt.rewriting.rewriter import Rewriter


def is_branch(op: Operation) -> bool:
    """Whether `op` passes some of its operands to the arguments of its successors."""
    definition = op.signature.definition
    return isinstance(definition, OpDef) and bool(definition.successors)


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


def deciding_operands(op: Operation) -> list[Value]:
    """Returns the operands of a branch that it does not pass on: those that decide where it goes."""
    passed = {index for group in successor_operands(op) for index in range(*group)}
    return [operand for index, operand in enumerate(op.operands) if index not in passed]


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


def segment_properties(name: str, sizes: Sequence[int]) -> dict[str, Attribute]:
    """Returns the properties of a branch of that name that say which successor gets how many operands."""
    if name == "cf.br":
        return {}
    if name == "cf.cond_br":
        return {"operandSegmentSizes": DenseArrayAttr(I32, (1, *sizes))}
    default, *cases = sizes
    segments = DenseArrayAttr(I32, (1, default, sum(cases)))
    return {"case_operand_segments": DenseArrayAttr(I32, tuple(cases)), "operandSegmentSizes": segments}


def set_passed(op: Operation, passed: Sequence[Sequence[Value]], rewriter: Rewriter) -> None:
    """Makes a branch pass these operands to its successors."""
    groups = successor_operands(op)
    before = op.operands[: groups[0][0]] if groups else op.operands
    for name, value in segment_properties(op.name, [len(values) for values in passed]).items():
        op.signature = op.signature.with_property(name, value)
    rewriter.set_operands(op, [*before, *[value for values in passed for value in values]])


def successor_for(op: Operation, constants: Sequence[Attribute | None]) -> int | None:
    """Returns the number of the successor that a branch with these operands goes to; None if that may be any.

    An operand that is not a constant is None.
    """
    if op.name == "cf.br":
        return 0
    condition = constants[0] if constants else None
    if op.name == "cf.cond_br" and isinstance(condition, BoolAttr):
        return 0 if condition.value else 1
    if op.name == "cf.switch" and isinstance(condition, (BoolAttr, IntegerAttr)):
        values = op.properties.get("case_values")
        cases = elements_of(values) if isinstance(values, DenseElementsAttr) else []
        return cases.index(condition.value) + 1 if condition.value in cases else 0
    return None
