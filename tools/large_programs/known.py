"""Programs of real size with which the rules of the model of memory were chosen."""

from __future__ import annotations

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
    convolved,
    cross_entropy,
    entered,
    everywhere,
    gated,
    grouped_attention,
    layer,
    layer_norm,
    layer_of_encoder,
    layer_weights,
    rms,
    stacked,
    through,
    updated,
)


@entered(fsdp=8)
def dense_fsdp(devices: Devices) -> Any:
    """AdamW of eight layers, scanned and computed again backwards, all weights split over eight devices."""

    def loss(weights: Any, tokens: Any) -> Any:
        x = weights["e"].astype(HALF)[tokens]
        x, _ = lax.scan(lambda x, w: (jax.checkpoint(layer)(cast(w), x), None), x, weights["l"])
        return cross_entropy((rms(x) @ weights["e"].astype(HALF).T)[:, :-1], tokens[:, 1:])

    each = layer_weights(devices, 2048, (16, 16), 128, 5632, over=("fsdp", None))
    weights = {**devices.named("e:32000x2048@,fsdp"), "l": stacked(devices, 8, each)}
    tokens = devices.input((8, 2048), ("fsdp",), jnp.int32)
    return updated(optax.adamw(1e-4), loss, devices, weights, tokens)


@entered(data=2, model=4)
def dense_tensor_parallel(devices: Devices) -> Any:
    """The gradient of four layers with grouped heads, without recomputation, weights in 16 bits."""

    def loss(weights: Any, tokens: Any) -> Any:
        x = weights["e"][tokens]
        x, _ = lax.scan(lambda x, w: (layer(w, x, grouped_attention), None), x, weights["l"])
        return cross_entropy((rms(x) @ weights["h"])[:, :-1], tokens[:, 1:])

    each = layer_weights(devices, 4096, (32, 8), 128, 14336, over=(None, "model"), dtype=HALF)
    weights = {**devices.named("e:64000x4096@model h:4096x64000@,model", HALF), "l": stacked(devices, 4, each)}
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((4, 1024), ("data",), jnp.int32))


@entered(data=2, model=4)
def dense_sequence_parallel(devices: Devices) -> Any:
    """Adam of four layers, the sequence split between products as in Megatron, computed again backwards."""

    def loss(weights: Any, tokens: Any) -> Any:
        def split(x: Any) -> Any:
            return devices.constrain(x, "data", "model", None)

        x = split(weights["e"].astype(HALF)[tokens])
        x = through(lambda w, x: split(layer(cast(w), x)), x, weights["l"])
        return cross_entropy((rms(x) @ weights["e"].astype(HALF).T)[:, :-1], tokens[:, 1:])

    each = layer_weights(devices, 2048, (16, 16), 128, 8192, over=(None, "model"))
    weights = {**devices.named("e:32768x2048@model"), "l": stacked(devices, 4, each)}
    return updated(optax.adam(1e-4), loss, devices, weights, devices.input((4, 2048), ("data",), jnp.int32))


@entered(data=2, expert=4)
def moe_einsum(devices: Devices) -> Any:
    """The gradient of layers of eight experts with capacities, which tokens are sent to by products."""

    def experts(w: Any, x: Any) -> Any:
        length = x.shape[1]
        gates = jax.nn.softmax((x @ w["r"]).astype(jnp.float32), -1)
        best, index = lax.top_k(gates, 2)
        chosen = jax.nn.one_hot(index, 8, dtype=jnp.float32)
        place = jnp.cumsum(chosen.sum(2), 1) - 1
        capacity = length // 4
        slot = jax.nn.one_hot(place, capacity, dtype=HALF) * chosen.sum(2)[..., None].astype(HALF)
        weight = jnp.einsum("bsk,bske->bse", best, chosen).astype(HALF)
        sent = jnp.einsum("bsec,bsd->ebcd", slot, x)
        sent = devices.constrain(sent, "expert", "data", None, None)
        h = jax.nn.gelu(jnp.einsum("ebcd,edf->ebcf", sent, w["u"]))
        back = jnp.einsum("ebcf,efd->ebcd", h, w["d"])
        return jnp.einsum("bsec,ebcd->bsd", slot * weight[..., None], back)

    def loss(weights: Any, x: Any) -> Any:
        x, _ = lax.scan(lambda x, w: (x + jax.checkpoint(experts)(cast(w), rms(x)), None), x, weights)
        return jnp.mean(x.astype(jnp.float32) ** 2)

    weights = stacked(devices, 6, devices.named("r:1024x8 u:8x1024x4096@expert d:8x4096x1024@expert"))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((8, 2048, 1024), ("data",), HALF))


@entered(expert=8)
def moe_all_to_all(devices: Devices) -> Any:
    """The gradient of experts that tokens are sent to by all-to-alls, one expert for each token."""

    def experts(x: Any, router: Any, up: Any, down: Any) -> Any:
        count, width = x.shape
        gates = jax.nn.softmax((x @ router).astype(jnp.float32), -1)
        index, weight = jnp.argmax(gates, -1), gates.max(-1).astype(HALF)
        chosen = jax.nn.one_hot(index, 8, dtype=jnp.int32)
        place = (jnp.cumsum(chosen, 0) * chosen).sum(-1) - 1
        room = count // 4
        sent = jnp.zeros((8, room, width), HALF).at[index, place].set(x, mode="drop")
        sent = lax.all_to_all(sent, "expert", 0, 0)
        h = jax.nn.gelu(sent.reshape(-1, width) @ up[0]) @ down[0]
        back = lax.all_to_all(h.reshape(8, room, width), "expert", 0, 0)
        return back[index, jnp.minimum(place, room - 1)] * weight[:, None]

    spread = devices.shard_map(experts, (P("expert"), P(), P("expert"), P("expert")), P("expert"))

    def loss(weights: Any, x: Any) -> Any:
        for w in weights:
            x = x + spread(rms(x), w["r"], w["u"], w["d"])
        return jnp.mean(x.astype(jnp.float32) ** 2)

    weights = devices.named("r:1024x8 u:8x1024x4096@expert d:8x4096x1024@expert", HALF)
    x = devices.input((8 * 8192, 1024), ("expert",), HALF)
    return jax.jit(jax.value_and_grad(loss)).lower([weights] * 2, x)


@entered(data=2, model=4)
def decode_cache(devices: Devices) -> Any:
    """One token of each of sixteen sequences, with a donated cache of keys and values that is updated by layers."""

    def step(weights: Any, cache: Any, token: Any, at: Any) -> Any:
        def each(x: Any, scanned: Any) -> Any:
            w, keys, values = scanned
            h = rms(x)
            query = jnp.einsum("bd,dhe->bhe", h, w["q"])
            key, value = (jnp.einsum("bd,dhe->bhe", h, w[name])[:, None] for name in "kv")
            keys = lax.dynamic_update_slice(keys, key, (0, at, 0, 0))
            values = lax.dynamic_update_slice(values, value, (0, at, 0, 0))
            query = query.reshape(query.shape[0], 8, 4, 128)
            scores = jnp.einsum("bkge,btke->bkgt", query, keys, preferred_element_type=jnp.float32) / 11.3
            scores = jnp.where(jnp.arange(keys.shape[1]) <= at, scores, -1e30)
            mixed = jnp.einsum("bkgt,btke->bkge", jax.nn.softmax(scores, -1).astype(HALF), values)
            x = x + jnp.einsum("bhe,hed->bd", mixed.reshape(-1, 32, 128), w["o"])
            return gated(w, x), (keys, values)

        x, cache = lax.scan(each, weights["e"][token], (weights["l"], *cache))
        return jnp.argmax(rms(x) @ weights["h"], -1), cache

    each = layer_weights(devices, 4096, (32, 8), 128, 14336, over=(None, "model"), dtype=HALF)
    weights = {**devices.named("e:32000x4096@model h:4096x32000@,model", HALF), "l": stacked(devices, 8, each)}
    cache = [devices.input((8, 16, 4096, 8, 128), (None, "data", None, "model"), HALF)] * 2
    token, at = devices.input((16,), ("data",), jnp.int32), devices.input((), (), jnp.int32)
    return jax.jit(step, donate_argnums=1).lower(weights, cache, token, at)


@entered(data=2, model=4)
def prefill(devices: Devices) -> Any:
    """The keys and values of 4096 tokens, and the logits of the last one."""

    def run(weights: Any, tokens: Any) -> Any:
        def each(x: Any, w: Any) -> Any:
            h = rms(x)
            query, key, value = (jnp.einsum("bsd,dhe->bshe", h, w[name]) for name in "qkv")
            x = x + jnp.einsum("bshe,hed->bsd", attention(query, key, value), w["o"])
            return gated(w, x), (key, value)

        x, cache = lax.scan(each, weights["e"][tokens], weights["l"])
        return rms(x[:, -1]) @ weights["e"].T, cache

    each = layer_weights(devices, 2048, (16, 16), 128, 5632, over=(None, "model"), dtype=HALF)
    weights = {**devices.named("e:32000x2048@model", HALF), "l": stacked(devices, 8, each)}
    return jax.jit(run).lower(weights, devices.input((4, 4096), ("data",), jnp.int32))


def _batch_norm(x: Any) -> Any:
    wide = x.astype(jnp.float32)
    mean, square = wide.mean((0, 1, 2)), (wide**2).mean((0, 1, 2))
    return ((wide - mean) * lax.rsqrt(square - mean**2 + 1e-5)).astype(x.dtype)


@entered(data=8)
def residual_network(devices: Devices) -> Any:
    """Momentum of bottleneck blocks on images of 224 × 224, with batch normalization over all devices."""
    stages = (64, 2, 1), (128, 2, 2), (256, 2, 2), (512, 2, 2)

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        weights = cast(weights)
        x = jax.nn.relu(_batch_norm(convolved(images, weights["stem"], 2)))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        for (_, blocks, stride), stage in zip(stages, weights["stages"], strict=True):
            for number in range(blocks):
                w, by = stage[number], stride if number == 0 else 1
                h = jax.nn.relu(_batch_norm(convolved(x, w["a"])))
                h = jax.nn.relu(_batch_norm(convolved(h, w["b"], by)))
                h = _batch_norm(convolved(h, w["c"]))
                x = jax.nn.relu(h + (_batch_norm(convolved(x, w["s"], by)) if "s" in w else x))
        return cross_entropy(x.mean((1, 2)) @ weights["head"], wanted)

    found, width = [], 64
    for features, blocks, _ in stages:
        stage = []
        for number in range(blocks):
            sizes = f"a:1x1x{width}x{features} b:3x3x{features}x{features} c:1x1x{features}x{4 * features}"
            w = devices.named(sizes)
            if number == 0:
                w["s"] = devices.input((1, 1, width, 4 * features))
            width = 4 * features
            stage.append(w)
        found.append(stage)
    weights = {"stem": devices.input((7, 7, 3, 64)), "stages": found, "head": devices.input((2048, 1000))}
    images = devices.input((256, 224, 224, 3), ("data",), HALF)
    labels = devices.input((256,), ("data",), jnp.int32)
    return updated(optax.sgd(0.1, momentum=0.9), loss, devices, weights, images, labels)


@entered(data=8)
def diffusion_unet(devices: Devices) -> Any:
    """The gradient of a small U-Net on latents of 64 × 64, with attention in the middle."""

    def block(x: Any, w: Any, time: Any) -> Any:
        h = convolved(jax.nn.silu(layer_norm(x)), w["a"]) + (time @ w["t"])[:, None, None, :]
        h = convolved(jax.nn.silu(layer_norm(h)), w["b"])
        return h + (x @ w["s"] if "s" in w else x)

    def loss(weights: Any, x: Any, time: Any, noise: Any) -> Any:
        first = block(convolved(x, weights["in"]), weights["d1"], time)
        second = block(convolved(first, weights["down"], 2), weights["d2"], time)
        batch, height, wide, features = second.shape
        flat = layer_norm(second).reshape(batch, height * wide, 8, features // 8)
        query, key, value = (jnp.einsum("bshe,hef->bshf", flat, weights[name]) for name in "qkv")
        mixed = attention(query, key, value, is_causal=False).reshape(second.shape)
        middle = block(second + mixed, weights["m"], time)
        wider = jnp.repeat(jnp.repeat(middle, 2, 1), 2, 2)
        last = block(jnp.concatenate([wider, first], -1), weights["u1"], time)
        return jnp.mean((convolved(last, weights["out"]) - noise) ** 2)

    def resnet(before: int, after: int) -> dict[str, Any]:
        w = devices.named(f"a:3x3x{before}x{after} b:3x3x{after}x{after} t:512x{after}")
        return w if before == after else {**w, "s": devices.input((before, after))}

    heads = devices.input((8, 64, 64))
    weights = {
        **devices.named("in:3x3x4x256 down:3x3x256x512 out:3x3x256x4"),
        "d1": resnet(256, 256),
        "d2": resnet(512, 512),
        **dict.fromkeys("qkv", heads),
        "m": resnet(512, 512),
        "u1": resnet(768, 256),
    }
    latents = devices.input((128, 64, 64, 4), ("data",))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, latents, devices.input((128, 512), ("data",)), latents)


@entered(data=8)
def click_prediction(devices: Devices) -> Any:
    """Adagrad of tables of embeddings, split over devices, and the network that reads them."""

    def loss(weights: Any, dense: Any, sparse: Any, wanted: Any) -> Any:
        x = dense
        for w in weights["bottom"]:
            x = jax.nn.relu(x @ w)
        found = [table[sparse[:, number]] for number, table in enumerate(weights["tables"])]
        features = jnp.stack([x, *found], 1)
        pairs = jnp.einsum("bif,bjf->bij", features, features)
        rows, columns = jnp.tril_indices(features.shape[1], -1)
        x = jnp.concatenate([x, pairs[:, rows, columns]], -1)
        for w in weights["top"][:-1]:
            x = jax.nn.relu(x @ w)
        return optax.sigmoid_binary_cross_entropy((x @ weights["top"][-1])[:, 0], wanted).mean()

    weights = {
        "tables": [devices.input((4_000_000, 64), ("data",))] * 8,
        "bottom": [devices.input((13, 512)), devices.input((512, 256)), devices.input((256, 64))],
        "top": [devices.input((64 + 36, 1024)), devices.input((1024, 1024)), devices.input((1024, 1))],
    }
    batch = devices.input((65536, 13), ("data",)), devices.input((65536, 8), ("data",), jnp.int32)
    return updated(optax.adagrad(0.01), loss, devices, weights, *batch, devices.input((65536,), ("data",)))


@entered(data=8)
def recurrent(devices: Devices) -> Any:
    """The gradient of a language model of two layers of LSTM over 256 steps."""

    def lstm(w: Any, x: Any) -> Any:
        def step(state: Any, at: Any) -> Any:
            hidden, cell = state
            gates = at @ w["x"] + hidden @ w["h"]
            into, forget, new, out = jnp.split(gates, 4, -1)
            cell = jax.nn.sigmoid(forget) * cell + jax.nn.sigmoid(into) * jnp.tanh(new)
            hidden = jax.nn.sigmoid(out) * jnp.tanh(cell)
            return (hidden, cell), hidden

        zero = jnp.zeros((x.shape[1], w["h"].shape[0]), x.dtype)
        return lax.scan(step, (zero, zero), x)[1]

    def loss(weights: Any, tokens: Any) -> Any:
        x = weights["e"][tokens]
        for w in weights["l"]:
            x = lstm(w, x)
        return cross_entropy((x @ weights["e"].T)[:-1], tokens[1:])

    each = {"x": devices.input((1024, 4096)), "h": devices.input((1024, 4096))}
    weights = {"e": devices.input((10000, 1024)), "l": [each] * 2}
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((256, 256), (None, "data"), jnp.int32))


@entered(data=8)
def vision_transformer(devices: Devices) -> Any:
    """AdamW of a vision transformer of six layers that are not scanned, on images of 224 × 224."""

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        weights = cast(weights)
        batch = images.shape[0]
        patches = images.reshape(batch, 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5).reshape(batch, 196, 768)
        x = patches @ weights["p"] + weights["places"]
        for w in weights["l"]:
            x = layer_of_encoder(w, x)
        return cross_entropy(layer_norm(x).mean(1) @ weights["c"], wanted)

    each = layer_weights(devices, 1024, (16, 16), 64, 4096, names="qkvoud")
    weights = {**devices.named("p:768x1024 places:196x1024 c:1024x1000"), "l": [each] * 6}
    images = devices.input((256, 224, 224, 3), ("data",), HALF)
    labels = devices.input((256,), ("data",), jnp.int32)
    return updated(optax.adamw(1e-3), loss, devices, weights, images, labels)


@entered(fsdp=4, model=2)
def lora(devices: Devices) -> Any:
    """Adam of low-rank changes of queries and values of frozen layers, computed again backwards."""

    def loss(changes: Any, frozen: Any, tokens: Any) -> Any:
        def each(x: Any, scanned: Any) -> Any:
            w, change = scanned
            changed = dict(w)
            for name in "qv":
                product = change[name][0] @ change[name][1]
                changed[name] = w[name] + product.reshape(w[name].shape).astype(HALF)
            return layer(changed, x), None

        x, _ = lax.scan(jax.checkpoint(each), frozen["e"][tokens], (frozen["l"], changes))
        return cross_entropy((rms(x) @ frozen["e"].T)[:, :-1], tokens[:, 1:])

    each = layer_weights(devices, 4096, (32, 32), 128, 11008, over=("fsdp", "model"), dtype=HALF)
    frozen = {"e": devices.input((32000, 4096), ("model", "fsdp"), HALF), "l": stacked(devices, 4, each)}
    pair = devices.input((4, 4096, 16), (None, "fsdp")), devices.input((4, 16, 4096), (None, None, "model"))
    tokens = devices.input((8, 1024), ("fsdp",), jnp.int32)
    return updated(optax.adam(1e-4), loss, devices, {"q": pair, "v": pair}, frozen, tokens)


@entered(data=4, model=2)
def chunked_loss(devices: Devices) -> Any:
    """The gradient of the loss of a large vocabulary, in chunks of the sequence."""

    def loss(weights: Any, x: Any, tokens: Any) -> Any:
        def chunk(total: Any, each: Any) -> Any:
            rows, wanted = each
            return total + cross_entropy(rms(rows) @ weights["h"], wanted), None

        h = x + jax.nn.gelu(x @ weights["u"]) @ weights["d"]
        batch, length, width = h.shape
        chunks = h.reshape(batch, 8, length // 8, width).swapaxes(0, 1)
        wanted = tokens.reshape(batch, 8, length // 8).swapaxes(0, 1)
        return lax.scan(jax.checkpoint(chunk), 0.0, (chunks, wanted))[0]

    weights = devices.named("h:2048x128256@,model u:2048x8192@,model d:8192x2048@model", HALF)
    x, tokens = devices.input((8, 4096, 2048), ("data",), HALF), devices.input((8, 4096), ("data",), jnp.int32)
    return jax.jit(jax.value_and_grad(loss)).lower(weights, x, tokens)


@entered(stage=8)
def pipeline(devices: Devices) -> Any:
    """The gradient of eight stages, one on each device, that send microbatches on."""
    count = 16

    def stages(weights: Any, batches: Any) -> Any:
        weights = jax.tree.map(lambda leaf: leaf[0], weights)
        number = lax.axis_index("stage")

        def tick(carry: Any, at: Any) -> Any:
            x, outputs = carry
            x = jnp.where(number == 0, batches[jnp.minimum(at, count - 1)], x)
            h = rms(x)
            y = x + jax.nn.gelu(h @ weights["u"]) @ weights["d"]
            done = jnp.clip(at - 7, 0, count - 1)
            outputs = lax.dynamic_update_index_in_dim(outputs, y, done, 0)
            return (lax.ppermute(y, "stage", [(each, (each + 1) % 8) for each in range(8)]), outputs), None

        zero = lax.pcast(jnp.zeros_like(batches[0]), "stage", to="varying")
        outputs = lax.pcast(jnp.zeros_like(batches), "stage", to="varying")
        (_, outputs), _ = lax.scan(jax.checkpoint(tick), (zero, outputs), jnp.arange(count + 7))
        return lax.psum(jnp.where(number == 7, outputs, 0), "stage")

    spread = devices.shard_map(stages, (P("stage"), P()), P())

    def loss(weights: Any, batches: Any) -> Any:
        return jnp.mean(spread(weights, batches).astype(jnp.float32) ** 2)

    weights = devices.named("u:8x2048x8192@stage d:8x8192x2048@stage", HALF)
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((count, 2, 1024, 2048), (), HALF))


@entered(data=2, model=4)
def blockwise_attention(devices: Devices) -> Any:
    """The gradient of attention over blocks of keys that is scanned, as flash attention does."""

    def attend(query: Any, key: Any, value: Any) -> Any:
        batch, length, heads, size = query.shape
        blocks = [each.reshape(batch, 8, length // 8, heads, size).swapaxes(0, 1) for each in (key, value)]

        def block(state: Any, each: Any) -> Any:
            most, total, mixed = state
            scores = jnp.einsum("bshe,bthe->bhst", query, each[0], preferred_element_type=jnp.float32) / 11.3
            new = jnp.maximum(most, scores.max(-1))
            weights = jnp.exp(scores - new[..., None])
            by = jnp.exp(most - new)
            part = jnp.einsum("bhst,bthe->bhse", weights.astype(HALF), each[1], preferred_element_type=jnp.float32)
            return (new, total * by + weights.sum(-1), mixed * by[..., None] + part), None

        most = jnp.full((batch, heads, length), -jnp.inf)
        start = most, jnp.zeros_like(most), jnp.zeros((batch, heads, length, size))
        (_, total, mixed), _ = lax.scan(jax.checkpoint(block), start, tuple(blocks))
        return (mixed / total[..., None]).swapaxes(1, 2).astype(HALF)

    def loss(weights: Any, x: Any) -> Any:
        return jnp.mean(attended(weights, x, attend).astype(jnp.float32) ** 2)

    weights = layer_weights(devices, 2048, (16, 16), 128, 128, over=(None, "model"), dtype=HALF, names="qkvo")
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((4, 8192, 2048), ("data",), HALF))


@entered(data=4, model=2)
def adafactor(devices: Devices) -> Any:
    """Adafactor of an encoder of three layers that are not scanned."""

    def loss(weights: Any, tokens: Any, wanted: Any) -> Any:
        x = weights["e"][tokens]
        for w in weights["l"]:
            x = layer(w, x, everywhere)
        return cross_entropy(rms(x) @ weights["e"].T, wanted)

    weights = {
        "e": devices.input((16384, 1024), ("model",)),
        "l": [layer_weights(devices, 1024, (16, 16), 64, 4096, over=(None, "model"))] * 3,
    }
    tokens = devices.input((32, 512), ("data",), jnp.int32)
    return updated(optax.adafactor(1e-3), loss, devices, weights, tokens, tokens)


@entered(data=8)
def unrolled_decoder(devices: Devices) -> Any:
    """The gradient of a decoder of six layers that are not scanned, with gelu and learned positions."""

    def loss(weights: Any, tokens: Any) -> Any:
        x = weights["e"][tokens] + weights["p"]
        for w in weights["l"]:
            x = layer_of_encoder(w, x, attention)
        return cross_entropy((layer_norm(x) @ weights["e"].T)[:, :-1], tokens[:, 1:])

    each = layer_weights(devices, 1024, (16, 16), 64, 4096, dtype=HALF, names="qkvoud")
    weights = {"e": devices.input((50304, 1024), (), HALF), "p": devices.input((1024, 1024), (), HALF), "l": [each] * 6}
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((32, 1024), ("data",), jnp.int32))


@entered(sequence=8)
def ring_inference(devices: Devices) -> Any:
    """Attention over 65536 tokens, whose keys and values go around a ring of devices, hop by hop."""
    around = [(each, (each + 1) % 8) for each in range(8)]

    def ring(query: Any, key: Any, value: Any) -> Any:
        most = lax.pcast(jnp.full((*query.shape[1::-1], 1), -jnp.inf), "sequence", to="varying")
        total, mixed = jnp.exp(most), lax.pcast(jnp.zeros(query.swapaxes(0, 1).shape), "sequence", to="varying")
        for hop in range(8):
            scores = jnp.einsum("she,the->hst", query, key, preferred_element_type=jnp.float32) * 0.0884
            new = jnp.maximum(most, scores.max(-1, keepdims=True))
            weights, by = jnp.exp(scores - new), jnp.exp(most - new)
            part = jnp.einsum("hst,the->hse", weights.astype(HALF), value, preferred_element_type=jnp.float32)
            most, total, mixed = new, total * by + weights.sum(-1, keepdims=True), mixed * by + part
            if hop < 7:
                key, value = (lax.ppermute(each, "sequence", around) for each in (key, value))
        return (mixed / total).swapaxes(0, 1).astype(HALF)

    spread = devices.shard_map(ring, (P("sequence"),) * 3, P("sequence"))

    def run(weights: Any, x: Any) -> Any:
        query, key, value = (jnp.einsum("sd,dhe->she", rms(x), weights[name]) for name in "qkv")
        return x + jnp.einsum("she,hed->sd", spread(query, key, value), weights["o"])

    weights = layer_weights(devices, 512, (4, 4), 128, 128, dtype=HALF, names="qkvo")
    return jax.jit(run).lower(weights, devices.input((65536, 512), ("sequence",), HALF))


@entered(data=2, model=4)
def generation(devices: Devices) -> Any:
    """Sixty-four tokens of each of eight sequences, in a loop around the layers, which are not scanned."""

    def run(weights: Any, cache: Any, token: Any) -> Any:
        def step(number: Any, state: Any) -> Any:
            cache, token, found = state
            at, x, after = number + 960, weights["e"][token], []
            for w, (keys, values) in zip(weights["l"], cache, strict=True):
                h = rms(x)
                query, key, value = (jnp.einsum("bd,dhe->bhe", h, w[name]) for name in "qkv")
                keys = lax.dynamic_update_index_in_dim(keys, key, at, 1)
                values = lax.dynamic_update_index_in_dim(values, value, at, 1)
                scores = jnp.einsum("bhe,bthe->bht", query, keys, preferred_element_type=jnp.float32) / 11.3
                scores = jnp.where(jnp.arange(keys.shape[1]) <= at, scores, -1e30)
                mixed = jnp.einsum("bht,bthe->bhe", jax.nn.softmax(scores, -1).astype(HALF), values)
                x = x + jnp.einsum("bhe,hed->bd", mixed, w["o"])
                x = gated(w, x)
                after.append((keys, values))
            token = jnp.argmax(rms(x) @ weights["e"].T, -1).astype(jnp.int32)
            return after, token, lax.dynamic_update_index_in_dim(found, token, number, 1)

        return lax.fori_loop(0, 64, step, (cache, token, jnp.zeros((8, 64), jnp.int32)))

    each = layer_weights(devices, 4096, (32, 32), 128, 11008, over=(None, "model"), dtype=HALF)
    weights = {"e": devices.input((32000, 4096), ("model",), HALF), "l": [each] * 4}
    cache = [(devices.input((8, 8192, 32, 128), ("data", None, "model"), HALF),) * 2] * 4
    token = devices.input((8,), ("data",), jnp.int32)
    return jax.jit(run, donate_argnums=1).lower(weights, cache, token)


@entered(data=8)
def graph_network(devices: Devices) -> Any:
    """The gradient of messages along four million edges of a graph, which are split over devices."""

    def loss(weights: Any, nodes: Any, senders: Any, receivers: Any) -> Any:
        x = nodes
        for w in weights:
            messages = jax.nn.relu(x[senders] @ w["m"])
            sums = jax.ops.segment_sum(messages, receivers, num_segments=x.shape[0])
            x = x + jnp.tanh(jnp.concatenate([x, sums], -1) @ w["u"])
        return jnp.mean(x**2)

    each = {"m": devices.input((128, 128)), "u": devices.input((256, 128))}
    edges = devices.input((4_194_304,), ("data",), jnp.int32)
    nodes = devices.input((262_144, 128), ("data",))
    return jax.jit(jax.value_and_grad(loss)).lower([each] * 2, nodes, edges, edges)


@entered(data=4, table=2)
def retrieval(devices: Devices) -> Any:
    """Adam of users and items, each item of a batch compared with all users of it, with tables that are split."""

    def loss(weights: Any, users: Any, items: Any, popularity: Any) -> Any:
        def tower(table: Any, layers: Any, ids: Any) -> Any:
            x = table[ids].reshape(ids.shape[0], -1)
            for w in layers:
                x = jax.nn.relu(x @ w)
            return x

        left = tower(weights["users"], weights["left"], users)
        right = tower(weights["items"], weights["right"], items)
        logits = left @ right.T - jnp.log(popularity)
        return cross_entropy(logits, jnp.arange(logits.shape[0]))

    layers = [devices.input((8 * 64, 1024)), devices.input((1024, 256))]
    weights = {**devices.named("users:2000000x64@table items:1000000x64@table"), "left": layers, "right": layers}
    ids = devices.input((16384, 8), ("data",), jnp.int32)
    return updated(optax.adam(1e-3), loss, devices, weights, ids, ids, devices.input((16384,), ("data",)))


@entered(data=8)
def video_autoencoder(devices: Devices) -> Any:
    """The gradient of an autoencoder of videos, with convolutions in three dimensions."""
    order = "NDHWC", "DHWIO", "NDHWC"

    def convolved(x: Any, kernel: Any, stride: int = 1) -> Any:
        return lax.conv_general_dilated(x, kernel, (stride,) * 3, "SAME", dimension_numbers=order)

    def loss(weights: Any, video: Any) -> Any:
        x = jax.nn.silu(convolved(video, weights["in"], 2))
        x = x + convolved(jax.nn.silu(rms(x)), weights["a"])
        x = jax.nn.silu(convolved(x, weights["down"], 2))
        x = x + convolved(jax.nn.silu(rms(x)), weights["b"])
        x = lax.conv_transpose(x, weights["up"], (2, 2, 2), "SAME", dimension_numbers=order)
        x = x + convolved(jax.nn.silu(rms(x)), weights["c"])
        x = lax.conv_transpose(jax.nn.silu(x), weights["out"], (2, 2, 2), "SAME", dimension_numbers=order)
        return jnp.mean(jnp.abs(x - video).astype(jnp.float32))

    weights = devices.named(
        "in:3x3x3x3x128 a:3x3x3x128x128 down:3x3x3x128x256 b:3x3x3x256x256 up:4x4x4x256x128 c:3x3x3x128x128 "
        "out:4x4x4x128x3",
        HALF,
    )
    video = devices.input((16, 16, 128, 128, 3), ("data",), HALF)
    return jax.jit(jax.value_and_grad(loss)).lower(weights, video)
