"""Models that were compiled after rules had changed because of the other unseen ones."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.jax_programs.lowering import Devices
from tools.large_programs.table import (
    HALF,
    attended,
    cast,
    cross_entropy,
    entered,
    everywhere,
    gated,
    grouped_attention,
    layer_norm,
    layer_of_encoder,
    layer_weights,
    rms,
    rotated,
    stacked,
    through,
    updated,
)


@entered(data=4, model=2)
def masked_language(devices: Devices) -> Any:
    """Adafactor of a bidirectional encoder, which predicts the 80 hidden tokens of each sequence."""

    def loss(weights: Any, tokens: Any, places: Any, wanted: Any) -> Any:
        weights = cast(weights)
        x = weights["e"][tokens] + weights["p"]
        x = through(layer_of_encoder, x, weights["l"])
        found = jnp.take_along_axis(x, places[..., None], 1)
        return cross_entropy(layer_norm(found) @ weights["e"].T, wanted)

    each = layer_weights(devices, 1024, (16, 16), 64, 4096, over=(None, "model"), names="qkvoud")
    weights = {**devices.named("e:50304x1024@model p:512x1024"), "l": stacked(devices, 24, each)}
    tokens, few = [devices.input((128, size), ("data",), jnp.int32) for size in (512, 80)]
    return updated(optax.adafactor(1e-3), loss, devices, weights, tokens, few, few)


@entered(data=8)
def noise_prediction(devices: Devices) -> Any:
    """Adam of a network that removes noise: patches, a norm by groups that time shifts, attention, layers apart."""

    def grouped_norm(x: Any, scale: Any, shift: Any) -> Any:
        groups = x.reshape(*x.shape[:2], 32, -1).astype(jnp.float32)
        mean, variance = groups.mean((1, 3), keepdims=True), groups.var((1, 3), keepdims=True)
        found = ((groups - mean) * lax.rsqrt(variance + 1e-5)).reshape(x.shape).astype(x.dtype)
        return found * (1 + scale[:, None]) + shift[:, None]

    def loss(weights: Any, images: Any, times: Any, noise: Any) -> Any:
        weights = cast(weights)
        angles = times[:, None] * jnp.exp(-jnp.arange(128) / 16)
        embedded = jax.nn.silu(jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1).astype(HALF) @ weights["t"])
        blurred = images * jnp.cos(times)[:, None, None, None] + noise * jnp.sin(times)[:, None, None, None]
        patches = blurred.astype(HALF).reshape(-1, 32, 2, 32, 2, 4).transpose(0, 1, 3, 2, 4, 5).reshape(-1, 1024, 16)
        x = patches @ weights["in"]
        for w in weights["l"]:
            scale, shift, gate = jnp.split(embedded @ w["m"], 3, -1)
            x = x + gate[:, None] * attended(w, grouped_norm(x, scale, shift), everywhere)
            x = x + jax.nn.gelu(grouped_norm(x, scale, shift) @ w["u"]) @ w["d"]
        found = (layer_norm(x) @ weights["out"]).reshape(-1, 32, 32, 2, 2, 4).transpose(0, 1, 3, 2, 4, 5)
        return jnp.mean((found.reshape(noise.shape).astype(jnp.float32) - noise) ** 2)

    each = layer_weights(devices, 768, (12, 12), 64, 3072, names="qkvoud") | devices.named("m:768x2304")
    weights = {**devices.named("t:256x768 in:16x768 out:768x16"), "l": [each] * 6}
    image = devices.input((128, 64, 64, 4), ("data",))
    return updated(optax.adam(1e-4), loss, devices, weights, image, devices.input((128,), ("data",)), image)


@entered(data=8)
def two_towers(devices: Devices) -> Any:
    """The gradient of towers of queries and documents, each compared with all of the batch, with hard negatives."""

    def loss(weights: Any, queries: Any, documents: Any, negatives: Any) -> Any:
        weights = cast(weights)

        def encoded(tokens: Any) -> Any:
            x = weights["e"][tokens]
            x, _ = lax.scan(jax.checkpoint(lambda x, w: (layer_of_encoder(w, x), None)), x, weights["l"])
            x = x.astype(jnp.float32).mean(1)
            return x * lax.rsqrt(jnp.sum(x**2, -1, keepdims=True))

        left, right = encoded(queries), jnp.concatenate([encoded(documents), encoded(negatives)])
        return cross_entropy(left @ right.T * 20.0, jnp.arange(left.shape[0]))

    each = layer_weights(devices, 768, (12, 12), 64, 3072, names="qkvoud")
    weights = {**devices.named("e:30528x768"), "l": stacked(devices, 12, each)}
    given = [devices.input((1024, size), ("data",), jnp.int32) for size in (32, 128, 128)]
    return jax.jit(jax.value_and_grad(loss)).lower(weights, *given)


@entered(data=2, model=4)
def sequential_scan(devices: Devices) -> Any:
    """AdamW of gated recurrences, whose states are computed one after the other, with short convolutions."""

    def mixer(w: Any, x: Any) -> Any:
        left, gate = (rms(x) @ w[name] for name in ("in", "gate"))
        padded = jnp.pad(left, ((0, 0), (3, 0), (0, 0)))
        left = jax.nn.silu(sum(padded[:, number : number + left.shape[1]] * w["k"][number] for number in range(4)))
        decay = jnp.exp(-8.0 * jax.nn.softplus(w["a"]) * jax.nn.sigmoid((left @ w["r"]).astype(jnp.float32)))
        change = jnp.sqrt(1 - decay**2) * left.astype(jnp.float32)

        def step(state: Any, each: Any) -> Any:
            state = each[0] * state + each[1]
            return state, state.astype(HALF)

        by_time = decay.swapaxes(0, 1), change.swapaxes(0, 1)
        _, states = lax.scan(step, jnp.zeros_like(decay[:, 0]), by_time)
        return x + (states.swapaxes(0, 1) * jax.nn.gelu(gate)) @ w["out"]

    def loss(weights: Any, tokens: Any, wanted: Any) -> Any:
        weights = cast(weights)
        x = through(lambda w, x: gated(w, mixer(w, x)), weights["e"][tokens], weights["l"])
        return cross_entropy(rms(x) @ weights["e"].T, wanted)

    each = devices.named(
        "in:2048x2048@,model gate:2048x2048@,model k:4x2048@,model a:2048@model r:2048x2048@,model out:2048x2048@model "
        "g:2048x6144@,model u:2048x6144@,model d:6144x2048@model"
    )
    weights = {**devices.named("e:32000x2048@model"), "l": stacked(devices, 8, each)}
    tokens = devices.input((8, 2048), ("data",), jnp.int32)
    return updated(optax.adamw(1e-3), loss, devices, weights, tokens, tokens)


@entered(data=2, model=4)
def chunked_prefill(devices: Devices) -> Any:
    """A prompt of 16384 tokens in chunks of 2048, each with attention to the cache of all before."""

    def run(weights: Any, tokens: Any, cache: Any) -> Any:
        def chunk(cache: Any, each: Any) -> Any:
            start, tokens = each

            def one(x: Any, w: Any) -> Any:
                w, keys, values = w
                h = rms(x)
                query, key, value = (jnp.einsum("bsd,dhe->bshe", h, w[name]) for name in "qkv")
                keys = lax.dynamic_update_slice_in_dim(keys, rotated(key), start, 1)
                values = lax.dynamic_update_slice_in_dim(values, value, start, 1)
                batch, length, heads, size = query.shape
                query = rotated(query).reshape(batch, length, keys.shape[2], -1, size)
                scores = jnp.einsum("bskge,btke->bkgst", query, keys, preferred_element_type=jnp.float32) / size**0.5
                seen = jnp.arange(keys.shape[1]) <= start + jnp.arange(length)[:, None]
                likelihoods = jax.nn.softmax(jnp.where(seen, scores, -1e30), -1).astype(HALF)
                mixed = jnp.einsum("bkgst,btke->bskge", likelihoods, values).reshape(batch, length, heads, size)
                return gated(w, x + jnp.einsum("bshe,hed->bsd", mixed, w["o"])), (keys, values)

            x, cache = lax.scan(one, weights["e"][tokens], (weights["l"], *cache))
            return cache, rms(x[:, -1]) @ weights["e"].T

        chunks = tokens.reshape(tokens.shape[0], -1, 2048).swapaxes(0, 1)
        return lax.scan(chunk, cache, (jnp.arange(chunks.shape[0]) * 2048, chunks))

    each = layer_weights(devices, 4096, (32, 8), 128, 14336, over=(None, "model"), dtype=HALF)
    weights = {**devices.named("e:128256x4096@model", HALF), "l": stacked(devices, 8, each)}
    cache = (devices.input((8, 2, 16384, 8, 128), (None, "data", None, "model"), HALF),) * 2
    return jax.jit(run, donate_argnums=2).lower(weights, devices.input((2, 16384), ("data",), jnp.int32), cache)


@entered(data=4, model=2)
def instruction_tuning(devices: Devices) -> Any:
    """AdamW of a decoder with grouped heads, a mask of answers, and a loss with a penalty for large logits."""

    def loss(weights: Any, tokens: Any, wanted: Any, is_answer: Any) -> Any:
        weights = cast(weights)

        def each(x: Any, w: Any) -> Any:
            query, key, value = (jnp.einsum("bsd,dhe->bshe", rms(x), w[name]) for name in "qkv")
            mixed = grouped_attention(rotated(query), rotated(key), value)
            return gated(w, x + jnp.einsum("bshe,hed->bsd", mixed, w["o"])), None

        x, _ = lax.scan(jax.checkpoint(each), weights["e"][tokens], weights["l"])
        logits = (rms(x) @ weights["out"]).astype(jnp.float32)
        total = jax.nn.logsumexp(logits, -1)
        picked = jnp.take_along_axis(logits, wanted[..., None], -1)[..., 0]
        return jnp.sum((total - picked + 1e-4 * total**2) * is_answer) / is_answer.sum()

    each = layer_weights(devices, 2048, (16, 4), 128, 5632, over=("data", "model"))
    weights = {**devices.named("e:65536x2048@data out:2048x65536@data,model"), "l": stacked(devices, 12, each)}
    tokens = devices.input((16, 2048), ("data",), jnp.int32)
    return updated(optax.adamw(1e-4), loss, devices, weights, tokens, tokens, devices.input((16, 2048), ("data",)))
