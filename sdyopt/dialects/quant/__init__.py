"""The quant dialect: types of quantized numbers, as elements of tensors."""

from sdyopt.dialects.quant import printing
from sdyopt.dialects.quant.syntax import QuantizedTypes
from sdyopt.dialects.quant.types import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect

__all__ = ["QUANT"]

QUANT = Dialect(
    "quant",
    types=[
        AttributeDef(
            AnyQuantizedType, "any", "quant_any", printing.any_quantized, lambda body: AnyQuantizedType(*body)
        ),
        AttributeDef(
            CalibratedQuantizedType,
            "calibrated",
            "quant_calibrated",
            printing.calibrated,
            lambda body: CalibratedQuantizedType(*body),
        ),
        AttributeDef(
            UniformQuantizedType, "uniform", "quant_uniform", printing.uniform, lambda body: UniformQuantizedType(*body)
        ),
    ],
    syntax=[QuantizedTypes],
    unknown_type="unknown quantized type {mnemonic}",
)
