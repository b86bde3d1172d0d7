"""Recurrent networks and state spaces."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    normalized,
    recorded,
    step_of,
    trained,
)
from tools.jax_programs.lowering import Devices


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
def w05_selective_scan() -> Any:
    """A selective state space model by an associative scan over time, the channels split."""
    devices = Devices(data=2, model=4)

    def loss(w: Any, x: Any) -> Any:
        u = jax.nn.silu(x @ w["in"])
        step = jax.nn.softplus(u @ w["step"] + w["bias"])
        decay = jnp.exp(-step[..., None] * jnp.exp(w["a"]))
        inputs = (step * u)[..., None] * (x @ w["b"])[:, :, None]

        def joined(first: Any, second: Any) -> Any:
            return first[0] * second[0], first[1] * second[0] + second[1]

        _, states = lax.associative_scan(joined, (decay, inputs), axis=1)
        found = (states * (x @ w["c"])[:, :, None]).sum(-1) + u
        return jnp.mean((found @ w["out"] - x) ** 2)

    weights = {
        "in": devices.input((128, 256), (None, "model")),
        "step": devices.input((256, 256), (None, "model")),
        "bias": devices.input((256,), ("model",)),
        "a": devices.input((256, 8), ("model",)),
        "b": devices.input((128, 8)),
        "c": devices.input((128, 8)),
        "out": devices.input((256, 128), ("model",)),
    }
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, devices.input((8, 128, 128), ("data",)))


@recorded
def x03_state_space() -> Any:
    """A step of training of a diagonal state space model, scanned over time, the channels split."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, x: Any) -> Any:
        inner = x @ weights["in"]
        decay = jnp.exp(-jax.nn.softplus(weights["a"]))

        def cell(state: Any, now: Any) -> Any:
            state = state * decay + now[..., None] * weights["b"]
            return state, (state * weights["c"]).sum(-1)

        start = jnp.zeros((x.shape[0], 256, 8))
        _, found = lax.scan(cell, start, inner.transpose(1, 0, 2))
        return jnp.mean((jax.nn.silu(found.transpose(1, 0, 2)) @ weights["out"] - x) ** 2)

    state = devices.input((256, 8), ("model",))
    weights = {"a": state, "b": state, "c": state}
    weights |= {"in": devices.input((128, 256), (None, "model")), "out": devices.input((256, 128), ("model",))}
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, devices.input((16, 128, 128), ("data",)))


@recorded
def x06_fft_convolution() -> Any:
    """A long convolution by Fourier transforms along a split sequence."""
    devices = Devices(x=8)

    def f(x: Any, kernel: Any) -> Any:
        length = 2 * x.shape[-1]
        product = jnp.fft.rfft(x, length) * jnp.fft.rfft(kernel, length)
        return jnp.fft.irfft(product, length)[..., : x.shape[-1]] + x

    return jax.jit(f).lower(devices.input((32, 8192), (None, "x")), devices.input((1, 8192)))


@recorded
def y13_both_directions() -> Any:
    """A step of a classifier that reads a sequence in both directions, the hidden state split."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, x: Any, labels: Any) -> Any:
        def read(w: Any, reverse: bool) -> Any:
            def cell(h: Any, given: Any) -> Any:
                h = jnp.tanh(given @ w["in"] + h @ w["again"])
                return h, h

            start = jnp.zeros((x.shape[0], 512))
            return lax.scan(cell, start, jnp.swapaxes(x, 0, 1), reverse=reverse)[1].max(0)

        both = jnp.concatenate([read(weights["there"], False), read(weights["back"], True)], -1)
        return optax.softmax_cross_entropy_with_integer_labels(both @ weights["head"], labels).mean()

    cell = {"in": devices.input((128, 512), (None, "model")), "again": devices.input((512, 512), (None, "model"))}
    weights = {"there": cell, "back": cell, "head": devices.input((1024, 32), ("model",))}
    x, labels = devices.input((64, 64, 128), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, x, labels)


@recorded
def z12_time_mixing() -> Any:
    """A step of two layers that mix each token with the one before, and a decaying state of matrices in a scan."""
    devices = Devices(data=4, model=2)

    def layer(w: Any, x: Any) -> Any:
        before = jnp.pad(x, ((0, 0), (1, 0), (0, 0)))[:, :-1]
        mixed = {name: x * w["mix"][i] + before * (1 - w["mix"][i]) for i, name in enumerate("rkv")}
        r, k, v = (jnp.einsum("bsd,dhe->sbhe", mixed[name], w[name]) for name in "rkv")
        decay = jnp.exp(-jnp.exp(w["decay"]))[:, :, None]

        def token(state: Any, given: Any) -> Any:
            r, k, v = given
            added = k[..., None] * v[..., None, :]
            return decay * state + added, jnp.einsum("bhe,bhef->bhf", r, state + w["bonus"][:, :, None] * added)

        start = jnp.zeros((x.shape[0], 4, 32, 32))
        read = lax.scan(token, start, (r, k, v))[1]
        x = x + jnp.einsum("sbhe,hed->bsd", normalized(read), w["o"])
        return x + jnp.square(jax.nn.relu(normalized(x) @ w["u"])) @ w["d"]

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        for w in weights:
            x = layer(w, normalized(x))
        return jnp.mean((x - wanted) ** 2)

    heads, of_head = devices.input((128, 4, 32), (None, "model")), devices.input((4, 32), ("model",))
    w = {
        "r": heads,
        "k": heads,
        "v": heads,
        "o": devices.input((4, 32, 128), ("model",)),
        "mix": devices.input((3, 128)),
    }
    w |= {"decay": of_head, "bonus": of_head}
    w |= {"u": devices.input((128, 512), (None, "model")), "d": devices.input((512, 128), ("model",))}
    x = devices.input((16, 64, 128), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower([w] * 2, x, x)
