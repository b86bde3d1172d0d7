"""Gathers, scatters and sorting."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tools.jax_programs.partitioned.table import Input, partitioned


@partitioned(Input((64, 16), ("model",)), Input((8, 4), ("data",), 64), data=2, model=4)
def embedding(devices: Any, table: Any, tokens: Any) -> Any:
    """Rows of a table that is split: each device looks up those that it has."""
    return table[tokens]


@partitioned(Input((64, 16), (None, "model")), Input((8, 4), ("data",), 64), data=2, model=4)
def embedding_by_features(devices: Any, table: Any, tokens: Any) -> Any:
    """Rows of a table of which each device has some columns."""
    return table[tokens]


@partitioned(Input((64, 16), ("model",)), Input((8, 4), ("data",), 64), data=2, model=4)
def gradient_of_embedding(devices: Any, table: Any, tokens: Any) -> Any:
    """The gradient in a table that is split: a scatter that adds."""
    return jax.grad(lambda table: jnp.sum(jnp.sin(table[tokens])))(table)


@partitioned(Input((16, 32), ("data",)), Input((16,), ("data",), 32), data=8)
def cross_entropy(devices: Any, logits: Any, labels: Any) -> Any:
    """The probability of each label: a gather with a batch."""
    shifted = logits - logits.max(-1, keepdims=True)
    chosen = jnp.take_along_axis(shifted, labels[:, None], -1)[:, 0]
    return jnp.mean(jnp.log(jnp.exp(shifted).sum(-1)) - chosen)


@partitioned(Input((16, 8), ("x", "y")), Input((5, 2), (), 8), x=4, y=2)
def elements_at_places(devices: Any, table: Any, places: Any) -> Any:
    """Elements at places along two dimensions that are both split."""
    return devices.constrain(table[places[:, 0], places[:, 1]], None)


@partitioned(Input((32, 8), ("x", "y")), Input((12,), (), 32), Input((12, 8), (None, "y")), x=4, y=2)
def rows_added(devices: Any, table: Any, places: Any, rows: Any) -> Any:
    """Rows that are added to a table that is split."""
    return table.at[places].add(rows)


@partitioned(Input((32, 8)), Input((16,), ("x",), 32), Input((16, 8), ("x",)), x=8)
def rows_of_each_device_added(devices: Any, table: Any, places: Any, rows: Any) -> Any:
    """Rows that are split are added to a table that is not: the tables of the devices are summed."""
    return devices.constrain(table.at[places].add(rows), None, None)


@partitioned(Input((32,), ("x",), 100), Input((16,), (), 32), Input((16,), (), 1000), x=8)
def largest_at_places(devices: Any, table: Any, places: Any, numbers: Any) -> Any:
    """The largest of the numbers that go to each place, and the smallest."""
    return table.at[places].max(numbers), table.at[places].min(numbers)


@partitioned(Input((16,), ("x",), 8), x=8)
def histogram(devices: Any, classes: Any) -> Any:
    """How many there are of each class, by comparisons and by a scatter."""
    one_hot = (classes[:, None] == jnp.arange(8)).astype(jnp.int32)
    return one_hot.sum(0), jnp.zeros(8, jnp.int32).at[classes].add(1)


@partitioned(Input((16, 32), ("x",)), x=8)
def sorted_rows(devices: Any, x: Any) -> Any:
    """Rows, which are not split, are sorted; with the places that the numbers had."""
    return lax.sort((x, lax.broadcasted_iota(jnp.int32, x.shape, 1)), dimension=1, num_keys=1)


@partitioned(Input((32, 16), ("x", "y"), 1000), x=4, y=2)
def sorted_columns(devices: Any, x: Any) -> Any:
    """Columns, which are split, are sorted: devices exchange rows for columns."""
    return devices.constrain(jnp.sort(x, 0), "x", "y")


@partitioned(Input((16, 32), ("x", "y")), x=4, y=2)
def largest_of_rows(devices: Any, x: Any) -> Any:
    """The largest number of each row, and its place."""
    return x.max(1), jnp.argmax(x, 1)


@partitioned(Input((16, 32), ("x",)), x=8)
def four_largest(devices: Any, x: Any) -> Any:
    """The four largest numbers of each row, an operation of CHLO."""
    return lax.top_k(x, 4)
