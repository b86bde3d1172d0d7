"""Programs that XLA compiles for eight simulated devices, so small that people can read what it makes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec

from tools.jax_programs.lowering import Devices

COMPILED: dict[str, Callable[[], Any]] = {}
"""From name to a function that returns what `jax.jit(...).lower(...)` does."""


def compiled(make: Callable[[], Any]) -> Callable[[], Any]:
    """Enters `make` in COMPILED."""
    COMPILED[make.__name__] = make
    return make


def square_error(weights: tuple[Any, Any], inputs: Any, wanted: Any) -> Any:
    """Returns the error of two layers."""
    return jnp.mean((jax.nn.relu(inputs @ weights[0]) @ weights[1] - wanted) ** 2)


def descent(loss: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a step of training."""

    def step(weights: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        return jax.tree.map(lambda weight, gradient: weight - 0.1 * gradient, weights, gradients), value

    return step


@compiled
def data_parallel() -> Any:
    """A step of training with weights on all devices; they take the memory of the weights before."""
    devices = Devices(data=8)
    weights = devices.input((16, 32)), devices.input((32, 16))
    batch = devices.input((64, 16), ("data",))
    return jax.jit(descent(square_error), donate_argnums=0).lower(weights, batch, batch)


@compiled
def tensor_parallel() -> Any:
    """Two layers whose hidden units are split over `model`."""
    devices = Devices(data=2, model=4)

    def f(inputs: Any, first: Any, second: Any) -> Any:
        hidden = devices.constrain(jax.nn.relu(inputs @ first), "data", "model")
        return devices.constrain(hidden @ second, "data", None)

    return jax.jit(f).lower(
        devices.input((16, 32), ("data",)),
        devices.input((32, 64), (None, "model")),
        devices.input((64, 32), ("model",)),
    )


@compiled
def fully_sharded() -> Any:
    """A step of training with weights that are split over `fsdp` and gathered where they are used."""
    devices = Devices(fsdp=8)

    def loss(weights: tuple[Any, Any], inputs: Any, wanted: Any) -> Any:
        first, second = (devices.constrain(weight, None, None) for weight in weights)
        return square_error((first, second), devices.constrain(inputs, "fsdp", None), wanted)

    weights = devices.input((16, 32), ("fsdp",)), devices.input((32, 16), ("fsdp",))
    batch = devices.input((64, 16), ("fsdp",))
    split = tuple([devices.sharding(("fsdp",))] * 2)
    return jax.jit(descent(loss), donate_argnums=0, out_shardings=(split, None)).lower(weights, batch, batch)


@compiled
def experts() -> Any:
    """Tokens that go to the experts which a gate chooses, and back."""
    devices = Devices(data=2, expert=4)

    def f(tokens: Any, gate: Any, weights: Any) -> Any:
        mask = jax.nn.one_hot(jnp.argmax(tokens @ gate, -1), 4)
        sent = devices.constrain(jnp.einsum("gse,gsd->egsd", mask, tokens), "expert", "data", None, None)
        hidden = jax.nn.relu(jnp.einsum("egsd,edf->egsf", sent, weights))
        back = devices.constrain(hidden, "expert", "data", None, None)
        return devices.constrain(jnp.einsum("egsf,gse->gsf", back, mask), ("data", "expert"), None, None)

    return jax.jit(f).lower(
        devices.input((8, 4, 16), (("data", "expert"),)),
        devices.input((16, 4)),
        devices.input((4, 16, 16), ("expert",)),
    )


@compiled
def pipeline() -> Any:
    """Stages that pass their results on in a loop."""
    devices = Devices(stage=4, data=2)

    def stages(batches: Any, weights: Any) -> Any:
        stage = lax.axis_index("stage")

        def step(carry: Any, time: Any) -> Any:
            taken = jnp.where(stage == 0, batches[jnp.clip(time, 0, 5)], carry)
            result = jnp.tanh(taken @ weights[0])
            return lax.ppermute(result, "stage", [(0, 1), (1, 2), (2, 3)]), result

        return lax.scan(step, jnp.zeros_like(batches[0]), jnp.arange(9))[1][3:]

    manual = devices.shard_map(
        stages, (PartitionSpec(None, "data"), PartitionSpec("stage")), PartitionSpec("stage", "data"), check_vma=False
    )
    return jax.jit(manual).lower(devices.input((6, 8, 16), (None, "data")), devices.input((4, 16, 16), ("stage",)))


@compiled
def scanned_layers() -> Any:
    """Six layers as a loop in which hidden units are split, three steps of it in another loop."""
    devices = Devices(data=2, model=4)

    def layer(x: Any, weights: tuple[Any, Any]) -> Any:
        hidden = devices.constrain(jax.nn.relu(x @ weights[0]), "data", "model")
        return devices.constrain(hidden @ weights[1], "data", None), None

    def f(x: Any, weights: Any) -> Any:
        return lax.fori_loop(0, 3, lambda _, x: lax.scan(layer, x, weights)[0], x)

    weights = devices.input((6, 16, 32), (None, None, "model")), devices.input((6, 32, 16), (None, "model"))
    return jax.jit(f).lower(devices.input((8, 16), ("data",)), weights)


@compiled
def heads_for_sequence() -> Any:
    """Attention that splits heads instead of the sequence: all-to-all before and after."""
    devices = Devices(data=2, model=4)

    def local(query: Any, key: Any, value: Any) -> Any:
        query, key, value = (lax.all_to_all(part, "model", 1, 0, tiled=True) for part in (query, key, value))
        scores = jax.nn.softmax(jnp.einsum("qhd,khd->hqk", query, key))
        return lax.all_to_all(jnp.einsum("hqk,khd->qhd", scores, value), "model", 0, 1, tiled=True)

    split = PartitionSpec("model", "data")
    argument = devices.input((16, 8, 4), ("model", "data"))
    return jax.jit(devices.shard_map(local, (split,) * 3, split)).lower(argument, argument, argument)


@compiled
def ring() -> Any:
    """Attention without softmax over a sequence that is split: keys and values go round the devices."""
    devices = Devices(sequence=8)
    around = [(device, (device + 1) % 8) for device in range(8)]

    def local(query: Any, key: Any, value: Any) -> Any:
        def step(_: Any, carry: Any) -> Any:
            key, value, found = carry
            found += jnp.einsum("qk,kd->qd", query @ key.T, value)
            key, value = (lax.ppermute(part, "sequence", around) for part in (key, value))
            return key, value, found

        start = lax.pcast(jnp.zeros(query.shape), ("sequence",), to="varying")
        return lax.fori_loop(0, 8, step, (key, value, start))[2]

    split = PartitionSpec("sequence")
    argument = devices.input((64, 16), ("sequence",))
    return jax.jit(devices.shard_map(local, (split,) * 3, split)).lower(argument, argument, argument)


@compiled
def uneven() -> Any:
    """Dimensions that the devices do not divide, which XLA pads."""
    devices = Devices(x=4, y=2)

    def f(inputs: Any, weights: Any) -> Any:
        hidden = devices.constrain(jnp.tanh(inputs @ weights), "x", "y")
        return devices.constrain(hidden, None, "x"), devices.constrain(hidden.sum(0), None)

    return jax.jit(f).lower(devices.input((10, 7)), devices.input((7, 13)))


@compiled
def reduced_and_scattered() -> Any:
    """Each collective that a manual computation can have, in two types."""
    devices = Devices(x=4, y=2)

    def local(block: Any) -> Any:
        narrow = block.astype(jnp.bfloat16)
        gathered = lax.all_gather(narrow, ("x", "y"), axis=1, tiled=True)
        return (
            lax.psum_scatter(gathered, "x", scatter_dimension=1, tiled=True),
            lax.psum((block, narrow), "y"),
            lax.pmax(block, ("x", "y")),
            lax.ppermute(block, "x", [(0, 0), (1, 2), (2, 1), (3, 3)]),
            lax.all_to_all(block, "x", 0, 0, tiled=True),
        )

    split = PartitionSpec("x", "y")
    manual = devices.shard_map(local, split, (split, split, split, split, split), check_vma=False)
    return jax.jit(manual).lower(devices.input((16, 8), ("x", "y")))


@compiled
def until_it_converges() -> Any:
    """A loop that ends by what it computes, then a branch."""
    devices = Devices(x=8)

    def f(matrix: Any, vector: Any) -> Any:
        def step(state: Any) -> Any:
            _, after = state
            return after, devices.constrain(jnp.tanh(matrix @ after), "x")

        before, after = lax.while_loop(lambda state: jnp.abs(state[0] - state[1]).max() > 1e-3, step, (vector, -vector))
        flipped = lax.cond(before.sum() > 0, lambda x: devices.constrain(x[::-1], "x"), lambda x: x, after)
        return flipped * 2

    return jax.jit(f).lower(devices.input((32, 32), ("x",)), devices.input((32,), ("x",)))


@compiled
def split_both_ways() -> Any:
    """A step of training with weights that are split over `fsdp` and over `model`, and a batch over `fsdp`."""
    devices = Devices(fsdp=4, model=2)
    weights = devices.input((16, 32), ("fsdp", "model")), devices.input((32, 16), ("model", "fsdp"))
    batch = devices.input((64, 16), ("fsdp",))
    split = devices.sharding(("fsdp", "model")), devices.sharding(("model", "fsdp"))
    return jax.jit(descent(square_error), donate_argnums=0, out_shardings=(split, None)).lower(weights, batch, batch)


@compiled
def rolled_pipeline() -> Any:
    """Layers on the devices of `stage`, and batches that a roll moves on, without a `shard_map`."""
    devices = Devices(stage=4, data=2)

    def f(weights: Any, batches: Any) -> Any:
        def step(state: Any, batch: Any) -> Any:
            state = devices.constrain(jnp.roll(state, 1, 0).at[0].set(batch), "stage", "data", None)
            state = devices.constrain(jnp.tanh(jnp.einsum("sbi,sij->sbj", state, weights)), "stage", "data", None)
            return state, state[-1]

        first = devices.constrain(jnp.zeros((4, *batches.shape[1:])), "stage", "data", None)
        return lax.scan(step, first, batches)[1]

    return jax.jit(f).lower(devices.input((4, 16, 16), ("stage",)), devices.input((6, 8, 16), (None, "data")))
