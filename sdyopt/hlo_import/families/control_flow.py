"""Calls, loops and branches."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.hlo_import.opcodes import opcode
from sdyopt.hlo_import.subject import Subject, flat_types
from sdyopt.hlo_import.syntax import HloComputation, list_items
from sdyopt.ir.attributes import I1, SymbolRefAttr
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value


@opcode("call", (0, None), required=["to_apply"], optional=["is_composite"])
def call(subject: Subject) -> Value:
    """The parts of tuples are arguments."""
    if subject.flag("is_composite"):
        subject.refuse("composite operations have no form here")
    operands = _parts(subject, subject.operands)
    name = subject.computations.function_name(subject.computation("to_apply"))
    properties = {"callee": SymbolRefAttr((name,))}
    return subject.tupled(subject.create("func.call", properties, operands=operands, types=subject.types))


@opcode("while", 1, required=["condition", "body"])
def while_(subject: Subject) -> Value:
    """The parts of a tuple are carried."""
    operands = _parts(subject, subject.operands)
    regions = [subject.region("condition"), subject.region("body")]
    types = flat_types(subject.type)
    return subject.tupled(subject.create("stablehlo.while", regions=regions, operands=operands, types=types))


@opcode(
    "conditional",
    (1, None),
    optional=["branch_computations", "true_computation", "false_computation"],
)
def conditional(subject: Subject) -> Value:
    """Branches have no arguments, but use the values around them."""
    index, *operands = subject.operands
    branches = _branches(subject)
    if len(operands) != len(branches):
        subject.refuse(f"it has {len(branches)} branches and {len(operands)} operands for them")
    is_predicate = isinstance(index.type, RankedTensorType) and index.type.element_type is I1
    given = [_parts(subject, [operand]) for operand in operands]
    closed = subject.computations.closed_region
    regions = [closed(*each) for each in zip(branches, given, strict=True)]
    name = "stablehlo.if" if is_predicate else "stablehlo.case"
    return subject.tupled(subject.create(name, regions=regions, operands=[index], types=subject.types))


def _branches(subject: Subject) -> list[HloComputation]:
    names = ("true_computation", "false_computation")
    if all(name in subject.instruction.attributes for name in names):
        return [subject.computation(name) for name in names]
    text, place = subject.instruction.attributes.get("branch_computations", ("", 0))
    if not text.startswith("{"):
        subject.refuse("it has neither branch_computations nor true_computation and false_computation")
    named = subject.computations.named
    return [named(name.removeprefix("%"), place, subject.instruction) for name in list_items(text)]


def _parts(subject: Subject, values: Sequence[Value]) -> list[Value]:
    return [part for value in values for part in subject.block.flattened(value, subject.location)]
