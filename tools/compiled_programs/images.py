"""Networks of images, video and speech."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    block,
    block_weights,
    convolved,
    like,
    normalized,
    recorded,
    step_of,
    trained,
)
from tools.jax_programs.lowering import Devices


@recorded
def u05_cnn_dp() -> Any:
    """A step with momentum of a convolutional network, the batch split."""
    devices = Devices(x=8)

    def step(weights: Any, momentum: Any, images: Any, wanted: Any) -> Any:
        def loss(weights: Any) -> Any:
            x = images
            for number, kernel in enumerate(weights["c"]):
                x = convolved(x, kernel, 2 if number % 2 else 1)
                x = jax.nn.relu(x - x.mean((0, 1, 2)))
            return optax.softmax_cross_entropy_with_integer_labels(x.mean((1, 2)) @ weights["d"], wanted).mean()

        value, gradients = jax.value_and_grad(loss)(weights)
        momentum = jax.tree.map(lambda a, b: 0.9 * a + b, momentum, gradients)
        return jax.tree.map(lambda a, b: a - 0.1 * b, weights, momentum), momentum, value

    channels = (3, 32), (32, 64), (64, 64), (64, 128)
    weights = {"c": [devices.input((3, 3, *each)) for each in channels], "d": devices.input((128, 10))}
    batch = devices.input((64, 32, 32, 3), ("x",)), devices.input((64,), ("x",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, weights, *batch)


@recorded
def v03_sepconv() -> Any:
    """A step of training of a depthwise-separable network, with batch normalization and pooling."""
    devices = Devices(x=8)

    def loss(layers: Any, x: Any) -> Any:
        for kernel, weight in layers:
            x = convolved(x, kernel, groups=x.shape[-1]) @ weight
            mean = x.mean((0, 1, 2))
            variance = jnp.square(x - mean).mean((0, 1, 2))
            x = jax.nn.relu((x - mean) * lax.rsqrt(variance + 1e-5))
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return jnp.mean(jnp.square(x))

    layers = [(devices.input((3, 3, 1, size)), devices.input((size, 2 * size))) for size in (16, 32)]
    return trained(loss, layers, devices.input((32, 64, 64, 16), ("x",)))


@recorded
def v12_image() -> Any:
    """Images that are enlarged, blurred and normalized."""
    devices = Devices(x=8)

    def f(images: Any) -> Any:
        large = jax.image.resize(images, (16, 192, 192, 3), "linear")
        blurred = convolved(large, jnp.ones((5, 5, 1, 3)) / 25, groups=3)
        spread = large.std((1, 2), keepdims=True) + 1e-3
        return jnp.clip((blurred - large.mean((1, 2), keepdims=True)) / spread, -2, 2)

    return jax.jit(f).lower(devices.input((16, 128, 128, 3), ("x",)))


@recorded
def w10_video() -> Any:
    """The gradient of convolutions over time and space of videos, the batch split."""
    devices = Devices(x=8)

    def loss(kernels: Any, videos: Any) -> Any:
        x = videos
        for kernel in kernels:
            order = ("NDHWC", "DHWIO", "NDHWC")
            x = jax.nn.silu(lax.conv_general_dilated(x, kernel, (1, 2, 2), "SAME", dimension_numbers=order))
        pooled = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 2, 1), (1, 2, 2, 2, 1), "VALID")
        return jnp.mean(jnp.square(pooled))

    kernels = [devices.input((3, 3, 3, *each)) for each in ((3, 16), (16, 32))]
    return jax.jit(jax.value_and_grad(loss)).lower(kernels, devices.input((8, 8, 48, 48, 3), ("x",)))


@recorded
def w19_residual_net() -> Any:
    """A step of momentum of a residual convolutional net with batch normalization; the batch is split."""
    devices = Devices(data=8)
    optimizer = optax.sgd(0.1, momentum=0.9)

    def scaled(x: Any, scale: Any) -> Any:
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (x - mean) * lax.rsqrt(variance + 1e-5) * scale

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        x = jax.nn.relu(convolved(images, weights["stem"], 2))
        for number, (first, second, scale, short) in enumerate(weights["blocks"]):
            stride = 2 if number else 1
            inner = jax.nn.relu(scaled(convolved(x, first, stride), scale))
            x = jax.nn.relu(scaled(convolved(inner, second), scale) + convolved(x, short, stride))
        logits = x.mean((1, 2)) @ weights["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()

    def step(weights: Any, state: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(weights, updates), state, value

    blocks = []
    for inside, outside in ((32, 32), (32, 64), (64, 128)):
        kernels = (3, 3, inside, outside), (3, 3, outside, outside), (outside,), (1, 1, inside, outside)
        blocks.append(tuple([devices.input(shape) for shape in kernels]))
    weights = {"stem": devices.input((3, 3, 3, 32)), "blocks": blocks, "head": devices.input((128, 100))}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    batch = devices.input((64, 64, 64, 3), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, *batch)


@recorded
def x16_unet() -> Any:
    """The gradient of a U-Net with a time of diffusion: two levels down and up, joined."""
    devices = Devices(data=8)

    def loss(w: Any, images: Any, noise: Any, time: Any) -> Any:
        angles = time[:, None] * jnp.arange(1, 33)
        x = convolved(images + noise * time[:, None, None, None], w["in"])
        x = x + (jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], 1) @ w["time"])[:, None, None]
        first = jax.nn.silu(convolved(x, w["a"]))
        second = jax.nn.silu(convolved(first, w["b"], 2))
        third = jax.nn.silu(convolved(second, w["c"], 2))
        large = jax.image.resize(third, second.shape[:3] + third.shape[3:], "nearest")
        x = jax.nn.silu(convolved(jnp.concatenate([large, second], -1), w["d"]))
        large = jax.image.resize(x, first.shape[:3] + x.shape[3:], "nearest")
        x = convolved(jnp.concatenate([large, first], -1), w["e"])
        return jnp.mean((x - noise) ** 2)

    shapes = {"in": (3, 32), "a": (32, 32), "b": (32, 64), "c": (64, 128), "d": (192, 64), "e": (96, 3)}
    weights = {name: devices.input((3, 3, *shape)) for name, shape in shapes.items()}
    weights["time"] = devices.input((64, 32))
    images = devices.input((16, 64, 64, 3), ("data",))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, images, images, devices.input((16,), ("data",)))


@recorded
def y03_batch_normalization() -> Any:
    """A step of a small residual network whose batch normalization takes means over all devices."""
    devices = Devices(data=8)

    def norm(x: Any, scale: Any) -> Any:
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (x - mean) * lax.rsqrt(variance + 1e-5) * scale

    def conv(x: Any, kernel: Any, stride: int = 1) -> Any:
        return lax.conv_general_dilated(x, kernel, (stride,) * 2, "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def loss(weights: Any, images: Any, labels: Any) -> Any:
        x = conv(images, weights["stem"], 2)
        for first, second, scale in weights["blocks"]:
            x = x + norm(conv(jax.nn.relu(norm(conv(x, first), scale)), second), scale)
        logits = x.mean((1, 2)) @ weights["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    kernel, scale = devices.input((3, 3, 32, 32)), devices.input((32,))
    weights = {"stem": devices.input((7, 7, 3, 32)), "blocks": [(kernel, kernel, scale)] * 3}
    weights["head"] = devices.input((32, 100))
    images, labels = devices.input((64, 64, 64, 3), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, images, labels)


@recorded
def z04_convolutional_autoencoder() -> Any:
    """A step of an autoencoder of images with strides down and transposed convolutions up, with RMSprop."""
    devices = Devices(data=8)
    optimizer = optax.rmsprop(1e-3)
    order = ("NHWC", "HWIO", "NHWC")

    def rebuilt(weights: Any, x: Any) -> Any:
        for kernel, bias in weights["down"]:
            x = jax.nn.leaky_relu(lax.conv_general_dilated(x, kernel, (2, 2), "SAME", dimension_numbers=order) + bias)
        for kernel, bias in weights["up"]:
            x = jax.nn.leaky_relu(lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=order) + bias)
        return jax.nn.sigmoid(x)

    def step(weights: Any, state: Any, images: Any) -> Any:
        value, gradients = jax.value_and_grad(lambda w: jnp.abs(rebuilt(w, images) - images).mean())(weights)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(weights, updates), state, value

    def layers(*channels: int) -> Any:
        return [(devices.input((4, 4, *pair)), devices.input(pair[1:])) for pair in pairwise(channels)]

    weights = {"down": layers(3, 32, 64, 128), "up": layers(128, 64, 32, 3)}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    images = devices.input((64, 64, 64, 3), ("data",))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, images)


@recorded
def z15_speech() -> Any:
    """A step of a recognizer of speech: convolutions with strides in time, a block, and a loss over all alignments."""
    devices = Devices(data=8)

    def loss(weights: Any, sound: Any, labels: Any) -> Any:
        x = sound
        for kernel in weights["convs"]:
            x = lax.conv_general_dilated(x, kernel, (2,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"))
            x = jax.nn.gelu(x)
        x = block(weights["block"], x)
        logits = normalized(x) @ weights["head"]
        silent = jnp.zeros(logits.shape[:2])
        return optax.ctc_loss(logits, silent, labels, jnp.zeros(labels.shape)).mean()

    whole = {name: devices.input(each.shape) for name, each in block_weights(Devices(model=8)).items()}
    weights = {"convs": [devices.input((3, 80, 256)), devices.input((3, 256, 256))], "block": whole}
    weights["head"] = devices.input((256, 64))
    sound, labels = devices.input((32, 512, 80), ("data",)), devices.input((32, 32), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, sound, labels)
