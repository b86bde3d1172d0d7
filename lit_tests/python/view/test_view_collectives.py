"""The bytes that collectives send, how often and why: literal numbers for each kind."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.collective_kinds import bytes_sent
from sdyopt.cost.collectives.found import NO_AXES, axes_of_key, key_of_axes
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.view import CollectiveView, ModuleView, view
from sdyopt.view.render.cost_tables import listed_collectives, sent_text

MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'


def seen(body: str, as_written: bool = False) -> ModuleView:
    """The view of a program for eight devices."""
    return view(sdyopt.parse(MESH + body, name="p.mlir"), as_written=as_written)


def only(body: str) -> CollectiveView:
    """The only collective of a program that holds one."""
    (found,) = seen(body).collectives
    return found


def one_op(op: str, of: str) -> CollectiveView:
    """The collective `op` of an argument of 8x16 elements of four bytes with that sharding."""
    return only(
        f"func.func @main(%a: tensor<8x16xf32> {{sdy.sharding = #sdy.sharding<@mesh, {of}>}}) -> tensor<8x16xf32> {{\n"
        f"  %0 = sdy.{op} : tensor<8x16xf32>\n"
        "  return %0 : tensor<8x16xf32>\n}"
    )


@pytest.mark.parametrize(
    ("op", "of", "kind", "axes", "size", "operand", "result", "sent"),
    [
        ('all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]>', '[{"x"}, {}]', "all-gather", "x", 2, 256, 512, 256),  # noqa: E501
        (
            'all_gather [{"y"}, {"x"}] %a out_sharding=<@mesh, [{}, {}]>',
            '[{"y"}, {"x"}]', "all-gather", "y,x", 8, 64, 512, 64 * 7,
        ),
        ('all_slice [{}, {"y"}] %a out_sharding=<@mesh, [{}, {"y"}]>', "[{}, {}]", "all-slice", "y", 4, 512, 128, 0),
        (
            'all_reduce {"y"} %a out_sharding=<@mesh, [{"x"}, {}]>',
            '[{"x"}, {}], unreduced={"y"}', "all-reduce", "y", 4, 256, 256, 2 * 256 * 3 // 4,
        ),
        (
            'reduce_scatter [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]>',
            '[{"x"}, {}], unreduced={"y"}', "reduce-scatter", "y", 4, 256, 64, 256 * 3 // 4,
        ),
        (
            'all_to_all [{"y"}: 0->1] %a out_sharding=<@mesh, [{}, {"y"}]>',
            '[{"y"}, {}]', "all-to-all", "y", 4, 128, 128, 128 * 3 // 4,
        ),
        (
            'collective_permute %a out_sharding=<@mesh, [{"y":(1)2}, {}]>',
            '[{"x"}, {}]', "collective-permute", "x,y", 4, 256, 256, 256,
        ),
        (
            'replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}>',
            '[{"x"}, {}]', "replicated-to-unreduced", "y", 4, 256, 256, 0,
        ),
        (
            'sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}>',
            '[{"x"}, {}]', "sharded-to-unreduced", "x", 2, 256, 512, 0,
        ),
    ],
)  # fmt: skip
def test_bytes_of_each_kind(
    op: str, of: str, kind: str, axes: str, size: int, operand: int, result: int, sent: int
) -> None:
    """A collective of SDY that the input holds is counted as it stands: b is what a device has before it."""
    found = one_op(op, of)
    assert (found.kind, ",".join([axis.name for axis in found.axes])) == (kind, axes)
    assert (found.group_size, found.groups) == (size, 8 // size)
    assert (found.operand.bytes, found.result.bytes, found.bytes_sent) == (operand, result, sent)
    assert (found.executions, found.cause) == (1, "as written")


def test_what_is_not_divisible_is_rounded_up() -> None:
    """A device cannot send a part of a byte."""
    assert bytes_sent("all-reduce", 2, 8) == 4
    assert bytes_sent("reduce-scatter", 4, 3) == 3
    assert bytes_sent("collective-broadcast", 4, 3) == 4
    assert [bytes_sent(kind, 64, 1) for kind in ("all-gather", "all-reduce", "collective-permute")] == [0, 0, 0]


def test_a_permute_that_moves_nothing_sends_nothing() -> None:
    """Only where source and target of a device differ, it sends what it has."""
    found = one_op('collective_permute %a out_sharding=<@mesh, [{"y"}, {?}]>', '[{"y"}, {}]')
    assert found.bytes_sent == 0


MANUAL = """
func.func @main(%a: tensor<16x8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x", "y"}}, {{}}]>}}) -> tensor<16x8xf32> {{
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{{"x", "y"}}, {{}}]>] out_shardings=[<@mesh, [{{"x", "y"}}, {{}}]>]
      manual_axes={{"x", "y"}} (%b: tensor<2x8xf32>) {{
    {op}
    sdy.return %b : tensor<2x8xf32>
  }} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}}
"""  # noqa: E501

_SUM = "({^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32>})"  # noqa: E501


@pytest.mark.parametrize(
    ("op", "kind", "axes", "size", "groups", "sent"),
    [
        (
            f'%1 = "stablehlo.all_reduce"(%b) <{{replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>}}>'  # noqa: E501
            f" {_SUM} : (tensor<2x8xf32>) -> tensor<2x8xf32>",
            "all-reduce", "y", 4, 2, 2 * 64 * 3 // 4,
        ),
        (
            '%1 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], '  # noqa: E501
            "[3, 7]]> : tensor<4x2xi64>}> : (tensor<2x8xf32>) -> tensor<4x8xf32>",
            "all-gather", "x", 2, 4, 64,
        ),
        (
            '%1 = "stablehlo.all_to_all"(%b) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, '  # noqa: E501
            "7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 1 : i64}> : (tensor<2x8xf32>) -> "
            "tensor<16x1xf32>",
            "all-to-all", "x,y", 8, 1, 64 * 7 // 8,
        ),
        (
            f'%1 = "stablehlo.reduce_scatter"(%b) <{{replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : '
            f"tensor<2x4xi64>, scatter_dimension = 1 : i64}}> {_SUM} : (tensor<2x8xf32>) -> tensor<2x2xf32>",
            "reduce-scatter", "y", 4, 2, 64 * 3 // 4,
        ),
        (
            '%1 = "stablehlo.collective_permute"(%b) <{source_target_pairs = dense<[[0, 1], [1, 0], [4, 5], [5, 4]]> : '
            "tensor<4x2xi64>}> : (tensor<2x8xf32>) -> tensor<2x8xf32>",
            "collective-permute", "y", 2, 6, 64,
        ),
        (
            '%1 = "stablehlo.collective_permute"(%b) <{source_target_pairs = dense<[[0, 0], [1, 1]]> : '
            "tensor<2x2xi64>}> : (tensor<2x8xf32>) -> tensor<2x8xf32>",
            "collective-permute", "", 1, 8, 0,
        ),
        (
            '%1 = "stablehlo.collective_broadcast"(%b) <{replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : '
            "tensor<4x2xi64>}> : (tensor<2x8xf32>) -> tensor<2x8xf32>",
            "collective-broadcast", "y:(2)2", 2, 4, 64,
        ),
    ],
)  # fmt: skip
def test_collectives_of_stablehlo(op: str, kind: str, axes: str, size: int, groups: int, sent: int) -> None:
    """In a manual computation they are counted as they stand; groups along axes, or parts of axes, have these axes."""
    found = only(MANUAL.format(op=op))
    assert (found.kind, ",".join(map(axis_ref, found.axes)).replace('"', "")) == (kind, axes)
    assert (found.group_size, found.groups, found.operand.bytes, found.bytes_sent) == (size, groups, 64, sent)


PARTITIONED = """
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<8xbf16>) -> tensor<8xbf16> {
    %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<8xbf16>) -> tensor<8xbf16>
    return %0 : tensor<8xbf16>
  }
}
"""  # noqa: E501


def test_a_partitioned_program_is_counted_as_it_stands() -> None:
    """Collectives outside of manual computations are those of a partitioner: nothing is propagated."""
    found = view(sdyopt.parse(PARTITIONED))
    assert (found.stage.value, found.devices) == ("as written", 4)
    assert [(each.kind, each.axes, each.group_size, each.bytes_sent) for each in found.collectives] == [
        ("collective-permute", (), 4, 16)
    ]


CAUSES = """
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
    %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x16xf32>) {
  %0 = stablehlo.dot %a, %b : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.sharding_constraint %a <@mesh, [{}, {"y", "x"}]> : tensor<8x16xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x16xf32>
}
"""


def test_causes_name_operation_operand_and_dimension() -> None:
    """A contraction leaves partial sums; a constraint asks for another sharding."""
    found = seen(CAUSES)
    assert found.stage.value == "propagated, partitioned by XLA"
    assert [(each.kind, each.cause) for each in found.collectives] == [
        ("all-reduce", 'dot p.mlir:6 contracts over "y"'),
        ("all-to-all", 'value of the constraint p.mlir:7 is exchanged over "x"'),
    ]
    found = view(sdyopt.parse(MESH + CAUSES, name="p.mlir"), partitioner="shardy")
    assert found.stage.value == "propagated, explicit collectives"
    assert [(each.kind, each.cause) for each in found.collectives] == [
        ("all-reduce", 'dot p.mlir:6 contracts over "y"'),
        ("all-to-all", 'sharding_constraint p.mlir:7 wants "x" on dimension 1'),
    ]


def test_a_view_leaves_the_module_as_it_is() -> None:
    """The program is propagated on a copy."""
    module = sdyopt.parse(MESH + CAUSES)
    before = str(module)
    view(module)
    assert str(module) == before


def test_sums() -> None:
    """By kind and by axis."""
    found = seen(CAUSES)
    sent = {each.kind: each.sent for each in found.collectives}
    assert sent == {"all-reduce": 2 * 128 * 3 // 4, "all-to-all": 64 // 2}
    assert found.totals.bytes_sent == 192 + 32
    assert dict(found.totals.by_axis) == {"y": 192, "x": 32}
    assert dict(found.totals.by_kind) == sent


INPUTS = Path(__file__).parent / "Inputs"
RAGGED = (INPUTS / "view_collectives.ragged.txt").read_text(encoding="utf-8")


def test_a_ragged_all_to_all_is_a_custom_call() -> None:
    """Its first operand is sent, along the axes of its groups; other custom calls are no collectives."""
    (found,) = view(sdyopt.parse(RAGGED)).collectives
    assert (found.kind, found.axes, found.group_size, found.groups) == ("ragged-all-to-all", (AxisRef("expert"),), 4, 2)
    assert (found.operand.bytes, found.bytes_sent) == (512, 384)
    assert view(sdyopt.parse(RAGGED.replace("@ragged_all_to_all", "@other"))).collectives == ()


def test_collectives_are_sorted_by_what_they_send_in_all() -> None:
    """Those of which it is not known come first; of more than are listed, those that send most are."""
    body = "".join(
        f"""
func.func @f{number}(%a: tensor<{size}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) {{
  %0 = sdy.all_gather [{{"x"}}] %a out_sharding=<@mesh, [{{}}]> : tensor<{size}xf32>
  return
}}"""
        for number, size in enumerate(("32", "128", "?", "64"))
    )
    collectives = seen(body).collectives
    by_function = [(each.function, each.sent) for each in collectives]
    assert by_function == [("f0", 64), ("f1", 256), ("f2", None), ("f3", 128)]

    def functions(most: int | None, order: str) -> list[str]:
        groups = [[each] for each in collectives]
        return [each.function for (each,) in listed_collectives(groups, most, order)]

    assert functions(None, "order") == functions(None, "name") == ["f0", "f1", "f2", "f3"]
    assert functions(None, "bytes") == ["f2", "f1", "f3", "f0"]
    assert functions(None, "shape") == ["f1", "f3", "f0", "f2"]
    assert functions(2, "order") == ["f1", "f2"]
    assert functions(3, "bytes") == ["f2", "f1", "f3"]


LARGE = (INPUTS / "view_collectives.large.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("devices", [1 << 20, 1 << 31])
def test_groups_of_many_devices_cost_what_is_written(devices: int) -> None:
    """Pairs of two devices, and groups of all: nothing is made for each device."""
    module = sdyopt.parse(LARGE.format(devices=devices))
    tracemalloc.start()
    try:
        found = view(module).collectives
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [(each.kind, each.group_size, each.groups, each.bytes_sent) for each in found] == [
        ("collective-permute", 2, devices - 1, 4),
        ("all-reduce", devices, 1, 8),  # 2 · 4 · (n − 1) / n, rounded up
    ]
    assert peak < 20 << 20


def test_axes_with_any_names_are_told_apart() -> None:
    """One axis `a,b` is not two axes, and one that is called `other` is an axis."""
    keys = [("a", "b"), ("a,b",), ("other",), ('"a"', "b\\", ""), ("ü,", "a")]
    assert [axes_of_key(key_of_axes(names)) for names in keys] == keys
    assert len({key_of_axes(names) for names in keys} | {NO_AXES}) == len(keys) + 1
    shown = view(
        sdyopt.parse(
            'sdy.mesh @mesh = <["a,b"=2]>\n'
            'func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a,b"}]>}) -> tensor<8xf32> {\n'
            '  %0 = sdy.all_gather [{"a,b"}] %a out_sharding=<@mesh, [{}]> : tensor<8xf32>\n'
            "  return %0 : tensor<8xf32>\n}"
        )
    )
    assert sent_text(shown) == '16 B, all over "a,b"'
