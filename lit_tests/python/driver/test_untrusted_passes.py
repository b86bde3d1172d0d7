"""Passes of other packages may do anything: the error names them, and nothing else is harmed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools import installed_packages
from tools.installed_packages import install

INPUTS = Path(__file__).parent / "Inputs"
CODE = (INPUTS / "untrusted_passes_code.py.txt").read_text(encoding="utf-8")

PROGRAM = """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = stablehlo.add %a, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""

WORDS = {
    "exit": "broke: SystemExit: 0 (hostile.py:",
    "interrupt": "broke: KeyboardInterrupt (hostile.py:",
    "generator-exit": "broke: GeneratorExit (hostile.py:",
    "odd": "broke: Odd: odd (hostile.py:",
    "without-text": "broke: WithoutText: (its text: ValueError) (hostile.py:",
    "memory": "broke: MemoryError (hostile.py:",
    "no-reason": "failed without an error",
    "ending-decision": "broke: SystemExit: 0 (hostile.py:",
    "no-diagnostic": "broke: AttributeError: ",
    "lose-operands": "'stablehlo.add' op has operands of other types than it was given: use set_type of a rewriter",
    "change-operand": "'stablehlo.add' op is not a user of its operand 0: use set_operand",
    "lose-results": "'stablehlo.add' op has results of other types than it was given",
    "change-type": "'stablehlo.add' op has results of other types than it was given: use set_type of a rewriter",
    "lose-signature": "an operation has no signature",
    "number-as-attribute": "'stablehlo.add' op has an attribute 'x.y' that is not one: 3",
    "number-as-name": "'stablehlo.add' op has an attribute 3 that is not one: StringAttr(",
    "text-as-number": "'stablehlo.add' op has an attribute 'x.y' that is not one: IntegerAttr(",
    "text-as-type": "'stablehlo.add' op has an attribute 'x.y' that is not one: IntegerAttr(",
    "text-as-location": "'stablehlo.add' op has a location that is not one: 'here'",
    "inherent-attribute": "has its inherent attribute 'sym_name' among the discardable ones: set_property",
    "circle": "'func.func' op has a block whose operations are not linked to each other",
    "unlink-region": "'func.func' op has a region that is not linked to it",
    "value-of-another-program": "'stablehlo.add' op using value defined outside the region",
    "take-out": "'func.return' op using value defined outside the region",
    "circular-value": "operand #0 does not dominate this use",
    "lose-terminator": "block with no terminator",
}
"""What is said of each pass."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a package with these passes is installed."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "hostile.py").write_text(CODE)
    (folder / "leaves.py").write_text("import sys\nsys.exit(0)\n")
    own = {name: name.replace("-", "_") for name in (*WORDS, "endless", "unused-operation")}
    own |= {"by-name": "ByName", "rude": "Rude", "neighbour": "Neighbour"}
    points = {name: f"hostile:{value}" for name, value in own.items()}
    install(folder, "hostile-1.0", "sdyopt.passes", {**points, "leaves": "leaves:Pass"})
    return folder


def sdy_opt(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    done = installed_packages.sdy_opt(folder, PROGRAM, *arguments)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def messages(folder: Path) -> dict[str, str]:
    """What is said about each pass: every one gets the program as a file of its own, in one run."""
    (folder / "programs").mkdir()
    for name in (*WORDS, "unused-operation", "innocent"):
        (folder / "programs" / f"{name}.mlir").write_text(f'module @"{name}" {{{PROGRAM}}}\n')
    files = sorted(f"programs/{name}" for name in os.listdir(folder / "programs"))
    status, output, errors = sdy_opt(folder, *files, "-by-name", "-remarks", "-j", "2", "-o", "out/")
    assert (status, output) == (1, "")
    assert sorted(os.listdir(folder / "out")) == ["innocent.mlir", "unused-operation.mlir"]
    return {"all": errors}


@pytest.mark.parametrize("name", WORDS)
def test_whatever_a_pass_does_is_an_error_with_its_name(messages: dict[str, str], name: str) -> None:
    """With the file, and the package; the other files of the run are written."""
    lines = [line for line in messages["all"].splitlines() if line.startswith(f"programs/{name}.mlir")]
    assert WORDS[name] in lines[0]
    assert any("pass 'by-name' of hostile 1.0" in line for line in lines)


def test_the_whole_run_has_a_sum(messages: dict[str, str]) -> None:
    assert messages["all"].endswith(f"{len(WORDS) + 2} files: 2 written, {len(WORDS)} failed\n")


def test_what_ends_before_it_runs(folder: Path) -> None:
    """When it is imported, or when it is made."""
    message = "sdy-opt: error: pass 'leaves' of hostile 1.0 cannot be imported: SystemExit: 0\n"
    assert sdy_opt(folder, "-leaves") == (1, "", message)
    status, output, errors = sdy_opt(folder, "-rude")
    assert (status, output) == (1, "")
    assert errors.startswith("<stdin>: error: pass 'rude' of hostile 1.0 broke: SystemExit: 0 (hostile.py:")


def test_a_pass_that_does_not_end(folder: Path) -> None:
    """With -timeout it is named with the line in which it is, and the other files are written."""
    status, output, errors = sdy_opt(folder, "-endless", "-timeout=0.3")
    assert (status, output) == (1, "")
    assert errors.startswith(
        "<stdin>: error: gave up after 0.3 s: pass 'endless' of hostile 1.0 had not ended (hostile"
    )
    for name in ("endless", "first", "at-once", "last"):
        (folder / f"{name}.mlir").write_text(f'module @"{name}" {{}}\n')
    files = [f"{name}.mlir" for name in ("endless", "first", "at-once", "last")]
    status, output, errors = sdy_opt(folder, *files, "-by-name", "-timeout=0.5", "-j", "2", "-o", "ended/")
    assert (status, output) == (1, "")
    assert sorted(os.listdir(folder / "ended")) == ["first.mlir", "last.mlir"]
    assert (
        "endless.mlir: error: gave up after 0.5 s: pass 'by-name' of hostile 1.0 had not ended (hostile.py:" in errors
    )
    assert "'at-once.mlir': the process that worked on it ended with status 0\n4 files: 2 written, 2 failed\n" in errors
    status, _, errors = sdy_opt(folder, "-endless", "-timeout=0")
    assert (status, "0.0 is not in the range x>0" in errors) == (2, True)


def test_what_a_function_pass_changes_elsewhere_is_verified(folder: Path) -> None:
    second = PROGRAM.replace("@f", "@second")
    (folder / "two.mlir").write_text(f"{PROGRAM}{second}")
    status, output, errors = sdy_opt(folder, "two.mlir", "-neighbour")
    assert (status, output) == (1, "")
    assert "'func.return' op has 0 operands, but enclosing function (@f) returns 1" in errors
    assert "note: pass 'neighbour' of hostile 1.0 made this invalid" in errors


def test_a_python_program_learns_of_broken_links() -> None:
    """By `verify`, which names what is wrong."""
    import sdyopt

    module = sdyopt.parse(PROGRAM)
    (op,) = module.walk("stablehlo.add")
    op.set_attribute("x", sdyopt.StringAttr("y"))
    module.verify()
    op.operands.reverse()
    with pytest.raises(sdyopt.Error, match="is not a user of its operand 0: use set_operand"):
        module.verify()
