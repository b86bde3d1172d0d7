"""The quant dialect: types of quantized numbers, as elements of tensors."""

import os.path

from sdyopt.dialects.quant import spelling
from sdyopt.dialects.quant.grammar_actions import ACTIONS
from sdyopt.dialects.quant.types import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.ods.dialect import AttributeDef, Dialect
from sdyopt.ods.expectations import refused, wrong

__all__ = ["QUANT"]

QUANT = Dialect(
    "quant",
    types=[
        AttributeDef(
            AnyQuantizedType, "any", "quant_any", spelling.any_quantized, lambda body: AnyQuantizedType(*body)
        ),
        AttributeDef(
            CalibratedQuantizedType,
            "calibrated",
            "quant_calibrated",
            spelling.calibrated,
            lambda body: CalibratedQuantizedType(*body),
        ),
        AttributeDef(
            UniformQuantizedType, "uniform", "quant_uniform", spelling.uniform, lambda body: UniformQuantizedType(*body)
        ),
    ],
    grammar=os.path.join(os.path.dirname(__file__), "quant.lark"),
    actions=ACTIONS,
    expectations={
        " quant_number": wrong("expected floating point literal"),
        " quant_scales": wrong("expected floating point literal"),
        " quant_scale": wrong("expected floating point literal"),
        " quant_integer": refused("expected integer value"),
    },
    unknown_type="unknown quantized type {mnemonic}",
)
