"""Images, generative models, and the generation of text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    attention_weights,
    block,
    block_weights,
    convolved,
    key_of_random_numbers,
    normalized,
    recorded,
    stacked,
    step_of,
    trained,
    updated,
)
from tools.jax_programs.lowering import Devices

# Networks of images, video and speech.


@recorded(x=8)
def u05_cnn_dp(devices: Devices) -> Any:
    """A step with momentum of a convolutional network, the batch split."""

    def step(weights: Any, momentum: Any, images: Any, wanted: Any) -> Any:
        def loss(weights: Any) -> Any:
            x = images
            for number, kernel in enumerate(weights["c"]):
                x = convolved(x, kernel, 2 if number % 2 else 1)
                x = jax.nn.relu(x - x.mean((0, 1, 2)))
            return optax.softmax_cross_entropy_with_integer_labels(x.mean((1, 2)) @ weights["d"], wanted).mean()

        value, gradients = jax.value_and_grad(loss)(weights)
        momentum = jax.tree.map(lambda a, b: 0.9 * a + b, momentum, gradients)
        return jax.tree.map(lambda a, b: a - 0.1 * b, weights, momentum), momentum, value

    channels = (3, 32), (32, 64), (64, 64), (64, 128)
    weights = {"c": [devices.input((3, 3, *each)) for each in channels], "d": devices.input((128, 10))}
    batch = devices.input((64, 32, 32, 3), ("x",)), devices.input((64,), ("x",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, weights, *batch)


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


@recorded(x=8)
def v12_image(devices: Devices) -> Any:
    """Images that are enlarged, blurred and normalized."""

    def f(images: Any) -> Any:
        large = jax.image.resize(images, (16, 192, 192, 3), "linear")
        blurred = convolved(large, jnp.ones((5, 5, 1, 3)) / 25, groups=3)
        spread = large.std((1, 2), keepdims=True) + 1e-3
        return jnp.clip((blurred - large.mean((1, 2), keepdims=True)) / spread, -2, 2)

    return jax.jit(f).lower(devices.input((16, 128, 128, 3), ("x",)))


@recorded(x=8)
def w10_video(devices: Devices) -> Any:
    """The gradient of convolutions over time and space of videos, the batch split."""

    def loss(kernels: Any, videos: Any) -> Any:
        x = videos
        for kernel in kernels:
            order = ("NDHWC", "DHWIO", "NDHWC")
            x = jax.nn.silu(lax.conv_general_dilated(x, kernel, (1, 2, 2), "SAME", dimension_numbers=order))
        pooled = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 2, 1), (1, 2, 2, 2, 1), "VALID")
        return jnp.mean(jnp.square(pooled))

    kernels = [devices.input((3, 3, 3, *each)) for each in ((3, 16), (16, 32))]
    return jax.jit(jax.value_and_grad(loss)).lower(kernels, devices.input((8, 8, 48, 48, 3), ("x",)))


def _scaled(x: Any, scale: Any) -> Any:
    """Returns the batch normalization of images."""
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale


@recorded(data=8)
def w19_residual_net(devices: Devices) -> Any:
    """A step of momentum of a residual convolutional net with batch normalization; the batch is split."""

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        x = jax.nn.relu(convolved(images, weights["stem"], 2))
        for number, (first, second, scale, short) in enumerate(weights["blocks"]):
            stride = 2 if number else 1
            inner = jax.nn.relu(_scaled(convolved(x, first, stride), scale))
            x = jax.nn.relu(_scaled(convolved(inner, second), scale) + convolved(x, short, stride))
        logits = x.mean((1, 2)) @ weights["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()

    blocks = []
    for inside, outside in ((32, 32), (32, 64), (64, 128)):
        kernels = (3, 3, inside, outside), (3, 3, outside, outside), (outside,), (1, 1, inside, outside)
        blocks.append(tuple([devices.input(shape) for shape in kernels]))
    weights = {"stem": devices.input((3, 3, 3, 32)), "blocks": blocks, "head": devices.input((128, 100))}
    batch = devices.input((64, 64, 64, 3), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return updated(optax.sgd(0.1, momentum=0.9), loss, devices, weights, *batch)


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


@recorded(data=8)
def z04_convolutional_autoencoder(devices: Devices) -> Any:
    """A step of an autoencoder of images with strides down and transposed convolutions up, with RMSprop."""
    order = ("NHWC", "HWIO", "NHWC")

    def rebuilt(weights: Any, x: Any) -> Any:
        for kernel, bias in weights["down"]:
            x = jax.nn.leaky_relu(lax.conv_general_dilated(x, kernel, (2, 2), "SAME", dimension_numbers=order) + bias)
        for kernel, bias in weights["up"]:
            x = jax.nn.leaky_relu(lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=order) + bias)
        return jax.nn.sigmoid(x)

    def loss(weights: Any, images: Any) -> Any:
        return jnp.abs(rebuilt(weights, images) - images).mean()

    def layers(*channels: int) -> Any:
        return [(devices.input((4, 4, *pair)), devices.input(pair[1:])) for pair in pairwise(channels)]

    weights = {"down": layers(3, 32, 64, 128), "up": layers(128, 64, 32, 3)}
    return updated(optax.rmsprop(1e-3), loss, devices, weights, devices.input((64, 64, 64, 3), ("data",)))


@recorded(data=8)
def z15_speech(devices: Devices) -> Any:
    """A step of a recognizer of speech: convolutions with strides in time, a block, and a loss over all alignments."""

    def loss(weights: Any, sound: Any, labels: Any) -> Any:
        x = sound
        for kernel in weights["convs"]:
            x = lax.conv_general_dilated(x, kernel, (2,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"))
            x = jax.nn.gelu(x)
        x = block(weights["block"], x)
        logits = normalized(x) @ weights["head"]
        silent = jnp.zeros(logits.shape[:2])
        return optax.ctc_loss(logits, silent, labels, jnp.zeros(labels.shape)).mean()

    whole = {name: devices.input(each.shape) for name, each in block_weights(Devices(model=8)).items()}
    weights = {"convs": [devices.input((3, 80, 256)), devices.input((3, 256, 256))], "block": whole}
    weights["head"] = devices.input((256, 64))
    sound, labels = devices.input((32, 512, 80), ("data",)), devices.input((32, 32), ("data",), jnp.int32)
    return trained(loss, weights, sound, labels)


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


@recorded(x=8)
def v06_flow(devices: Devices) -> Any:
    """A step of training of a normalizing flow: eight couplings, scanned and computed again backwards."""

    def loss(layers: Any, x: Any) -> Any:
        @jax.checkpoint
        def coupling(carry: Any, weights: Any) -> Any:
            z, determinant = carry
            a, b = jnp.split(z, 2, -1)
            h = jnp.tanh(a @ weights["i"])
            scale = jnp.tanh(h @ weights["s"])
            b = b * jnp.exp(scale) + h @ weights["t"]
            return (jnp.concatenate([b, a], -1), determinant + scale.sum(-1)), None

        (z, determinant), _ = lax.scan(coupling, (x, jnp.zeros(x.shape[0])), layers)
        return jnp.mean(0.5 * jnp.square(z).sum(-1) - determinant)

    layers = devices.named("i:8x64x256 s:8x256x64 t:8x256x64")
    return trained(loss, layers, devices.input((16384, 128), ("x",)))


@recorded(x=8)
def w04_gan(devices: Devices) -> Any:
    """A step of a generator against a critic, with transposed convolutions and a penalty on gradients."""

    def made(weights: Any, z: Any) -> Any:
        x = jax.nn.relu(z @ weights["z"]).reshape(z.shape[0], 8, 8, 64)
        for kernel in weights["g"]:
            order = ("NHWC", "HWIO", "NHWC")
            x = jnp.tanh(lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=order))
        return x

    def critic(weights: Any, x: Any) -> Any:
        for kernel in weights["c"]:
            x = jax.nn.leaky_relu(convolved(x, kernel, 2))
        return x.mean((1, 2)) @ weights["o"]

    def loss(weights: Any, images: Any, z: Any) -> Any:
        false = made(weights, z)
        slopes = jax.grad(lambda x: critic(weights, x).sum())(images)
        penalty = jnp.mean((jnp.sqrt(jnp.square(slopes).sum((1, 2, 3)) + 1e-6) - 1) ** 2)
        return critic(weights, false).mean() - critic(weights, images).mean() + 10 * penalty

    weights = {
        "z": devices.input((128, 8 * 8 * 64)),
        "g": [devices.input((4, 4, 64, 32)), devices.input((4, 4, 32, 3))],
        "c": [devices.input((3, 3, 3, 32)), devices.input((3, 3, 32, 64))],
        "o": devices.input((64, 1)),
    }
    batch = devices.input((64, 32, 32, 3), ("x",)), devices.input((64, 128), ("x",))
    return trained(loss, weights, *batch)


@recorded(data=2, model=4)
def w14_vector_quantized(devices: Devices) -> Any:
    """A step of training of an autoencoder with a split codebook: the nearest code of each pixel."""

    def loss(w: Any, images: Any) -> Any:
        z = convolved(jax.nn.relu(convolved(images, w["a"], 2)), w["b"], 2)
        distances = jnp.square(w["codes"]).sum(1) - 2 * z @ w["codes"].T
        found = w["codes"][jnp.argmin(distances, -1)]
        straight = z + lax.stop_gradient(found - z)
        large = jax.image.resize(straight, (*images.shape[:3], z.shape[-1]), "bilinear")
        back = convolved(large, w["c"])
        commitment = jnp.mean((found - lax.stop_gradient(z)) ** 2) + jnp.mean((lax.stop_gradient(found) - z) ** 2)
        return jnp.mean((back - images) ** 2) + commitment

    weights = devices.named("a:3x3x3x32 b:3x3x32x64 c:3x3x64x3 codes:1024x64@model")
    images = devices.input((16, 64, 64, 3), ("data",))
    return trained(loss, weights, images)


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


@recorded(data=8)
def z06_score_matching(devices: Devices) -> Any:
    """A step of denoising sequences with convolutions in one dimension, and a slow copy of the weights."""

    def conv(x: Any, kernel: Any) -> Any:
        return lax.conv_general_dilated(x, kernel, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"))

    def loss(weights: Any, x: Any, key: Any) -> Any:
        when, noise = jax.random.split(key)
        t = jax.random.uniform(when, (x.shape[0], 1, 1))
        added = jax.random.normal(noise, x.shape)
        waves = jnp.sin(t * 2.0 ** jnp.arange(64))
        h = conv(jnp.sqrt(1 - t) * x + jnp.sqrt(t) * added, weights["in"]) + waves @ weights["time"]
        for kernel, mixed in weights["blocks"]:
            h = h + jax.nn.silu(conv(normalized(h), kernel)) @ mixed
        return jnp.mean((h @ weights["out"] - added) ** 2)

    def step(weights: Any, slow: Any, x: Any, key: Any) -> Any:
        weights, value = step_of(loss)(weights, x, key)
        return weights, jax.tree.map(lambda new, old: 0.999 * old + 0.001 * new, weights, slow), value

    weights = {"in": devices.input((5, 16, 128)), "time": devices.input((64, 128)), "out": devices.input((128, 16))}
    weights["blocks"] = [(devices.input((5, 128, 256)), devices.input((256, 128)))] * 4
    key = key_of_random_numbers()
    x = devices.input((64, 256, 16), ("data",))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, weights, x, key)


# Tokens one after the other: caches, beams, guesses, pages.


@recorded(data=2, model=4)
def u14_decode(devices: Devices) -> Any:
    """One token of two layers, with a cache that is split by batch and heads."""

    def f(weights: Any, keys: Any, values: Any, x: Any, position: Any) -> Any:
        for layer in range(2):
            query, key, value = (jnp.einsum("bd,dhe->bhe", x, weights[name]) for name in "qkv")
            keys = lax.dynamic_update_slice(keys, key[None, :, None], (layer, 0, position, 0, 0))
            values = lax.dynamic_update_slice(values, value[None, :, None], (layer, 0, position, 0, 0))
            scores = jnp.einsum("bhe,bshe->bhs", query, keys[layer])
            scores = jnp.where(jnp.arange(keys.shape[2]) <= position, scores, -1e9)
            x = x + jnp.einsum("bhs,bshe,hed->bd", jax.nn.softmax(scores), values[layer], weights["o"])
        return keys, values, x

    cache = devices.input((2, 16, 512, 8, 32), (None, "data", None, "model"))
    token = devices.input((16, 256), ("data",)), devices.input((), (), jnp.int32)
    return jax.jit(f, donate_argnums=(1, 2)).lower(attention_weights(devices), cache, cache, *token)


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
def x12_decode_sequence(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """One token with a cache of keys and values that is split along the sequence."""

    def f(weights: Any, keys: Any, values: Any, x: Any, position: Any) -> Any:
        query, key, value = (jnp.einsum("bd,dhe->bhe", x, weights[name]) for name in "qkv")
        keys = lax.dynamic_update_slice(keys, key[:, None], (0, position, 0, 0))
        values = lax.dynamic_update_slice(values, value[:, None], (0, position, 0, 0))
        scores = jnp.einsum("bhe,bshe->bhs", query, keys) / 6
        scores = jnp.where(jnp.arange(keys.shape[1]) <= position, scores, -1e9)
        likelihoods = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(half)
        return keys, values, x + jnp.einsum("bhs,bshe,hed->bd", likelihoods, values, weights["o"])

    weights = devices.named("q:256x8x32 k:256x8x32 v:256x8x32 o:8x32x256", half)
    cache = devices.input((8, 2048, 8, 32), ("data", "model"), half)
    token = devices.input((8, 256), ("data",), half), devices.input((), (), jnp.int32)
    return jax.jit(f, donate_argnums=(1, 2)).lower(weights, cache, cache, *token)


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
