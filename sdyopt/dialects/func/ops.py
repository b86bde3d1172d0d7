"""The operations of the func dialect."""

from __future__ import annotations

from sdyopt.dialects.func.syntax import infer_indirect_call
from sdyopt.dialects.func.verification import (
    verify_call,
    verify_constant,
    verify_function,
    verify_indirect_call,
    verify_returns,
)
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import NO_RULE, OpDef
from sdyopt.mlir.declare.sharding_slots import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES
from sdyopt.mlir.declare.type_kinds import ANY, FUNCTION

FUNC = OpDef(
    "func.func",
    attributes=[
        Attr("sym_name", attr.SYMBOL_NAME),
        Attr("function_type", attr.FUNCTION_TYPE),
        Attr("sym_visibility", attr.STRING, optional=True),
        Attr("arg_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("res_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("no_inline", attr.UNIT, optional=True),
    ],
    regions=[RegionDef("body")],
    traits=["IsolatedFromAbove", "Symbol", "FunctionOpInterface", "AffineScope", "AutomaticAllocationScope"],
    format="custom<Function>",
    default_dialect="func",
    verifiers=[verify_function, verify_returns],
    sharding_slots=(ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES),
    sharding_rule=NO_RULE,
)
"""A function: its name, the types of its arguments and results with attributes of their own, and its body if it has
one."""

CALL = OpDef(
    "func.call",
    operands=[Operand("operands", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("callee", attr.FLAT_SYMBOL_REF),
        Attr("arg_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("res_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("no_inline", attr.UNIT, optional=True),
    ],
    format="$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
    context_verifiers=[verify_call],
    sharding_rule=NO_RULE,
)
"""Calls a function by its name."""

CALL_INDIRECT = OpDef(
    "func.call_indirect",
    operands=[Operand("callee", FUNCTION), Operand("callee_operands", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("arg_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("res_attrs", attr.DICTIONARY_ARRAY, optional=True),
    ],
    format="$callee `(` $callee_operands `)` attr-dict `:` type($callee)",
    infer=infer_indirect_call,
    verifiers=[verify_indirect_call],
)
"""Calls a function that is a value."""

CONSTANT = OpDef(
    "func.constant",
    results=[Result("result", ANY)],
    attributes=[Attr("value", attr.FLAT_SYMBOL_REF)],
    traits=["ConstantLike", "Pure"],
    format="attr-dict $value `:` type(results)",
    result_names=lambda op: ["f"],
    context_verifiers=[verify_constant],
)
"""A function, by its name, as a value."""

RETURN = OpDef(
    "func.return",
    operands=[Operand("operands", ANY, "*")],
    traits=["IsTerminator", "Pure", "ReturnLike", "HasParent<func.func>"],
    format="attr-dict ($operands^ `:` type($operands))?",
)
"""Ends a function and gives its results."""
