"""The ub dialect: what has no defined value, and places that are never reached."""

from __future__ import annotations

from sdyopt.dialects.ub.ops import OPERATIONS, POISON_ATTRIBUTE
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect("ub", OPERATIONS, attributes=[POISON_ATTRIBUTE])
