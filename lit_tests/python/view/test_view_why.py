"""Why a value is sharded as it is, which values are replicated, and what views advise."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.origins.propagation_record import Move, Over, ShardingHistory, Spot, Stop
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, SubAxis
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.view import ViewError, view
from sdyopt.view.collection import analyze
from sdyopt.view.model import Query
from sdyopt.view.rows import WhyRequest
from sdyopt.view.why.replicated import ReplicatedView
from tools.judges.partitioner_cases import random_split

# Ways of axes through a history of moves, and the values that `--why` names.


X, Y = AxisRef("x"), AxisRef("y")


def spot(text: str) -> Spot:
    """`a0`: dimension 0 of `a`."""
    return Spot(text[0], int(text[1]))


def history(*moves: str, axes: tuple[AxisRef, ...] = (X,)) -> ShardingHistory:
    """A history of moves such as `a0 b1`, over operations that are called by their numbers."""
    found = ShardingHistory()
    for number, move in enumerate(moves):
        source, target = move.split()
        found.moved(Move(axes, spot(source), spot(target), Over(str(number))))
    return found


def chain(found: ShardingHistory, target: str, axis: AxisRef = X) -> str:
    """The sources of the moves of a chain, and its end."""
    moves = found.chain(spot(target), axis)
    return " ".join([f"{move.source.subject}{move.source.dimension}" for move in moves])


@pytest.mark.parametrize(
    ("moves", "target", "sources"),
    [
        ("a0 b0", "a0", ""),  # nothing has moved there
        ("a0 b0, b0 c1, d0 e0, c1 f0, e0 f0", "f0", "d0 e0"),  # the shortest way
        ("a0 b0, c0 d0, b0 e0, d0 e0", "e0", "a0 b0"),  # the first of two
        ("a0 b0, b0 c0, c0 d0, d0 b0", "c0", "a0 b0"),  # `b` gave its axis to `c` before it got one from `d`
    ],
)
def test_ways_of_axes(moves: str, target: str, sources: str) -> None:
    assert chain(history(*moves.split(", ")), target) == sources


def test_other_axes_and_other_dimensions_are_other_ways() -> None:
    found = history("a0 b0", "a0 b1")
    found.moved(Move((Y,), spot("c0"), spot("b0"), Over("y")))
    assert chain(found, "b0") == "a0"
    assert chain(found, "b0", Y) == "c0"
    assert chain(found, "b1", Y) == ""


def test_a_part_of_an_axis_counts() -> None:
    part = AxisRef("x", SubAxis(1, 2))
    assert chain(history("a0 b0", axes=(part,)), "b0") == "a0"


def test_long_histories_take_linear_time() -> None:
    found = ShardingHistory()
    for number in range(20_000):
        found.moved(Move((X,), Spot(number, 0), Spot(number + 1, 0), Over("add")))
    assert len(found.chain(Spot(20_000, 0), X)) == 20_000


def test_stops_are_those_of_axes_that_are_not_there() -> None:
    why: Any = None
    found = ShardingHistory()
    for axis, source in ((X, "a0"), (Y, "a1"), (Y, "b0")):
        found.stopped(Stop(axis, spot(source), spot("c0"), Over("add"), why))
    assert [(stop.axis, stop.source) for stop in found.stops(spot("c0"), (X,))] == [(Y, spot("a1"))]
    assert list(found.stops(spot("c0"), (X, Y))) == []
    assert list(found.stops(spot("c1"), ())) == []


@pytest.mark.parametrize(
    ("text", "name", "dimension"),
    [
        ("%4", "%4", None),
        ("%4:1", "%4", 1),
        ("@main:%4#1:0", "%4#1", 0),
        ("14:%4", "%4", None),
        ("14:%4:12", "%4", 12),
        ("p['a:1']", "p['a:1']", None),
        ("result 0:1", "result 0", 1),
    ],
)
def test_what_is_asked_for(text: str, name: str, dimension: int | None) -> None:
    asked = WhyRequest.of(text)
    assert (asked.selection.name, asked.dimension) == (name, dimension)


INPUTS = Path(__file__).parent / "Inputs"
PROGRAM = (INPUTS / "view_why.program.txt").read_text(encoding="utf-8")


def test_as_a_library() -> None:
    """Calls are followed, forwards and backwards; the view of the program itself is unchanged."""
    module = sdyopt.parse(PROGRAM)
    found = view(module, why=["%b:1", "@f:%c"])
    [of_b, of_c] = found.why
    [axes] = of_b.dimensions[0].axes
    assert axes.origin == "argument %a"
    assert [step.operation for step in axes.steps] == ["transpose", "add"]
    assert [[axes.origin for axes in dimension.axes] for dimension in of_c.dimensions] == [["argument %a"], []]
    assert view(module).tensors == tuple(view(module, why=["%b"]).tensors)


def test_a_program_that_is_not_propagated_has_no_reasons() -> None:
    with pytest.raises(ViewError, match="shown as written"):
        view(sdyopt.parse(PROGRAM), why=["%b"], as_written=True)


WRITTEN = (INPUTS / "view_why.written.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "origins"),
    [
        ("%0:0", ["result 0 of @f"]),
        ("%a:0", ["result 0 of @f"]),
        ("%0 in %1:1", ["in_shardings[0] of manual_computation"]),
        ("%1", ["out_shardings[0] of manual_computation"] * 2),
        ("%3:1", ["out_shardings[0] of manual_computation"]),
    ],
)
def test_origins_are_what_the_program_writes(name: str, origins: list[str]) -> None:
    """Of calls the sharding of the function's result, of manual computations those of operands and results."""
    found = view(sdyopt.parse(WRITTEN), why=[name]).why
    axes = [axes for why in found for dimension in why.dimensions for axes in dimension.axes]
    assert [each.origin for each in axes] == origins
    assert all(each.is_written for each in axes)


UPSTREAM = (INPUTS / "view_why.upstream.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["%1", "%2", "@f:%5"])
def test_a_closed_constraint_ends_an_axis(name: str) -> None:
    """Of what it constrains, and of what is computed from that further down. Shardy's partitioner computes what it
    constrains with the axis, so that this ends at the constraint.
    """
    [why] = view(sdyopt.parse(UPSTREAM), why=[name]).why
    [stop] = why.dimensions[0].stops
    assert (stop.axis.name, stop.name, stop.dimension, stop.operation) == ("x", "%a", 0, "negate")
    assert stop.source[0].line == 4
    assert stop.reason == "dimension 0 of %0 is closed by the sharding_constraint <string>:5"
    assert why.dimensions[1].stops == ()
    [why] = view(sdyopt.parse(UPSTREAM), why=[name], partitioner="shardy").why
    [stop] = why.dimensions[0].stops
    assert (stop.axis.name, stop.name, stop.dimension, stop.operation) == ("x", "%0", 0, "sharding_constraint")
    assert (stop.source[0].line, stop.reason) == (5, "the constraint does not list this axis")
    assert why.dimensions[1].stops == ()


def test_a_name_is_that_of_the_public_function() -> None:
    """Others are meant only if it has none, or if they are named with their function."""
    module = sdyopt.parse(UPSTREAM)
    assert [(why.function, why.name) for why in view(module, why=["%2"]).why] == [("main", "%2")]
    [inlined] = view(module, why=["%5"]).why
    assert inlined.name.startswith("@f:%5 at ")
    [named] = view(module, why=["@f:%2"]).why
    assert named.name.startswith("@f:%2 at ")


# The values that are whole on several devices, and where axes ended, in programs that are small enough to say it.


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


# What views advise against involuntary full rematerializations.


AXES = "abc"
SIZES = (2, 4, 2)
ADVICE_MESH = Mesh(tuple([MeshAxis(name, size) for name, size in zip(AXES, SIZES, strict=True)]))
TYPE = "tensor<48x32x16xf32>"


def sharding(dimensions: list[str]) -> str:
    """Returns the text of a sharding of the letters of each dimension."""
    return "[" + ", ".join(["{" + ", ".join([f'"{axis}"' for axis in axes]) + "}" for axes in dimensions]) + "]"


def moved(*splits: list[str]) -> str:
    """Returns a program in which a value gets from each of these shardings to the next one."""
    lines = [
        f"%{number} = sdy.sharding_constraint %{number - 1} <@mesh, {sharding(split)}> : {TYPE}"
        for number, split in enumerate(splits[1:], 1)
    ]
    mesh = ", ".join([f'"{axis.name}"={axis.size}' for axis in ADVICE_MESH.axes])
    given = f"{{sdy.sharding = #sdy.sharding<@mesh, {sharding(splits[0])}>}}"
    body = "\n".join([f"%0 = stablehlo.tanh %a : {TYPE}", *lines])
    last = len(splits) - 1
    result = f"%r = stablehlo.negate %{last} : {TYPE}\nreturn %r : {TYPE}"
    return f"sdy.mesh @mesh = <[{mesh}]>\nfunc.func @main(%a: {TYPE} {given}) -> {TYPE} {{\n{body}\n{result}\n}}"


def split_of(constraint: str, rank: int) -> list[str]:
    """Returns the letters of each dimension of a PartitionSpec."""
    entries = eval(constraint, {"P": lambda *entries: entries})
    return ["".join(entry or "") for entry in entries] + [""] * (rank - len(entries))


@pytest.mark.parametrize("seed", range(4))
def test_the_program_with_the_constraint_sends_what_the_advice_says(seed: int) -> None:
    random, advised = Random(seed), 0
    while advised < 3:
        before, after = [random_split(random, 3, SIZES) for _ in range(2)]
        given = view(moved(before, after))
        for each in given.rematerializations:
            assert each.advice is not None
            assert (each.before, each.after) == (sharding(before), sharding(after))
            then = view(moved(before, split_of(each.advice.constraint, 3), after))
            assert then.totals.bytes_sent == each.advice.bytes_sent == given.totals.bytes_sent - each.advice.saved
            assert then.rematerializations == ()
            advised += 1


def test_a_pickled_view_finds_the_same() -> None:
    found = view(moved(["b", "", ""], ["", "a", ""]))
    (each,), (again,) = found.rematerializations, pickle.loads(pickle.dumps(found)).rematerializations
    assert each.advice is not None
    assert again.advice == each.advice


@pytest.mark.parametrize(
    ("line", "value", "where"),
    [
        ("sharding_constraint", "value of the constraint", "after it in the forward pass"),
        ("tanh", "operand 0 of tanh", "before it in the backward pass"),
    ],
)
def test_in_a_backward_pass_constraints_are_in_reverse_order(line: str, value: str, where: str) -> None:
    text = moved(["b", "", ""], ["", "a", ""])
    if line == "sharding_constraint":  # Nothing is computed before it.
        text = text.replace(f"%0 = stablehlo.tanh %a : {TYPE}\n", "").replace("%0", "%a")
    name = 'loc("jit(f)/transpose(jvp())/mul"("model.py":7:3))'
    text = "\n".join([f"{each} {name}" if line in each and "=" in each else each for each in text.splitlines()])
    found = view(sdyopt.parse(text))
    (each,) = found.rematerializations
    assert each.is_backward
    assert f", model.py:7, because x ({value}) goes from" in each.text(found.frames)
    assert f"with_sharding_constraint(x, P('b', 'a')) {where} sends" in each.text(found.frames)
