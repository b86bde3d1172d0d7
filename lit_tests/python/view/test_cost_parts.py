"""The parts of costs, one by one: seconds, sums of what is unknown, rates of element types, broadcasts, groups."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.collectives.found import seconds
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


def sends(sent: int | None, *axes: str) -> Any:
    return SimpleNamespace(sent=sent, axes=[SimpleNamespace(name=name) for name in axes])


@pytest.mark.parametrize(
    ("collective", "found"),
    [
        (sends(0), 0.0),
        (sends(0, "x"), 0.0),
        (sends(1, "x"), 1 / 2e9),
        (sends(6, "x", "y"), 6 / 5e9),
        (sends(6, "x", "x"), 6 / 2e9),
        (sends(6, "x", "z"), None),
        (sends(6, "z"), None),
        (sends(6, "w"), None),
        (sends(6), None),
        (sends(None, "x"), None),
    ],
)
def test_seconds_of_what_is_sent(collective: Any, found: float | None) -> None:
    """All axes must have a bandwidth, and together more than none."""
    assert seconds(collective, {"x": 2.0, "y": 3.0, "w": 0.0}) == found


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
    assert sorted(moved) == [("all-gather", 4 * 6 * 4), ("all-reduce", 16)]  # So do TPUs with small parts.


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
