"""Functions of numbers as the C library defines them: also where Python's raise an error.

Those that are not defined give a NaN, with the sign that it has in the GNU C library, and poles are infinite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

_NEGATIVE_NAN = math.copysign(math.nan, -1.0)
_LOGARITHM: Mapping[float, float] = {0.0: -math.inf}


def _total(
    function: Callable[[float], float], undefined: float = math.nan, poles: Mapping[float, float] | None = None
) -> Callable[[float], float]:
    """Returns a function that raises no errors."""

    def total(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return function(math.copysign(math.inf, x))
        except ValueError:
            return (poles or {}).get(x, undefined)

    return total


UNARY: Mapping[str, Callable[[float], float]] = {
    "acos": _total(math.acos),
    "acosh": _total(math.acosh, _NEGATIVE_NAN),
    "asin": _total(math.asin),
    "asinh": math.asinh,
    "atan": math.atan,
    "atanh": _total(math.atanh, _NEGATIVE_NAN, {-1.0: -math.inf, 1.0: math.inf}),
    "cbrt": math.cbrt,
    "cos": _total(math.cos, _NEGATIVE_NAN),
    "cosh": _total(math.cosh),
    "erf": math.erf,
    "erfc": math.erfc,
    "exp": _total(math.exp),
    "exp2": _total(math.exp2),
    "expm1": _total(math.expm1),
    "log": _total(math.log, poles=_LOGARITHM),
    "log10": _total(math.log10, poles=_LOGARITHM),
    "log1p": _total(math.log1p, poles={-1.0: -math.inf}),
    "log2": _total(math.log2, poles=_LOGARITHM),
    "sin": _total(math.sin, _NEGATIVE_NAN),
    "sinh": _total(math.sinh),
    "sqrt": math.sqrt,
    "tan": _total(math.tan, _NEGATIVE_NAN),
    "tanh": math.tanh,
}
"""Functions of one number, which is not a NaN."""


def power(x: float, y: float) -> float:
    """Returns `x` to the power of `y`, neither of which is a NaN."""
    try:
        return math.pow(x, y)
    except OverflowError:
        is_negative = x < 0 and y % 2 == 1
    except ValueError:
        if x:
            return _NEGATIVE_NAN
        is_negative = math.copysign(1.0, x) < 0 and y % 2 == 1
    return -math.inf if is_negative else math.inf
