"""The pages about own passes and dialects: what they show runs, and prints the output shown below the commands."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.editor.language import Document
from sdyopt.editor.language.hover import hover
from sdyopt.mlir.declare.pages import dialect_page, operation_page
from sdyopt.rewriting.patterns import PatternRewriter
from sdyopt.rewriting.rewriter import Rewriter
from tools.chunks import mostly_long
from tools.installed_packages import install, shell

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "example_dialect"
PASS, DIALECT, PACKAGE = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("add-a-pass", "add-a-dialect", "dialect-package")
)


def blocks(page: str, language: str) -> list[str]:
    """Returns the text between the fences of blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def sessions(page: str) -> list[tuple[str, str]]:
    """Returns each command of a page, and its output."""
    parts = [text.removeprefix("$ ").partition("\n") for text in blocks(page, "console")]
    return [(command, output) for command, _, output in parts]


# docs/add-a-pass.md.


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pass of the page is: installed by itself instead of in the project's table."""
    folder = tmp_path_factory.mktemp("installed")
    modules = ("reshard_to_constraint", "merge_reshards", "double_to_product", "narrow_floats", "count_elements")
    passes = [text for text in blocks(PASS, "python") if "@register_pass" in text]
    for module, text in zip(modules, passes, strict=True):
        (folder / f"{module}.py").write_text(text)
    points = {
        "sdy-reshard-to-constraint": "reshard_to_constraint:ReshardToConstraint",
        "merge-reshards": "merge_reshards:MergeReshards",
        "double-to-product": "double_to_product:DoubleToProduct",
        "narrow-floats": "narrow_floats:NarrowFloats",
        "count-elements": "count_elements:CountElements",
    }
    install(folder, "page-1.0", "sdyopt.passes", points)
    return folder


@pytest.mark.parametrize(("command", "output"), sessions(PASS))
def test_commands_about_passes_print_what_is_shown(installed: Path, tmp_path: Path, command: str, output: str) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "twice.mlir").write_text(blocks(PASS, "mlir")[0])
    assert shell(command, tmp_path, installed) == output


def test_the_golden_test_of_the_page_can_be_completed(installed: Path, tmp_path: Path) -> None:
    """With the CHECK lines that the tool writes it holds."""
    test = blocks(PASS, "mlir")[-1]
    file = tmp_path / "example.mlir"
    file.write_text(test)
    command = "sdy-opt example.mlir -sdy-reshard-to-constraint"
    assert 'sdy.sharding_constraint %arg0 <@mesh, [{"x"}]>' in shell(command, tmp_path, installed)


def test_every_method_of_the_rewriter_that_the_page_names_is_there() -> None:
    table = PASS[PASS.index("| to | call |") : PASS.index("To read:")]
    named = set(re.findall(r"`(\w+)\(", table)) - {"SymbolTable"}
    assert named and all(callable(getattr(Rewriter, name)) for name in named)


PORTED = """
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.sine %a : tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
"""


def lines_for_those_who_port() -> list[str]:
    """The code in the right-hand column of the table."""
    table = PASS[PASS.index("| in C++ | here |") : PASS.index("Only what a dialect declares")]
    rows = [line.strip("|\n").split(" | ") for line in table.strip().splitlines()[2:]]
    code = [found for row in rows for found in re.findall(r"`([^`]*)`", row[-1])]
    return [line for line in code if not re.fullmatch(r"return False|break|is_illegal|None|[\w]+|tuple\[.*", line)]


@pytest.mark.parametrize("line", lines_for_those_who_port())
def test_lines_beside_those_of_cpp_run(line: str) -> None:
    names = {name: getattr(sdyopt, name) for name in sdyopt.__all__}
    module = sdyopt.parse(PORTED)
    (op,) = module.walk("stablehlo.tanh")
    names |= {"module": module.operation, "op": op, "value": op.operands[0], "function": module.functions["f"]}
    names |= {"X": op.definition, "rewriter": PatternRewriter(sdyopt.Rewriter())}
    if line.startswith("raise "):
        with pytest.raises(sdyopt.CompilationError):
            exec(line, names)
    else:
        exec(line, names)


# docs/add-a-dialect.md.


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package that has the dialect, and with the program of the page."""
    folder = tmp_path_factory.mktemp("dialect")
    shutil.copytree(ROOT / "sdyopt", folder / "sdyopt", ignore=shutil.ignore_patterns("__pycache__"))
    dialect = folder / "sdyopt" / "dialects" / "scaling"
    dialect.mkdir()
    *files, row = blocks(DIALECT, "python")
    names = re.findall(r"`(\w+\.py)`[: ]", DIALECT)
    for name, text in zip(names, files, strict=True):
        (dialect / name).write_text(text)
    dialects = dialect.parent / "__init__.py"
    dialects.write_text(dialects.read_text().replace("LAZY = {\n", "LAZY = {\n" + row))
    (program,) = blocks(DIALECT, "mlir")
    (folder / "scale.mlir").write_text(program)
    return folder


def test_commands_about_a_dialect_print_what_is_shown(copied: Path) -> None:
    for command, output in sessions(DIALECT):
        assert shell(command, copied, copied) == output


# docs/dialect-package.md.


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the package is installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder, "tiles-dialect-1.0", "sdyopt.dialects", {"tiles": "tiles"})
    return folder


def run(command: str, folder: Path) -> str:
    return shell(command, EXAMPLE, folder, EXAMPLE, ROOT)


def test_the_page_shows_all_files_of_the_package() -> None:
    shown = dict(re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", PACKAGE, re.MULTILINE | re.DOTALL))
    files = [file for file in EXAMPLE.rglob("*") if file.suffix in (".py", ".toml", ".mlir")]
    assert shown == {file.relative_to(EXAMPLE).as_posix(): file.read_text() for file in files}


@pytest.mark.parametrize(("command", "output"), sessions(PACKAGE))
def test_commands_about_a_package_print_what_is_shown(folder: Path, command: str, output: str) -> None:
    assert run(command, folder) == output


@pytest.mark.parametrize("code", blocks(PACKAGE, "py"))
def test_a_program_registers_a_dialect(folder: Path, tmp_path: Path, code: str) -> None:
    output = PACKAGE[PACKAGE.index(code) :].split("```\n")[2]
    file = tmp_path / "program.py"
    file.write_text(code)
    assert run(f"{sys.executable} {file}", folder) == output


OPTIONS = ["-mlir-print-op-generic", "-mlir-print-debuginfo", "-emit-bytecode"]


@pytest.mark.parametrize("options", mostly_long(OPTIONS, OPTIONS[:1]))
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


# `python -m sdyopt.declare`: a page about a dialect, of ours or of a package.


@pytest.mark.parametrize("namespace", REGISTRY.lazy)
def test_pages_of_dialects_have_all_operations(namespace: str) -> None:
    dialect = REGISTRY.dialect(namespace)
    assert dialect is not None
    page = dialect_page(dialect)
    assert all(f"\n## `{name}`\n" in page for name in dialect.operation_named)


def test_an_operation() -> None:
    definition = REGISTRY.operation("ub.poison")
    assert definition is not None
    assert operation_page(definition) == (
        "## `ub.poison`\n\nA value that is not defined, of any type.\n\n"
        "Syntax: `` ub.poison attr-dict (`<` $value^ `>`)? `:` type($result) ``\n\n"
        "Results:\n\n- `result`: any type\n\n"
        "Attributes:\n\n- `value`: PoisonAttrInterface instance, by default `#ub.poison`\n\n"
        "Traits:\n\n- `ConstantLike`\n- `Pure`"
    )


def test_an_unknown_dialect() -> None:
    ran = subprocess.run([sys.executable, "-m", "sdyopt.declare", "nope"], capture_output=True, text=True)
    assert ran.returncode == 1 and ran.stderr.startswith("error: there is no dialect 'nope': it is one of arith, ")


def test_hovering_shows_the_documentation_of_an_operation() -> None:
    text = "%0 = ub.poison : i32"
    shown = hover(Document(text), text.index("ub."))
    assert shown is not None and shown.text.endswith("\n\nA value that is not defined, of any type.")
