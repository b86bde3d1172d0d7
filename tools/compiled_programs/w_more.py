"""More of set w: experts, pipelines, rings, spectra, residual nets, diffusion, Gaussian processes, embeddings."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import PartitionSpec

from tools.compiled_programs.table import (
    attention_weights,
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
def w18_spectral_operator() -> Any:
    """A step of training of a Fourier neural operator on split batches."""
    devices = Devices(data=8)
    optimizer = optax.adam(1e-3)

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        x = x @ weights["in"]
        for spectrum, own in weights["layers"]:
            modes = jnp.fft.rfft2(x, axes=(1, 2))[:, :12, :12]
            mixed = jnp.einsum("bxyi,xyio->bxyo", modes, spectrum[0] + 1j * spectrum[1])
            whole = jnp.zeros((x.shape[0], x.shape[1], x.shape[2] // 2 + 1, mixed.shape[-1]), mixed.dtype)
            x = jax.nn.gelu(jnp.fft.irfft2(whole.at[:, :12, :12].set(mixed), axes=(1, 2)) + x @ own)
        return jnp.mean((x @ weights["out"] - wanted) ** 2)

    def step(weights: Any, state: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    layer = devices.input((2, 12, 12, 24, 24)), devices.input((24, 24))
    weights = {"in": devices.input((3, 24)), "layers": [layer] * 2, "out": devices.input((24, 1))}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    batch = devices.input((32, 48, 48, 3), ("data",)), devices.input((32, 48, 48, 1), ("data",))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, *batch)


@recorded
def w19_residual_net() -> Any:
    """A step of momentum of a residual convolutional net with batch normalization; the batch is split."""
    devices = Devices(data=8)
    optimizer = optax.sgd(0.1, momentum=0.9)

    def scaled(x: Any, scale: Any) -> Any:
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (x - mean) * lax.rsqrt(variance + 1e-5) * scale

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        x = jax.nn.relu(convolved(images, weights["stem"], 2))
        for number, (first, second, scale, short) in enumerate(weights["blocks"]):
            stride = 2 if number else 1
            inner = jax.nn.relu(scaled(convolved(x, first, stride), scale))
            x = jax.nn.relu(scaled(convolved(inner, second), scale) + convolved(x, short, stride))
        logits = x.mean((1, 2)) @ weights["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()

    def step(weights: Any, state: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(weights, updates), state, value

    blocks = []
    for inside, outside in ((32, 32), (32, 64), (64, 128)):
        kernels = (3, 3, inside, outside), (3, 3, outside, outside), (outside,), (1, 1, inside, outside)
        blocks.append(tuple([devices.input(shape) for shape in kernels]))
    weights = {"stem": devices.input((3, 3, 3, 32)), "blocks": blocks, "head": devices.input((128, 100))}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    batch = devices.input((64, 64, 64, 3), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, *batch)


@recorded
def w20_diffusion_steps() -> Any:
    """Twenty steps of a diffusion sampler with a small attention net, with noise from a key."""
    devices = Devices(data=4, model=2)

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


@recorded
def w21_gaussian_process() -> Any:
    """The likelihood of Gaussian processes and its gradient: a Cholesky decomposition for each of a split batch."""
    devices = Devices(x=8)

    def loss(scales: Any, points: Any, wanted: Any) -> Any:
        def one(scale: Any, points: Any, wanted: Any) -> Any:
            distances = jnp.sum((points[:, None] - points[None]) ** 2 / scale, -1)
            factor = jnp.linalg.cholesky(jnp.exp(-distances) + 1e-3 * jnp.eye(points.shape[0]))
            solved = lax.linalg.triangular_solve(factor, wanted[:, None], left_side=True, lower=True)
            return 0.5 * jnp.sum(solved**2) + jnp.log(jnp.diagonal(factor)).sum()

        return jax.vmap(one)(scales, points, wanted).mean()

    scales, points = devices.input((16, 8), ("x",)), devices.input((16, 160, 8), ("x",))
    return jax.jit(jax.value_and_grad(loss)).lower(scales, points, devices.input((16, 160), ("x",)))


@recorded
def w22_mixer_stack() -> Any:
    """A step of training of eight mixer layers by a scan over stacked weights, tensor and data parallel."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        def layer(x: Any, w: Any) -> Any:
            mixed = jnp.einsum("bsd,st->btd", normalized(x), w["t"])
            x = x + jnp.einsum("btd,ts->bsd", jax.nn.gelu(mixed), w["s"])
            return x + jax.nn.gelu(normalized(x) @ w["u"]) @ w["d"], None

        x, _ = lax.scan(layer, x, weights)
        return jnp.mean((x.mean(1) - wanted) ** 2)

    layer = {
        "t": devices.input((128, 256), (None, "model")),
        "s": devices.input((256, 128), ("model",)),
        "u": devices.input((192, 768), (None, "model")),
        "d": devices.input((768, 192), ("model",)),
    }
    batch = devices.input((16, 128, 192), ("data",)), devices.input((16, 192), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(stacked(devices, 8, layer), *batch)
