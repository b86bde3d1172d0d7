"""JAX programs for eight devices, and the same for one: their table, their inputs and the devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec

from tools.jax_programs.lowering import Input, PartitionedProgram
from tools.large_programs.table import convolved

PROGRAMS: dict[str, PartitionedProgram] = {}
"""The programs by name, in the order of their topics."""


def partitioned(*inputs: Input, **mesh: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enters a function in PROGRAMS, with its inputs and the axes of its mesh."""

    def entered(function: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS[function.__name__] = PartitionedProgram(function, mesh, inputs, TOPIC)
        return function

    return entered


# Layers of products, their gradients and their losses.

TOPIC = "dense"


@partitioned(Input((16, 32), ("data",)), Input((32, 64), (None, "model")), Input((64, 16), ("model",)), data=2, model=4)
def layers_by_units(devices: Any, x: Any, first: Any, second: Any) -> Any:
    """Two layers whose hidden units are split: the second product is summed over devices."""
    hidden = devices.constrain(jnp.tanh(x @ first), "data", "model")
    return devices.constrain(hidden @ second, "data", None)


@partitioned(Input((16, 64), (None, ("x", "y"))), Input((64, 8), (("x", "y"),)), x=4, y=2)
def contraction_over_two_axes(devices: Any, a: Any, b: Any) -> Any:
    """A product whose contracted dimension is split along two axes."""
    return devices.constrain(a @ b, None, None)


@partitioned(Input((16, 32), ("x", "y")), Input((32, 16), ("y", "x")), x=4, y=2)
def product_of_two_grids(devices: Any, a: Any, b: Any) -> Any:
    """A product of two matrices that are both split along both axes, and its result, too."""
    return devices.constrain(a @ b, "x", "y")


@partitioned(Input((8, 4, 16), ("data",)), Input((8, 16, 4), ("data", "model")), data=2, model=4)
def batched_products(devices: Any, a: Any, b: Any) -> Any:
    """Products of the matrices of a batch, with a transposed result."""
    return devices.constrain(jnp.einsum("bij,bjk->bki", a, b), "data", "model", None)


@partitioned(Input((16, 32), ("data", "model")), Input((32,), ("model",)), data=2, model=4)
def layer_norm(devices: Any, x: Any, scale: Any) -> Any:
    """Means and variances over a dimension that is split."""
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale


@partitioned(Input((16, 12), ("x",), dtype=jnp.complex64), Input((12, 8), (None, "y"), dtype=jnp.complex64), x=4, y=2)
def products_of_complex_numbers(devices: Any, a: Any, b: Any) -> Any:
    """A product of complex numbers, and its absolute values."""
    product = a @ b
    return product, jnp.abs(product)


@partitioned(Input((16, 32), ("data",)), Input((32, 16), (None, "model")), data=2, model=4)
def error_functions(devices: Any, x: Any, weights: Any) -> Any:
    """An activation by the error function, an operation of CHLO."""
    return jax.nn.gelu(x @ weights, approximate=False)


# Attention, with what its heads, its sequence or its batch are split over.

TOPIC = "attention"


HEADS = Input((4, 16, 8, 4), ("data", None, "model"))
SEQUENCE = Input((4, 16, 8, 4), (None, "sequence"))


def attention(query: Any, key: Any, value: Any, mask: Any = None) -> Any:
    """Returns softmax(query × key) × value; dimensions are batch, sequence, heads, features."""
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / 2
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    scores = jnp.exp(scores - scores.max(-1, keepdims=True))
    return jnp.einsum("bhqk,bkhd->bqhd", scores / scores.sum(-1, keepdims=True), value)


@partitioned(HEADS, HEADS, HEADS, data=2, model=4)
def attention_by_heads(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """Heads are split: devices need nothing of each other."""
    return attention(query, key, value)


@partitioned(SEQUENCE, SEQUENCE, SEQUENCE, sequence=8)
def causal_attention_by_sequence(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """The same where the iotas are split as the sequence is."""
    rows = devices.constrain(jax.lax.broadcasted_iota(jnp.int32, (16, 16), 0), "sequence", None)
    columns = jax.lax.broadcasted_iota(jnp.int32, (16, 16), 1)
    return devices.constrain(attention(query, key, value, rows >= columns), None, "sequence", None, None)


@partitioned(
    Input((4, 16, 32), ("data",)),
    Input((32, 3, 8, 4), (None, None, "model")),
    Input((8, 4, 32), ("model",)),
    data=2,
    model=4,
)
def attention_block(devices: Any, x: Any, projections: Any, output: Any) -> Any:
    """A block of a transformer: projections, attention by heads, a sum over heads and the input."""
    query, key, value = jnp.moveaxis(jnp.einsum("bsf,fthd->bsthd", x, projections), 2, 0)
    return x + jnp.einsum("bshd,hdf->bsf", attention(query, key, value), output)


@partitioned(
    Input((4, 32, 8, 4), ("data", None, "model")),
    Input((4, 32, 8, 4), ("data", None, "model")),
    Input((4, 1, 8, 4), ("data", None, "model")),
    Input((), below=16),
    data=2,
    model=4,
)
def attention_with_cache(devices: Any, keys: Any, values: Any, token: Any, place: Any) -> Any:
    """One token: the cache is updated at a place that is computed."""
    keys, values = (
        jax.lax.dynamic_update_slice(cache, new, (0, place, 0, 0)) for cache, new in ((keys, token), (values, token))
    )
    return keys, attention(token, keys, values, jnp.arange(32) <= place)


# Convolutions, and what else looks at windows.

TOPIC = "windows"


@partitioned(
    Input((4, 8, 8, 8), ("data", None, None, "model")), Input((3, 3, 8, 4), (None, None, "model")), data=2, model=4
)
def convolution_by_features(devices: Any, images: Any, kernel: Any) -> Any:
    """Features of the images are split: results are summed over devices."""
    return devices.constrain(convolved(images, kernel), "data", None, None, None)


@partitioned(Input((8, 8, 8, 8), ("data",)), Input((3, 3, 1, 8)), data=8)
def convolution_of_each_feature(devices: Any, images: Any, kernel: Any) -> Any:
    """A convolution with a group for each feature."""
    return convolved(images, kernel, groups=8)


@partitioned(Input((8, 8, 8, 4), ("data",)), Input((3, 3, 4, 4)), data=8)
def gradient_of_convolution(devices: Any, images: Any, kernel: Any) -> Any:
    """The gradient in the kernel contracts over the batch."""
    return jax.grad(lambda kernel: jnp.sum(jnp.tanh(convolved(images, kernel))))(kernel)


@partitioned(Input((8, 12, 12, 4), ("data", None, None, "model")), data=2, model=4)
def pooling(devices: Any, images: Any) -> Any:
    """The largest numbers and the means of windows."""
    window = (1, 2, 2, 1)
    largest = lax.reduce_window(images, -jnp.inf, lax.max, window, window, "VALID")
    return largest, lax.reduce_window(images, 0.0, lax.add, window, window, "VALID") / 4


@partitioned(Input((8, 8, 8, 4), ("data",)), data=8)
def gradient_of_pooling(devices: Any, images: Any) -> Any:
    """The largest number of each window gets the gradient: select_and_scatter."""
    window = (1, 2, 2, 1)
    return jax.grad(lambda x: jnp.sum(lax.reduce_window(x, -jnp.inf, lax.max, window, window, "VALID") ** 2))(images)


@partitioned(Input((16, 32), ("x",)), Input((16, 32), ("x",), 100), x=8)
def running_sums(devices: Any, floats: Any, integers: Any) -> Any:
    """Sums along a dimension that is not split."""
    return jnp.cumsum(floats, 1), jnp.cumsum(integers, 1), lax.cummax(integers, 1)


# Gathers, scatters and sorting.

TOPIC = "indexing"


@partitioned(Input((64, 16), ("model",)), Input((8, 4), ("data",), 64), data=2, model=4)
def embedding(devices: Any, table: Any, tokens: Any) -> Any:
    """Rows of a table that is split: each device looks up the rows that it has."""
    return table[tokens]


@partitioned(Input((64, 16), ("model",)), Input((8, 4), ("data",), 64), data=2, model=4)
def gradient_of_embedding(devices: Any, table: Any, tokens: Any) -> Any:
    """The gradient in a table that is split: a scatter that adds."""
    return jax.grad(lambda table: jnp.sum(jnp.sin(table[tokens])))(table)


@partitioned(Input((16, 32), ("data",)), Input((16,), ("data",), 32), data=8)
def cross_entropy(devices: Any, logits: Any, labels: Any) -> Any:
    """The probability of each label: a gather with a batch."""
    shifted = logits - logits.max(-1, keepdims=True)
    chosen = jnp.take_along_axis(shifted, labels[:, None], -1)[:, 0]
    return jnp.mean(jnp.log(jnp.exp(shifted).sum(-1)) - chosen)


@partitioned(Input((16, 8), ("x", "y")), Input((5, 2), (), 8), x=4, y=2)
def elements_at_places(devices: Any, table: Any, places: Any) -> Any:
    """Elements at places along two dimensions that are both split."""
    return devices.constrain(table[places[:, 0], places[:, 1]], None)


@partitioned(Input((32, 8)), Input((16,), ("x",), 32), Input((16, 8), ("x",)), x=8)
def rows_of_each_device_added(devices: Any, table: Any, places: Any, rows: Any) -> Any:
    """Rows that are split are added to a table that is not: the tables of the devices are summed."""
    return devices.constrain(table.at[places].add(rows), None, None)


@partitioned(Input((32,), ("x",), 100), Input((16,), (), 32), Input((16,), (), 1000), x=8)
def largest_at_places(devices: Any, table: Any, places: Any, numbers: Any) -> Any:
    """The largest of the numbers that go to each place, and the smallest."""
    return table.at[places].max(numbers), table.at[places].min(numbers)


@partitioned(Input((32, 16), ("x", "y"), 1000), x=4, y=2)
def sorted_columns(devices: Any, x: Any) -> Any:
    """Columns, which are split, are sorted: devices exchange rows for columns."""
    return devices.constrain(jnp.sort(x, 0), "x", "y")


@partitioned(Input((16, 32), ("x", "y")), x=4, y=2)
def largest_of_rows(devices: Any, x: Any) -> Any:
    """The largest number of each row, and its place."""
    return x.max(1), jnp.argmax(x, 1)


@partitioned(Input((16, 32), ("x",)), x=8)
def four_largest(devices: Any, x: Any) -> Any:
    """The four largest numbers of each row, an operation of CHLO."""
    return lax.top_k(x, 4)


# Loops, branches and calls.

TOPIC = "control"


@partitioned(Input((16, 32), ("x", "y")), Input((), below=3), x=4, y=2)
def one_of_three(devices: Any, x: Any, which: Any) -> Any:
    """A branch among three; one transposes twice."""
    branches = (lambda x: x + 1, lambda x: jnp.tanh(x.T).T, lambda x: -x)
    return lax.switch(which, branches, x)


@partitioned(Input((16, 32), ("x",)), Input((32, 32), (None, "y")), x=4, y=2)
def functions_in_functions(devices: Any, x: Any, weights: Any) -> Any:
    """A function that is called twice, and calls another."""

    @jax.jit
    def inner(x: Any) -> Any:
        return jnp.where(x > 0, x, jnp.expm1(x))

    @jax.jit
    def layer(x: Any) -> Any:
        return inner(x @ weights)

    return layer(layer(x))


@partitioned(Input((8, 16), ("x",)), Input((6, 16, 16), (None, None, "y")), x=4, y=2)
def scanned_layers(devices: Any, x: Any, weights: Any) -> Any:
    """A loop over layers whose values are split."""
    return lax.scan(lambda x, weight: (jnp.tanh(x @ weight), None), x, weights)[0]


@partitioned(Input((32,), ("x",)), x=8)
def until_it_is_small(devices: Any, x: Any) -> Any:
    """A loop that ends by what it computes of a vector that is split."""
    return lax.while_loop(lambda x: jnp.sum(x * x) > 0.1, lambda x: x / 2, x)


@partitioned(Input((16, 4), ("x",), 1 << 16), x=8)
def pseudo_random_bits(devices: Any, state: Any) -> Any:
    """Shifts and sums of integers without signs, over and over."""
    bits = state.astype(jnp.uint32)
    for shift in (13, 17, 5):
        bits ^= lax.shift_right_logical(bits * jnp.uint32(2654435769), jnp.uint32(shift))
    return bits, bits.sum(0)


@partitioned(Input((16, 16), ("x", "y")), x=4, y=2)
def random_numbers(devices: Any, x: Any) -> Any:
    """Random numbers of JAX, which are the same wherever they are computed."""
    return x + jax.random.uniform(jax.random.key(7), x.shape)


@partitioned(Input((4, 8), ("x",)), Input((12, 8)), x=4, y=2)
def loop_over_gathers(devices: Any, x: Any, rows: Any) -> Any:
    """A loop that adds up rows that are not split, and branches in each step."""

    def step(number: Any, found: Any) -> Any:
        row = lax.dynamic_slice(rows, (number, 0), (1, 8))[0]
        return lax.cond(number % 3 == 0, lambda: found + row, lambda: found - row / 2)

    return x * lax.fori_loop(0, 12, step, jnp.zeros(8))


# Changes of shape, and parts of tensors.

TOPIC = "shapes"


@partitioned(Input((8, 12, 16), ("x", None, "y")), x=4, y=2)
def split_and_merged(devices: Any, x: Any) -> Any:
    """Dimensions that are split, merged and exchanged."""
    return x.reshape(8, 3, 4, 2, 8), x.reshape(96, 16), x.transpose(2, 0, 1).reshape(16, 8, 3, 4)


@partitioned(Input((16, 12), ("x", "y")), Input((16, 12), ("x",)), x=4, y=2)
def joined(devices: Any, a: Any, b: Any) -> Any:
    """Tensors that are joined along either dimension."""
    return jnp.concatenate([a, b, a], 1), devices.constrain(jnp.concatenate([a, b], 0), "x", None)


@partitioned(Input((16, 12), ("x", "y")), x=4, y=2)
def cut_and_padded(devices: Any, x: Any) -> Any:
    """Parts of tensors, and tensors with margins, along either dimension."""
    return x[:, 3:9], x[2:14:3], jnp.pad(x, ((2, 2), (1, 3))), lax.pad(x, 0.0, [(0, 4, 0), (1, 1, 1)])


@partitioned(Input((16, 12), ("x", "y"), 1000), x=4, y=2)
def reversed_tensors(devices: Any, x: Any) -> Any:
    """Each dimension in reverse order."""
    return x[::-1], x[:, ::-1], devices.constrain(x[::-1, ::-1], "x", "y")


@partitioned(Input((16, 12), ("x", "y"), 1000), x=4, y=2)
def shifted(devices: Any, x: Any) -> Any:
    """Elements that move by two places, around the end."""
    return jnp.roll(x, 2, 0), devices.constrain(jnp.roll(x, -5, 1), "x", "y")


@partitioned(Input((16, 12), ("x", "y")), Input((2,), (), 8), x=4, y=2)
def part_at_a_place(devices: Any, x: Any, place: Any) -> Any:
    """A part at a place that is computed, along dimensions that are split."""
    part = lax.dynamic_slice(x, (place[0], place[1]), (8, 4))
    return devices.constrain(part, "x", None), lax.dynamic_update_slice(x, part * 2, (place[1], place[0]))


@partitioned(Input((8, 16), ("x",)), x=8)
def constants(devices: Any, x: Any) -> Any:
    """Constants that are split, and iotas."""
    table = jnp.asarray([[3.0 * row + column for column in range(16)] for row in range(8)])
    places = lax.broadcasted_iota(jnp.float32, (8, 16), 0)
    return devices.constrain(x * table + places, "x", None), jnp.full((16,), 2.5) + jnp.arange(16.0)


@partitioned(Input((8, 12), ("x",)), x=4, y=2)
def iotas_by_parts_of_axes(devices: Any, x: Any) -> Any:
    """A dimension that is split in two, so that parts of an axis shard each, and an iota is added."""
    return x.reshape(2, 4, 12) + lax.broadcasted_iota(jnp.float32, (2, 4, 12), 1)


# Dimensions that devices do not divide.

TOPIC = "uneven"


@partitioned(Input((10, 7)), Input((7, 13)), x=4, y=2)
def uneven_layer(devices: Any, x: Any, weights: Any) -> Any:
    """A layer whose rows and columns are both padded."""
    return devices.constrain(devices.constrain(jnp.tanh(x @ weights), "x", "y"), None, None)


@partitioned(Input((5, 8, 8, 3)), Input((3, 3, 3, 4)), x=8)
def uneven_convolution(devices: Any, images: Any, kernel: Any) -> Any:
    """Five images on eight devices."""
    images = devices.constrain(images, "x", None, None, None)
    return devices.constrain(convolved(images, kernel), None, None, None, None)


@partitioned(Input((10, 7)), Input((7, 13)), x=4, y=2)
def uneven_products(devices: Any, x: Any, weights: Any) -> Any:
    """A product whose dimensions devices do not divide, which are padded."""
    hidden = devices.constrain(jnp.tanh(x @ weights), "x", "y")
    return devices.constrain(hidden, None, "x"), devices.constrain(hidden.sum(0), None)


@partitioned(Input((9, 21)), x=4, y=2)
def uneven_softmax(devices: Any, x: Any) -> Any:
    """Largest numbers, exponentials and sums of rows which are padded."""
    x = devices.constrain(x, "y", "x")
    powers = jnp.exp(x - x.max(-1, keepdims=True))
    return devices.constrain(powers / powers.sum(-1, keepdims=True), None, None)


@partitioned(Input((13,), (), 100), x=8)
def uneven_extremes(devices: Any, x: Any) -> Any:
    """The largest and the smallest of integers that are padded."""
    x = devices.constrain(x, "x")
    return x.max(), x.min()


# Functions of what each device has: `jax.shard_map`.

TOPIC = "manual"


GRID, ROWS, NONE = PartitionSpec("x", "y"), PartitionSpec("x"), PartitionSpec()


@partitioned(Input((16, 8), ("x", "y")), x=4, y=2)
def manual_collectives(devices: Any, x: Any) -> Any:
    """Devices gather, and add up what they scatter."""

    def local(block: Any) -> Any:
        rows = lax.all_gather(block, "y", axis=1, tiled=True)
        return lax.psum_scatter(rows, "y", scatter_dimension=1, tiled=True), lax.pmax(rows.max(), ("x", "y"))

    return devices.manual(local, lambda x: (2 * x, x.max()), GRID, (GRID, NONE))(x)


@partitioned(Input((16, 8), ("x",), 1000), x=8)
def manual_transposition(devices: Any, x: Any) -> Any:
    """Devices exchange rows for columns: all-to-all."""

    def local(rows: Any) -> Any:
        return lax.all_to_all(rows, "x", 1, 0, tiled=True)

    return devices.manual(local, lambda x: x, ROWS, PartitionSpec(None, "x"))(x)


@partitioned(Input((16, 32), ("x", "y")), Input((32, 8)), x=4, y=2)
def manual_along_one_axis(devices: Any, x: Any, weights: Any) -> Any:
    """Is written out along one axis, and left to propagation along the other."""

    def local(block: Any) -> Any:
        return jnp.tanh(block) / lax.psum(jnp.sum(block * block, 0, keepdims=True), "x")

    def whole(x: Any) -> Any:
        return jnp.tanh(x) / jnp.sum(x * x, 0, keepdims=True)

    return devices.manual(local, whole, ROWS, ROWS, axis_names={"x"})(jnp.cos(x)) @ weights


@partitioned(Input((64, 16), ("sequence",)), Input((64, 16), ("sequence",)), Input((64, 16), ("sequence",)), sequence=8)
def manual_ring_attention(devices: Any, query: Any, key: Any, value: Any) -> Any:
    """Attention without softmax: keys and values go around, step by step."""
    around = [(device, (device + 1) % 8) for device in range(8)]
    split = PartitionSpec("sequence")

    def local(query: Any, key: Any, value: Any) -> Any:
        found = jnp.zeros(query.shape)
        for _ in range(8):
            found += (query @ key.T) @ value
            key, value = (lax.ppermute(part, "sequence", around) for part in (key, value))
        return found

    return devices.manual(local, lambda q, k, v: (q @ k.T) @ v, (split,) * 3, split)(query, key, value)


@partitioned(Input((32, 16), ("x",)), Input((16, 8)), x=8)
def manual_gradient(devices: Any, x: Any, weights: Any) -> Any:
    """Gradients of each device's rows, whose mean is taken."""

    def local(x: Any, weights: Any) -> Any:
        return lax.pmean(jax.grad(lambda weights: jnp.mean(jnp.tanh(x @ weights) ** 2))(weights), "x")

    def whole(x: Any, weights: Any) -> Any:
        return jax.grad(lambda weights: jnp.mean(jnp.tanh(x @ weights) ** 2))(weights)

    return devices.manual(local, whole, (ROWS, NONE), NONE)(x, weights)
