"""The JAX program behind moe.mlir: a mixture of experts whose tokens are spread over the devices of the experts.

It needs `pip install -e '.[jax]'` and prints the program with its locations:

    python examples/moe.py > examples/moe.mlir
"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("expert",), axis_types=(AxisType.Auto,))


def experts(tokens, weights):
    hidden = jnp.einsum("etd,edf->etf", tokens, weights)
    return jax.lax.with_sharding_constraint(jax.nn.relu(hidden), NamedSharding(mesh, P("expert")))


@jax.jit
def step(tokens, weights):
    def layer(tokens, weights):
        tokens = tokens + experts(tokens, weights)
        return tokens, jnp.mean(tokens)

    return jax.lax.scan(layer, tokens, weights)


def argument(shape, *axes):
    return jax.ShapeDtypeStruct(shape, jnp.bfloat16, sharding=NamedSharding(mesh, P(*axes)))


tokens = argument((8, 128, 128), None, "expert", None)
weights = argument((2, 8, 128, 128), None, "expert", None, None)
text = step.lower(tokens, weights).as_text(debug_info=True)
print(text.replace(os.path.dirname(os.path.abspath(__file__)) + os.sep, ""), end="")
