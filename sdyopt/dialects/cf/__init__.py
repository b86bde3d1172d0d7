"""The cf dialect: branches between the blocks of a region, and assertions."""

from sdyopt.dialects.cf.ops import ASSERT, BRANCH, COND_BRANCH, SWITCH
from sdyopt.dialects.cf.syntax import SwitchOpCases
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["ASSERT", "BRANCH", "COND_BRANCH", "DIALECT", "SWITCH"]

DIALECT = Dialect(
    "cf",
    [ASSERT, BRANCH, COND_BRANCH, SWITCH],
    directives=[SwitchOpCases],
)
"""The operations of the cf dialect."""
