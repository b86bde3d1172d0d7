"""Makes the programs of lit_tests/corpus: what JAX hands to sdy-opt, lowered for eight simulated devices, not compiled.

    python -m pip install -e '.[jax]'
    python -m tools.programs.make_corpus [NAME ...] [--folder FOLDER] [--layers N]

The same JAX writes the same text. `transformer_deep` is the input for measurements; --layers sets its depth.
`transformer_locations` and `dynamic_shapes` name lines of this file and of `tools.jax_programs`: they change with them.
"""

from __future__ import annotations

import functools
import math
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec

from tools import corpus
from tools.jax_programs.lowering import PROGRAMS, Devices, Spec, lowered, plain, program

# --- small programs ---------------------------------------------------------------------------------------------------


@program
def mlp(layers: int) -> Any:
    """Two matrix products, resharded between."""
    devices = Devices(x=2, y=2, z=2)

    def f(inputs: Any, first: Any, second: Any) -> Any:
        hidden = devices.constrain(jnp.tanh(inputs @ first), "x", "y")
        return devices.constrain(hidden, ("x", "z"), None) @ second

    return jax.jit(f, out_shardings=devices.sharding(("x", None))).lower(
        devices.input((16, 32), ("x", None)),
        devices.input((32, 64), (None, "y")),
        devices.input((64, 32), ("y", None)),
    )


@program
def shard_map_matmul(layers: int) -> Any:
    """A matrix product with its collective written out: a manual computation over all axes."""
    devices = Devices(data=2, model=4)

    def collective_matmul(left: Any, right: Any) -> Any:
        return lax.psum(left @ right, "model")

    specs = PartitionSpec("data", "model"), PartitionSpec("model", None)
    manual = jax.shard_map(collective_matmul, mesh=devices.mesh, in_specs=specs, out_specs=PartitionSpec("data", None))
    return jax.jit(manual).lower(devices.input((16, 64), specs[0]), devices.input((64, 32), specs[1]))


@program
def shard_map_partial(layers: int) -> Any:
    """A manual computation over one axis of three, between ops that are not manual."""
    devices = Devices(a=2, b=2, c=2)

    def gathered_sine(block: Any) -> Any:
        return jnp.sin(lax.all_gather(block, "a", axis=0, tiled=True) * 2.0)

    manual = jax.shard_map(
        gathered_sine,
        mesh=devices.mesh,
        in_specs=PartitionSpec("a", None),
        out_specs=PartitionSpec(None, None),
        axis_names={"a"},
        check_vma=False,
    )
    return jax.jit(lambda x: manual(jnp.cos(x)) + 1.0).lower(devices.input((8, 16), ("a", "b")))


@program
def shard_map_nested(layers: int) -> Any:
    """A manual computation inside another."""
    devices = Devices(a=2, b=4)

    def rotate(block: Any) -> Any:
        return lax.ppermute(block, "b", [(device, (device + 1) % 4) for device in range(4)])

    def outer(block: Any) -> Any:
        columns = PartitionSpec(None, "b")
        return jax.shard_map(rotate, in_specs=columns, out_specs=columns, axis_names={"b"}, check_vma=False)(
            block * 3.0
        )

    rows = PartitionSpec("a", None)
    manual = jax.shard_map(outer, mesh=devices.mesh, in_specs=rows, out_specs=rows, axis_names={"a"}, check_vma=False)
    return jax.jit(manual).lower(devices.input((8, 16), ("a", "b")))


@program
def control_flow(layers: int) -> Any:
    """A while loop and a switch."""
    devices = Devices(x=4, y=2)

    def f(start: Any, count: Any) -> Any:
        def step(state: Any) -> Any:
            index, value = state
            return index + 1, devices.constrain(jnp.sin(value) * 0.5, "x", None)

        _, end = lax.while_loop(lambda state: state[0] < count, step, (0, start))
        return lax.switch(count % 3, [lambda x: x, lambda x: x * 2.0, lambda x: -x], end)

    return jax.jit(f).lower(devices.input((16, 16), ("x", None)), plain(dtype=jnp.int32))


@program
def size_one_axes(layers: int) -> Any:
    """A mesh of which two axes have one device."""
    devices = Devices(data=8, fsdp=1, tensor=1)

    def f(inputs: Any, weights: Any) -> Any:
        product = inputs @ devices.constrain(weights, "fsdp", "tensor")
        return devices.constrain(product, ("data", "fsdp"), "tensor")

    return jax.jit(f).lower(devices.input((16, 8), (("data", "fsdp"), None)), devices.input((8, 8), ("fsdp", "tensor")))


@program
def constants(layers: int) -> Any:
    """Constants and iotas, several uses of each, and elements of many types."""
    devices = Devices(x=2, y=4)
    weights = np.arange(24, dtype=np.float32).reshape(4, 6) / 7

    def f(inputs: Any) -> Any:
        rows = jnp.arange(8, dtype=jnp.float32)[:, None] + jnp.zeros((8, 6))
        shifted = devices.constrain(inputs + rows, "x", None)
        return (
            shifted @ weights.T,
            (inputs * rows) @ weights.T,
            jnp.full((8, 6), 0.1, jnp.bfloat16),
            jnp.zeros((3,), bool),
            jnp.complex64(1 - 2j),
        )

    return jax.jit(f).lower(devices.input((8, 6), ("x", None)))


@program
def sharding_groups(layers: int) -> Any:
    """Values that are to be sharded alike."""
    from jax.experimental.shard_alike import shard_alike

    devices = Devices(x=2, y=2, z=2)

    def f(inputs: Any) -> Any:
        inputs, rising = shard_alike(inputs, jnp.arange(64.0).reshape(8, 8))
        inputs, ones = shard_alike(inputs, jnp.ones((8, 8)))
        return inputs * rising + ones

    return jax.jit(f).lower(devices.input((8, 8), ("x", "y")))


@program
def convnet(layers: int) -> Any:
    """Convolutions, pooling and padding, and their gradients."""
    devices = Devices(batch=8)
    layout = ("NHWC", "HWIO", "NHWC")

    def network(images: Any, first: Any, second: Any) -> Any:
        x = jax.nn.relu(lax.conv_general_dilated(images, first, (1, 1), "SAME", dimension_numbers=layout))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        x = lax.conv_general_dilated(x, second, (2, 2), [(1, 1), (0, 1)], rhs_dilation=(2, 2), dimension_numbers=layout)
        return lax.pad(x.mean((1, 2)), 0.0, [(0, 0, 0), (1, 2, 0)])

    gradients = jax.grad(lambda images, first, second: network(images, first, second).sum(), argnums=(1, 2))
    return jax.jit(gradients).lower(
        devices.input((16, 32, 32, 3), ("batch",)), plain((3, 3, 3, 8)), plain((3, 3, 8, 16))
    )


@program
def many_ops(layers: int) -> Any:
    """Sorts, Fourier transforms, random numbers, slices, scatters, solvers: one of everything."""
    devices = Devices(x=2, y=4)

    def f(x: Any, index: Any, update: Any) -> Any:
        largest, places = lax.top_k(x, 4)
        noise = jax.random.normal(jax.random.key(0), x.shape)
        falling = jnp.sort(x, axis=1)[:, ::-1]
        spectrum = jnp.abs(jnp.fft.rfft(x, axis=1))
        moved = lax.dynamic_update_slice(x, update, (index, 0)) + lax.dynamic_slice(x, (index, 0), (8, 16))
        counted = lax.population_count(lax.bitcast_convert_type(x, jnp.uint32)) << 2
        summed = jnp.cumsum(x, axis=0)
        segments = jax.ops.segment_sum(x, jnp.arange(8) % 3, num_segments=3)
        solved = jax.scipy.linalg.solve_triangular(x @ x.T + jnp.eye(8), x, lower=True)
        special = jax.scipy.special.erf(x) + lax.lgamma(jnp.abs(x) + 1) + lax.clamp(-1.0, x, 1.0) ** 3
        return (
            *(largest, places, noise, falling, spectrum, moved, counted, summed, segments, solved, special),
            jnp.argmax(x, 1),
            x.astype(jnp.int8),
        )

    return jax.jit(f).lower(devices.input((8, 16), ("x", "y")), plain(dtype=jnp.int32), devices.input((2, 16)))


@program
def dynamic_shapes(layers: int) -> Any:
    """An exported function whose shapes are known when it is called."""
    from jax import export

    rows, columns = export.symbolic_shape("a, b")
    exported = export.export(jax.jit(lambda x, w: jnp.tanh(x @ w).sum(0)))(plain((rows, 16)), plain((16, columns)))
    return str(exported.mlir_module())


# --- a step of training a transformer ---------------------------------------------------------------------------------

BATCH, LENGTH, VOCABULARY = 8, 32, 512
WIDTH, HEADS, HIDDEN = 64, 4, 256
HEAD = WIDTH // HEADS


def normalized(x: Any, scale: Any) -> Any:
    """Layer normalization over the last dimension."""
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale


def transformer_layer(devices: Devices, x: Any, weights: dict[str, Any]) -> Any:
    """Attention and the perceptron after it, heads and hidden units split over `model`."""
    seen = normalized(x, weights["ln1"])
    query, key, value = (jnp.einsum("bsd,dhk->bshk", seen, weights[name]) for name in ("wq", "wk", "wv"))
    query = devices.constrain(query, "data", None, "model", None)
    scores = jnp.einsum("bshk,bthk->bhst", query, key) / math.sqrt(HEAD)
    scores = jnp.where(jnp.tril(jnp.ones((LENGTH, LENGTH), bool)), scores, -1e9)
    attended = jnp.einsum("bhst,bthk->bshk", jax.nn.softmax(scores, -1), value)
    x = x + jnp.einsum("bshk,hkd->bsd", attended, weights["wo"])
    hidden = jax.nn.gelu(normalized(x, weights["ln2"]) @ weights["w1"])
    return x + devices.constrain(hidden, "data", None, "model") @ weights["w2"]


def layer_weights(devices: Devices, stacked: tuple[int, ...] = ()) -> dict[str, Any]:
    """One layer's weights, or those of many layers stacked in front."""
    projection = (WIDTH, HEADS, HEAD), (None, "model", None)
    layout: dict[str, tuple[tuple[int, ...], Spec]] = {
        "ln1": ((WIDTH,), (None,)),
        "ln2": ((WIDTH,), (None,)),
        "wq": projection,
        "wk": projection,
        "wv": projection,
        "wo": ((HEADS, HEAD, WIDTH), ("model", None, None)),
        "w1": ((WIDTH, HIDDEN), (None, "model")),
        "w2": ((HIDDEN, WIDTH), ("model", None)),
    }
    return {
        name: devices.input(stacked + shape, [None] * len(stacked) + list(spec))
        for name, (shape, spec) in layout.items()
    }


def training_step(layers: int, scan: bool = False) -> Any:
    """Loss, gradients and update of a transformer; with `scan` its layers are the iterations of a loop."""
    devices = Devices(data=2, model=4)
    layer = functools.partial(transformer_layer, devices)

    def forward(params: Any, tokens: Any) -> Any:
        x = params["emb"][tokens]
        if scan:
            x, _ = lax.scan(lambda x, weights: (jax.checkpoint(layer)(x, weights), None), x, params["layers"])
        else:
            for weights in params["layers"]:
                x = layer(x, weights)
        return x @ params["emb"].T

    def loss(params: Any, tokens: Any) -> Any:
        likelihoods = jax.nn.log_softmax(forward(params, tokens[:, :-1]))
        return -jnp.take_along_axis(likelihoods, tokens[:, 1:, None], -1).mean()

    def step(params: Any, tokens: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(params, tokens)
        return jax.tree.map(lambda weight, gradient: weight - 1e-3 * gradient, params, gradients), value

    params = {
        "emb": devices.input((VOCABULARY, WIDTH), (None, "model")),
        "layers": layer_weights(devices, (layers,)) if scan else [layer_weights(devices) for _ in range(layers)],
    }
    tokens = devices.input((BATCH, LENGTH + 1), ("data", None), jnp.int32)
    return jax.jit(step, donate_argnums=0).lower(params, tokens)


@program
def transformer(layers: int) -> Any:
    """Two layers, one after the other."""
    return training_step(2)


@program
def transformer_scan(layers: int) -> Any:
    """Eight layers as a loop."""
    return training_step(8, scan=True)


@program
def transformer_deep(layers: int) -> Any:
    """The given number of layers, one after the other."""
    return training_step(layers)


@program
def transformer_locations(layers: int) -> Any:
    """One layer, with the places in this file that its ops come from."""
    return training_step(1).as_text(debug_info=True)


# --- functions that are called ----------------------------------------------------------------------------------------


@program
def jit_in_jit(layers: int) -> Any:
    """A jitted function that calls another, both called several times."""
    devices = Devices(x=2, y=4)

    @jax.jit
    def activation(x: Any) -> Any:
        return jnp.tanh(x) * 0.5

    @jax.jit
    def block(x: Any, weights: Any) -> Any:
        return activation(devices.constrain(activation(x) @ weights, "x", "y"))

    def f(x: Any, first: Any, second: Any) -> Any:
        return activation(block(block(x, first), second))

    weights = devices.input((16, 16), (None, "y"))
    return jax.jit(f, out_shardings=devices.sharding(("x", None))).lower(
        devices.input((8, 16), ("x", None)), weights, weights
    )


@program
def jit_with_shardings(layers: int) -> Any:
    """Jitted functions with shardings of their own for arguments and results."""
    devices = Devices(x=2, y=4)
    rows, columns = devices.sharding(("x", None)), devices.sharding((None, "y"))

    @functools.partial(jax.jit, in_shardings=(rows, columns), out_shardings=(rows, columns))
    def inner(a: Any, b: Any) -> Any:
        return a + 1.0, b * a

    def f(a: Any, b: Any) -> Any:
        a, b = inner(a, b)
        b, a = inner(b, a)
        return inner(a, b)

    return jax.jit(f).lower(devices.input((8, 8), ("x", "y")), devices.input((8, 8)))


@program
def custom_derivatives(layers: int) -> Any:
    """Gradients of functions with derivatives of their own, by jvp and by vjp."""
    devices = Devices(data=4, model=2)

    @jax.custom_jvp
    def softplus(x: Any) -> Any:
        return jnp.logaddexp(x, 0.0)

    @softplus.defjvp
    def _(primals: Any, tangents: Any) -> Any:
        (x,), (t,) = primals, tangents
        return softplus(x), jax.nn.sigmoid(x) * t

    @jax.custom_vjp
    def clipped(x: Any) -> Any:
        return x

    clipped.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1.0, 1.0),))

    @jax.jit
    def layer(x: Any, w: Any) -> Any:
        return softplus(clipped(devices.constrain(x @ w, "data", "model")))

    def loss(w: Any, x: Any) -> Any:
        return layer(layer(x, w), w.T).sum()

    return jax.jit(jax.value_and_grad(loss)).lower(
        devices.input((16, 32), (None, "model")), devices.input((8, 16), ("data", None))
    )


@program
def scan_of_jit(layers: int) -> Any:
    """A scan whose body calls a jitted function, which is called outside too."""
    devices = Devices(data=2, model=4)

    @jax.jit
    def step(x: Any, w: Any) -> Any:
        return devices.constrain(jax.nn.gelu(x @ w), "data", None)

    def f(x: Any, weights: Any) -> Any:
        x = step(x, weights[0])
        x, norms = lax.scan(lambda x, w: (step(x, w), jnp.abs(x).max()), x, weights)
        return step(x, weights[1]), norms

    return jax.jit(f).lower(devices.input((8, 16), ("data", None)), devices.input((4, 16, 16), (None, "model", None)))


@program
def shard_map_of_jit(layers: int) -> Any:
    """A manual computation that calls a jitted function, which is also called outside of it."""
    devices = Devices(a=2, b=4)

    @jax.jit
    def scaled(x: Any) -> Any:
        return x * 2.0 + jnp.arange(x.shape[-1], dtype=x.dtype)

    def local(x: Any) -> Any:
        return lax.psum(scaled(scaled(x)), "a")

    manual = jax.shard_map(
        local, mesh=devices.mesh, in_specs=PartitionSpec("a", "b"), out_specs=PartitionSpec(None, "b")
    )
    return jax.jit(lambda x: scaled(manual(scaled(x)))).lower(devices.input((8, 16), ("a", "b")))


@program
def branches_of_jit(layers: int) -> Any:
    """Branches and loops that call the same jitted functions, with constants as arguments."""
    devices = Devices(x=4, y=2)

    @jax.jit
    def power(x: Any, exponent: Any) -> Any:
        return x**exponent

    @jax.jit
    def table() -> Any:
        return jnp.arange(64.0).reshape(8, 8)

    def f(x: Any, which: Any) -> Any:
        x = lax.switch(which, [lambda x: power(x, 2.0), lambda x: power(x, 3.0) + table(), lambda x: x], x)
        x = lax.fori_loop(0, 3, lambda i, x: power(x, 0.5) - table(), x)
        return devices.constrain(x, "x", "y") @ table()

    return jax.jit(f).lower(devices.input((8, 8), ("x", None)), plain(dtype=jnp.int32))


for module in ("calls", "inference", "parallelism", "training"):
    import_module(f"tools.jax_programs.{module}")  # Each enters its programs.


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(PROGRAMS)), metavar="[NAME ...]")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=corpus.FOLDER,
    help="Where to write; lit_tests/corpus by default.",
)
@click.option("--layers", type=click.IntRange(1), default=32, show_default=True, help="Depth of transformer_deep.")
def main(names: tuple[str, ...], folder: Path, layers: int) -> None:
    """Lower the programs called NAME, or all of them, with JAX."""
    for name in names or PROGRAMS:
        text = lowered(PROGRAMS[name], layers)
        corpus.write(name, text, folder)
        click.echo(f"{name}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
