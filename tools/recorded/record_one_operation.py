"""Records the programs of one operation: what JAX lowers, and the bytes that XLA sends, in one JSON file.

python -m pip install -e '.[jax]'
python -m tools.recorded.record_one_operation [NAME ...] [--file FILE]
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

from tools.jax_programs.lowering import Devices
from tools.recorded.recorded_programs import sent

Built = tuple[Callable[..., Any], tuple[jax.ShapeDtypeStruct, ...], NamedSharding | None]

_INT = jnp.int32


def programs() -> dict[str, Built]:
    """Returns the function of each program, its arguments, and the sharding of its result; None lets XLA choose it."""
    line, grid = Devices(x=8), Devices(x=4, y=2)

    def of(devices: Devices, shape: tuple[int, ...], *spec: Any, kind: Any = jnp.float32) -> Any:
        return devices.input(shape, spec, kind)

    split, rows = line.sharding(("x",)), of(line, (1024, 256), "x")
    both, tile = grid.sharding(("x", "y")), of(grid, (1024, 256), "x", "y")
    pair, wide = grid.sharding((("x", "y"),)), of(grid, (1024, 256), ("x", "y"))
    half, two = grid.sharding(("y",)), of(grid, (1024, 256), "y")
    uneven, place = of(line, (1000, 64), "x"), of(line, (), kind=_INT)
    spot = of(grid, (), kind=_INT)
    columns, turned = of(line, (256, 1024), None, "x"), line.sharding((None, "x"))
    images = of(line, (2, 64, 64, 8), None, "x")
    in_image = line.sharding((None, "x"))
    indices = of(line, (64,), kind=_INT)
    split_indices = of(line, (64,), "x", kind=_INT)
    whole, small = of(line, (1024, 256)), of(line, (16, 8))

    def conv(stride: int, padding: Any = "SAME", dilation: int = 1, spread: int = 1) -> Callable[..., Any]:
        def run(x: Any, k: Any) -> Any:
            return lax.conv_general_dilated(
                x[None],
                k,
                (stride,),
                padding,
                lhs_dilation=(spread,),
                rhs_dilation=(dilation,),
                dimension_numbers=("NWC", "WIO", "NWC"),
            )[0]

        return run

    def sum_of_products(a: Any, b: Any) -> Any:
        return lax.scan(lambda total, x: (total + x[0].T @ x[1], None), jnp.zeros((512, 512)), (a, b))[0]

    def conv_image(x: Any, k: Any) -> Any:
        return lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def window(size: int, stride: int, padding: Any = "SAME") -> Callable[..., Any]:
        return lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (size, 1), (stride, 1), padding)

    def kernel(size: int, *, on: Devices = line) -> Any:
        return of(on, (size, 256, 256))

    def in_loop(body: Callable[[Any], Any]) -> Callable[..., Any]:
        return lambda x: lax.fori_loop(0, 3, lambda _, carry: body(carry), x)

    def updated(axis: int) -> Callable[..., Any]:
        return lambda x, u, i: lax.dynamic_update_slice_in_dim(x, u, i, axis)

    def updated_at(start: int) -> Callable[..., Any]:
        return lambda x, u: lax.dynamic_update_slice_in_dim(x, u, start, 0)

    def cut(size: int, axis: int = 0) -> Callable[..., Any]:
        return lambda x, i: lax.dynamic_slice_in_dim(x, i, size, axis)

    def filled(x: Any, u: Any) -> Any:
        return lax.fori_loop(0, 4, lambda i, carry: lax.dynamic_update_slice_in_dim(carry, u, i, 0), x)

    def strides(size: int, stride: int) -> Callable[..., Any]:
        gradient: Callable[..., Any] = jax.grad(
            lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (size, 1), (stride, 1), "SAME").sum()
        )
        return gradient

    def in_part(function: Callable[[Any], Any], *out: Any) -> Callable[..., Any]:
        manual = {"mesh": grid.mesh, "in_specs": P("x"), "out_specs": P(*out), "axis_names": {"x"}, "check_vma": False}
        return lambda x: jnp.sin(jax.shard_map(function, **manual)(jnp.cos(x)))

    return {
        "dus_rows": (updated(0), (rows, of(line, (8, 256)), place), split),
        "dus_split_update": (updated(0), (rows, of(line, (512, 256), "x"), place), split),
        "dus_other_dim": (updated(1), (rows, of(line, (1024, 8), "x"), place), split),
        "dus_constant_inside": (updated_at(128), (rows, of(line, (128, 256))), split),
        "dus_constant_across": (updated_at(100), (rows, of(line, (64, 256))), split),
        "dus_constant_one_row": (updated_at(1023), (rows, of(line, (1, 256))), split),
        "dus_two_axes": (updated(0), (tile, of(grid, (8, 256), None, "y"), spot), both),
        "dus_pair_axis": (updated(0), (wide, of(grid, (8, 256)), spot), pair),
        "dus_half": (updated(0), (two, of(grid, (8, 256)), spot), half),
        "dus_uneven": (updated(0), (uneven, of(line, (8, 64)), place), None),
        "dus_loop": (filled, (rows, of(line, (8, 256))), split),
        "ds_rows": (cut(8), (rows, place), None),
        "ds_half": (cut(512), (rows, place), split),
        "ds_index": (lambda x, i: x[i], (rows, place), None),
        "ds_two_axes": (cut(8), (tile, spot), None),
        "ds_pair": (cut(8), (wide, spot), None),
        "ds_other_dim": (cut(8, 1), (rows, place), split),
        "ds_other_two_axes": (cut(8, 1), (tile, spot), None),
        "slice_prefix": (lambda x: x[:512], (rows,), split),
        "slice_middle": (lambda x: x[8:1016], (rows,), split),
        "slice_stride": (lambda x: x[::2], (rows,), split),
        "slice_second_half": (lambda x: x[512:], (rows,), split),
        "slice_one": (lambda x: x[5], (rows,), None),
        "slice_uneven": (lambda x: x[3:1019], (rows,), split),
        "slice_tail": (lambda x: x[1:], (rows,), None),
        "slice_head": (lambda x: x[:-1], (rows,), None),
        "slice_short": (lambda x: x[:16], (rows,), split),
        "slice_offset_stride": (lambda x: x[1::2], (rows,), split),
        "slice_stride_3": (lambda x: x[::3], (rows,), None),
        "slice_two_axes": (lambda x: x[4:1020, 2:254], (tile,), both),
        "slice_pair": (lambda x: x[4:1020], (wide,), pair),
        "slice_half": (lambda x: x[10:1010], (two,), half),
        "slice_columns": (lambda x: x[:, 8:1016], (columns,), turned),
        "slice_of_uneven": (lambda x: x[4:996], (uneven,), split),
        "pad_both": (lambda x: jnp.pad(x, ((4, 4), (0, 0))), (rows,), split),
        "pad_end": (lambda x: jnp.pad(x, ((0, 1024), (0, 0))), (rows,), split),
        "pad_shift": (lambda x: jnp.pad(x, ((1, 0), (0, 0)))[:-1], (rows,), split),
        "pad_front": (lambda x: jnp.pad(x, ((8, 0), (0, 0))), (rows,), split),
        "pad_interior": (lambda x: lax.pad(x, 0.0, ((0, 1, 1), (0, 0, 0))), (rows,), split),
        "pad_two_axes": (lambda x: jnp.pad(x, ((4, 4), (2, 2))), (tile,), both),
        "reverse": (lambda x: x[::-1], (rows,), split),
        "reverse_two_axes": (lambda x: x[::-1], (tile,), both),
        "reverse_both_dims": (lambda x: x[::-1, ::-1], (tile,), both),
        "reverse_half": (lambda x: x[::-1], (two,), half),
        "reverse_uneven": (lambda x: x[::-1], (uneven,), None),
        "roll_one": (lambda x: jnp.roll(x, 1, 0), (rows,), split),
        "roll_back": (lambda x: jnp.roll(x, -3, 0), (rows,), split),
        "roll_hundred": (lambda x: jnp.roll(x, 100, 0), (rows,), split),
        "roll_two_hundred": (lambda x: jnp.roll(x, 200, 0), (rows,), split),
        "roll_half": (lambda x: jnp.roll(x, 512, 0), (rows,), split),
        "roll_two_axes": (lambda x: jnp.roll(x, 1, 0), (tile,), both),
        "roll_half_mesh": (lambda x: jnp.roll(x, 1, 0), (two,), half),
        "roll_loop": (in_loop(lambda x: jnp.roll(x, 1, 0)), (rows,), split),
        "roll_columns": (lambda x: jnp.roll(x, 2, 1), (columns,), turned),
        "roll_dynamic": (lambda x, i: jnp.roll(x, i, 0), (rows, place), split),
        "concatenate": (lambda x, y: jnp.concatenate([x, y]), (rows, rows), split),
        "concatenate_other": (lambda x, y: jnp.concatenate([x, y], 1), (rows, rows), split),
        "tril": (jnp.tril, (rows,), split),
        "conv_3": (conv(1), (rows, kernel(3)), split),
        "conv_3_stride": (conv(2), (rows, kernel(3)), split),
        "conv_5_dilated": (conv(1, dilation=2), (rows, kernel(5)), split),
        "conv_7_causal": (conv(1, ((6, 0),)), (rows, kernel(7)), split),
        "conv_valid": (conv(1, "VALID"), (rows, kernel(3)), None),
        "conv_transposed": (conv(1, ((1, 2),), spread=2), (rows, kernel(3)), split),
        "conv_half": (conv(1), (two, kernel(3, on=grid)), half),
        "conv_image": (conv_image, (images, of(line, (3, 3, 8, 8))), in_image),
        "pool_2": (window(2, 2, "VALID"), (rows,), split),
        "pool_3": (window(3, 1), (rows,), split),
        "pool_3_stride": (window(3, 2), (rows,), split),
        "pool_5_half": (window(5, 1), (two,), half),
        "pool_3_pair": (window(3, 1), (wide,), pair),
        "pool_valid": (window(3, 1, "VALID"), (rows,), None),
        "pool_gradient_2": (strides(2, 2), (rows,), split),
        "pool_gradient_3": (strides(3, 2), (rows,), split),
        "cumsum": (lambda x: lax.cumsum(x, 0), (rows,), split),
        "cummax": (lambda x: lax.cummax(x, 0), (rows,), split),
        "cumsum_reverse": (lambda x: lax.cumsum(x, 0, reverse=True), (rows,), split),
        "cumsum_two_axes": (lambda x: lax.cumsum(x, 0), (tile,), both),
        "cumsum_other": (lambda x: lax.cumsum(x, 1), (rows,), split),
        "cumlogsumexp": (lambda x: lax.cumlogsumexp(x, 0), (rows,), split),
        "associative_scan": (lambda x: lax.associative_scan(jnp.add, x), (of(line, (64, 256), "x"),), split),
        "sort": (lambda x: jnp.sort(x, 0), (rows,), split),
        "sort_other": (lambda x: jnp.sort(x, 1), (rows,), split),
        "argsort": (lambda x: jnp.argsort(x, 0), (rows,), split),
        "sort_one_dim": (jnp.sort, (of(line, (1024,), "x"),), split),
        "sort_two_axes": (lambda x: jnp.sort(x, 0), (tile,), both),
        "top_k_along": (lambda x: lax.top_k(x.T, 8), (rows,), None),
        "top_k_batch": (lambda x: lax.top_k(x, 8), (rows,), None),
        "top_k_two_axes": (lambda x: lax.top_k(x, 8), (tile,), None),
        "argmax": (lambda x: jnp.argmax(x, 0), (rows,), None),
        "argmin_two_axes": (lambda x: jnp.argmin(x, 0), (tile,), None),
        "argmax_other": (lambda x: jnp.argmax(x, 1), (rows,), None),
        "argmax_vector": (jnp.argmax, (of(line, (1024,), "x"),), None),
        "fft_batch": (lambda x: jnp.fft.fft(x, axis=1).real, (rows,), split),
        "fft_along": (lambda x: jnp.fft.fft(x, axis=0).real, (rows,), split),
        "rfft_batch": (lambda x: jnp.abs(jnp.fft.rfft(x, axis=1)), (rows,), split),
        "cholesky_batch": (jnp.linalg.cholesky, (of(line, (16, 64, 64), "x"),), None),
        "cholesky_along": (jnp.linalg.cholesky, (of(line, (64, 64), "x"),), None),
        "solve_right_hand": (jax.scipy.linalg.solve_triangular, (of(line, (256, 256)), columns), None),
        "solve_matrix": (jax.scipy.linalg.solve_triangular, (of(line, (256, 256), "x"), of(line, (256, 64))), None),
        "gather_rows": (lambda x, i: x[i], (rows, indices), None),
        "gather_rows_indices": (lambda x, i: x[i], (rows, split_indices), None),
        "gather_table": (lambda x, i: x[i], (whole, split_indices), None),
        "gather_columns": (lambda x, i: x[i], (of(line, (1024, 256), None, "x"), indices), None),
        "take_along": (lambda x, i: jnp.take_along_axis(x, i, 0), (rows, of(line, (4, 256), kind=_INT)), None),
        "scatter_add": (lambda x, i, u: x.at[i].add(u), (rows, indices, of(line, (64, 256))), split),
        "scatter_add_split": (lambda x, i, u: x.at[i].add(u), (rows, split_indices, of(line, (64, 256), "x")), split),
        "scatter_table": (lambda x, i, u: x.at[i].add(u), (whole, split_indices, of(line, (64, 256), "x")), None),
        "segment_sum": (lambda u, i: jax.ops.segment_sum(u, i, 128), (rows, of(line, (1024,), "x", kind=_INT)), None),
        "product_split": (lambda a, b: a @ b, (of(line, (1024, 256), None, "x"), of(line, (256, 1024), "x")), split),
        "product_columns": (lambda a, b: a @ b, (of(line, (1024, 256), None, "x"), of(line, (256, 1024), "x")), turned),
        "product_kept_rows": (
            lambda a, b: a @ b,
            (of(grid, (1024, 256), "y", "x"), of(grid, (256, 1024), "x")),
            grid.sharding(("y", "x")),
        ),
        "product_sums_in_loop": (sum_of_products, (of(line, (16, 256, 512), None, "x"),) * 2, turned),
        "einsum_batch": (lambda a, b: jnp.einsum("bij,bjk->bik", a, b), (of(line, (8, 64, 64), "x"),) * 2, split),
        "slice_and_pad": (lambda x: (x[2:1022], jnp.pad(x, [(2, 2), (0, 0)])), (rows,), None),
        "joined_rolls": (lambda x: jnp.concatenate([jnp.roll(x, 3, 0)] * 2), (rows,), split),
        "gather_of_updated": (
            lambda x: (x.at[3:7].set(1.0), x.at[3:7].set(1.0)[::-1][x[:8, 0].astype(_INT)]),
            (rows,),
            None,
        ),
        "erf": (jax.scipy.special.erf, (rows,), split),
        "ds_index_of_sum": (lambda x, t: lax.dynamic_slice(t, (x.sum().astype(_INT), 0), (2, 8)), (rows, small), None),
        "reduce_from_sum": (lambda x, t: lax.reduce(t, x.sum(), lax.add, (0,)), (rows, small), None),
        "pad_with_sum": (lambda x, t: jnp.pad(t, 1, constant_values=x.sum()), (rows, small), None),
        "pool_from_sum": (
            lambda x, t: lax.reduce_window(t, x.sum(), lax.add, (2, 1), (1, 1), "SAME"),
            (rows, small),
            None,
        ),
        "manual_all_gather": (in_part(lambda x: lax.all_gather(x, "x", tiled=True)), (tile,), None),
        "manual_all_gather_pair": (in_part(lambda x: lax.all_gather(x, "x", tiled=True)), (wide,), None),
        "manual_all_to_all": (in_part(lambda x: lax.all_to_all(x, "x", 1, 0, tiled=True), "x"), (tile,), None),
        "manual_all_to_all_pair": (in_part(lambda x: lax.all_to_all(x, "x", 1, 0, tiled=True), "x"), (wide,), None),
        "manual_all_to_all_back": (
            in_part(lambda x: lax.all_to_all(x, "x", 0, 1, tiled=True), None, "x"),
            (tile,),
            None,
        ),
        "manual_psum": (in_part(lambda x: lax.psum(x, "x")), (tile,), None),
        "manual_psum_scatter": (in_part(lambda x: lax.psum_scatter(x, "x", tiled=True), "x"), (tile,), None),
        "manual_ppermute": (
            in_part(lambda x: lax.ppermute(x, "x", [(0, 1), (1, 2), (2, 3), (3, 0)]), "x"),
            (tile,),
            None,
        ),
    }


FILE = Path(__file__).parents[2] / "lit_tests" / "one_operation" / "programs.json"


def record(built: Any) -> dict[str, Any]:
    """Returns the text of a program, and the bytes that one device sends in XLA's program of it."""
    function, arguments, result = built
    jitted = jax.jit(function) if result is None else jax.jit(function, out_shardings=result)
    lowered = jitted.lower(*arguments)
    found = sent(lowered.compile().as_text())
    return {"bytes": found.bytes + found.each, "program": lowered.as_text().splitlines()}


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--file", type=click.Path(path_type=Path), default=FILE, help="Where they are recorded.")
def main(names: tuple[str, ...], file: Path) -> None:
    known: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    for name, built in programs().items():
        if not names or name in names:
            before, after = known.get(name), record(built)
            known[name] = after
            if before != after:
                print(name, None if before is None else before["bytes"], "->", after["bytes"])
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
