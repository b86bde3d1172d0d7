"""Compares the model of XLA's partitioner with the partitioner, for the functions of JAX and for chains of them.

    python -m tools.judges.census [--pairs] [WORD …]
    python -m tools.judges.census --chains COUNT [--seed SEED]

needs the extra `jax`. Each function that takes arrays is lowered for four devices, once for each dimension of each
argument that they can split, or for each two of them over two axes, and XLA for CPUs partitions it; nothing after that
runs. With words, only functions are taken whose names have one of them. A chain is two to six random operations on
arrays with random shardings.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any

import click
import jax
import jax.numpy as jnp
from jax import lax, nn
from jax.scipy import linalg as scipy_linalg
from jax.scipy import signal, special
from jax.scipy.ndimage import map_coordinates
from jax.sharding import AxisType, NamedSharding, PartitionSpec

from sdyopt import parse
from sdyopt.cost.collectives.found import CollectiveView
from sdyopt.view.collection import analyze
from sdyopt.view.jaxlib import partitioned_by_model
from sdyopt.view.model import Query
from sdyopt.view.xla import xla_view
from tools.judges.xla_partitioner import compiler, partitioned

_DEVICES = 4
_ARRAY: Any = jax.ShapeDtypeStruct
_SPEC: Any = PartitionSpec
_KINDS = {"i": jnp.int32, "b": jnp.bool_, "c": jnp.complex64, "u": jnp.uint8}
"""Of the elements of arguments, by the first letter of their shapes; others are floating-point numbers."""

_PLAIN = (
    # Functions of a module, and the shapes of their arguments.
    (
        "jax.numpy",
        "64x96",
        "abs negative positive exp exp2 expm1 log log1p log2 log10 sqrt cbrt square reciprocal sin cos tan arcsin"
        " arccos arctan sinh cosh tanh arcsinh arccosh arctanh ceil floor rint trunc round sign isnan isfinite"
        " isinf isposinf isneginf signbit degrees radians nan_to_num sinc i0 angle real imag conj iscomplex"
        " logical_not modf frexp ravel transpose fliplr flipud rot90 squeeze atleast_3d copy zeros_like ones_like"
        " sum prod mean std var max min ptp argmax argmin any all nansum nanmean nanmax nanmin nanstd nanvar"
        " nanprod nanargmax nanargmin median nanmedian count_nonzero average cumsum cumprod nancumsum diff ediff1d"
        " gradient triu tril diagonal trace sort argsort unwrap trapezoid cov corrcoef flip",
    ),
    (
        "jax.numpy",
        "64x96 64x96",
        "add subtract multiply divide power float_power maximum minimum fmax fmin arctan2 hypot logaddexp"
        " logaddexp2 mod fmod remainder floor_divide copysign nextafter heaviside equal not_equal greater"
        " greater_equal less less_equal logical_and logical_or logical_xor isclose allclose array_equal divmod"
        " append vecdot inner isin array_equiv",
    ),
    ("jax.numpy", "i64x96 i64x96", "bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm"),
    ("jax.numpy", "i64x96", "invert bitwise_count"),
    ("jax.numpy", "u64x96", "packbits unpackbits"),
    ("jax.numpy", "64x96 96x32", "dot matmul"),
    ("jax.numpy", "8x64x96 8x96x32", "matmul"),
    ("jax.numpy", "64 96", "outer meshgrid kron convolve correlate searchsorted digitize polyadd polymul"),
    ("jax.numpy", "64x96 64x96", "vdot tensordot"),
    ("jax.numpy", "64", "diag vander histogram"),
    ("jax.numpy", "64 32 32", "interp"),
    ("jax.numpy", "8 64x96", "polyval"),
    ("jax.numpy", "64x3 64x3", "cross"),
    ("jax.numpy", "b64x96 64x96 64x96", "where"),
    ("jax.numpy", "64x96 i64x96", "ldexp"),
    (
        "jax.lax",
        "64x96",
        "erf erfc erf_inv lgamma digamma bessel_i0e bessel_i1e rsqrt logistic stop_gradient is_finite tan exp2",
    ),
    ("jax.lax", "64x96 64x96 64x96", "betainc clamp"),
    ("jax.lax", "64x96 64x96", "igamma igammac atan2 complex"),
    ("jax.lax", "i64x96", "population_count clz"),
    (
        "jax.nn",
        "64x96",
        "relu relu6 gelu silu mish softmax log_softmax softplus sigmoid log_sigmoid elu selu celu leaky_relu"
        " hard_tanh hard_sigmoid hard_silu glu logsumexp standardize squareplus sparse_plus soft_sign identity",
    ),
    ("jax.nn", "4x32x8x16 4x32x8x16 4x32x8x16", "dot_product_attention"),
    (
        "jax.numpy.linalg",
        "64x64",
        "cholesky qr svd eigh eigvalsh inv det slogdet norm pinv matrix_rank matrix_transpose trace diagonal",
    ),
    ("jax.numpy.linalg", "8x32x32", "cholesky qr svd eigh inv det slogdet"),
    ("jax.numpy.linalg", "64x64 64x32", "solve matmul"),
    ("jax.numpy.linalg", "8x32x32 8x32x16", "solve"),
    ("jax.numpy.linalg", "64x96", "matrix_norm vector_norm"),
    ("jax.numpy.linalg", "64x16 64", "lstsq"),
    ("jax.numpy.fft", "c64x96", "fft ifft fft2 ifft2 fftn fftshift ifftshift"),
    ("jax.numpy.fft", "64x96", "rfft irfft rfft2 hfft"),
    ("jax.scipy.linalg", "64x64", "expm lu lu_factor cholesky sqrtm"),
    ("jax.scipy.linalg", "64x64 64x32", "solve solve_triangular block_diag"),
    ("jax.scipy.linalg", "64", "toeplitz"),
    (
        "jax.scipy.special",
        "64x96",
        "erf erfc erfinv gammaln digamma logit expit entr i0e i1e ndtr ndtri log_ndtr gamma logsumexp softmax spence",
    ),
    ("jax.scipy.special", "64x96 64x96", "xlogy xlog1py rel_entr kl_div gammainc betaln"),
    ("jax.scipy.stats.norm", "64x96", "logpdf pdf cdf logcdf ppf sf"),
    ("jax.scipy.stats", "64x96", "rankdata sem"),
    ("jax.scipy.signal", "64 16", "convolve correlate fftconvolve"),
    ("jax.scipy.signal", "64x96 8x8", "convolve2d correlate2d"),
    ("jax.scipy.signal", "64x96", "detrend"),
)

_ALONG = "sum max mean var argmax argmin any cumsum cumprod sort argsort median flip nanmax diff"

_CONV = {"window_strides": (1, 1), "padding": "SAME", "dimension_numbers": ("NHWC", "HWIO", "NHWC")}


def _conv(**changed: Any) -> Callable[..., Any]:
    return lambda x, k: lax.conv_general_dilated(x, k, **{**_CONV, **changed})


def _grad(function: Callable[..., Any], *numbers: int) -> Callable[..., Any]:
    gradient: Callable[..., Any] = jax.grad(lambda *operands: function(*operands).sum(), numbers or (0,))
    return gradient


_OTHERS: dict[str, tuple[Callable[..., Any], str]] = {
    # Others, by names of their own.
    **{
        f"jax.numpy.{name} {axis}": (lambda x, name=name, axis=axis: getattr(jnp, name)(x, axis=axis), "64x96")
        for name in _ALONG.split()
        for axis in (0, 1)
    },
    **{
        f"jax.numpy.{name} 3d": (lambda x, name=name: getattr(jnp, name)(x, axis=1), "8x64x96")
        for name in ["sum", "max", "std", "argmax", "cumsum", "sort", "flip"]
    },
    "jax.numpy.reshape merge": (lambda x: x.reshape(64 * 96), "64x96"),
    "jax.numpy.reshape split": (lambda x: x.reshape(8, 8, 96), "64x96"),
    "jax.numpy.reshape other": (lambda x: x.reshape(96, 64), "64x96"),
    "jax.numpy.swapaxes": (lambda x: jnp.swapaxes(x, 0, 2), "8x64x96"),
    "jax.numpy.moveaxis": (lambda x: jnp.moveaxis(x, 0, 1), "8x64x96"),
    "jax.numpy.expand_dims": (lambda x: jnp.expand_dims(x, 1), "64x96"),
    "jax.numpy.roll": (lambda x: jnp.roll(x, 3, 0), "64x96"),
    "jax.numpy.roll flat": (lambda x: jnp.roll(x, 3), "64x96"),
    "jax.numpy.repeat": (lambda x: jnp.repeat(x, 3, 0), "64x96"),
    "jax.numpy.tile": (lambda x: jnp.tile(x, (2, 3)), "64x96"),
    "jax.numpy.broadcast_to": (lambda x: jnp.broadcast_to(x, (8, 64, 96)), "64x96"),
    **{
        f"jax.numpy.{name}": (lambda x, y, name=name: getattr(jnp, name)((x, y)), "64x96 64x96")
        for name in ["vstack", "hstack", "dstack", "lexsort"]
    },
    "jax.numpy.stack": (lambda x, y: jnp.stack([x, y]), "64x96 64x96"),
    "jax.numpy.concatenate": (lambda x, y: jnp.concatenate([x, y]), "64x96 32x96"),
    "jax.numpy.column_stack": (lambda x, y: jnp.column_stack([x, y]), "64 64"),
    "jax.numpy.block": (lambda x, y: jnp.block([[x, y], [y, x]]), "64x96 64x96"),
    "jax.numpy.split": (lambda x: jnp.split(x, 4), "64x96"),
    "jax.numpy.array_split": (lambda x: jnp.array_split(x, 3), "64x96"),
    "jax.numpy.pad": (lambda x: jnp.pad(x, 2), "64x96"),
    "jax.numpy.pad edge": (lambda x: jnp.pad(x, 2, mode="edge"), "64x96"),
    "jax.numpy.pad wrap": (lambda x: jnp.pad(x, 2, mode="wrap"), "64x96"),
    "jax.numpy.pad reflect": (lambda x: jnp.pad(x, 2, mode="reflect"), "64x96"),
    "jax.numpy.einsum attention": (lambda q, k: jnp.einsum("bthd,bshd->bhts", q, k), "4x32x8x16 4x32x8x16"),
    "jax.numpy.einsum trace": (lambda x: jnp.einsum("ii->", x), "64x64"),
    "jax.numpy.partition": (lambda x: jnp.partition(x, 5), "64x96"),
    "jax.numpy.argpartition": (lambda x: jnp.argpartition(x, 5), "64x96"),
    "jax.numpy.unique": (lambda x: jnp.unique(x, size=16), "64"),
    "jax.numpy.nonzero": (lambda x: jnp.nonzero(x, size=16), "64"),
    "jax.numpy.take": (lambda x, i: jnp.take(x, i, 0), "64x96 i32"),
    "jax.numpy.take columns": (lambda x, i: jnp.take(x, i, 1), "64x96 i32"),
    "jax.numpy.take_along_axis": (lambda x, i: jnp.take_along_axis(x, i, 1), "64x96 i64x8"),
    "jax.numpy.put_along_axis": (lambda x, i, v: jnp.put_along_axis(x, i, v, 1, inplace=False), "64x96 i64x8 64x8"),
    "jax.numpy.compress": (lambda x, c: jnp.compress(c, x, 0, size=16), "64x96 b64"),
    "jax.numpy.insert": (lambda x: jnp.insert(x, 3, 0.0, 0), "64x96"),
    "jax.numpy.delete": (lambda x: jnp.delete(x, 3, 0), "64x96"),
    "jax.numpy.clip": (lambda x: jnp.clip(x, -1, 1), "64x96"),
    "jax.numpy.percentile": (lambda x: jnp.percentile(x, 30.0, 0), "64x96"),
    "jax.numpy.quantile": (lambda x: jnp.quantile(x, 0.3, 1), "64x96"),
    "jax.numpy.bincount": (lambda x: jnp.bincount(x, length=32), "i64"),
    "jax.numpy.select": (lambda c, x, y: jnp.select([c, ~c], [x, y]), "b64x96 64x96 64x96"),
    "jax.numpy.piecewise": (lambda x: jnp.piecewise(x, [x < 0, x >= 0], [jnp.sin, jnp.cos]), "64x96"),
    "jax.numpy.choose": (lambda i, x, y: jnp.choose(i, [x, y], mode="clip"), "i64x96 64x96 64x96"),
    "jax.numpy.fill_diagonal": (lambda x: jnp.fill_diagonal(x, 1.0, inplace=False), "64x64"),
    "jax.numpy.polyfit": (lambda x, y: jnp.polyfit(x, y, 3), "64 64"),
    "jax.numpy.apply_along_axis": (lambda x: jnp.apply_along_axis(jnp.cumsum, 0, x), "64x96"),
    "jax.numpy.x[i]": (lambda x, i: x[i], "64x96 i32"),
    "jax.numpy.x[i, j]": (lambda x, i, j: x[i, j], "64x96 i32 i32"),
    "jax.numpy.x[:, i]": (lambda x, i: x[:, i], "64x96 i32"),
    "jax.numpy.x[3]": (lambda x: x[3], "64x96"),
    "jax.numpy.x[8:40]": (lambda x: x[8:40], "64x96"),
    "jax.numpy.x[::2]": (lambda x: x[::2], "64x96"),
    "jax.numpy.x[::-1]": (lambda x: x[::-1], "64x96"),
    "jax.numpy.at.add": (lambda x, i, v: x.at[i].add(v), "64x96 i32 32x96"),
    "jax.numpy.at.set": (lambda x, i, v: x.at[i].set(v), "64x96 i32 32x96"),
    "jax.numpy.at.max": (lambda x, i, v: x.at[i].max(v), "64x96 i32 32x96"),
    "jax.numpy.at.set slice": (lambda x, v: x.at[8:40].set(v), "64x96 32x96"),
    "jax.lax.top_k": (lambda x: lax.top_k(x, 8), "64x96"),
    "jax.lax.approx_max_k": (lambda x: lax.approx_max_k(x, 8), "64x96"),
    "jax.lax.sort pair": (lambda x, y: lax.sort((x, y), num_keys=1), "64x96 64x96"),
    "jax.lax.cummax": (lambda x: lax.cummax(x, 0), "64x96"),
    "jax.lax.cumlogsumexp": (lambda x: lax.cumlogsumexp(x, 1), "64x96"),
    "jax.lax.associative_scan": (lambda x: lax.associative_scan(jnp.add, x), "64x96"),
    "jax.lax.scan": (lambda x: lax.scan(lambda carry, row: (carry + row, carry), x[0], x), "64x96"),
    "jax.lax.map": (lambda x: lax.map(jnp.sin, x), "64x96"),
    "jax.lax.fori_loop": (lambda x: lax.fori_loop(0, 3, lambda i, y: jnp.sin(y) + i, x), "64x96"),
    "jax.lax.while_loop": (lambda x: lax.while_loop(lambda y: y.sum() < 1, lambda y: y * 2, x), "64x96"),
    "jax.lax.cond": (lambda x: lax.cond(x[0, 0] > 0, jnp.sin, jnp.cos, x), "64x96"),
    "jax.lax.reduce_window": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (3, 3), (2, 2), "SAME"), "64x96"),
    "jax.lax.reduce_window gradient": (
        _grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID")),
        "64x96",
    ),
    "jax.lax.dynamic_slice": (lambda x, i: lax.dynamic_slice_in_dim(x, i, 8), "64x96 i"),
    "jax.lax.dynamic_index": (lambda x, i: lax.dynamic_index_in_dim(x, i, 1), "64x96 i"),
    "jax.lax.dynamic_update_slice": (lambda x, v, i: lax.dynamic_update_slice_in_dim(x, v, i, 0), "64x96 8x96 i"),
    "jax.lax.reduce_precision": (lambda x: lax.reduce_precision(x, 5, 10), "64x96"),
    "jax.lax.pad interior": (lambda x: lax.pad(x, 0.0, ((1, 1, 1), (0, 0, 0))), "64x96"),
    "jax.lax.conv": (_conv(), "8x32x32x16 3x3x16x32"),
    "jax.lax.conv strides": (_conv(window_strides=(2, 2)), "8x32x32x16 3x3x16x32"),
    "jax.lax.conv dilated": (_conv(rhs_dilation=(2, 2)), "8x32x32x16 3x3x16x32"),
    "jax.lax.conv groups": (_conv(feature_group_count=4), "8x32x32x16 3x3x4x32"),
    "jax.lax.conv depthwise": (_conv(feature_group_count=16), "8x32x32x16 3x3x1x16"),
    "jax.lax.conv 1x1": (_conv(), "8x32x32x16 1x1x16x32"),
    "jax.lax.conv gradient": (_grad(_conv(), 0, 1), "8x32x32x16 3x3x16x32"),
    "jax.lax.conv depthwise gradient": (_grad(_conv(feature_group_count=16), 0, 1), "8x32x32x16 3x3x1x16"),
    "jax.lax.conv_transpose": (lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), "8x16x16x16 3x3x16x32"),
    "jax.lax.dot gradient": (_grad(jnp.dot, 0, 1), "64x96 96x32"),
    "jax.lax.ragged_dot": (lax.ragged_dot, "64x96 8x96x32 i8"),
    "jax.nn.one_hot": (lambda i: nn.one_hot(i, 32), "i64"),
    "jax.nn.softmax gradient": (_grad(lambda x: nn.softmax(x) * jnp.arange(96)), "64x96"),
    "jax.numpy.linalg.matrix_power": (lambda x: jnp.linalg.matrix_power(x, 3), "64x64"),
    "jax.numpy.linalg.multi_dot": (lambda x, y, z: jnp.linalg.multi_dot([x, y, z]), "64x96 96x32 32x64"),
    "jax.numpy.fft.fft 0": (lambda x: jnp.fft.fft(x, axis=0), "c64x96"),
    "jax.scipy.linalg.cho_solve": (lambda x, b: scipy_linalg.cho_solve((x, True), b), "64x64 64x32"),
    "jax.scipy.special.multigammaln": (lambda x: special.multigammaln(x, 3), "64x96"),
    "jax.scipy.signal.stft": (lambda x: signal.stft(x, nperseg=16), "256"),
    "jax.scipy.ndimage.map_coordinates": (lambda x, i, j: map_coordinates(x, [i, j], 1), "64x96 32 32"),
    "jax.vmap x[i]": (jax.vmap(lambda x, i: x[i]), "8x64 i8x16"),
    "jax.vmap dynamic_slice": (jax.vmap(lambda x, i: lax.dynamic_slice_in_dim(x, i, 4)), "8x64 i8"),
    "jax.vmap at.add": (jax.vmap(lambda x, i, v: x.at[i].add(v)), "8x64 i8x16 8x16"),
    "jax.vmap searchsorted": (jax.vmap(jnp.searchsorted), "8x64 8x16"),
}


def functions() -> Iterator[tuple[str, Callable[..., Any], list[jax.ShapeDtypeStruct]]]:
    """Yields the name of each function, the function, and its arguments."""
    plain = [
        (f"{module}.{name}", getattr(import_module(module), name), shapes)
        for module, shapes, names in _PLAIN
        for name in names.split()
    ]
    for name, function, shapes in (*plain, *[(name, *each) for name, each in _OTHERS.items()]):
        yield name, function, [_argument(shape) for shape in shapes.split()]


def _argument(shape: str) -> jax.ShapeDtypeStruct:
    sizes = shape.lstrip("".join(_KINDS))
    found: jax.ShapeDtypeStruct = _ARRAY(
        [int(size) for size in sizes.split("x") if size], _KINDS.get(shape[0], jnp.float32)
    )
    return found


def lowered(
    function: Callable[..., Any], arguments: list[jax.ShapeDtypeStruct], are_pairs: bool = False
) -> Iterator[tuple[str, str]]:
    """Yields how a function is split, and the program: each dimension of each argument in turn, or each two."""
    sizes, axes = ((2, 2), ("x", "y")) if are_pairs else ((_DEVICES,), ("x",))
    mesh = jax.make_mesh(sizes, axes, devices=jax.devices()[:_DEVICES], axis_types=(AxisType.Auto,) * len(axes))
    places = [
        (number, dimension)
        for number, argument in enumerate(arguments)
        for dimension, size in enumerate(argument.shape)
        if size % sizes[0] == 0
    ]
    for chosen in combinations(places, len(axes)):
        axis_at = dict(zip(chosen, axes, strict=True))
        given = [
            _ARRAY(
                argument.shape,
                argument.dtype,
                sharding=NamedSharding(mesh, _SPEC(*[axis_at.get((number, each)) for each in range(argument.ndim)])),
            )
            for number, argument in enumerate(arguments)
        ]
        split = " and ".join([f"dimension {dimension} of argument {number}" for number, dimension in chosen])
        yield split, jax.jit(function).lower(*given).as_text()


_STEPS: tuple[Callable[[random.Random, Any, Any], Any], ...] = (
    # Each makes an array of the last one, or of that and an earlier one.
    lambda _, x, other: jnp.sin(x),
    lambda _, x, other: x + other,
    lambda _, x, other: x.sum(0) if x.ndim > 1 else x * 2,
    lambda chance, x, other: jnp.mean(x, chance.randrange(x.ndim), keepdims=True) * x,
    lambda _, x, other: jnp.swapaxes(x, 0, x.ndim - 1),
    lambda chance, x, other: jnp.tensordot(x, other, ([chance.randrange(x.ndim)], [chance.randrange(other.ndim)])),
    lambda _, x, other: x.reshape(-1) if x.ndim > 1 else x.reshape(4, -1),
    lambda chance, x, other: jnp.concatenate([x, x], chance.randrange(x.ndim)),
    lambda chance, x, other: lax.slice_in_dim(x, 0, x.shape[-1] // 2, axis=x.ndim - 1),
    lambda chance, x, other: jnp.cumsum(x, chance.randrange(x.ndim)),
    lambda chance, x, other: nn.softmax(x, chance.randrange(x.ndim)),
    lambda chance, x, other: jnp.sort(x, chance.randrange(x.ndim)),
    lambda chance, x, other: jnp.roll(x, chance.randint(1, 5), chance.randrange(x.ndim)),
    lambda chance, x, other: jnp.flip(x, chance.randrange(x.ndim)),
    lambda _, x, other: jnp.pad(x, [(1, 1)] + [(0, 0)] * (x.ndim - 1)),
    lambda _, x, other: x[jnp.argsort(x.reshape(-1))[:8] % x.shape[0]],
    lambda _, x, other: lax.fori_loop(0, 3, lambda _, carry: jnp.tanh(carry) * 2 + carry.mean(), x),
    lambda _, x, other: lax.dynamic_update_slice(x, jnp.ones((2, *x.shape[1:]), x.dtype), (3,) + (0,) * (x.ndim - 1)),
)


def _random_sharding(chance: random.Random, mesh: Any, rank: int) -> NamedSharding:
    dimensions: list[list[str]] = [[] for _ in range(rank)]
    for axis in chance.sample(mesh.axis_names, len(mesh.axis_names)):
        if rank and chance.random() < 0.6:
            chance.choice(dimensions).append(axis)
    return NamedSharding(mesh, _SPEC(*[tuple(axes) or None for axes in dimensions]))


def chain(seed: int) -> str:
    """Returns a program of two to six random operations, on four devices along one axis or two.

    Raises ValueError or TypeError if shapes do not fit.
    """
    chance = random.Random(seed)
    axes = chance.choice(({"x": _DEVICES}, {"x": 2, "y": 2}))
    types = (AxisType.Auto,) * len(axes)
    mesh = jax.make_mesh(tuple(axes.values()), tuple(axes), devices=jax.devices()[:_DEVICES], axis_types=types)
    shapes = [[chance.choice((8, 16, 32)) for _ in range(chance.randint(1, 3))] for _ in range(chance.randint(1, 3))]
    given = [_ARRAY(shape, jnp.float32, sharding=_random_sharding(chance, mesh, len(shape))) for shape in shapes]
    length, number = chance.randint(2, 6), chance.random()

    def run(*arrays: Any) -> Any:
        steps, values = random.Random(number), [*arrays]
        for _ in range(length):
            made = steps.choice(_STEPS)(steps, values[-1], steps.choice(values))
            if made.ndim and steps.random() < 0.3:
                made = lax.with_sharding_constraint(made, _random_sharding(steps, mesh, made.ndim))
            values.append(made if made.ndim else made * arrays[0])
        return values[-1]

    return str(jax.jit(run).lower(*given).as_text())


def _sent(collectives: Sequence[CollectiveView]) -> float | None:
    """Returns the bytes sent, with one iteration of loops of unknown length; None if some are not known."""
    known = [each.bytes_sent * (each.executions or 1) for each in collectives if each.bytes_sent is not None]
    return sum(known) if len(known) == len(collectives) else None


def judged(text: str) -> tuple[str, float | None, float]:
    """Returns how a view of a program compares with XLA, and the bytes of both."""
    sent = _sent(xla_view(partitioned(text, _DEVICES), "census").collectives)
    query = Query(with_peak=False)
    ours = _sent(partitioned_by_model(analyze(parse(text), query), query))
    assert sent is not None
    if ours is None:
        return "unknown", ours, sent
    if abs(ours - sent) <= 0.05 * sent + 8:
        return "equal" if abs(ours - sent) <= 8 else "within 5 %", ours, sent
    return "too small" if ours < sent else "too large", ours, sent


_COLUMNS = ("cases", "equal", "within 5 %", "unknown", "too small", "too large", "refused")


@click.command()
@click.argument("words", nargs=-1)
@click.option("--pairs", "are_pairs", is_flag=True, help="Splits two dimensions at once, over two axes.")
@click.option("--chains", default=0, help="Takes so many random chains in place of functions.")
@click.option("--seed", default=0, help="Of the first chain.")
def main(words: tuple[str, ...], are_pairs: bool, chains: int, seed: int) -> None:
    """Compare the model of XLA's partitioner with it."""
    warnings.simplefilter("ignore")
    compiler()
    found, names = Counter[str](), set[str]()

    def judge(name: str, split: str, text: str) -> None:
        found["cases"] += 1
        kind, ours, sent = judged(text)
        found[kind] += 1
        if kind not in ("equal", "within 5 %"):
            click.echo(f"{kind}: {name}, {split}: {ours}, XLA {sent}")

    for number in range(seed, seed + chains):
        try:
            judge("chain", str(number), chain(number))
        except (ValueError, TypeError, RuntimeError):
            found["refused"] += 1
    if chains:
        click.echo(f"{chains} chains: " + ", ".join([f"{column} {found[column]}" for column in _COLUMNS]))
        return
    for name, function, arguments in functions():
        if words and not any(word in name for word in words):
            continue
        names.add(name)
        try:
            for split, text in lowered(function, arguments, are_pairs):
                judge(name, split, text)
        except (ValueError, TypeError, NotImplementedError, RuntimeError) as error:
            found["refused"] += 1
            click.echo(f"refused: {name}: {str(error)[:100]}")
    click.echo(f"{len(names)} functions: " + ", ".join([f"{column} {found[column]}" for column in _COLUMNS]))


if __name__ == "__main__":
    main()
