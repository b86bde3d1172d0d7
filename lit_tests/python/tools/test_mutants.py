"""Mutation testing: the page shows the records."""

from __future__ import annotations

from tools.mutants.page import PAGE


def test_the_page_is_up_to_date() -> None:
    """`python -m tools.mutants.page` writes it."""
    assert PAGE.renewed() == PAGE.text
