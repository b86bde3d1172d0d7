"""The quant dialect: types of quantized numbers, as elements of tensors."""

from sdyopt.dialects.quant import printing, syntax
from sdyopt.dialects.quant.types import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef

__all__ = ["QUANT"]

QUANT = Dialect(
    "quant",
    types=[
        AttributeDef(AnyQuantizedType, "any", parse=syntax.any_type, write=printing.any_quantized),
        AttributeDef(CalibratedQuantizedType, "calibrated", parse=syntax.calibrated, write=printing.calibrated),
        AttributeDef(UniformQuantizedType, "uniform", parse=syntax.uniform, write=printing.uniform),
    ],
    unknown_type="unknown quantized type {mnemonic}",
)
