"""What complex asks of casts and constants."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.arith.verification import type_of, width
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import BoolAttr, FloatAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of


def _bits(type: Type) -> int:
    return 2 * width(type.element_type) if isinstance(type, t.ComplexType) else width(type)


def bitcast(op: Operation, context: Verification) -> None:
    """Both types are numbers with the same number of bits, and one is complex."""
    (source,), (result,) = op.signature.operand_types, op.signature.result_types
    if source is result:
        return
    for what, type in (("operand", source), ("result", result)):
        if not isinstance(type, (t.IntegerType, t.FloatType, t.ComplexType)):
            context.error(op, f"{what} must be int/float/complex")
    if isinstance(source, t.ComplexType) == isinstance(result, t.ComplexType):
        context.error(op, "requires that either input or output has a complex type")
    if _bits(source) != _bits(result):
        context.error(op, "casting bitwidths do not match")


def constant(op: Operation, context: Verification) -> None:
    """The value has two parts, which are numbers of the type of the result's elements."""
    value: Any = op.properties["value"]
    (result,) = op.signature.result_types
    if len(value) != 2:
        context.error(op, "requires 'value' to be a complex constant, represented as array of two values")
    if not all(isinstance(part, (BoolAttr, IntegerAttr, FloatAttr)) for part in value):
        context.error(op, "requires attribute's elements to be float or integer attributes")
    real, imaginary = map(type_of, value)
    element = result.element_type  # type: ignore[attr-defined]
    if real is not element or imaginary is not element:
        context.error(
            op,
            f"requires attribute's element types ('{text_of(real)}', '{text_of(imaginary)}') to match the element type "
            f"of the op's return type ('{text_of(element)}')",
        )
