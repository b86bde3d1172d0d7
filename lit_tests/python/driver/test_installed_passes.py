"""Passes of other packages, declared as entry points: packages in a folder that is on the path of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.installed_packages import install

PROGRAM = "sdy.mesh @mesh = <[]>\n"
INPUTS = Path(__file__).parent / "Inputs"
CODE = (INPUTS / "installed_passes_code.py.txt").read_text(encoding="utf-8")


def declare(folder: Path, package: str, **passes: str) -> None:
    """What an installed package looks like that declares these passes."""
    points = {name.replace("_", "-"): value for name, value in passes.items()}
    install(folder, f"{package}-1.0", "sdyopt.passes", points)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "other.py").write_text(CODE)
    declare(
        tmp_path, "other", mark="other:Marker", refuse="other:Refuses", breaks="other:Breaks", invalid="other:Invalid"
    )
    return tmp_path


def python(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where these packages are installed."""
    environment = {**os.environ, "PYTHONPATH": str(folder), **variables}
    return subprocess.run([sys.executable, *arguments], input=PROGRAM, capture_output=True, text=True, env=environment)


def sdy_opt(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    done = python(folder, "-m", "sdyopt", *arguments)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_a_pass_runs_among_ours(folder: Path) -> None:
    """In the order of the command line, with one dash or two."""
    status, output, errors = sdy_opt(folder, "-sdy-inline-meshes", "--mark")
    assert (status, errors) == (0, "")
    assert output == 'module attributes {marked.by = "other"} {\n}\n'


def test_a_pass_has_options(folder: Path) -> None:
    """The keyword arguments of its class."""
    for arguments in (["-mark=by=me"], ["-pass-pipeline=builtin.module(mark{by=me})"]):
        status, output, errors = sdy_opt(folder, *arguments)
        assert (status, errors) == (0, "")
        assert output.startswith('module attributes {marked.by = "me"} {\n')
    status, _, errors = sdy_opt(folder, "-mark=from=me")
    assert status == 2
    assert "no such option from" in errors


def test_a_pass_fails_at_a_place(folder: Path) -> None:
    assert sdy_opt(folder, "-refuse") == (1, "", "<stdin>: error: I do not like it\n")


def test_a_pass_that_breaks_is_named(folder: Path) -> None:
    """With its package, and where it broke; there is no traceback."""
    message = "<stdin>: error: pass 'breaks' of other 1.0 broke: KeyError: 'missing' (other.py:30)\n"
    assert sdy_opt(folder, "-breaks") == (1, "", message)


def test_a_pass_that_ends_the_process_is_named(folder: Path) -> None:
    """Also with a status of success: the output would be missing."""
    declare(folder, "exits", exits="other:Exits")
    status, output, errors = sdy_opt(folder, "-exits")
    assert (status, output) == (1, "")
    assert errors.startswith("<stdin>: error: pass 'exits' of exits 1.0 broke: SystemExit: 0 (other.py:")


def test_a_pass_that_misuses_the_library_is_shown_its_own_line(folder: Path) -> None:
    line = CODE[: CODE.index("module.insert_before")].count("\n") + 1
    declare(folder, "misuses", misuses="other:Misuses")
    assert sdy_opt(folder, "-misuses")[2].endswith(f" (other.py:{line})\n")


def test_what_a_pass_changes_past_the_rewriter_is_verified(folder: Path) -> None:
    """The error says which pass made the program invalid."""
    declare(folder, "past", past_the_rewriter="other:PastTheRewriter")
    status, output, errors = sdy_opt(folder, "-past-the-rewriter")
    assert (status, output) == (1, "")
    assert "error: 'sdy.mesh' op requires attribute 'mesh'" in errors
    assert "note: pass 'past-the-rewriter' of past 1.0 made this invalid" in errors


def test_a_pass_needs_a_method_run_and_one_name(folder: Path) -> None:
    declare(folder, "lacking", without_run="other:WithoutRun", renamed="other:PastTheRewriter")
    message = "pass 'without-run' of lacking 1.0 is not a pass: other:WithoutRun has no method run(op, rewriter)"
    assert sdy_opt(folder, "-without-run") == (1, "", f"sdy-opt: error: {message}\n")
    message = "pass 'renamed' of lacking 1.0 is registered as 'past-the-rewriter': the names must be equal"
    assert sdy_opt(folder, "-renamed") == (1, "", f"sdy-opt: error: {message}\n")


def test_debug_shows_tracebacks(folder: Path) -> None:
    """Of a pass that breaks, and of one that cannot be imported."""
    done = python(folder, "-m", "sdyopt", "-breaks", "-debug")
    assert done.stderr.splitlines()[1] == "Traceback (most recent call last):"
    assert done.stderr.endswith("KeyError: 'missing'\n")
    declare(folder, "gone", gone="no_such_module:Pass")
    done = python(folder, "-m", "sdyopt", "-gone", "-debug")
    assert done.stderr.startswith("Traceback (most recent call last):")
    assert done.stderr.endswith(
        "sdy-opt: error: pass 'gone' of gone 1.0 cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )


def test_where_a_package_breaks_is_told_with_its_name(folder: Path) -> None:
    """`__init__.py` says little."""
    (folder / "whole").mkdir()
    (folder / "whole" / "__init__.py").write_text("class Breaks:\n    def run(self, module):\n        return 1 // 0\n")
    declare(folder, "whole", whole="whole:Breaks")
    assert sdy_opt(folder, "-whole")[2].endswith(" (whole/__init__.py:3)\n")


def test_what_a_pass_leaves_is_verified(folder: Path) -> None:
    status, output, errors = sdy_opt(folder, "-invalid")
    assert (status, output) == (1, "")
    assert "error: 'sdy.mesh' op attribute 'mesh' failed to satisfy constraint" in errors


def test_help_tells_of_them(folder: Path) -> None:
    """By the description, or the first line of the docstring, under the name that was declared."""
    _, output, _ = sdy_opt(folder, "--help")
    rows = [" ".join(line.split()) for line in output.splitlines()]
    assert "-mark[=OPTIONS] Marks the module." in rows
    assert "-refuse[=OPTIONS] Likes no module" in rows
    assert "another-name" not in output


def test_they_are_listed(folder: Path) -> None:
    """Those, too, that cannot be run, with the reason."""
    declare(folder, "broken", bad="missing:Pass")
    status, output, errors = sdy_opt(folder, "-list-passes")
    assert (status, errors) == (0, "")
    rows = [" ".join(line.split()) for line in output.splitlines()]
    assert rows[1].startswith("--bad - (pass 'bad' of broken 1.0 cannot be imported: ModuleNotFoundError")
    assert "--mark - Marks the module." in rows
    assert "--by=<string> -" in rows


def test_pipelines_that_name_none(folder: Path) -> None:
    """What is suggested may be a pass of another package."""
    status, _, errors = sdy_opt(folder, "-pass-pipeline=builtin.module(marc)")
    assert status == 2
    assert "'marc' does not refer to a registered pass or pass pipeline" in errors
    assert "did you mean 'mark'?" in errors


def test_command_lines_are_completed_with_them(folder: Path) -> None:
    line = {"_SDY_OPT_COMPLETE": "bash_complete", "COMP_WORDS": "sdy-opt -ma", "COMP_CWORD": "1"}
    assert python(folder, "-m", "sdyopt", **line).stdout == "plain,-mark\n"


def test_python_programs_run_them(folder: Path) -> None:
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
    done = python(folder, "-c", script)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        '"other"',
        "<string>: error: pass 'breaks' of other 1.0 broke: KeyError: 'missing' (other.py:30)",
        "KeyError('missing')",
    ]


def test_what_runs_in_other_processes_goes_there(folder: Path) -> None:
    """A pipeline with a pass of another package can be pickled."""
    script = """
import pickle
from sdyopt.pipeline.model import read_pipeline
print(pickle.loads(pickle.dumps(read_pipeline("builtin.module(mark{by=me})"))))
"""
    assert python(folder, "-c", script).stdout == "builtin.module(mark{by=me})\n"


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
def test_a_pass_that_cannot_be_run_is_named(folder: Path, value: str, reason: str) -> None:
    """When it is to run; help shows it, and all others."""
    declare(folder, "broken", bad=value)
    assert sdy_opt(folder, "-bad") == (1, "", f"sdy-opt: error: pass 'bad' of broken 1.0 {reason}\n")
    assert sdy_opt(folder, "-pass-pipeline=builtin.module(bad)")[0] == 1
    status, output, _ = sdy_opt(folder, "--help")
    assert status == 0
    assert f"(pass 'bad' of broken 1.0 {reason})" in " ".join(output.split())
    assert "Marks the module." in output


def test_two_packages_declare_one_name(folder: Path) -> None:
    """Neither of the passes runs."""
    declare(folder, "rival", mark="other:Breaks")
    status, output, errors = sdy_opt(folder, "-mark")
    assert (status, output) == (1, "")
    assert errors == "sdy-opt: error: pass 'mark' is declared by other 1.0 and rival 1.0: there can be only one\n"


def test_a_name_that_is_taken(folder: Path) -> None:
    """Ours runs; where all passes are looked for, it is said that the other one does not."""
    declare(folder, "greedy", sdy_inline_meshes="other:Breaks", verify_each="other:Breaks")
    assert sdy_opt(folder, "-sdy-inline-meshes", "-verify-each=false") == (0, "module {\n}\n", "")
    status, _, errors = sdy_opt(folder, "--help")
    assert status == 0
    assert errors == (
        "warning: pass 'sdy-inline-meshes' of greedy 1.0 is not used: there is another option of that name\n"
        "warning: pass 'verify-each' of greedy 1.0 is not used: there is another option of that name\n"
    )


def test_a_name_that_no_option_can_have(folder: Path) -> None:
    declare(folder, "odd", **{"my pass": "other:Marker"})
    status, _, errors = sdy_opt(folder, "-mark")
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
