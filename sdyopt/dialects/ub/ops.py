"""The operations of the ub dialect, and its attribute."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.ods.declarations.attr_kinds import of_class
from sdyopt.ods.declarations.constraints import Attr, Result
from sdyopt.ods.declarations.definition import OpDef
from sdyopt.ods.declarations.dialect import AttributeDef
from sdyopt.ods.declarations.type_kinds import ANY


class PoisonAttr(Attribute):
    """`#ub.poison`: a value that is not defined."""


POISON_ATTRIBUTE = AttributeDef(
    PoisonAttr, "poison", "empty_body", lambda attribute: "", lambda body: PoisonAttr(), has_body=False
)

POISON = OpDef(
    "ub.poison",
    results=[Result("result", ANY)],
    attributes=[
        Attr("value", of_class("PoisonAttrInterface instance", PoisonAttr), default=PoisonAttr(), is_filled_in=True),
    ],
    traits=["ConstantLike", "Pure"],
    format="attr-dict (`<` $value^ `>`)? `:` type($result)",
)
"""A value that is not defined, of any type."""

UNREACHABLE = OpDef("ub.unreachable", traits=["IsTerminator"], format="attr-dict")
"""Ends a block whose end is never reached."""

OPERATIONS = (POISON, UNREACHABLE)
