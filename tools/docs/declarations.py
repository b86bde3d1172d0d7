"""The docstrings of operations: the strings after their declarations, which Python does not keep."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache

from sdyopt.dialects import builtin, cf, complex, math, mhlo, ub
from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.shape import ops as shape
from sdyopt.dialects.stablehlo import ops as stablehlo
from sdyopt.dialects.tensor import ops as tensor
from sdyopt.mlir.declare.pages import docstrings_in

_MODULES = (builtin, func, sdy, *stablehlo.MODULES, chlo, arith, cf, complex, math, mhlo, shape, tensor, ub)
"""The modules that declare operations."""


@cache
def docstrings() -> Mapping[str, str]:
    """Returns the description of each operation, by its name."""
    return {definition.name: text for module in _MODULES for definition, text in docstrings_in(module)}


def summary(name: str) -> str:
    """Returns the first sentence or paragraph of an operation's description."""
    return first_paragraph(docstrings()[name])


def first_paragraph(text: str | None) -> str:
    """Returns the first paragraph of a docstring as one line, or ""."""
    return " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split())
