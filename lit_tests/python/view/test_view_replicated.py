"""The values that are whole on several devices, and where axes ended, in programs that are small enough to say it."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.view import ViewError
from sdyopt.view.collection import analyze
from sdyopt.view.model import Query
from sdyopt.view.why.replicated import ReplicatedView

MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'


def replicated(body: str, most: int = 100) -> tuple[ReplicatedView, ...]:
    return analyze(sdyopt.parse(MESH + body, name="p.mlir"), Query(replicated=most)).view.replicated


def sizes(rows: tuple[ReplicatedView, ...]) -> list[tuple[str, int, int | None, int, int]]:
    """Returns name, how many are alike, bytes on a device, copies, and the bytes of all copies."""
    return [(row.name, row.alike, row.share.bytes, row.share.copies, row.bytes_of_copies) for row in rows]


def ends(row: ReplicatedView) -> list[tuple[str, int | None, int | None, str, str]]:
    """Returns for each axis the dimension, the bytes with it, the operation at which it ended, and its reason."""
    return [
        (axis_ref(end.axis), end.dimension, end.bytes, end.stop.operation, end.stop.reason)
        if end.stop is not None
        else (axis_ref(end.axis), end.dimension, end.bytes, "", "")
        for end in row.ends
    ]


def argument(name: str, type: str, sharding: str) -> str:
    return f"%{name}: tensor<{type}> {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}"


def test_an_operation_without_a_rule_ends_all_axes_of_its_operand() -> None:
    """256 bytes on eight devices: 128 with "x", and 32 with "y", too."""
    given = argument("a", "8x8xf32", '[{"x"}, {"y"}]')
    body = f"""
    func.func @main({given}) {{
      %0 = stablehlo.custom_call @opaque(%a) {{has_side_effect = true}} : (tensor<8x8xf32>) -> tensor<8x8xf32>
      return
    }}"""
    (row,) = replicated(body)
    assert sizes((row,)) == [("%0", 1, 256, 8, 2048)]
    reason = "it has no sharding rule"
    assert ends(row) == [('"x"', 0, 128, "custom_call", reason), ('"y"', 1, 32, "custom_call", reason)]


def test_a_constraint_that_asks_for_the_whole_is_an_end() -> None:
    """It also ends the axis at what it constrains, which XLA makes in its sharding."""
    given = argument("a", "8x8xf32", '[{"x"}, {}]') + ", " + argument("b", "8x6xf32", '[{}, {"y"}]')
    body = f"""
    func.func @main({given}) {{
      %0 = stablehlo.dot %a, %b : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
      %1 = sdy.sharding_constraint %0 <@mesh, [{{"x"}}, {{}}]> : tensor<8x6xf32>
      stablehlo.custom_call @use(%0, %1) {{has_side_effect = true}} : (tensor<8x6xf32>, tensor<8x6xf32>) -> ()
      return
    }}"""
    constraint = next(row for row in replicated(body) if row.name == "%0")
    assert sizes((constraint,)) == [("%0", 2, 96, 4, 384)]
    ((axis, dimension, size, operation, reason),) = ends(constraint)
    assert (axis, dimension, size, operation) == ('"y"', 1, 32, "dot")  # 4 rows of 2 elements
    assert reason == "dimension 1 of %0 is closed by the sharding_constraint p.mlir:5"


def test_what_takes_most_comes_first_and_what_is_alike_is_counted() -> None:
    """Bytes times copies; without an end, nothing that leads to a value has the axis."""
    given = argument("a", "64xf32", '[{"x"}]') + ", " + argument("b", "32xf32", "[{}]")
    body = f"""
    func.func @main({given}) {{
      %0 = stablehlo.negate %a : tensor<64xf32>
      %1 = stablehlo.negate %0 : tensor<64xf32>
      %2 = stablehlo.constant dense<1.0> : tensor<512xf32>
      %3 = stablehlo.negate %2 : tensor<512xf32>
      stablehlo.custom_call @use(%1, %3) {{has_side_effect = true}} : (tensor<64xf32>, tensor<512xf32>) -> ()
      return
    }}"""
    rows = replicated(body)
    assert sizes(rows) == [("%b", 1, 128, 8, 1024), ("%a", 3, 128, 4, 512)]
    assert [ends(row) for row in rows] == [
        [('"x"', None, None, "", ""), ('"y"', None, None, "", "")],
        [('"y"', None, None, "", "")],
    ]
    assert sizes(replicated(body, 1)) == [("%b", 1, 128, 8, 1024)]


def test_only_what_is_propagated_says_where_axes_ended() -> None:
    module = sdyopt.parse(MESH + "func.func @main(%a: tensor<8xf32>) { return }")
    with pytest.raises(ViewError, match="known only of a program with shardings"):
        analyze(module, Query(replicated=1))


def test_what_is_whole_nowhere_is_not_listed() -> None:
    given = argument("a", "8x8xf32", '[{"x"}, {"y"}]')
    assert replicated(f"func.func @main({given}) {{ return }}") == ()
