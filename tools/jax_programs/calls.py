"""Programs with many functions: jitted functions inside others, with derivatives of their own, in loops and remat."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tools.jax_programs.lowering import Devices, plain, program


@program
def encoder_and_decoder(layers: int) -> Any:
    """Jitted attention that two jitted stages share, each with shardings of its own for its arguments."""
    devices = Devices(data=2, model=4)
    by_rows, by_columns = devices.sharding(("data", None, None)), devices.sharding((None, None, "model"))

    @jax.jit
    def attention(query: Any, key: Any, value: Any) -> Any:
        weights = jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", query, key) * 0.25, axis=-1)
        return jnp.einsum("bqk,bkd->bqd", weights, value)

    @functools.partial(jax.jit, in_shardings=(by_rows, None), out_shardings=by_rows)
    def encoder(x: Any, weights: Any) -> Any:
        x = x @ weights
        return x + attention(x, x, x)

    @functools.partial(jax.jit, in_shardings=(by_columns, by_rows, None), out_shardings=by_columns)
    def decoder(x: Any, seen: Any, weights: Any) -> Any:
        x = attention(x @ weights, x, x)
        return x + attention(x, seen, seen)

    def f(source: Any, target: Any, first: Any, second: Any) -> Any:
        seen = encoder(encoder(source, first), second)
        return decoder(decoder(target, seen, first), seen, second)

    weights = devices.input((16, 16), (None, "model"))
    return jax.jit(f).lower(
        devices.input((4, 8, 16), ("data",)), devices.input((4, 8, 16), ("data", None, "model")), weights, weights
    )


@program
def named_blocks(layers: int) -> Any:
    """The blocks of a layer in named calls, which share jitted functions, and their gradients."""
    devices = Devices(batch=4, tensor=2)

    @jax.jit
    def scaled(x: Any, scale: Any) -> Any:
        return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale

    @functools.partial(jax.named_call, name="gated_perceptron")
    def perceptron(x: Any, weights: dict[str, Any]) -> Any:
        up, gate = (scaled(x, weights["scale"]) @ weights[name] for name in ("up", "gate"))
        return x + devices.constrain(jax.nn.silu(gate) * up, "batch", "tensor") @ weights["down"]

    @functools.partial(jax.named_call, name="residual_mixing")
    def mixing(x: Any, weights: dict[str, Any]) -> Any:
        return x + jnp.tanh(jnp.cumsum(scaled(x, weights["scale"]), axis=0))

    @jax.jit
    def layer(x: Any, weights: dict[str, Any]) -> Any:
        return perceptron(mixing(x, weights), weights)

    def loss(weights: Any, x: Any) -> Any:
        for each in weights:
            x = layer(x, each)
        return jnp.mean(x**2)

    shapes: dict[str, Any] = {
        "scale": ((32,), (None,)),
        "up": ((32, 64), (None, "tensor")),
        "gate": ((32, 64), (None, "tensor")),
        "down": ((64, 32), ("tensor", None)),
    }
    weights = [{name: devices.input(*each) for name, each in shapes.items()} for _ in range(2)]
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((16, 32), ("batch", None)))


@program
def step_with_custom_rules(layers: int) -> Any:
    """A step of training whose loss and activation have derivatives of their own, which call jitted functions."""
    devices = Devices(data=2, model=4)

    @jax.jit
    def log_sum(logits: Any) -> Any:
        largest = jnp.max(logits, -1, keepdims=True)
        return jnp.log(jnp.sum(jnp.exp(logits - largest), -1, keepdims=True)) + largest

    @jax.custom_vjp
    def cross_entropy(logits: Any, labels: Any) -> Any:
        return jnp.mean(log_sum(logits)[:, 0] - jnp.take_along_axis(logits, labels[:, None], -1)[:, 0])

    def forward(logits: Any, labels: Any) -> Any:
        return cross_entropy(logits, labels), (logits, labels)

    def backward(saved: Any, gradient: Any) -> Any:
        logits, labels = saved
        likelihoods = jnp.exp(logits - log_sum(logits))
        wanted = jax.nn.one_hot(labels, logits.shape[-1])
        return devices.constrain((likelihoods - wanted) * gradient / logits.shape[0], "data", "model"), None

    cross_entropy.defvjp(forward, backward)

    @jax.custom_jvp
    @jax.jit
    def squareplus(x: Any) -> Any:
        return (x + jnp.sqrt(x * x + 4.0)) * 0.5

    @squareplus.defjvp
    def _(primals: Any, tangents: Any) -> Any:
        (x,), (tangent,) = primals, tangents
        y = squareplus(x)
        return y, y / (y + 1.0 / y) * tangent

    def loss(weights: Any, x: Any, labels: Any) -> Any:
        hidden = squareplus(devices.constrain(x @ weights["first"], "data", "model"))
        return cross_entropy(squareplus(hidden @ weights["second"]) @ weights["last"], labels)

    @jax.jit
    def updated(weight: Any, moment: Any, gradient: Any) -> Any:
        moment = 0.9 * moment + gradient
        return weight - 0.1 * moment, moment

    def step(weights: Any, moments: Any, x: Any, labels: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, x, labels)
        pairs = {name: updated(weights[name], moments[name], gradients[name]) for name in weights}
        return {name: pair[0] for name, pair in pairs.items()}, {name: pair[1] for name, pair in pairs.items()}, value

    square = devices.input((32, 32), (None, "model"))
    weights = {"first": square, "second": square, "last": devices.input((32, 16), ("model", None))}
    return jax.jit(step, donate_argnums=(0, 1)).lower(
        weights, weights, devices.input((16, 32), ("data", None)), devices.input((16,), ("data",), jnp.int32)
    )


@program
def recomputed_layers(layers: int) -> Any:
    """The gradient of a scan over layers that are recomputed, which call jitted functions inside each other."""
    devices = Devices(stage=2, data=2, model=2)

    @jax.jit
    def normal(x: Any) -> Any:
        return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)

    @jax.jit
    def perceptron(x: Any, up: Any, down: Any) -> Any:
        return devices.constrain(jax.nn.gelu(normal(x) @ up), "data", "model") @ down

    @functools.partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable)
    @jax.jit
    def layer(x: Any, weights: Any) -> Any:
        return normal(x + perceptron(x, *weights))

    def loss(weights: Any, x: Any) -> Any:
        x, _ = lax.scan(lambda x, each: (layer(x, each), None), x, weights)
        return jnp.sum(jax.checkpoint(perceptron)(x, weights[0][0], weights[1][0]))

    weights = (
        devices.input((4, 16, 32), ("stage", None, "model")),
        devices.input((4, 32, 16), ("stage", "model", None)),
    )
    return jax.jit(jax.grad(loss)).lower(weights, devices.input((8, 16), ("data", None)))


@program
def batched_jit(layers: int) -> Any:
    """Jitted functions batched over a sharded dimension, called in the loop of a solver, and batched again."""
    devices = Devices(task=4, feature=2)

    @jax.jit
    def residual(matrix: Any, x: Any, right: Any) -> Any:
        return right - matrix @ x

    @jax.jit
    def smoothed(matrix: Any, x: Any, right: Any) -> Any:
        return x + residual(matrix, x, right) / jnp.diagonal(matrix)

    def solved(matrix: Any, right: Any, steps: Any) -> Any:
        def is_open(state: Any) -> Any:
            count, x = state
            return (count < steps) & (jnp.linalg.norm(residual(matrix, x, right)) > 1e-6)

        _, x = lax.while_loop(
            is_open, lambda state: (state[0] + 1, smoothed(matrix, state[1], right)), (0, jnp.zeros_like(right))
        )
        return smoothed(matrix, x, right)

    of_tasks = jax.vmap(solved, in_axes=(0, 0, None), spmd_axis_name="task")

    def f(matrices: Any, rights: Any, steps: Any) -> Any:
        found = of_tasks(matrices, devices.constrain(rights, "task", "feature"), steps)
        return found, jax.vmap(jax.vmap(residual, in_axes=(None, 0, 0)))(matrices, found[:, None], rights[:, None])

    return jax.jit(f).lower(
        devices.input((8, 16, 16), ("task", None, "feature")),
        devices.input((8, 16), ("task",)),
        plain(dtype=jnp.int32),
    )
