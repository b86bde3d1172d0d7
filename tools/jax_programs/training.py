"""Steps of training: optimizers, convolutional networks, and axes whose shardings are in the types."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec, reshard

from tools.jax_programs.lowering import Devices, ExplicitDevices, plain, program


def perceptron_loss(devices: Devices, weights: dict[str, Any], inputs: Any, wanted: Any) -> Any:
    """The mean square error of two layers."""
    hidden = jax.nn.relu(inputs @ weights["first"] + weights["bias"])
    return jnp.mean((devices.constrain(hidden, "data", "model") @ weights["second"] - wanted) ** 2)


@program
def adam(layers: int) -> Any:
    """A step of Adam with weight decay, after clipping by the norm of all gradients."""
    devices = Devices(data=2, model=4)

    def step(weights: Any, means: Any, squares: Any, time: Any, inputs: Any, wanted: Any) -> Any:
        loss, gradients = jax.value_and_grad(functools.partial(perceptron_loss, devices))(weights, inputs, wanted)
        norm = jnp.sqrt(sum(jnp.sum(gradient**2) for gradient in jax.tree.leaves(gradients)))
        gradients = jax.tree.map(lambda gradient: gradient * jnp.minimum(1.0, 1.0 / norm), gradients)
        means = jax.tree.map(lambda mean, gradient: 0.9 * mean + 0.1 * gradient, means, gradients)
        squares = jax.tree.map(lambda square, gradient: 0.99 * square + 0.01 * gradient**2, squares, gradients)
        first, second = 1 - 0.9**time, 1 - 0.99**time

        def updated(weight: Any, mean: Any, square: Any) -> Any:
            return weight - 1e-3 * (mean / first / (jnp.sqrt(square / second) + 1e-8) + 0.01 * weight)

        return jax.tree.map(updated, weights, means, squares), means, squares, time + 1, loss

    weights = {
        "first": devices.input((16, 32), (None, "model")),
        "bias": devices.input((32,), ("model",)),
        "second": devices.input((32, 8), ("model", None)),
    }
    return jax.jit(step, donate_argnums=(0, 1, 2)).lower(
        *(weights, weights, weights, plain()),
        devices.input((16, 16), ("data",)),
        devices.input((16, 8), ("data",)),
    )


@program
def sharded_momentum(layers: int) -> Any:
    """Weights that all devices have, and momentum that is split over them (ZeRO)."""
    devices = Devices(data=8)

    def step(weights: Any, momentum: Any, inputs: Any, wanted: Any) -> Any:
        gradient = jax.grad(lambda weights: jnp.mean((jnp.tanh(inputs @ weights) - wanted) ** 2))(weights)
        momentum = 0.9 * momentum + devices.constrain(gradient, "data", None)
        return devices.constrain(devices.constrain(weights, "data", None) - 0.1 * momentum, None, None), momentum

    return jax.jit(step).lower(
        devices.input((64, 32), (None, None)),
        devices.input((64, 32), ("data",)),
        devices.input((16, 64), ("data",)),
        devices.input((16, 32), ("data",)),
    )


@program
def residual_block(layers: int) -> Any:
    """Convolutions with strides, by channel and transposed, batch normalization, pooling."""
    devices = Devices(batch=4, model=2)
    layout = ("NHWC", "HWIO", "NHWC")
    convolve = functools.partial(lax.conv_general_dilated, padding="SAME", dimension_numbers=layout)

    def f(weights: dict[str, Any], images: Any) -> Any:
        x = convolve(images, weights["first"], (1, 1))
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        x = jax.nn.relu((x - mean) * lax.rsqrt(variance + 1e-5) * weights["scale"])
        x = convolve(devices.constrain(x, "batch", None, None, "model"), weights["second"], (2, 2))
        x = jax.nn.relu(x + convolve(images, weights["shortcut"], (2, 2)))
        x = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
        x = convolve(x, weights["depthwise"], (1, 1), feature_group_count=16)
        return lax.conv_transpose(x, weights["up"], (2, 2), "SAME", dimension_numbers=layout), mean, variance

    weights = {
        "first": devices.input((3, 3, 8, 16), (None, None, None, "model")),
        "scale": devices.input((16,), ("model",)),
        "second": devices.input((3, 3, 16, 16), (None, None, "model")),
        "shortcut": devices.input((1, 1, 8, 16)),
        "depthwise": devices.input((3, 3, 1, 16)),
        "up": devices.input((2, 2, 16, 4)),
    }
    return jax.jit(f).lower(weights, devices.input((8, 16, 16, 8), ("batch",)))


@program
def explicit_attention(layers: int) -> Any:
    """The gradient of attention with shardings in the types: JAX writes a constraint after each operation."""
    devices = ExplicitDevices(data=2, model=4)

    def loss(weights: dict[str, Any], x: Any) -> Any:
        query, key = (jnp.einsum("bsd,dhk->bshk", x, weights[name]) for name in ("query", "key"))
        scores = jax.nn.softmax(jnp.einsum("bshk,bthk->bhst", query, key))
        attended = jnp.einsum("bhst,bthk->bshk", scores, query)
        rows = PartitionSpec("data", None, None)
        return (x + jnp.einsum("bshk,hkd->bsd", attended, weights["out"], out_sharding=rows)).mean()

    projection = devices.input((16, 4, 8), (None, "model", None))
    weights = {"query": projection, "key": projection, "out": devices.input((4, 8, 16), ("model", None, None))}
    with jax.set_mesh(devices.mesh):
        return jax.jit(jax.grad(loss)).lower(weights, devices.input((4, 8, 16), ("data", None, None)))


@program
def explicit_unreduced(layers: int) -> Any:
    """Products that are summed while they are unreduced, and reduced once."""
    devices = ExplicitDevices(x=2, y=4)
    unreduced = PartitionSpec(None, None, unreduced={"y"})

    def f(left: Any, right: Any) -> Any:
        products = [jnp.einsum("ij,jk->ik", *pair, out_sharding=unreduced) for pair in zip(left, right, strict=True)]
        total = functools.reduce(jnp.add, products)
        return reshard(total, PartitionSpec("y", None)), reshard(products[0], PartitionSpec("x", None))

    with jax.set_mesh(devices.mesh):
        return jax.jit(f).lower([devices.input((8, 16), (None, "y"))] * 3, [devices.input((16, 4), ("y", None))] * 3)
