"""Classes that list their fields are of two kinds, names mean one class, and functions have few parameters."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[3]

MAX_FIELDS = 14
"""Of a named tuple."""

MAX_PARAMETERS = 8
"""Of a function, besides `self`."""

DIALECTS_OWN = {"AxisRef", "ComparisonDirection", "ComparisonType", "Mesh", "MeshAxis", "Precision"}
"""What MLIR calls attributes of two dialects."""
GENERATED = {"Block", "Function", "Meshes", "Program", "Shardings", "Value"}
"""What random programs are made of in `tools.generator`, as others are elsewhere."""
OF_REFERENCE = {"Diagnostic", "Options"}
"""What `tools.reference` has as sdy-opt has it."""


class Declared(NamedTuple):
    """A class or a function, without its body, which would keep a tree of a million nodes in memory."""

    file: str
    line: int
    name: str
    parameters: int | None
    """Their number besides `self`; None for a class."""


@cache
def declarations() -> list[Declared]:
    """Returns all classes and functions."""
    return [
        Declared(file, node.lineno, node.name, None if isinstance(node, ast.ClassDef) else parameters(node.args))
        for file, text in texts()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def texts() -> Iterator[tuple[str, str]]:
    """Yields the names of all files with their texts."""
    for folder in ("sdyopt", "passes", "tools"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")


def parameters(given: ast.arguments) -> int:
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"], ["mcs"]))


@pytest.mark.long
def test_functions_have_few_parameters() -> None:
    many = [each for each in declarations() if each.parameters is not None and each.parameters > MAX_PARAMETERS]
    assert many == []


@cache
def dataclasses() -> list[tuple[str, ast.ClassDef, str]]:
    """Returns the dataclasses with their names in their files, and their decorators."""
    return [
        (f"{file}:{node.name}", node, decorator)
        for file, text in texts()
        if "@dataclass" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
        for decorator in map(ast.unparse, node.decorator_list)
        if decorator.partition("(")[0] == "dataclass"
    ]


@pytest.mark.long
def test_a_name_means_one_class() -> None:
    classes = [each for each in declarations() if each.parameters is None]
    counts = Counter([each.name for each in classes])
    twice = {name for name, count in counts.items() if count > 1}
    assert twice == DIALECTS_OWN | GENERATED | OF_REFERENCE, "a name that is no longer defined twice leaves the list"
    own = [each.file.split("/") for each in classes if each.name in DIALECTS_OWN]
    assert all(parts[:2] == ["sdyopt", "dialects"] and parts[-1] in ("attributes.py", "ops.py") for parts in own), own


def what_no_other_kind_has(node: ast.ClassDef, decorator: str) -> list[str]:
    """Returns why a class is a dataclass: what neither a named tuple nor a record offers."""
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    names = {ast.unparse(field.target) for field in fields}
    methods = {each.name: [*map(ast.unparse, each.decorator_list)] for each in node.body if hasattr(each, "name")}
    reasons = {
        "its fields change": "frozen=True" not in decorator,
        "it has more fields": len(fields) > MAX_FIELDS,
        "it has fields or methods that tuples call otherwise": bool({"count", "index"} & (names | set(methods))),
        "it is checked when it is made": "__post_init__" in methods,
        "it extends a class": bool(node.bases),
        "its fields are compared or made in some way of their own": any(
            "field(" in ast.unparse(each) for each in fields
        ),
        "it is compared, and remembers what it computes": any("cached_property" in each for each in methods.values()),
    }
    return [reason for reason, holds in reasons.items() if holds]


def test_a_dataclass_has_what_no_other_kind_has() -> None:
    """Those without it can be named tuples (`sdyopt/ir/records.py`)."""
    assert [name for name, node, decorator in dataclasses() if not what_no_other_kind_has(node, decorator)] == []


def test_new_classes_are_named_tuples_or_records() -> None:
    """There are no more dataclasses than there were: a new class is one of the two kinds."""
    ours = [name for name, _, _ in dataclasses() if not name.startswith("tools")]
    assert len(ours) <= 23, ours
