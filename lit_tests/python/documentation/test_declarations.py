"""The name of a class means one thing, and functions have few parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

OF_DIALECTS = {"AxisRef", "ComparisonDirection", "ComparisonType", "Mesh", "MeshAxis", "Precision"}
"""Attributes that two dialects have under one name, each in its own file of attributes."""

MOST_PARAMETERS = 8
"""Of a function, besides `self`."""


def nodes(*folders: str) -> Iterator[tuple[Path, ast.AST]]:
    """Every node of the syntax trees of all files below these folders."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                yield file.relative_to(ROOT), node


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[Path]] = {}
    for file, node in nodes("sdyopt", "passes"):
        if isinstance(node, ast.ClassDef):
            places.setdefault(node.name, []).append(file)
    twice = {name: files for name, files in places.items() if len(files) > 1}
    assert {name: files for name, files in twice.items() if name not in OF_DIALECTS} == {}
    assert set(twice) == OF_DIALECTS, "a name that is no longer defined twice leaves the list"
    for files in twice.values():
        assert all(file.parts[:2] == ("sdyopt", "dialects") and file.name == "attributes.py" for file in files), files


def test_functions_have_few_parameters() -> None:
    for file, node in nodes("sdyopt", "passes", "tools"):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            count = len(names) - (names[:1] in (["self"], ["cls"], ["mcs"]))
            assert count <= MOST_PARAMETERS, f"{file}:{node.lineno}: {node.name} has {count} parameters"
