"""Layers of networks: dense ones, attention, windows of convolutions."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

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


HEADS = Input((4, 16, 8, 4), ("data", None, "model"))
SEQUENCE = Input((4, 16, 8, 4), (None, "sequence"))


def attention(query: Any, key: Any, value: Any, mask: Any = None) -> Any:
    """Returns softmax(query × key) × value; dimensions are batch, sequence, heads, features."""
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / 2
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    scores = jnp.exp(scores - scores.max(-1, keepdims=True))
    return jnp.einsum("bhqk,bkhd->bqhd", scores / scores.sum(-1, keepdims=True), value)


@partitioned(HEADS, HEADS, HEADS, data=2, model=4)
def attention_by_heads(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """Heads are split: devices need nothing of each other."""
    return attention(query, key, value)


@partitioned(SEQUENCE, SEQUENCE, SEQUENCE, sequence=8)
def attention_by_sequence(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """The sequence is split: keys and values are gathered."""
    return devices.constrain(attention(query, key, value), None, "sequence", None, None)


@partitioned(HEADS, HEADS, HEADS, data=2, model=4)
def causal_attention(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """Each place sees those before it: a comparison of two iotas."""
    places = jnp.arange(16)
    return attention(query, key, value, places[:, None] >= places)


@partitioned(SEQUENCE, SEQUENCE, SEQUENCE, sequence=8)
def causal_attention_by_sequence(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """The same where the iotas are split as the sequence is."""
    rows = devices.constrain(jax.lax.broadcasted_iota(jnp.int32, (16, 16), 0), "sequence", None)
    columns = jax.lax.broadcasted_iota(jnp.int32, (16, 16), 1)
    return devices.constrain(attention(query, key, value, rows >= columns), None, "sequence", None, None)


@partitioned(
    Input((4, 16, 32), ("data",)),
    Input((32, 3, 8, 4), (None, None, "model")),
    Input((8, 4, 32), ("model",)),
    data=2,
    model=4,
)
def attention_block(devices: Any, x: Any, projections: Any, output: Any) -> Any:
    """A block of a transformer: projections, attention by heads, a sum over heads and the input."""
    query, key, value = jnp.moveaxis(jnp.einsum("bsf,fthd->bsthd", x, projections), 2, 0)
    return x + jnp.einsum("bshd,hdf->bsf", attention(query, key, value), output)


@partitioned(
    Input((4, 32, 8, 4), ("data", None, "model")),
    Input((4, 32, 8, 4), ("data", None, "model")),
    Input((4, 1, 8, 4), ("data", None, "model")),
    Input((), below=16),
    data=2,
    model=4,
)
def attention_with_cache(devices: Any, keys: Any, values: Any, token: Any, place: Any) -> Any:
    """One token: the cache is updated at a place that is computed."""
    keys, values = (
        jax.lax.dynamic_update_slice(cache, new, (0, place, 0, 0)) for cache, new in ((keys, token), (values, token))
    )
    return keys, attention(token, keys, values, jnp.arange(32) <= place)


LAYOUT = ("NHWC", "HWIO", "NHWC")


def convolution(images: Any, kernel: Any, **options: Any) -> Any:
    """Returns a convolution with padding, so that the images keep their size."""
    return lax.conv_general_dilated(images, kernel, (1, 1), "SAME", dimension_numbers=LAYOUT, **options)


@partitioned(Input((8, 12, 12, 4), ("data",)), Input((3, 3, 4, 8)), data=8)
def convolution_by_batch(devices: Any, images: Any, kernel: Any) -> Any:
    """Each device has some images."""
    return jax.nn.relu(convolution(images, kernel))


@partitioned(Input((4, 8, 8, 4), ("data",)), Input((3, 3, 4, 8), (None, None, None, "model")), data=2, model=4)
def convolution_by_results(devices: Any, images: Any, kernel: Any) -> Any:
    """Features of the result are split, and the batch."""
    return devices.constrain(convolution(images, kernel), "data", None, None, "model")


@partitioned(
    Input((4, 8, 8, 8), ("data", None, None, "model")), Input((3, 3, 8, 4), (None, None, "model")), data=2, model=4
)
def convolution_by_features(devices: Any, images: Any, kernel: Any) -> Any:
    """Features of the images are split: results are summed over devices."""
    return devices.constrain(convolution(images, kernel), "data", None, None, None)


@partitioned(Input((8, 8, 8, 8), ("data",)), Input((3, 3, 1, 8)), data=8)
def convolution_of_each_feature(devices: Any, images: Any, kernel: Any) -> Any:
    """A convolution with a group for each feature."""
    return convolution(images, kernel, feature_group_count=8)


@partitioned(Input((8, 8, 8, 4), ("data",)), Input((3, 3, 4, 4)), data=8)
def gradient_of_convolution(devices: Any, images: Any, kernel: Any) -> Any:
    """The gradient in the kernel contracts over the batch."""
    return jax.grad(lambda kernel: jnp.sum(jnp.tanh(convolution(images, kernel))))(kernel)


@partitioned(Input((8, 12, 12, 4), ("data", None, None, "model")), data=2, model=4)
def pooling(devices: Any, images: Any) -> Any:
    """The largest numbers and the means of windows."""
    window = (1, 2, 2, 1)
    largest = lax.reduce_window(images, -jnp.inf, lax.max, window, window, "VALID")
    return largest, lax.reduce_window(images, 0.0, lax.add, window, window, "VALID") / 4


@partitioned(Input((8, 8, 8, 4), ("data",)), data=8)
def gradient_of_pooling(devices: Any, images: Any) -> Any:
    """The largest number of each window gets the gradient: select_and_scatter."""
    window = (1, 2, 2, 1)
    return jax.grad(lambda x: jnp.sum(lax.reduce_window(x, -jnp.inf, lax.max, window, window, "VALID") ** 2))(images)


@partitioned(Input((16, 32), ("x",)), Input((16, 32), ("x",), 100), x=8)
def running_sums(devices: Any, floats: Any, integers: Any) -> Any:
    """Sums along a dimension that is not split."""
    return jnp.cumsum(floats, 1), jnp.cumsum(integers, 1), lax.cummax(integers, 1)
