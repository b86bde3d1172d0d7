"""Functions of what each device has: `jax.shard_map`."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec

from tools.jax_programs.partitioned.table import Input, partitioned

GRID, ROWS, NONE = PartitionSpec("x", "y"), PartitionSpec("x"), PartitionSpec()


@partitioned(Input((16, 32), ("x", "y")), Input((32, 8), ("y",)), x=4, y=2)
def manual_product(devices: Any, a: Any, b: Any) -> Any:
    """A product whose sum over devices is written out."""
    specs = (GRID, PartitionSpec("y"))
    return devices.manual(lambda a, b: lax.psum(a @ b, "y"), jnp.matmul, specs, ROWS)(a, b)


@partitioned(Input((16, 8), ("x", "y")), x=4, y=2)
def manual_collectives(devices: Any, x: Any) -> Any:
    """Devices gather, and add up what they scatter."""

    def local(block: Any) -> Any:
        rows = lax.all_gather(block, "y", axis=1, tiled=True)
        return lax.psum_scatter(rows, "y", scatter_dimension=1, tiled=True), lax.pmax(rows.max(), ("x", "y"))

    return devices.manual(local, lambda x: (2 * x, x.max()), GRID, (GRID, NONE))(x)


@partitioned(Input((16, 8), ("x",), 1000), x=8)
def manual_transposition(devices: Any, x: Any) -> Any:
    """Devices exchange rows for columns: all-to-all."""

    def local(rows: Any) -> Any:
        return lax.all_to_all(rows, "x", 1, 0, tiled=True)

    return devices.manual(local, lambda x: x, ROWS, PartitionSpec(None, "x"))(x)


@partitioned(Input((16, 8), ("x",), 1000), x=8)
def manual_ring(devices: Any, x: Any) -> Any:
    """Blocks go around, one device after the other."""

    def local(block: Any) -> Any:
        return lax.ppermute(block, "x", [(device, (device + 1) % 8) for device in range(8)])

    return devices.manual(local, lambda x: jnp.roll(x, 2, 0), ROWS, ROWS)(x)


@partitioned(Input((16, 8), ("x",), 1000), x=8)
def manual_places(devices: Any, x: Any) -> Any:
    """Each device adds its number."""

    def local(block: Any) -> Any:
        return block + lax.axis_index("x")

    return devices.manual(local, lambda x: x + jnp.repeat(jnp.arange(8), 2)[:, None], ROWS, ROWS)(x)


@partitioned(Input((16, 32), ("x", "y")), Input((32, 8)), x=4, y=2)
def manual_along_one_axis(devices: Any, x: Any, weights: Any) -> Any:
    """What is written out along one axis, and left to propagation along the other."""

    def local(block: Any) -> Any:
        return jnp.tanh(block) / lax.psum(jnp.sum(block * block, 0, keepdims=True), "x")

    def whole(x: Any) -> Any:
        return jnp.tanh(x) / jnp.sum(x * x, 0, keepdims=True)

    return devices.manual(local, whole, ROWS, ROWS, axis_names={"x"})(jnp.cos(x)) @ weights


@partitioned(Input((64, 16), ("sequence",)), Input((64, 16), ("sequence",)), Input((64, 16), ("sequence",)), sequence=8)
def manual_ring_attention(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """Attention without softmax: keys and values go around, step by step."""
    around = [(device, (device + 1) % 8) for device in range(8)]
    split = PartitionSpec("sequence")

    def local(query: Any, key: Any, value: Any) -> Any:
        found = jnp.zeros(query.shape)
        for _ in range(8):
            found += (query @ key.T) @ value
            key, value = (lax.ppermute(part, "sequence", around) for part in (key, value))
        return found

    return devices.manual(local, lambda q, k, v: (q @ k.T) @ v, (split,) * 3, split)(query, key, value)


@partitioned(Input((32, 16), ("x",)), Input((16, 8)), x=8)
def manual_gradient(devices: Any, x: Any, weights: Any) -> Any:
    """Gradients of each device's rows, whose mean is taken."""

    def local(x: Any, weights: Any) -> Any:
        return lax.pmean(jax.grad(lambda weights: jnp.mean(jnp.tanh(x @ weights) ** 2))(weights), "x")

    def whole(x: Any, weights: Any) -> Any:
        return jax.grad(lambda weights: jnp.mean(jnp.tanh(x @ weights) ** 2))(weights)

    return devices.manual(local, whole, (ROWS, NONE), NONE)(x, weights)


@partitioned(Input((16, 16), ("x", "y")), x=4, y=2)
def manual_loop(devices: Any, x: Any) -> Any:
    """A loop over what each device has, with a sum over devices in each step."""

    def step(_: Any, block: Any) -> Any:
        return jnp.tanh(block) + lax.psum(block.sum(0, keepdims=True), "x") / 16

    def whole(x: Any) -> Any:
        return lax.fori_loop(0, 4, lambda _, x: jnp.tanh(x) + x.sum(0, keepdims=True) / 16, x)

    return devices.manual(lambda block: lax.fori_loop(0, 4, step, block), whole, GRID, GRID)(x)


@partitioned(Input((16, 8), ("x",)), Input((6, 8, 8)), x=8)
def manual_layers(devices: Any, x: Any, weights: Any) -> Any:
    """A loop over layers, of which each device has all, and some rows of the batch."""

    def layers(x: Any, weights: Any) -> Any:
        return lax.scan(lambda x, weight: (jnp.tanh(x @ weight), x.sum()), x, weights)[0]

    return devices.manual(layers, layers, (ROWS, NONE), ROWS)(x, weights)
