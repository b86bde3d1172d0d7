"""Numerics, tables and graphs."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import PartitionSpec

from tools.compiled_programs.table import key_of_random_numbers, recorded, step_of, trained, updated
from tools.jax_programs.lowering import Devices

# Solvers, filters, samplers and other numerical methods.


@recorded(x=8)
def u09_kmeans(devices: Devices) -> Any:
    """Ten iterations of k-means."""

    def f(points: Any, centres: Any) -> Any:
        def iteration(centres: Any, _: Any) -> Any:
            squares = jnp.sum(points * points, 1)[:, None] + jnp.sum(centres * centres, 1)[None]
            distances = squares - 2 * points @ centres.T
            chosen = jax.nn.one_hot(jnp.argmin(distances, 1), centres.shape[0])
            return (chosen.T @ points) / (chosen.sum(0)[:, None] + 1e-6), distances.min(1).sum()

        return lax.scan(iteration, centres, None, length=10)

    return jax.jit(f).lower(devices.input((16384, 64), ("x",)), devices.input((128, 64)))


@recorded(x=8)
def u11_poisson(devices: Devices) -> Any:
    """A solver by Fourier transforms along dimensions that are not split."""

    def f(u: Any) -> Any:
        frequencies = jnp.fft.fftfreq(256)
        squares = frequencies[:, None] ** 2 + frequencies[None] ** 2 + 1e-3
        return jnp.fft.ifft2(jnp.fft.fft2(u) / squares).real + jnp.roll(u, 1, 2)

    return jax.jit(f).lower(devices.input((16, 256, 256), ("x",)))


@recorded(x=8)
def u15_cg(devices: Devices) -> Any:
    """Conjugate gradients on a grid, with rolls along a split dimension, until it converges."""

    def laplace(u: Any) -> Any:
        return 4 * u - jnp.roll(u, 1, 0) - jnp.roll(u, -1, 0) - jnp.roll(u, 1, 1) - jnp.roll(u, -1, 1) + 0.1 * u

    def f(wanted: Any) -> Any:
        def iteration(carry: Any) -> Any:
            x, rest, direction, size, count = carry
            image = laplace(direction)
            length = size / jnp.vdot(direction, image)
            x, rest = x + length * direction, rest - length * image
            new = jnp.vdot(rest, rest)
            return x, rest, rest + new / size * direction, new, count + 1

        start = jnp.zeros_like(wanted), wanted, wanted, jnp.vdot(wanted, wanted), 0
        return lax.while_loop(lambda carry: (carry[3] > 1e-6) & (carry[4] < 100), iteration, start)[0]

    return jax.jit(f).lower(devices.input((1024, 1024), (None, "x")))


@recorded(x=8)
def v08_power(devices: Devices) -> Any:
    """Power iteration until it converges."""

    def f(matrix: Any, vectors: Any) -> Any:
        def iteration(carry: Any) -> Any:
            old, count, _ = carry
            product = matrix @ old
            new = product / jnp.linalg.norm(product, axis=0)
            return new, count + 1, jnp.abs(new - old).max()

        start = vectors, 0, jnp.float32(1)
        return lax.while_loop(lambda carry: (carry[1] < 50) & (carry[2] > 1e-5), iteration, start)[0]

    return jax.jit(f).lower(devices.input((2048, 2048), ("x",)), devices.input((2048, 64)))


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


@recorded(x=4, y=2)
def w11_sinkhorn(devices: Devices) -> Any:
    """Transport between two clouds of points: fifty scalings of a split matrix."""

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


@recorded(x=4, y=2)
def w13_stencil(devices: Devices) -> Any:
    """Two hundred steps of heat in a volume that is split along two dimensions, in a manual computation."""
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


@recorded(data=8)
def y10_mixture_of_gaussians(devices: Devices) -> Any:
    """Twenty steps of expectation and maximization of 64 Gaussians with diagonal variances."""

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


@recorded(data=8)
def y11_newton(devices: Devices) -> Any:
    """Five steps of Newton's method for logistic regression, with a Cholesky solution in each."""

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


@recorded(data=8)
def z10_hamiltonian_sampling(devices: Devices) -> Any:
    """Twenty samples of the weights of a regression, each after ten steps along the gradient, kept or thrown away."""

    def f(start: Any, x: Any, labels: Any, key: Any) -> Any:
        def energy(weights: Any) -> Any:
            margins = labels * (jnp.tanh(x @ weights["in"]) @ weights["out"])
            return jax.nn.softplus(-margins).sum() + 0.5 * sum((w**2).sum() for w in jax.tree.leaves(weights))

        def sample(weights: Any, key: Any) -> Any:
            first, second, third = jax.random.split(key, 3)
            momentum = {"in": jax.random.normal(first, (128, 256)), "out": jax.random.normal(second, (256,))}

            def leap(_: Any, at: Any) -> Any:
                place, speed = at
                speed = jax.tree.map(lambda s, g: s - 1e-3 * g, speed, jax.grad(energy)(place))
                return jax.tree.map(lambda p, s: p + 2e-3 * s, place, speed), speed

            place, speed = lax.fori_loop(0, 10, leap, (weights, momentum))
            before, after = (sum((m**2).sum() for m in jax.tree.leaves(each)) / 2 for each in (momentum, speed))
            is_kept = jnp.log(jax.random.uniform(third)) < energy(weights) + before - energy(place) - after
            weights = jax.tree.map(lambda new, old: jnp.where(is_kept, new, old), place, weights)
            return weights, weights["out"]

        return lax.scan(sample, start, jax.random.split(key, 20))

    start = {"in": devices.input((128, 256)), "out": devices.input((256,))}
    x, labels = devices.input((16384, 128), ("data",)), devices.input((16384,), ("data",))
    return jax.jit(f).lower(start, x, labels, key_of_random_numbers())


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


@recorded(data=8)
def y04_contrastive(devices: Devices) -> Any:
    """The gradient of a contrastive loss: two views of each image, all pairs of the batch."""

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


@recorded(data=2, model=4)
def y09_negative_sampling(devices: Devices) -> Any:
    """A step of word vectors: rows of two split tables for words, neighbours and random others."""

    def loss(tables: Any, words: Any, near: Any, others: Any) -> Any:
        word, neighbour, other = tables[0][words], tables[1][near], tables[1][others]
        right = jax.nn.log_sigmoid((word * neighbour).sum(-1))
        wrong = jax.nn.log_sigmoid(-jnp.einsum("bd,bnd->bn", word, other)).sum(-1)
        return -(right + wrong).mean()

    table = devices.input((32768, 128), (None, "model"))
    words = devices.input((8192,), ("data",), jnp.int32)
    arguments = (table, table), words, words, devices.input((8192, 5), ("data",), jnp.int32)
    return trained(loss, *arguments)


@recorded(data=8)
def z05_molecules(devices: Devices) -> Any:
    """A step of four rounds of messages along all pairs of 24 atoms, by distance, with a gated update."""

    def loss(weights: Any, atoms: Any, places: Any, energies: Any) -> Any:
        apart = jnp.sqrt(((places[:, :, None] - places[:, None]) ** 2).sum(-1) + 1e-6)
        basis = jnp.exp(-((apart[..., None] - jnp.linspace(0.0, 5.0, 16)) ** 2))
        x = weights["atoms"][atoms]

        def round_of(x: Any, _: Any) -> Any:
            filters = jax.nn.softplus(basis @ weights["first"]) @ weights["second"]
            message = jnp.einsum("bijf,bjf->bif", filters, x @ weights["send"])
            gate = jax.nn.sigmoid(jnp.concatenate([x, message], -1) @ weights["gate"])
            return gate * x + (1 - gate) * jnp.tanh(message @ weights["take"]), None

        x, _ = lax.scan(round_of, x, length=4)
        return jnp.mean(((x @ weights["out"])[..., 0].sum(1) - energies) ** 2)

    weights = devices.named("atoms:20x64 first:16x64 second:64x64 send:64x64 gate:128x64 take:64x64 out:64x1")
    atoms, places = devices.input((128, 24), ("data",), jnp.int32), devices.input((128, 24, 3), ("data",))
    return jax.jit(step_of(loss)).lower(weights, atoms, places, devices.input((128,), ("data",)))


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
