"""The memory of a device over a program: what is alive at each of its points."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.view.collection import analyze
from sdyopt.view.model import Query
from sdyopt.view.render import memory_curve
from sdyopt.view.render.memory_curve import MemoryCurve

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

INPUTS = Path(__file__).parent / "Inputs"
CALLS = (INPUTS / "view_memory_curve.calls.txt").read_text(encoding="utf-8")


def curve(program: str | Path, most_points: int = 1000, most_values: int = 1000) -> MemoryCurve:
    found = memory_curve.memory_curve(analyze(sdyopt.parse(program), Query(as_written=True)), most_points, most_values)
    assert found is not None
    return found


def steps(found: MemoryCurve) -> list[tuple[str, str, int, list[str]]]:
    return [
        (point.function, point.operation, point.bytes, [f"@{value.function} {value.name}" for value in point.live])
        for point in found.points
    ]


def test_a_call_is_one_step() -> None:
    """With what the function needs beside its arguments; then its result is there."""
    assert steps(curve(CALLS)) == [
        ("main", "", 32, ["@main %x"]),
        ("main", "call", 64, ["@main %x", "@f all values together"]),
        ("main", "call", 64, ["@main %x", "@main %0"]),
        ("main", "call", 96, ["@main %x", "@main %0", "@f all values together"]),
        ("main", "call", 96, ["@main %x", "@main %0", "@main %1"]),
        ("main", "add", 96, ["@main %x", "@main %0", "@main %1"]),
        ("main", "return", 64, ["@main %x", "@main %2"]),
    ]


def test_few_points_are_the_highest_of_their_stretches() -> None:
    """In the order of the program; of the values alive there as many as are wanted, and how many there are."""
    found = curve(CALLS, most_points=3, most_values=2)
    assert [(point.operation, point.bytes, point.count, len(point.live)) for point in found.points] == [
        ("call", 64, 2, 2),
        ("call", 96, 3, 2),
        ("call", 96, 3, 2),
    ]
    assert found.steps == 7


@pytest.mark.parametrize("name", ["moe", "decoder", "gated_mlp", "loop", "matmul", "mlp"])
def test_its_highest_point_is_the_peak(name: str) -> None:
    """With the same values alive; at each point they sum up to its bytes."""
    analysis = analyze(sdyopt.parse(EXAMPLES / f"{name}.mlir"), Query())
    found = memory_curve.memory_curve(analysis, 1000, 1000)
    assert found is not None
    assert analysis.view.peak is not None
    highest = max(found.points, key=lambda point: point.bytes)
    assert (highest.bytes, highest.source) == (analysis.view.peak.bytes, analysis.view.peak.source)
    assert sorted(map(str, highest.live)) == sorted(map(str, analysis.view.peak.live))
    for point in found.points:
        assert (sum(value.bytes for value in point.live), len(point.live)) == (point.bytes, point.count)


def test_without_a_body_there_is_no_curve() -> None:
    """Nor is there a peak."""
    module = sdyopt.parse("func.func private @f(tensor<8xf32>)")
    assert memory_curve.memory_curve(analyze(module, Query()), 10, 10) is None


def test_functions_that_call_each_other_end() -> None:
    """What a function needs that calls itself is not known, and not counted."""
    found = curve("""
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
""")
    assert len(found.points) == 4
