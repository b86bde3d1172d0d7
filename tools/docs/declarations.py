"""The docstrings of operations: the strings after their declarations, which Python does not keep."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from types import ModuleType

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.builtin import ops as builtin
from sdyopt.dialects.cf import ops as cf
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.complex import ops as complex
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.math import ops as math
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.shape import ops as shape
from sdyopt.dialects.stablehlo import ops as stablehlo
from sdyopt.dialects.tensor import ops as tensor
from sdyopt.dialects.ub import ops as ub
from sdyopt.mlir.declare.definition import OpDef

_MODULES = (builtin, func, sdy, *stablehlo.MODULES, chlo, arith, cf, complex, math, shape, tensor, ub)
"""The modules that declare operations."""


@cache
def docstrings() -> Mapping[str, str]:
    """Returns the description of each operation, by its name."""
    return dict(entry for module in _MODULES for entry in _of_module(module))


def _of_module(module: ModuleType) -> Iterator[tuple[str, str]]:
    statements = ast.parse(inspect.getsource(module)).body
    for statement, following in pairwise(statements):
        match statement, following:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                definition = getattr(module, name)
                if isinstance(definition, OpDef):
                    yield definition.name, inspect.cleandoc(text)


def summary(name: str) -> str:
    """Returns the first sentence or paragraph of an operation's description."""
    return first_paragraph(docstrings()[name])


def first_paragraph(text: str | None) -> str:
    """Returns the first paragraph of a docstring as one line, or ""."""
    return " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split())
