"""Split tables, graphs and contrastive losses."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    like,
    recorded,
    step_of,
    trained,
)
from tools.jax_programs.lowering import Devices


@recorded
def v05_clip() -> Any:
    """A step of contrastive training: each pair of the whole batch has a logit."""
    devices = Devices(x=8)

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
def z05_molecules() -> Any:
    """A step of four rounds of messages along all pairs of 24 atoms, by distance, with a gated update."""
    devices = Devices(data=8)

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

    shapes = {"atoms": (20, 64), "first": (16, 64), "second": (64, 64), "send": (64, 64), "gate": (128, 64)}
    shapes |= {"take": (64, 64), "out": (64, 1)}
    weights = {name: devices.input(shape) for name, shape in shapes.items()}
    atoms, places = devices.input((128, 24), ("data",), jnp.int32), devices.input((128, 24, 3), ("data",))
    return jax.jit(step_of(loss)).lower(weights, atoms, places, devices.input((128,), ("data",)))


@recorded
def z09_bags_of_words() -> Any:
    """A step of a classifier of bags of words by segment sums, the table split in rows, with Adagrad."""
    devices = Devices(data=2, model=4)
    optimizer = optax.adagrad(0.1)

    def loss(weights: Any, words: Any, bags: Any, labels: Any) -> Any:
        summed = jax.ops.segment_sum(weights["table"][words], bags, num_segments=1024)
        hidden = jax.nn.relu(summed @ weights["hidden"])
        return optax.sigmoid_binary_cross_entropy((hidden @ weights["out"])[:, 0], labels).mean()

    def step(weights: Any, state: Any, *batch: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(weights, updates), state, value

    weights = {"table": devices.input((65536, 64), ("model",)), "hidden": devices.input((64, 256))}
    weights["out"] = devices.input((256, 1))
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    words = devices.input((32768,), ("data",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, words, words, devices.input((1024,)))


@recorded
def z13_alternating_least_squares() -> Any:
    """Five rounds of factors of users and things, each solved for while the others stay as they are."""
    devices = Devices(x=8)

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
