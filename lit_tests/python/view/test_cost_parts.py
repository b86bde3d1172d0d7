"""The parts of costs, one by one: sums of what is unknown, rates of element types, broadcasts, groups."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.cost.time.machine import Machine, Placement, known_devices, network_of
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis
from sdyopt.view import ViewError, view

FILLED = """
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
"""


def test_a_broadcast_takes_its_parts_one_after_the_other() -> None:
    """From a slice to the others, and then each device's part around the ring inside."""
    axes = Mesh((MeshAxis("data", 8), MeshAxis("model", 4)))
    found = network_of(known_devices()["tpu-v5p"], axes, Placement((4, 4), slices=2))
    inside = found.seconds("collective-broadcast", 4e6, (AxisRef("model"),), 0)
    assert inside == found.seconds("all-gather", 1e6, (AxisRef("model"),), 0) > 0
    along = found.seconds("collective-broadcast", 4e6, (AxisRef("data"),), 0)
    across = 4e6 / found.outside
    assert along == pytest.approx(across + found.seconds("all-gather", 1e6, (AxisRef("model"),), 0))


# --- what is sent, and what it waits for ------------------------------------------------------------------------------


def test_collectives_that_nothing_waits_for_are_sent_before_the_end() -> None:
    text = FILLED.replace("return %0", "return %a")
    found = view(sdyopt.parse(text), machine=Machine.of(overlap=1.0)).time
    assert found is not None
    assert found.cost.seconds == found.cost.network_seconds > 0


# --- arithmetic -------------------------------------------------------------------------------------------------------


def test_a_product_of_two_types_is_as_fast_as_one_of_the_slower() -> None:
    def compute_seconds(left: str, right: str) -> float:
        types = f"(tensor<8192x8192x{left}>, tensor<8192x8192x{right}>) -> tensor<8192x8192xf32>"
        text = f"""
func.func @main(%a: tensor<8192x8192x{left}>, %b: tensor<8192x8192x{right}>) -> tensor<8192x8192xf32> {{
  %0 = stablehlo.dot %a, %b : {types}
  return %0 : tensor<8192x8192xf32>
}}
"""
        found = view(sdyopt.parse(text), machine=Machine.of()).time
        assert found is not None
        return found.cost.compute_seconds

    device, flops = known_devices()["tpu-v5p"], 2 * 8192.0**3
    pairs = [("bf16", "bf16"), ("bf16", "f32"), ("f32", "bf16"), ("f32", "f32")]
    assert [compute_seconds(*pair) for pair in pairs] == [flops / device.flops(type) for type in ("bf16", *["f32"] * 3)]


def test_empty_modules_end_nothing() -> None:
    """The function after one has its time."""
    function = "func.func @main(%0: tensor<8xf32>) -> tensor<8xf32> {\n  return %0 : tensor<8xf32>\n}\n"
    function = function.replace("  return %0", "  %1 = stablehlo.add %0, %0 : tensor<8xf32>\n  return %1")
    costs = [view(sdyopt.parse(text), machine=Machine.of()).time for text in ("module {\n}\n" + function, function)]
    assert costs[0] is not None and costs[1] is not None
    assert costs[0].cost.seconds == costs[1].cost.seconds > 0


# --- programs ---------------------------------------------------------------------------------------------------------


def test_the_number_of_devices_is_one_of_64_bits() -> None:
    def devices(*sizes: int) -> int:
        axes = ", ".join([f'"a{number}"={size}' for number, size in enumerate(sizes)])
        return view(sdyopt.parse(f"sdy.mesh @mesh = <[{axes}]>")).devices

    assert devices(2**31, 2**31, 1) == 2**62
    assert devices(2**62 - 1, 2) == 2**63 - 2
    with pytest.raises(ViewError, match=r"more than 2\*\*63 - 1 devices"):
        devices(2**32, 2**31)


def test_a_ragged_product_keeps_its_groups_whole() -> None:
    text = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>, %b: tensor<2x4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                %n: tensor<2xi64>) -> tensor<8x6xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
    rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}>
    : (tensor<8x4xf32>, tensor<2x4x6xf32>, tensor<2xi64>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
"""
    moved = [(each.kind, each.operand.bytes) for each in view(sdyopt.parse(text)).collectives]
    assert sorted(moved) == [("all-gather", 4 * 6 * 2), ("all-reduce", 16)]  # So do TPUs, with small parts and in bf16.


def test_groups_of_a_ragged_product_are_whole_also_as_a_dimension_of_its_result() -> None:
    text = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x6xf32>,
                %n: tensor<2xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<2x8x6xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [0],
    rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}>
    : (tensor<4x8xf32>, tensor<4x6xf32>, tensor<2xi64>) -> tensor<2x8x6xf32>
  return %0 : tensor<2x8x6xf32>
}
"""
    found = view(sdyopt.parse(text))
    shardings = {each.name: each.share.sharding_text for each in found.tensors}
    assert (shardings["%0"], shardings["result 0"]) == ('<@mesh, [{"x"}, {}, {}]>',) * 2
    assert [(each.kind, each.operand.bytes) for each in found.collectives] == [("all-reduce", 16)]
    found = view(sdyopt.parse(text), partitioner="shardy")
    shardings = {each.name: each.share.sharding_text for each in found.tensors}
    assert (shardings["%0"], shardings["result 0"]) == ("<@mesh, [{}, {}, {}]>", '<@mesh, [{"x"}, {}, {}]>')
    assert [(each.kind, each.operand.bytes) for each in found.collectives] == [("all-gather", 8), ("all-slice", 384)]


def peak_on_tpus(text: str) -> int:
    found = view(sdyopt.parse(text), machine=Machine.of("tpu-v5p")).peak
    assert found is not None
    return found.bytes


DECODING = """
func.func @main(%cache: tensor<CACHExbf16> {tf.aliasing_output = 0 : i32}, %x: tensor<16x256xbf16>,
    %w: tensor<256x8x128xbf16>, %y: tensor<16x8x128xbf16>, %query: tensor<QUERYxbf16>, %scores: tensor<SCORESxf32>)
    -> (tensor<CACHExbf16>, tensor<SCORESxf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<64> : tensor<i32>
  %0:3 = stablehlo.while(%old = %cache, %i = %zero, %last = %scores)
      : tensor<CACHExbf16>, tensor<i32>, tensor<SCORESxf32>
  cond {
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<16x256xbf16>, tensor<256x8x128xbf16>) -> tensor<16x8x128xbf16>
    %1 = stablehlo.broadcast_in_dim %UPDATE, dims = [0, HEADS, 3] : (tensor<16x8x128xbf16>) -> tensor<ROWxbf16>
    %2 = stablehlo.dynamic_update_slice %old, %1, %zero, STARTS, %zero
        : (tensor<CACHExbf16>, tensor<ROWxbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
        -> tensor<CACHExbf16>
    %3 = stablehlo.dot_general %query, %2, batching_dims = [0, 1] x [0, HEADS], contracting_dims = LAST x [3]
        : (tensor<QUERYxbf16>, tensor<CACHExbf16>) -> tensor<SCORESxf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %4, %3 : tensor<CACHExbf16>, tensor<i32>, tensor<SCORESxf32>
  }
  return %0#0, %0#2 : tensor<CACHExbf16>, tensor<SCORESxf32>
}
"""


@pytest.mark.parametrize(
    ("is_by_time", "queries", "update", "caches"),
    [(True, "", "p", 2), (True, "", "y", 1), (True, "4x", "y", 2), (False, "4x", "y", 1), (False, "", "p", 2)],
)
def test_products_choose_the_layouts_of_caches_in_loops_on_tpus(
    is_by_time: bool, queries: str, update: str, caches: int
) -> None:
    """As XLA does: vectors are multiplied in the layout of the update, and matrices want batches in front."""
    cache, row = ("16x16384x8x128", "16x1x8x128") if is_by_time else ("16x8x16384x128", "16x8x1x128")
    parts = {
        **{"CACHE": cache, "ROW": row, "UPDATE": update, "STARTS": "%i, %zero" if is_by_time else "%zero, %i"},
        **{"HEADS": "2" if is_by_time else "1", "LAST": "[3]" if queries else "[2]"},
        **{"QUERY": f"16x8x{queries}128", "SCORES": f"16x8x{queries}16384"},
    }
    text = DECODING
    for name, part in parts.items():
        text = text.replace(name, part)
    assert peak_on_tpus(text) >> 29 == caches


@pytest.mark.parametrize(("precision", "mebibytes"), [("DEFAULT", 64), ("HIGHEST", 128)])
def test_gathers_are_in_memory_on_tpus(precision: str, mebibytes: int) -> None:
    """In half of their type if only products of the default precision read them."""
    text = f"""
func.func @main(%x: tensor<1024x128xf32>, %i: tensor<262144x1xi32>, %w: tensor<128x8xf32>) -> tensor<262144x8xf32> {{
  %0 = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 128>}}>
    : (tensor<1024x128xf32>, tensor<262144x1xi32>) -> tensor<262144x128xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0], precision = [{precision}, {precision}]
    : (tensor<262144x128xf32>, tensor<128x8xf32>) -> tensor<262144x8xf32>
  return %1 : tensor<262144x8xf32>
}}
"""
    assert 0 <= peak_on_tpus(text) - (mebibytes << 20) < 16 << 20
