"""Numerics, tables and graphs."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import recorded, trained, updated
from tools.jax_programs.lowering import Devices

# Solvers, filters, samplers and other numerical methods.


@recorded(x=8)
def u11_poisson(devices: Devices) -> Any:
    """A solver by Fourier transforms along dimensions that are not split."""

    def f(u: Any) -> Any:
        frequencies = jnp.fft.fftfreq(256)
        squares = frequencies[:, None] ** 2 + frequencies[None] ** 2 + 1e-3
        return jnp.fft.ifft2(jnp.fft.fft2(u) / squares).real + jnp.roll(u, 1, 2)

    return jax.jit(f).lower(devices.input((16, 256, 256), ("x",)))


@recorded(x=8)
def w07_physics_informed(devices: Devices) -> Any:
    """A step of Adam of a network that satisfies a differential equation: second derivatives at many points."""

    def network(weights: Any, point: Any) -> Any:
        h = point
        for weight, bias in weights[:-1]:
            h = jnp.tanh(h @ weight + bias)
        return (h @ weights[-1][0] + weights[-1][1])[0]

    def loss(weights: Any, points: Any) -> Any:
        def rest(point: Any) -> Any:
            second = jax.hessian(lambda at: network(weights, at))(point)
            return jnp.trace(second) + jnp.sin(point).prod()

        return jnp.mean(jnp.square(jax.vmap(rest)(points)))

    shapes = (2, 64), (64, 64), (64, 64), (64, 1)
    weights = [(devices.input(shape), devices.input(shape[1:])) for shape in shapes]
    return updated(optax.adam(1e-3), loss, devices, weights, devices.input((8192, 2), ("x",)))


@recorded(x=8)
def w08_kalman(devices: Devices) -> Any:
    """Kalman filters of many series: a scan with factors and solutions of small systems."""

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


@recorded(data=8)
def w18_spectral_operator(devices: Devices) -> Any:
    """A step of training of a Fourier neural operator on split batches."""

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        x = x @ weights["in"]
        for spectrum, own in weights["layers"]:
            modes = jnp.fft.rfft2(x, axes=(1, 2))[:, :12, :12]
            mixed = jnp.einsum("bxyi,xyio->bxyo", modes, spectrum[0] + 1j * spectrum[1])
            whole = jnp.zeros((x.shape[0], x.shape[1], x.shape[2] // 2 + 1, mixed.shape[-1]), mixed.dtype)
            x = jax.nn.gelu(jnp.fft.irfft2(whole.at[:, :12, :12].set(mixed), axes=(1, 2)) + x @ own)
        return jnp.mean((x @ weights["out"] - wanted) ** 2)

    layer = devices.input((2, 12, 12, 24, 24)), devices.input((24, 24))
    weights = {"in": devices.input((3, 24)), "layers": [layer] * 2, "out": devices.input((24, 1))}
    batch = devices.input((32, 48, 48, 3), ("data",)), devices.input((32, 48, 48, 1), ("data",))
    return updated(optax.adam(1e-3), loss, devices, weights, *batch)


@recorded(x=8)
def w21_gaussian_process(devices: Devices) -> Any:
    """The likelihood of Gaussian processes and its gradient: a Cholesky decomposition for each of a split batch."""

    def loss(scales: Any, points: Any, wanted: Any) -> Any:
        def one(scale: Any, points: Any, wanted: Any) -> Any:
            distances = jnp.sum((points[:, None] - points[None]) ** 2 / scale, -1)
            factor = jnp.linalg.cholesky(jnp.exp(-distances) + 1e-3 * jnp.eye(points.shape[0]))
            solved = lax.linalg.triangular_solve(factor, wanted[:, None], left_side=True, lower=True)
            return 0.5 * jnp.sum(solved**2) + jnp.log(jnp.diagonal(factor)).sum()

        return jax.vmap(one)(scales, points, wanted).mean()

    scales, points = devices.input((16, 8), ("x",)), devices.input((16, 160, 8), ("x",))
    return jax.jit(jax.value_and_grad(loss)).lower(scales, points, devices.input((16, 160), ("x",)))


@recorded(x=8)
def x07_decompositions(devices: Devices) -> Any:
    """Custom calls: factors and eigenvalues of many matrices, the batch split, and a solution."""

    def f(matrices: Any, wanted: Any) -> Any:
        squares = matrices @ matrices.transpose(0, 2, 1) + 1e-3 * jnp.eye(64)
        q, r = jnp.linalg.qr(matrices)
        factor = jnp.linalg.cholesky(squares)
        found = jax.scipy.linalg.solve_triangular(factor, wanted, lower=True)
        return q @ r, jnp.linalg.eigvalsh(squares), found

    return jax.jit(f).lower(devices.input((64, 64, 64), ("x",)), devices.input((64, 64, 32), ("x",)))


@recorded(x=4, y=2)
def y08_wave_equation(devices: Devices) -> Any:
    """A hundred steps of a wave on a split grid: sums of rolled fields in a loop."""

    def f(now: Any, before: Any, speed: Any) -> Any:
        def step(_: Any, fields: Any) -> Any:
            now, before = fields
            around = sum(jnp.roll(now, shift, axis) for shift in (-1, 1) for axis in (0, 1))
            return 2 * now - before + speed * (around - 4 * now), now

        return lax.fori_loop(0, 100, step, (now, before))

    field = devices.input((1024, 1024), ("x", "y"))
    return jax.jit(f, donate_argnums=(0, 1)).lower(field, field, field)


@recorded(data=2, model=4)
def z11_differential_equation(devices: Devices) -> Any:
    """The gradient through thirty steps of Runge and Kutta's method for a field of two layers."""

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        def field(x: Any) -> Any:
            return jnp.tanh(x @ weights["up"]) @ weights["down"]

        def step(x: Any, _: Any) -> Any:
            first = field(x)
            second = field(x + 0.05 * first)
            third = field(x + 0.05 * second)
            fourth = field(x + 0.1 * third)
            return x + (0.1 / 6) * (first + 2 * second + 2 * third + fourth), None

        return jnp.mean((lax.scan(jax.checkpoint(step), x, length=30)[0] - wanted) ** 2)

    weights = {"up": devices.input((128, 512), (None, "model")), "down": devices.input((512, 128), ("model",))}
    x = devices.input((1024, 128), ("data",))
    return trained(loss, weights, x, x)


# Split tables, graphs and contrastive losses.


@recorded(x=8)
def v05_clip(devices: Devices) -> Any:
    """A step of contrastive training: each pair of the whole batch has a logit."""

    def loss(weights: Any, a: Any, b: Any) -> Any:
        first, second = a @ weights["a"], b @ weights["b"]
        first = first / jnp.linalg.norm(first, axis=1, keepdims=True)
        second = second / jnp.linalg.norm(second, axis=1, keepdims=True)
        logits = first @ second.T * 10
        wanted = jnp.arange(logits.shape[0])
        rows = optax.softmax_cross_entropy_with_integer_labels(logits, wanted).mean()
        return rows + optax.softmax_cross_entropy_with_integer_labels(logits.T, wanted).mean()

    weights = {"a": devices.input((256, 128)), "b": devices.input((384, 128))}
    return trained(loss, weights, devices.input((2048, 256), ("x",)), devices.input((2048, 384), ("x",)))


@recorded(data=2, model=4)
def w02_graph_attention(devices: Devices) -> Any:
    """The gradient of attention along the edges of a graph, the features split."""

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


@recorded(data=2, model=4)
def w03_two_towers(devices: Devices) -> Any:
    """Queries against all items of a split table: products, then the best hundred."""

    def f(weights: Any, queries: Any, items: Any) -> Any:
        for weight in weights:
            queries = jax.nn.gelu(queries @ weight)
        queries = queries / jnp.linalg.norm(queries, axis=-1, keepdims=True)
        return lax.top_k(queries @ items.T, 100)

    weights = [devices.input((256, 256))] * 2
    return jax.jit(f).lower(weights, devices.input((512, 256), ("data",)), devices.input((16384, 256), ("model",)))


@recorded(data=2, model=4)
def x01_dlrm(devices: Devices) -> Any:
    """A step of training of a recommender: split tables, a lookup for each feature, their products."""

    def loss(weights: Any, dense: Any, sparse: Any, wanted: Any) -> Any:
        found = [table[sparse[:, number]] for number, table in enumerate(weights["tables"])]
        bottom = jax.nn.relu(dense @ weights["bottom"])
        features = jnp.stack([bottom, *found], 1)
        products = jnp.einsum("bfd,bgd->bfg", features, features).reshape(dense.shape[0], -1)
        logits = jax.nn.relu(jnp.concatenate([bottom, products], 1) @ weights["top"]) @ weights["out"]
        return optax.sigmoid_binary_cross_entropy(logits[:, 0], wanted).mean()

    weights = devices.named(f"bottom:32x64 top:{64 + 49}x512@,model out:512x1@model")
    weights["tables"] = [devices.input((16384, 64), ("model",))] * 6
    batch = devices.input((4096, 32), ("data",)), devices.input((4096, 6), ("data",), jnp.int32)
    return trained(loss, weights, *batch, devices.input((4096,), ("data",)))


@recorded(x=8)
def x02_gnn(devices: Devices) -> Any:
    """The gradient of three rounds of messages along the edges of a graph; the edges are split."""

    def loss(layers: Any, nodes: Any, senders: Any, receivers: Any) -> Any:
        for own, other in layers:
            messages = jax.nn.silu(nodes[senders] @ other)
            nodes = jax.nn.relu(nodes @ own + jax.ops.segment_sum(messages, receivers, nodes.shape[0]))
        return jnp.mean(nodes**2)

    layers = [(devices.input((64, 64)), devices.input((64, 64)))] * 3
    edges = devices.input((32768,), ("x",), jnp.int32)
    return jax.jit(jax.grad(loss)).lower(layers, devices.input((4096, 64)), edges, edges)


@recorded(data=2, model=4)
def z09_bags_of_words(devices: Devices) -> Any:
    """A step of a classifier of bags of words by segment sums, the table split in rows, with Adagrad."""

    def loss(weights: Any, words: Any, bags: Any, labels: Any) -> Any:
        summed = jax.ops.segment_sum(weights["table"][words], bags, num_segments=1024)
        hidden = jax.nn.relu(summed @ weights["hidden"])
        return optax.sigmoid_binary_cross_entropy((hidden @ weights["out"])[:, 0], labels).mean()

    weights = devices.named("table:65536x64@model hidden:64x256 out:256x1")
    words = devices.input((32768,), ("data",), jnp.int32)
    return updated(optax.adagrad(0.1), loss, devices, weights, words, words, devices.input((1024,)))


@recorded(x=8)
def z13_alternating_least_squares(devices: Devices) -> Any:
    """Five rounds of factors of users and things, each solved for while the others stay as they are."""

    def f(things: Any, ratings: Any, known: Any) -> Any:
        def solved(others: Any, ratings: Any, known: Any) -> Any:
            grams = jnp.einsum("un,nf,ng->ufg", known, others, others) + 0.1 * jnp.eye(others.shape[1])
            return jnp.linalg.solve(grams, ((ratings * known) @ others)[..., None])[..., 0]

        def round_of(things: Any, _: Any) -> Any:
            users = solved(things, ratings, known)
            things = solved(users, ratings.T, known.T)
            return things, jnp.mean(known * (ratings - users @ things.T) ** 2)

        return lax.scan(round_of, things, length=5)

    ratings = devices.input((2048, 1024), ("x",))
    return jax.jit(f).lower(devices.input((1024, 16)), ratings, ratings)
