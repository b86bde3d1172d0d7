"""The JAX program behind head.mlir: the end of a language model on 256 devices, and its loss.

It needs `pip install -e '.[jax]'` and prints the program with its locations:

    python examples/head.py > examples/head.mlir
"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=256"

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((16, 16), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


@jax.jit
def loss(x, up, down, words):
    h = jax.nn.relu(x @ up)
    y = x + h @ down
    logits = split(y @ words)
    top = jnp.max(logits, -1)
    return jnp.mean(top)


def split(logits):
    return jax.lax.with_sharding_constraint(logits, NamedSharding(mesh, P("data")))


def argument(shape, *axes):
    return jax.ShapeDtypeStruct(shape, jnp.bfloat16, sharding=NamedSharding(mesh, P(*axes)))


x = argument((256, 2048, 8192), "data", None, None)
up, down = argument((8192, 32768), None, "model"), argument((32768, 8192), "model", None)
words = argument((8192, 256000), None, "model")
text = loss.lower(x, up, down, words).as_text(debug_info=True)
print(text.replace(os.path.dirname(os.path.abspath(__file__)) + os.sep, ""), end="")
