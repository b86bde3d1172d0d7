"""The table of plans that XLA has compiled is that of what was recorded, and plans keep what they have reached."""

from __future__ import annotations

from tools.recorded.planned_table import PAGE, entries, families


def test_the_table_is_that_of_the_record() -> None:
    assert PAGE.renewed() == PAGE.text


def test_there_are_twenty_programs_of_ten_families() -> None:
    assert len(entries()) >= 20 and len(families()) == 10


def test_plans_keep_the_limit() -> None:
    """Plans keep the estimated peak of the shardings that they replace."""
    over = [name for name, each in entries().items() if each["planned"]["peak"] > each["expert"]["peak"]]
    assert not over
