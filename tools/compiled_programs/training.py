"""Training, optimizers and recurrent networks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import optax
from jax import lax

from tools.compiled_programs.table import (
    block,
    block_weights,
    key_of_random_numbers,
    like,
    normalized,
    recorded,
    stacked,
    step_of,
    trained,
    updated,
)
from tools.jax_programs.lowering import Devices

# Ways to train: optimizers, adapters, precision, policies.


def _optimized(devices: Devices, optimizer: Any, is_donated: bool = True) -> Any:
    """Returns a step of training of four blocks, scanned, with that optimizer."""

    def loss(weights: Any, x: Any) -> Any:
        return jnp.mean(lax.scan(lambda x, each: (block(each, x), None), x, weights)[0] ** 2)

    weights, x = stacked(devices, 4, block_weights(devices)), devices.input((8, 64, 256), ("fsdp",))
    return updated(optimizer, loss, devices, weights, x, is_donated=is_donated)


@recorded(x=8)
def u01_mlp_dp(devices: Devices) -> Any:
    """A step of training of three layers, the batch split."""

    def loss(layers: Any, x: Any, wanted: Any) -> Any:
        for weight, bias in layers[:-1]:
            x = jax.nn.relu(x @ weight + bias)
        weight, bias = layers[-1]
        return jnp.mean((x @ weight + bias - wanted) ** 2)

    shapes = (512, 1024), (1024, 1024), (1024, 512)
    layers = [(devices.input(shape), devices.input(shape[1:])) for shape in shapes]
    batch = devices.input((2048, 512), ("x",))
    return jax.jit(step_of(loss, 0.01), donate_argnums=0).lower(layers, batch, batch)


@recorded(x=8)
def u06_fsdp_gelu(devices: Devices) -> Any:
    """The gradient of four layers with exact GELU, whose weights are split over all devices."""

    def loss(layers: Any, x: Any) -> Any:
        for weight in layers:
            x = jax.nn.gelu(x @ weight, approximate=False)
        return jnp.sum(x * x)

    layers, split = [devices.input((768, 768), ("x",))] * 4, [devices.sharding(("x",))] * 4
    return jax.jit(jax.grad(loss), out_shardings=split).lower(layers, devices.input((1024, 768), ("x",)))


@recorded(data=2, model=4)
def v04_lora(devices: Devices) -> Any:
    """A step of training of small adapters beside large weights that stay as they are."""

    def loss(adapters: Any, layers: Any, x: Any) -> Any:
        for weight, (first, second) in zip(layers, adapters, strict=True):
            x = jax.nn.silu(x @ weight + (x @ first) @ second)
        return jnp.mean(x * x)

    adapters = [(devices.input((512, 16)), devices.input((16, 512), (None, "model")))] * 3
    layers = [devices.input((512, 512), (None, "model"))] * 3
    return trained(loss, adapters, layers, devices.input((1024, 512), ("data",)))


@recorded(data=2, model=4)
def v09_adam_dropout(devices: Devices) -> Any:
    """A step of Adam with dropout and clipped gradients, split both ways."""
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))

    def loss(weights: Any, x: Any, wanted: Any, key: Any) -> Any:
        h = jax.nn.relu(x @ weights[0])
        h = jnp.where(jax.random.bernoulli(key, 0.9, h.shape), h / 0.9, 0.0)
        return jnp.mean(jnp.square(h @ weights[1] - wanted))

    weights = [devices.input((512, 2048), (None, "model")), devices.input((2048, 512), ("model",))]
    batch = devices.input((1024, 512), ("data",))
    return updated(optimizer, loss, devices, weights, batch, batch, key_of_random_numbers())


@recorded(data=8)
def w09_policy_gradient(devices: Devices) -> Any:
    """A step of policy optimization: advantages by a scan backwards, clipped ratios, four passes over the batch."""

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

    weights = devices.named("a:64x256 b:256x256 policy:256x16 value:256x1")
    steps = devices.input((64, 256), (None, "data"))
    seen, actions = devices.input((64, 256, 64), (None, "data")), devices.input((64, 256), (None, "data"), jnp.int32)
    return jax.jit(step, donate_argnums=0).lower(weights, seen, actions, steps, steps)


@recorded(data=2, model=4)
def w22_mixer_stack(devices: Devices) -> Any:
    """A step of training of eight mixer layers by a scan over stacked weights, tensor and data parallel."""

    def loss(weights: Any, x: Any, wanted: Any) -> Any:
        def layer(x: Any, w: Any) -> Any:
            mixed = jnp.einsum("bsd,st->btd", normalized(x), w["t"])
            x = x + jnp.einsum("btd,ts->bsd", jax.nn.gelu(mixed), w["s"])
            return x + jax.nn.gelu(normalized(x) @ w["u"]) @ w["d"], None

        x, _ = lax.scan(layer, x, weights)
        return jnp.mean((x.mean(1) - wanted) ** 2)

    layer = devices.named("t:128x256@,model s:256x128@model u:192x768@,model d:768x192@model")
    batch = devices.input((16, 128, 192), ("data",)), devices.input((16, 192), ("data",))
    return trained(loss, stacked(devices, 8, layer), *batch)


@recorded(data=2, model=4)
def x08_int8_weights(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """Four layers whose weights are integers of 8 bits with a scale for each column."""

    def f(layers: Any, x: Any) -> Any:
        for up, up_scale, down, down_scale in layers:
            h = jax.nn.silu(x @ (up.astype(half) * up_scale))
            x = x + h @ (down.astype(half) * down_scale)
        return x

    layer = (
        devices.input((512, 2048), (None, "model"), jnp.int8),
        devices.input((2048,), ("model",), half),
        devices.input((2048, 512), ("model",), jnp.int8),
        devices.input((512,), (), half),
    )
    return jax.jit(f).lower([layer] * 4, devices.input((256, 512), ("data",), half))


@recorded(fsdp=4, model=2)
def x09_adamw(devices: Devices) -> Any:
    """A step of AdamW with a schedule and clipped gradients."""
    schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 100, 1000)
    return _optimized(devices, optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule)))


@recorded(fsdp=4, model=2)
def x10_adafactor(devices: Devices) -> Any:
    """A step of Adafactor, whose state has sums of rows and columns."""
    return _optimized(devices, optax.adafactor(1e-3))


@recorded(fsdp=4, model=2)
def x11_lion(devices: Devices) -> Any:
    """A step of Lion; weights and state are not donated."""
    return _optimized(devices, optax.lion(1e-4), is_donated=False)


@recorded(data=2, model=4)
def x18_half_training(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """A step of training with 16-bit weights and activations, whose optimizer has weights of 32 bits."""

    def step(main: Any, momentum: Any, x: Any, wanted: Any) -> Any:
        def loss(main: Any) -> Any:
            up, down = (weight.astype(half) for weight in main)
            found = jax.nn.gelu(x @ up) @ down
            return jnp.mean((found - wanted).astype(jnp.float32) ** 2)

        value, gradients = jax.value_and_grad(loss)(main)
        momentum = jax.tree.map(lambda a, b: 0.9 * a + b, momentum, gradients)
        return jax.tree.map(lambda a, b: a - 0.1 * b, main, momentum), momentum, value

    main = [devices.input((512, 2048), (None, "model")), devices.input((2048, 512), ("model",))]
    batch = devices.input((1024, 512), ("data",), half)
    return jax.jit(step, donate_argnums=(0, 1)).lower(main, main, batch, batch)


@recorded(data=8)
def y07_actor_critic(devices: Devices) -> Any:
    """A step of two networks with slow copies, each with Adam, on a batch of a replay buffer."""
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


@recorded(data=8)
def y12_meta_learning(devices: Devices) -> Any:
    """The gradient through two steps of gradient descent on each of 64 tasks."""

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
    return trained(of_all, weights, x, y)


@recorded(fsdp=8)
def y15_gradient_accumulation(devices: Devices, half: Any = jnp.bfloat16) -> Any:
    """Eight parts of a batch in a scan that adds gradients up in f32, then one step of AdamW with clipping."""
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


@recorded(data=4, model=2)
def z02_distillation(devices: Devices) -> Any:
    """A step of a small classifier that learns what a larger one says, with Adam and a schedule."""
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


@recorded(fsdp=8)
def z14_orthogonal_updates(devices: Devices) -> Any:
    """A step of a network whose momentum is made orthogonal by five products in a loop, the weights split in rows."""

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


# Recurrent networks and state spaces.


@recorded(x=8)
def u03_lstm(devices: Devices) -> Any:
    """A step of training of an LSTM, scanned over time."""

    def loss(weights: Any, x: Any) -> Any:
        def cell(carry: Any, now: Any) -> Any:
            h, c = carry
            z = jnp.concatenate([h, now], -1) @ weights["k"] + weights["b"]
            i, g, o, forget = jnp.split(z, 4, -1)
            c = jax.nn.sigmoid(forget) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        start = jnp.zeros((x.shape[1], 256))
        _, states = lax.scan(cell, (start, start), x)
        return jnp.mean(jnp.square(states @ weights["o"]))

    weights = {"k": devices.input((384, 1024)), "b": devices.input((1024,)), "o": devices.input((256, 128))}
    return jax.jit(step_of(loss)).lower(weights, devices.input((64, 256, 128), (None, "x")))


@recorded(x=8)
def v01_gru(devices: Devices) -> Any:
    """A step of training of a GRU that classifies, the batch split."""

    def loss(w: Any, x: Any, wanted: Any) -> Any:
        def cell(h: Any, now: Any) -> Any:
            z = jax.nn.sigmoid(now @ w["z"] + h @ w["uz"])
            reset = jax.nn.sigmoid(now @ w["r"] + h @ w["ur"])
            new = jnp.tanh(now @ w["n"] + (reset * h) @ w["un"])
            return (1 - z) * new + z * h, None

        h, _ = lax.scan(cell, jnp.zeros((x.shape[1], 192)), x)
        return optax.softmax_cross_entropy_with_integer_labels(h @ w["o"], wanted).mean()

    inner = {name: devices.input((96, 192)) for name in ("z", "r", "n")}
    outer = {name: devices.input((192, 192)) for name in ("uz", "ur", "un")}
    weights = {**inner, **outer, "o": devices.input((192, 32))}
    batch = devices.input((48, 512, 96), (None, "x")), devices.input((512,), ("x",), jnp.int32)
    return trained(loss, weights, *batch)


@recorded(x=8)
def v11_lru(devices: Devices) -> Any:
    """A linear recurrence by an associative scan."""

    def f(x: Any, gates: Any) -> Any:
        def joined(a: Any, b: Any) -> Any:
            return a[0] * b[0], a[1] * b[0] + b[1]

        _, states = lax.associative_scan(joined, (jax.nn.sigmoid(gates), x), axis=1)
        return states * jax.nn.silu(x), states.mean(1)

    sequence = devices.input((16, 512, 128), ("x",))
    return jax.jit(f).lower(sequence, sequence)


@recorded(data=2, model=4)
def w05_selective_scan(devices: Devices) -> Any:
    """A selective state space model by an associative scan over time, the channels split."""

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

    weights = devices.named(
        "in:128x256@,model step:256x256@,model bias:256@model a:256x8@model b:128x8 c:128x8 out:256x128@model"
    )
    return trained(loss, weights, devices.input((8, 128, 128), ("data",)))


@recorded(data=2, model=4)
def x03_state_space(devices: Devices) -> Any:
    """A step of training of a diagonal state space model, scanned over time, the channels split."""

    def loss(weights: Any, x: Any) -> Any:
        inner = x @ weights["in"]
        decay = jnp.exp(-jax.nn.softplus(weights["a"]))

        def cell(state: Any, now: Any) -> Any:
            state = state * decay + now[..., None] * weights["b"]
            return state, (state * weights["c"]).sum(-1)

        start = jnp.zeros((x.shape[0], 256, 8))
        _, found = lax.scan(cell, start, inner.transpose(1, 0, 2))
        return jnp.mean((jax.nn.silu(found.transpose(1, 0, 2)) @ weights["out"] - x) ** 2)

    weights = devices.named("a:256x8@model b:256x8@model c:256x8@model in:128x256@,model out:256x128@model")
    return trained(loss, weights, devices.input((16, 128, 128), ("data",)))


@recorded(x=8)
def x06_fft_convolution(devices: Devices) -> Any:
    """A long convolution by Fourier transforms along a split sequence."""

    def f(x: Any, kernel: Any) -> Any:
        length = 2 * x.shape[-1]
        product = jnp.fft.rfft(x, length) * jnp.fft.rfft(kernel, length)
        return jnp.fft.irfft(product, length)[..., : x.shape[-1]] + x

    return jax.jit(f).lower(devices.input((32, 8192), (None, "x")), devices.input((1, 8192)))


@recorded(data=2, model=4)
def y13_both_directions(devices: Devices) -> Any:
    """A step of a classifier that reads a sequence in both directions, the hidden state split."""

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
    return trained(loss, weights, x, labels)


@recorded(data=4, model=2)
def z12_time_mixing(devices: Devices) -> Any:
    """A step of two layers that mix each token with the one before, and a decaying state of matrices in a scan."""

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

    heads = " ".join([f"{name}:128x4x32@,model" for name in "rkv"])
    mixed = "o:4x32x128@model mix:3x128 decay:4x32@model bonus:4x32@model u:128x512@,model d:512x128@model"
    w = devices.named(f"{heads} {mixed}")
    x = devices.input((16, 64, 128), ("data",))
    return trained(loss, [w] * 2, x, x)
