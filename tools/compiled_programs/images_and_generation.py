"""Images, generative models, and the generation of text."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    attention_weights,
    block_weights,
    convolved,
    key_of_random_numbers,
    normalized,
    recorded,
    stacked,
    step_of,
    trained,
)
from tools.jax_programs.lowering import Devices

# Networks of images, video and speech.


@recorded(x=8)
def v03_sepconv(devices: Devices) -> Any:
    """A step of training of a depthwise-separable network, with batch normalization and pooling."""

    def loss(layers: Any, x: Any) -> Any:
        for kernel, weight in layers:
            x = convolved(x, kernel, groups=x.shape[-1]) @ weight
            mean = x.mean((0, 1, 2))
            variance = jnp.square(x - mean).mean((0, 1, 2))
            x = jax.nn.relu((x - mean) * lax.rsqrt(variance + 1e-5))
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return jnp.mean(jnp.square(x))

    layers = [(devices.input((3, 3, 1, size)), devices.input((size, 2 * size))) for size in (16, 32)]
    return trained(loss, layers, devices.input((32, 64, 64, 16), ("x",)))


def _scaled(x: Any, scale: Any) -> Any:
    """Returns the batch normalization of images."""
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale


@recorded(data=8)
def x16_unet(devices: Devices) -> Any:
    """The gradient of a U-Net with a time of diffusion: two levels down and up, joined."""

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

    kernels = "in:3x3x3x32 a:3x3x32x32 b:3x3x32x64 c:3x3x64x128 d:3x3x192x64 e:3x3x96x3"
    weights = devices.named(f"{kernels} time:64x32")
    images = devices.input((16, 64, 64, 3), ("data",))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, images, images, devices.input((16,), ("data",)))


@recorded(data=8)
def y03_batch_normalization(devices: Devices) -> Any:
    """A step of a small residual network whose batch normalization takes means over all devices."""

    def loss(weights: Any, images: Any, labels: Any) -> Any:
        x = convolved(images, weights["stem"], 2)
        for first, second, scale in weights["blocks"]:
            inner = jax.nn.relu(_scaled(convolved(x, first), scale))
            x = x + _scaled(convolved(inner, second), scale)
        logits = x.mean((1, 2)) @ weights["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    kernel, scale = devices.input((3, 3, 32, 32)), devices.input((32,))
    weights = {"stem": devices.input((7, 7, 3, 32)), "blocks": [(kernel, kernel, scale)] * 3}
    weights["head"] = devices.input((32, 100))
    images, labels = devices.input((64, 64, 64, 3), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return trained(loss, weights, images, labels)


# Models that generate: autoencoders, flows, diffusion, adversaries.


@recorded(x=8)
def u08_vae(devices: Devices) -> Any:
    """A step of training of a variational autoencoder, with random numbers."""

    def loss(weights: Any, x: Any, key: Any) -> Any:
        h = jax.nn.softplus(x @ weights["e"])
        mean, logs = h @ weights["m"], h @ weights["v"]
        z = mean + jnp.exp(0.5 * logs) * jax.random.normal(key, mean.shape)
        found = jax.nn.sigmoid(jnp.tanh(z @ weights["d"]) @ weights["o"])
        return jnp.mean((found - x) ** 2) - 0.5 * jnp.mean(1 + logs - mean**2 - jnp.exp(logs))

    weights = devices.named("e:784x512 m:512x256 v:512x256 d:256x512 o:512x784")
    return jax.jit(step_of(loss)).lower(weights, devices.input((4096, 784), ("x",)), key_of_random_numbers())


@recorded(data=2, model=4)
def u12_sampler(devices: Devices) -> Any:
    """Twenty steps of a diffusion sampler."""

    def f(weights: Any, x: Any, key: Any) -> Any:
        def step(_: Any, carry: Any) -> Any:
            x, key = carry
            key, now = jax.random.split(key)
            noise = jax.nn.silu(x @ weights["a"]) @ weights["b"]
            return x - 0.1 * noise + 0.01 * jax.random.normal(now, x.shape), key

        return lax.fori_loop(0, 20, step, (x, key))[0]

    weights = {"a": devices.input((512, 2048), (None, "model")), "b": devices.input((2048, 512), ("model",))}
    x = devices.input((2048, 512), ("data",))
    return jax.jit(f, donate_argnums=1).lower(weights, x, key_of_random_numbers())


@recorded(data=4, model=2)
def w20_diffusion_steps(devices: Devices) -> Any:
    """Twenty steps of a diffusion sampler with a small attention net, with noise from a key."""

    def f(weights: Any, key: Any, x: Any) -> Any:
        def net(x: Any, time: Any) -> Any:
            h = normalized(x) + jnp.sin(time * jnp.arange(256))
            query, keys, value = (jnp.einsum("bsd,dhe->bhse", h, weights[name]) for name in "qkv")
            likelihoods = jax.nn.softmax(jnp.einsum("bhse,bhte->bhst", query, keys) / 6, -1)
            return x + jnp.einsum("bhst,bhte,hed->bsd", likelihoods, value, weights["o"])

        def step(carry: Any, time: Any) -> Any:
            x, key = carry
            key, other = jax.random.split(key)
            noise = jax.random.normal(other, x.shape)
            return (x - 0.05 * net(x, time) + 0.01 * noise, key), None

        return lax.scan(step, (x, key), jnp.arange(20.0))[0][0]

    x = devices.input((16, 192, 256), ("data",))
    return jax.jit(f, donate_argnums=2).lower(attention_weights(devices), key_of_random_numbers(), x)


# Tokens one after the other: caches, beams, guesses, pages.


@recorded(data=2, model=4)
def w12_speculative_decoding(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """Tokens guessed by a small model and accepted by a large one, until a length is reached."""

    def logits(w: Any, tokens: Any) -> Any:
        h = w["e"][tokens]
        h = h + jax.nn.silu(h @ w["u"]) @ w["d"]
        return (h @ w["e"].T).astype(jnp.float32)

    def f(small: Any, large: Any, tokens: Any, key: Any) -> Any:
        def guess(last: Any, key: Any) -> Any:
            chosen = jax.random.categorical(key, logits(small, last))
            return chosen, chosen

        def one(carry: Any) -> Any:
            tokens, place, key = carry
            key, now = jax.random.split(key)
            last = lax.dynamic_index_in_dim(tokens, place, 1, keepdims=False)
            _, guessed = lax.scan(guess, last, jax.random.split(now, 4))
            wanted = jnp.argmax(logits(large, guessed), -1)
            accepted = jnp.cumprod((wanted == guessed).astype(jnp.int32), 0)
            kept = jnp.where(accepted == 1, guessed, wanted).astype(tokens.dtype).T
            tokens = lax.dynamic_update_slice(tokens, kept, (0, place + 1))
            return tokens, place + 1 + accepted.sum(0).min(), key

        return lax.while_loop(lambda carry: carry[1] < 120, one, (tokens, 0, key))[0]

    def model(width: int) -> Any:
        return devices.named(f"e:4096x{width}@model u:{width}x{4 * width}@,model d:{4 * width}x{width}@model", half)

    tokens = devices.input((64, 128), ("data",), jnp.int32)
    return jax.jit(f, donate_argnums=2).lower(model(64), model(256), tokens, key_of_random_numbers())


@recorded(data=2, model=4)
def x04_sample_until_end(devices: Devices) -> Any:
    """Tokens until all sequences have ended: a loop of unknown length."""

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


@recorded(data=2, model=4)
def x17_beam_search(devices: Devices) -> Any:
    """Sixteen steps of a beam search: the best of all continuations, and the states that belong to them."""

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


@recorded(data=2, model=4)
def x19_gqa_prefill(devices: Devices) -> Any:
    """A prompt through grouped-query attention with rotated positions, which fills the caches."""

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


@recorded(data=4, model=2)
def y02_cached_decoding(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """One token for 32 sequences: a scan over eight layers, each with a cache of eight heads, which it updates."""

    def step(weights: Any, cache: Any, tokens: Any, place: Any) -> Any:
        def layer(x: Any, given: Any) -> Any:
            w, keys, values = given
            h = normalized(x)
            query = jnp.einsum("bd,dgre->bgre", h, w["q"])
            keys = lax.dynamic_update_slice_in_dim(keys, jnp.einsum("bd,dge->bge", h, w["k"])[:, None], place, 1)
            values = lax.dynamic_update_slice_in_dim(values, jnp.einsum("bd,dge->bge", h, w["v"])[:, None], place, 1)
            scores = jnp.einsum("bgre,btge->bgrt", query, keys).astype(jnp.float32)
            scores = jnp.where(jnp.arange(keys.shape[1]) <= place, scores, -1e9)
            mixed = jnp.einsum("bgrt,btge->bgre", jax.nn.softmax(scores).astype(half), values)
            x = x + jnp.einsum("bgre,gred->bd", mixed, w["o"])
            return x + jax.nn.silu(normalized(x) @ w["u"]) @ w["d"], (keys, values)

        x, cache = lax.scan(layer, weights["table"][tokens], (weights["layers"], *cache))
        return jnp.argmax(x @ weights["table"].T, -1), cache

    products = "q:512x4x2x64@,model k:512x4x64@,model v:512x4x64@,model o:4x2x64x512@model"
    layer = devices.named(f"{products} u:512x2048@,model d:2048x512@model", half)
    weights = {"table": devices.input((16384, 512), ("model",), half), "layers": stacked(devices, 8, layer)}
    cache = (devices.input((8, 32, 512, 4, 64), (None, "data", None, "model"), half),) * 2
    arguments = weights, cache, devices.input((32,), ("data",), jnp.int32), devices.input((), (), jnp.int32)
    return jax.jit(step, donate_argnums=1).lower(*arguments)


@recorded(model=8)
def z07_paged_decoding(devices: Devices) -> Any:
    """One token for 64 sequences whose keys and values are in pages, found by a table, the heads split."""

    def step(weights: Any, pages: Any, table: Any, lengths: Any, x: Any) -> Any:
        written = []
        for w, (keys, values) in zip(weights, pages, strict=True):
            h = normalized(x)
            query, key, value = (jnp.einsum("bd,dhe->bhe", h, w[name]) for name in "qkv")
            page = jnp.take_along_axis(table, lengths[:, None] // 16, 1)[:, 0]
            keys = keys.at[page, lengths % 16].set(key)
            values = values.at[page, lengths % 16].set(value)
            near, held = (each[table].reshape(x.shape[0], -1, *each.shape[2:]) for each in (keys, values))
            scores = jnp.einsum("bhe,bthe->bht", query, near) / 6.0
            seen = jnp.arange(near.shape[1]) <= lengths[:, None]
            likelihoods = jax.nn.softmax(jnp.where(seen[:, None], scores, -1e9))
            x = x + jnp.einsum("bht,bthe,hed->bd", likelihoods, held, w["o"])
            x = x + jax.nn.relu(normalized(x) @ w["u"]) @ w["d"]
            written.append((keys, values))
        return x, written

    page = devices.input((512, 16, 8, 32), (None, None, "model"))
    table, lengths = devices.input((64, 8), (), jnp.int32), devices.input((64,), (), jnp.int32)
    arguments = [block_weights(devices)] * 3, [(page, page)] * 3, table, lengths, devices.input((64, 256))
    return jax.jit(step, donate_argnums=1).lower(*arguments)
