"""Programs of one operation: a view shows what XLA sends for them, to the byte.

The bytes that XLA sends are recorded: of JAX's programs those of XLA's compiled program, of the others those of the
module after its partitioner, in jaxlib 0.10.2.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sdyopt import parse
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.time.machine import Machine
from sdyopt.planning.records import Meter
from sdyopt.view import ProgramView, view
from sdyopt.view.options import ViewOptions
from sdyopt.view.render.cost_tables import collective_notes, sent_text
from sdyopt.view.render.printing import cost_object
from sdyopt.view.render.verdict import doubts, exceeded
from tools.chunks import mostly_long, sampled

RECORDED = Path(__file__).parents[2] / "one_operation" / "programs.json"
PROGRAMS = json.loads(RECORDED.read_text())


def seen(name: str) -> ProgramView:
    """A program as XLA for CPUs has compiled it."""
    return view(parse("\n".join(PROGRAMS[name]["program"])), profile=Compiler.CPU)


NAMES = sorted(PROGRAMS)


@pytest.mark.parametrize("name", mostly_long(NAMES, NAMES[::4]))
def test_a_view_shows_what_xla_sends(name: str) -> None:
    totals = seen(name).totals
    assert (totals.bytes_sent, totals.unknown) == (PROGRAMS[name]["bytes"], ())


def test_programs_are_small_and_many() -> None:
    assert len(PROGRAMS) >= 100
    assert max([sum(map(len, each["program"])) for name, each in PROGRAMS.items() if name != "associative_scan"]) < 6000


SPLIT = [name for name in NAMES if not name.startswith(("manual", "one_device", "three_axes"))]
"""The programs in which only shardings make devices send."""


@pytest.mark.parametrize("name", sampled(SPLIT, SPLIT[::8], 4))
def test_nothing_is_sent_for_a_program_that_is_not_split(name: str) -> None:
    text = "\n".join(PROGRAMS[name]["program"])
    whole = view(parse(text.replace('{"x"}', "{}").replace('{"y"}', "{}").replace('{"x", "y"}', "{}")))
    assert [each.kind for each in whole.collectives] == []


MESH = 'sdy.mesh @mesh = <["a"=4, "b"=2]>\n'


def _reshard(source: str, target: str) -> str:
    return f"""{MESH}func.func @main(%x: tensor<512x256xf32> {{sdy.sharding = #sdy.sharding<@mesh, {source}>}})
    -> (tensor<512x256xf32> {{sdy.sharding = #sdy.sharding<@mesh, {target}>}}) {{
  return %x : tensor<512x256xf32>
}}"""


def _product(rows: int, left: str, right: str, result: str) -> str:
    return f"""{MESH}func.func @main(%x: tensor<{rows}x1024xf32> {{sdy.sharding = #sdy.sharding<@mesh, {left}>}},
    %w: tensor<1024x512xf32> {{sdy.sharding = #sdy.sharding<@mesh, {right}>}})
    -> (tensor<{rows}x512xf32> {{sdy.sharding = #sdy.sharding<@mesh, {result}>}}) {{
  %0 = stablehlo.dot %x, %w : (tensor<{rows}x1024xf32>, tensor<1024x512xf32>) -> tensor<{rows}x512xf32>
  return %0 : tensor<{rows}x512xf32>
}}"""


TRANSPOSED = f"""{MESH}func.func @main(
    %z: tensor<512x512xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"a"}}, {{"b"}}]>}})
    -> tensor<512x512xf32> {{
  %0 = stablehlo.transpose %z, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = stablehlo.add %z, %0 : tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}}"""

LOOKUP = """sdy.mesh @mesh = <["data"=8]>
func.func @main(%tables: tensor<8x1000x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
    %ids: tensor<8x64x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}) -> tensor<8x64x64xf32> {
  %0 = "stablehlo.gather"(%tables, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [2],
    collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1],
    index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 64>}> : (tensor<8x1000x64xf32>, tensor<8x64x1xi32>)
    -> tensor<8x64x64xf32>
  return %0 : tensor<8x64x64xf32>
}"""


@pytest.mark.parametrize(
    ("text", "sent_by_xla"),
    [
        (TRANSPOSED, 1835008),
        (LOOKUP, 1806336),  # It gathers the tables.
        (_reshard('[{"a", "b"}, {}]', '[{}, {"a"}]'), 458752),  # It gathers the whole.
        (_reshard('[{"a"}, {}]', '[{}, {"a", "b"}]'), 114688),
        (_product(32, '[{"a"}, {}]', '[{"a"}, {}]', '[{"a"}, {}]'), 1572864),  # It gathers the weight.
        (_product(8192, '[{"a", "b"}, {}]', '[{}, {"b"}]', '[{"a"}, {"b"}]'), 4194304),
        (_reshard('[{"a"}, {}]', '[{}, {"a"}]'), 98304),
        (_reshard('[{"a", "b"}, {}]', '[{}, {"a", "b"}]'), 57344),
        (_reshard('[{"a"}, {}]', '[{"b"}, {}]'), 262144),
        (_reshard('[{"a"}, {"b"}]', '[{"b"}, {"a"}]'), 98304),
        (_product(32, '[{"a"}, {}]', '[{}, {"b"}]', '[{"a"}, {"b"}]'), 0),
        (_product(8192, '[{"a"}, {}]', '[{"a"}, {}]', '[{"a"}, {}]'), 1572864),  # FSDP: both gather the weight.
    ],
)
def test_xla_moves_otherwise_than_shardy(text: str, sent_by_xla: int) -> None:
    totals = view(parse(text), machine="h100").totals
    assert (totals.bytes_sent, totals.unknown) == (sent_by_xla, ())


def test_rows_say_what_xla_does() -> None:
    """A warning of XLA's is told in its words, and a gathered weight is one."""
    (full,) = view(parse(_reshard('[{"a", "b"}, {}]', '[{}, {"a"}]'))).collectives
    assert full.cause == (
        'result 0 of @main <string>:2 is gathered whole (involuntary full rematerialization) over "a", "b"'
    )
    text = _product(32, '[{"a"}, {}]', '[{"a"}, {}]', '[{"a"}, {}]')
    (weight,) = view(parse(text)).collectives
    assert (weight.kind, weight.cause) == ("all-gather", 'operand 1 of dot <string>:5 is gathered over "a"')
    assert weight.operand.type == "bf16[256,512]"  # On TPUs, as the product is computed.


UNKNOWN = """sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<16xf32> {
  %0 = stablehlo.custom_call @something(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
    : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}"""


def test_outputs_and_limits_count_what_xla_sends() -> None:
    found = seen("dus_loop")
    assert list(collective_notes(found)) == ['sent a device: 3.5 MiB, all over "x"']
    [row] = cost_object(found)["collectives"]
    assert (row["kind"], row["cause"], row["bytes_sent"], row["executions"]) == (
        "all-gather",
        'operand 0 of dynamic_update_slice <string>:29 is gathered over "x"',
        917504,
        4,
    )
    assert cost_object(found)["totals"]["bytes_sent"] == 3670016
    assert list(exceeded(found, ViewOptions.of(max_sent=3670016))) == []
    assert list(exceeded(found, ViewOptions.of(max_sent=3670015))) == [
        "collectives send 3.5 MiB a device, more than --max-sent 3.4 MiB (3,670,016 > 3,670,015 bytes)"
    ]


def test_what_the_model_does_not_know_has_an_upper_bound() -> None:
    """Nobody knows how a custom call without a rule is partitioned: its row says so, and limits do not pass."""
    found = view(parse(UNKNOWN))
    assert list(collective_notes(found)) == [
        "sent a device: unknown: 1 collective of unknown bytes, at most 176 B",
        "not summed: what is perhaps gathered by XLA's partitioner for custom_call at <string>:3, at most 176 B",
    ]
    assert (found.totals.bytes_sent, found.totals.most) == (0, 176)
    assert [len(list(exceeded(found, ViewOptions.of(max_sent=most)))) for most in (175, 176)] == [1, 0]


def test_a_plan_counts_the_upper_bound() -> None:
    """Unknown bytes of a plan take the memory of gathered operands."""
    program = Program(parse(UNKNOWN), Stage.PARTITIONED_BY_XLA).operation
    cost = Meter(Machine.of("tpu-v5p")).measured(program)[0]
    assert (cost.bytes_sent, cost.unknown_sent) == (176, 1)
    assert cost.peak_bytes > 4 * 16


def test_only_cpus_have_no_reduce_scatters() -> None:
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
    found = view(parse(text), profile=Compiler.CPU)
    assert [(each.kind, each.sent) for each in found.collectives] == [("all-reduce", 384)]
    assert sent_text(found) == '384 B, all over "x"'
    assert list(doubts(found)) == []
    found = view(parse(text), machine="h100")
    assert [(each.kind, each.sent) for each in found.collectives] == [("reduce-scatter", 192)]
    assert list(doubts(found)) == []


def test_what_has_no_elements_is_not_sent() -> None:
    text = f"""{MESH}func.func @main(%a: tensor<8x1xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"a"}}, {{}}]>}})
    -> (tensor<8x0xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"a"}}]>}}) {{
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x0xf32>
  %1 = stablehlo.reshape %0 : (tensor<8x1x0xf32>) -> tensor<8x0xf32>
  return %1 : tensor<8x0xf32>
}}"""
    assert view(parse(text), profile=Compiler.CPU).collectives == ()


def test_products_that_are_wanted_unreduced_are_not_summed() -> None:
    text = (RECORDED.parents[1] / "corpus" / "explicit_unreduced.mlir").read_text()
    assert view(parse(text), profile=Compiler.CPU).totals.bytes_sent == 384
