"""The func dialect: functions, calls and returns."""

from sdyopt.dialects.func.ops import CALL, CALL_INDIRECT, CONSTANT, FUNC, RETURN, Function
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["CALL", "CALL_INDIRECT", "CONSTANT", "FUNC", "FUNC_DIALECT", "RETURN"]

FUNC_DIALECT = Dialect(
    "func",
    [FUNC, CALL, CALL_INDIRECT, CONSTANT, RETURN],
    directives=[Function],
    patterns="sdyopt.dialects.func.canonicalize",
)
