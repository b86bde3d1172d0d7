"""Operations and bytes of the recorded programs next to XLA's: floors, reasons, and the committed tables."""

from __future__ import annotations

import pytest

from tools.recorded import time_table

pytestmark = pytest.mark.long

SEEN = [name for name in time_table.names() if name[0] not in "wyz"]
"""The programs on which the rules rest; those of sets w, y and z were recorded after these."""


def test_operations_equal_those_of_xla_within_two_percent() -> None:
    ratios = {name: time_table.counted(name).ratio for name in SEEN}
    close = [name for name, ratio in ratios.items() if abs(ratio - 1) <= 0.02]
    assert len(close) >= 39, ratios
    assert set(ratios) - set(close) <= set(time_table.REASONS)


def test_bytes_are_near_those_of_xla() -> None:
    """XLA for the processor writes more, but never ten times as much; three fifths are within a third."""
    ratios = [time_table.counted(name).bytes_ratio for name in SEEN]
    assert all(0.1 < ratio < 2 for ratio in ratios)
    assert sum([0.75 <= ratio <= 4 / 3 for ratio in ratios]) >= 28


def test_tables_are_those_of_the_page() -> None:
    page = time_table.PAGE
    assert page.renewed() == page.text, f"run {page.command}"
