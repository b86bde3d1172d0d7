"""Attention, with what its heads, its sequence or its batch are split over."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tools.jax_programs.partitioned.table import Input, partitioned

HEADS = Input((4, 16, 8, 4), ("data", None, "model"))
SEQUENCE = Input((4, 16, 8, 4), (None, "sequence"))


def attention(query: Any, key: Any, value: Any, mask: Any = None) -> Any:
    """Returns softmax(query × key) × value; dimensions are batch, sequence, heads, features."""
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / 2
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    scores = jnp.exp(scores - scores.max(-1, keepdims=True))
    return jnp.einsum("bhqk,bkhd->bqhd", scores / scores.sum(-1, keepdims=True), value)


@partitioned(HEADS, HEADS, HEADS, data=2, model=4)
def attention_by_heads(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """Heads are split: devices need nothing of each other."""
    return attention(query, key, value)


@partitioned(SEQUENCE, SEQUENCE, SEQUENCE, sequence=8)
def attention_by_sequence(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """The sequence is split: keys and values are gathered."""
    return devices.constrain(attention(query, key, value), None, "sequence", None, None)


@partitioned(HEADS, HEADS, HEADS, data=2, model=4)
def causal_attention(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """Each place sees those before it: a comparison of two iotas."""
    places = jnp.arange(16)
    return attention(query, key, value, places[:, None] >= places)


@partitioned(SEQUENCE, SEQUENCE, SEQUENCE, sequence=8)
def causal_attention_by_sequence(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """The same where the iotas are split as the sequence is."""
    rows = devices.constrain(jax.lax.broadcasted_iota(jnp.int32, (16, 16), 0), "sequence", None)
    columns = jax.lax.broadcasted_iota(jnp.int32, (16, 16), 1)
    return devices.constrain(attention(query, key, value, rows >= columns), None, "sequence", None, None)


@partitioned(
    Input((4, 16, 32), ("data",)),
    Input((32, 3, 8, 4), (None, None, "model")),
    Input((8, 4, 32), ("model",)),
    data=2,
    model=4,
)
def attention_block(devices: Any, x: Any, projections: Any, output: Any) -> Any:
    """A block of a transformer: projections, attention by heads, a sum over heads and the input."""
    query, key, value = jnp.moveaxis(jnp.einsum("bsf,fthd->bsthd", x, projections), 2, 0)
    return x + jnp.einsum("bshd,hdf->bsf", attention(query, key, value), output)


@partitioned(
    Input((4, 32, 8, 4), ("data", None, "model")),
    Input((4, 32, 8, 4), ("data", None, "model")),
    Input((4, 1, 8, 4), ("data", None, "model")),
    Input((), below=16),
    data=2,
    model=4,
)
def attention_with_cache(devices: Any, keys: Any, values: Any, token: Any, place: Any) -> Any:
    """One token: the cache is updated at a place that is computed."""
    keys, values = (
        jax.lax.dynamic_update_slice(cache, new, (0, place, 0, 0)) for cache, new in ((keys, token), (values, token))
    )
    return keys, attention(token, keys, values, jnp.arange(32) <= place)
