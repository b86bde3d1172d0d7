"""The view of the program of each device: bytes as they stand, collectives along the axes of their replica groups."""

from __future__ import annotations

from collections import Counter
from math import prod

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.view import ProgramView, view
from tools.chunks import sampled
from tools.local_programs.chain import CHAIN, OF_NEWEST
from tools.local_programs.outcomes import REFUSED
from tools.local_programs.programs import programs

PASS = "sdy-convert-global-to-local"
REFUSALS = {refusal.name for refusal in REFUSED if refusal.passes == CHAIN}
PROGRAMS = {name: program for name, program in programs().items() if name not in REFUSALS}
QUICK = ("contraction_over_two_axes", "joined", "manual_along_one_axis", "sorted_columns")

PROGRAM = """
sdy.mesh @m = <["x"=2, "y"=4]{ids}>
func.func @main(%a: tensor<8x16xf32> {{sdy.sharding = #sdy.sharding<@m, [{{"x"}}, {{"y"}}]>}}) -> tensor<8x16xf32> {{
  %0 = sdy.all_gather [{{}}, {{"y":(2)2}}] %a out_sharding=<@m, [{{"x"}}, {{"y":(1)2}}]> : tensor<8x16xf32>
  %1 = sdy.all_gather [{{"x"}}, {{"y":(1)2}}] %0 out_sharding=<@m, [{{}}, {{}}]> : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}}
"""
IN_ORDER, IN_ANOTHER = "", ", device_ids=[7, 6, 5, 4, 0, 1, 2, 3]"


def arguments(seen: ProgramView) -> list[int | None]:
    """Returns what a device holds of each argument of the main function."""
    return [each.share.bytes for each in seen.tensors if (each.kind, each.function) == ("argument", "main")]


def along_axes(seen: ProgramView) -> Counter[frozenset[str]]:
    """Returns what a device sends along each set of axes; groups do not tell their order.

    Permutations count together: of the axes of one, its pairs show those along which it moves something. All parts of
    an axis are that axis.
    """
    sizes = {name: size for mesh in seen.meshes for name, size in mesh.axes}
    sent = Counter[frozenset[str]]()
    for each in seen.collectives:
        if each.sent:
            parts: dict[str, list[AxisRef]] = {}
            for axis in each.axes:
                parts.setdefault(axis.name, []).append(axis)
            whole = [name for name in parts if prod([part_size(one) for one in parts[name]]) in (1, sizes[name])]
            rest = [axis_ref(axis) for axis in each.axes if axis.name not in whole]
            sent[frozenset([each.kind] if each.kind == "collective-permute" else [*whole, *rest])] += each.sent
    return sent


def part_size(axis: AxisRef) -> int:
    """Returns the size of a part of an axis, or 1 for a whole axis."""
    return 1 if axis.sub_axis is None else axis.sub_axis.size


@pytest.mark.parametrize("name", sampled(PROGRAMS, QUICK, 4))
def test_devices_send_what_they_did_before(name: str) -> None:
    """The local program of each device has the collectives of SDY as those of StableHLO, along the same axes."""
    module = sdyopt.parse(PROGRAMS[name].texts[0])
    at = OF_NEWEST.index(PASS)
    before = view(module.run(*OF_NEWEST[:at]), as_written=True)
    local = sdyopt.parse(str(module.run(*OF_NEWEST[at:])))
    after = view(local, is_local=True)
    assert after.totals.bytes_sent == before.totals.bytes_sent
    assert along_axes(after) == along_axes(before)
    assert arguments(after) == arguments(before)


@pytest.mark.parametrize("ids", [IN_ORDER, IN_ANOTHER])
@pytest.mark.parametrize("options", ["", "{per-dim-all-gather=true}", "{enable-rgv3=true}"])
def test_groups_are_along_axes_and_parts_of_them(ids: str, options: str) -> None:
    """Also where devices stand in another order, and where groups are written as axes."""
    module = sdyopt.parse(PROGRAM.format(ids=ids)).run(f"{PASS}{options}")
    found = view(module)
    assert found.stage.value == "as the program of each device"
    axes = [[*map(axis_ref, each.axes)] for each in found.collectives]
    expected = [['"y":(2)2'], ['"x"', '"y":(1)2']]
    if "per-dim" in options:
        expected[1:] = [[axis] for axis in reversed(expected[1])]
    assert axes == expected
    assert found.totals.bytes_sent == view(sdyopt.parse(PROGRAM.format(ids=ids))).totals.bytes_sent


def test_types_are_those_of_what_a_device_holds() -> None:
    module = sdyopt.parse(PROGRAM.format(ids="")).run(PASS)
    argument = view(module).tensors[0].share
    assert (argument.shape, argument.local_shape, argument.bytes) == ((8, 16), (4, 4), 64)
    assert (argument.shards, argument.copies) == (8, 1)
    (result,) = [each.share for each in view(module, ["%0"]).tensors if each.name == "%0"]
    assert (result.sharding, result.shape, result.copies, result.bytes) == (None, (4, 8), 1, 128)


def test_a_program_without_collectives_can_be_said_to_be_local() -> None:
    text = """
    sdy.mesh @m = <["x"=2]>
    func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
      return
    }
    """
    assert [view(text, is_local=is_local).tensors[0].share.bytes for is_local in (False, True)] == [8, 16]


def test_a_local_program_stays_one_as_it_is_written() -> None:
    """Nothing would be propagated; its bytes stay as they stand."""
    module = sdyopt.parse(str(sdyopt.parse(PROGRAM.format(ids="")).run(PASS)))
    assert view(module, as_written=True).tensors[0].share.bytes == 64
