"""Operations without a sharding rule: which ones, along which axes, and what they keep whole."""

from __future__ import annotations

import sdyopt
from sdyopt.cost.sizes.local_sizes import unruled_ops
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.view import view
from sdyopt.view.collection import analyze
from sdyopt.view.model import Query

PROGRAM = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, tensor<64x64xf32>,
        tensor<64x64xf32>, tensor<64x64xf16>) {
  %0 = chlo.erf %a : tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = stablehlo.custom_call @foo(%b) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = chlo.erfc %a : tensor<64x64xf32> -> tensor<64x64xf32>
  %3 = stablehlo.custom_call @bar(%b) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = call @f(%a, %b) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf16>
  return %0, %1, %2, %3, %4
    : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf16>
}
func.func private @f(%c: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf16> {
  %0 = stablehlo.custom_call @two(%c, %d) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.convert %0 : (tensor<64x64xf32>) -> tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}
"""


def names(axes: Axes) -> list[str]:
    return [axis.name for axis in axes]


def test_where_shardings_end() -> None:
    """Forwards a result is whole, backwards an operand: 64 · 64 · 4 bytes. Nothing ends where nothing is sharded."""
    found = analyze(sdyopt.parse(PROGRAM), Query())
    assert [
        (each.operation, each.function, each.source[0].line, names(each.axes), each.bytes, each.also_in_xla)
        for each in unruled_ops(found.program, found.sizes)
    ] == [
        ("chlo.erf", "main", 6, ["x"], 16384, True),
        ("stablehlo.custom_call @foo", "main", 7, ["y"], 16384, False),
        ("stablehlo.custom_call @two", "f", 15, ["x"], 16384, False),
    ]


def test_only_of_a_propagated_program() -> None:
    found = analyze(sdyopt.parse(PROGRAM), Query(as_written=True))
    assert list(unruled_ops(found.program, found.sizes)) == []


def test_why_names_the_operation_at_which_axes_end() -> None:
    """Also some operations further down."""
    text = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %0 = chlo.erf %a : tensor<8x8xf32> -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
"""
    for name in ("%0:1", "%1:1"):
        [why] = view(sdyopt.parse(text), why=[name]).why
        [stop] = why.dimensions[0].stops
        assert (stop.axis.name, stop.name, stop.dimension) == ("x", "%a", 1)
        assert (stop.operation, stop.reason) == ("erf", "'chlo.erf' has no sharding rule")
