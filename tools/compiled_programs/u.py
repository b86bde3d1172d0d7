"""Set u: training, attention, samplers and solvers."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    attention_weights,
    block,
    block_weights,
    convolved,
    key_of_random_numbers,
    like,
    recorded,
    stacked,
    step_of,
)
from tools.jax_programs.lowering import Devices


@recorded
def u01_mlp_dp() -> Any:
    """A step of training of three layers, the batch split."""
    devices = Devices(x=8)

    def loss(layers: Any, x: Any, wanted: Any) -> Any:
        for weight, bias in layers[:-1]:
            x = jax.nn.relu(x @ weight + bias)
        weight, bias = layers[-1]
        return jnp.mean((x @ weight + bias - wanted) ** 2)

    shapes = (512, 1024), (1024, 1024), (1024, 512)
    layers = [(devices.input(shape), devices.input(shape[1:])) for shape in shapes]
    batch = devices.input((2048, 512), ("x",))
    return jax.jit(step_of(loss, 0.01), donate_argnums=0).lower(layers, batch, batch)


@recorded
def u02_tp_blocks() -> Any:
    """The gradient of two transformer blocks, split both ways."""
    devices = Devices(data=2, model=4)

    def loss(layers: Any, x: Any) -> Any:
        for weights in layers:
            x = block(weights, x)
        return jnp.mean(x**2)

    layers = [block_weights(devices)] * 2
    return jax.jit(jax.value_and_grad(loss)).lower(layers, devices.input((8, 128, 256), ("data",)))


@recorded
def u03_lstm() -> Any:
    """A step of training of an LSTM, scanned over time."""
    devices = Devices(x=8)

    def loss(weights: Any, x: Any) -> Any:
        def cell(carry: Any, now: Any) -> Any:
            h, c = carry
            z = jnp.concatenate([h, now], -1) @ weights["k"] + weights["b"]
            i, g, o, forget = jnp.split(z, 4, -1)
            c = jax.nn.sigmoid(forget) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        start = jnp.zeros((x.shape[1], 256))
        _, states = lax.scan(cell, (start, start), x)
        return jnp.mean(jnp.square(states @ weights["o"]))

    weights = {"k": devices.input((384, 1024)), "b": devices.input((1024,)), "o": devices.input((256, 128))}
    return jax.jit(step_of(loss)).lower(weights, devices.input((64, 256, 128), (None, "x")))


@recorded
def u04_gpt_scan() -> Any:
    """A step of Adam of six blocks, scanned and computed again backwards, with a split vocabulary."""
    devices = Devices(data=4, model=2)
    optimizer = optax.adam(1e-3)

    def step(layers: Any, table: Any, state: Any, tokens: Any) -> Any:
        def loss(weights: Any) -> Any:
            layers, table = weights
            x, _ = lax.scan(lambda x, each: (jax.checkpoint(block)(each, x), None), table[tokens], layers)
            return optax.softmax_cross_entropy_with_integer_labels(x @ table.T, tokens).mean()

        value, gradients = jax.value_and_grad(loss)((layers, table))
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates((layers, table), updates), state, value

    weights = stacked(devices, 6, block_weights(devices)), devices.input((4096, 256), ("model",))
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    tokens = devices.input((16, 128), ("data",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1, 2)).lower(*weights, state, tokens)


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
def u06_fsdp_gelu() -> Any:
    """The gradient of four layers with exact GELU, whose weights are split over all devices."""
    devices = Devices(x=8)

    def loss(layers: Any, x: Any) -> Any:
        for weight in layers:
            x = jax.nn.gelu(x @ weight, approximate=False)
        return jnp.sum(x * x)

    layers, split = [devices.input((768, 768), ("x",))] * 4, [devices.sharding(("x",))] * 4
    return jax.jit(jax.grad(loss), out_shardings=split).lower(layers, devices.input((1024, 768), ("x",)))


@recorded
def u07_long_attention() -> Any:
    """Attention over a long sequence in eight pieces, one after the other."""
    devices = Devices(data=2, model=4)

    def f(query: Any, key: Any, value: Any) -> Any:
        def piece(part: Any) -> Any:
            scores = jnp.einsum("bqhd,bkhd->bhqk", part, key) * 0.1
            return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, -1), value)

        parts = query.reshape(query.shape[0], 8, query.shape[1] // 8, *query.shape[2:]).transpose(1, 0, 2, 3, 4)
        return lax.map(piece, parts).transpose(1, 0, 2, 3, 4).reshape(query.shape)

    heads = devices.input((4, 1024, 8, 64), ("data", None, "model"))
    return jax.jit(f).lower(heads, heads, heads)


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
def u09_kmeans() -> Any:
    """Ten iterations of k-means."""
    devices = Devices(x=8)

    def f(points: Any, centres: Any) -> Any:
        def iteration(centres: Any, _: Any) -> Any:
            squares = jnp.sum(points * points, 1)[:, None] + jnp.sum(centres * centres, 1)[None]
            distances = squares - 2 * points @ centres.T
            chosen = jax.nn.one_hot(jnp.argmin(distances, 1), centres.shape[0])
            return (chosen.T @ points) / (chosen.sum(0)[:, None] + 1e-6), distances.min(1).sum()

        return lax.scan(iteration, centres, None, length=10)

    return jax.jit(f).lower(devices.input((16384, 64), ("x",)), devices.input((128, 64)))


@recorded
def u10_vocab() -> Any:
    """The gradient of a language model's first and last layer, with a split vocabulary."""
    devices = Devices(data=2, model=4)

    def loss(table: Any, x: Any, tokens: Any) -> Any:
        logits = jnp.tanh(table[tokens] + x) @ table.T
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens).mean()

    return jax.jit(jax.grad(loss, (0, 1))).lower(
        devices.input((8192, 128), ("model",)),
        devices.input((8, 128, 128), ("data",)),
        devices.input((8, 128), ("data",), jnp.int32),
    )


@recorded
def u11_poisson() -> Any:
    """A solver by Fourier transforms along dimensions that are not split."""
    devices = Devices(x=8)

    def f(u: Any) -> Any:
        frequencies = jnp.fft.fftfreq(256)
        squares = frequencies[:, None] ** 2 + frequencies[None] ** 2 + 1e-3
        return jnp.fft.ifft2(jnp.fft.fft2(u) / squares).real + jnp.roll(u, 1, 2)

    return jax.jit(f).lower(devices.input((16, 256, 256), ("x",)))


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
def u13_moe_dense() -> Any:
    """The gradient of a mixture of experts that all compute every token."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, tokens: Any) -> Any:
        gates = jax.nn.softmax(tokens @ weights["g"])
        hidden = jax.nn.relu(jnp.einsum("td,edf->etf", tokens, weights["u"]))
        found = jnp.einsum("etf,efd->etd", hidden, weights["d"])
        return jnp.mean(jnp.einsum("te,etd->td", gates, found) ** 2)

    weights = {
        "g": devices.input((256, 8)),
        "u": devices.input((8, 256, 512), ("model",)),
        "d": devices.input((8, 512, 256), ("model",)),
    }
    return jax.jit(jax.grad(loss)).lower(weights, devices.input((1024, 256), ("data",)))


@recorded
def u14_decode() -> Any:
    """One token of two layers, with a cache that is split by batch and heads."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, keys: Any, values: Any, x: Any, position: Any) -> Any:
        for layer in range(2):
            query, key, value = (jnp.einsum("bd,dhe->bhe", x, weights[name]) for name in "qkv")
            keys = lax.dynamic_update_slice(keys, key[None, :, None], (layer, 0, position, 0, 0))
            values = lax.dynamic_update_slice(values, value[None, :, None], (layer, 0, position, 0, 0))
            scores = jnp.einsum("bhe,bshe->bhs", query, keys[layer])
            scores = jnp.where(jnp.arange(keys.shape[2]) <= position, scores, -1e9)
            x = x + jnp.einsum("bhs,bshe,hed->bd", jax.nn.softmax(scores), values[layer], weights["o"])
        return keys, values, x

    cache = devices.input((2, 16, 512, 8, 32), (None, "data", None, "model"))
    token = devices.input((16, 256), ("data",)), devices.input((), (), jnp.int32)
    return jax.jit(f, donate_argnums=(1, 2)).lower(attention_weights(devices), cache, cache, *token)


@recorded
def u15_cg() -> Any:
    """Conjugate gradients on a grid, with rolls along a split dimension, until it converges."""
    devices = Devices(x=8)

    def laplace(u: Any) -> Any:
        return 4 * u - jnp.roll(u, 1, 0) - jnp.roll(u, -1, 0) - jnp.roll(u, 1, 1) - jnp.roll(u, -1, 1) + 0.1 * u

    def f(wanted: Any) -> Any:
        def iteration(carry: Any) -> Any:
            x, rest, direction, size, count = carry
            image = laplace(direction)
            length = size / jnp.vdot(direction, image)
            x, rest = x + length * direction, rest - length * image
            new = jnp.vdot(rest, rest)
            return x, rest, rest + new / size * direction, new, count + 1

        start = jnp.zeros_like(wanted), wanted, wanted, jnp.vdot(wanted, wanted), 0
        return lax.while_loop(lambda carry: (carry[3] > 1e-6) & (carry[4] < 100), iteration, start)[0]

    return jax.jit(f).lower(devices.input((1024, 1024), (None, "x")))
