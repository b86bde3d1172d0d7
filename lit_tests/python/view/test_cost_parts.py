"""The parts of costs, one by one: seconds, sums of what is unknown, rates of element types, broadcasts, groups."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.collectives.totals import seconds
from sdyopt.cost.time.devices import known_devices
from sdyopt.cost.time.network import Placement, network_of
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis
from sdyopt.view import view

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


def test_groups_are_counted_in_integers() -> None:
    (found,) = view(sdyopt.parse(FILLED)).collectives
    assert [(type(number), number) for number in (found.group_size, found.groups)] == [(int, 4), (int, 2)]


@pytest.mark.parametrize(
    ("type", "share"), [("bf16", 1), ("f16", 1), ("f32", 1 / 2), ("f64", 1 / 32), ("c64", 1 / 2), ("c128", 1 / 32)]
)
def test_types_of_which_a_table_says_nothing(type: str, share: float) -> None:
    device = known_devices()["tpu-v5p"]
    bare = device._replace(figures=tuple([each for each in device.figures if each[0] in ("flops.bf16", "memory")]))
    assert bare.flops(type) == device.flops("bf16") * share
    assert bare.flops("s32") == device.flops("bf16")


def test_a_broadcast_takes_its_parts_one_after_the_other() -> None:
    """From a slice to the others, and then each device's part around the ring inside."""
    axes = Mesh((MeshAxis("data", 8), MeshAxis("model", 4)))
    found = network_of(known_devices()["tpu-v5p"], axes, Placement((4, 4), slices=2))
    inside = found.seconds("collective-broadcast", 4e6, (AxisRef("model"),), 0)
    assert inside == found.seconds("all-gather", 1e6, (AxisRef("model"),), 0) > 0
    along = found.seconds("collective-broadcast", 4e6, (AxisRef("data"),), 0)
    across = 4e6 / found.outside
    assert along == pytest.approx(across + found.seconds("all-gather", 1e6, (AxisRef("model"),), 0))
