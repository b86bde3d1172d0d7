"""docs/dialect-package.md: its files are those of the example, and its commands print what is shown."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tools.installed_packages import install, shell

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "example_dialect"
PAGE = (ROOT / "docs" / "dialect-package.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the package is installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder, "tiles-dialect-1.0", "sdyopt.dialects", {"tiles": "tiles"})
    return folder


def run(command: str, folder: Path) -> str:
    return shell(command, EXAMPLE, folder, EXAMPLE, ROOT)


def test_the_page_shows_all_files_of_the_package() -> None:
    shown = dict(re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    files = [file for file in EXAMPLE.rglob("*") if file.suffix in (".py", ".toml", ".mlir")]
    assert shown == {file.relative_to(EXAMPLE).as_posix(): file.read_text() for file in files}


@pytest.mark.parametrize("session", blocks("console"))
def test_commands_print_what_is_shown(folder: Path, session: str) -> None:
    command, _, output = session.removeprefix("$ ").partition("\n")
    assert run(command, folder) == output


@pytest.mark.parametrize("code", blocks("py"))
def test_a_program_registers_a_dialect(folder: Path, tmp_path: Path, code: str) -> None:
    output = PAGE[PAGE.index(code) :].split("```\n")[2]
    file = tmp_path / "program.py"
    file.write_text(code)
    assert run(f"{sys.executable} {file}", folder) == output


@pytest.mark.parametrize(
    "options",
    [
        "-mlir-print-op-generic",
        "-mlir-print-debuginfo",
        "-emit-bytecode",
    ],
)
def test_the_dialect_is_read_as_it_is_written(folder: Path, options: str) -> None:
    text = run("sdy-opt tiles.mlir", folder)
    assert "tiles.grid" in text
    assert run(f"sdy-opt tiles.mlir {options} | sdy-opt", folder) == text


def test_local_programs_have_the_dialect(folder: Path) -> None:
    """Operations get the shapes of one device, and a reduction what its rule says."""
    passes = (
        "-sdy-propagation-pipeline -sdy-insert-explicit-reshards=enable-full-version=true "
        "-sdy-reshard-to-collectives -sdy-convert-global-to-local"
    )
    local = run(f"sdy-opt tiles.mlir {passes} 2>/dev/null", folder)
    assert "tensor<8x256xf32>, tensor<256x512xf32>, tensor<512xf32>) -> tensor<8x512xf32>" in local
    assert local.count("stablehlo.all_reduce") == 1
