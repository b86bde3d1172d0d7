"""Models of images, sound, graphs and users of real size, compiled when the rules of the model of memory were there."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.jax_programs.lowering import Devices
from tools.large_programs.table import (
    HALF,
    attended,
    cast,
    convolved,
    cross_entropy,
    entered,
    everywhere,
    layer_norm,
    layer_of_encoder,
    layer_weights,
    like,
    stacked,
    through,
    updated,
    with_rotary,
)


@entered(data=8)
def depthwise_network(devices: Devices) -> Any:
    """AdamW of depthwise convolutions of 7 × 7 and wide networks, as ConvNeXt has them."""

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        weights = cast(weights)
        x = images
        for stage in weights["stages"]:
            size = stage["down"].shape[0]
            x = layer_norm(convolved(x, stage["down"], size, padding="VALID"))
            for w in stage["blocks"]:
                h = convolved(x, w["k"], groups=x.shape[-1])
                x = x + (jax.nn.gelu(layer_norm(h) @ w["u"]) @ w["d"]) * w["scale"]
        return cross_entropy(layer_norm(x.mean((1, 2))) @ weights["head"], wanted)

    stages, before = [], 3
    for features, blocks, size in ((96, 2, 4), (192, 2, 2), (384, 3, 2), (768, 2, 2)):
        wide = 4 * features
        block = devices.named(f"k:7x7x1x{features} u:{features}x{wide} d:{wide}x{features} scale:{features}")
        stages.append({"down": devices.input((size, size, before, features)), "blocks": [block] * blocks})
        before = features
    weights = {"stages": stages, "head": devices.input((768, 1000))}
    images, labels = devices.input((256, 224, 224, 3), ("data",), HALF), devices.input((256,), ("data",), jnp.int32)
    return updated(optax.adamw(1e-3), loss, devices, weights, images, labels)


@entered(data=8)
def contrastive(devices: Devices) -> Any:
    """Adam of an encoder of images and one of texts, whose likenesses in the whole batch are compared."""

    def encoded(weights: Any, x: Any) -> Any:
        x = through(layer_of_encoder, x, weights["l"])
        y = (x.mean(1) @ weights["head"]).astype(jnp.float32)
        return y * lax.rsqrt(jnp.sum(y**2, -1, keepdims=True))

    def loss(weights: Any, images: Any, tokens: Any) -> Any:
        weights = cast(weights)
        batch = images.shape[0]
        patches = images.reshape(batch, 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5).reshape(batch, 196, 768)
        left = encoded(weights["image"], patches @ weights["patch"])
        right = encoded(weights["text"], weights["e"][tokens])
        logits = left @ right.T * 10.0
        wanted = jnp.arange(batch)
        return (cross_entropy(logits, wanted) + cross_entropy(logits.T, wanted)) / 2

    def tower(width: int, heads: int) -> Any:
        each = layer_weights(devices, width, (heads, heads), 64, 4 * width, names="qkvoud")
        return {"l": stacked(devices, 6, each), "head": devices.input((width, 512))}

    weights = {**devices.named("patch:768x768 e:49408x512"), "image": tower(768, 12), "text": tower(512, 8)}
    images, tokens = (
        devices.input((4096, 224, 224, 3), ("data",), HALF),
        devices.input((4096, 77), ("data",), jnp.int32),
    )
    return updated(optax.adam(1e-3), loss, devices, weights, images, tokens)


@entered(data=8)
def diffusion_transformer(devices: Devices) -> Any:
    """AdamW of a transformer on latents, whose norms are shifted and scaled by the time, with a moving average."""
    optimizer = optax.adamw(1e-4)

    def loss(weights: Any, x: Any, time: Any, noise: Any) -> Any:
        weights = cast(weights)
        time = jax.nn.silu(time @ weights["time"])

        def each(h: Any, w: Any) -> Any:
            parts = jnp.split((time @ w["mod"])[:, None], 6, -1)
            y = layer_norm(h) * (1 + parts[1]) + parts[0]
            h = h + parts[2] * attended(w, y, everywhere)
            y = layer_norm(h) * (1 + parts[4]) + parts[3]
            return h + parts[5] * (jax.nn.gelu(y @ w["u"]) @ w["d"]), None

        h, _ = lax.scan(jax.checkpoint(each), x @ weights["in"], weights["l"])
        return jnp.mean((layer_norm(h) @ weights["out"] - noise).astype(jnp.float32) ** 2)

    def step(weights: Any, average: Any, state: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimizer.update(gradients, state, weights)
        weights = optax.apply_updates(weights, updates)
        average = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new, average, weights)
        return weights, average, state, value

    each = layer_weights(devices, 1152, (16, 16), 72, 4608, names="qkvoud")
    each["mod"] = devices.input((1152, 6 * 1152))
    weights = {**devices.named("in:16x1152 time:256x1152 out:1152x16"), "l": stacked(devices, 8, each)}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    x, time = devices.input((64, 1024, 16), ("data",), HALF), devices.input((64, 256), ("data",), HALF)
    return jax.jit(step, donate_argnums=(0, 1, 2)).lower(weights, weights, state, x, time, x)


@entered(data=8)
def mixer(devices: Devices) -> Any:
    """Momentum of networks along patches and along features in turn."""

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        def each(x: Any, w: Any) -> Any:
            h = layer_norm(x).swapaxes(1, 2)
            x = x + (jax.nn.gelu(h @ w["pu"]) @ w["pd"]).swapaxes(1, 2)
            return x + jax.nn.gelu(layer_norm(x) @ w["u"]) @ w["d"], None

        batch = images.shape[0]
        patches = images.reshape(batch, 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5).reshape(batch, 196, 768)
        x, _ = lax.scan(each, patches @ weights["p"], weights["l"])
        return cross_entropy(layer_norm(x).mean(1) @ weights["c"], wanted)

    each = devices.named("pu:196x512 pd:512x196 u:768x3072 d:3072x768")
    weights = {"p": devices.input((768, 768)), "c": devices.input((768, 1000)), "l": stacked(devices, 8, each)}
    images, labels = devices.input((256, 224, 224, 3), ("data",)), devices.input((256,), ("data",), jnp.int32)
    return updated(optax.sgd(0.1, momentum=0.9), loss, devices, weights, images, labels)


@entered(data=8)
def speech(devices: Devices) -> Any:
    """The gradient of convolutions and attention on spectra of sound, in layers that are scanned."""

    def loss(weights: Any, sound: Any, wanted: Any) -> Any:
        order = "NWC", "WIO", "NWC"
        x = sound
        for kernel in weights["stem"]:
            x = jax.nn.gelu(lax.conv_general_dilated(x, kernel, (2,), "SAME", dimension_numbers=order))

        def each(x: Any, w: Any) -> Any:
            x = x + 0.5 * (jax.nn.silu(layer_norm(x) @ w["u"]) @ w["d"])
            x = x + attended(w, layer_norm(x), with_rotary(everywhere))
            left, right = jnp.split(layer_norm(x) @ w["glu"], 2, -1)
            h = left * jax.nn.sigmoid(right)
            h = lax.conv_general_dilated(
                h, w["kernel"], (1,), "SAME", dimension_numbers=order, feature_group_count=h.shape[-1]
            )
            return layer_norm(x + jax.nn.silu(layer_norm(h)) @ w["point"]), None

        x, _ = lax.scan(jax.checkpoint(each), x, weights["l"])
        return cross_entropy(x @ weights["out"], wanted)

    each = layer_weights(devices, 512, (8, 8), 64, 2048, dtype=HALF, names="qkvoud")
    each |= devices.named("glu:512x1024 kernel:31x1x512 point:512x512", HALF)
    weights = {
        "stem": [devices.input((3, 80, 512), (), HALF), devices.input((3, 512, 512), (), HALF)],
        "l": stacked(devices, 8, each),
        "out": devices.input((512, 1024), (), HALF),
    }
    sound, labels = devices.input((64, 4096, 80), ("data",), HALF), devices.input((64, 1024), ("data",), jnp.int32)
    return jax.jit(jax.value_and_grad(loss)).lower(weights, sound, labels)


@entered(data=8)
def window_attention(devices: Devices) -> Any:
    """The gradient of attention inside of windows of images, every other layer with windows that are shifted."""

    def windows(x: Any) -> Any:
        batch, height, width, features = x.shape
        x = x.reshape(batch, height // 8, 8, width // 8, 8, features).transpose(0, 1, 3, 2, 4, 5)
        return x.reshape(-1, 64, features)

    def back(x: Any, shape: Any) -> Any:
        batch, height, width, features = shape
        x = x.reshape(batch, height // 8, width // 8, 8, 8, features).transpose(0, 1, 3, 2, 4, 5)
        return x.reshape(shape)

    def loss(weights: Any, x: Any) -> Any:
        for number, w in enumerate(weights):
            h = layer_norm(x)
            h = jnp.roll(h, (-4, -4), (1, 2)) if number % 2 else h
            inside = windows(h)
            query, key, value = (jnp.einsum("bsd,dhe->bshe", inside, w[name]) for name in "qkv")
            mixed = everywhere(query, key, value, bias=w["bias"].astype(jnp.float32))
            mixed = back(jnp.einsum("bshe,hed->bsd", mixed, w["o"]), x.shape)
            x = x + (jnp.roll(mixed, (4, 4), (1, 2)) if number % 2 else mixed)
            x = x + jax.nn.gelu(layer_norm(x) @ w["u"]) @ w["d"]
        return jnp.mean(x.astype(jnp.float32) ** 2)

    each = layer_weights(devices, 384, (12, 12), 32, 1536, dtype=HALF, names="qkvoud")
    each["bias"] = devices.input((12, 64, 64), (), HALF)
    x = devices.input((128, 64, 64, 384), ("data",), HALF)
    return jax.jit(jax.value_and_grad(loss)).lower([each] * 4, x)
