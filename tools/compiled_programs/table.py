"""The table of programs, and what they share: steps of training, layers, and the state of optimizers."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.jax_programs.lowering import Devices

PROGRAMS: dict[str, Callable[..., Any]] = {}
"""From name to a function that returns what `jax.jit(...).lower(...)` does.

A program with 16-bit floats takes their type as the argument `half`.
"""


def recorded(**axes: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enters a function of a mesh in PROGRAMS, which is called with these axes."""

    def enter(make: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS[make.__name__] = made = wraps(make)(lambda **options: make(Devices(**axes), **options))
        return made

    return enter


def programs() -> dict[str, Callable[..., Any]]:
    """Returns the programs of all families by their names, which begin with the letter of their set, in order."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__package__}.{module.name}")
    return dict(sorted(PROGRAMS.items()))


def step_of(loss: Callable[..., Any], rate: float = 0.1) -> Callable[..., Any]:
    """Returns a step of gradient descent: new weights and the loss."""

    def step(weights: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        return jax.tree.map(lambda weight, gradient: weight - rate * gradient, weights, gradients), value

    return step


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


def normalized(x: Any) -> Any:
    """Returns x with mean 0 and variance 1 along the last dimension."""
    mean, variance = x.mean(-1, keepdims=True), jnp.var(x, -1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5)


def attention_weights(devices: Devices) -> dict[str, Any]:
    """Returns projections of 256 features to 8 heads of 32, the heads split over `model`."""
    return devices.named("q:256x8x32@,model k:256x8x32@,model v:256x8x32@,model o:8x32x256@model")


def block_weights(devices: Devices) -> dict[str, Any]:
    """Returns the weights of `block`, split over `model`."""
    return {**attention_weights(devices), **devices.named("u:256x1024@,model d:1024x256@model")}


def block(weights: Any, x: Any) -> Any:
    """Returns what a transformer's block makes of x: causal attention, then two layers."""
    h = normalized(x)
    query, key, value = (jnp.einsum("bsd,dhe->bhse", h, weights[name]) for name in "qkv")
    scores = jnp.einsum("bhse,bhte->bhst", query, key) / 8.0
    causal = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    likelihoods = jax.nn.softmax(jnp.where(causal, scores, -1e9), -1)
    x = x + jnp.einsum("bhst,bhte,hed->bsd", likelihoods, value, weights["o"])
    return x + jax.nn.gelu(normalized(x) @ weights["u"]) @ weights["d"]


def convolved(x: Any, kernel: Any, stride: int = 1, groups: int = 1, padding: str = "SAME") -> Any:
    """Returns the convolution of images [batch, height, width, channels] with a kernel."""
    order = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), padding, dimension_numbers=order, feature_group_count=groups
    )


def key_of_random_numbers() -> Any:
    """Returns the shape of a key."""
    return jax.eval_shape(lambda: jax.random.key(0))


def trained(loss: Any, *arguments: Any) -> Any:
    """Returns a step of training whose new weights take the memory of the old ones."""
    return jax.jit(step_of(loss), donate_argnums=0).lower(*arguments)


def updated(
    optimizer: Any, loss: Callable[..., Any], devices: Devices, weights: Any, *batch: Any, is_donated: bool = True
) -> Any:
    """Returns the lowered step of training of an optimizer, whose weights and state are donated if they may be."""

    def step(weights: Any, state: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    return jax.jit(step, donate_argnums=(0, 1) if is_donated else ()).lower(weights, state, *batch)
