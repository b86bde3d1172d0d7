"""Pages with code in Python, above all docs/library.md: it runs, and prints the output shown below it."""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import sdyopt
from tools.installed_packages import install, shell

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")

PAGES = ("library.md", "planning.md", "compiled-programs.md", "editors.md")
"""The pages whose code is run."""


class Block(NamedTuple):
    """The text between fences, with the word after the first one."""

    language: str
    text: str
    line: int


def blocks(page: str = PAGE) -> list[Block]:
    return [
        Block(match[1], match[2], page.count("\n", 0, match.start()) + 1)
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    ]


def programs(page: str) -> list[tuple[Block, str]]:
    """The blocks of Python, with what is shown below each: nothing if the next block is no output."""
    found = blocks(page)
    following = [*found[1:], Block("end", "", 0)]
    return [
        (block, output.text if output.language == "" else "")
        for block, output in zip(found, following, strict=True)
        if block.language == "python"
    ]


@pytest.mark.parametrize("name", PAGES)
def test_python_prints_what_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks in their order, each with what those before it have left."""
    monkeypatch.chdir(ROOT)
    tutorial = ModuleType("tutorial")
    monkeypatch.setitem(sys.modules, "tutorial", tutorial)
    printed, shown = [], []
    for block, output in programs((ROOT / "docs" / name).read_text(encoding="utf-8")):
        with contextlib.redirect_stdout(io.StringIO()) as written:
            exec(compile(block.text, f"docs/{name}:{block.line}", "exec"), vars(tutorial))
        printed.append((block.line, written.getvalue()))
        shown.append((block.line, output))
    assert printed == shown


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package of the page is installed: its file, and what an installer makes of its declaration."""
    folder = tmp_path_factory.mktemp("installed")
    (code,) = [block.text for block in blocks() if block.text.startswith('"""A pass that shards')]
    (folder / "shard_batch.py").write_text(code)
    projects = [tomllib.loads(block.text)["project"] for block in blocks() if block.language == "toml"]
    (declaration,) = [project for project in projects if "name" in project]
    for group, entries in declaration["entry-points"].items():
        install(folder, f"{declaration['name']}-{declaration['version']}", group, entries)
    return folder


def sessions() -> list[tuple[str, str]]:
    """Each command behind a `$ ` with what is shown of its output."""
    parts = [part for block in blocks() if block.language == "console" for part in f"\n{block.text}".split("\n$ ")[1:]]
    return [(command, output.rstrip("\n")) for command, _, output in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize(("command", "shown"), sessions())
def test_commands_print_what_is_shown(installed: Path, command: str, shown: str) -> None:
    """With the package of the page installed."""
    assert shell(command, ROOT, installed).rstrip("\n") == shown


def test_the_page_names_everything_that_is_public() -> None:
    """In the table at its end."""
    table = PAGE[PAGE.index("## Public names") :]
    missing = [name for name in sdyopt.__all__ if not name.startswith("__") and f"`{name}`" not in table]
    assert missing == []
