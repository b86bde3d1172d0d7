"""docs/add-a-dialect.md: its dialect, in a copy of the package, does what the page shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tools.installed_packages import shell

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "add-a-dialect.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package that has the dialect, and with the program of the page."""
    folder = tmp_path_factory.mktemp("dialect")
    shutil.copytree(ROOT / "sdyopt", folder / "sdyopt", ignore=shutil.ignore_patterns("__pycache__"))
    dialect = folder / "sdyopt" / "dialects" / "scaling"
    dialect.mkdir()
    *files, row = blocks("python")
    names = re.findall(r"`(\w+\.py)`[: ]", PAGE)
    for name, text in zip(names, files, strict=True):
        (dialect / name).write_text(text)
    dialects = dialect.parent / "__init__.py"
    dialects.write_text(dialects.read_text().replace("LAZY = {\n", "LAZY = {\n" + row))
    (program,) = blocks("mlir")
    (folder / "scale.mlir").write_text(program)
    return folder


def test_commands_print_what_is_shown(folder: Path) -> None:
    for session in blocks("console"):
        command, _, output = session.removeprefix("$ ").partition("\n")
        assert shell(command, folder, folder) == output
