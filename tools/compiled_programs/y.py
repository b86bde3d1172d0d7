"""Set y: programs that were written and compiled when all rules of sets u, v, x and w were there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import block, block_weights, like, normalized, recorded, stacked, step_of
from tools.jax_programs.lowering import Devices


@recorded
def y01_masked_language_model() -> Any:
    """A step of a bidirectional encoder of two layers that predicts masked tokens, its table used twice."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, tokens: Any, masked: Any) -> Any:
        x = weights["table"][jnp.where(masked, 3, tokens)] + weights["places"]
        for layer in weights["layers"]:
            x = normalized(x + block(layer, x))
        logits = jax.nn.log_softmax(x @ weights["table"].T + weights["bias"])
        found = jnp.take_along_axis(logits, tokens[..., None], -1)[..., 0]
        return -(found * masked).sum() / masked.sum()

    weights = {"table": devices.input((8192, 256), ("model",)), "places": devices.input((128, 256))}
    weights |= {"bias": devices.input((8192,), ("model",)), "layers": [block_weights(devices)] * 2}
    tokens, masked = (devices.input((16, 128), ("data",), kind) for kind in (jnp.int32, jnp.bool_))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, tokens, masked)


@recorded
def y02_cached_decoding(half: Any = jnp.bfloat16) -> Any:
    """One token for 32 sequences: a scan over eight layers, each with a cache of eight heads, which it updates."""
    devices = Devices(data=4, model=2)

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

    layer = {"q": devices.input((512, 4, 2, 64), (None, "model"), half)}
    layer |= {name: devices.input((512, 4, 64), (None, "model"), half) for name in "kv"}
    layer |= {"o": devices.input((4, 2, 64, 512), ("model",), half)}
    layer |= {"u": devices.input((512, 2048), (None, "model"), half), "d": devices.input((2048, 512), ("model",), half)}
    weights = {"table": devices.input((16384, 512), ("model",), half), "layers": stacked(devices, 8, layer)}
    cache = (devices.input((8, 32, 512, 4, 64), (None, "data", None, "model"), half),) * 2
    arguments = weights, cache, devices.input((32,), ("data",), jnp.int32), devices.input((), (), jnp.int32)
    return jax.jit(step, donate_argnums=1).lower(*arguments)


@recorded
def y03_batch_normalization() -> Any:
    """A step of a small residual network whose batch normalization takes means over all devices."""
    devices = Devices(data=8)

    def norm(x: Any, scale: Any) -> Any:
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (x - mean) * lax.rsqrt(variance + 1e-5) * scale

    def conv(x: Any, kernel: Any, stride: int = 1) -> Any:
        return lax.conv_general_dilated(x, kernel, (stride,) * 2, "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def loss(weights: Any, images: Any, labels: Any) -> Any:
        x = conv(images, weights["stem"], 2)
        for first, second, scale in weights["blocks"]:
            x = x + norm(conv(jax.nn.relu(norm(conv(x, first), scale)), second), scale)
        logits = x.mean((1, 2)) @ weights["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    kernel, scale = devices.input((3, 3, 32, 32)), devices.input((32,))
    weights = {"stem": devices.input((7, 7, 3, 32)), "blocks": [(kernel, kernel, scale)] * 3}
    weights["head"] = devices.input((32, 100))
    images, labels = devices.input((64, 64, 64, 3), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, images, labels)


@recorded
def y04_contrastive() -> Any:
    """The gradient of a contrastive loss: two views of each image, all pairs of the batch."""
    devices = Devices(data=8)

    def loss(weights: Any, first: Any, second: Any) -> Any:
        def embedded(x: Any) -> Any:
            for w in weights:
                x = jax.nn.relu(x @ w)
            return x / jnp.linalg.norm(x, axis=-1, keepdims=True)

        both = jnp.concatenate([embedded(first), embedded(second)])
        both = lax.with_sharding_constraint(both, devices.sharding(("data",)))
        scores = jnp.where(jnp.eye(both.shape[0], dtype=bool), -1e9, both @ both.T / 0.1)
        partner = jnp.roll(jnp.arange(both.shape[0]), first.shape[0])
        return optax.softmax_cross_entropy_with_integer_labels(scores, partner).mean()

    weights = [devices.input(shape) for shape in ((768, 1024), (1024, 1024), (1024, 128))]
    views = devices.input((1024, 768), ("data",))
    return jax.jit(jax.value_and_grad(loss)).lower(weights, views, views)


@recorded
def y05_relative_attention() -> Any:
    """Four layers of an encoder with a bias for each distance, for inference, the heads split."""
    devices = Devices(model=8)

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


@recorded
def y06_switch() -> Any:
    """A step of a layer of eight experts, one for each token, with a capacity and products that dispatch."""
    devices = Devices(expert=8)

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

    weights = {"router": devices.input((128, 8)), "up": devices.input((8, 128, 512), ("expert",))}
    weights["down"] = devices.input((8, 512, 128), ("expert",))
    x = devices.input((16, 256, 128), ("expert",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, x, x)


@recorded
def y07_actor_critic() -> Any:
    """A step of two networks with slow copies, each with Adam, on a batch of a replay buffer."""
    devices = Devices(data=8)
    optimizer = optax.adam(1e-3)

    def network(weights: Any, x: Any) -> Any:
        for w, b in weights[:-1]:
            x = jax.nn.relu(x @ w + b)
        return x @ weights[-1][0] + weights[-1][1]

    def step(nets: Any, slow: Any, state: Any, seen: Any, acted: Any, reward: Any, then: Any) -> Any:
        goal = reward + 0.99 * network(slow["q"], jnp.concatenate([then, jnp.tanh(network(slow["a"], then))], -1))[:, 0]

        def q_loss(q: Any) -> Any:
            return jnp.mean((network(q, jnp.concatenate([seen, acted], -1))[:, 0] - lax.stop_gradient(goal)) ** 2)

        def a_loss(a: Any) -> Any:
            return -network(nets["q"], jnp.concatenate([seen, jnp.tanh(network(a, seen))], -1)).mean()

        gradients = {"q": jax.grad(q_loss)(nets["q"]), "a": jax.grad(a_loss)(nets["a"])}
        updates, state = optimizer.update(gradients, state)
        nets = optax.apply_updates(nets, updates)
        return nets, jax.tree.map(lambda new, old: 0.995 * old + 0.005 * new, nets, slow), state

    def sizes(*widths: int) -> Any:
        return [(devices.input((n, m)), devices.input((m,))) for n, m in pairwise(widths)]

    nets = {"q": sizes(96, 512, 512, 1), "a": sizes(64, 512, 512, 32)}
    state = like(nets, jax.eval_shape(optimizer.init, nets), devices)
    seen, acted = devices.input((4096, 64), ("data",)), devices.input((4096, 32), ("data",))
    arguments = nets, nets, state, seen, acted, devices.input((4096,), ("data",)), seen
    return jax.jit(step, donate_argnums=(0, 1, 2)).lower(*arguments)


@recorded
def y08_wave_equation() -> Any:
    """A hundred steps of a wave on a split grid: sums of rolled fields in a loop."""
    devices = Devices(x=4, y=2)

    def f(now: Any, before: Any, speed: Any) -> Any:
        def step(_: Any, fields: Any) -> Any:
            now, before = fields
            around = sum(jnp.roll(now, shift, axis) for shift in (-1, 1) for axis in (0, 1))
            return 2 * now - before + speed * (around - 4 * now), now

        return lax.fori_loop(0, 100, step, (now, before))

    field = devices.input((1024, 1024), ("x", "y"))
    return jax.jit(f, donate_argnums=(0, 1)).lower(field, field, field)


@recorded
def y09_negative_sampling() -> Any:
    """A step of word vectors: rows of two split tables for words, neighbours and random others."""
    devices = Devices(data=2, model=4)

    def loss(tables: Any, words: Any, near: Any, others: Any) -> Any:
        word, neighbour, other = tables[0][words], tables[1][near], tables[1][others]
        right = jax.nn.log_sigmoid((word * neighbour).sum(-1))
        wrong = jax.nn.log_sigmoid(-jnp.einsum("bd,bnd->bn", word, other)).sum(-1)
        return -(right + wrong).mean()

    table = devices.input((32768, 128), (None, "model"))
    words = devices.input((8192,), ("data",), jnp.int32)
    arguments = (table, table), words, words, devices.input((8192, 5), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(*arguments)


@recorded
def y10_mixture_of_gaussians() -> Any:
    """Twenty steps of expectation and maximization of 64 Gaussians with diagonal variances."""
    devices = Devices(data=8)

    def f(means: Any, variances: Any, shares: Any, points: Any) -> Any:
        def step(fitted: Any, _: Any) -> Any:
            means, variances, shares = fitted
            distance = ((points[:, None] - means) ** 2 / variances).sum(-1)
            logits = jnp.log(shares) - 0.5 * (distance + jnp.log(variances).sum(-1))
            belongs = jax.nn.softmax(logits)
            total = belongs.sum(0)
            means = belongs.T @ points / total[:, None]
            variances = belongs.T @ points**2 / total[:, None] - means**2 + 1e-3
            return (means, variances, total / points.shape[0]), jax.nn.logsumexp(logits, -1).mean()

        return lax.scan(step, (means, variances, shares), length=20)

    of_each = devices.input((64, 32))
    return jax.jit(f).lower(of_each, of_each, devices.input((64,)), devices.input((16384, 32), ("data",)))


@recorded
def y11_newton() -> Any:
    """Five steps of Newton's method for logistic regression, with a Cholesky solution in each."""
    devices = Devices(data=8)

    def f(weights: Any, x: Any, labels: Any) -> Any:
        def step(weights: Any, _: Any) -> Any:
            likelihood = jax.nn.sigmoid(x @ weights)
            gradient = x.T @ (likelihood - labels) / x.shape[0]
            hessian = (x.T * (likelihood * (1 - likelihood))) @ x / x.shape[0] + 1e-3 * jnp.eye(x.shape[1])
            return weights - jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(hessian), gradient), None

        return lax.scan(step, weights, length=5)[0]

    return jax.jit(f).lower(
        devices.input((256,)), devices.input((32768, 256), ("data",)), devices.input((32768,), ("data",))
    )


@recorded
def y12_meta_learning() -> Any:
    """The gradient through two steps of gradient descent on each of 64 tasks."""
    devices = Devices(data=8)

    def fitted(weights: Any, x: Any) -> Any:
        for w in weights:
            x = jnp.tanh(x @ w)
        return x

    def loss(weights: Any, x: Any, y: Any) -> Any:
        return jnp.mean((fitted(weights, x) - y) ** 2)

    def of_task(weights: Any, x: Any, y: Any) -> Any:
        for _ in range(2):
            weights = jax.tree.map(lambda w, g: w - 0.1 * g, weights, jax.grad(loss)(weights, x, y))
        return loss(weights, x, y)

    def of_all(weights: Any, x: Any, y: Any) -> Any:
        return jax.vmap(of_task, (None, 0, 0))(weights, x, y).mean()

    weights = [devices.input(shape) for shape in ((32, 128), (128, 128), (128, 8))]
    x, y = devices.input((64, 32, 32), ("data",)), devices.input((64, 32, 8), ("data",))
    return jax.jit(step_of(of_all), donate_argnums=0).lower(weights, x, y)


@recorded
def y13_both_directions() -> Any:
    """A step of a classifier that reads a sequence in both directions, the hidden state split."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, x: Any, labels: Any) -> Any:
        def read(w: Any, reverse: bool) -> Any:
            def cell(h: Any, given: Any) -> Any:
                h = jnp.tanh(given @ w["in"] + h @ w["again"])
                return h, h

            start = jnp.zeros((x.shape[0], 512))
            return lax.scan(cell, start, jnp.swapaxes(x, 0, 1), reverse=reverse)[1].max(0)

        both = jnp.concatenate([read(weights["there"], False), read(weights["back"], True)], -1)
        return optax.softmax_cross_entropy_with_integer_labels(both @ weights["head"], labels).mean()

    cell = {"in": devices.input((128, 512), (None, "model")), "again": devices.input((512, 512), (None, "model"))}
    weights = {"there": cell, "back": cell, "head": devices.input((1024, 32), ("model",))}
    x, labels = devices.input((64, 64, 128), ("data",)), devices.input((64,), ("data",), jnp.int32)
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, x, labels)


@recorded
def y14_sequence_parallel() -> Any:
    """A step of four blocks in which the sequence is split over `model` between the products."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        def layer(x: Any, w: Any) -> Any:
            x = lax.with_sharding_constraint(x, devices.sharding(("data", "model")))
            return block(w, x), None

        x, _ = lax.scan(jax.checkpoint(layer), x, weights)
        return jnp.mean((x - wanted) ** 2)

    x = devices.input((8, 256, 256), ("data", "model"))
    return jax.jit(step_of(loss), donate_argnums=0).lower(stacked(devices, 4, block_weights(devices)), x, x)


@recorded
def y15_gradient_accumulation(half: Any = jnp.bfloat16) -> Any:
    """Eight parts of a batch in a scan that adds gradients up in f32, then one step of AdamW with clipping."""
    devices = Devices(fsdp=8)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))

    def step(weights: Any, state: Any, x: Any, y: Any) -> Any:
        def loss(weights: Any, x: Any, y: Any) -> Any:
            for w in weights:
                x = jax.nn.gelu(x @ w.astype(half))
            return jnp.mean((x.astype(jnp.float32) - y) ** 2)

        def part(total: Any, batch: Any) -> Any:
            value, gradients = jax.value_and_grad(loss)(weights, *batch)
            return jax.tree.map(jnp.add, total, gradients), value

        total, values = lax.scan(part, jax.tree.map(jnp.zeros_like, weights), (x, y))
        updates, state = optimizer.update(jax.tree.map(lambda g: g / 8, total), state, weights)
        return optax.apply_updates(weights, updates), state, values.mean()

    weights = [devices.input(shape, ("fsdp",)) for shape in ((512, 2048), (2048, 2048), (2048, 512))]
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    batch = devices.input((8, 256, 512), (None, "fsdp"), half), devices.input((8, 256, 512), (None, "fsdp"))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, *batch)
