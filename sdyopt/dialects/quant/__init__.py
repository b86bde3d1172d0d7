"""The quant dialect: types of quantized numbers, as elements of tensors."""

from sdyopt.dialects.quant import printing, syntax
from sdyopt.dialects.quant.types import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect

__all__ = ["QUANT"]

QUANT = Dialect(
    "quant",
    types=[
        AttributeDef(AnyQuantizedType, "any", syntax.any_type, printing.any_quantized),
        AttributeDef(CalibratedQuantizedType, "calibrated", syntax.calibrated, printing.calibrated),
        AttributeDef(UniformQuantizedType, "uniform", syntax.uniform, printing.uniform),
    ],
    unknown_type="unknown quantized type {mnemonic}",
)
