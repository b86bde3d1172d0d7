"""Compares planned shardings with those of practitioners, both compiled by XLA for eight devices.

    python -m pip install -e '.[jax]'
    XLA_FLAGS=--xla_force_host_platform_device_count=8 python -m tools.recorded.record_planned [NAME ...]

For each of these programs the shardings are removed, and planned again under the peak that they had, both
in the schedule of XLA for CPUs. Both programs are compiled, and what a device sends and needs is written to
`lit_tests/plans/compiled.json`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import jax
import jax.numpy as jnp
import jaxlib.version
from jax import lax

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.hlo.collectives import collectives_in
from sdyopt.hlo.text import scan
from sdyopt.planning.evaluation import drop_shardings
from sdyopt.planning.records import PlanOptions, cost_of
from tools.jax_programs.lowering import Devices
from tools.large_programs.table import convolved
from tools.recorded.record_compiled import compiled

# Programs with the shardings that practitioners write, for comparison with planned ones: ten families on 8 devices.
#
# Each is a function on abstract arrays with shardings. Arrays are `f32`: XLA for CPUs computes `bf16` as `f32`.


class Expert(NamedTuple):
    """A jitted function, and what it is lowered for."""

    family: str
    function: Any
    arguments: tuple[Any, ...]


EXPERTS: dict[str, Callable[[], Expert]] = {}
"""By the names of the programs."""


def expert(family: str, axes: dict[str, int], **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enters a function, called with devices that have these axes and `options`, as a program of a family."""

    def enter(make: Callable[..., Any]) -> Callable[..., Any]:
        suffix = "".join([f"_{key}{value}" for key, value in options.items()])
        EXPERTS[f"{make.__name__}{suffix}"] = lambda: Expert(family, *make(Devices(**axes), **options))
        return make

    return enter


def step(loss: Callable[..., Any], weights: Any, *batch: Any) -> tuple[Any, tuple[Any, ...]]:
    """Returns a step of gradient descent with momentum, whose state is donated, and its arguments."""

    def update(state: Any, *batch: Any) -> Any:
        weights, moments = state
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        moments = jax.tree.map(lambda moment, gradient: 0.9 * moment + gradient, moments, gradients)
        return (jax.tree.map(lambda weight, moment: weight - 0.1 * moment, weights, moments), moments), value

    shardings = jax.tree.map(lambda leaf: leaf.sharding, (weights, weights))
    return jax.jit(update, donate_argnums=0, out_shardings=(shardings, None)), ((weights, weights), *batch)


@expert("Megatron MLP", {"data": 2, "model": 4}, layers=1)
@expert("Megatron MLP", {"data": 2, "model": 4}, layers=4)
def megatron(devices: Devices, layers: int) -> Any:
    """Widths over `model`, the batch over `data`."""

    def forward(weights: Any, x: Any) -> Any:
        for first, second in weights:
            x = x + jax.nn.gelu(x @ first) @ second
        return x

    pair = devices.input((2048, 8192), (None, "model")), devices.input((8192, 2048), ("model", None))
    return jax.jit(forward), ([pair] * layers, devices.input((8192, 2048), ("data", None)))


def _attention(q: Any, k: Any, v: Any) -> Any:
    """Grouped attention of queries (batch, sequence, keys' heads, group, size)."""
    scores = jnp.einsum("bskgd,btkd->bkgst", q, k) / 8.0
    mask = jnp.arange(scores.shape[-2])[:, None] >= jnp.arange(scores.shape[-1])[None, :]
    return jnp.einsum("bkgst,btkd->bskgd", jax.nn.softmax(jnp.where(mask, scores, -1e9), -1), v)


def _block(p: Any, x: Any) -> Any:
    """A layer of attention and a gated perceptron."""
    h = x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * p["n1"]
    q, k, v = (jnp.einsum("bsd,d...->bs...", h, p[name]) for name in ("q", "k", "v"))
    x = x + jnp.einsum("bskgd,kgde->bse", _attention(q, k, v), p["o"])
    h = x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * p["n2"]
    return x + (jax.nn.silu(h @ p["g"]) * (h @ p["u"])) @ p["w"]


def _layer(devices: Devices, width: int, heads: int, model: str, data: str = "") -> Any:
    """Weights with heads and hidden widths over `model`, and the width of the model over `data`."""
    groups, size, hidden, over = 4, 64, 4 * width, f"@{data},{model}"
    return devices.named(
        f"n1:{width} n2:{width} q:{width}x{heads}x{groups}x{size}{over} k:{width}x{heads}x{size}{over} "
        f"v:{width}x{heads}x{size}{over} o:{heads}x{groups}x{size}x{width}@{model},,,{data} "
        f"g:{width}x{hidden}{over} u:{width}x{hidden}{over} w:{hidden}x{width}@{model},{data}"
    )


@expert("attention with GQA", {"data": 2, "model": 4}, heads=4)
@expert("attention with GQA", {"data": 2, "model": 4}, heads=8)
def attention(devices: Devices, heads: int) -> Any:
    """Heads over `model`, the batch over `data`."""
    width = heads * 256
    return jax.jit(_block), (_layer(devices, width, heads, "model"), devices.input((8, 1024, width), ("data",)))


@expert("FSDP × tensor training", {"data": 2, "model": 4}, layers=1)
@expert("FSDP × tensor training", {"data": 2, "model": 4}, layers=2)
def fsdp_tensor(devices: Devices, layers: int) -> Any:
    """Weights over both axes, activations over `data`."""
    width, words = 1024, 32000

    def loss(weights: Any, tokens: Any) -> Any:
        x = devices.constrain(weights["in"][tokens], "data")
        for layer in weights["layers"]:
            x = devices.constrain(_block(layer, x), "data")
        logits = x @ weights["out"]
        picked = jnp.take_along_axis(logits, tokens[..., None], -1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(logits, -1) - picked)

    weights = {
        **devices.named(f"in:{words}x{width}@model,data out:{width}x{words}@data,model"),
        "layers": [_layer(devices, width, 4, "model", "data")] * layers,
    }
    return step(loss, weights, devices.input((16, 512), ("data",), jnp.int32))


@expert("mixture of experts", {"expert": 8}, train=0)
@expert("mixture of experts", {"expert": 8}, train=1)
def experts(devices: Devices, train: int) -> Any:
    """Experts, and the groups of tokens, over the devices: tokens go to experts in an all-to-all."""
    groups, tokens, width, hidden, count, room = 8, 1024, 1024, 4096, 8, 256

    def forward(weights: Any, x: Any) -> Any:
        gates = jax.nn.softmax(x @ weights["gate"], -1)
        choice = jax.nn.one_hot(jnp.argmax(gates, -1), count)
        place = jnp.cumsum(choice, 1) * choice
        sent = choice[..., None] * jax.nn.one_hot(jnp.sum(place, -1) - 1, room)[:, :, None]
        inside = devices.constrain(jnp.einsum("gtec,gtd->gecd", sent, x), None, "expert")
        made = jnp.einsum(
            "gech,ehd->gecd", jax.nn.relu(jnp.einsum("gecd,edh->gech", inside, weights["a"])), weights["b"]
        )
        made = devices.constrain(devices.constrain(made, None, "expert"), "expert")
        return x + jnp.einsum("gtec,gecd->gtd", sent * jnp.max(gates, -1)[..., None, None], made)

    weights = devices.named(f"gate:{width}x{count} a:{count}x{width}x{hidden}@expert b:{count}x{hidden}x{width}@expert")
    x = devices.input((groups, tokens, width), ("expert",))
    if train:
        return step(lambda weights, x: jnp.mean(forward(weights, x) ** 2), weights, x)
    return jax.jit(forward), (weights, x)


@expert("large vocabulary", {"data": 2, "model": 4}, words=128000)
@expert("large vocabulary", {"data": 2, "model": 4}, words=256000)
def vocabulary(devices: Devices, words: int) -> Any:
    """Embedding and logits over the vocabulary, the batch over `data`."""

    def loss(weights: Any, tokens: Any) -> Any:
        x = jnp.tanh(weights["in"][tokens] @ weights["mix"])
        logits = x @ weights["out"]
        picked = jnp.take_along_axis(logits, tokens[..., None], -1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(logits, -1) - picked)

    weights = devices.named(f"in:{words}x1024@model mix:1024x1024 out:1024x{words}@,model")
    return step(loss, weights, devices.input((16, 256), ("data",), jnp.int32))


@expert("decode with cache", {"model": 8}, batch=64)
@expert("decode with cache", {"model": 8}, batch=128)
def decode(devices: Devices, batch: int) -> Any:
    """Heads of the weights and of the cache over the devices."""
    heads, groups, size, past = 8, 4, 64, 2048
    width = heads * groups * size

    def one(weights: Any, cache: Any, x: Any, at: Any) -> Any:
        new = []
        for p, (keys, values) in zip(weights, cache, strict=True):
            q, k, v = (jnp.einsum("bd,d...->b...", x, p[name]) for name in ("q", "k", "v"))
            keys = lax.dynamic_update_slice_in_dim(keys, k[:, None], at, 1)
            values = lax.dynamic_update_slice_in_dim(values, v[:, None], at, 1)
            chosen = jax.nn.softmax(jnp.einsum("bkgd,btkd->bkgt", q, keys) / 8.0, -1)
            x = x + jnp.einsum("bkgd,kgde->be", jnp.einsum("bkgt,btkd->bkgd", chosen, values), p["o"])
            x = x + (jax.nn.silu(x @ p["g"]) * (x @ p["u"])) @ p["w"]
            new.append((keys, values))
        return new, x

    held = devices.input((batch, past, heads, size), (None, None, "model"))
    shardings = [(held.sharding,) * 2] * 2
    function = jax.jit(one, donate_argnums=1, out_shardings=(shardings, None))
    layers = [_layer(devices, width, heads, "model")] * 2
    return function, (layers, [(held, held)] * 2, devices.input((batch, width)), devices.input((), (), jnp.int32))


@expert("long context", {"sequence": 4, "model": 2}, length=8192)
@expert("long context", {"sequence": 4, "model": 2}, length=16384)
def long_context(devices: Devices, length: int) -> Any:
    """One sequence over `sequence`, heads over `model`."""
    x = devices.input((1, length, 1024), (None, "sequence"))
    return jax.jit(_block), (_layer(devices, 1024, 4, "model"), x)


@expert("convolutions", {"data": 8}, width=64)
@expert("convolutions", {"data": 8}, width=128)
def convolutions(devices: Devices, width: int) -> Any:
    """Images over the devices."""

    def loss(weights: Any, images: Any, labels: Any) -> Any:
        x = jax.nn.relu(convolved(images, weights["first"], 2))
        for first, second in weights["blocks"]:
            x = x + convolved(jax.nn.relu(convolved(x, first)), second)
        logits = jnp.mean(x, (1, 2)) @ weights["out"]
        return jnp.mean(jax.nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, labels[:, None], -1)[:, 0])

    kernel = devices.input((3, 3, width, width))
    weights = {**devices.named(f"first:7x7x3x{width} out:{width}x1000"), "blocks": [(kernel, kernel)] * 3}
    return step(loss, weights, devices.input((128, 64, 64, 3), ("data",)), devices.input((128,), ("data",), jnp.int32))


@expert("DLRM", {"data": 8}, tables=8)
@expert("DLRM", {"data": 8}, tables=16)
def dlrm(devices: Devices, tables: int) -> Any:
    """Rows of the tables, and the batch, over the devices."""
    size = 64

    def loss(weights: Any, dense: Any, sparse: Any, labels: Any) -> Any:
        bottom = jax.nn.relu(jax.nn.relu(dense @ weights["b1"]) @ weights["b2"])
        found = [table[sparse[:, number]] for number, table in enumerate(weights["tables"])]
        together = jnp.stack([bottom, *found], 1)
        dots = jnp.einsum("bnd,bmd->bnm", together, together).reshape(dense.shape[0], -1)
        top = jax.nn.relu(jnp.concatenate([bottom, dots], -1) @ weights["t1"]) @ weights["t2"]
        return jnp.mean((top[:, 0] - labels) ** 2)

    weights = {
        **devices.named(f"b1:16x512 b2:512x{size} t1:{size + (tables + 1) ** 2}x512 t2:512x1"),
        "tables": [devices.input((400_000, size), ("data",))] * tables,
    }
    batch = 4096
    inputs = devices.input((batch, 16), ("data",)), devices.input((batch, tables), ("data",), jnp.int32)
    return step(loss, weights, *inputs, devices.input((batch,), ("data",)))


@expert("U-Net", {"data": 8}, depth=2)
@expert("U-Net", {"data": 8}, depth=3)
def unet(devices: Devices, depth: int) -> Any:
    """Images over the devices, also on the way up."""

    def loss(weights: Any, images: Any, wanted: Any) -> Any:
        x = convolved(images, weights["first"])
        left = []
        for kernel in weights["down"]:
            left.append(x)
            x = jax.nn.relu(convolved(x, kernel, 2))
        for kernel in weights["up"]:
            x = jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)
            x = jax.nn.relu(convolved(jnp.concatenate([x, left.pop()], -1), kernel))
        return jnp.mean((convolved(x, weights["last"]) - wanted) ** 2)

    base = 32
    weights = {
        **devices.named(f"first:3x3x3x{base} last:3x3x{base}x3"),
        "down": [devices.input((3, 3, base << level, base << level + 1)) for level in range(depth)],
        "up": [devices.input((3, 3, 3 * (base << level), base << level)) for level in reversed(range(depth))],
    }
    images = devices.input((64, 64, 64, 3), ("data",))
    return step(loss, weights, images, images)


# The comparison.


RECORD = Path(__file__).resolve().parents[2] / "lit_tests" / "plans" / "compiled.json"


def sizes_of(text: str) -> dict[str, int]:
    """Returns what a device sends and needs when XLA has compiled a program with Shardy."""
    hlo, memory = compiled(text, {})
    arguments = memory["argument_size_in_bytes"]
    fresh = memory["output_size_in_bytes"] - memory["alias_size_in_bytes"]
    return {
        "sent": sum([each.bytes_sent * (each.executions or 1) for each in collectives_in(scan(hlo))]),
        "arguments": arguments,
        "memory": arguments + max(0, fresh) + memory["temp_size_in_bytes"],
        "xla_peak": memory["peak_memory_in_bytes"],
    }


def record(name: str, budget: int) -> dict[str, Any]:
    """Returns what XLA makes of a program as it was written, and as it was planned."""
    family, function, arguments = EXPERTS[name]()
    text = function.lower(*arguments).as_text()
    own = cost_of(sdyopt.parse(text, name=name), PlanOptions().machine, Compiler.CPU)
    begun = time.perf_counter()
    bare = sdyopt.parse(text, name=name)
    drop_shardings(bare, "main", with_body=True)
    plan = sdyopt.plan(bare, memory=own.peak_bytes, margin="0%", profile=Compiler.CPU, budget=budget, why=False)
    seconds = time.perf_counter() - begun
    assert plan.module is not None
    click.echo(f"{name}: {plan.evaluations} evaluations, {seconds:.1f} s")
    return {
        "family": family,
        "expert": {"seconds": own.seconds, "peak": int(own.peak_bytes), "estimated": own.bytes_sent, **sizes_of(text)},
        "planned": {
            "seconds": plan.cost.seconds,
            "peak": int(plan.cost.peak_bytes),
            "estimated": plan.cost.bytes_sent,
            "evaluations": plan.evaluations,
            **sizes_of(str(plan.module)),
        },
        "specs": {each.pattern: [list(axes) for axes in each.storage] for each in plan.classes},
        "at_use": {each.pattern: [list(axes) for axes in each.at_use] for each in plan.classes if each.at_use},
    }


@click.command()
@click.argument("names", nargs=-1)
@click.option("--budget", default=300)
@click.option("--output", type=click.Path(path_type=Path), default=RECORD)
def main(names: tuple[str, ...], budget: int, output: Path) -> None:
    """Record the programs called NAME, or all of them."""
    found: dict[str, Any] = json.loads(output.read_text(encoding="utf-8")) if output.exists() else {}
    for name in names or EXPERTS:
        found[name] = record(name, budget)
        one, other = found[name]["expert"], found[name]["planned"]
        for key in ("seconds", "sent", "memory", "arguments", "peak", "estimated"):
            click.echo(f"  {key}: {one[key]:,} {other[key]:,}  {other[key] / one[key] if one[key] else 0:.2f}")
        found["versions"] = {"jax": jax.__version__, "jaxlib": jaxlib.version.__version__}
        output.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
