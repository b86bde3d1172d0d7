"""Language models of real size that were compiled when the rules of the model of memory were there."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import PartitionSpec as P

from tools.jax_programs.lowering import Devices
from tools.large_programs.table import (
    HALF,
    attended,
    attention,
    cast,
    cross_entropy,
    entered,
    gated,
    grouped_attention,
    layer,
    layer_norm,
    layer_weights,
    like,
    rms,
    rotated,
    stacked,
    through,
    updated,
    with_rotary,
)


@entered(fsdp=4, model=2)
def gradient_accumulation(devices: Devices) -> Any:
    """Lion of six layers with grouped heads, the gradients of four parts of the batch summed in a loop."""
    optimizer = optax.lion(1e-4)

    def loss(weights: Any, tokens: Any) -> Any:
        each = partial(layer, attend=grouped_attention)
        x = through(lambda w, x: each(cast(w), x), weights["e"].astype(HALF)[tokens], weights["l"])
        return cross_entropy((rms(x) @ weights["h"].astype(HALF))[:, :-1], tokens[:, 1:])

    def step(weights: Any, state: Any, tokens: Any) -> Any:
        def part(sums: Any, tokens: Any) -> Any:
            return jax.tree.map(jnp.add, sums, jax.grad(loss)(weights, tokens)), None

        zeros = jax.tree.map(jnp.zeros_like, weights)
        sums, _ = lax.scan(part, zeros, tokens)
        updates, state = optimizer.update(sums, state, weights)
        return optax.apply_updates(weights, updates), state

    each = layer_weights(devices, 2048, (16, 4), 128, 5632, over=("fsdp", "model"))
    weights = {**devices.named("e:32000x2048@model,fsdp h:2048x32000@fsdp,model"), "l": stacked(devices, 6, each)}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    tokens = devices.input((4, 8, 1024), (None, "fsdp"), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, tokens)


@entered(sequence=8)
def ring_attention(devices: Devices) -> Any:
    """The gradient of attention over 32768 tokens, keys and values sent around a ring of devices."""
    around = [(each, (each + 1) % 8) for each in range(8)]

    def ring(query: Any, key: Any, value: Any) -> Any:
        batch, length, heads, size = query.shape

        def hop(state: Any, _: Any) -> Any:
            most, total, mixed, key, value = state
            scores = jnp.einsum("bshe,bthe->bhst", query, key, preferred_element_type=jnp.float32) / size**0.5
            new = jnp.maximum(most, scores.max(-1))
            weights, by = jnp.exp(scores - new[..., None]), jnp.exp(most - new)
            part = jnp.einsum("bhst,bthe->bhse", weights.astype(HALF), value, preferred_element_type=jnp.float32)
            key, value = (lax.ppermute(each, "sequence", around) for each in (key, value))
            return (new, total * by + weights.sum(-1), mixed * by[..., None] + part, key, value), None

        most = lax.pcast(jnp.full((batch, heads, length), -jnp.inf), "sequence", to="varying")
        mixed = lax.pcast(jnp.zeros((batch, heads, length, size)), "sequence", to="varying")
        start = most, jnp.exp(most), mixed, key, value
        (_, total, mixed, _, _), _ = lax.scan(jax.checkpoint(hop), start, None, length=8)
        return (mixed / total[..., None]).swapaxes(1, 2).astype(HALF)

    spec = P(None, "sequence")
    spread = devices.shard_map(ring, (spec, spec, spec), spec)

    def loss(weights: Any, x: Any) -> Any:
        for w in weights:
            query, key, value = (jnp.einsum("bsd,dhe->bshe", rms(x), w[name]) for name in "qkv")
            x = x + jnp.einsum("bshe,hed->bsd", spread(query, key, value), w["o"])
        return jnp.mean(x.astype(jnp.float32) ** 2)

    weights = [layer_weights(devices, 1024, (8, 8), 128, 128, dtype=HALF, names="qkvo")] * 2
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((1, 32768, 1024), (None, "sequence"), HALF))


@entered(data=4, model=2)
def encoder_decoder(devices: Devices) -> Any:
    """Adam of an encoder and a decoder with biases for distances, of two scanned layers each."""

    def bias(table: Any, length: int) -> Any:
        at = jnp.arange(length)
        return table[jnp.clip(at[:, None] - at[None, :] + 64, 0, 127)].transpose(2, 0, 1)[None]

    def loss(weights: Any, source: Any, target: Any) -> Any:
        weights = cast(weights)
        near, far = (bias(weights[name], source.shape[1]).astype(jnp.float32) for name in ("near", "far"))

        def encode(x: Any, w: Any) -> Any:
            return layer(w, x, partial(attention, is_causal=False, bias=near)), None

        memory, _ = lax.scan(encode, weights["e"][source], weights["encoder"])

        def decode(x: Any, w: Any) -> Any:
            x = layer(w["self"], x, partial(attention, bias=far))
            cross = w["cross"]
            query = jnp.einsum("bsd,dhe->bshe", rms(x), cross["q"])
            key, value = (jnp.einsum("bsd,dhe->bshe", memory, cross[name]) for name in "kv")
            mixed = attention(query, key, value, is_causal=False)
            return x + jnp.einsum("bshe,hed->bsd", mixed, cross["o"]), None

        x, _ = lax.scan(decode, weights["e"][target], weights["decoder"])
        return cross_entropy((rms(x) @ weights["e"].T)[:, :-1], target[:, 1:])

    each = layer_weights(devices, 1024, (16, 16), 64, 2816, over=(None, "model"))
    weights = {
        **devices.named("e:32128x1024@model near:128x16@,model far:128x16@,model"),
        "encoder": stacked(devices, 2, each),
        "decoder": {"self": stacked(devices, 2, each), "cross": stacked(devices, 2, {k: each[k] for k in "qkvo"})},
    }
    tokens = devices.input((32, 512), ("data",), jnp.int32)
    return updated(optax.adam(1e-3), loss, devices, weights, tokens, tokens)


@entered(model=8)
def parallel_blocks(devices: Devices) -> Any:
    """The gradient of layers whose attention, with one key for all heads, and network read the same norm."""

    def loss(weights: Any, tokens: Any) -> Any:
        def each(x: Any, w: Any) -> Any:
            h = layer_norm(x)
            query = rotated(jnp.einsum("bsd,dhe->bshe", h, w["q"]))
            key, value = rotated((h @ w["k"])[:, :, None]), (h @ w["v"])
            scores = jnp.einsum("bshe,bte->bhst", query, key[:, :, 0], preferred_element_type=jnp.float32) / 16
            scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e30)
            mixed = jnp.einsum("bhst,bte->bshe", jax.nn.softmax(scores, -1).astype(HALF), value)
            inner = jax.nn.gelu(h @ w["u"])
            return x + jnp.einsum("bshe,hed->bsd", mixed, w["o"]) + inner @ w["d"], None

        x, _ = lax.scan(jax.checkpoint(each), weights["e"][tokens], weights["l"])
        return cross_entropy((layer_norm(x) @ weights["e"].T)[:, :-1], tokens[:, 1:])

    each = devices.named(
        "q:4096x16x256@,model k:4096x256 v:4096x256 o:16x256x4096@model u:4096x16384@,model d:16384x4096@model", HALF
    )
    weights = {"e": devices.input((65536, 4096), ("model",), HALF), "l": stacked(devices, 6, each)}
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((2, 2048), (), jnp.int32))


@entered(fsdp=8)
def soft_capped(devices: Devices) -> Any:
    """AdamW of layers with bounded scores, every other one of a window, two layers in one step of the loop."""

    def attend(window: int | None) -> Any:
        def inner(query: Any, key: Any, value: Any) -> Any:
            scores = jnp.einsum("bshe,bthe->bhst", query, key).astype(jnp.float32) * query.shape[-1] ** -0.5
            scores = 50 * jnp.tanh(scores / 50)
            at = jnp.arange(scores.shape[-1])
            distance = at[:, None] - at[None, :]
            allowed = (distance >= 0) & (distance < (window or scores.shape[-1]))
            likelihoods = jax.nn.softmax(jnp.where(allowed, scores, -1e30), -1).astype(query.dtype)
            return jnp.einsum("bhst,bthe->bshe", likelihoods, value)

        return inner

    def loss(weights: Any, tokens: Any) -> Any:
        def pair(w: Any, x: Any) -> Any:
            x = layer(cast(w["near"]), x, attend(512))
            return layer(cast(w["far"]), x, attend(None))

        x = through(pair, weights["e"].astype(HALF)[tokens], weights["l"])
        logits = (rms(x) @ weights["e"].astype(HALF).T).astype(jnp.float32)
        return cross_entropy(30 * jnp.tanh(logits / 30)[:, :-1], tokens[:, 1:])

    each = layer_weights(devices, 1536, (12, 12), 128, 6144, over=("fsdp", None))
    weights = {
        "e": devices.input((49152, 1536), (None, "fsdp")),
        "l": {name: stacked(devices, 3, each) for name in ("near", "far")},
    }
    return updated(optax.adamw(1e-4), loss, devices, weights, devices.input((8, 2048), ("fsdp",), jnp.int32))


@entered(data=8)
def state_space(devices: Devices) -> Any:
    """The gradient of selective state spaces, by an associative scan over the sequence."""

    def mixer(w: Any, x: Any) -> Any:
        h, gate = jnp.split(layer_norm(x) @ w["in"], 2, -1)
        h = jax.nn.silu(h)
        delta = jax.nn.softplus(h @ w["delta"])[..., None]
        into, out = (h @ w[name] for name in ("b", "c"))
        decay = jnp.exp(delta * -jnp.exp(w["a"]))
        change = delta * into[:, :, None, :] * h[..., None]

        def combine(left: Any, right: Any) -> Any:
            return left[0] * right[0], right[0] * left[1] + right[1]

        _, states = lax.associative_scan(combine, (decay, change), axis=1)
        y = jnp.einsum("bsdn,bsn->bsd", states, out) + h * w["skip"]
        return x + (y * jax.nn.silu(gate)) @ w["out"]

    def loss(weights: Any, x: Any) -> Any:
        x, _ = lax.scan(lambda x, w: (jax.checkpoint(mixer)(w, x), None), x, weights)
        return jnp.mean(x**2)

    each = devices.named("in:512x2048 delta:1024x1024 b:1024x16 c:1024x16 a:1024x16 skip:1024 out:1024x512")
    return jax.jit(jax.value_and_grad(loss)).lower(stacked(devices, 4, each), devices.input((8, 1024, 512), ("data",)))


@entered(data=4, model=2)
def linear_attention(devices: Devices) -> Any:
    """The gradient of gated linear attention in chunks of 128, with a state that goes on from chunk to chunk."""

    def mixer(w: Any, x: Any) -> Any:
        h = rms(x)
        query, key, value = (jnp.einsum("bsd,dhe->bhse", h, w[name]) for name in "qkv")
        decay = jax.nn.log_sigmoid(jnp.einsum("bsd,dh->bhs", h, w["f"]).astype(jnp.float32)) / 16
        batch, heads, length, size = query.shape

        def chunks(each: Any) -> Any:
            return jnp.moveaxis(each.reshape(batch, heads, length // 128, 128, *each.shape[3:]), 2, 0)

        def chunk(state: Any, each: Any) -> Any:
            query, key, value, decay = each
            total = jnp.cumsum(decay, -1)
            inner = jnp.einsum("bhse,bhte->bhst", query, key, preferred_element_type=jnp.float32)
            between = jnp.where(jnp.tril(jnp.ones((128, 128), bool)), total[..., :, None] - total[..., None, :], -1e30)
            y = jnp.einsum("bhst,bhte->bhse", (inner * jnp.exp(between)).astype(HALF), value)
            y = y + jnp.einsum("bhse,bhef->bhsf", query * jnp.exp(total)[..., None].astype(HALF), state.astype(HALF))
            left = jnp.exp(total[..., -1:] - total)[..., None].astype(HALF)
            state = state * jnp.exp(total[..., -1])[..., None, None]
            return state + jnp.einsum("bhse,bhsf->bhef", key * left, value, preferred_element_type=jnp.float32), y

        zero = jnp.zeros((batch, heads, size, size))
        _, y = lax.scan(chunk, zero, tuple(chunks(each) for each in (query, key, value, decay)))
        y = jnp.moveaxis(y, 0, 2).reshape(batch, heads, length, size)
        x = x + jnp.einsum("bhse,hed->bsd", rms(y), w["o"])
        return gated(w, x)

    def loss(weights: Any, x: Any) -> Any:
        x, _ = lax.scan(lambda x, w: (jax.checkpoint(mixer)(w, x), None), x, weights)
        return jnp.mean(x.astype(jnp.float32) ** 2)

    each = layer_weights(devices, 2048, (16, 16), 128, 5632, over=(None, "model"), dtype=HALF)
    each["f"] = devices.input((2048, 16), (None, "model"), HALF)
    x = devices.input((16, 4096, 2048), ("data",), HALF)
    return jax.jit(jax.value_and_grad(loss)).lower(stacked(devices, 4, each), x)


@entered(data=2, expert=4)
def all_experts(devices: Devices) -> Any:
    """Adam of layers of which each token is weighted over eight experts, split over devices, that all compute it."""

    def loss(weights: Any, tokens: Any) -> Any:
        def each(x: Any, w: Any) -> Any:
            w = cast(w)
            x = x + attended(w, rms(x), with_rotary())
            h = rms(x)
            scores, index = lax.top_k((h @ w["r"]).astype(jnp.float32), 2)
            mask = jax.nn.one_hot(index, 8, dtype=jnp.float32)
            gates = jnp.einsum("bsk,bske->bse", jax.nn.softmax(scores, -1), mask).astype(HALF)
            inner = jax.nn.silu(jnp.einsum("bsd,edf->besf", h, w["g"])) * jnp.einsum("bsd,edf->besf", h, w["u"])
            return x + jnp.einsum("besf,efd,bse->bsd", inner, w["d"], gates), None

        x, _ = lax.scan(jax.checkpoint(each), weights["e"].astype(HALF)[tokens], weights["l"])
        return cross_entropy((rms(x) @ weights["e"].astype(HALF).T)[:, :-1], tokens[:, 1:])

    each = layer_weights(devices, 1024, (16, 16), 64, 2048, names="qkvo")
    each |= devices.named("g:8x1024x2048@expert u:8x1024x2048@expert d:8x2048x1024@expert r:1024x8")
    weights = {"e": devices.input((32000, 1024), ("expert",)), "l": stacked(devices, 4, each)}
    return updated(optax.adam(1e-4), loss, devices, weights, devices.input((8, 2048), ("data",), jnp.int32))


@entered(data=2, model=4)
def latent_attention(devices: Devices) -> Any:
    """Prefilling with keys and values that come from a small latent, which is what the cache keeps."""

    def run(weights: Any, tokens: Any) -> Any:
        def each(x: Any, w: Any) -> Any:
            h = rms(x)
            latent, position = rms(h @ w["down"]), rotated((h @ w["rope"])[:, :, None])
            query = jnp.einsum("bsd,dhe->bshe", rms(h @ w["dq"]), w["uq"])
            key, value = (jnp.einsum("bsr,rhe->bshe", latent, w[name]) for name in ("uk", "uv"))
            wide = jnp.broadcast_to(position, (*key.shape[:3], position.shape[-1]))
            query = jnp.concatenate([query[..., :128], rotated(query[..., 128:])], -1)
            mixed = attention(query, jnp.concatenate([key, wide], -1), value)
            x = x + jnp.einsum("bshe,hed->bsd", mixed, w["o"])
            return gated(w, x), (latent, position[:, :, 0])

        x, cache = lax.scan(each, weights["e"][tokens], weights["l"])
        return jnp.argmax(rms(x[:, -1]) @ weights["e"].T, -1), cache

    each = devices.named(
        "down:2048x512 rope:2048x64 dq:2048x1536 uq:1536x16x192@,model uk:512x16x128@,model uv:512x16x128@,model "
        "o:16x128x2048@model g:2048x10944@,model u:2048x10944@,model d:10944x2048@model",
        HALF,
    )
    weights = {"e": devices.input((102400, 2048), ("model",), HALF), "l": stacked(devices, 6, each)}
    return jax.jit(run).lower(weights, devices.input((4, 4096), ("data",), jnp.int32))


@entered(model=2, sequence=4)
def decode_long(devices: Devices) -> Any:
    """One token of a sequence of 131072, whose cache is split over devices along the sequence."""

    def step(weights: Any, cache: Any, token: Any, at: Any) -> Any:
        def each(x: Any, scanned: Any) -> Any:
            w, keys, values = scanned
            h = rms(x)
            query, key, value = (jnp.einsum("bd,dhe->bhe", h, w[name]) for name in "qkv")
            keys, values = (
                lax.dynamic_update_slice(cached, new[:, :, None], (0, 0, at, 0))
                for cached, new in ((keys, key), (values, value))
            )
            query = query.reshape(query.shape[0], 8, 4, 128)
            scores = jnp.einsum("bkge,bkte->bkgt", query, keys, preferred_element_type=jnp.float32) / 11.3
            scores = jnp.where(jnp.arange(keys.shape[2]) <= at, scores, -1e30)
            mixed = jnp.einsum("bkgt,bkte->bkge", jax.nn.softmax(scores, -1).astype(HALF), values)
            x = x + jnp.einsum("bhe,hed->bd", mixed.reshape(-1, 32, 128), w["o"])
            return gated(w, x), (keys, values)

        x, cache = lax.scan(each, weights["e"][token], (weights["l"], *cache))
        return jnp.argmax(rms(x) @ weights["h"], -1), cache

    each = layer_weights(devices, 4096, (32, 32), 128, 14336, over=(None, ("model", "sequence")), dtype=HALF)
    each |= dict.fromkeys("kv", devices.input((4096, 8, 128), (None, ("model", "sequence")), HALF))
    weights = {
        **devices.named("e:128256x4096@model+sequence h:4096x128256@,model+sequence", HALF),
        "l": stacked(devices, 8, each),
    }
    cache = [devices.input((8, 1, 8, 131072, 128), (None, None, "model", "sequence"), HALF)] * 2
    token, at = devices.input((1,), (), jnp.int32), devices.input((), (), jnp.int32)
    return jax.jit(step, donate_argnums=1).lower(weights, cache, token, at)


@entered(fsdp=8)
def preferences(devices: Devices) -> Any:
    """AdamW of preferences between pairs of answers, with the likelihoods of a frozen copy of the model."""

    def likelihood(weights: Any, tokens: Any) -> Any:
        x = through(layer, weights["e"][tokens], weights["l"])
        logits = (rms(x) @ weights["e"].T).astype(jnp.float32)[:, :-1]
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits, -1), tokens[:, 1:, None], -1)
        return picked[..., 0].sum(-1)

    def loss(weights: Any, frozen: Any, better: Any, worse: Any) -> Any:
        weights = cast(weights)
        margin = likelihood(weights, better) - likelihood(weights, worse)
        before = lax.stop_gradient(likelihood(frozen, better) - likelihood(frozen, worse))
        return -jax.nn.log_sigmoid(0.1 * (margin - before)).mean()

    def given(dtype: Any) -> Any:
        each = layer_weights(devices, 2048, (16, 16), 128, 5632, over=("fsdp", None), dtype=dtype)
        return {"e": devices.input((32000, 2048), (None, "fsdp"), dtype), "l": stacked(devices, 4, each)}

    tokens = devices.input((8, 1024), ("fsdp",), jnp.int32)
    return updated(optax.adamw(1e-6), loss, devices, given(jnp.float32), given(HALF), tokens, tokens)


@entered(data=4, model=2)
def orthogonal_updates(devices: Devices) -> Any:
    """Orthogonalized momentum of four layers, by five products of matrices for each gradient."""

    def orthogonal(matrix: Any) -> Any:
        shape = matrix.shape
        x = matrix.reshape(shape[0], shape[1], -1).astype(HALF)
        x = x / (jnp.linalg.norm(x.astype(jnp.float32), axis=(1, 2), keepdims=True).astype(HALF) + 1e-7)

        def each(x: Any, _: Any) -> Any:
            square = jnp.einsum("lij,lkj->lik", x, x)
            return 3.4445 * x + (-4.775 * square + 2.0315 * (square @ square)) @ x, None

        x, _ = lax.scan(each, x, None, length=5)
        return x.reshape(shape).astype(jnp.float32)

    def step(weights: Any, momentum: Any, tokens: Any) -> Any:
        def loss(weights: Any) -> Any:
            x = through(lambda w, x: layer(cast(w), x), weights["e"].astype(HALF)[tokens], weights["l"])
            return cross_entropy((rms(x) @ weights["e"].astype(HALF).T)[:, :-1], tokens[:, 1:])

        gradients = jax.grad(loss)(weights)
        momentum = jax.tree.map(lambda old, new: 0.95 * old + new, momentum, gradients)
        moved = jax.tree.map(lambda w, each: w - 0.02 * orthogonal(each), weights["l"], momentum["l"])
        return {"e": weights["e"] - 0.1 * momentum["e"], "l": moved}, momentum

    each = layer_weights(devices, 1024, (16, 16), 64, 4096, over=(None, "model"))
    weights = {**devices.named("e:32000x1024@model"), "l": stacked(devices, 4, each)}
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, weights, devices.input((16, 1024), ("data",), jnp.int32))
