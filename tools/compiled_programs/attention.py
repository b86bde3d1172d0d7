"""Kinds of attention: long, within a window, in rings, without softmax."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import PartitionSpec

from tools.compiled_programs.table import (
    attention_weights,
    normalized,
    recorded,
    step_of,
)
from tools.jax_programs.lowering import Devices


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
def w06_ulysses() -> Any:
    """Attention whose sequence is split outside and whose heads are split inside, by constraints; with its gradient."""
    devices = Devices(sequence=8)

    def loss(weights: Any, x: Any) -> Any:
        def by_heads(y: Any) -> Any:
            return devices.constrain(y, None, None, "sequence", None)

        query, key, value = (by_heads(jnp.einsum("bsd,dhe->bshe", x, weight)) for weight in weights[:3])
        likelihoods = jax.nn.softmax(jnp.einsum("bshe,bthe->bhst", query, key) / 6, -1)
        found = jnp.einsum("bhst,bthe->bshe", likelihoods, value)
        found = devices.constrain(found, None, "sequence", None, None)
        return jnp.mean(jnp.square(x + jnp.einsum("bshe,hed->bsd", found, weights[3])))

    weights = [*[devices.input((256, 8, 32))] * 3, devices.input((8, 32, 256))]
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((4, 512, 256), (None, "sequence")))


@recorded
def x13_ring_attention() -> Any:
    """Attention over a split sequence, whose keys and values go round the devices."""
    devices = Devices(sequence=8)
    ring = [(device, (device + 1) % 8) for device in range(8)]

    def local(query: Any, key: Any, value: Any) -> Any:
        def step(carry: Any, _: Any) -> Any:
            key, value, largest, total, found = carry
            scores = jnp.einsum("bqhd,bkhd->bhqk", query, key)
            new = jnp.maximum(largest, scores.max(-1))
            likelihoods, correction = jnp.exp(scores - new[..., None]), jnp.exp(largest - new)
            total = total * correction + likelihoods.sum(-1)
            found = found * correction[..., None] + jnp.einsum("bhqk,bkhd->bhqd", likelihoods, value)
            return (*[lax.ppermute(part, "sequence", ring) for part in (key, value)], new, total, found), None

        batch, length, heads, width = query.shape
        largest, total = jnp.full((batch, heads, length), -jnp.inf), jnp.zeros((batch, heads, length))
        start = largest, total, jnp.zeros((batch, heads, length, width))
        varying = [lax.pcast(part, ("sequence",), to="varying") for part in start]
        (_, _, _, total, found), _ = lax.scan(step, (key, value, *varying), None, length=8)
        return (found / total[..., None]).transpose(0, 2, 1, 3)

    split = PartitionSpec(None, "sequence")
    heads = devices.input((4, 2048, 4, 64), (None, "sequence"))
    return jax.jit(devices.shard_map(local, (split, split, split), split)).lower(heads, heads, heads)


@recorded
def z01_linear_attention() -> Any:
    """A step of two layers of attention without softmax, whose state goes through chunks of the sequence."""
    devices = Devices(data=2, model=4)

    def layer(w: Any, x: Any) -> Any:
        h = normalized(x)
        query, key, value = (jnp.einsum("bsd,dhe->bhse", h, w[name]) for name in "qkv")
        chunks = [jnp.moveaxis(each.reshape(*each.shape[:2], 8, 64, -1), 2, 0) for each in (query, key, value)]
        causal = jnp.tril(jnp.ones((64, 64)))

        def chunk(state: Any, given: Any) -> Any:
            query, key, value = given
            inside = jnp.einsum("bhse,bhte->bhst", query, key) * causal
            made = jnp.einsum("bhst,bhte->bhse", inside, value) + jnp.einsum("bhse,bhef->bhsf", query, state)
            return 0.9 * state + jnp.einsum("bhse,bhsf->bhef", key, value), made

        start = jnp.zeros((x.shape[0], 8, 32, 32))
        made = jnp.moveaxis(lax.scan(chunk, start, chunks)[1], 0, 2)
        made = made.reshape(*made.shape[:2], -1, made.shape[-1])
        return x + jnp.einsum("bhse,hed->bsd", normalized(made), w["o"])

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        for w in weights:
            x = layer(w, x)
        return jnp.mean((x - wanted) ** 2)

    x = devices.input((8, 512, 256), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower([attention_weights(devices)] * 2, x, x)


@recorded
def z03_latent_attention() -> Any:
    """The gradient of few latent vectors that read a long sequence, which is split, and then each other."""
    devices = Devices(sequence=8)

    def loss(weights: Any, latents: Any, x: Any, labels: Any) -> Any:
        def read(w: Any, latents: Any, x: Any) -> Any:
            query = jnp.einsum("bld,dhe->bhle", latents, w["q"])
            key, value = (jnp.einsum("bsd,dhe->bhse", x, w[name]) for name in "kv")
            scores = jnp.einsum("bhle,bhse->bhls", query, key) / 6.0
            return jnp.einsum("bhls,bhse,hed->bld", jax.nn.softmax(scores), value, w["o"])

        found = read(weights[0], jnp.broadcast_to(latents, (x.shape[0], *latents.shape)), normalized(x))
        for w in weights[1:]:
            found = found + read(w, normalized(found), normalized(found))
        logits = found.mean(1) @ weights[0]["q"].reshape(256, -1)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    heads = devices.input((256, 8, 32))
    weights = [{"q": heads, "k": heads, "v": heads, "o": devices.input((8, 32, 256))}] * 3
    x = devices.input((4, 8192, 256), (None, "sequence"))
    labels = devices.input((4,), (), jnp.int32)
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((64, 256)), x, labels)
