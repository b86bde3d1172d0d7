"""Set v: recurrent and convolutional networks, adapters, contrastive learning, images."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import convolved, key_of_random_numbers, like, recorded, step_of
from tools.jax_programs.lowering import Devices


def trained(loss: Any, *arguments: Any) -> Any:
    """Returns a step of training whose new weights take the memory of the old ones."""
    return jax.jit(step_of(loss), donate_argnums=0).lower(*arguments)


@recorded
def v01_gru() -> Any:
    """A step of training of a GRU that classifies, the batch split."""
    devices = Devices(x=8)

    def loss(w: Any, x: Any, wanted: Any) -> Any:
        def cell(h: Any, now: Any) -> Any:
            z = jax.nn.sigmoid(now @ w["z"] + h @ w["uz"])
            reset = jax.nn.sigmoid(now @ w["r"] + h @ w["ur"])
            new = jnp.tanh(now @ w["n"] + (reset * h) @ w["un"])
            return (1 - z) * new + z * h, None

        h, _ = lax.scan(cell, jnp.zeros((x.shape[1], 192)), x)
        return optax.softmax_cross_entropy_with_integer_labels(h @ w["o"], wanted).mean()

    inner = {name: devices.input((96, 192)) for name in ("z", "r", "n")}
    outer = {name: devices.input((192, 192)) for name in ("uz", "ur", "un")}
    weights = {**inner, **outer, "o": devices.input((192, 32))}
    batch = devices.input((48, 512, 96), (None, "x")), devices.input((512,), ("x",), jnp.int32)
    return trained(loss, weights, *batch)


@recorded
def v02_encdec() -> Any:
    """A step of training of an encoder and a decoder with attention between them, on three axes."""
    devices = Devices(a=2, b=2, c=2)

    def normal(x: Any) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        return centred * lax.rsqrt(jnp.square(x - x.mean(-1, keepdims=True)).mean(-1, keepdims=True) + 1e-6)

    def attention(x: Any, memory: Any, weights: Any) -> Any:
        query = jnp.einsum("bsd,dhe->bshe", x, weights[0])
        key, value = (jnp.einsum("bsd,dhe->bshe", memory, weight) for weight in weights[1:3])
        likelihoods = jax.nn.softmax(jnp.einsum("bshe,bthe->bhst", query, key) / 6, -1)
        return jnp.einsum("bshe,hed->bsd", jnp.einsum("bhst,bthe->bshe", likelihoods, value), weights[3])

    def loss(w: Any, x: Any, y: Any) -> Any:
        encoded = x + attention(normal(x), normal(x), w["e"])
        encoded = encoded + jax.nn.relu(normal(encoded) @ w["u"]) @ w["d"]
        return jnp.mean(jnp.square(y + attention(normal(y), encoded, w["c"]) - y))

    heads = [*[devices.input((128, 4, 32), (None, "c"))] * 3, devices.input((4, 32, 128), ("c",))]
    up, down = devices.input((128, 512), (None, "c")), devices.input((512, 128), ("c",))
    rows = (("a", "b"),)
    return trained(
        loss,
        {"e": heads, "c": heads, "u": up, "d": down},
        devices.input((16, 160, 128), rows),
        devices.input((16, 96, 128), rows),
    )


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
def v04_lora() -> Any:
    """A step of training of small adapters beside large weights that stay as they are."""
    devices = Devices(data=2, model=4)

    def loss(adapters: Any, layers: Any, x: Any) -> Any:
        for weight, (first, second) in zip(layers, adapters, strict=True):
            x = jax.nn.silu(x @ weight + (x @ first) @ second)
        return jnp.mean(x * x)

    adapters = [(devices.input((512, 16)), devices.input((16, 512), (None, "model")))] * 3
    layers = [devices.input((512, 512), (None, "model"))] * 3
    return trained(loss, adapters, layers, devices.input((1024, 512), ("data",)))


@recorded
def v05_clip() -> Any:
    """A step of contrastive training: each pair of the whole batch has a logit."""
    devices = Devices(x=8)

    def loss(weights: Any, a: Any, b: Any) -> Any:
        first, second = a @ weights["a"], b @ weights["b"]
        first = first / jnp.linalg.norm(first, axis=1, keepdims=True)
        second = second / jnp.linalg.norm(second, axis=1, keepdims=True)
        logits = first @ second.T * 10
        wanted = jnp.arange(logits.shape[0])
        rows = optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()
        return rows + optax.softmax_cross_entropy_with_integer_labels(logits.T, wanted).mean()

    weights = {"a": devices.input((256, 128)), "b": devices.input((384, 128))}
    return trained(loss, weights, devices.input((2048, 256), ("x",)), devices.input((2048, 384), ("x",)))


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
def v07_infer() -> Any:
    """Three parallel blocks without gradients, with a split vocabulary, and the most likely token."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, tokens: Any) -> Any:
        x = weights["e"][tokens]
        for p in weights["l"]:
            likelihoods = jax.nn.softmax(jnp.einsum("bsd,btd->bst", x @ p["q"], x @ p["k"]))
            mixed = jnp.einsum("bst,btd->bsd", likelihoods, x @ p["v"])
            x = x + jax.nn.gelu(x @ p["u"], approximate=False) @ p["d"] + mixed
        return jnp.argmax(x[:, -1] @ weights["e"].T, -1), x

    layer = {name: devices.input((256, 256)) for name in "qkv"}
    layer |= {"u": devices.input((256, 1024), (None, "model")), "d": devices.input((1024, 256), ("model",))}
    weights = {"e": devices.input((8192, 256), ("model",)), "l": [layer] * 3}
    return jax.jit(f).lower(weights, devices.input((8, 192), ("data",), jnp.int32))


@recorded
def v08_power() -> Any:
    """Power iteration until it converges."""
    devices = Devices(x=8)

    def f(matrix: Any, vectors: Any) -> Any:
        def iteration(carry: Any) -> Any:
            old, count, _ = carry
            product = matrix @ old
            new = product / jnp.linalg.norm(product, axis=0)
            return new, count + 1, jnp.abs(new - old).max()

        start = vectors, 0, jnp.float32(1)
        return lax.while_loop(lambda carry: (carry[1] < 50) & (carry[2] > 1e-5), iteration, start)[0]

    return jax.jit(f).lower(devices.input((2048, 2048), ("x",)), devices.input((2048, 64)))


@recorded
def v09_adam_dropout() -> Any:
    """A step of Adam with dropout and clipped gradients, split both ways."""
    devices = Devices(data=2, model=4)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))

    def step(weights: Any, state: Any, x: Any, wanted: Any, key: Any) -> Any:
        def loss(weights: Any) -> Any:
            h = jax.nn.relu(x @ weights[0])
            h = jnp.where(jax.random.bernoulli(key, 0.9, h.shape), h / 0.9, 0.0)
            return jnp.mean(jnp.square(h @ weights[1] - wanted))

        value, gradients = jax.value_and_grad(loss)(weights)
        updates, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    weights = [devices.input((512, 2048), (None, "model")), devices.input((2048, 512), ("model",))]
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    batch = devices.input((1024, 512), ("data",))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, batch, batch, key_of_random_numbers())


@recorded
def v10_window() -> Any:
    """The gradient of attention within a window, the heads split."""
    devices = Devices(x=8)

    def f(query: Any, key: Any, value: Any) -> Any:
        rows, columns = (lax.broadcasted_iota(jnp.int32, (768, 768), dimension) for dimension in (0, 1))
        seen = (columns <= rows) & (columns > rows - 128)

        def loss(query: Any, key: Any, value: Any) -> Any:
            scores = jnp.where(seen, jnp.einsum("hqd,hkd->hqk", query, key), -jnp.inf)
            return jnp.sum(jnp.square(jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, -1), value)))

        return jax.grad(loss, (0, 1, 2))(query, key, value)

    heads = devices.input((16, 768, 64), ("x",))
    return jax.jit(f).lower(heads, heads, heads)


@recorded
def v11_lru() -> Any:
    """A linear recurrence by an associative scan."""
    devices = Devices(x=8)

    def f(x: Any, gates: Any) -> Any:
        def joined(a: Any, b: Any) -> Any:
            return a[0] * b[0], a[1] * b[0] + b[1]

        _, states = lax.associative_scan(joined, (jax.nn.sigmoid(gates), x), axis=1)
        return states * jax.nn.silu(x), states.mean(1)

    sequence = devices.input((16, 512, 128), ("x",))
    return jax.jit(f).lower(sequence, sequence)


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
