"""Imports run downwards only: a room of the house may use only the rooms below it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

MAY_IMPORT: dict[str, set[str]] = {
    "sdyopt.ir": set(),
    "sdyopt.ods": {"sdyopt.ir"},
    "sdyopt.syntax": {"sdyopt.ods", "sdyopt.ir"},
    "sdyopt.dialects": {"sdyopt.ods", "sdyopt.ir"},
    "sdyopt.passes": {"sdyopt.dialects", "sdyopt.ods", "sdyopt.ir"},
    "sdyopt.driver": {
        "sdyopt.display",
        "sdyopt.passes",
        "sdyopt.dialects",
        "sdyopt.cli.process",
        "sdyopt.syntax",
        "sdyopt.ods",
        "sdyopt.ir",
    },
    "sdyopt.display": set(),
    "sdyopt.cli.completion": {"sdyopt.driver", "sdyopt.cli.flags"},
    "sdyopt.many": {"sdyopt.cli.console", "sdyopt.display", "sdyopt.driver", "sdyopt.cli.process"},
    "sdyopt.layout": {
        "sdyopt.cli.console",
        "sdyopt.display",
        "sdyopt.cli.flags",
        "sdyopt.cli.message_flags",
        "sdyopt.cli.process",
    },
    "sdyopt.update_checks": {
        "sdyopt.cli.console",
        "sdyopt.display",
        "sdyopt.driver",
        "sdyopt.cli.flags",
        "sdyopt.cli.message_flags",
        "sdyopt.cli.process",
    },
    "sdyopt.view": {
        "sdyopt.library.module",
        "sdyopt.cli.console",
        "sdyopt.dialects",
        "sdyopt.display",
        "sdyopt.driver",
        "sdyopt.cli.flags",
        "sdyopt.ir",
        "sdyopt.layout",
        "sdyopt.cli.message_flags",
        "sdyopt.ods",
        "sdyopt.cli.pass_flags",
        "sdyopt.cli.process",
        "sdyopt.syntax",
    },
}
"""What each room may import, besides itself."""


def _files() -> list[tuple[str, Path]]:
    found = [("sdyopt.passes", file) for file in sorted((ROOT / "passes").glob("*.py"))]
    for room in MAY_IMPORT:
        folder = ROOT.joinpath(*room.split("."))
        found += [(room, file) for file in sorted(folder.rglob("*.py"))]
    return found


def _imported(file: Path) -> set[str]:
    """The modules of ours that a file imports, at its top or inside a function."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name for name in names if name.split(".")[0] == "sdyopt"}


@pytest.mark.parametrize(("room", "file"), _files(), ids=lambda value: value if isinstance(value, str) else value.name)
def test_imports_only_what_lies_below(room: str, file: Path) -> None:
    """No file imports from a room beside or above its own."""
    allowed = {room} | MAY_IMPORT[room]
    for name in _imported(file):
        if name == "sdyopt":
            continue
        assert any(name == other or name.startswith(f"{other}.") for other in allowed), f"{file} imports {name}"


@pytest.mark.parametrize("file", sorted((ROOT / "sdyopt" / "ir").glob("*.py")), ids=lambda file: file.name)
def test_ir_knows_nothing_of_text(file: Path) -> None:
    """The program in memory needs no library beyond Python's own."""
    third_party = {"click", "lark", "rich"}
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not third_party & {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] not in third_party
