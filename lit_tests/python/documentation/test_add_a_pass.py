"""docs/add-a-pass.md: its pass runs as it is shown, and prints the output shown below the commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sdyopt
from sdyopt.rewriting.patterns import PatternRewriter
from tools.installed_packages import install, shell

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "add-a-pass.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The text between the fences of blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pass of the page is: installed by itself instead of in the project's table."""
    folder = tmp_path_factory.mktemp("installed")
    modules = ("reshard_to_constraint", "merge_reshards", "double_to_product", "narrow_floats", "count_elements")
    passes = [text for text in blocks("python") if "@register_pass" in text]
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


def run(command: str, installed: Path, cwd: Path = ROOT) -> str:
    return shell(command, cwd, installed)


@pytest.mark.parametrize("session", blocks("console"))
def test_commands_print_what_is_shown(installed: Path, tmp_path: Path, session: str) -> None:
    command, _, output = session.removeprefix("$ ").partition("\n")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "twice.mlir").write_text(blocks("mlir")[0])
    assert run(command, installed, tmp_path) == output


def test_the_golden_test_of_the_page_can_be_completed(installed: Path, tmp_path: Path) -> None:
    """With the CHECK lines that the tool writes it holds."""
    test = blocks("mlir")[-1]
    file = tmp_path / "example.mlir"
    file.write_text(test)
    command = "sdy-opt example.mlir -sdy-reshard-to-constraint"
    assert 'sdy.sharding_constraint %arg0 <@mesh, [{"x"}]>' in run(command, installed, tmp_path)


def test_every_method_of_the_rewriter_that_the_page_names_is_there() -> None:
    from sdyopt.rewriting.rewriter import Rewriter

    table = PAGE[PAGE.index("| to | call |") : PAGE.index("To read:")]
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
    table = PAGE[PAGE.index("| in C++ | here |") : PAGE.index("Only what a dialect declares")]
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
