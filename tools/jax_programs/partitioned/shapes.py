"""Changes of shape, and parts of tensors."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax import lax

from tools.jax_programs.partitioned.table import Input, partitioned


@partitioned(Input((8, 12, 16), ("x", None, "y")), x=4, y=2)
def split_and_merged(devices: Any, x: Any) -> Any:
    """Dimensions that are split, merged and exchanged."""
    return x.reshape(8, 3, 4, 2, 8), x.reshape(96, 16), x.transpose(2, 0, 1).reshape(16, 8, 3, 4)


@partitioned(Input((16, 12), ("x", "y")), Input((16, 12), ("x",)), x=4, y=2)
def joined(devices: Any, a: Any, b: Any) -> Any:
    """Tensors that are joined along either dimension."""
    return jnp.concatenate([a, b, a], 1), devices.constrain(jnp.concatenate([a, b], 0), "x", None)


@partitioned(Input((16, 12), ("x", "y")), x=4, y=2)
def cut_and_padded(devices: Any, x: Any) -> Any:
    """Parts of tensors, and tensors with margins, along either dimension."""
    return x[:, 3:9], x[2:14:3], jnp.pad(x, ((2, 2), (1, 3))), lax.pad(x, 0.0, [(0, 4, 0), (1, 1, 1)])


@partitioned(Input((16, 12), ("x", "y"), 1000), x=4, y=2)
def reversed_tensors(devices: Any, x: Any) -> Any:
    """Each dimension in reverse order."""
    return x[::-1], x[:, ::-1], devices.constrain(x[::-1, ::-1], "x", "y")


@partitioned(Input((16, 12), ("x", "y"), 1000), x=4, y=2)
def shifted(devices: Any, x: Any) -> Any:
    """Elements that move by two places, around the end."""
    return jnp.roll(x, 2, 0), devices.constrain(jnp.roll(x, -5, 1), "x", "y")


@partitioned(Input((16, 12), ("x", "y")), Input((2,), (), 8), x=4, y=2)
def part_at_a_place(devices: Any, x: Any, place: Any) -> Any:
    """A part at a place that is computed, along dimensions that are split."""
    part = lax.dynamic_slice(x, (place[0], place[1]), (8, 4))
    return devices.constrain(part, "x", None), lax.dynamic_update_slice(x, part * 2, (place[1], place[0]))


@partitioned(Input((8, 16), ("x",)), x=8)
def constants(devices: Any, x: Any) -> Any:
    """Constants that are split, and iotas."""
    table = jnp.asarray([[3.0 * row + column for column in range(16)] for row in range(8)])
    places = lax.broadcasted_iota(jnp.float32, (8, 16), 0)
    return devices.constrain(x * table + places, "x", None), jnp.full((16,), 2.5) + jnp.arange(16.0)


@partitioned(Input((8, 12), ("x",)), x=4, y=2)
def iotas_by_parts_of_axes(devices: Any, x: Any) -> Any:
    """A dimension that is split in two, so that parts of an axis shard each, and an iota is added."""
    return x.reshape(2, 4, 12) + lax.broadcasted_iota(jnp.float32, (2, 4, 12), 1)


@partitioned(Input((16, 32), ("x", "y")), x=4, y=2)
def transformed(devices: Any, x: Any) -> Any:
    """A Fourier transform along a dimension that is gathered first."""
    return jnp.abs(jnp.fft.fft(x, axis=1))
