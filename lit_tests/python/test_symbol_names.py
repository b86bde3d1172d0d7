"""New symbols get names that are free, numbered by one count."""

from __future__ import annotations

from sdyopt.ir.symbols import SymbolNames


def test_a_free_name_is_claimed_as_it_is() -> None:
    assert SymbolNames(["main"]).claim("mesh") == "mesh"


def test_a_claimed_name_is_taken() -> None:
    names = SymbolNames([])
    assert [names.claim("mesh") for _ in range(3)] == ["mesh", "mesh_0", "mesh_1"]


def test_numbers_go_on_from_name_to_name() -> None:
    names = SymbolNames(["main", "mesh"])
    assert [names.claim("mesh"), names.claim("main")] == ["mesh_0", "main_1"]


def test_numbered_names_that_are_taken_are_passed_over_for_good() -> None:
    names = SymbolNames(["mesh", "mesh_0", "mesh_2"])
    assert [names.claim("mesh"), names.claim("mesh")] == ["mesh_1", "mesh_3"]
