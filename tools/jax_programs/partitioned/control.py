"""Loops, branches and calls."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tools.jax_programs.partitioned.table import Input, partitioned


@partitioned(Input((16, 8), ("x",)), Input((8, 8)), x=8)
def repeated_products(devices: Any, x: Any, weights: Any) -> Any:
    """A loop whose values are not split, and sharded products around it."""
    power = lax.fori_loop(0, 5, lambda _, found: found @ weights / 8, weights)
    return x @ power


@partitioned(Input((16, 32), ("x", "y")), Input(()), x=4, y=2)
def one_of_two(devices: Any, x: Any, which: Any) -> Any:
    """A branch whose results are sharded."""
    return lax.cond(which > 0, lambda x: jnp.sin(x), lambda x: x * 2, x)


@partitioned(Input((16, 32), ("x", "y")), Input((), below=3), x=4, y=2)
def one_of_three(devices: Any, x: Any, which: Any) -> Any:
    """A branch among three, one of which transposes twice."""
    branches = (lambda x: x + 1, lambda x: jnp.tanh(x.T).T, lambda x: -x)
    return lax.switch(which, branches, x)


@partitioned(Input((16, 32), ("x",)), Input((32, 32), (None, "y")), x=4, y=2)
def functions_in_functions(devices: Any, x: Any, weights: Any) -> Any:
    """A function that is called twice, and calls another."""

    @jax.jit
    def inner(x: Any) -> Any:
        return jnp.where(x > 0, x, jnp.expm1(x))

    @jax.jit
    def layer(x: Any) -> Any:
        return inner(x @ weights)

    return layer(layer(x))


@partitioned(Input((8, 16), ("x",)), Input((6, 16, 16), (None, None, "y")), x=4, y=2)
def scanned_layers(devices: Any, x: Any, weights: Any) -> Any:
    """A loop over layers whose values are split."""
    return lax.scan(lambda x, weight: (jnp.tanh(x @ weight), None), x, weights)[0]


@partitioned(Input((32,), ("x",)), x=8)
def until_it_is_small(devices: Any, x: Any) -> Any:
    """A loop that ends by what it computes of a vector that is split."""
    return lax.while_loop(lambda x: jnp.sum(x * x) > 0.1, lambda x: x / 2, x)


@partitioned(Input((16, 4), ("x",), 1 << 16), x=8)
def pseudo_random_bits(devices: Any, state: Any) -> Any:
    """Shifts and sums of integers without signs, over and over."""
    bits = state.astype(jnp.uint32)
    for shift in (13, 17, 5):
        bits ^= lax.shift_right_logical(bits * jnp.uint32(2654435769), jnp.uint32(shift))
    return bits, bits.sum(0)


@partitioned(Input((16, 16), ("x", "y")), x=4, y=2)
def random_numbers(devices: Any, x: Any) -> Any:
    """Random numbers of JAX, which are the same wherever they are computed."""
    return x + jax.random.uniform(jax.random.key(7), x.shape)


@partitioned(Input((4, 8), ("x",)), Input((12, 8)), x=4, y=2)
def loop_over_gathers(devices: Any, x: Any, rows: Any) -> Any:
    """A loop that adds up rows, none of which is split, and branches in each step."""

    def step(number: Any, found: Any) -> Any:
        row = lax.dynamic_slice(rows, (number, 0), (1, 8))[0]
        return lax.cond(number % 3 == 0, lambda: found + row, lambda: found - row / 2)

    return x * lax.fori_loop(0, 12, step, jnp.zeros(8))
