"""Programs without gradients: decoding, sampling, solvers, and changes of shape."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec

from tools.jax_programs.lowering import Devices, plain, program


@program
def decoding_step(layers: int) -> Any:
    """One token with a cache of keys and values, which is updated in place."""
    devices = Devices(data=2, model=4)

    def f(keys: Any, values: Any, query: Any, key: Any, value: Any, position: Any) -> Any:
        def written(cache: Any, new: Any, place: Any) -> Any:
            return lax.dynamic_update_slice(cache, new[None], (place, 0, 0))

        keys = devices.constrain(jax.vmap(written)(keys, key, position), "data", None, "model", None)
        values = lax.dynamic_update_slice(values, value[:, None], (0, position[0], 0, 0))
        scores = jnp.einsum("bhd,bthd->bht", query, keys)
        scores = jnp.where(jnp.arange(32) <= position[:, None, None], scores, -1e9)
        return keys, values, jnp.einsum("bht,bthd->bhd", jax.nn.softmax(scores), values)

    cache = devices.input((4, 32, 8, 16), ("data", None, "model"))
    token = devices.input((4, 8, 16), ("data", "model"))
    return jax.jit(f, donate_argnums=(0, 1)).lower(
        cache, cache, token, token, token, devices.input((4,), ("data",), jnp.int32)
    )


@program
def sampling(layers: int) -> Any:
    """The most likely tokens: sorts, sums up to a limit, top-k, random numbers of the device."""
    devices = Devices(data=2, model=4)

    def f(logits: Any, temperature: Any) -> Any:
        falling = jnp.sort(logits, -1)[:, ::-1]
        below = jnp.cumsum(jax.nn.softmax(falling), -1) < 0.9
        limit = jnp.take_along_axis(falling, jnp.sum(below, -1, keepdims=True), -1)
        kept = jnp.where(logits < limit, -jnp.inf, logits) / temperature
        noise = jax.random.uniform(jax.random.key(0, impl="rbg"), kept.shape)
        _, tokens = lax.sort((kept + noise, lax.broadcasted_iota(jnp.int32, kept.shape, 1)), num_keys=1)
        return tokens[:, -1], lax.approx_max_k(kept, 4), lax.cummax(logits, 1)

    return jax.jit(f).lower(devices.input((8, 64), ("data", "model")), plain())


@program
def conjugate_gradients(layers: int) -> Any:
    """A loop that ends when the rest is small, then a branch."""
    devices = Devices(x=4, y=2)

    def f(matrix: Any, wanted: Any) -> Any:
        found, _ = jax.scipy.sparse.linalg.cg(lambda vector: matrix @ vector, wanted, maxiter=5)
        error = jnp.linalg.norm(matrix @ found - wanted)
        return lax.cond(error < 1, lambda x: devices.constrain(x, "x"), lambda x: jnp.flip(x) * 2, found)

    return jax.jit(f).lower(devices.input((16, 16), ("x", "y")), devices.input((16,), ("y",)))


@program
def reshaped(layers: int) -> Any:
    """Dimensions that are split, merged and permuted, so that parts of axes shard them; some are left open."""
    devices = Devices(x=4, y=2)
    open_rows = NamedSharding(devices.mesh, PartitionSpec(PartitionSpec.UNCONSTRAINED, "y"))

    def f(x: Any, weights: Any) -> Any:
        split = x.reshape(2, 2, 2, 12)
        merged = split.transpose(2, 0, 1, 3).reshape(2, 4, 12)
        product = lax.with_sharding_constraint((merged @ weights).reshape(8, 12), open_rows)
        padded = devices.constrain(jnp.pad(product, ((1, 2), (0, 3))), "y", "x")
        return (
            product.reshape(4, 2, 3, 4),
            devices.constrain(product.T, ("y", "x"), None),
            padded[1::2, ::-1],
            jnp.split(x, 2, 1),
            jnp.repeat(x, 3, axis=1),
            jnp.stack([x, product]),
        )

    return jax.jit(f).lower(devices.input((8, 12), (("x", "y"),)), devices.input((12, 12), (None, "x")))


@program
def gathers(layers: int) -> Any:
    """Rows and elements that are gathered and scattered."""
    devices = Devices(x=2, y=2, z=2)

    def f(table: Any, rows: Any, columns: Any) -> Any:
        picked = jax.vmap(lambda row, place: row[place])(table[:8], rows)
        return (
            table[rows],
            table[rows, columns],
            jnp.take(table, rows, axis=1, mode="clip"),
            picked,
            table.at[rows, columns].add(1.0),
            table.at[:, columns].max(picked.sum()),
            devices.constrain(jnp.take_along_axis(table, jnp.argsort(table, 0), 0), "x", None),
            jax.ops.segment_max(table[:8], rows, 4),
        )

    return jax.jit(f).lower(
        devices.input((16, 16), ("x", ("y", "z"))),
        devices.input((8,), ("z",), jnp.int32),
        devices.input((8,), ("y",), jnp.int32),
    )
