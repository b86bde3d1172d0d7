"""Locations are fused as MLIR fuses them; offsets in them become lines and columns where they are printed."""

from __future__ import annotations

from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.locations import UNKNOWN, FileLineColRange, FusedLoc, NameLoc, OffsetLoc, fused
from sdyopt.mlir.diagnostics import Source

A, B = NameLoc("a"), NameLoc("b")


def test_one_location_stands_alone() -> None:
    assert fused([A, UNKNOWN, A]) is A
    assert fused([7, UNKNOWN]) == 7


def test_of_none_nothing_is_known() -> None:
    assert fused([]) is UNKNOWN
    assert fused([UNKNOWN]) is UNKNOWN


def test_fused_ones_are_flattened_unless_they_say_more() -> None:
    more = FusedLoc((A,), StringAttr("metadata"))
    assert fused([FusedLoc((A, B)), 3, A, more]) is FusedLoc((A, B, OffsetLoc(3), more))


def test_offsets_are_resolved() -> None:
    source = Source("one\ntwo\n")
    assert source.resolve(5) is FileLineColRange("-", 2, 2)
    assert source.resolve(A) is A
    assert source.resolve(FusedLoc((A, OffsetLoc(4)))) is FusedLoc((A, FileLineColRange("-", 2, 1)))
    assert source.resolve(FusedLoc((FileLineColRange("-", 2, 1), OffsetLoc(4)))) is FileLineColRange("-", 2, 1)
