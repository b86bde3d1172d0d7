"""The ub dialect: what has no defined value, and places that are never reached."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.declare.attr_kinds import of_class
from sdyopt.mlir.declare.constraints import Attr, Result
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.declare.type_kinds import ANY

__all__ = ["DIALECT"]


# The operations of the ub dialect, and its attribute.


class PoisonAttr(Attribute):
    """`#ub.poison`: a value that is not defined."""


POISON_ATTRIBUTE = AttributeDef(PoisonAttr, "poison")

POISON = OpDef(
    "ub.poison",
    results=[Result("result", ANY)],
    attributes=[
        Attr("value", of_class("PoisonAttrInterface instance", PoisonAttr), default=PoisonAttr(), is_filled_in=True)
    ],
    traits=["ConstantLike", "Pure"],
    format="attr-dict (`<` $value^ `>`)? `:` type($result)",
)
"""A value that is not defined, of any type."""

UNREACHABLE = OpDef("ub.unreachable", traits=["IsTerminator"], format="attr-dict")
"""Ends a block whose end is never reached."""

OPERATIONS = (POISON, UNREACHABLE)


DIALECT = Dialect("ub", OPERATIONS, attributes=[POISON_ATTRIBUTE])
