"""Transformers and kinds of attention."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import PartitionSpec

from tools.compiled_programs.table import (
    attention_weights,
    block,
    block_weights,
    normalized,
    recorded,
    stacked,
    trained,
    updated,
)
from tools.jax_programs.lowering import Devices

# Transformers: encoders, decoders, their losses, and how they are split.


@recorded(data=4, model=2)
def u04_gpt_scan(devices: Devices) -> Any:
    """A step of Adam of six blocks, scanned and computed again backwards, with a split vocabulary."""

    def loss(weights: Any, tokens: Any) -> Any:
        layers, table = weights
        x, _ = lax.scan(lambda x, each: (jax.checkpoint(block)(each, x), None), table[tokens], layers)
        return optax.softmax_cross_entropy_with_integer_labels(x @ table.T, tokens).mean()

    weights = stacked(devices, 6, block_weights(devices)), devices.input((4096, 256), ("model",))
    return updated(optax.adam(1e-3), loss, devices, weights, devices.input((16, 128), ("data",), jnp.int32))


@recorded(data=2, model=4)
def u10_vocab(devices: Devices) -> Any:
    """The gradient of a language model's first and last layer, with a split vocabulary."""

    def loss(table: Any, x: Any, tokens: Any) -> Any:
        logits = jnp.tanh(table[tokens] + x) @ table.T
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens).mean()

    return jax.jit(jax.grad(loss, (0, 1))).lower(
        devices.input((8192, 128), ("model",)),
        devices.input((8, 128, 128), ("data",)),
        devices.input((8, 128), ("data",), jnp.int32),
    )


@recorded(fsdp=4, model=2)
def w01_llama_fsdp(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """A step of AdamW of six gated layers with root-mean-square norms, all weights split over both axes."""

    def rms(x: Any) -> Any:
        return x * lax.rsqrt(jnp.square(x.astype(jnp.float32)).mean(-1, keepdims=True) + 1e-6).astype(x.dtype)

    def loss(weights: Any, tokens: Any) -> Any:
        def layer(x: Any, w: Any) -> Any:
            h = rms(x)
            query, key, value = (jnp.einsum("bsd,dhe->bshe", h, w[name].astype(half)) for name in "qkv")
            scores = jnp.einsum("bshe,bthe->bhst", query, key).astype(jnp.float32) / 6
            causal = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
            likelihoods = jax.nn.softmax(jnp.where(causal, scores, -1e9), -1).astype(half)
            x = x + jnp.einsum("bhst,bthe,hed->bsd", likelihoods, value, w["o"].astype(half))
            h = rms(x)
            gated = jax.nn.silu(h @ w["g"].astype(half)) * (h @ w["u"].astype(half))
            return x + gated @ w["d"].astype(half), None

        x = weights["e"].astype(half)[tokens]
        x, _ = lax.scan(jax.checkpoint(layer), x, weights["l"])
        logits = (rms(x) @ weights["e"].astype(half).T).astype(jnp.float32)
        return optax.softmax_cross_entropy_with_integer_labels(logits[:, :-1], tokens[:, 1:]).mean()

    products = "q:256x8x32@fsdp,model k:256x8x32@fsdp,model v:256x8x32@fsdp,model o:8x32x256@model,,fsdp"
    layer = devices.named(f"{products} g:256x704@fsdp,model u:256x704@fsdp,model d:704x256@model,fsdp")
    weights = {"e": devices.input((4096, 256), ("model", "fsdp")), "l": stacked(devices, 6, layer)}
    return updated(optax.adamw(1e-3), loss, devices, weights, devices.input((16, 128), ("fsdp",), jnp.int32))


@recorded(model=8)
def y05_relative_attention(devices: Devices) -> Any:
    """Four layers of an encoder with a bias for each distance, for inference, the heads split."""

    def f(weights: Any, x: Any) -> Any:
        places = jnp.arange(x.shape[1])
        distances = jnp.clip(places[:, None] - places[None], -32, 31) + 32
        for w in weights["layers"]:
            h = normalized(x)
            query, key, value = (jnp.einsum("bsd,dhe->bhse", h, w[name]) for name in "qkv")
            scores = jnp.einsum("bhse,bhte->bhst", query, key) + weights["bias"][:, distances]
            x = x + jnp.einsum("bhst,bhte,hed->bsd", jax.nn.softmax(scores), value, w["o"])
            x = x + jax.nn.relu(normalized(x) @ w["u"]) @ w["d"]
        return x

    weights = {"layers": [block_weights(devices)] * 4, "bias": devices.input((8, 64), ("model",))}
    return jax.jit(f).lower(weights, devices.input((8, 256, 256)))


# Kinds of attention: long, within a window, in rings, without softmax.


@recorded(sequence=8)
def w06_ulysses(devices: Devices) -> Any:
    """Attention whose sequence is split outside and whose heads are split inside, by constraints; with its gradient."""

    def loss(weights: Any, x: Any) -> Any:
        def by_heads(y: Any) -> Any:
            return devices.constrain(y, None, None, "sequence", None)

        query, key, value = (by_heads(jnp.einsum("bsd,dhe->bshe", x, weight)) for weight in weights[:3])
        likelihoods = jax.nn.softmax(jnp.einsum("bshe,bthe->bhst", query, key) / 6, -1)
        found = jnp.einsum("bhst,bthe->bshe", likelihoods, value)
        found = devices.constrain(found, None, "sequence", None, None)
        return jnp.mean(jnp.square(x + jnp.einsum("bshe,hed->bsd", found, weights[3])))

    weights = [*[devices.input((256, 8, 32))] * 3, devices.input((8, 32, 256))]
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((4, 512, 256), (None, "sequence")))


@recorded(sequence=8)
def x13_ring_attention(devices: Devices) -> Any:
    """Attention over a split sequence, whose keys and values go round the devices."""
    ring = [(device, (device + 1) % 8) for device in range(8)]

    def local(query: Any, key: Any, value: Any) -> Any:
        def step(carry: Any, _: Any) -> Any:
            key, value, largest, total, found = carry
            scores = jnp.einsum("bqhd,bkhd->bhqk", query, key)
            new = jnp.maximum(largest, scores.max(-1))
            likelihoods, correction = jnp.exp(scores - new[..., None]), jnp.exp(largest - new)
            total = total * correction + likelihoods.sum(-1)
            found = found * correction[..., None] + jnp.einsum("bhqk,bkhd->bhqd", likelihoods, value)
            return (*[lax.ppermute(part, "sequence", ring) for part in (key, value)], new, total, found), None

        batch, length, heads, width = query.shape
        largest, total = jnp.full((batch, heads, length), -jnp.inf), jnp.zeros((batch, heads, length))
        start = largest, total, jnp.zeros((batch, heads, length, width))
        varying = [lax.pcast(part, ("sequence",), to="varying") for part in start]
        (_, _, _, total, found), _ = lax.scan(step, (key, value, *varying), None, length=8)
        return (found / total[..., None]).transpose(0, 2, 1, 3)

    split = PartitionSpec(None, "sequence")
    heads = devices.input((4, 2048, 4, 64), (None, "sequence"))
    return jax.jit(devices.shard_map(local, (split, split, split), split)).lower(heads, heads, heads)


@recorded(data=2, model=4)
def z01_linear_attention(devices: Devices) -> Any:
    """A step of two layers of attention without softmax, whose state goes through chunks of the sequence."""

    def layer(w: Any, x: Any) -> Any:
        h = normalized(x)
        query, key, value = (jnp.einsum("bsd,dhe->bhse", h, w[name]) for name in "qkv")
        chunks = [jnp.moveaxis(each.reshape(*each.shape[:2], 8, 64, -1), 2, 0) for each in (query, key, value)]
        causal = jnp.tril(jnp.ones((64, 64)))

        def chunk(state: Any, given: Any) -> Any:
            query, key, value = given
            inside = jnp.einsum("bhse,bhte->bhst", query, key) * causal
            made = jnp.einsum("bhst,bhte->bhse", inside, value) + jnp.einsum("bhse,bhef->bhsf", query, state)
            return 0.9 * state + jnp.einsum("bhse,bhsf->bhef", key, value), made

        start = jnp.zeros((x.shape[0], 8, 32, 32))
        made = jnp.moveaxis(lax.scan(chunk, start, chunks)[1], 0, 2)
        made = made.reshape(*made.shape[:2], -1, made.shape[-1])
        return x + jnp.einsum("bhse,hed->bsd", normalized(made), w["o"])

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        for w in weights:
            x = layer(w, x)
        return jnp.mean((x - wanted) ** 2)

    x = devices.input((8, 512, 256), ("data",))
    return trained(loss, [attention_weights(devices)] * 2, x, x)


# Experts, pipelines and rings of devices.


@recorded(data=2, model=4)
def u13_moe_dense(devices: Devices) -> Any:
    """The gradient of a mixture of experts that all compute every token."""

    def loss(weights: Any, tokens: Any) -> Any:
        gates = jax.nn.softmax(tokens @ weights["g"])
        hidden = jax.nn.relu(jnp.einsum("td,edf->etf", tokens, weights["u"]))
        found = jnp.einsum("etf,efd->etd", hidden, weights["d"])
        return jnp.mean(jnp.einsum("te,etd->td", gates, found) ** 2)

    weights = devices.named("g:256x8 u:8x256x512@model d:8x512x256@model")
    return jax.jit(jax.grad(loss)).lower(weights, devices.input((1024, 256), ("data",)))


@recorded(data=2, expert=4)
def w15_top2_experts(devices: Devices) -> Any:
    """A step of training of experts of which each token takes two, by one-hot dispatch with a capacity."""

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

    weights = devices.named("gate:192x8 up:8x192x768@expert down:8x768x192@expert")
    return trained(loss, weights, devices.input((8, 256, 192), ("data",)))


@recorded(stage=8)
def w16_circular_pipeline(devices: Devices) -> Any:
    """Inference of a pipeline whose stages a roll along a split dimension passes on."""

    def f(weights: Any, batches: Any) -> Any:
        def step(state: Any, batch: Any) -> Any:
            state = jnp.roll(state, 1, 0).at[0].set(batch)
            state = jax.vmap(lambda w, x: jax.nn.relu(x @ w))(weights, state)
            return state, state[-1]

        state = jnp.zeros((8, *batches.shape[1:]), batches.dtype)
        return lax.scan(step, state, batches)[1]

    weights = devices.input((8, 384, 384), ("stage",))
    return jax.jit(f).lower(weights, devices.input((12, 128, 384)))


@recorded(x=8)
def w17_ring_product(devices: Devices) -> Any:
    """The gradient of a product whose weights go round a ring of devices."""
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


@recorded(stage=4, data=2)
def x05_pipeline(devices: Devices) -> Any:
    """A step of training of a pipeline of four stages that pass their results on, in a manual computation."""
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
    return trained(loss, weights, devices.input((batches, 256, 512), (None, "data")))


@recorded(expert=8)
def y06_switch(devices: Devices) -> Any:
    """A step of a layer of eight experts, one for each token, with a capacity and products that dispatch."""

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

    weights = devices.named("router:128x8 up:8x128x512@expert down:8x512x128@expert")
    x = devices.input((16, 256, 128), ("expert",))
    return trained(loss, weights, x, x)
