"""The builtin dialect: modules, and casts from type to type. Types and attributes are part of the language itself."""

from sdyopt.dialects.builtin.ops import MODULE, UNREALIZED_CONVERSION_CAST
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["BUILTIN", "MODULE"]

BUILTIN = Dialect("builtin", [MODULE, UNREALIZED_CONVERSION_CAST])
