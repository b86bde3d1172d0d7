"""Set z: programs that were written and compiled when the rules made of sets w and y were there, too."""

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
    key_of_random_numbers,
    like,
    normalized,
    recorded,
    step_of,
)
from tools.jax_programs.lowering import Devices


@recorded
def z01_linear_attention() -> Any:
    """A step of two layers of attention without softmax, whose state goes through chunks of the sequence."""
    devices = Devices(data=2, model=4)

    def layer(w: Any, x: Any) -> Any:
        h = normalized(x)
        query, key, value = (jnp.einsum("bsd,dhe->bhse", h, w[name]) for name in "qkv")
        chunks = [jnp.moveaxis(each.reshape(*each.shape[:2], 8, 64, -1), 2, 0) for each in (query, key, value)]
        causal = jnp.tril(jnp.ones((64, 64)))

        def chunk(state: Any, given: Any) -> Any:
            query, key, value = given
            inside = jnp.einsum("bhse,bhte->bhst", query, key) * causal
            made = jnp.einsum("bhst,bhte->bhse", inside, value) + jnp.einsum("bhse,bhef->bhsf", query, state)
            return 0.9 * state + jnp.einsum("bhse,bhsf->bhef", key, value), made

        start = jnp.zeros((x.shape[0], 8, 32, 32))
        made = jnp.moveaxis(lax.scan(chunk, start, chunks)[1], 0, 2)
        made = made.reshape(*made.shape[:2], -1, made.shape[-1])
        return x + jnp.einsum("bhse,hed->bsd", normalized(made), w["o"])

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        for w in weights:
            x = layer(w, x)
        return jnp.mean((x - wanted) ** 2)

    x = devices.input((8, 512, 256), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower([attention_weights(devices)] * 2, x, x)


@recorded
def z02_distillation() -> Any:
    """A step of a small classifier that learns what a larger one says, with Adam and a schedule."""
    devices = Devices(data=4, model=2)
    optimizer = optax.adam(optax.cosine_decay_schedule(1e-3, 1000))

    def logits(weights: Any, x: Any) -> Any:
        for w in weights[:-1]:
            x = normalized(jax.nn.gelu(x @ w))
        return x @ weights[-1]

    def step(student: Any, teacher: Any, state: Any, x: Any) -> Any:
        said = jax.nn.log_softmax(logits(teacher, x) / 2.0)

        def loss(student: Any) -> Any:
            return (jnp.exp(said) * (said - jax.nn.log_softmax(logits(student, x) / 2.0))).sum(-1).mean()

        value, gradients = jax.value_and_grad(loss)(student)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(student, updates), state, value

    def sizes(*widths: int) -> Any:
        specs = [(None, "model"), ("model", None)]
        return [devices.input(pair, specs[number % 2]) for number, pair in enumerate(pairwise(widths))]

    student, teacher = sizes(512, 512, 512, 1024), sizes(512, 2048, 2048, 1024)
    state = like(student, jax.eval_shape(optimizer.init, student), devices)
    x = devices.input((2048, 512), ("data",))
    return jax.jit(step, donate_argnums=(0, 2)).lower(student, teacher, state, x)


@recorded
def z03_latent_attention() -> Any:
    """The gradient of few latent vectors that read a long sequence, which is split, and then each other."""
    devices = Devices(sequence=8)

    def loss(weights: Any, latents: Any, x: Any, labels: Any) -> Any:
        def read(w: Any, latents: Any, x: Any) -> Any:
            query = jnp.einsum("bld,dhe->bhle", latents, w["q"])
            key, value = (jnp.einsum("bsd,dhe->bhse", x, w[name]) for name in "kv")
            scores = jnp.einsum("bhle,bhse->bhls", query, key) / 6.0
            return jnp.einsum("bhls,bhse,hed->bld", jax.nn.softmax(scores), value, w["o"])

        found = read(weights[0], jnp.broadcast_to(latents, (x.shape[0], *latents.shape)), normalized(x))
        for w in weights[1:]:
            found = found + read(w, normalized(found), normalized(found))
        logits = found.mean(1) @ weights[0]["q"].reshape(256, -1)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    heads = devices.input((256, 8, 32))
    weights = [{"q": heads, "k": heads, "v": heads, "o": devices.input((8, 32, 256))}] * 3
    x = devices.input((4, 8192, 256), (None, "sequence"))
    labels = devices.input((4,), (), jnp.int32)
    return jax.jit(jax.value_and_grad(loss)).lower(weights, devices.input((64, 256)), x, labels)


@recorded
def z04_convolutional_autoencoder() -> Any:
    """A step of an autoencoder of images with strides down and transposed convolutions up, with RMSprop."""
    devices = Devices(data=8)
    optimizer = optax.rmsprop(1e-3)
    order = ("NHWC", "HWIO", "NHWC")

    def rebuilt(weights: Any, x: Any) -> Any:
        for kernel, bias in weights["down"]:
            x = jax.nn.leaky_relu(lax.conv_general_dilated(x, kernel, (2, 2), "SAME", dimension_numbers=order) + bias)
        for kernel, bias in weights["up"]:
            x = jax.nn.leaky_relu(lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=order) + bias)
        return jax.nn.sigmoid(x)

    def step(weights: Any, state: Any, images: Any) -> Any:
        value, gradients = jax.value_and_grad(lambda w: jnp.abs(rebuilt(w, images) - images).mean())(weights)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(weights, updates), state, value

    def layers(*channels: int) -> Any:
        return [(devices.input((4, 4, *pair)), devices.input(pair[1:])) for pair in pairwise(channels)]

    weights = {"down": layers(3, 32, 64, 128), "up": layers(128, 64, 32, 3)}
    state = like(weights, jax.eval_shape(optimizer.init, weights), devices)
    images = devices.input((64, 64, 64, 3), ("data",))
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, images)


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
def z06_score_matching() -> Any:
    """A step of denoising sequences with convolutions in one dimension, and a slow copy of the weights."""
    devices = Devices(data=8)

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


@recorded
def z07_paged_decoding() -> Any:
    """One token for 64 sequences whose keys and values are in pages, found by a table, the heads split."""
    devices = Devices(model=8)

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


@recorded
def z08_soft_experts() -> Any:
    """A step of eight experts that read weighted sums of tokens, and tokens weighted sums of what they make."""
    devices = Devices(data=2, expert=4)

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        affinity = jnp.einsum("bsd,dep->bsep", normalized(x), weights["slots"])
        dispatch = jax.nn.softmax(affinity, 1)
        combine = jax.nn.softmax(affinity.reshape(*x.shape[:2], -1)).reshape(affinity.shape)
        taken = jnp.einsum("bsep,bsd->ebpd", dispatch, x)
        taken = lax.with_sharding_constraint(taken, devices.sharding(("expert", "data")))
        made = jnp.einsum(
            "ebpf,efd->ebpd", jax.nn.silu(jnp.einsum("ebpd,edf->ebpf", taken, weights["up"])), weights["d"]
        )
        return jnp.mean((x + jnp.einsum("bsep,ebpd->bsd", combine, made) - wanted) ** 2)

    weights = {"slots": devices.input((256, 8, 32), (None, "expert")), "up": devices.input((8, 256, 512), ("expert",))}
    weights["d"] = devices.input((8, 512, 256), ("expert",))
    x = devices.input((16, 256, 256), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, x, x)


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
def z10_hamiltonian_sampling() -> Any:
    """Twenty samples of the weights of a regression, each after ten steps along the gradient, kept or thrown away."""
    devices = Devices(data=8)

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


@recorded
def z11_differential_equation() -> Any:
    """The gradient through thirty steps of Runge and Kutta's method for a field of two layers."""
    devices = Devices(data=2, model=4)

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
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, x, x)


@recorded
def z12_time_mixing() -> Any:
    """A step of two layers that mix each token with the one before, and a decaying state of matrices in a scan."""
    devices = Devices(data=4, model=2)

    def layer(w: Any, x: Any) -> Any:
        before = jnp.pad(x, ((0, 0), (1, 0), (0, 0)))[:, :-1]
        mixed = {name: x * w["mix"][i] + before * (1 - w["mix"][i]) for i, name in enumerate("rkv")}
        r, k, v = (jnp.einsum("bsd,dhe->sbhe", mixed[name], w[name]) for name in "rkv")
        decay = jnp.exp(-jnp.exp(w["decay"]))[:, :, None]

        def token(state: Any, given: Any) -> Any:
            r, k, v = given
            added = k[..., None] * v[..., None, :]
            return decay * state + added, jnp.einsum("bhe,bhef->bhf", r, state + w["bonus"][:, :, None] * added)

        start = jnp.zeros((x.shape[0], 4, 32, 32))
        read = lax.scan(token, start, (r, k, v))[1]
        x = x + jnp.einsum("sbhe,hed->bsd", normalized(read), w["o"])
        return x + jnp.square(jax.nn.relu(normalized(x) @ w["u"])) @ w["d"]

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        for w in weights:
            x = layer(w, normalized(x))
        return jnp.mean((x - wanted) ** 2)

    heads, of_head = devices.input((128, 4, 32), (None, "model")), devices.input((4, 32), ("model",))
    w = {
        "r": heads,
        "k": heads,
        "v": heads,
        "o": devices.input((4, 32, 128), ("model",)),
        "mix": devices.input((3, 128)),
    }
    w |= {"decay": of_head, "bonus": of_head}
    w |= {"u": devices.input((128, 512), (None, "model")), "d": devices.input((512, 128), ("model",))}
    x = devices.input((16, 64, 128), ("data",))
    return jax.jit(step_of(loss), donate_argnums=0).lower([w] * 2, x, x)


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


@recorded
def z14_orthogonal_updates() -> Any:
    """A step of a network whose momentum is made orthogonal by five products in a loop, the weights split in rows."""
    devices = Devices(fsdp=8)

    def orthogonal(update: Any) -> Any:
        def closer(_: Any, x: Any) -> Any:
            gram = x @ x.T
            return 3.4445 * x + (-4.775 * gram + 2.0315 * gram @ gram) @ x

        return lax.fori_loop(0, 5, closer, update / (jnp.linalg.norm(update) + 1e-7))

    def loss(weights: Any, x: Any, labels: Any) -> Any:
        for w in weights:
            x = x + jnp.square(jax.nn.relu(normalized(x) @ w))
        return optax.softmax_cross_entropy_with_integer_labels(x, labels).mean()

    def step(weights: Any, momentum: Any, x: Any, labels: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, x, labels)
        momentum = jax.tree.map(lambda m, g: 0.95 * m + g, momentum, gradients)
        return jax.tree.map(lambda w, m: w - 0.02 * orthogonal(m), weights, momentum), momentum, value

    weights = [devices.input((1024, 1024), ("fsdp",))] * 3
    x, labels = devices.input((1024, 1024), ("fsdp",)), devices.input((1024,), ("fsdp",), jnp.int32)
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, weights, x, labels)


@recorded
def z15_speech() -> Any:
    """A step of a recognizer of speech: convolutions with strides in time, a block, and a loss over all alignments."""
    devices = Devices(data=8)

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
    return jax.jit(step_of(loss), donate_argnums=0).lower(weights, sound, labels)
