"""Dimensions that devices do not divide."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tools.jax_programs.partitioned.table import Input, partitioned
from tools.jax_programs.partitioned.windows import convolution


@partitioned(Input((10, 7)), Input((7, 13)), x=4, y=2)
def uneven_layer(devices: Any, x: Any, weights: Any) -> Any:
    """A layer whose rows and columns are both padded."""
    return devices.constrain(devices.constrain(jnp.tanh(x @ weights), "x", "y"), None, None)


@partitioned(Input((13, 5), (), 100), x=8)
def uneven_sums(devices: Any, x: Any) -> Any:
    """Sums of integers over a dimension that is padded."""
    x = devices.constrain(x, "x", None)
    return x.sum(), (x * x).sum(0), devices.constrain(x * 3 + 1, None, None)


@partitioned(Input((9, 21)), x=4, y=2)
def uneven_exponentials(devices: Any, x: Any) -> Any:
    """Exponentials of rows that are padded, and their sums over whole columns."""
    powers = jnp.exp(devices.constrain(x, "x", None))
    return devices.constrain(powers / powers.sum(-1, keepdims=True), None, None)


@partitioned(Input((5, 8, 8, 3)), Input((3, 3, 3, 4)), x=8)
def uneven_convolution(devices: Any, images: Any, kernel: Any) -> Any:
    """Five images on eight devices."""
    images = devices.constrain(images, "x", None, None, None)
    return devices.constrain(convolution(images, kernel), None, None, None, None)


@partitioned(Input((10, 7)), Input((7, 13)), x=4, y=2)
def uneven_products(devices: Any, x: Any, weights: Any) -> Any:
    """A product whose dimensions devices do not divide, which are padded."""
    hidden = devices.constrain(jnp.tanh(x @ weights), "x", "y")
    return devices.constrain(hidden, None, "x"), devices.constrain(hidden.sum(0), None)


@partitioned(Input((10, 18)), Input((18, 6)), x=4, y=2)
def uneven_contraction(devices: Any, a: Any, b: Any) -> Any:
    """A product that contracts over a dimension which is padded."""
    return devices.constrain(devices.constrain(a, None, "x") @ devices.constrain(b, "x", "y"), None, None)


@partitioned(Input((9, 21)), x=4, y=2)
def uneven_softmax(devices: Any, x: Any) -> Any:
    """Largest numbers, exponentials and sums of rows which are padded."""
    x = devices.constrain(x, "y", "x")
    powers = jnp.exp(x - x.max(-1, keepdims=True))
    return devices.constrain(powers / powers.sum(-1, keepdims=True), None, None)


@partitioned(Input((13,), (), 100), x=8)
def uneven_extremes(devices: Any, x: Any) -> Any:
    """The largest and the smallest of integers that are padded."""
    x = devices.constrain(x, "x")
    return x.max(), x.min()
