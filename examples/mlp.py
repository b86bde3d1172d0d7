"""The JAX program behind mlp.mlir: a two-layer perceptron on a 2×2×2 mesh.

It needs `pip install -e '.[jax]'` and prints the program: `python examples/mlp.py > examples/mlp.mlir`.
"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((2, 2, 2), ("x", "y", "z"), axis_types=(AxisType.Auto,) * 3)


def sharded(*axes):
    return NamedSharding(mesh, P(*axes))


def argument(shape, *axes):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharded(*axes))


def f(x, w1, w2):
    hidden = jax.lax.with_sharding_constraint(jnp.tanh(x @ w1), sharded("x", "y"))
    return jax.lax.with_sharding_constraint(hidden, sharded(("x", "z"), None)) @ w2


step = jax.jit(f, out_shardings=sharded("x", None))
print(
    step.lower(argument((16, 32), "x", None), argument((32, 64), None, "y"), argument((64, 32), "y", None)).as_text(),
    end="",
)
