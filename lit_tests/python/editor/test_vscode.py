"""The extension for VS Code: what it declares, and that npm packages it and its grammar reads MLIR."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS

ROOT = Path(__file__).resolve().parents[3]
EXTENSION = ROOT / "editors" / "vscode"


def test_the_files_of_the_extension_are_there() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == sdyopt.__version__
    contributed = package["contributes"]
    for path in (contributed["languages"][0]["configuration"], contributed["grammars"][0]["path"]):
        json.loads((EXTENSION / path).read_text(encoding="utf-8"))
    assert contributed["configuration"]["properties"]["sdy-lsp.command"]["default"] == ["sdy-lsp"]


def test_the_grammar_knows_the_types_and_operations() -> None:
    grammar = json.loads((EXTENSION / "syntaxes" / "mlir.tmLanguage.json").read_text(encoding="utf-8"))["repository"]
    scalar = re.compile(grammar["type"]["patterns"][1]["match"])
    assert all(scalar.fullmatch(name) for name in (*FLOAT_FORMATS, "i1", "ui8", "index", "none"))
    operation = re.compile(grammar["operation"]["patterns"][1]["match"])
    assert all(operation.fullmatch(f"  {name}".lstrip()) for name in REGISTRY.operations)


@pytest.mark.long
def test_npm_packages_the_extension(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = shutil.copytree(EXTENSION, tmp_path / "vscode", ignore=shutil.ignore_patterns("node_modules", "dist"))
    install = ["npm", "install", "--no-audit", "--no-fund"]
    for command in (install, ["npm", "run", "package"], ["node", "test/grammar.js", str(ROOT / "examples")]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(folder.glob("sdy-lsp-*.vsix"))) == 1
    assert "onLanguage" not in (folder / "dist" / "extension.js").read_text(encoding="utf-8")
    assert (folder / "dist" / "extension.js").stat().st_size > 100_000
