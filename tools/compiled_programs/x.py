"""Set x: recommendation, graphs, state spaces, sampling, pipelines, quantized weights, optimizers, loops of a ring."""

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
    convolved,
    key_of_random_numbers,
    like,
    normalized,
    recorded,
    stacked,
    step_of,
)
from tools.jax_programs.lowering import Devices


@recorded
def x01_dlrm() -> Any:
    """A step of training of a recommender: split tables, a lookup for each feature, their products."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, dense: Any, sparse: Any, wanted: Any) -> Any:
        found = [table[sparse[:, number]] for number, table in enumerate(weights["tables"])]
        bottom = jax.nn.relu(dense @ weights["bottom"])
        features = jnp.stack([bottom, *found], 1)
        products = jnp.einsum("bfd,bgd->bfg", features, features).reshape(dense.shape[0], -1)
        logits = jax.nn.relu(jnp.concatenate([bottom, products], 1) @ weights["top"]) @ weights["out"]
        return optax.sigmoid_binary_cross_entropy(logits[:, 0], wanted).mean()

    weights = {
        "tables": [devices.input((16384, 64), ("model",))] * 6,
        "bottom": devices.input((32, 64)),
        "top": devices.input((64 + 49, 512), (None, "model")),
        "out": devices.input((512, 1), ("model",)),
    }
    batch = devices.input((4096, 32), ("data",)), devices.input((4096, 6), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, *batch, devices.input((4096,), ("data",)))


@recorded
def x02_gnn() -> Any:
    """The gradient of three rounds of messages along the edges of a graph; the edges are split."""
    devices = Devices(x=8)

    def loss(layers: Any, nodes: Any, senders: Any, receivers: Any) -> Any:
        for own, other in layers:
            messages = jax.nn.silu(nodes[senders] @ other)
            nodes = jax.nn.relu(nodes @ own + jax.ops.segment_sum(messages, receivers, nodes.shape[0]))
        return jnp.mean(nodes**2)

    layers = [(devices.input((64, 64)), devices.input((64, 64)))] * 3
    edges = devices.input((32768,), ("x",), jnp.int32)
    return jax.jit(jax.grad(loss)).lower(layers, devices.input((4096, 64)), edges, edges)


@recorded
def x03_state_space() -> Any:
    """A step of training of a diagonal state space model, scanned over time, the channels split."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, x: Any) -> Any:
        inner = x @ weights["in"]
        decay = jnp.exp(-jax.nn.softplus(weights["a"]))

        def cell(state: Any, now: Any) -> Any:
            state = state * decay + now[..., None] * weights["b"]
            return state, (state * weights["c"]).sum(-1)

        start = jnp.zeros((x.shape[0], 256, 8))
        _, found = lax.scan(cell, start, inner.transpose(1, 0, 2))
        return jnp.mean((jax.nn.silu(found.transpose(1, 0, 2)) @ weights["out"] - x) ** 2)

    state = devices.input((256, 8), ("model",))
    weights = {"a": state, "b": state, "c": state}
    weights |= {"in": devices.input((128, 256), (None, "model")), "out": devices.input((256, 128), ("model",))}
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, devices.input((16, 128, 128), ("data",)))


@recorded
def x04_sample_until_end() -> Any:
    """Tokens until all sequences have ended: a loop of unknown length."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, tokens: Any, key: Any) -> Any:
        def going(carry: Any) -> Any:
            _, _, ended, place, _ = carry
            return ~jnp.all(ended) & (place < tokens.shape[1])

        def one(carry: Any) -> Any:
            tokens, state, ended, place, key = carry
            key, now = jax.random.split(key)
            last = lax.dynamic_slice_in_dim(tokens, place - 1, 1, 1)[:, 0]
            state = jnp.tanh(weights["e"][last] + state @ weights["r"])
            chosen = jax.random.categorical(now, (state @ weights["e"].T) / 0.7)
            chosen = jnp.where(ended, 0, chosen).astype(jnp.int32)
            tokens = lax.dynamic_update_slice(tokens, chosen[:, None], (0, place))
            return tokens, state, ended | (chosen == 1), place + 1, key

        start = jnp.zeros((tokens.shape[0], 256)), jnp.zeros(tokens.shape[0], bool), 1
        return lax.while_loop(going, one, (tokens, *start, key))[0]

    weights = {"e": devices.input((8192, 256), ("model",)), "r": devices.input((256, 256))}
    tokens = devices.input((64, 128), ("data",), jnp.int32)
    return jax.jit(f, donate_argnums=1).lower(weights, tokens, key_of_random_numbers())


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
def x06_fft_convolution() -> Any:
    """A long convolution by Fourier transforms along a split sequence."""
    devices = Devices(x=8)

    def f(x: Any, kernel: Any) -> Any:
        length = 2 * x.shape[-1]
        product = jnp.fft.rfft(x, length) * jnp.fft.rfft(kernel, length)
        return jnp.fft.irfft(product, length)[..., : x.shape[-1]] + x

    return jax.jit(f).lower(devices.input((32, 8192), (None, "x")), devices.input((1, 8192)))


@recorded
def x07_decompositions() -> Any:
    """Custom calls: factors and eigenvalues of many matrices, the batch split, and a solution."""
    devices = Devices(x=8)

    def f(matrices: Any, wanted: Any) -> Any:
        squares = matrices @ matrices.transpose(0, 2, 1) + 1e-3 * jnp.eye(64)
        q, r = jnp.linalg.qr(matrices)
        factor = jnp.linalg.cholesky(squares)
        found = jax.scipy.linalg.solve_triangular(factor, wanted, lower=True)
        return q @ r, jnp.linalg.eigvalsh(squares), found

    return jax.jit(f).lower(devices.input((64, 64, 64), ("x",)), devices.input((64, 64, 32), ("x",)))


@recorded
def x08_int8_weights(half: Any = jnp.bfloat16) -> Any:
    """Four layers whose weights are integers of 8 bits with a scale for each column."""
    devices = Devices(data=2, model=4)

    def f(layers: Any, x: Any) -> Any:
        for up, up_scale, down, down_scale in layers:
            h = jax.nn.silu(x @ (up.astype(half) * up_scale))
            x = x + h @ (down.astype(half) * down_scale)
        return x

    layer = (
        devices.input((512, 2048), (None, "model"), jnp.int8),
        devices.input((2048,), ("model",), half),
        devices.input((2048, 512), ("model",), jnp.int8),
        devices.input((512,), (), half),
    )
    return jax.jit(f).lower([layer] * 4, devices.input((256, 512), ("data",), half))


def _optimized(optimizer: Any, donated: bool = True) -> Any:
    """Returns a step of training of two blocks, scanned, with that optimizer."""
    devices = Devices(fsdp=4, model=2)

    def step(weights: Any, state: Any, x: Any) -> Any:
        def loss(weights: Any) -> Any:
            return jnp.mean(lax.scan(lambda x, each: (block(each, x), None), x, weights)[0] ** 2)

        value, gradients = jax.value_and_grad(loss)(weights)
        updates, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    weights = stacked(devices, 4, block_weights(devices))
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    jitted = jax.jit(step, donate_argnums=(0, 1) if donated else ())
    return jitted.lower(weights, state, devices.input((8, 64, 256), ("fsdp",)))


@recorded
def x09_adamw() -> Any:
    """A step of AdamW with a schedule and clipped gradients."""
    schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 100, 1000)
    return _optimized(optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule)))


@recorded
def x10_adafactor() -> Any:
    """A step of Adafactor, whose state has sums of rows and columns."""
    return _optimized(optax.adafactor(1e-3))


@recorded
def x11_lion() -> Any:
    """A step of Lion; weights and state are not donated."""
    return _optimized(optax.lion(1e-4), donated=False)


@recorded
def x12_decode_sequence(half: Any = jnp.bfloat16) -> Any:
    """One token with a cache of keys and values that is split along the sequence."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, keys: Any, values: Any, x: Any, position: Any) -> Any:
        query, key, value = (jnp.einsum("bd,dhe->bhe", x, weights[name]) for name in "qkv")
        keys = lax.dynamic_update_slice(keys, key[:, None], (0, position, 0, 0))
        values = lax.dynamic_update_slice(values, value[:, None], (0, position, 0, 0))
        scores = jnp.einsum("bhe,bshe->bhs", query, keys) / 6
        scores = jnp.where(jnp.arange(keys.shape[1]) <= position, scores, -1e9)
        likelihoods = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(half)
        return keys, values, x + jnp.einsum("bhs,bshe,hed->bd", likelihoods, values, weights["o"])

    weights = {name: devices.input((256, 8, 32), (), half) for name in "qkv"}
    weights["o"] = devices.input((8, 32, 256), (), half)
    cache = devices.input((8, 2048, 8, 32), ("data", "model"), half)
    token = devices.input((8, 256), ("data",), half), devices.input((), (), jnp.int32)
    return jax.jit(f, donate_argnums=(1, 2)).lower(weights, cache, cache, *token)


@recorded
def x13_ring_attention() -> Any:
    """Attention over a split sequence, whose keys and values go round the devices."""
    devices = Devices(sequence=8)
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
def x15_vit() -> Any:
    """A step of training of a vision transformer: patches, two blocks, a class."""
    devices = Devices(data=4, model=2)

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        batch, size, _, channels = images.shape
        side = size // 8
        patches = images.reshape(batch, side, 8, side, 8, channels).transpose(0, 1, 3, 2, 4, 5)
        x = patches.reshape(batch, side * side, 64 * channels) @ weights["p"] + weights["places"]
        for layer in weights["l"]:
            x = block(layer, x)
        logits = normalized(x).mean(1) @ weights["c"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()

    weights = {
        "p": devices.input((192, 256)),
        "places": devices.input((64, 256)),
        "l": [block_weights(devices)] * 2,
        "c": devices.input((256, 100), (None, "model")),
    }
    batch = devices.input((32, 64, 64, 3), ("data",)), devices.input((32,), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, *batch)


@recorded
def x16_unet() -> Any:
    """The gradient of a U-Net with a time of diffusion: two levels down and up, joined."""
    devices = Devices(data=8)

    def loss(w: Any, images: Any, noise: Any, time: Any) -> Any:
        angles = time[:, None] * jnp.arange(1, 33)
        x = convolved(images + noise * time[:, None, None, None], w["in"])
        x = x + (jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], 1) @ w["time"])[:, None, None]
        first = jax.nn.silu(convolved(x, w["a"]))
        second = jax.nn.silu(convolved(first, w["b"], 2))
        third = jax.nn.silu(convolved(second, w["c"], 2))
        large = jax.image.resize(third, second.shape[:3] + third.shape[3:], "nearest")
        x = jax.nn.silu(convolved(jnp.concatenate([large, second], -1), w["d"]))
        large = jax.image.resize(x, first.shape[:3] + x.shape[3:], "nearest")
        x = convolved(jnp.concatenate([large, first], -1), w["e"])
        return jnp.mean((x - noise) ** 2)

    shapes = {"in": (3, 32), "a": (32, 32), "b": (32, 64), "c": (64, 128), "d": (192, 64), "e": (96, 3)}
    weights = {name: devices.input((3, 3, *shape)) for name, shape in shapes.items()}
    weights["time"] = devices.input((64, 32))
    images = devices.input((16, 64, 64, 3), ("data",))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, images, images, devices.input((16,), ("data",)))


@recorded
def x17_beam_search() -> Any:
    """Sixteen steps of a beam search: the best of all continuations, and the states that belong to them."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, state: Any, tokens: Any) -> Any:
        width, vocabulary = 4, 4096

        def step(carry: Any, _: Any) -> Any:
            state, tokens, scores = carry
            state = jnp.tanh(weights["e"][tokens] + state @ weights["r"])
            found = jax.nn.log_softmax(state @ weights["e"].T) + scores[..., None]
            scores, places = lax.top_k(found.reshape(found.shape[0], -1), width)
            beams, tokens = places // vocabulary, places % vocabulary
            state = jnp.take_along_axis(state, beams[..., None], 1)
            return (state, tokens, scores), (tokens, beams)

        start = state, tokens, jnp.zeros(tokens.shape)
        return lax.scan(step, start, None, length=16)

    weights = {"e": devices.input((4096, 256), ("model",)), "r": devices.input((256, 256))}
    return jax.jit(f).lower(
        weights, devices.input((32, 4, 256), ("data",)), devices.input((32, 4), ("data",), jnp.int32)
    )


@recorded
def x18_half_training(half: Any = jnp.bfloat16) -> Any:
    """A step of training with 16-bit weights and activations, whose optimizer has weights of 32 bits."""
    devices = Devices(data=2, model=4)

    def step(main: Any, momentum: Any, x: Any, wanted: Any) -> Any:
        def loss(main: Any) -> Any:
            up, down = (weight.astype(half) for weight in main)
            found = jax.nn.gelu(x @ up) @ down
            return jnp.mean((found - wanted).astype(jnp.float32) ** 2)

        value, gradients = jax.value_and_grad(loss)(main)
        momentum = jax.tree.map(lambda a, b: 0.9 * a + b, momentum, gradients)
        return jax.tree.map(lambda a, b: a - 0.1 * b, main, momentum), momentum, value

    main = [devices.input((512, 2048), (None, "model")), devices.input((2048, 512), ("model",))]
    batch = devices.input((1024, 512), ("data",), half)
    return jax.jit(step, donate_argnums=(0, 1)).lower(main, main, batch, batch)


@recorded
def x19_gqa_prefill() -> Any:
    """A prompt through grouped-query attention with rotated positions, which fills the caches."""
    devices = Devices(data=2, model=4)

    def rotated(x: Any) -> Any:
        half = x.shape[-1] // 2
        angles = jnp.arange(x.shape[1])[:, None] * 10000.0 ** (-jnp.arange(half) / half)
        a, b = x[..., :half], x[..., half:]
        sine, cosine = jnp.sin(angles)[:, None], jnp.cos(angles)[:, None]
        return jnp.concatenate([a * cosine - b * sine, a * sine + b * cosine], -1)

    def f(weights: Any, keys: Any, values: Any, x: Any) -> Any:
        query = rotated(jnp.einsum("bsd,dhe->bshe", x, weights["q"]))
        key = rotated(jnp.einsum("bsd,dge->bsge", x, weights["k"]))
        value = jnp.einsum("bsd,dge->bsge", x, weights["v"])
        grouped = query.reshape(*query.shape[:2], key.shape[2], -1, query.shape[-1])
        scores = jnp.einsum("bsgre,btge->bgrst", grouped, key) / 6
        causal = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
        likelihoods = jax.nn.softmax(jnp.where(causal, scores, -1e9), -1)
        found = jnp.einsum("bgrst,btge->bsgre", likelihoods, value).reshape(query.shape)
        keys = lax.dynamic_update_slice(keys, key, (0, 0, 0, 0))
        values = lax.dynamic_update_slice(values, value, (0, 0, 0, 0))
        return keys, values, x + jnp.einsum("bshe,hed->bsd", found, weights["o"])

    weights = attention_weights(devices)
    weights["k"] = weights["v"] = devices.input((256, 4, 32), (None, "model"))
    cache = devices.input((4, 1024, 4, 32), ("data", None, "model"))
    x = devices.input((4, 256, 256), ("data",))
    return jax.jit(f, donate_argnums=(1, 2)).lower(weights, cache, cache, x)
