"""The dialects that come with the package."""

from sdyopt.dialects.builtin import BUILTIN
from sdyopt.dialects.chlo import CHLO
from sdyopt.dialects.func import FUNC_DIALECT
from sdyopt.dialects.quant import QUANT
from sdyopt.dialects.sdy import SDY
from sdyopt.dialects.stablehlo import STABLEHLO
from sdyopt.mlir.declare.dialect import Registry

__all__ = ["REGISTRY"]

LAZY = {
    "arith": "sdyopt.dialects.arith",
    "cf": "sdyopt.dialects.cf",
    "complex": "sdyopt.dialects.complex",
    "math": "sdyopt.dialects.math",
    "mhlo": "sdyopt.dialects.mhlo",
    "shape": "sdyopt.dialects.shape",
    "tensor": "sdyopt.dialects.tensor",
    "ub": "sdyopt.dialects.ub",
}
"""The modules of the dialects that few programs have, by their namespaces: see `Registry`."""

REGISTRY = Registry([BUILTIN, FUNC_DIALECT, SDY, STABLEHLO, CHLO, QUANT], LAZY, without_verified=("mhlo",))
