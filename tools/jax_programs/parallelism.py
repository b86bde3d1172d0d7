"""Programs that are parallel by experts, by stages, by the sequence, or by collectives that are written out."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec

from tools.jax_programs.lowering import Devices, program

EXPERTS, CAPACITY = 4, 8


@program
def mixture_of_experts(layers: int) -> Any:
    """Tokens are dispatched to experts by products with one-hot masks; the groups move from `data` to `expert`."""
    devices = Devices(data=2, expert=4)

    def at_experts(array: Any) -> Any:
        return devices.constrain(array, "expert", "data", None, None)

    def f(tokens: Any, gate: Any, first: Any, second: Any) -> Any:
        likelihoods = jax.nn.softmax(jnp.einsum("gsd,de->gse", tokens, gate))
        weights, chosen = lax.top_k(likelihoods, 2)
        mask = jax.nn.one_hot(chosen, EXPERTS)
        places = jnp.cumsum(mask.reshape(mask.shape[0], -1, EXPERTS), 1).reshape(mask.shape) * mask - 1
        dispatch = jax.nn.one_hot(places.astype(jnp.int32), CAPACITY) * mask[..., None]
        combine = jnp.einsum("gsk,gskec->gsec", weights, dispatch)
        sent = at_experts(jnp.einsum("gskec,gsd->egcd", dispatch, tokens))
        hidden = at_experts(jax.nn.silu(jnp.einsum("egcd,edf->egcf", sent, first)))
        back = at_experts(jnp.einsum("egcf,efd->egcd", hidden, second))
        balance = (likelihoods.mean(1) * mask.sum(2).mean(1)).sum()
        return devices.constrain(jnp.einsum("gsec,egcd->gsd", combine, back), "data", None, None), balance

    return jax.jit(f).lower(
        devices.input((4, 16, 32), ("data",)),
        devices.input((32, EXPERTS)),
        devices.input((EXPERTS, 32, 64), ("expert",)),
        devices.input((EXPERTS, 64, 32), ("expert",)),
    )


@program
def ragged_experts(layers: int) -> Any:
    """Tokens are sorted by their experts, which take groups of different sizes; hidden units are split."""
    devices = Devices(data=2, model=4)

    def f(tokens: Any, gate: Any, first: Any, second: Any) -> Any:
        weights, chosen = lax.top_k(jax.nn.softmax(tokens @ gate), 2)
        order = jnp.argsort(chosen.reshape(-1))
        sizes = jnp.bincount(chosen.reshape(-1), length=8)
        hidden = devices.constrain(jax.nn.gelu(lax.ragged_dot(tokens[order // 2], first, sizes)), "data", "model")
        found = lax.ragged_dot(hidden, second, sizes)[jnp.argsort(order)]
        return jnp.einsum("tkd,tk->td", found.reshape(-1, 2, found.shape[-1]), weights)

    return jax.jit(f).lower(
        devices.input((32, 16), ("data",)),
        devices.input((16, 8)),
        devices.input((8, 16, 32), (None, None, "model")),
        devices.input((8, 32, 16), (None, "model")),
    )


@program
def expert_exchange(layers: int) -> Any:
    """Experts in a manual computation, with all-to-all before and after, and its gradient."""
    devices = Devices(expert=8)

    def local(tokens: Any, weights: Any) -> Any:
        received = lax.all_to_all(tokens, "expert", 0, 1, tiled=True)
        return lax.all_to_all(jnp.einsum("ecd,edf->ecf", received, weights), "expert", 1, 0, tiled=True)

    columns = PartitionSpec(None, "expert")
    manual = devices.shard_map(local, (columns, PartitionSpec("expert")), columns)
    return jax.jit(jax.grad(lambda weights, tokens: (manual(tokens, weights) ** 2).sum())).lower(
        devices.input((8, 16, 16), ("expert",)), devices.input((8, 64, 16), (None, "expert"))
    )


@program
def pipeline_of_stages(layers: int) -> Any:
    """Stages on devices that pass their results on: a loop over time in a manual computation."""
    devices = Devices(stage=4, data=2)
    last = 3

    def stages(batches: Any, weights: Any) -> Any:
        stage = lax.axis_index("stage")

        def step(carry: Any, time: Any) -> Any:
            state, done = carry
            taken = jnp.where(stage == 0, batches[jnp.clip(time, 0, len(batches) - 1)], state)
            result = jnp.tanh(taken @ weights[0])
            written = lax.dynamic_update_index_in_dim(done, result, jnp.clip(time - last, 0), 0)
            done = jnp.where((stage == last) & (time >= last), written, done)
            return (lax.ppermute(result, "stage", [(0, 1), (1, 2), (2, 3), (3, 0)]), done), None

        start = jnp.zeros_like(batches[0]), jnp.zeros_like(batches)
        (_, done), _ = lax.scan(step, start, jnp.arange(len(batches) + last))
        return lax.psum(jnp.where(stage == last, done, 0), "stage")

    rows = PartitionSpec(None, "data")
    manual = devices.shard_map(stages, (rows, PartitionSpec("stage")), rows, check_vma=False)
    return jax.jit(manual).lower(devices.input((6, 8, 16), (None, "data")), devices.input((4, 16, 16), ("stage",)))


@program
def pipeline_by_shifting(layers: int) -> Any:
    """Stages as a dimension that is shifted in each iteration: the compiler finds the communication."""
    devices = Devices(stage=4, data=2)

    def at_stages(array: Any) -> Any:
        return devices.constrain(array, "stage", "data", None)

    def f(weights: Any, batches: Any) -> Any:
        def step(state: Any, batch: Any) -> Any:
            state = at_stages(jnp.roll(state, 1, 0).at[0].set(batch))
            state = at_stages(jax.vmap(lambda weight, rows: jax.nn.relu(rows @ weight))(weights, state))
            return state, state[-1]

        return lax.scan(step, at_stages(jnp.zeros((4, 8, 16))), batches)[1][3:]

    return jax.jit(f).lower(devices.input((4, 16, 16), ("stage",)), devices.input((8, 8, 16), (None, "data")))


@program
def ring_attention(layers: int) -> Any:
    """Attention over a sequence that is split: keys and values go round the devices."""
    devices = Devices(sequence=4, head=2)
    ring = [(device, (device + 1) % 4) for device in range(4)]

    def local(query: Any, key: Any, value: Any) -> Any:
        def step(carry: Any, _: Any) -> Any:
            key, value, largest, total, found = carry
            scores = jnp.einsum("qhd,khd->hqk", query, key)
            new = jnp.maximum(largest, scores.max(-1))
            likelihoods, correction = jnp.exp(scores - new[..., None]), jnp.exp(largest - new)
            total = total * correction + likelihoods.sum(-1)
            found = found * correction[..., None] + jnp.einsum("hqk,khd->hqd", likelihoods, value)
            return (*(lax.ppermute(part, "sequence", ring) for part in (key, value)), new, total, found), None

        length, heads, width = query.shape
        start = jnp.full((heads, length), -jnp.inf), jnp.zeros((heads, length)), jnp.zeros((heads, length, width))
        varying = (lax.pcast(part, ("sequence", "head"), to="varying") for part in start)
        (_, _, _, total, found), _ = lax.scan(step, (key, value, *varying), None, length=4)
        return (found / total[..., None]).transpose(1, 0, 2)

    split = PartitionSpec("sequence", "head")
    argument = devices.input((32, 4, 8), ("sequence", "head"))
    return jax.jit(devices.shard_map(local, (split, split, split), split)).lower(argument, argument, argument)


@program
def collectives(layers: int) -> Any:
    """Each collective that a manual computation can have, over one axis or both."""
    devices = Devices(x=4, y=2)

    def local(block: Any) -> Any:
        gathered = lax.all_gather(block, ("x", "y"), axis=1)
        extremes = lax.pmin(block, "y") + lax.pmax(block, "x") + lax.axis_index(("x", "y"))
        return (
            lax.pmean(gathered, "y"),
            lax.psum_scatter(gathered, "x", scatter_dimension=0),
            extremes,
            lax.pshuffle(block, "x", [1, 0, 3, 2]),
            lax.all_to_all(block, "x", 0, 0),
        )

    split = PartitionSpec("x", "y")
    manual = devices.shard_map(local, split, (split,) * 5, check_vma=False)
    return jax.jit(manual).lower(devices.input((16, 8), ("x", "y")))
