"""Transformers: encoders, decoders, their losses, and how they are split."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    block,
    block_weights,
    like,
    normalized,
    recorded,
    stacked,
    step_of,
    trained,
)
from tools.jax_programs.lowering import Devices


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
def w01_llama_fsdp(half: Any = jnp.bfloat16) -> Any:
    """A step of AdamW of six gated layers with root-mean-square norms, all weights split over both axes."""
    devices = Devices(fsdp=4, model=2)
    optimizer = optax.adamw(1e-3)

    def rms(x: Any) -> Any:
        return x * lax.rsqrt(jnp.square(x.astype(jnp.float32)).mean(-1, keepdims=True) + 1e-6).astype(x.dtype)

    def step(weights: Any, state: Any, tokens: Any) -> Any:
        def loss(weights: Any) -> Any:
            def layer(x: Any, w: Any) -> Any:
                h = rms(x)
                query, key, value = (jnp.einsum("bsd,dhe->bshe", h, w[name].astype(half)) for name in "qkv")
                scores = jnp.einsum("bshe,bthe->bhst", query, key).astype(jnp.float32) / 6
                causal = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
                likelihoods = jax.nn.softmax(jnp.where(causal, scores, -1e9), -1).astype(half)
                x = x + jnp.einsum("bhst,bthe,hed->bsd", likelihoods, value, w["o"].astype(half))
                h = rms(x)
                gated = jax.nn.silu(h @ w["g"].astype(half)) * (h @ w["u"].astype(half))
                return x + gated @ w["d"].astype(half), None

            x = weights["e"].astype(half)[tokens]
            x, _ = lax.scan(jax.checkpoint(layer), x, weights["l"])
            logits = (rms(x) @ weights["e"].astype(half).T).astype(jnp.float32)
            return optax.softmax_cross_entropy_with_integer_labels(logits[:, :-1], tokens[:, 1:]).mean()

        value, gradients = jax.value_and_grad(loss)(weights)
        updates, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    heads, wide = devices.input((256, 8, 32), ("fsdp", "model")), devices.input((256, 704), ("fsdp", "model"))
    layer = {"q": heads, "k": heads, "v": heads, "o": devices.input((8, 32, 256), ("model", None, "fsdp"))}
    layer |= {"g": wide, "u": wide, "d": devices.input((704, 256), ("model", "fsdp"))}
    weights = {"e": devices.input((4096, 256), ("model", "fsdp")), "l": stacked(devices, 6, layer)}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    tokens = devices.input((16, 128), ("fsdp",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, tokens)


@recorded
def x15_vit() -> Any:
    """A step of training of a vision transformer: patches, two blocks, a class."""
    devices = Devices(data=4, model=2)

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        batch, size, _, channels = images.shape
        side = size // 8
        patches = images.reshape(batch, side, 8, side, 8, channels).transpose(0, 1, 3, 2, 4, 5)
        x = patches.reshape(batch, side * side, 64 * channels) @ weights["p"] + weights["places"]
        for layer in weights["l"]:
            x = block(layer, x)
        logits = normalized(x).mean(1) @ weights["c"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()

    weights = {
        "p": devices.input((192, 256)),
        "places": devices.input((64, 256)),
        "l": [block_weights(devices)] * 2,
        "c": devices.input((256, 100), (None, "model")),
    }
    batch = devices.input((32, 64, 64, 3), ("data",)), devices.input((32,), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, *batch)


@recorded
def y01_masked_language_model() -> Any:
    """A step of a bidirectional encoder of two layers that predicts masked tokens, its table used twice."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, tokens: Any, masked: Any) -> Any:
        x = weights["table"][jnp.where(masked, 3, tokens)] + weights["places"]
        for layer in weights["layers"]:
            x = normalized(x + block(layer, x))
        logits = jax.nn.log_softmax(x @ weights["table"].T + weights["bias"])
        found = jnp.take_along_axis(logits, tokens[..., None], -1)[..., 0]
        return -(found * masked).sum() / masked.sum()

    weights = {"table": devices.input((8192, 256), ("model",)), "places": devices.input((128, 256))}
    weights |= {"bias": devices.input((8192,), ("model",)), "layers": [block_weights(devices)] * 2}
    tokens, masked = (devices.input((16, 128), ("data",), kind) for kind in (jnp.int32, jnp.bool_))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, tokens, masked)


@recorded
def y05_relative_attention() -> Any:
    """Four layers of an encoder with a bias for each distance, for inference, the heads split."""
    devices = Devices(model=8)

    def f(weights: Any, x: Any) -> Any:
        places = jnp.arange(x.shape[1])
        distances = jnp.clip(places[:, None] - places[None], -32, 31) + 32
        for w in weights["layers"]:
            h = normalized(x)
            query, key, value = (jnp.einsum("bsd,dhe->bhse", h, w[name]) for name in "qkv")
            scores = jnp.einsum("bhse,bhte->bhst", query, key) + weights["bias"][:, distances]
            x = x + jnp.einsum("bhst,bhte,hed->bsd", jax.nn.softmax(scores), value, w["o"])
            x = x + jax.nn.relu(normalized(x) @ w["u"]) @ w["d"]
        return x

    weights = {"layers": [block_weights(devices)] * 4, "bias": devices.input((8, 64), ("model",))}
    return jax.jit(f).lower(weights, devices.input((8, 256, 256)))


@recorded
def y14_sequence_parallel() -> Any:
    """A step of four blocks in which the sequence is split over `model` between the products."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        def layer(x: Any, w: Any) -> Any:
            x = lax.with_sharding_constraint(x, devices.sharding(("data", "model")))
            return block(w, x), None

        x, _ = lax.scan(jax.checkpoint(layer), x, weights)
        return jnp.mean((x - wanted) ** 2)

    x = devices.input((8, 256, 256), ("data", "model"))
    return jax.jit(step_of(loss), donate_argnums=0).lower(stacked(devices, 4, block_weights(devices)), x, x)
