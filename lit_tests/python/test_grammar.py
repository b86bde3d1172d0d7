"""The grammar, and the tables that are made of it ahead of time."""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.mlir.read.grammar import fingerprint, grammar_text, make_tables
from sdyopt.mlir.read.grammar_tables import LAZY_TABLES_FILE, PLACES_FILE, TABLES_FILE, read_json


def test_the_tables_are_those_of_the_grammar() -> None:
    """Whoever changes the grammar or a format runs `python -m sdyopt.mlir.read.grammar`."""
    text, _ = grammar_text(REGISTRY.all_dialects())
    assert read_json(TABLES_FILE)["fingerprint"] == fingerprint(text)


def test_lark_makes_the_tables() -> None:
    """Lark accepts the grammar, without a conflict between two reductions, and gives as many states as are kept."""
    tables = make_tables(REGISTRY.all_dialects(), REGISTRY.lazy)
    assert len(tables.rows) == sum(len(read_json(file)["rows"]) for file in (TABLES_FILE, LAZY_TABLES_FILE))
    assert len(tables.items) == len(read_json(PLACES_FILE)["items"])


def test_every_format_has_a_terminal() -> None:
    """An operation with an assembly format can be read in it."""
    terminals = {**read_json(TABLES_FILE)["operations"], **read_json(LAZY_TABLES_FILE)["operations"]}
    for name, operation in REGISTRY.all_operations().items():
        assert (name in terminals) == (operation.format is not None), name
