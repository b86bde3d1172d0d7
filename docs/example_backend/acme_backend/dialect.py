"""The dialect: what a backend computes in one instruction."""

import sdyopt
from sdyopt.declare import (
    Attr,
    Dialect,
    OpDef,
    Operand,
    Result,
    attr_kinds,
    infers_type_of_first_operand,
    same_operands_and_result_type,
    type_kinds,
)

SCALE = OpDef(
    "acme_backend.scale",
    operands=[Operand("input", type_kinds.tensor_of(type_kinds.F32))],
    results=[Result("result", type_kinds.tensor_of(type_kinds.F32))],
    attributes=[Attr("factor", attr_kinds.F32)],
    traits=["Pure"],
    format="$input `by` $factor attr-dict `:` type($result)",
    verifiers=[same_operands_and_result_type, infers_type_of_first_operand],
    sharding_rule=sdyopt.rule("... -> ..."),
)
"""Multiplies all elements with one number."""

DIALECT = Dialect("acme_backend", [SCALE])
