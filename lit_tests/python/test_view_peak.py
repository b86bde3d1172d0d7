"""The most that a device holds at one time, and donated arguments: by hand."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.cost.held.donation import Donation, shared_bytes
from sdyopt.view import PeakView, view
from sdyopt.view.render.amounts import short, size, time

MESH = 'sdy.mesh @mesh = <["x"=4]>\n'


def peak(text: str) -> PeakView:
    """The peak of a program for four devices, in which all values are replicated: 1,024 bytes each."""
    found = view(sdyopt.parse(MESH + text.replace("T", "tensor<256xf32>"), name="p.mlir"), as_written=True).peak
    assert found is not None
    return found


def alive(found: PeakView) -> set[str]:
    return {value.name for value in found.live}


def test_values_end_with_their_last_use() -> None:
    """While the second result is computed, the first is there; later it is not."""
    found = peak("""
func.func @main(%a: T) -> T {
  %0 = stablehlo.negate %a : T
  %1 = stablehlo.tanh %0 : T
  %2 = stablehlo.sine %1 : T
  return %2 : T
}""")
    assert (found.bytes, alive(found)) == (3 * 1024, {"%a", "%0", "%1"})
    assert (found.operation, found.source[0].line) == ("tanh", 5)


def test_donated_arguments_end_with_their_last_use() -> None:
    """The others are there to the end."""
    found = peak("""
func.func @main(%a: T {jax.buffer_donor = true}) -> T {
  %0 = stablehlo.negate %a : T
  %1 = stablehlo.tanh %0 : T
  return %1 : T
}""")
    assert (found.bytes, alive(found)) == (2 * 1024, {"%a", "%0"})


def test_what_is_alive_says_why() -> None:
    """With its type, sharding and line."""
    found = peak("""
func.func @main(%a: T {jax.buffer_donor = true}, %b: T) -> T {
  %0 = stablehlo.negate %a : T
  %1 = stablehlo.sine %a : T
  %2 = stablehlo.add %1, %0 : T
  %3 = stablehlo.tanh %a : T
  %4 = stablehlo.add %2, %3 : T
  return %4 : T
}""")
    assert found.source[0].line == 6
    assert [
        (live.name, held.source[0].line, held.reason) for live, held in zip(found.live, found.held, strict=True)
    ] == [
        ("%a", 3, "donated, until its last use"),
        ("%b", 3, "argument"),
        ("%0", 4, "operand of add"),
        ("%1", 5, "operand of add"),
        ("%2", 6, "result of add"),
    ]
    assert {(held.type, held.sharding) for held in found.held} == {("tensor<256xf32>", None)}


def test_what_is_not_used_ends_at_once() -> None:
    """It is there while it is computed."""
    found = peak("""
func.func @main(%a: T) {
  %0 = stablehlo.negate %a : T
  %1 = stablehlo.tanh %a : T
  return
}""")
    assert (found.bytes, alive(found)) == (2 * 1024, {"%a", "%0"})


LOOP = """
func.func @main(%a: T, %b: T, %more: tensor<i1>) -> T {{
  %0 = stablehlo.negate %a : T
  %r:2 = stablehlo.while(%c = {carried}, %w = %b) : T, T
  cond {{
    stablehlo.return %more : tensor<i1>
  }} do {{
    %1 = stablehlo.tanh %c : T
    stablehlo.return %1, %w : T, T
  }}
  return %r#0 : T
}}"""


@pytest.mark.parametrize(("carried", "copies"), [("%0", 4), ("%a", 4)])
def test_loops_carry_values_in_place(carried: str, copies: int) -> None:
    """A carried value takes the place of one that ends there, and is a copy of one that does not; what stays the same
    in the loop is there once.
    """
    found = peak(LOOP.format(carried=carried))
    assert found.bytes == copies * 1024 + 1
    assert alive(found) == {"%a", "%b", "%c", "%1", "%more"}


def test_calls_add_the_peak_of_the_function() -> None:
    """Arguments are those of the caller; the values of both are listed with their functions."""
    found = peak("""
func.func @main(%a: T) -> T {
  %0 = stablehlo.negate %a : T
  %1 = func.call @f(%0) : (T) -> T
  return %1 : T
}
func.func private @f(%a: T) -> T {
  %0 = stablehlo.tanh %a : T
  %1 = stablehlo.add %a, %0 : T
  return %1 : T
}""")
    assert found.bytes == 4 * 1024
    assert {(value.function, value.name) for value in found.live} == {
        ("main", "%a"),
        ("main", "%0"),
        ("f", "%0"),
        ("f", "%1"),
    }


def test_functions_that_call_themselves_come_to_an_end() -> None:
    """What they call is not known, and not counted."""
    found = peak("""
func.func @main(%a: T) -> T {
  %0 = func.call @f(%a) : (T) -> T
  return %0 : T
}
func.func private @f(%a: T) -> T {
  %0 = func.call @g(%a) : (T) -> T
  return %0 : T
}
func.func private @g(%a: T) -> T {
  %0 = func.call @f(%a) : (T) -> T
  return %0 : T
}""")
    assert found.bytes == 2 * 1024


def test_the_deepest_nesting_is_walked() -> None:
    """Regions in regions need no stack of the interpreter."""
    depth = 2000
    opened = "".join(
        [
            f"%{number} = stablehlo.while(%c{number} = %a) : T cond {{ stablehlo.return %p : tensor<i1> }} do {{"
            for number in range(depth)
        ]
    )
    closed = "".join(["stablehlo.return %a : T }" for _ in range(depth)])
    assert peak(f"func.func @main(%a: T, %p: tensor<i1>) {{ {opened} {closed} return }}").bytes >= 1024


def test_donated_buffers_are_shared_with_results() -> None:
    """An alias names its result; another donated argument gives its place to a result of its size."""
    assert shared_bytes([Donation(8, 1)], [8, 8]) == 8
    assert shared_bytes([Donation(8, None), Donation(8, None)], [8, 4]) == 8
    assert shared_bytes([Donation(8, None), Donation(8, 0)], [8, 4]) == 8
    assert shared_bytes([Donation(None, None), Donation(6, None)], [None, 4]) == 0
    assert shared_bytes([Donation(8, 7)], [8]) == 0


def test_amounts() -> None:
    """As they are read and written."""
    assert [size(text) for text in ("4096", "1.5GiB", "2 GB", "1k", "7B")] == [4096, 3 << 29, 2 * 10**9, 1000, 7]
    assert [short(count) for count in (None, 0, 28, 28 << 10)] == ["—", "0 B", "28 B", "28 KiB"]
    assert [time(each) for each in (None, 0.0, 2.0, 1.25e-3, 3e-6, 5e-10)] == [
        "—",
        "0 s",
        "2 s",
        "1.25 ms",
        "3 µs",
        "0.5 ns",
    ]
