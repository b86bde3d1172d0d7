"""What XLA sends beside the collectives of Shardy's program: rules held against compiled programs of one operation."""

import json
from pathlib import Path

import pytest



from sdyopt import parse
from sdyopt.cost.memory_model.profiles import Profile

from sdyopt.view import view
from sdyopt.view.collection import ProgramView
from sdyopt.view.limits import Limits, doubts, exceeded
from sdyopt.view.render.cost_tables import collective_notes, estimated_text
from sdyopt.view.render.json_form import cost_object

RECORDED = Path(__file__).parents[2] / "one_operation" / "programs.json"
PROGRAMS = json.loads(RECORDED.read_text())

OTHER_PLANS = {
    # XLA merges slices, paddings and sums of the steps.
    "associative_scan": (44928, 35968),
}
"""The programs for which XLA does something else: what the view says, and what XLA sends."""

BOUNDED = {"pool_gradient_3": (14336, 132096, 22528)}
"""The programs with a row that no formula counts: what the others send, its bound, and what XLA sends."""


def seen(name: str) -> ProgramView:
    """A program as XLA for CPUs has compiled it."""
    return view(parse("\n".join(PROGRAMS[name]["program"])), profile=Profile.CPU)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_xla_sends_what_is_counted(name: str) -> None:
    """To the byte, unless XLA has another plan or a row says that there is no formula."""
    found, bytes_of_xla = seen(name), PROGRAMS[name]["bytes"]
    unknown = [each for each in found.collectives if each.sent is None]
    counted = found.totals.bytes_sent
    if name in OTHER_PLANS:
        assert (counted, bytes_of_xla, unknown) == (*OTHER_PLANS[name], [])
    elif name in BOUNDED:
        assert (counted, sum([each.most or 0 for each in unknown]), bytes_of_xla) == BOUNDED[name]
        assert counted <= bytes_of_xla <= counted + BOUNDED[name][1]
    else:
        assert (counted, unknown) == (bytes_of_xla, [])


def test_programs_are_small_and_many() -> None:
    assert len(PROGRAMS) >= 100
    assert max([sum(map(len, each["program"])) for name, each in PROGRAMS.items() if name != "associative_scan"]) < 6000


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_program_that_is_not_split_has_no_estimates(name: str) -> None:
    text = "\n".join(PROGRAMS[name]["program"])
    whole = view(parse(text.replace('{"x"}', "{}").replace('{"y"}', "{}").replace('{"x", "y"}', "{}")))
    assert [each.estimated for each in whole.collectives] == []


def test_a_slice_of_the_middle() -> None:
    """1024 rows in blocks of 128, of which 1008 are left, in blocks of 126: the first device lacks 6 rows of its right
    neighbour, the last one 6 of its left one.
    """
    along = Along(1024, 1008, 8, Window(8))
    assert (along.block, along.needed(0), along.needed(7), along.lacked()) == (128, (8, 134), (890, 1016), (6, 6))
    assert along.rows_sent() == 12


def test_devices_that_are_not_neighbours_exchange_in_rounds() -> None:
    """Of [:512] device 1 needs the second half of block 0, 2 and 3 the halves of block 1, and so on: in the first
    round both halves of a block are sent, in the second the second half.
    """
    assert Along(1024, 512, 8, Window(0)).rows_sent() == 128 + 64
    assert Along(1024, 512, 8, Window(512)).rows_sent() == 64 + 64
    assert Along(1024, 2048, 8, Window(0)).rows_sent() == 128 + 128


def test_windows_of_a_convolution() -> None:
    assert Along(1024, 1024, 8, Window(-1, 1, 3)).rows_sent() == 2
    assert Along(1024, 512, 8, Window(0, 2, 3)).rows_sent() == 1
    assert Along(1024, 1024, 8, Window(-4, 1, 9)).rows_sent() == 8
    assert Along(1024, 2048, 8, Window(-1, 1, 3, 2)).rows_sent() == 1
    assert Along(1024, 512, 8, Window(0, 2, 2)).rows_sent() == 0


@given(
    devices=st.integers(1, 6),
    block=st.integers(1, 8),
    start=st.integers(-6, 12),
    stride=st.integers(1, 3),
    size=st.integers(1, 5),
    result=st.integers(1, 40),
)
def test_devices_get_what_they_need(devices: int, block: int, start: int, stride: int, size: int, result: int) -> None:
    """Nothing is sent if and only if each device has all rows; and never more than all rows in each of the rounds."""
    along = Along(devices * block, result, devices, Window(start, stride, size))
    needed = [along.needed(device) for device in range(devices)]
    has_all = all(
        rows is None or (device * block <= rows[0] and rows[1] <= (device + 1) * block)
        for device, rows in enumerate(needed)
    )
    sent = along.rows_sent()
    assert sent is not None
    assert (sent == 0) == has_all
    assert sent <= max(2, 2 * devices) * block


def test_too_many_devices_are_not_counted_one_by_one() -> None:
    assert Along(2**34, 2**33, 2**31, Window(0)).rows_sent() is None
    assert Along(2**34, 2**34, 2**31, Window(-1, 1, 3)).rows_sent() == 2


def test_estimates_in_outputs() -> None:
    """They are marked, summed apart, and count for limits."""
    found = seen("dus_loop")
    assert list(collective_notes(found, {})) == [
        "sent a device: 0 B, and about 3.5 MiB more that XLA sends (1 estimated row)"
    ]
    [row] = cost_object(found)["collectives"]
    assert (row["estimated"], row["rule"], row["bytes_sent"], row["executions"]) == (
        True,
        "gathered for dynamic_update_slice",
        917504,
        4,
    )
    totals = cost_object(found)["totals"]
    assert (totals["bytes_sent"], totals["estimated_bytes"]) == (0, 3670016)
    assert list(exceeded(found, Limits(sent=3670016))) == []
    assert list(exceeded(found, Limits(sent=3670015))) == [
        "collectives and estimates send 3.5 MiB a device, more than --max-sent 3.4 MiB (3,670,016 > 3,670,015 bytes)"
    ]


def test_a_row_without_a_formula_is_noted() -> None:
    notes = list(collective_notes(seen("pool_gradient_3"), {}))
    assert [note for note in notes if note.startswith("not summed")] == [
        "not summed: what is moved by select_and_scatter at <string>:9, at most 129 KiB"
    ]


def test_what_only_cpus_send_is_listed_for_cpus() -> None:
    """XLA for other devices has reduce-scatters: neither rows nor sums nor doubts have all-reduces in their place."""
    text = """
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
"""
    found = view(parse(text), profile=Profile.CPU)
    assert (found.totals.bytes_sent, found.totals.estimated_bytes) == (192, 192)
    assert estimated_text(found.totals) == ", and about 192 B more that XLA sends (1 estimated row)"
    assert len(list(doubts(found))) == 1
    found = view(parse(text))
    assert (found.totals.bytes_sent, found.totals.estimated_bytes, len(found.collectives)) == (192, 0, 1)
    assert list(doubts(found)) == []


def test_a_mesh_may_be_smaller_than_the_program() -> None:
    """Groups are along the axes of the mesh that values are split over, and there are some for all devices."""
    found = view("""
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<16xf32> {
    %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}
""")
    (estimate,) = [each for each in found.collectives if each.estimated]
    assert (estimate.group_size, estimate.groups) == (4, 2)
