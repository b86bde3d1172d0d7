"""Set w: programs that were compiled for the first time when all rules of the view were there."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import PartitionSpec

from tools.compiled_programs.table import (
    convolved,
    key_of_random_numbers,
    like,
    recorded,
    stacked,
    step_of,
)
from tools.jax_programs.lowering import Devices


@recorded
def w01_llama_fsdp(half: Any = jnp.bfloat16) -> Any:
    """A step of AdamW of six gated layers with root-mean-square norms, all weights split over both axes."""
    devices = Devices(fsdp=4, model=2)
    optimizer = optax.adamw(1e-3)

    def rms(x: Any) -> Any:
        return x * lax.rsqrt(jnp.square(x.astype(jnp.float32)).mean(-1, keepdims=True) + 1e-6).astype(x.dtype)

    def step(weights: Any, state: Any, tokens: Any) -> Any:
        def loss(weights: Any) -> Any:
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

        value, gradients = jax.value_and_grad(loss)(weights)
        updates, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    heads, wide = devices.input((256, 8, 32), ("fsdp", "model")), devices.input((256, 704), ("fsdp", "model"))
    layer = {"q": heads, "k": heads, "v": heads, "o": devices.input((8, 32, 256), ("model", None, "fsdp"))}
    layer |= {"g": wide, "u": wide, "d": devices.input((704, 256), ("model", "fsdp"))}
    weights = {"e": devices.input((4096, 256), ("model", "fsdp")), "l": stacked(devices, 6, layer)}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    tokens = devices.input((16, 128), ("fsdp",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, tokens)


@recorded
def w02_graph_attention() -> Any:
    """The gradient of attention along the edges of a graph, the features split."""
    devices = Devices(data=2, model=4)

    def loss(weights: Any, nodes: Any, senders: Any, receivers: Any) -> Any:
        for w, a in weights:
            h = jnp.einsum("nd,dhe->nhe", nodes, w)
            scores = jax.nn.leaky_relu(((h[senders] + h[receivers]) * a).sum(-1))
            scores = jnp.exp(scores - jax.ops.segment_max(scores, receivers, nodes.shape[0])[receivers])
            total = jax.ops.segment_sum(scores, receivers, nodes.shape[0])
            found = jax.ops.segment_sum(scores[..., None] * h[senders], receivers, nodes.shape[0])
            nodes = jax.nn.elu((found / (total[..., None] + 1e-6)).reshape(nodes.shape))
        return jnp.mean(nodes**2)

    weights = [(devices.input((128, 4, 32), (None, "model")), devices.input((4, 32), ("model",)))] * 2
    edges = devices.input((16384,), ("data",), jnp.int32)
    return jax.jit(jax.grad(loss)).lower(weights, devices.input((2048, 128)), edges, edges)


@recorded
def w03_two_towers() -> Any:
    """Queries against all items of a split table: products, then the best hundred."""
    devices = Devices(data=2, model=4)

    def f(weights: Any, queries: Any, items: Any) -> Any:
        for weight in weights:
            queries = jax.nn.gelu(queries @ weight)
        queries = queries / jnp.linalg.norm(queries, axis=-1, keepdims=True)
        return lax.top_k(queries @ items.T, 100)

    weights = [devices.input((256, 256))] * 2
    return jax.jit(f).lower(weights, devices.input((512, 256), ("data",)), devices.input((16384, 256), ("model",)))


@recorded
def w04_gan() -> Any:
    """A step of a generator against a critic, with transposed convolutions and a penalty on gradients."""
    devices = Devices(x=8)

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
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, *batch)


@recorded
def w05_selective_scan() -> Any:
    """A selective state space model by an associative scan over time, the channels split."""
    devices = Devices(data=2, model=4)

    def loss(w: Any, x: Any) -> Any:
        u = jax.nn.silu(x @ w["in"])
        step = jax.nn.softplus(u @ w["step"] + w["bias"])
        decay = jnp.exp(-step[..., None] * jnp.exp(w["a"]))
        inputs = (step * u)[..., None] * (x @ w["b"])[:, :, None]

        def joined(first: Any, second: Any) -> Any:
            return first[0] * second[0], first[1] * second[0] + second[1]

        _, states = lax.associative_scan(joined, (decay, inputs), axis=1)
        found = (states * (x @ w["c"])[:, :, None]).sum(-1) + u
        return jnp.mean((found @ w["out"] - x) ** 2)

    weights = {
        "in": devices.input((128, 256), (None, "model")),
        "step": devices.input((256, 256), (None, "model")),
        "bias": devices.input((256,), ("model",)),
        "a": devices.input((256, 8), ("model",)),
        "b": devices.input((128, 8)),
        "c": devices.input((128, 8)),
        "out": devices.input((256, 128), ("model",)),
    }
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, devices.input((8, 128, 128), ("data",)))


@recorded
def w06_ulysses() -> Any:
    """Attention whose sequence is split outside and whose heads are split inside, by constraints; with its gradient."""
    devices = Devices(sequence=8)

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


@recorded
def w07_physics_informed() -> Any:
    """A step of Adam of a network that satisfies a differential equation: second derivatives at many points."""
    devices = Devices(x=8)
    optimizer = optax.adam(1e-3)

    def network(weights: Any, point: Any) -> Any:
        h = point
        for weight, bias in weights[:-1]:
            h = jnp.tanh(h @ weight + bias)
        return (h @ weights[-1][0] + weights[-1][1])[0]

    def step(weights: Any, state: Any, points: Any) -> Any:
        def loss(weights: Any) -> Any:
            def rest(point: Any) -> Any:
                second = jax.hessian(lambda at: network(weights, at))(point)
                return jnp.trace(second) + jnp.sin(point).prod()

            return jnp.mean(jnp.square(jax.vmap(rest)(points)))

        value, gradients = jax.value_and_grad(loss)(weights)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(weights, updates), state, value

    shapes = (2, 64), (64, 64), (64, 64), (64, 1)
    weights = [(devices.input(shape), devices.input(shape[1:])) for shape in shapes]
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, devices.input((8192, 2), ("x",)))


@recorded
def w08_kalman() -> Any:
    """Kalman filters of many series: a scan with factors and solutions of small systems."""
    devices = Devices(x=8)

    def f(transition: Any, observed: Any, series: Any) -> Any:
        size = transition.shape[0]

        def step(carry: Any, now: Any) -> Any:
            mean, spread = carry
            mean = mean @ transition.T
            spread = transition @ spread @ transition.T + 0.01 * jnp.eye(size)
            innovation = observed @ spread @ observed.T + 0.1 * jnp.eye(observed.shape[0])
            gain = jnp.linalg.solve(innovation, observed @ spread).transpose(0, 2, 1)
            mean = mean + jnp.einsum("nij,nj->ni", gain, now - mean @ observed.T)
            return (mean, spread - gain @ observed @ spread), mean

        count = series.shape[1]
        start = jnp.zeros((count, size)), jnp.broadcast_to(jnp.eye(size), (count, size, size))
        return lax.scan(step, start, series)[1]

    return jax.jit(f).lower(devices.input((16, 16)), devices.input((4, 16)), devices.input((32, 1024, 4), (None, "x")))


@recorded
def w09_policy_gradient() -> Any:
    """A step of policy optimization: advantages by a scan backwards, clipped ratios, four passes over the batch."""
    devices = Devices(data=8)

    def step(weights: Any, seen: Any, actions: Any, old: Any, rewards: Any) -> Any:
        def outputs(weights: Any) -> Any:
            h = jnp.tanh(jnp.tanh(seen @ weights["a"]) @ weights["b"])
            return jax.nn.log_softmax(h @ weights["policy"]), (h @ weights["value"])[..., 0]

        _, values = outputs(weights)

        def back(carry: Any, now: Any) -> Any:
            later, following = carry
            reward, value = now
            advantage = reward + 0.99 * following - value + 0.95 * later
            return (advantage, value), advantage

        start = jnp.zeros(rewards.shape[1]), jnp.zeros(rewards.shape[1])
        _, advantages = lax.scan(back, start, (rewards, values), reverse=True)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)

        def loss(weights: Any) -> Any:
            logs, found = outputs(weights)
            ratios = jnp.exp(jnp.take_along_axis(logs, actions[..., None], -1)[..., 0] - old)
            clipped = jnp.clip(ratios, 0.8, 1.2)
            gain = jnp.minimum(ratios * advantages, clipped * advantages).mean()
            return jnp.mean((found - advantages - values) ** 2) - gain + 0.01 * (jnp.exp(logs) * logs).sum(-1).mean()

        def one(_: Any, weights: Any) -> Any:
            return jax.tree.map(lambda a, b: a - 0.01 * b, weights, jax.grad(loss)(weights))

        return lax.fori_loop(0, 4, one, weights)

    shapes = {"a": (64, 256), "b": (256, 256), "policy": (256, 16), "value": (256, 1)}
    weights = {name: devices.input(shape) for name, shape in shapes.items()}
    steps = devices.input((64, 256), (None, "data"))
    seen, actions = devices.input((64, 256, 64), (None, "data")), devices.input((64, 256), (None, "data"), jnp.int32)
    return jax.jit(step, donate_argnums=0).lower(weights, seen, actions, steps, steps)


@recorded
def w10_video() -> Any:
    """The gradient of convolutions over time and space of videos, the batch split."""
    devices = Devices(x=8)

    def loss(kernels: Any, videos: Any) -> Any:
        x = videos
        for kernel in kernels:
            order = ("NDHWC", "DHWIO", "NDHWC")
            x = jax.nn.silu(lax.conv_general_dilated(x, kernel, (1, 2, 2), "SAME", dimension_numbers=order))
        pooled = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 2, 1), (1, 2, 2, 2, 1), "VALID")
        return jnp.mean(jnp.square(pooled))

    kernels = [devices.input((3, 3, 3, *each)) for each in ((3, 16), (16, 32))]
    return jax.jit(jax.value_and_grad(loss)).lower(kernels, devices.input((8, 8, 48, 48, 3), ("x",)))


@recorded
def w11_sinkhorn() -> Any:
    """Transport between two clouds of points: fifty scalings of a split matrix."""
    devices = Devices(x=4, y=2)

    def f(first: Any, second: Any) -> Any:
        costs = ((first[:, None] - second[None]) ** 2).sum(-1)
        scaled = -costs / 0.05

        def step(_: Any, carry: Any) -> Any:
            a, b = carry
            a = -jax.nn.logsumexp(scaled + b[None], 1)
            return a, -jax.nn.logsumexp(scaled + a[:, None], 0)

        a, b = lax.fori_loop(0, 50, step, (jnp.zeros(first.shape[0]), jnp.zeros(second.shape[0])))
        return (jnp.exp(scaled + a[:, None] + b[None]) * costs).sum()

    return jax.jit(f).lower(devices.input((2048, 8), ("x",)), devices.input((2048, 8), ("y",)))


@recorded
def w12_speculative_decoding(half: Any = jnp.bfloat16) -> Any:
    """Tokens guessed by a small model and accepted by a large one, until a length is reached."""
    devices = Devices(data=2, model=4)

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
        return {
            "e": devices.input((4096, width), ("model",), half),
            "u": devices.input((width, 4 * width), (None, "model"), half),
            "d": devices.input((4 * width, width), ("model",), half),
        }

    tokens = devices.input((64, 128), ("data",), jnp.int32)
    return jax.jit(f, donate_argnums=2).lower(model(64), model(256), tokens, key_of_random_numbers())


@recorded
def w13_stencil() -> Any:
    """Two hundred steps of heat in a volume that is split along two dimensions, in a manual computation."""
    devices = Devices(x=4, y=2)
    ahead = {"x": [(i, i + 1) for i in range(3)], "y": [(0, 1)]}

    def local(u: Any) -> Any:
        def with_edges(u: Any, dimension: int, axis: str) -> Any:
            size = u.shape[dimension]
            first, last = (lax.slice_in_dim(u, at, at + 1, axis=dimension) for at in (0, size - 1))
            below = lax.ppermute(last, axis, ahead[axis])
            above = lax.ppermute(first, axis, [(b, a) for a, b in ahead[axis]])
            return jnp.concatenate([below, u, above], dimension)

        def step(_: Any, u: Any) -> Any:
            x, y = with_edges(u, 0, "x"), with_edges(u, 1, "y")
            z = jnp.pad(u, ((0, 0), (0, 0), (1, 1)))
            around = x[2:] + x[:-2] + y[:, 2:] + y[:, :-2] + z[:, :, 2:] + z[:, :, :-2]
            return u + 0.1 * (around - 6 * u)

        return lax.fori_loop(0, 200, step, u)

    split = PartitionSpec("x", "y")
    manual = devices.shard_map(local, (split,), split)
    return jax.jit(manual, donate_argnums=0).lower(devices.input((128, 128, 128), ("x", "y")))


@recorded
def w14_vector_quantized() -> Any:
    """A step of training of an autoencoder with a split codebook: the nearest code of each pixel."""
    devices = Devices(data=2, model=4)

    def loss(w: Any, images: Any) -> Any:
        z = convolved(jax.nn.relu(convolved(images, w["a"], 2)), w["b"], 2)
        distances = jnp.square(w["codes"]).sum(1) - 2 * z @ w["codes"].T
        found = w["codes"][jnp.argmin(distances, -1)]
        straight = z + lax.stop_gradient(found - z)
        large = jax.image.resize(straight, (*images.shape[:3], z.shape[-1]), "bilinear")
        back = convolved(large, w["c"])
        commitment = jnp.mean((found - lax.stop_gradient(z)) ** 2) + jnp.mean((lax.stop_gradient(found) - z) ** 2)
        return jnp.mean((back - images) ** 2) + commitment

    weights = {
        "a": devices.input((3, 3, 3, 32)),
        "b": devices.input((3, 3, 32, 64)),
        "c": devices.input((3, 3, 64, 3)),
        "codes": devices.input((1024, 64), ("model",)),
    }
    images = devices.input((16, 64, 64, 3), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, images)
