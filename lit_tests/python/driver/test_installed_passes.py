"""Passes of other packages: found, run, and named in the errors that they cause."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import installed_packages
from tools.installed_packages import install

INSTALLED_PROGRAM = "sdy.mesh @mesh = <[]>\n"
INPUTS = Path(__file__).parent / "Inputs"
INSTALLED_CODE = (INPUTS / "installed_passes_code.py.txt").read_text(encoding="utf-8")


def declare(installed_folder: Path, package: str, **passes: str) -> None:
    points = {name.replace("_", "-"): value for name, value in passes.items()}
    install(installed_folder, f"{package}-1.0", "sdyopt.passes", points)


@pytest.fixture
def installed_folder(tmp_path: Path) -> Path:
    (tmp_path / "other.py").write_text(INSTALLED_CODE)
    declare(
        tmp_path, "other", mark="other:Marker", refuse="other:Refuses", breaks="other:Breaks", invalid="other:Invalid"
    )
    return tmp_path


def python(installed_folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where these packages are installed."""
    environment = {**os.environ, "PYTHONPATH": str(installed_folder), **variables}
    return subprocess.run(
        [sys.executable, *arguments], input=INSTALLED_PROGRAM, capture_output=True, text=True, env=environment
    )


def run_sdy_opt(installed_folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    done = python(installed_folder, "-m", "sdyopt", *arguments)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_a_pass_runs_among_ours(installed_folder: Path) -> None:
    """In the order of the command line, with one dash or two."""
    status, output, errors = run_sdy_opt(installed_folder, "-sdy-inline-meshes", "--mark")
    assert (status, errors) == (0, "")
    assert output == 'module attributes {marked.by = "other"} {\n}\n'


def test_a_pass_has_options(installed_folder: Path) -> None:
    """The keyword arguments of its class."""
    for arguments in (["-mark=by=me"], ["-pass-pipeline=builtin.module(mark{by=me})"]):
        status, output, errors = run_sdy_opt(installed_folder, *arguments)
        assert (status, errors) == (0, "")
        assert output.startswith('module attributes {marked.by = "me"} {\n')
    status, _, errors = run_sdy_opt(installed_folder, "-mark=from=me")
    assert status == 1
    assert "no such option from" in errors


def test_a_pass_fails_at_a_place(installed_folder: Path) -> None:
    assert run_sdy_opt(installed_folder, "-refuse") == (1, "", "<stdin>: error: I do not like it\n")


def test_a_pass_that_breaks_is_named(installed_folder: Path) -> None:
    """With its package, and where it broke; there is no traceback."""
    message = "<stdin>: error: pass 'breaks' of other 1.0 broke: KeyError: 'missing' (other.py:30)\n"
    assert run_sdy_opt(installed_folder, "-breaks") == (1, "", message)


def test_a_pass_that_ends_the_process_is_named(installed_folder: Path) -> None:
    """Also with a status of success: the output would be missing."""
    declare(installed_folder, "exits", exits="other:Exits")
    status, output, errors = run_sdy_opt(installed_folder, "-exits")
    assert (status, output) == (1, "")
    assert errors.startswith("<stdin>: error: pass 'exits' of exits 1.0 broke: SystemExit: 0 (other.py:")


def test_a_pass_that_misuses_the_library_is_shown_its_own_line(installed_folder: Path) -> None:
    line = INSTALLED_CODE[: INSTALLED_CODE.index("module.insert_before")].count("\n") + 1
    declare(installed_folder, "misuses", misuses="other:Misuses")
    assert run_sdy_opt(installed_folder, "-misuses")[2].endswith(f" (other.py:{line})\n")


def test_what_a_pass_changes_past_the_rewriter_is_verified(installed_folder: Path) -> None:
    """The error says which pass made the program invalid."""
    declare(installed_folder, "past", past_the_rewriter="other:PastTheRewriter")
    status, output, errors = run_sdy_opt(installed_folder, "-past-the-rewriter")
    assert (status, output) == (1, "")
    assert "error: 'sdy.mesh' op requires attribute 'mesh'" in errors
    assert "note: pass 'past-the-rewriter' of past 1.0 made this invalid" in errors


def test_a_pass_needs_a_method_run_and_one_name(installed_folder: Path) -> None:
    declare(installed_folder, "lacking", without_run="other:WithoutRun", renamed="other:PastTheRewriter")
    message = "pass 'without-run' of lacking 1.0 is not a pass: other:WithoutRun has no method run(op, rewriter)"
    assert run_sdy_opt(installed_folder, "-without-run") == (1, "", f"sdy-opt: error: {message}\n")
    message = "pass 'renamed' of lacking 1.0 is registered as 'past-the-rewriter': the names must be equal"
    assert run_sdy_opt(installed_folder, "-renamed") == (1, "", f"sdy-opt: error: {message}\n")


def test_debug_shows_tracebacks(installed_folder: Path) -> None:
    """Of a pass that breaks, and of one that cannot be imported."""
    done = python(installed_folder, "-m", "sdyopt", "-breaks", "-debug")
    assert done.stderr.splitlines()[1] == "Traceback (most recent call last):"
    assert done.stderr.endswith("KeyError: 'missing'\n")
    declare(installed_folder, "gone", gone="no_such_module:Pass")
    done = python(installed_folder, "-m", "sdyopt", "-gone", "-debug")
    assert done.stderr.startswith("Traceback (most recent call last):")
    assert done.stderr.endswith(
        "sdy-opt: error: pass 'gone' of gone 1.0 cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )


def test_where_a_package_breaks_is_told_with_its_name(installed_folder: Path) -> None:
    """`__init__.py` says little."""
    (installed_folder / "whole").mkdir()
    (installed_folder / "whole" / "__init__.py").write_text(
        "class Breaks:\n    def run(self, module):\n        return 1 // 0\n"
    )
    declare(installed_folder, "whole", whole="whole:Breaks")
    assert run_sdy_opt(installed_folder, "-whole")[2].endswith(" (whole/__init__.py:3)\n")


def test_what_a_pass_leaves_is_verified(installed_folder: Path) -> None:
    status, output, errors = run_sdy_opt(installed_folder, "-invalid")
    assert (status, output) == (1, "")
    assert "error: 'sdy.mesh' op attribute 'mesh' failed to satisfy constraint" in errors


def test_help_tells_of_them(installed_folder: Path) -> None:
    """By the description, or the first line of the docstring, under the name that was declared."""
    _, output, _ = run_sdy_opt(installed_folder, "--help")
    rows = [" ".join(line.split()) for line in output.splitlines()]
    assert "--mark[=OPTIONS] Marks the module." in rows
    assert "--refuse[=OPTIONS] Likes no module" in rows
    assert "another-name" not in output


def test_they_are_listed(installed_folder: Path) -> None:
    """Those, too, that cannot be run, with the reason."""
    declare(installed_folder, "broken", bad="missing:Pass")
    status, output, errors = run_sdy_opt(installed_folder, "-list-passes")
    assert (status, errors) == (0, "")
    rows = [" ".join(line.split()) for line in output.splitlines()]
    assert rows[1].startswith("--bad - (pass 'bad' of broken 1.0 cannot be imported: ModuleNotFoundError")
    assert "--mark - Marks the module." in rows
    assert "--by=<string> -" in rows


def test_pipelines_that_name_none(installed_folder: Path) -> None:
    """A suggestion may be a pass of another package."""
    status, _, errors = run_sdy_opt(installed_folder, "-pass-pipeline=builtin.module(marc)")
    assert status == 1
    assert "'marc' does not refer to a registered pass or pass pipeline" in errors
    assert "did you mean 'mark'?" in errors


def test_command_lines_are_completed_with_them(installed_folder: Path) -> None:
    line = {"_SDY_OPT_COMPLETE": "bash_complete", "COMP_WORDS": "sdy-opt -ma", "COMP_CWORD": "1"}
    assert python(installed_folder, "-m", "sdyopt", **line).stdout == "plain,-mark\n"


def test_python_programs_run_them(installed_folder: Path) -> None:
    """By their names; what breaks in one is the cause of the error."""
    script = """
import sdyopt
print(sdyopt.parse("").run("mark").operation.attributes["marked.by"])
try:
    sdyopt.parse("").run("breaks")
except sdyopt.Error as error:
    print(error)
    print(repr(error.__cause__))
"""
    done = python(installed_folder, "-c", script)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        '"other"',
        "<string>: error: pass 'breaks' of other 1.0 broke: KeyError: 'missing' (other.py:30)",
        "KeyError('missing')",
    ]


def test_what_runs_in_other_processes_goes_there(installed_folder: Path) -> None:
    """A pipeline with a pass of another package can be pickled."""
    script = """
import pickle
from sdyopt.pipeline.model import read_pipeline
print(pickle.loads(pickle.dumps(read_pipeline("builtin.module(mark{by=me})"))))
"""
    assert python(installed_folder, "-c", script).stdout == "builtin.module(mark{by=me})\n"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("missing:Pass", "cannot be imported: ModuleNotFoundError: No module named 'missing'"),
        ("other:Missing", "cannot be imported: AttributeError: module 'other' has no attribute 'Missing'"),
        ("other:NoPass", "is not a pass: other:NoPass is not a class with a method run(module)"),
        ("other:Wants", "is not a pass: 'something' is not an option with a default"),
        ("other:sdyopt", "is not a pass: other:sdyopt is not a class with a method run(module)"),
    ],
)
def test_a_pass_that_cannot_be_run_is_named(installed_folder: Path, value: str, reason: str) -> None:
    """When it is to run; help shows it, and all others."""
    declare(installed_folder, "broken", bad=value)
    assert run_sdy_opt(installed_folder, "-bad") == (1, "", f"sdy-opt: error: pass 'bad' of broken 1.0 {reason}\n")
    assert run_sdy_opt(installed_folder, "-pass-pipeline=builtin.module(bad)")[0] == 1
    status, output, _ = run_sdy_opt(installed_folder, "--help")
    assert status == 0
    assert f"(pass 'bad' of broken 1.0 {reason})" in " ".join(output.split())
    assert "Marks the module." in output


def test_two_packages_declare_one_name(installed_folder: Path) -> None:
    """Neither of the passes runs."""
    declare(installed_folder, "rival", mark="other:Breaks")
    status, output, errors = run_sdy_opt(installed_folder, "-mark")
    assert (status, output) == (1, "")
    assert errors == "sdy-opt: error: pass 'mark' is declared by other 1.0 and rival 1.0: there can be only one\n"


def test_a_name_that_is_taken(installed_folder: Path) -> None:
    """Ours runs; where all passes are looked for, it is said that the other one does not."""
    declare(installed_folder, "greedy", sdy_inline_meshes="other:Breaks", verify_each="other:Breaks")
    assert run_sdy_opt(installed_folder, "-sdy-inline-meshes", "-verify-each=false") == (0, "module {\n}\n", "")
    status, _, errors = run_sdy_opt(installed_folder, "--help")
    assert status == 0
    assert errors == (
        "warning: pass 'sdy-inline-meshes' of greedy 1.0 is not used: there is another option of that name\n"
        "warning: pass 'verify-each' of greedy 1.0 is not used: there is another option of that name\n"
    )


def test_a_name_that_no_option_can_have(installed_folder: Path) -> None:
    declare(installed_folder, "odd", **{"my pass": "other:Marker"})
    status, _, errors = run_sdy_opt(installed_folder, "-mark")
    assert (status, errors) == (0, "warning: pass 'my pass' of odd 1.0 is not used: no option can have that name\n")


def test_a_run_of_ours_looks_for_none() -> None:
    """That would take longer than many runs."""
    script = """
import sys
from sdyopt.cli import main as cli
from sdyopt.pipeline.registry import installed_passes
from sdyopt.mlir.installed import declared
cli.run(["-", *sys.argv[1:], "-verify-each"], b"")
print(*[look.cache_info().misses for look in (installed_passes, declared)], "importlib.metadata" in sys.modules)
"""

    def looks(*arguments: str) -> str:
        command = [sys.executable, "-c", script, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert looks("-sdy-inline-meshes") == "0 0 False\n"
    assert looks("-not-ours") != "0 0 False\n"


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
    """Returns the message about each pass: every one gets the program as a file of its own, in one run."""
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
    status, output, errors = sdy_opt(folder, *files, "-by-name", "-timeout=2.5", "-j", "2", "-o", "ended/")
    assert (status, output) == (1, "")
    assert sorted(os.listdir(folder / "ended")) == ["first.mlir", "last.mlir"]
    assert (
        "endless.mlir: error: gave up after 2.5 s: pass 'by-name' of hostile 1.0 had not ended (hostile.py:" in errors
    )
    assert "'at-once.mlir': the process that worked on it ended with status 0\n4 files: 2 written, 2 failed\n" in errors
    status, _, errors = sdy_opt(folder, "-endless", "-timeout=0")
    assert (status, "0.0 is not in the range x>0" in errors) == (1, True)


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
