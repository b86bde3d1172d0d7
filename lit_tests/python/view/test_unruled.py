"""Operations without a sharding rule: which ones, along which axes, and what they keep whole."""

from __future__ import annotations

from pathlib import Path

import sdyopt
from sdyopt.cost.sizes.local_sizes import unruled_ops
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.view import view
from sdyopt.view.collection import analyze
from sdyopt.view.model import Query

INPUTS = Path(__file__).parent / "Inputs"
PROGRAM = (INPUTS / "unruled.program.txt").read_text(encoding="utf-8")


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
