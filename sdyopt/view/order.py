"""In which order tensors are listed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from sdyopt.view.model import FunctionView, TensorView

_NUMBER = re.compile(r"(\d+)")


def by_bytes(tensor: TensorView) -> Any:
    """What takes most on a device first, in tiles if there are any; what is not known last."""
    share = tensor.share
    size = share.bytes if share.tiled_bytes is None else share.tiled_bytes
    return (size is None, 0 if size is None else -size)


def by_name(tensor: TensorView) -> Any:
    """By function and name, numbers in names by their value."""
    parts = _NUMBER.split(tensor.name)
    return tensor.function, [_value(part) if index & 1 else part for index, part in enumerate(parts)]


def _value(digits: str) -> tuple[int, str]:
    """What orders numbers by their value, of however many digits."""
    digits = digits.lstrip("0")
    return len(digits), digits


def by_shape(tensor: TensorView) -> Any:
    """The most elements of the whole tensor first; what is not known last."""
    bounds = tensor.share.bounds
    if bounds is None or None in bounds:
        return True, 0, ()
    sizes = [size for size in bounds if size is not None]
    return False, -prod(sizes), [-size for size in sizes]


ORDERS: dict[str, Callable[[TensorView], Any]] = {
    "order": lambda tensor: tensor.number,
    "bytes": by_bytes,
    "name": by_name,
    "shape": by_shape,
}
"""What `--sort` takes; tensors that are equal in one stay in the order of the file."""


def listed(tensors: Sequence[TensorView], order: str, most: int | None) -> list[TensorView]:
    """`tensors` in one of ORDERS, only the first ones if there is a limit."""
    return sorted(tensors, key=ORDERS[order])[:most]


def main_first(functions: Sequence[FunctionView]) -> list[FunctionView]:
    """Returns functions in the order in which readers look for them: `main`, what is public, what is private."""
    return sorted(functions, key=lambda function: (not function.is_public, function.name != "main"))
