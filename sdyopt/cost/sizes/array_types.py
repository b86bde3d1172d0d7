"""Types of arrays as XLA writes them: `bf16[8,16,128]`."""

from __future__ import annotations

from sdyopt.ir.attribute import Type
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import ComplexType, FloatType, IntegerType, RankedTensorType
from sdyopt.mlir.write.attributes import text_of

_COMPLEX = {"f32": "c64", "f64": "c128"}


@remembered
def array_text(type: Type, shape: tuple[int | None, ...] | None) -> str:
    """Returns a tensor type with that local shape as XLA writes it; another type as MLIR does."""
    if not isinstance(type, RankedTensorType) or shape is None:
        return text_of(type)
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"{element_name(type.element_type)}[{','.join(sizes)}]"


def element_name(type: Type) -> str:
    """Returns the name of an element type in XLA; that in MLIR if XLA has none."""
    if isinstance(type, IntegerType):
        if type.width == 1:
            return "pred"
        return f"{'u' if type.signedness == 'u' else 's'}{type.width}"
    if isinstance(type, FloatType):
        return type.name.lower()
    if isinstance(type, ComplexType):
        part = element_name(type.element_type)
        return _COMPLEX.get(part, f"complex<{part}>")
    return text_of(type)
