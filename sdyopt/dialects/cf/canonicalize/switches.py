"""Canonicalization of switches."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.cf.canonicalize.targets import KNOWN, PASSED_THROUGH, behind, replace_branch
from sdyopt.dialects.cf.ops import BRANCH, SWITCH
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import BoolAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import VectorType
from sdyopt.rewriting.control_flow.branches import BranchTarget, targets_of
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.values.elements import Elements, attribute_of, elements_of
from sdyopt.rewriting.patterns import PatternRewriter, pattern

Case = tuple[int, BranchTarget]
"""The bits of a value, and where that leads."""


@pattern(SWITCH, "")
def only_default(op: Operation, rewriter: PatternRewriter) -> bool:
    """Branches to the default where there is no other case."""
    if len(op.successors) > 1:
        return False
    replace_branch(op, BRANCH, targets_of(op), rewriter, "it has no cases")
    return True


@pattern(SWITCH, "")
def cases_like_default(op: Operation, rewriter: PatternRewriter) -> bool:
    """Erases cases that are what the default is."""
    default, *_ = targets_of(op)
    return _keep_cases(op, [case for case in cases_of(op) if case[1] != default], rewriter, "cases are as the default")


@pattern(SWITCH, "")
def constant_flag(op: Operation, rewriter: PatternRewriter) -> bool:
    """Branches to where a constant leads."""
    flag = constant_value(op.operands[0])
    if not isinstance(flag, (BoolAttr, IntegerAttr)):
        return False
    found = elements_of(flag)
    assert found is not None
    replace_branch(op, BRANCH, [_target_for(op, found.bits[0])], rewriter, KNOWN)
    return True


@pattern(SWITCH, "")
def pass_through(op: Operation, rewriter: PatternRewriter) -> bool:
    """Leads to where blocks lead that only branch."""
    targets = targets_of(op)
    new = [behind(target) or target for target in targets]
    if new == targets:
        return False
    values = op.properties.get("case_values")
    replace_branch(op, SWITCH, new, rewriter, PASSED_THROUGH, {} if values is None else {"case_values": values})
    return True


@pattern(SWITCH, "")
def flag_of_predecessor(op: Operation, rewriter: PatternRewriter) -> bool:
    """Branches to where a value leads for which a switch led to this block."""
    before = _switch_before(op, rewriter)
    if before is None or before.successors[0] is op.parent:
        return False
    ((value, _),) = [case for case in cases_of(before) if case[1].block is op.parent]
    replace_branch(op, BRANCH, [_target_for(op, value)], rewriter, KNOWN)
    return True


@pattern(SWITCH, "")
def default_of_predecessor(op: Operation, rewriter: PatternRewriter) -> bool:
    """Erases the cases that a switch excludes whose default led to this block."""
    before = _switch_before(op, rewriter)
    if before is None or before.successors[0] is not op.parent:
        return False
    excluded = {value for value, _ in cases_of(before)}
    kept = [case for case in cases_of(op) if case[0] not in excluded]
    return _keep_cases(op, kept, rewriter, "some values cannot be there")


def cases_of(op: Operation) -> list[Case]:
    """Returns the cases of a switch, without the default."""
    values = elements_of(op.properties.get("case_values"))
    _, *targets = targets_of(op)
    if values is None:
        return []
    bits = values.bits if len(values.bits) == len(targets) else values.bits * len(targets)
    return list(zip(bits, targets, strict=True))


def _target_for(op: Operation, value: int) -> BranchTarget:
    return next((target for case, target in cases_of(op) if case == value), targets_of(op)[0])


def _switch_before(op: Operation, rewriter: PatternRewriter) -> Operation | None:
    """Returns the switch on the same value that alone leads to the block of `op`."""
    assert op.parent is not None
    before = rewriter.predecessors.single(op.parent)
    switch = None if before is None else before.last
    if switch is None or switch.definition is not SWITCH or switch.operands[0] is not op.operands[0]:
        return None
    return switch


def _keep_cases(op: Operation, kept: Sequence[Case], rewriter: PatternRewriter, why: str) -> bool:
    """Erases all cases but these; returns whether there are others."""
    default, *cases = targets_of(op)
    if len(kept) == len(cases):
        return False
    flag = op.operands[0].type
    properties: dict[str, Attribute] = {}
    if kept:
        type = VectorType((len(kept),), flag)
        properties["case_values"] = attribute_of(Elements(type, tuple([value for value, _ in kept])))
    replace_branch(op, SWITCH, [default, *[target for _, target in kept]], rewriter, why, properties)
    return True


PATTERNS = (
    only_default,
    cases_like_default,
    constant_flag,
    pass_through,
    flag_of_predecessor,
    default_of_predecessor,
)
"""In the order in which they are tried."""
