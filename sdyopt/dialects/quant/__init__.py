"""The quant dialect: types of quantized numbers, as elements of tensors."""

from sdyopt.dialects.quant.syntax import TYPES
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["QUANT"]

QUANT = Dialect("quant", types=TYPES, unknown_type="unknown quantized type {mnemonic}")
