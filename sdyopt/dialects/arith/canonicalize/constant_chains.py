"""Canonicalization of chains of integer operations of arith with two constants, of which one is left."""

from __future__ import annotations

from functools import partial

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.attributes import OVERFLOW, IntegerOverflowFlagsAttr
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import BoolAttr, IntegerAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.rewriting.folding.values.elements import elementwise, is_all, number, width_of
from sdyopt.rewriting.folding.values.integer_arithmetic import COMPUTE
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.simplifications import Simplifier, defining_constant

FIRST, LAST = 0, 1
"""Which operand of an operation is the constant."""
FLAGS = OVERFLOW.name


class Chain(NamedTuple):
    """An operation on a constant and the result of another operation on a constant."""

    name: str
    root: OpDef
    constant: int
    """Which operand of the root is the constant."""
    inner: OpDef
    inner_constant: int
    compute: str
    """The operation that computes the constant that is left, of the two: see `COMPUTE`."""
    is_swapped: bool
    """Whether it is computed of that of the root first; else of the inner one."""
    result: OpDef
    result_constant: int
    keeps_flags: bool = True
    """Whether the flags about overflow stay that both have."""


ADD, SUB, MUL, AND, OR, XOR = arith.ADDI, arith.SUBI, arith.MULI, arith.ANDI, arith.ORI, arith.XORI

CHAINS = (
    Chain("AddIAddConstant", ADD, LAST, ADD, LAST, "addi", False, ADD, LAST),
    Chain("AddISubConstantRHS", ADD, LAST, SUB, LAST, "subi", True, ADD, LAST),
    Chain("AddISubConstantLHS", ADD, LAST, SUB, FIRST, "addi", False, SUB, FIRST),
    Chain("SubIRHSAddConstant", SUB, LAST, ADD, LAST, "subi", False, ADD, LAST, keeps_flags=False),
    Chain("SubILHSAddConstant", SUB, FIRST, ADD, LAST, "subi", True, SUB, FIRST),
    Chain("SubIRHSSubConstantRHS", SUB, LAST, SUB, LAST, "addi", False, SUB, LAST),
    Chain("SubIRHSSubConstantLHS", SUB, LAST, SUB, FIRST, "subi", False, SUB, FIRST),
    Chain("SubILHSSubConstantRHS", SUB, FIRST, SUB, LAST, "addi", False, SUB, FIRST),
    Chain("SubILHSSubConstantLHS", SUB, FIRST, SUB, FIRST, "subi", True, ADD, LAST),
    Chain("MulIMulIConstant", MUL, LAST, MUL, LAST, "muli", False, MUL, LAST),
    Chain("AndIAndIConstant", AND, LAST, AND, LAST, "andi", False, AND, LAST),
    Chain("OrIOrIConstant", OR, LAST, OR, LAST, "ori", False, OR, LAST),
    Chain("XOrIXOrIConstant", XOR, LAST, XOR, LAST, "xori", False, XOR, LAST),
)
"""The chains: of `(x - 5) + 9` is left `x + 4`."""


def _apply(chain: Chain, op: Operation, rewriter: PatternRewriter) -> bool:
    """Computes with the two constants of a chain."""
    found = defining_constant(op.operands[chain.constant])
    inner = definition_of(op, 1 - chain.constant, chain.inner)
    if found is None or inner is None:
        return False
    inner_found = defining_constant(inner.operands[chain.inner_constant])
    if inner_found is None:
        return False
    constants = [inner_found[1], found[1]]
    if not all(isinstance(constant, (BoolAttr, IntegerAttr)) for constant in constants):
        return False
    (type,) = op.signature.result_types
    constant = elementwise(
        partial(COMPUTE[chain.compute], width_of(type)), type, constants[::-1] if chain.is_swapped else constants
    )
    if constant is None:
        return False
    # A location names the constant that comes first in the text of the chain.
    first = found[0] if chain.constant == FIRST else inner_found[0]
    simplifier = Simplifier(op, rewriter, [first])
    operands = [inner.operands[1 - chain.inner_constant]]
    operands.insert(chain.result_constant, simplifier.constant(constant, type))
    flags = common_flags(op, inner) if chain.keeps_flags else None
    return simplifier.replace_by(simplifier.create(chain.result, operands, type, flags))


def definition_of(op: Operation, index: int, definition: OpDef) -> Operation | None:
    """Returns what defines an operand of `op`, if it is an operation with this definition."""
    value = op.operands[index]
    return value.owner if isinstance(value, OpResult) and value.owner.definition is definition else None


def common_flags(op: Operation, other: Operation) -> dict[str, Attribute] | None:
    """Returns the flags about overflow that two operations both have; None if operations of the kind have none."""
    flags, others = op.properties.get(FLAGS), other.properties.get(FLAGS)
    if not isinstance(flags, IntegerOverflowFlagsAttr) or not isinstance(others, IntegerOverflowFlagsAttr):
        return None
    return {FLAGS: IntegerOverflowFlagsAttr(flags.flags & others.flags)}


def _chain_pattern(chain: Chain) -> Pattern:
    return pattern(chain.root, f"(anonymous namespace)::{chain.name}", benefit=2)(partial(_apply, chain))


def _add_negated(index: int, op: Operation, rewriter: PatternRewriter) -> bool:
    """`a + b * -1` is `a - b`."""
    product = definition_of(op, index, MUL)
    found = None if product is None else defining_constant(product.operands[1])
    if product is None or found is None or not is_all(found[1], -1):
        return False
    simplifier = Simplifier(op, rewriter, [found[0]])
    operands = [op.operands[1 - index], product.operands[0]]
    return simplifier.replace_by(simplifier.create(SUB, operands, op.result.type))


@pattern(SUB, "(anonymous namespace)::SubISubILHSRHSLHS", benefit=2)
def subtract_from_difference(op: Operation, rewriter: PatternRewriter) -> bool:
    """`(a - b) - a` is `0 - b`."""
    difference = definition_of(op, 0, SUB)
    zero = number(op.result.type, 0)
    if difference is None or zero is None or difference.operands[0] is not op.operands[1]:
        return False
    simplifier = Simplifier(op, rewriter, [difference])
    operands = [simplifier.constant(zero, op.result.type), difference.operands[1]]
    return simplifier.replace_by(simplifier.create(SUB, operands, op.result.type, common_flags(op, difference)))


PATTERNS = (
    *map(_chain_pattern, CHAINS),
    subtract_from_difference,
    pattern(ADD, "(anonymous namespace)::AddIMulNegativeOneRhs", benefit=2)(partial(_add_negated, 1)),
    pattern(ADD, "(anonymous namespace)::AddIMulNegativeOneLhs", benefit=2)(partial(_add_negated, 0)),
)
"""The patterns."""
