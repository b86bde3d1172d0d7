"""The builtin dialect: modules. Its types and attributes are part of the language itself."""

from sdyopt.dialects.builtin.ops import MODULE
from sdyopt.ods.dialect import Dialect

__all__ = ["BUILTIN", "MODULE"]

BUILTIN = Dialect("builtin", [MODULE])
