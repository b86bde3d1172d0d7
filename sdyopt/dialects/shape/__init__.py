"""The shape dialect: shapes and sizes as values, constraints on them, and functions that compute them."""

from __future__ import annotations

from sdyopt.dialects.func.ops import Function
from sdyopt.dialects.shape.ops import (
    OPERATIONS,
    AssumingOp,
    ConstShape,
    FunctionLibrary,
    ShapeReduceOp,
    verify_library_of,
)
from sdyopt.dialects.shape.verification import TYPES
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "shape",
    OPERATIONS,
    types=TYPES,
    directives=[Function, AssumingOp, ConstShape, FunctionLibrary, ShapeReduceOp],
    allows_unknown_operations=True,
    context_verifiers={"shape.lib": verify_library_of},
)
"""The operations and types of the shape dialect."""
