"""Times of worked examples from public literature, with the answers that are published there.

"Scaling book" is How to Scale Your Model, https://jax-ml.github.io/scaling-book; "inference arithmetic" is Transformer
Inference Arithmetic, https://kipp.ly/transformer-inference-arithmetic. Answers there are rounded, to 3 % at most.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sdyopt.cost.time.machine import Device, Machine, Placement, device_named, network_of
from sdyopt.cost.time.operations import Bound
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis
from sdyopt.view import view

MICRO = 1e-6


def mesh(**axes: int) -> Mesh:
    return Mesh(tuple([MeshAxis(name, size) for name, size in axes.items()]))


def ring_device(tmp_path: Path, bandwidth: float, flops: float = 1e14, memory: float = 1e12) -> Device:
    """A torus whose axes are all rings, with `bandwidth` in both directions together."""
    file = tmp_path / "ring.toml"
    file.write_text(
        f'[ring]\nnetwork = "torus"\naxes = 3\nring_of = 1\nflops.bf16 = {flops}\nmemory = 1e12\n'
        f"memory_bandwidth = {memory}\nlink_bandwidth = {bandwidth / 2}\nhop_latency = 1e-6\noutside = 6e9\n"
    )
    return device_named(str(file))


def seconds(device: Device, kind: str, size: float, sizes: dict[str, int], along: str, **placed: object) -> float:
    placement = Placement(**placed)  # type: ignore[arg-type]
    network = network_of(device, mesh(**sizes), placement)
    return network.seconds(kind, size, [AxisRef(axis) for axis in along.split(",")], 0)


def matmul(batch: int, inner: int = 8192, outer: int = 8192) -> str:
    return f"""
sdy.mesh @mesh = <["x"=1]>
func.func public @main(%x: tensor<{batch}x{inner}xbf16> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}]>}},
                       %w: tensor<{inner}x{outer}xbf16>) -> tensor<{batch}x{outer}xbf16> {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<{batch}x{inner}xbf16>, tensor<{inner}x{outer}xbf16>) -> tensor<{batch}x{outer}xbf16>
  return %0 : tensor<{batch}x{outer}xbf16>
}}
"""


@pytest.mark.parametrize(("device", "critical"), [("tpu-v5e", 240), ("h100", 295)])
def test_critical_batch_size_of_a_matmul(device: str, critical: int) -> None:
    """Scaling book, part 1: bf16 products are bound by compute from 240 tokens on a TPU v5e; 295 on an H100 (part 12).

    That is the limit for large matrices: B·D·F/(B·D + D·F + B·F) is near B.
    """
    machine = Machine.of(device)
    wide = 1 << 20
    below, above = [view(matmul(batch, wide, wide), machine=machine).time for batch in (critical - 5, critical + 5)]
    assert below is not None and above is not None
    assert (below.cost.bound, above.cost.bound) == (Bound.MEMORY, Bound.COMPUTE)


def test_arithmetic_intensity_of_a_matmul() -> None:
    """Scaling book, part 1: 2·B·D·F operations, and 2·(B·D + D·F + B·F) bytes."""
    found = view(matmul(256), machine=Machine.of("tpu-v5e")).time
    assert found is not None
    assert found.cost.flops == 2 * 256 * 8192 * 8192
    assert found.cost.hbm_bytes == 2 * (256 * 8192 + 8192 * 8192 + 256 * 8192)


def test_all_gather_on_a_line() -> None:
    """Scaling book, part 3, quiz: bf16[2048,8192] over 4 of a v5e 8x4, which has no wraparound: 560 µs."""
    shard = 2 * 512 * 8192
    found = seconds(
        device_named("tpu-v5e"), "all-gather", shard, {"X": 8, "Y": 4}, "Y", topology=(8, 4), axes=(("Y", ("y",)),)
    )
    assert found == pytest.approx(560 * MICRO, rel=0.01)


def test_all_gather_on_a_ring(tmp_path: Path) -> None:
    """The same with wraparound: V/W = 34e6/9e10, 377 µs."""
    shard = 2 * 512 * 8192
    found = seconds(ring_device(tmp_path, 9e10), "all-gather", shard, {"X": 8, "Y": 4}, "Y")
    assert found == pytest.approx(377 * MICRO, rel=0.02)


def test_small_all_gather_is_bound_by_latency() -> None:
    """The same quiz: bf16[256,256] takes three hops of a microsecond."""
    found = seconds(device_named("tpu-v5e"), "all-gather", 2 * 64 * 256, {"X": 8, "Y": 4}, "Y", topology=(8, 4))
    assert found == pytest.approx(3 * MICRO, rel=0.01)


def test_all_gather_over_two_axes(tmp_path: Path) -> None:
    """Scaling book, part 3: an all-gather over several axes takes V/(W·axes)."""
    device = ring_device(tmp_path, 1.8e11)
    size = 1e9
    one = seconds(device, "all-gather", size / 16, {"X": 16, "Y": 16}, "X")
    two = seconds(device, "all-gather", size / 256, {"X": 16, "Y": 16}, "X,Y")
    assert one == pytest.approx(size / 1.8e11)
    assert two == pytest.approx(size / 3.6e11)


def test_other_collectives_relative_to_an_all_gather(tmp_path: Path) -> None:
    """Scaling book, part 3: a reduce-scatter costs as much, an all-reduce twice, an all-to-all a quarter."""
    device = ring_device(tmp_path, 1.8e11)
    size, axes = 1e9, {"X": 16}
    gathered = seconds(device, "all-gather", size / 16, axes, "X")
    assert seconds(device, "reduce-scatter", size, axes, "X") == pytest.approx(gathered)
    assert seconds(device, "all-reduce", size, axes, "X") == pytest.approx(2 * gathered)
    assert seconds(device, "all-to-all", size / 16, axes, "X") == pytest.approx(gathered / 4)


@pytest.mark.parametrize(("axes", "tokens"), [(1, 2550), (3, 850)])
def test_fsdp_threshold(axes: int, tokens: int) -> None:
    """Scaling book, part 5: fully sharded data parallelism on a TPU v5p is bound by compute from 2,550 tokens a chip
    on one axis, and 850 on three.
    """
    device = device_named("tpu-v5p")
    names = {f"X{number}": 16 for number in range(axes)}
    inner, outer = 8192, 32768
    network = seconds(device, "all-gather", 2 * inner * outer / 16**axes, names, ",".join(names))
    for batch, is_bound in ((tokens * 0.99, False), (tokens * 1.01, True)):
        assert (2 * batch * inner * outer / device.flops("bf16") > network) is is_bound


def test_tensor_parallel_threshold() -> None:
    """Scaling book, part 5: a model with F = 30,000 can do about 11-way tensor parallelism on a TPU v5p.

    The products of a block take 4·B·D·F/(Y·C), its all-gather and its reduce-scatter 4·B·D/W.
    """
    device = device_named("tpu-v5p")
    batch, inner, outer = 1024, 8192, 30_000
    activations = 2 * batch * inner
    network = seconds(device, "all-gather", activations / 16, {"Y": 16}, "Y")
    network += seconds(device, "reduce-scatter", activations, {"Y": 16}, "Y")
    compute = 4 * batch * inner * outer / device.flops("bf16")
    assert 11 < compute / network < 12


def test_decode_latency_of_70b() -> None:
    """Scaling book, part 8: decoding reads all parameters; 70e9 in int8 from 16 chips of 8.2e11 B/s: 5.3 ms."""
    layers, width, hidden = 80, 8192, 106_496  # two matrices a layer, 70e9 parameters
    program = f"""
sdy.mesh @mesh = <["model"=16]>
func.func public @main(%x: tensor<1x{width}xi8>,
    %up: tensor<{layers}x{width}x{hidden // 2}xi8> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}, {{"model"}}]>}},
    %down: tensor<{layers}x{hidden // 2}x{width}xi8> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"model"}}, {{}}]>}})
    -> tensor<1x{width}xi8> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<{layers}> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %h = %x, %u = %up, %d = %down) : tensor<i32>, tensor<1x{width}xi8>,
      tensor<{layers}x{width}x{hidden // 2}xi8>, tensor<{layers}x{hidden // 2}x{width}xi8>
   cond {{
    %1 = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %1 = stablehlo.dynamic_slice %u, %i, %zero, %zero, sizes = [1, {width}, {hidden // 2}]
      : (tensor<{layers}x{width}x{hidden // 2}xi8>, tensor<i32>, tensor<i32>, tensor<i32>)
        -> tensor<1x{width}x{hidden // 2}xi8>
    %2 = stablehlo.reshape %1 : (tensor<1x{width}x{hidden // 2}xi8>) -> tensor<{width}x{hidden // 2}xi8>
    %3 = stablehlo.dot_general %h, %2, contracting_dims = [1] x [0]
      : (tensor<1x{width}xi8>, tensor<{width}x{hidden // 2}xi8>) -> tensor<1x{hidden // 2}xi8>
    %4 = stablehlo.dynamic_slice %d, %i, %zero, %zero, sizes = [1, {hidden // 2}, {width}]
      : (tensor<{layers}x{hidden // 2}x{width}xi8>, tensor<i32>, tensor<i32>, tensor<i32>)
        -> tensor<1x{hidden // 2}x{width}xi8>
    %5 = stablehlo.reshape %4 : (tensor<1x{hidden // 2}x{width}xi8>) -> tensor<{hidden // 2}x{width}xi8>
    %6 = stablehlo.dot_general %3, %5, contracting_dims = [1] x [0]
      : (tensor<1x{hidden // 2}xi8>, tensor<{hidden // 2}x{width}xi8>) -> tensor<1x{width}xi8>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %6, %u, %d : tensor<i32>, tensor<1x{width}xi8>,
      tensor<{layers}x{width}x{hidden // 2}xi8>, tensor<{layers}x{hidden // 2}x{width}xi8>
  }}
  return %0#1 : tensor<1x{width}xi8>
}}
"""
    found = view(program, machine=Machine.of("tpu-v5e")).time
    assert found is not None
    assert found.cost.memory_seconds == pytest.approx(5.3e-3, rel=0.03)


def test_decode_latency_of_52b(tmp_path: Path) -> None:
    """Inference arithmetic: 52e9 parameters of two bytes on four A100 with 1.5e12 B/s: about 17 ms."""
    device = ring_device(tmp_path, 6e11, 312e12, 1.5e12)
    found = view(matmul(1, 1 << 16, 52 * 10**9 // (1 << 16) // 4), machine=Machine(device)).time
    assert found is not None
    assert found.cost.memory_seconds == pytest.approx(17e-3, rel=0.03)


def test_collectives_on_a_cube_of_tpu_v4() -> None:
    """Scaling book, part 3, quiz: bf16[1024,4096] over 4 × 4 × 4 chips of a TPU v4: 23, 46 and 11.6 µs."""
    device = device_named("tpu-v4")
    size, sizes = 2 * 1024 * 4096, {"X": 4, "Y": 4, "Z": 4}
    for kind, operand, along, answer in (
        ("all-gather", size / 16, "X", 23),  # of [X, Y]
        ("all-gather", size / 16, "X,Y", 46),
        ("all-reduce", size / 16, "Z", 11.6),
    ):
        found = seconds(device, kind, operand, sizes, along, topology=(4, 4, 4))
        assert found == pytest.approx(answer * MICRO, rel=0.02)


@pytest.mark.parametrize(("batch", "bound"), [(116, Bound.MEMORY), (124, Bound.COMPUTE)])
def test_critical_batch_size_with_weights_in_8_bits(batch: int, bound: Bound) -> None:
    """Scaling book, part 1, quiz: products in bf16 of weights in int8 are bound by compute from 120 tokens."""
    program = f"""
func.func public @main(%x: tensor<{batch}x1048576xbf16>, %w: tensor<1048576x1048576xi8>)
    -> tensor<{batch}x1048576xbf16> {{
  %0 = stablehlo.convert %w : (tensor<1048576x1048576xi8>) -> tensor<1048576x1048576xbf16>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0]
    : (tensor<{batch}x1048576xbf16>, tensor<1048576x1048576xbf16>) -> tensor<{batch}x1048576xbf16>
  return %1 : tensor<{batch}x1048576xbf16>
}}
"""
    found = view(program, machine=Machine.of("tpu-v5e")).time
    assert found is not None
    assert found.cost.bound is bound


def test_products_with_a_matrix_for_each_token_are_bound_by_memory() -> None:
    """Scaling book, part 1, quiz: int8[B,D] by int8[B,D,F] has an intensity of 2 for any B."""
    program = """
func.func public @main(%x: tensor<4096x512xi8>, %w: tensor<4096x512x2048xi8>) -> tensor<4096x2048xi8> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [1] x [1]
    : (tensor<4096x512xi8>, tensor<4096x512x2048xi8>) -> tensor<4096x2048xi8>
  return %0 : tensor<4096x2048xi8>
}
"""
    found = view(program, machine=Machine.of("tpu-v5e")).time
    assert found is not None
    assert found.cost.bound is Bound.MEMORY
    assert found.cost.flops / found.cost.hbm_bytes == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize(("batch", "milliseconds"), [(4, 2.5), (256, 21)])
def test_decode_latency_of_30b(batch: int, milliseconds: float) -> None:
    """Scaling book, part 7: 30e9 parameters in int8, operations in bf16, 8,192 tokens of context of 100 kB each, on a
    TPU v5e of 4 × 4: 2.5 ms for 4 sequences, and 21 ms for 256.
    """
    program = f"""
sdy.mesh @mesh = <["x"=16]>
func.func public @main(%x: tensor<{batch}x30000xbf16>, %query: tensor<{batch}x100000xi8>,
    %w: tensor<30000x1000000xi8> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"x"}}]>}},
    %cache: tensor<{batch}x8192x100000xi8> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"x"}}, {{}}]>}})
    -> (tensor<{batch}x1000000xbf16>, tensor<{batch}x8192xi8>) {{
  %0 = stablehlo.convert %w : (tensor<30000x1000000xi8>) -> tensor<30000x1000000xbf16>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0]
    : (tensor<{batch}x30000xbf16>, tensor<30000x1000000xbf16>) -> tensor<{batch}x1000000xbf16>
  %2 = stablehlo.dot_general %query, %cache, batching_dims = [0] x [0], contracting_dims = [1] x [2]
    : (tensor<{batch}x100000xi8>, tensor<{batch}x8192x100000xi8>) -> tensor<{batch}x8192xi8>
  return %1, %2 : tensor<{batch}x1000000xbf16>, tensor<{batch}x8192xi8>
}}
"""
    found = view(program, machine=Machine.of("tpu-v5e")).time
    assert found is not None
    assert found.cost.seconds == pytest.approx(milliseconds / 1e3, rel=0.03)
