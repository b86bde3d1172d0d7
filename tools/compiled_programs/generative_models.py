"""Models that generate: autoencoders, flows, diffusion, adversaries."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tools.compiled_programs.table import (
    attention_weights,
    convolved,
    key_of_random_numbers,
    normalized,
    recorded,
    step_of,
    trained,
)
from tools.jax_programs.lowering import Devices


@recorded
def u08_vae() -> Any:
    """A step of training of a variational autoencoder, with random numbers."""
    devices = Devices(x=8)

    def loss(weights: Any, x: Any, key: Any) -> Any:
        h = jax.nn.softplus(x @ weights["e"])
        mean, logs = h @ weights["m"], h @ weights["v"]
        z = mean + jnp.exp(0.5 * logs) * jax.random.normal(key, mean.shape)
        found = jax.nn.sigmoid(jnp.tanh(z @ weights["d"]) @ weights["o"])
        return jnp.mean((found - x) ** 2) - 0.5 * jnp.mean(1 + logs - mean**2 - jnp.exp(logs))

    shapes = {"e": (784, 512), "m": (512, 256), "v": (512, 256), "d": (256, 512), "o": (512, 784)}
    weights = {name: devices.input(shape) for name, shape in shapes.items()}
    return jax.jit(step_of(loss)).lower(weights, devices.input((4096, 784), ("x",)), key_of_random_numbers())


@recorded
def u12_sampler() -> Any:
    """Twenty steps of a diffusion sampler."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, x: Any, key: Any) -> Any:
        def step(_: Any, carry: Any) -> Any:
            x, key = carry
            key, now = jax.random.split(key)
            noise = jax.nn.silu(x @ weights["a"]) @ weights["b"]
            return x - 0.1 * noise + 0.01 * jax.random.normal(now, x.shape), key

        return lax.fori_loop(0, 20, step, (x, key))[0]

    weights = {"a": devices.input((512, 2048), (None, "model")), "b": devices.input((2048, 512), ("model",))}
    x = devices.input((2048, 512), ("data",))
    return jax.jit(f, donate_argnums=1).lower(weights, x, key_of_random_numbers())


@recorded
def v06_flow() -> Any:
    """A step of training of a normalizing flow: eight couplings, scanned and computed again backwards."""
    devices = Devices(x=8)

    def loss(layers: Any, x: Any) -> Any:
        @jax.checkpoint
        def coupling(carry: Any, weights: Any) -> Any:
            z, determinant = carry
            a, b = jnp.split(z, 2, -1)
            h = jnp.tanh(a @ weights["i"])
            scale = jnp.tanh(h @ weights["s"])
            b = b * jnp.exp(scale) + h @ weights["t"]
            return (jnp.concatenate([b, a], -1), determinant + scale.sum(-1)), None

        (z, determinant), _ = lax.scan(coupling, (x, jnp.zeros(x.shape[0])), layers)
        return jnp.mean(0.5 * jnp.square(z).sum(-1) - determinant)

    shapes = {"i": (8, 64, 256), "s": (8, 256, 64), "t": (8, 256, 64)}
    layers = {name: devices.input(shape) for name, shape in shapes.items()}
    return trained(loss, layers, devices.input((16384, 128), ("x",)))


@recorded
def w04_gan() -> Any:
    """A step of a generator against a critic, with transposed convolutions and a penalty on gradients."""
    devices = Devices(x=8)

    def made(weights: Any, z: Any) -> Any:
        x = jax.nn.relu(z @ weights["z"]).reshape(z.shape[0], 8, 8, 64)
        for kernel in weights["g"]:
            order = ("NHWC", "HWIO", "NHWC")
            x = jnp.tanh(lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=order))
        return x

    def critic(weights: Any, x: Any) -> Any:
        for kernel in weights["c"]:
            x = jax.nn.leaky_relu(convolved(x, kernel, 2))
        return x.mean((1, 2)) @ weights["o"]

    def loss(weights: Any, images: Any, z: Any) -> Any:
        false = made(weights, z)
        slopes = jax.grad(lambda x: critic(weights, x).sum())(images)
        penalty = jnp.mean((jnp.sqrt(jnp.square(slopes).sum((1, 2, 3)) + 1e-6) - 1) ** 2)
        return critic(weights, false).mean() - critic(weights, images).mean() + 10 * penalty

    weights = {
        "z": devices.input((128, 8 * 8 * 64)),
        "g": [devices.input((4, 4, 64, 32)), devices.input((4, 4, 32, 3))],
        "c": [devices.input((3, 3, 3, 32)), devices.input((3, 3, 32, 64))],
        "o": devices.input((64, 1)),
    }
    batch = devices.input((64, 32, 32, 3), ("x",)), devices.input((64, 128), ("x",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, *batch)


@recorded
def w14_vector_quantized() -> Any:
    """A step of training of an autoencoder with a split codebook: the nearest code of each pixel."""
    devices = Devices(data=2, model=4)

    def loss(w: Any, images: Any) -> Any:
        z = convolved(jax.nn.relu(convolved(images, w["a"], 2)), w["b"], 2)
        distances = jnp.square(w["codes"]).sum(1) - 2 * z @ w["codes"].T
        found = w["codes"][jnp.argmin(distances, -1)]
        straight = z + lax.stop_gradient(found - z)
        large = jax.image.resize(straight, (*images.shape[:3], z.shape[-1]), "bilinear")
        back = convolved(large, w["c"])
        commitment = jnp.mean((found - lax.stop_gradient(z)) ** 2) + jnp.mean((lax.stop_gradient(found) - z) ** 2)
        return jnp.mean((back - images) ** 2) + commitment

    weights = {
        "a": devices.input((3, 3, 3, 32)),
        "b": devices.input((3, 3, 32, 64)),
        "c": devices.input((3, 3, 64, 3)),
        "codes": devices.input((1024, 64), ("model",)),
    }
    images = devices.input((16, 64, 64, 3), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, images)


@recorded
def w20_diffusion_steps() -> Any:
    """Twenty steps of a diffusion sampler with a small attention net, with noise from a key."""
    devices = Devices(data=4, model=2)

    def f(weights: Any, key: Any, x: Any) -> Any:
        def net(x: Any, time: Any) -> Any:
            h = normalized(x) + jnp.sin(time * jnp.arange(256))
            query, keys, value = (jnp.einsum("bsd,dhe->bhse", h, weights[name]) for name in "qkv")
            likelihoods = jax.nn.softmax(jnp.einsum("bhse,bhte->bhst", query, keys) / 6, -1)
            return x + jnp.einsum("bhst,bhte,hed->bsd", likelihoods, value, weights["o"])

        def step(carry: Any, time: Any) -> Any:
            x, key = carry
            key, other = jax.random.split(key)
            noise = jax.random.normal(other, x.shape)
            return (x - 0.05 * net(x, time) + 0.01 * noise, key), None

        return lax.scan(step, (x, key), jnp.arange(20.0))[0][0]

    x = devices.input((16, 192, 256), ("data",))
    return jax.jit(f, donate_argnums=2).lower(attention_weights(devices), key_of_random_numbers(), x)


@recorded
def z06_score_matching() -> Any:
    """A step of denoising sequences with convolutions in one dimension, and a slow copy of the weights."""
    devices = Devices(data=8)

    def conv(x: Any, kernel: Any) -> Any:
        return lax.conv_general_dilated(x, kernel, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"))

    def loss(weights: Any, x: Any, key: Any) -> Any:
        when, noise = jax.random.split(key)
        t = jax.random.uniform(when, (x.shape[0], 1, 1))
        added = jax.random.normal(noise, x.shape)
        waves = jnp.sin(t * 2.0 ** jnp.arange(64))
        h = conv(jnp.sqrt(1 - t) * x + jnp.sqrt(t) * added, weights["in"]) + waves @ weights["time"]
        for kernel, mixed in weights["blocks"]:
            h = h + jax.nn.silu(conv(normalized(h), kernel)) @ mixed
        return jnp.mean((h @ weights["out"] - added) ** 2)

    def step(weights: Any, slow: Any, x: Any, key: Any) -> Any:
        weights, value = step_of(loss)(weights, x, key)
        return weights, jax.tree.map(lambda new, old: 0.999 * old + 0.001 * new, weights, slow), value

    weights = {"in": devices.input((5, 16, 128)), "time": devices.input((64, 128)), "out": devices.input((128, 16))}
    weights["blocks"] = [(devices.input((5, 128, 256)), devices.input((256, 128)))] * 4
    key = key_of_random_numbers()
    x = devices.input((64, 256, 16), ("data",))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, weights, x, key)
