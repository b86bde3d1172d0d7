"""The func dialect: functions, calls and returns."""

import os.path

from sdyopt.dialects.func.expectations import EXPECTATIONS
from sdyopt.dialects.func.ops import CALL, CALL_INDIRECT, CONSTANT, FUNC, RETURN
from sdyopt.dialects.func.signature_syntax import actions
from sdyopt.ods.dialect import Dialect

__all__ = ["CALL", "CALL_INDIRECT", "CONSTANT", "FUNC", "FUNC_DIALECT", "RETURN"]

FUNC_DIALECT = Dialect(
    "func",
    [FUNC, CALL, CALL_INDIRECT, CONSTANT, RETURN],
    grammar=os.path.join(os.path.dirname(__file__), "func.lark"),
    actions=actions,
    expectations=EXPECTATIONS,
)
