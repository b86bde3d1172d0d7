"""The table of programs of real size, and what they share: layers of transformers, losses and steps of training."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.jax_programs.lowering import Devices

SETS = "known", "unseen"
_MODULES = "known", "unseen_language", "unseen_others", "unseen_later"

PROGRAMS: dict[str, dict[str, Callable[[], Any]]] = {each: {} for each in SETS}
"""For each set, from name to a function that returns what `jax.jit(...).lower(...)` does, for eight devices."""

HALF = jnp.bfloat16


def entered(**axes: int) -> Callable[[Callable[[Devices], Any]], Callable[[Devices], Any]]:
    """Enters a function of a mesh in PROGRAMS, with these axes, in the set with which the name of its module begins."""

    def enter(make: Callable[[Devices], Any]) -> Callable[[Devices], Any]:
        PROGRAMS[make.__module__.rpartition(".")[2].partition("_")[0]][make.__name__] = lambda: make(Devices(**axes))
        return make

    return enter


def programs() -> dict[str, dict[str, Callable[[], Any]]]:
    """Returns the programs of each set by their names."""
    for each in _MODULES:
        import_module(f"{__package__}.{each}")
    return PROGRAMS


def rms(x: Any) -> Any:
    """Returns x divided by its root mean square along the last dimension, which is computed in 32 bits."""
    wide = x.astype(jnp.float32)
    return (wide * lax.rsqrt(jnp.mean(wide**2, -1, keepdims=True) + 1e-6)).astype(x.dtype)


def layer_norm(x: Any) -> Any:
    """Returns x with mean 0 and variance 1 along the last dimension."""
    wide = x.astype(jnp.float32)
    mean = wide.mean(-1, keepdims=True)
    return ((wide - mean) * lax.rsqrt(jnp.var(wide, -1, keepdims=True) + 1e-5)).astype(x.dtype)


def rotated(x: Any) -> Any:
    """Returns x [batch, sequence, heads, features] with rotary positions."""
    half = x.shape[-1] // 2
    angles = jnp.arange(x.shape[1])[:, None] * 10000.0 ** (-jnp.arange(half) / half)
    sine, cosine = jnp.sin(angles)[:, None, :].astype(x.dtype), jnp.cos(angles)[:, None, :].astype(x.dtype)
    left, right = x[..., :half], x[..., half:]
    return jnp.concatenate([left * cosine - right * sine, right * cosine + left * sine], -1)


def attention(query: Any, key: Any, value: Any, is_causal: bool = True, bias: Any = None) -> Any:
    """Returns softmax attention of [batch, sequence, heads, features], with scores in 32 bits."""
    scores = jnp.einsum("bshe,bthe->bhst", query, key, preferred_element_type=jnp.float32)
    scores = scores / query.shape[-1] ** 0.5
    if bias is not None:
        scores = scores + bias
    if is_causal:
        scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e30)
    return jnp.einsum("bhst,bthe->bshe", jax.nn.softmax(scores, -1).astype(query.dtype), value)


everywhere = partial(attention, is_causal=False)
"""Attention to all positions."""


def grouped_attention(query: Any, key: Any, value: Any) -> Any:
    """Returns causal attention in which several heads of the query share one of the key."""
    batch, length, heads, size = query.shape
    shared = key.shape[2]
    query = query.reshape(batch, length, shared, heads // shared, size)
    scores = jnp.einsum("bskge,btke->bkgst", query, key, preferred_element_type=jnp.float32) / size**0.5
    scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e30)
    likelihoods = jax.nn.softmax(scores, -1).astype(query.dtype)
    return jnp.einsum("bkgst,btke->bskge", likelihoods, value).reshape(batch, length, heads, size)


def cast(weights: Any, dtype: Any = HALF) -> Any:
    """Returns weights in another type."""
    return jax.tree.map(lambda leaf: leaf.astype(dtype), weights)


def cross_entropy(logits: Any, wanted: Any) -> Any:
    """Returns the mean loss of logits, computed in 32 bits."""
    return optax.softmax_cross_entropy_with_integer_labels(logits.astype(jnp.float32), wanted).mean()


def layer_weights(
    devices: Devices,
    width: int,
    heads: tuple[int, int],
    size: int,
    hidden: int,
    over: tuple[Any, Any] = (None, None),
    dtype: Any = jnp.float32,
    names: str = "qkvogud",
) -> dict[str, Any]:
    """Returns weights of `layer` by their names, the features of tokens, and heads and hidden, split over axes.

    The heads are those of queries, and of keys and values.
    """
    rows, columns = over
    queries, keys = heads
    up = devices.input((width, hidden), (rows, columns), dtype)
    shared = devices.input((width, keys, size), (rows, columns), dtype)
    query = devices.input((width, queries, size), (rows, columns), dtype)
    out = devices.input((queries, size, width), (columns, None, rows), dtype)
    found = query, shared, shared, out, up, up, devices.input((hidden, width), (columns, rows), dtype)
    return {name: each for name, each in zip("qkvogud", found, strict=True) if name in names}


def attended(weights: Any, x: Any, attend: Callable[..., Any] = attention) -> Any:
    """Returns attention of x to itself: projections to heads, `attend`, and back."""
    query, key, value = (jnp.einsum("bsd,dhe->bshe", x, weights[name]) for name in "qkv")
    return jnp.einsum("bshe,hed->bsd", attend(query, key, value), weights["o"])


def with_rotary(attend: Callable[..., Any] = attention) -> Callable[..., Any]:
    """Returns attention with rotary positions of queries and keys."""
    return lambda query, key, value: attend(rotated(query), rotated(key), value)


def gated(weights: Any, x: Any) -> Any:
    """Returns x with what a gated network makes of it, after a norm."""
    h = rms(x)
    return x + (jax.nn.silu(h @ weights["g"]) * (h @ weights["u"])) @ weights["d"]


def layer(weights: Any, x: Any, attend: Callable[..., Any] = attention) -> Any:
    """Returns what a layer makes of x: rotary attention, then a gated network, each after a norm."""
    return gated(weights, x + attended(weights, rms(x), with_rotary(attend)))


def layer_of_encoder(weights: Any, x: Any, attend: Callable[..., Any] = everywhere) -> Any:
    """Returns what a layer makes of x: attention to all positions, then a network with gelu, each after a norm."""
    x = x + attended(weights, layer_norm(x), attend)
    return x + jax.nn.gelu(layer_norm(x) @ weights["u"]) @ weights["d"]


def through(each: Callable[..., Any], x: Any, weights: Any) -> Any:
    """Returns x after layers whose weights are stacked: scanned, and computed again backwards."""
    return lax.scan(jax.checkpoint(lambda x, w: (each(w, x), None)), x, weights)[0]


def like(weights: Any, state: Any, devices: Devices) -> Any:
    """Returns the shapes of an optimizer's state; an array of the shape of a weight is split as that weight."""
    shardings = {leaf.shape: leaf.sharding for leaf in jax.tree.leaves(weights)}

    def placed(leaf: Any) -> Any:
        sharding = shardings.get(leaf.shape, devices.sharding(()))
        return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=sharding)

    return jax.tree.map(placed, state)


def stacked(devices: Devices, layers: int, weights: dict[str, Any]) -> dict[str, Any]:
    """Returns weights with a dimension of layers in front."""
    return {
        name: devices.input((layers, *leaf.shape), (None, *leaf.sharding.spec), leaf.dtype)
        for name, leaf in weights.items()
    }


def convolved(x: Any, kernel: Any, stride: int = 1, groups: int = 1, padding: str = "SAME") -> Any:
    """Returns the convolution of images [batch, height, width, channels] with a kernel."""
    order = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), padding, dimension_numbers=order, feature_group_count=groups
    )


def updated(optimizer: Any, loss: Callable[..., Any], devices: Devices, weights: Any, *batch: Any) -> Any:
    """Returns the lowered step of training of an optimizer, whose weights and state are donated."""

    def step(weights: Any, state: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, *batch)
