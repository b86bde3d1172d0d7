"""Where branches lead whose condition is a constant."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import BoolAttr, DenseElementsAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ods.literals.attributes import elements_of


def successor_for(op: Operation, constants: Sequence[Attribute | None]) -> int | None:
    """Returns the number of the successor that a branch with these operands goes to; None if that may be any.

    An operand that is no constant is None.
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
