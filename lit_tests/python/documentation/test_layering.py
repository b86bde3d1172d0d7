"""The structure of the code: layers, records, names and parameters."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

# Imports run downwards only, folder by folder, and no file imports itself through others.


ROOT = Path(__file__).resolve().parents[3]

PARTS = ("canonicalize", "sharding_rules")
"""The parts of a dialect that are imported by name, when they are needed: they may use what is above dialects."""

IR = {"sdyopt.ir"}
MLIR = {"sdyopt.mlir", *IR}
DIALECTS = {"sdyopt.dialects", *MLIR}
BYTECODE = {"sdyopt.bytecode", *DIALECTS}
SHARDING = {"sdyopt.sharding", *DIALECTS}
HLO_IMPORT = {"sdyopt.hlo_import", "sdyopt.hlo", "sdyopt.layout", "sdyopt.display", *SHARDING}
REWRITING = {"sdyopt.rewriting", *SHARDING}
PARTS_OF_DIALECTS = "sdyopt.dialects: parts"
PASSES = {"sdyopt.passes", PARTS_OF_DIALECTS, *REWRITING}
DIAGNOSTICS = {"sdyopt.diagnostics", "sdyopt.display", *DIALECTS}
PIPELINE = {"sdyopt.pipeline", "sdyopt.display", *PASSES}
COST = {"sdyopt.cost", "sdyopt.hlo", "sdyopt.layout", *DIAGNOSTICS, *PIPELINE}
DRIVER = {"sdyopt.driver", "sdyopt.hlo_import", *BYTECODE, *DIAGNOSTICS, *PIPELINE}
COMMAND = {"sdyopt.cli", "sdyopt.layout", *DRIVER}
MACHINES = {"sdyopt.machines", "sdyopt.display", "sdyopt.ir"}
VIEW = {"sdyopt.view", "sdyopt.api", *MACHINES, *COST, *COMMAND}

MAY_IMPORT: dict[str, set[str]] = {
    # `python -m sdyopt`, and `sdyopt.ops`; the public names are imported when they are first used
    "sdyopt": {"sdyopt.cli", "sdyopt.api", "sdyopt.dialects"},
    "sdyopt.ir": set(),
    "sdyopt.mlir": MLIR,
    "sdyopt.dialects": DIALECTS,
    "sdyopt.bytecode": BYTECODE,
    "sdyopt.sharding": SHARDING,
    "sdyopt.rewriting": REWRITING,
    PARTS_OF_DIALECTS: REWRITING,
    "sdyopt.passes": PASSES,
    "sdyopt.display": set(),
    "sdyopt.diagnostics": DIAGNOSTICS,
    "sdyopt.pipeline": PIPELINE,
    "sdyopt.driver": DRIVER,
    "sdyopt.cli": COMMAND,
    "sdyopt.declare": REWRITING,
    "sdyopt.api": DRIVER,
    "sdyopt.layout": {"sdyopt.display", "sdyopt.ir"},
    "sdyopt.hlo": {"sdyopt.sharding", "sdyopt.layout", "sdyopt.display", "sdyopt.ir"},
    "sdyopt.hlo_import": HLO_IMPORT,
    "sdyopt.cost": COST,
    "sdyopt.machines": MACHINES,
    "sdyopt.view": VIEW,
    "sdyopt.planning": VIEW,
    "sdyopt.editor": VIEW,
    "sdyopt.testing": VIEW,
}
"""The folders that each folder may import besides itself, or types of them."""

CIRCLES = [{f"sdyopt.ir.{name}" for name in ("bodies", "clone", "operation", "region", "value")}]
"""The files that may import each other in a circle: the core of the program in memory."""


@cache
def files() -> dict[str, Path]:
    """Every file of the package by the name of its module."""
    found: dict[str, Path] = {}
    for package, folder in (("sdyopt", ROOT / "sdyopt"), ("sdyopt.passes", ROOT / "passes")):
        for file in sorted(folder.rglob("*.py")):
            parts = [package, *file.relative_to(folder).with_suffix("").parts]
            found[".".join(parts).removesuffix(".__init__")] = file
    return found


def folder_of(module: str) -> str:
    """The folder that a module is in: `sdyopt.driver` of `sdyopt.driver.job`; some parts of dialects are apart."""
    parts = module.split(".")
    if parts[1:2] == ["dialects"] and "".join(parts[3:4]) in PARTS:
        return PARTS_OF_DIALECTS
    folder = ".".join(parts[:2])
    return folder if files()[folder].name == "__init__.py" else "sdyopt"


def imported(module: str, with_types: bool) -> frozenset[str]:
    """The modules of ours that a module imports, at its top or inside a function; also for types alone if told so."""
    return frozenset([name for name, for_types in imports_of(module) if with_types or not for_types])


@cache
def imports_of(module: str) -> list[tuple[str, bool]]:
    """The modules of ours that a module imports, and whether it does so for types alone."""
    return [*_imports(ast.parse(files()[module].read_text(encoding="utf-8")), for_types=False)]


def _imports(node: ast.AST, for_types: bool) -> Iterator[tuple[str, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        names: list[str] = []
        if isinstance(child, ast.Import):
            names = [alias.name for alias in child.names]
        elif isinstance(child, ast.ImportFrom) and child.module and not child.level:
            inner = [f"{child.module}.{alias.name}" for alias in child.names]
            names = [name if name in files() else child.module for name in inner]
        yield from ((name, for_types) for name in names if name in files())
        is_for_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
        yield from _imports(child, for_types or is_for_types)


def test_imports_only_what_lies_below() -> None:
    """No file imports from a folder beside or above its own, but `sdyopt`, which lists the public names."""
    wrong = [
        f"{module} imports {name}"
        for module in files().keys() - {"sdyopt"}
        for name in imported(module, with_types=True)
        if folder_of(name) not in {folder_of(module), "sdyopt", *MAY_IMPORT[folder_of(module)]}
    ]
    assert wrong == []


def test_folders_are_in_an_order() -> None:
    """Folders, and those of passes, import others only in one direction: a circle raises CycleError."""
    TopologicalSorter({name: others - {name} for name, others in MAY_IMPORT.items()}).prepare()
    passes = {module: ".".join(module.split(".")[:3]) for module in files() if folder_of(module) == "sdyopt.passes"}
    graph: dict[str, set[str]] = {folder: set() for folder in passes.values()}
    for module, folder in passes.items():
        graph[folder] |= {passes[other] for other in imported(module, with_types=False) if other in passes} - {folder}
    TopologicalSorter(graph).prepare()


def test_architecture_names_what_exists() -> None:
    """In its tables, the names after a folder or a module are in that folder, or are folders beside it."""
    unknown: list[str] = []
    for row in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines():
        if (found := re.match(r"\| (?:\[([\w/]+)\]\S*|`([a-z][\w.]*)`[^|]*) \|(.*)", row)) is None:
            continue
        place = ROOT / (found[1] or "sdyopt/" + found[2].replace(".", "/"))
        folder = place if place.is_dir() else place.parent
        if not (place.is_dir() or place.with_suffix(".py").exists()):
            unknown.append(str(place))
        for name in re.findall(r"`([a-z_]+)`", found[3]):
            if not (any(folder.rglob(name)) or any(folder.rglob(f"{name}.py")) or (ROOT / "sdyopt" / name).is_dir()):
                unknown.append(f"{folder.name}: {name}")
    assert not unknown


def test_no_file_imports_itself_through_others() -> None:
    """Strongly connected components of the imports, by Tarjan's algorithm; those of one file are none."""
    graph = {module: imported(module, with_types=False) for module in files()}
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    circles: list[set[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        stack.append(module)
        for other in graph[module]:
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in stack:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            component = set(stack[stack.index(module) :])
            del stack[stack.index(module) :]
            if len(component) > 1:
                circles.append(component)

    for module in graph:
        if module not in number:
            visit(module)
    assert [circle for circle in circles if not any(circle <= known for known in CIRCLES)] == []


def test_passes_do_not_import_each_other() -> None:
    """Parts that two folders of passes share are below them. A pipeline lists its passes by name."""
    wrong = [
        f"{module} imports {name}"
        for module in files()
        if folder_of(module) == "sdyopt.passes"
        for name in imported(module, with_types=True)
        if folder_of(name) == "sdyopt.passes" and name.split(".")[2] != module.split(".")[2]
    ]
    assert wrong == []


FOREIGN = {
    "sdyopt.api.module": "objects of JAX say so that they need arguments, or take no keyword",
    "sdyopt.bytecode.attributes": "in a damaged file any value may be any field of an attribute",
    "sdyopt.machines.worker": "private names of JAX may have moved, and take other arguments",
    "sdyopt.mlir.write.printer": "Python programs print operations in any state, as debuggers do",
}
"""The modules that may catch errors that nobody should raise, and who raises them."""


def caught(tree: ast.Module) -> Iterator[str]:
    """Yields the names of the exceptions that a module catches, also those in tuples with a name."""
    tuples = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            named = tuples.get(node.type.id, node.type) if isinstance(node.type, ast.Name) else node.type
            yield from [name.id for name in ast.walk(named) if isinstance(name, ast.Name)]


def trees(pattern: str) -> Iterator[tuple[str, ast.Module]]:
    """Yields the modules in whose text a pattern matches anything."""
    for module, file in files().items():
        text = file.read_text(encoding="utf-8")
        if re.search(pattern, text):
            yield module, ast.parse(text)


def test_errors_of_programmers_are_not_caught() -> None:
    wrong = {"AssertionError", "AttributeError", "TypeError"}
    found = {module for module, tree in trees("|".join(wrong)) if not wrong.isdisjoint(caught(tree))}
    assert found == FOREIGN.keys()


@pytest.mark.long
def test_no_class_is_changed_from_outside() -> None:
    """No module assigns to an attribute of a class, or of a module, that it imports."""
    found = []
    for module, tree in trees(r"setattr\(|(?<![\w.])(?!(?:self|cls)\.)\w+\.\w+(?:: [^\n=]+)? [^\s=]{0,3}=(?!=)"):
        names = {
            (alias.asname or alias.name).partition(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom) and "sdyopt" in ast.unparse(node)
            for alias in node.names
        }
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
                targets = [ast.Attribute(node.args[0])]
            found += [
                f"{module}:{node.lineno}"
                for target in targets
                if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in names
            ]
    assert found == []


@pytest.mark.parametrize("module", [module for module in files() if folder_of(module) == "sdyopt.ir"])
def test_ir_knows_nothing_of_text(module: str) -> None:
    """The program in memory needs no library beyond Python's own."""
    third_party = {"click", "lark", "rich"}
    tree = ast.parse(files()[module].read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not third_party & {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] not in third_party


def test_passes_have_one_class_each() -> None:
    """In a checkout `passes` and `sdyopt.passes` are the same modules, and other folders are no part of `sdyopt`."""
    script = """
import importlib, passes.general.operations, sdyopt.passes.general.operations
assert passes.general.operations is sdyopt.passes.general.operations
assert passes.general.operations.__spec__.name == "sdyopt.passes.general.operations"
try:
    importlib.import_module("sdyopt.tools")
except ModuleNotFoundError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "No module named 'sdyopt.tools'\n"


# Classes that list their fields are of two kinds, names mean one class, and functions have few parameters.


MAX_FIELDS = 14
"""Of a named tuple."""

MAX_PARAMETERS = 8
"""Of a function, besides `self`."""

DIALECTS_OWN = {"AxisRef", "ComparisonDirection", "ComparisonType", "Mesh", "MeshAxis", "Precision"}
"""The names that MLIR has for attributes of two dialects."""
GENERATED = {"Block", "Function", "Meshes", "Program", "Tensor", "Value"}
"""The parts of random programs in `tools.generator`, with names that others have elsewhere."""
OF_REFERENCE = {"Diagnostic", "Options"}
"""The classes that `tools.reference` has like sdy-opt."""


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
