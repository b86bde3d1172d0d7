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


@recorded(data=2, model=4)
def u02_tp_blocks(devices: Devices) -> Any:
    """The gradient of two transformer blocks, split both ways."""

    def loss(layers: Any, x: Any) -> Any:
        for weights in layers:
            x = block(weights, x)
        return jnp.mean(x**2)

    layers = [block_weights(devices)] * 2
    return jax.jit(jax.value_and_grad(loss)).lower(layers, devices.input((8, 128, 256), ("data",)))


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


@recorded(a=2, b=2, c=2)
def v02_encdec(devices: Devices) -> Any:
    """A step of training of an encoder and a decoder with attention between them, on three axes."""

    def normal(x: Any) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        return centred * lax.rsqrt(jnp.square(x - x.mean(-1, keepdims=True)).mean(-1, keepdims=True) + 1e-6)

    def attention(x: Any, memory: Any, weights: Any) -> Any:
        query = jnp.einsum("bsd,dhe->bshe", x, weights[0])
        key, value = (jnp.einsum("bsd,dhe->bshe", memory, weight) for weight in weights[1:3])
        likelihoods = jax.nn.softmax(jnp.einsum("bshe,bthe->bhst", query, key) / 6, -1)
        return jnp.einsum("bshe,hed->bsd", jnp.einsum("bhst,bthe->bshe", likelihoods, value), weights[3])

    def loss(w: Any, x: Any, y: Any) -> Any:
        encoded = x + attention(normal(x), normal(x), w["e"])
        encoded = encoded + jax.nn.relu(normal(encoded) @ w["u"]) @ w["d"]
        return jnp.mean(jnp.square(y + attention(normal(y), encoded, w["c"]) - y))

    heads = [*[devices.input((128, 4, 32), (None, "c"))] * 3, devices.input((4, 32, 128), ("c",))]
    up, down = devices.input((128, 512), (None, "c")), devices.input((512, 128), ("c",))
    rows = (("a", "b"),)
    return trained(
        loss,
        {"e": heads, "c": heads, "u": up, "d": down},
        devices.input((16, 160, 128), rows),
        devices.input((16, 96, 128), rows),
    )


@recorded(data=2, model=4)
def v07_infer(devices: Devices) -> Any:
    """Three parallel blocks without gradients, with a split vocabulary, and the most likely token."""

    def f(weights: Any, tokens: Any) -> Any:
        x = weights["e"][tokens]
        for p in weights["l"]:
            likelihoods = jax.nn.softmax(jnp.einsum("bsd,btd->bst", x @ p["q"], x @ p["k"]))
            mixed = jnp.einsum("bst,btd->bsd", likelihoods, x @ p["v"])
            x = x + jax.nn.gelu(x @ p["u"], approximate=False) @ p["d"] + mixed
        return jnp.argmax(x[:, -1] @ weights["e"].T, -1), x

    layer = devices.named("q:256x256 k:256x256 v:256x256 u:256x1024@,model d:1024x256@model")
    weights = {"e": devices.input((8192, 256), ("model",)), "l": [layer] * 3}
    return jax.jit(f).lower(weights, devices.input((8, 192), ("data",), jnp.int32))


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


@recorded(data=4, model=2)
def x15_vit(devices: Devices) -> Any:
    """A step of training of a vision transformer: patches, two blocks, a class."""

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        batch, size, _, channels = images.shape
        side = size // 8
        patches = images.reshape(batch, side, 8, side, 8, channels).transpose(0, 1, 3, 2, 4, 5)
        x = patches.reshape(batch, side * side, 64 * channels) @ weights["p"] + weights["places"]
        for layer in weights["l"]:
            x = block(layer, x)
        logits = normalized(x).mean(1) @ weights["c"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()

    weights = {**devices.named("p:192x256 places:64x256 c:256x100@,model"), "l": [block_weights(devices)] * 2}
    batch = devices.input((32, 64, 64, 3), ("data",)), devices.input((32,), ("data",), jnp.int32)
    return trained(loss, weights, *batch)


@recorded(data=2, model=4)
def y01_masked_language_model(devices: Devices) -> Any:
    """A step of a bidirectional encoder of two layers that predicts masked tokens, its table used twice."""

    def loss(weights: Any, tokens: Any, masked: Any) -> Any:
        x = weights["table"][jnp.where(masked, 3, tokens)] + weights["places"]
        for layer in weights["layers"]:
            x = normalized(x + block(layer, x))
        logits = jax.nn.log_softmax(x @ weights["table"].T + weights["bias"])
        found = jnp.take_along_axis(logits, tokens[..., None], -1)[..., 0]
        return -(found * masked).sum() / masked.sum()

    weights = devices.named("table:8192x256@model places:128x256 bias:8192@model")
    weights["layers"] = [block_weights(devices)] * 2
    tokens, masked = (devices.input((16, 128), ("data",), kind) for kind in (jnp.int32, jnp.bool_))
    return trained(loss, weights, tokens, masked)


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


@recorded(data=2, model=4)
def y14_sequence_parallel(devices: Devices) -> Any:
    """A step of four blocks in which the sequence is split over `model` between the products."""

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        def layer(x: Any, w: Any) -> Any:
            x = lax.with_sharding_constraint(x, devices.sharding(("data", "model")))
            return block(w, x), None

        x, _ = lax.scan(jax.checkpoint(layer), x, weights)
        return jnp.mean((x - wanted) ** 2)

    x = devices.input((8, 256, 256), ("data", "model"))
    return trained(loss, stacked(devices, 4, block_weights(devices)), x, x)


# Kinds of attention: long, within a window, in rings, without softmax.


@recorded(data=2, model=4)
def u07_long_attention(devices: Devices) -> Any:
    """Attention over a long sequence in eight pieces, one after the other."""

    def f(query: Any, key: Any, value: Any) -> Any:
        def piece(part: Any) -> Any:
            scores = jnp.einsum("bqhd,bkhd->bhqk", part, key) * 0.1
            return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, -1), value)

        parts = query.reshape(query.shape[0], 8, query.shape[1] // 8, *query.shape[2:]).transpose(1, 0, 2, 3, 4)
        return lax.map(piece, parts).transpose(1, 0, 2, 3, 4).reshape(query.shape)

    heads = devices.input((4, 1024, 8, 64), ("data", None, "model"))
    return jax.jit(f).lower(heads, heads, heads)


@recorded(x=8)
def v10_window(devices: Devices) -> Any:
    """The gradient of attention within a window, the heads split."""

    def f(query: Any, key: Any, value: Any) -> Any:
        rows, columns = (lax.broadcasted_iota(jnp.int32, (768, 768), dimension) for dimension in (0, 1))
        seen = (columns <= rows) & (columns > rows - 128)

        def loss(query: Any, key: Any, value: Any) -> Any:
            scores = jnp.where(seen, jnp.einsum("hqd,hkd->hqk", query, key), -jnp.inf)
            return jnp.sum(jnp.square(jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, -1), value)))

        return jax.grad(loss, (0, 1, 2))(query, key, value)

    heads = devices.input((16, 768, 64), ("x",))
    return jax.jit(f).lower(heads, heads, heads)


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


@recorded(sequence=8)
def z03_latent_attention(devices: Devices) -> Any:
    """The gradient of few latent vectors that read a long sequence, which is split, and then each other."""

    def loss(weights: Any, latents: Any, x: Any, labels: Any) -> Any:
        def read(w: Any, latents: Any, x: Any) -> Any:
            query = jnp.einsum("bld,dhe->bhle", latents, w["q"])
            key, value = (jnp.einsum("bsd,dhe->bhse", x, w[name]) for name in "kv")
            scores = jnp.einsum("bhle,bhse->bhls", query, key) / 6.0
            return jnp.einsum("bhls,bhse,hed->bld", jax.nn.softmax(scores), value, w["o"])

        found = read(weights[0], jnp.broadcast_to(latents, (x.shape[0], *latents.shape)), normalized(x))
        for w in weights[1:]:
            found = found + read(w, normalized(found), normalized(found))
        logits = found.mean(1) @ weights[0]["q"].reshape(256, -1)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    weights = [devices.named("q:256x8x32 k:256x8x32 v:256x8x32 o:8x32x256")] * 3
    x = devices.input((4, 8192, 256), (None, "sequence"))
    labels = devices.input((4,), (), jnp.int32)
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((64, 256)), x, labels)


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
def x14_moe_all_to_all(devices: Devices) -> Any:
    """The gradient of experts on their own devices, with all-to-all before and after."""

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


@recorded(data=2, expert=4)
def z08_soft_experts(devices: Devices) -> Any:
    """A step of eight experts that read weighted sums of tokens, and tokens weighted sums of what they make."""

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

    weights = devices.named("slots:256x8x32@,expert up:8x256x512@expert d:8x512x256@expert")
    x = devices.input((16, 256, 256), ("data",))
    return trained(loss, weights, x, x)
