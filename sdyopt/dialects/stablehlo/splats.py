"""Constants all of whose elements are one number."""

from __future__ import annotations

from sdyopt.dialects.quant import UniformQuantizedType, stored
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import I1, ComplexType, DenseElementsAttr, FloatType, RankedTensorType
from sdyopt.mlir.literals.attributes import dense_elements


def zero_text(element_type: Type) -> str:
    """Returns how a literal says zero; of quantized elements that is the number stored for it, the zero point."""
    if isinstance(element_type, ComplexType):
        part = zero_text(element_type.element_type)
        return f"({part}, {part})"
    if isinstance(element_type, UniformQuantizedType):
        return str(element_type.zero_points[0])
    return "0.0" if isinstance(element_type, FloatType) else "false" if element_type is I1 else "0"


@remembered
def splat(text: str, type: RankedTensorType) -> DenseElementsAttr:
    """Returns the value of a constant of `type` whose elements are all the number written as `text`.

    Of quantized elements that is the stored number. Raises LiteralError if there is no such element.
    """
    held = stored(type)
    one = dense_elements(text, RankedTensorType((), held.element_type))
    return DenseElementsAttr(one.text, held)
