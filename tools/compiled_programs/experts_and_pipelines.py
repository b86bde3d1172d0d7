"""Experts, pipelines and rings of devices."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec

from tools.compiled_programs.table import (
    normalized,
    recorded,
    step_of,
)
from tools.jax_programs.lowering import Devices


@recorded
def u13_moe_dense() -> Any:
    """The gradient of a mixture of experts that all compute every token."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, tokens: Any) -> Any:
        gates = jax.nn.softmax(tokens @ weights["g"])
        hidden = jax.nn.relu(jnp.einsum("td,edf->etf", tokens, weights["u"]))
        found = jnp.einsum("etf,efd->etd", hidden, weights["d"])
        return jnp.mean(jnp.einsum("te,etd->td", gates, found) ** 2)

    weights = {
        "g": devices.input((256, 8)),
        "u": devices.input((8, 256, 512), ("model",)),
        "d": devices.input((8, 512, 256), ("model",)),
    }
    return jax.jit(jax.grad(loss)).lower(weights, devices.input((1024, 256), ("data",)))


@recorded
def w15_top2_experts() -> Any:
    """A step of training of experts of which each token takes two, by one-hot dispatch with a capacity."""
    devices = Devices(data=2, expert=4)

    def loss(weights: Any, x: Any) -> Any:
        gates = jax.nn.softmax(x @ weights["gate"], -1)
        values, chosen = lax.top_k(gates, 2)
        values = values / values.sum(-1, keepdims=True)
        spots = jax.nn.one_hot(chosen, 8)
        place = (jnp.cumsum(spots.reshape(x.shape[0], -1, 8), 1) - 1).reshape(spots.shape)
        kept = spots * (place < 96)
        slots = jax.nn.one_hot(place.astype(jnp.int32), 96) * kept[..., None]
        combine = jnp.einsum("gtk,gtkec->gtec", values, slots)
        taken = jnp.einsum("gtec,gtd->egcd", (combine > 0).astype(x.dtype), x)
        hidden = jax.nn.gelu(jnp.einsum("egcd,edf->egcf", taken, weights["up"]))
        given = jnp.einsum("egcf,efd->egcd", hidden, weights["down"])
        return jnp.mean((jnp.einsum("gtec,egcd->gtd", combine, given) - x) ** 2)

    weights = {
        "gate": devices.input((192, 8)),
        "up": devices.input((8, 192, 768), ("expert",)),
        "down": devices.input((8, 768, 192), ("expert",)),
    }
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, devices.input((8, 256, 192), ("data",)))


@recorded
def w16_circular_pipeline() -> Any:
    """Inference of a pipeline whose stages a roll along a split dimension passes on."""
    devices = Devices(stage=8)

    def f(weights: Any, batches: Any) -> Any:
        def step(state: Any, batch: Any) -> Any:
            state = jnp.roll(state, 1, 0).at[0].set(batch)
            state = jax.vmap(lambda w, x: jax.nn.relu(x @ w))(weights, state)
            return state, state[-1]

        state = jnp.zeros((8, *batches.shape[1:]), batches.dtype)
        return lax.scan(step, state, batches)[1]

    weights = devices.input((8, 384, 384), ("stage",))
    return jax.jit(f).lower(weights, devices.input((12, 128, 384)))


@recorded
def w17_ring_product() -> Any:
    """The gradient of a product whose weights go round a ring of devices."""
    devices = Devices(x=8)
    ring = [(device, (device + 1) % 8) for device in range(8)]

    def local(x: Any, w: Any) -> Any:
        def step(carry: Any, _: Any) -> Any:
            return lax.ppermute(carry, "x", ring), jnp.tanh(x @ carry)

        return lax.scan(step, w, None, length=8)[1].sum(0)

    rows, columns = PartitionSpec("x"), PartitionSpec(None, "x")
    manual = devices.shard_map(local, (rows, columns), rows, check_vma=False)

    def loss(w: Any, x: Any) -> Any:
        return jnp.mean(manual(x, w) ** 2)

    weights = devices.input((512, 1024), (None, "x"))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((4096, 512), ("x",)))


@recorded
def x05_pipeline() -> Any:
    """A step of training of a pipeline of four stages that pass their results on, in a manual computation."""
    devices = Devices(stage=4, data=2)
    batches = 6

    def stages(weights: Any, x: Any) -> Any:
        stage = lax.axis_index("stage")

        def step(carry: Any, time: Any) -> Any:
            taken = jnp.where(stage == 0, x[jnp.clip(time, 0, batches - 1)], carry)
            result = jnp.tanh(taken @ weights[0])
            return lax.ppermute(result, "stage", [(0, 1), (1, 2), (2, 3)]), result

        _, found = lax.scan(step, jnp.zeros_like(x[0]), jnp.arange(batches + 3))
        return lax.psum(jnp.where(stage == 3, found[3:], 0), "stage")

    rows = PartitionSpec(None, "data")
    manual = devices.shard_map(stages, (PartitionSpec("stage"), rows), rows, check_vma=False)

    def loss(weights: Any, x: Any) -> Any:
        return jnp.mean(manual(weights, x) ** 2)

    weights = devices.input((4, 512, 512), ("stage",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, devices.input((batches, 256, 512), (None, "data")))


@recorded
def x14_moe_all_to_all() -> Any:
    """The gradient of experts on their own devices, with all-to-all before and after."""
    devices = Devices(expert=8)

    def local(tokens: Any, up: Any, down: Any) -> Any:
        received = lax.all_to_all(tokens, "expert", 0, 1, tiled=True)
        hidden = jax.nn.silu(jnp.einsum("ecd,edf->ecf", received, up))
        return lax.all_to_all(jnp.einsum("ecf,efd->ecd", hidden, down), "expert", 1, 0, tiled=True)

    columns, experts = PartitionSpec(None, "expert"), PartitionSpec("expert")
    manual = devices.shard_map(local, (columns, experts, experts), columns)

    def loss(weights: Any, tokens: Any) -> Any:
        return jnp.mean(jnp.square(manual(tokens, *weights)))

    weights = devices.input((8, 128, 512), ("expert",)), devices.input((8, 512, 128), ("expert",))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((8, 2048, 128), (None, "expert")))


@recorded
def y06_switch() -> Any:
    """A step of a layer of eight experts, one for each token, with a capacity and products that dispatch."""
    devices = Devices(expert=8)

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        likelihoods = jax.nn.softmax(jnp.einsum("gsd,de->gse", x, weights["router"]))
        chosen = jax.nn.one_hot(jnp.argmax(likelihoods, -1), 8)
        place = (jnp.cumsum(chosen, 1) - 1) * chosen
        kept = chosen * (place < 40)
        dispatch = kept[..., None] * jax.nn.one_hot(place.astype(jnp.int32), 40)
        taken = jnp.einsum("gsec,gsd->egcd", dispatch, x)
        taken = lax.with_sharding_constraint(taken, devices.sharding(("expert",)))
        made = jax.nn.gelu(jnp.einsum("egcd,edf->egcf", taken, weights["up"]))
        made = jnp.einsum("egcf,efd->egcd", made, weights["down"])
        back = jnp.einsum("egcd,gsec->gsd", made, dispatch * likelihoods[..., None])
        return jnp.mean((back - wanted) ** 2)

    weights = {"router": devices.input((128, 8)), "up": devices.input((8, 128, 512), ("expert",))}
    weights["down"] = devices.input((8, 512, 128), ("expert",))
    x = devices.input((16, 256, 128), ("expert",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, x, x)


@recorded
def z08_soft_experts() -> Any:
    """A step of eight experts that read weighted sums of tokens, and tokens weighted sums of what they make."""
    devices = Devices(data=2, expert=4)

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        affinity = jnp.einsum("bsd,dep->bsep", normalized(x), weights["slots"])
        dispatch = jax.nn.softmax(affinity, 1)
        combine = jax.nn.softmax(affinity.reshape(*x.shape[:2], -1)).reshape(affinity.shape)
        taken = jnp.einsum("bsep,bsd->ebpd", dispatch, x)
        taken = lax.with_sharding_constraint(taken, devices.sharding(("expert", "data")))
        made = jnp.einsum(
            "ebpf,efd->ebpd", jax.nn.silu(jnp.einsum("ebpd,edf->ebpf", taken, weights["up"])), weights["d"]
        )
        return jnp.mean((x + jnp.einsum("bsep,ebpd->bsd", combine, made) - wanted) ** 2)

    weights = {"slots": devices.input((256, 8, 32), (None, "expert")), "up": devices.input((8, 256, 512), ("expert",))}
    weights["d"] = devices.input((8, 512, 256), ("expert",))
    x = devices.input((16, 256, 256), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, x, x)
