"""The JAX program behind feed_forward.mlir: of its three arrays two have a sharding.

It needs `pip install -e '.[jax]'` and prints the program:

    python examples/feed_forward.py > examples/feed_forward.mlir
"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


def argument(shape, *axes):
    sharding = NamedSharding(mesh, P(*axes)) if axes else None
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharding)


@jax.jit
def feed_forward(x, up, down):
    return x + jax.nn.relu(x @ up) @ down


x, up, down = argument((16, 32), "data", None), argument((32, 64), None, "model"), argument((64, 32))
print(feed_forward.lower(x, up, down).as_text(), end="")
