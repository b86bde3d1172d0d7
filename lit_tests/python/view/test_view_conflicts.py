"""Where XLA's partitioner moves values otherwise than Shardy's: what is known of it, and its upper bound.

The bytes that XLA sends are those of the module after its partitioner, in jaxlib 0.10.2.
"""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.planning.records import Meter
from sdyopt.view.collection import view

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
    ],
)
def test_what_xla_moves_otherwise_is_unknown(text: str, sent_by_xla: int) -> None:
    """Shardy sends less; what XLA sends is between that and the upper bound."""
    totals = view(sdyopt.parse(text)).totals
    assert totals.unknown
    assert totals.most is not None
    assert totals.bytes_sent < sent_by_xla <= totals.most


@pytest.mark.parametrize(
    ("text", "sent_by_xla"),
    [
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
def test_what_xla_moves_is_known(text: str, sent_by_xla: int) -> None:
    """No row is unknown where the model of XLA's partitioner knows what is sent, or both send the same."""
    totals = view(sdyopt.parse(text)).totals
    assert totals.unknown == ()
    assert totals.bytes_sent == sent_by_xla


def test_rows_say_what_xla_does() -> None:
    """A warning of XLA's is told in its words, and a gathered weight is one."""
    (full,) = [
        each for each in view(sdyopt.parse(_reshard('[{"a", "b"}, {}]', '[{}, {"a"}]'))).collectives if each.estimated
    ]
    assert full.cause == (
        "estimated: gathered whole by XLA's partitioner between two shardings (involuntary full rematerialization)"
    )
    text = _product(32, '[{"a"}, {}]', '[{"a"}, {}]', '[{"a"}, {}]')
    (weight,) = [each for each in view(sdyopt.parse(text)).collectives if each.estimated]
    assert (weight.kind, weight.cause) == ("all-gather", "estimated: gathered by XLA's partitioner for dot")
    assert weight.operand.type == "f32[256,512]"


def test_a_plan_counts_the_upper_bound() -> None:
    """Gathered tables are in a plan's time and memory; moving the indices alone would take a microsecond."""
    from sdyopt.cost.program.stages import Program, Stage

    cost = Meter(Machine.of("tpu-v5p"))(Program(sdyopt.parse(LOOKUP), Stage.PARTITIONED_BY_SHARDY).operation)
    assert cost.communication_seconds > 1e-5
    assert cost.peak_bytes > 8 * 1000 * 64 * 4
