"""Layers of products, their gradients and their losses."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tools.jax_programs.partitioned.table import Input, partitioned


@partitioned(Input((16, 32), ("data",)), Input((32, 64)), Input((64, 8)), data=8)
def layers_by_batch(devices: Any, x: Any, first: Any, second: Any) -> Any:
    """Two layers, of which each device has some rows of the batch."""
    return jax.nn.relu(x @ first) @ second


@partitioned(Input((16, 32), ("data",)), Input((32, 64), (None, "model")), Input((64, 16), ("model",)), data=2, model=4)
def layers_by_units(devices: Any, x: Any, first: Any, second: Any) -> Any:
    """Two layers whose hidden units are split: the second product is summed over devices."""
    hidden = devices.constrain(jnp.tanh(x @ first), "data", "model")
    return devices.constrain(hidden @ second, "data", None)


@partitioned(Input((16, 32), ("fsdp",)), Input((32, 16), ("fsdp",)), Input((16, 8), ("fsdp",)), fsdp=8)
def gathered_weights(devices: Any, x: Any, first: Any, second: Any) -> Any:
    """Two layers whose weights are split, and gathered where they are used."""
    first, second = (devices.constrain(weight, None, None) for weight in (first, second))
    return devices.constrain(jnp.maximum(x @ first, 0) @ second, "fsdp", None)


@partitioned(Input((16, 64), (None, ("x", "y"))), Input((64, 8), (("x", "y"),)), x=4, y=2)
def contraction_over_two_axes(devices: Any, a: Any, b: Any) -> Any:
    """A product whose contracted dimension is split along two axes."""
    return devices.constrain(a @ b, None, None)


@partitioned(Input((16, 32), ("x", "y")), Input((32, 16), ("y", "x")), x=4, y=2)
def product_of_two_grids(devices: Any, a: Any, b: Any) -> Any:
    """A product of two matrices that are both split along both axes, and its result, too."""
    return devices.constrain(a @ b, "x", "y")


@partitioned(Input((8, 4, 16), ("data",)), Input((8, 16, 4), ("data", "model")), data=2, model=4)
def batched_products(devices: Any, a: Any, b: Any) -> Any:
    """Products of the matrices of a batch, with a transposed result."""
    return devices.constrain(jnp.einsum("bij,bjk->bki", a, b), "data", "model", None)


@partitioned(
    Input((32, 16), ("data",)),
    Input((16, 32), (None, "model")),
    Input((32, 8), ("model",)),
    Input((32, 8), ("data",)),
    data=2,
    model=4,
)
def gradient_of_layers(devices: Any, x: Any, first: Any, second: Any, wanted: Any) -> Any:
    """The gradients of a squared error in the weights of two layers."""

    def loss(weights: Any) -> Any:
        return jnp.sum((jnp.tanh(x @ weights[0]) @ weights[1] - wanted) ** 2)

    return jax.value_and_grad(loss)((first, second))


@partitioned(Input((16, 32), ("data", "model")), Input((32,), ("model",)), data=2, model=4)
def layer_norm(devices: Any, x: Any, scale: Any) -> Any:
    """Means and variances over a dimension that is split."""
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale


@partitioned(Input((16, 24), ("data", "model"), 1000), Input((24, 8), ("model",), 1000), data=2, model=4)
def products_of_integers(devices: Any, a: Any, b: Any) -> Any:
    """A product of integers, with bit operations."""
    return (a @ b) ^ 0x55, jnp.right_shift(a, 3) & b.sum()


@partitioned(Input((16, 12), ("x",), dtype=jnp.complex64), Input((12, 8), (None, "y"), dtype=jnp.complex64), x=4, y=2)
def products_of_complex_numbers(devices: Any, a: Any, b: Any) -> Any:
    """A product of complex numbers, and its absolute values."""
    product = a @ b
    return product, jnp.abs(product)


@partitioned(Input((16, 32), ("data",)), Input((32, 16), (None, "model")), data=2, model=4)
def error_functions(devices: Any, x: Any, weights: Any) -> Any:
    """An activation by the error function, an operation of CHLO."""
    return jax.nn.gelu(x @ weights, approximate=False)
