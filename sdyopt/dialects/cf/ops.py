"""The operations of the cf dialect: https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/."""

from __future__ import annotations

from sdyopt.dialects.cf.verification import verify_switch, verify_weights
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.constraints import Attr, Operand, Successor, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.type_kinds import ANY, I1

_INTEGER = TypeConstraint("integer", lambda type: isinstance(type, IntegerType), IntegerType, "builtin.integer")

ASSERT = OpDef(
    "cf.assert",
    operands=[Operand("arg", I1)],
    attributes=[Attr("msg", attr.STRING)],
    format="$arg `,` $msg attr-dict",
)
"""Stops the program with a message unless its operand is true."""

BRANCH = OpDef(
    "cf.br",
    operands=[Operand("destOperands", ANY, "*")],
    successors=[Successor("dest", operands="destOperands")],
    traits=["IsTerminator", "Pure"],
    format="$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
)
"""Continues with another block, which gets the operands as its arguments."""

COND_BRANCH = OpDef(
    "cf.cond_br",
    operands=[Operand("condition", I1), Operand("trueDestOperands", ANY, "*"), Operand("falseDestOperands", ANY, "*")],
    attributes=[Attr("branch_weights", attr.I32_ARRAY, optional=True)],
    successors=[
        Successor("trueDest", operands="trueDestOperands"),
        Successor("falseDest", operands="falseDestOperands"),
    ],
    traits=["AttrSizedOperandSegments", "IsTerminator", "Pure"],
    format="$condition (`weights` `(` $branch_weights^ `)`)? `,` "
    "$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` "
    "$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
    context_verifiers=[verify_weights],
)
"""Continues with one of two blocks, as the condition says; weights say how likely each is."""

SWITCH = OpDef(
    "cf.switch",
    operands=[Operand("flag", _INTEGER), Operand("defaultOperands", ANY, "*"), Operand("caseOperands", ANY, "*")],
    attributes=[
        Attr("case_values", attr.INTEGER_ELEMENTS, optional=True),
        Attr("case_operand_segments", attr.I32_ARRAY),
    ],
    successors=[
        Successor("defaultDestination", operands="defaultOperands"),
        Successor("caseDestinations", "*", operands="caseOperands", segments="case_operand_segments"),
    ],
    traits=["AttrSizedOperandSegments", "IsTerminator", "Pure"],
    format="$flag `:` type($flag) `,` `[` custom<SwitchOpCases>($case_values, $case_operand_segments) `]` attr-dict",
    context_verifiers=[verify_switch],
)
"""Continues with the block of the case with that value, or with that of the default."""
