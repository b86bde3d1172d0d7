"""Training, optimizers and recurrent networks."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import key_of_random_numbers, like, recorded, step_of, trained, updated
from tools.jax_programs.lowering import Devices

# Ways to train: optimizers, adapters, precision, policies.


@recorded(x=8)
def u01_mlp_dp(devices: Devices) -> Any:
    """A step of training of three layers, the batch split."""

    def loss(layers: Any, x: Any, wanted: Any) -> Any:
        for weight, bias in layers[:-1]:
            x = jax.nn.relu(x @ weight + bias)
        weight, bias = layers[-1]
        return jnp.mean((x @ weight + bias - wanted) ** 2)

    shapes = (512, 1024), (1024, 1024), (1024, 512)
    layers = [(devices.input(shape), devices.input(shape[1:])) for shape in shapes]
    batch = devices.input((2048, 512), ("x",))
    return jax.jit(step_of(loss, 0.01), donate_argnums=0).lower(layers, batch, batch)


@recorded(x=8)
def u06_fsdp_gelu(devices: Devices) -> Any:
    """The gradient of four layers with exact GELU, whose weights are split over all devices."""

    def loss(layers: Any, x: Any) -> Any:
        for weight in layers:
            x = jax.nn.gelu(x @ weight, approximate=False)
        return jnp.sum(x * x)

    layers, split = [devices.input((768, 768), ("x",))] * 4, [devices.sharding(("x",))] * 4
    return jax.jit(jax.grad(loss), out_shardings=split).lower(layers, devices.input((1024, 768), ("x",)))


@recorded(data=2, model=4)
def v04_lora(devices: Devices) -> Any:
    """A step of training of small adapters beside large weights that stay as they are."""

    def loss(adapters: Any, layers: Any, x: Any) -> Any:
        for weight, (first, second) in zip(layers, adapters, strict=True):
            x = jax.nn.silu(x @ weight + (x @ first) @ second)
        return jnp.mean(x * x)

    adapters = [(devices.input((512, 16)), devices.input((16, 512), (None, "model")))] * 3
    layers = [devices.input((512, 512), (None, "model"))] * 3
    return trained(loss, adapters, layers, devices.input((1024, 512), ("data",)))


@recorded(data=2, model=4)
def v09_adam_dropout(devices: Devices) -> Any:
    """A step of Adam with dropout and clipped gradients, split both ways."""
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))

    def loss(weights: Any, x: Any, wanted: Any, key: Any) -> Any:
        h = jax.nn.relu(x @ weights[0])
        h = jnp.where(jax.random.bernoulli(key, 0.9, h.shape), h / 0.9, 0.0)
        return jnp.mean(jnp.square(h @ weights[1] - wanted))

    weights = [devices.input((512, 2048), (None, "model")), devices.input((2048, 512), ("model",))]
    batch = devices.input((1024, 512), ("data",))
    return updated(optimizer, loss, devices, weights, batch, batch, key_of_random_numbers())


@recorded(fsdp=8)
def y15_gradient_accumulation(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """Eight parts of a batch in a scan that adds gradients up in f32, then one step of AdamW with clipping."""
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))

    def step(weights: Any, state: Any, x: Any, y: Any) -> Any:
        def loss(weights: Any, x: Any, y: Any) -> Any:
            for w in weights:
                x = jax.nn.gelu(x @ w.astype(half))
            return jnp.mean((x.astype(jnp.float32) - y) ** 2)

        def part(total: Any, batch: Any) -> Any:
            value, gradients = jax.value_and_grad(loss)(weights, *batch)
            return jax.tree.map(jnp.add, total, gradients), value

        total, values = lax.scan(part, jax.tree.map(jnp.zeros_like, weights), (x, y))
        updates, state = optimizer.update(jax.tree.map(lambda g: g / 8, total), state, weights)
        return optax.apply_updates(weights, updates), state, values.mean()

    weights = [devices.input(shape, ("fsdp",)) for shape in ((512, 2048), (2048, 2048), (2048, 512))]
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    batch = devices.input((8, 256, 512), (None, "fsdp"), half), devices.input((8, 256, 512), (None, "fsdp"))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, *batch)


# Recurrent networks and state spaces.


@recorded(x=8)
def u03_lstm(devices: Devices) -> Any:
    """A step of training of an LSTM, scanned over time."""

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


@recorded(x=8)
def v11_lru(devices: Devices) -> Any:
    """A linear recurrence by an associative scan."""

    def f(x: Any, gates: Any) -> Any:
        def joined(a: Any, b: Any) -> Any:
            return a[0] * b[0], a[1] * b[0] + b[1]

        _, states = lax.associative_scan(joined, (jax.nn.sigmoid(gates), x), axis=1)
        return states * jax.nn.silu(x), states.mean(1)

    sequence = devices.input((16, 512, 128), ("x",))
    return jax.jit(f).lower(sequence, sequence)


@recorded(data=2, model=4)
def w05_selective_scan(devices: Devices) -> Any:
    """A selective state space model by an associative scan over time, the channels split."""

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

    weights = devices.named(
        "in:128x256@,model step:256x256@,model bias:256@model a:256x8@model b:128x8 c:128x8 out:256x128@model"
    )
    return trained(loss, weights, devices.input((8, 128, 128), ("data",)))
