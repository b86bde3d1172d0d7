"""Ways of axes through a history of moves, and the values that `--why` names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.origins.propagation_record import Move, Over, ShardingHistory, Spot, Stop
from sdyopt.dialects.sdy.attributes import AxisRef, SubAxis
from sdyopt.view import ViewError, view
from sdyopt.view.why.why_views import WhyRequest

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


def test_a_spot_without_moves_is_the_origin() -> None:
    assert chain(history("a0 b0"), "a0") == ""


def test_the_shortest_way_comes_first() -> None:
    assert chain(history("a0 b0", "b0 c1", "d0 e0", "c1 f0", "e0 f0"), "f0") == "d0 e0"


def test_of_equally_long_ways_the_first_one_counts() -> None:
    assert chain(history("a0 b0", "c0 d0", "b0 e0", "d0 e0"), "e0") == "a0 b0"


def test_a_way_does_not_go_back_in_time() -> None:
    """`b` gave its axis to `c` before it got one from `d`."""
    assert chain(history("a0 b0", "b0 c0", "c0 d0", "d0 b0"), "c0") == "a0 b0"


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
