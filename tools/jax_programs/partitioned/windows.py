"""Convolutions, and what else looks at windows."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tools.jax_programs.partitioned.table import Input, partitioned

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
