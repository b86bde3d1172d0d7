"""The mhlo dialect: the few of its operations that XLA's translation of HLO uses where StableHLO has none."""

from __future__ import annotations

from sdyopt.dialects.mhlo.ops import OPERATIONS
from sdyopt.dialects.stablehlo.syntax import DIRECTIVES
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect("mhlo", OPERATIONS, directives=DIRECTIVES)
