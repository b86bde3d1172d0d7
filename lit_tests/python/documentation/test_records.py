"""Classes that list their fields are of two kinds, names mean one class, and functions have few parameters."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

MOST_FIELDS = 14
"""Of a named tuple."""

MOST_PARAMETERS = 8
"""Of a function, besides `self`."""

DIALECTS_OWN = {"AxisRef", "ComparisonDirection", "ComparisonType", "Mesh", "MeshAxis", "Precision"}
"""What MLIR calls attributes of two dialects."""
GENERATED = {"Block", "Function", "Meshes", "Program", "Shardings", "Value"}
"""What random programs are made of in `tools.generator`, as others are elsewhere."""
OF_REFERENCE = {"Diagnostic", "Options"}
"""What `tools.reference` has as sdy-opt has it."""


@cache
def declarations() -> tuple[tuple[str, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef], ...]:
    """Returns all classes and functions with the names of their files."""
    return tuple(
        [
            (str(file.relative_to(ROOT)), node)
            for folder in ("sdyopt", "passes", "tools")
            for file in sorted((ROOT / folder).rglob("*.py"))
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        ]
    )


def classes() -> list[tuple[str, ast.ClassDef]]:
    """Returns all classes with the names of their files."""
    return [(file, node) for file, node in declarations() if isinstance(node, ast.ClassDef)]


def test_functions_have_few_parameters() -> None:
    for file, node in declarations():
        if not isinstance(node, ast.ClassDef):
            given = node.args
            names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            count = len(names) - (names[:1] in (["self"], ["cls"], ["mcs"]))
            assert count <= MOST_PARAMETERS, f"{file}:{node.lineno}: {node.name} has {count} parameters"


def dataclasses() -> Iterator[tuple[str, ast.ClassDef, str]]:
    """Yields the dataclasses with their names in their files, and their decorators."""
    for file, node in classes():
        for decorator in map(ast.unparse, node.decorator_list):
            if decorator.partition("(")[0] == "dataclass":
                yield f"{file}:{node.name}", node, decorator


def test_a_name_means_one_class() -> None:
    counts = Counter([node.name for _, node in classes()])
    twice = {name for name, count in counts.items() if count > 1}
    assert twice == DIALECTS_OWN | GENERATED | OF_REFERENCE, "a name that is no longer defined twice leaves the list"
    own = [file.split("/") for file, node in classes() if node.name in DIALECTS_OWN]
    assert all(parts[:2] == ["sdyopt", "dialects"] and parts[-1] == "attributes.py" for parts in own), own


def what_no_other_kind_has(node: ast.ClassDef, decorator: str) -> list[str]:
    """Returns why a class is a dataclass: what neither a named tuple nor a record offers."""
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    names = {ast.unparse(field.target) for field in fields}
    methods = {each.name: [*map(ast.unparse, each.decorator_list)] for each in node.body if hasattr(each, "name")}
    reasons = {
        "its fields change": "frozen=True" not in decorator,
        "it has more fields": len(fields) > MOST_FIELDS,
        "it has fields or methods that tuples call otherwise": bool({"count", "index"} & (names | set(methods))),
        "it is checked when it is made": "__post_init__" in methods,
        "it extends a class": bool(node.bases),
        "its fields are compared or made in some way of their own": any(
            "field(" in ast.unparse(each) for each in fields
        ),
        "it is compared, and remembers what it computes": any("cached_property" in each for each in methods.values()),
    }
    return [reason for reason, holds in reasons.items() if holds]


@pytest.mark.parametrize(("name", "node", "decorator"), [pytest.param(*each, id=each[0]) for each in dataclasses()])
def test_a_dataclass_has_what_no_other_kind_has(name: str, node: ast.ClassDef, decorator: str) -> None:
    assert what_no_other_kind_has(node, decorator), f"{name} can be a named tuple (`sdyopt/ir/named_tuple.py`)"


def test_new_classes_are_named_tuples_or_records() -> None:
    """There are no more dataclasses than there were: a new class is one of the two kinds."""
    ours = [name for name, _, _ in dataclasses() if not name.startswith("tools")]
    assert len(ours) <= 23, ours
