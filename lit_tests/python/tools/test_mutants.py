"""Mutation testing: the page has the records, and each survivor has a reason."""

from __future__ import annotations

from tools.mutants.page import PAGE, rates, survivors, with_tables


def test_the_page_is_up_to_date() -> None:
    """`python -m tools.mutants.page` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert with_tables(text) == text


def test_each_survivor_is_judged() -> None:
    assert rates()
    assert "not judged" not in survivors()
