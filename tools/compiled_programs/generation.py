"""Tokens one after the other: caches, beams, guesses, pages."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tools.compiled_programs.table import (
    attention_weights,
    block_weights,
    key_of_random_numbers,
    normalized,
    recorded,
    stacked,
)
from tools.jax_programs.lowering import Devices


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
def w12_speculative_decoding(half: Any = jnp.bfloat16) -> Any:
    """Tokens guessed by a small model and accepted by a large one, until a length is reached."""
    devices = Devices(data=2, model=4)

    def logits(w: Any, tokens: Any) -> Any:
        h = w["e"][tokens]
        h = h + jax.nn.silu(h @ w["u"]) @ w["d"]
        return (h @ w["e"].T).astype(jnp.float32)

    def f(small: Any, large: Any, tokens: Any, key: Any) -> Any:
        def guess(last: Any, key: Any) -> Any:
            chosen = jax.random.categorical(key, logits(small, last))
            return chosen, chosen

        def one(carry: Any) -> Any:
            tokens, place, key = carry
            key, now = jax.random.split(key)
            last = lax.dynamic_index_in_dim(tokens, place, 1, keepdims=False)
            _, guessed = lax.scan(guess, last, jax.random.split(now, 4))
            wanted = jnp.argmax(logits(large, guessed), -1)
            accepted = jnp.cumprod((wanted == guessed).astype(jnp.int32), 0)
            kept = jnp.where(accepted == 1, guessed, wanted).astype(tokens.dtype).T
            tokens = lax.dynamic_update_slice(tokens, kept, (0, place + 1))
            return tokens, place + 1 + accepted.sum(0).min(), key

        return lax.while_loop(lambda carry: carry[1] < 120, one, (tokens, 0, key))[0]

    def model(width: int) -> Any:
        return {
            "e": devices.input((4096, width), ("model",), half),
            "u": devices.input((width, 4 * width), (None, "model"), half),
            "d": devices.input((4 * width, width), ("model",), half),
        }

    tokens = devices.input((64, 128), ("data",), jnp.int32)
    return jax.jit(f, donate_argnums=2).lower(model(64), model(256), tokens, key_of_random_numbers())


@recorded
def x04_sample_until_end() -> Any:
    """Tokens until all sequences have ended: a loop of unknown length."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, tokens: Any, key: Any) -> Any:
        def going(carry: Any) -> Any:
            _, _, ended, place, _ = carry
            return ~jnp.all(ended) & (place < tokens.shape[1])

        def one(carry: Any) -> Any:
            tokens, state, ended, place, key = carry
            key, now = jax.random.split(key)
            last = lax.dynamic_slice_in_dim(tokens, place - 1, 1, 1)[:, 0]
            state = jnp.tanh(weights["e"][last] + state @ weights["r"])
            chosen = jax.random.categorical(now, (state @ weights["e"].T) / 0.7)
            chosen = jnp.where(ended, 0, chosen).astype(jnp.int32)
            tokens = lax.dynamic_update_slice(tokens, chosen[:, None], (0, place))
            return tokens, state, ended | (chosen == 1), place + 1, key

        start = jnp.zeros((tokens.shape[0], 256)), jnp.zeros(tokens.shape[0], bool), 1
        return lax.while_loop(going, one, (tokens, *start, key))[0]

    weights = {"e": devices.input((8192, 256), ("model",)), "r": devices.input((256, 256))}
    tokens = devices.input((64, 128), ("data",), jnp.int32)
    return jax.jit(f, donate_argnums=1).lower(weights, tokens, key_of_random_numbers())


@recorded
def x12_decode_sequence(half: Any = jnp.bfloat16) -> Any:
    """One token with a cache of keys and values that is split along the sequence."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, keys: Any, values: Any, x: Any, position: Any) -> Any:
        query, key, value = (jnp.einsum("bd,dhe->bhe", x, weights[name]) for name in "qkv")
        keys = lax.dynamic_update_slice(keys, key[:, None], (0, position, 0, 0))
        values = lax.dynamic_update_slice(values, value[:, None], (0, position, 0, 0))
        scores = jnp.einsum("bhe,bshe->bhs", query, keys) / 6
        scores = jnp.where(jnp.arange(keys.shape[1]) <= position, scores, -1e9)
        likelihoods = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(half)
        return keys, values, x + jnp.einsum("bhs,bshe,hed->bd", likelihoods, values, weights["o"])

    weights = {name: devices.input((256, 8, 32), (), half) for name in "qkv"}
    weights["o"] = devices.input((8, 32, 256), (), half)
    cache = devices.input((8, 2048, 8, 32), ("data", "model"), half)
    token = devices.input((8, 256), ("data",), half), devices.input((), (), jnp.int32)
    return jax.jit(f, donate_argnums=(1, 2)).lower(weights, cache, cache, *token)


@recorded
def x17_beam_search() -> Any:
    """Sixteen steps of a beam search: the best of all continuations, and the states that belong to them."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, state: Any, tokens: Any) -> Any:
        width, vocabulary = 4, 4096

        def step(carry: Any, _: Any) -> Any:
            state, tokens, scores = carry
            state = jnp.tanh(weights["e"][tokens] + state @ weights["r"])
            found = jax.nn.log_softmax(state @ weights["e"].T) + scores[..., None]
            scores, places = lax.top_k(found.reshape(found.shape[0], -1), width)
            beams, tokens = places // vocabulary, places % vocabulary
            state = jnp.take_along_axis(state, beams[..., None], 1)
            return (state, tokens, scores), (tokens, beams)

        start = state, tokens, jnp.zeros(tokens.shape)
        return lax.scan(step, start, None, length=16)

    weights = {"e": devices.input((4096, 256), ("model",)), "r": devices.input((256, 256))}
    return jax.jit(f).lower(
        weights, devices.input((32, 4, 256), ("data",)), devices.input((32, 4), ("data",), jnp.int32)
    )


@recorded
def x19_gqa_prefill() -> Any:
    """A prompt through grouped-query attention with rotated positions, which fills the caches."""
    devices = Devices(data=2, model=4)

    def rotated(x: Any) -> Any:
        half = x.shape[-1] // 2
        angles = jnp.arange(x.shape[1])[:, None] * 10000.0 ** (-jnp.arange(half) / half)
        a, b = x[..., :half], x[..., half:]
        sine, cosine = jnp.sin(angles)[:, None], jnp.cos(angles)[:, None]
        return jnp.concatenate([a * cosine - b * sine, a * sine + b * cosine], -1)

    def f(weights: Any, keys: Any, values: Any, x: Any) -> Any:
        query = rotated(jnp.einsum("bsd,dhe->bshe", x, weights["q"]))
        key = rotated(jnp.einsum("bsd,dge->bsge", x, weights["k"]))
        value = jnp.einsum("bsd,dge->bsge", x, weights["v"])
        grouped = query.reshape(*query.shape[:2], key.shape[2], -1, query.shape[-1])
        scores = jnp.einsum("bsgre,btge->bgrst", grouped, key) / 6
        causal = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
        likelihoods = jax.nn.softmax(jnp.where(causal, scores, -1e9), -1)
        found = jnp.einsum("bgrst,btge->bsgre", likelihoods, value).reshape(query.shape)
        keys = lax.dynamic_update_slice(keys, key, (0, 0, 0, 0))
        values = lax.dynamic_update_slice(values, value, (0, 0, 0, 0))
        return keys, values, x + jnp.einsum("bshe,hed->bsd", found, weights["o"])

    weights = attention_weights(devices)
    weights["k"] = weights["v"] = devices.input((256, 4, 32), (None, "model"))
    cache = devices.input((4, 1024, 4, 32), ("data", None, "model"))
    x = devices.input((4, 256, 256), ("data",))
    return jax.jit(f, donate_argnums=(1, 2)).lower(weights, cache, cache, x)


@recorded
def y02_cached_decoding(half: Any = jnp.bfloat16) -> Any:
    """One token for 32 sequences: a scan over eight layers, each with a cache of eight heads, which it updates."""
    devices = Devices(data=4, model=2)

    def step(weights: Any, cache: Any, tokens: Any, place: Any) -> Any:
        def layer(x: Any, given: Any) -> Any:
            w, keys, values = given
            h = normalized(x)
            query = jnp.einsum("bd,dgre->bgre", h, w["q"])
            keys = lax.dynamic_update_slice_in_dim(keys, jnp.einsum("bd,dge->bge", h, w["k"])[:, None], place, 1)
            values = lax.dynamic_update_slice_in_dim(values, jnp.einsum("bd,dge->bge", h, w["v"])[:, None], place, 1)
            scores = jnp.einsum("bgre,btge->bgrt", query, keys).astype(jnp.float32)
            scores = jnp.where(jnp.arange(keys.shape[1]) <= place, scores, -1e9)
            mixed = jnp.einsum("bgrt,btge->bgre", jax.nn.softmax(scores).astype(half), values)
            x = x + jnp.einsum("bgre,gred->bd", mixed, w["o"])
            return x + jax.nn.silu(normalized(x) @ w["u"]) @ w["d"], (keys, values)

        x, cache = lax.scan(layer, weights["table"][tokens], (weights["layers"], *cache))
        return jnp.argmax(x @ weights["table"].T, -1), cache

    layer = {"q": devices.input((512, 4, 2, 64), (None, "model"), half)}
    layer |= {name: devices.input((512, 4, 64), (None, "model"), half) for name in "kv"}
    layer |= {"o": devices.input((4, 2, 64, 512), ("model",), half)}
    layer |= {"u": devices.input((512, 2048), (None, "model"), half), "d": devices.input((2048, 512), ("model",), half)}
    weights = {"table": devices.input((16384, 512), ("model",), half), "layers": stacked(devices, 8, layer)}
    cache = (devices.input((8, 32, 512, 4, 64), (None, "data", None, "model"), half),) * 2
    arguments = weights, cache, devices.input((32,), ("data",), jnp.int32), devices.input((), (), jnp.int32)
    return jax.jit(step, donate_argnums=1).lower(*arguments)


@recorded
def z07_paged_decoding() -> Any:
    """One token for 64 sequences whose keys and values are in pages, found by a table, the heads split."""
    devices = Devices(model=8)

    def step(weights: Any, pages: Any, table: Any, lengths: Any, x: Any) -> Any:
        written = []
        for w, (keys, values) in zip(weights, pages, strict=True):
            h = normalized(x)
            query, key, value = (jnp.einsum("bd,dhe->bhe", h, w[name]) for name in "qkv")
            page = jnp.take_along_axis(table, lengths[:, None] // 16, 1)[:, 0]
            keys = keys.at[page, lengths % 16].set(key)
            values = values.at[page, lengths % 16].set(value)
            near, held = (each[table].reshape(x.shape[0], -1, *each.shape[2:]) for each in (keys, values))
            scores = jnp.einsum("bhe,bthe->bht", query, near) / 6.0
            seen = jnp.arange(near.shape[1]) <= lengths[:, None]
            likelihoods = jax.nn.softmax(jnp.where(seen[:, None], scores, -1e9))
            x = x + jnp.einsum("bht,bthe,hed->bd", likelihoods, held, w["o"])
            x = x + jax.nn.relu(normalized(x) @ w["u"]) @ w["d"]
            written.append((keys, values))
        return x, written

    page = devices.input((512, 16, 8, 32), (None, None, "model"))
    table, lengths = devices.input((64, 8), (), jnp.int32), devices.input((64,), (), jnp.int32)
    arguments = [block_weights(devices)] * 3, [(page, page)] * 3, table, lengths, devices.input((64, 256))
    return jax.jit(step, donate_argnums=1).lower(*arguments)
