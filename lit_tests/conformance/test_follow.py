"""The names and answers of a release of the reference: its operations, and the differences between releases."""

from __future__ import annotations

import importlib.util
import mmap
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from sdyopt.dialects import REGISTRY
from sdyopt.mlir.releases import NEWEST, following
from tools import conformance, reference, reference_release
from tools.cases import Case
from tools.chunks import sampled
from tools.differential import Run
from tools.follow import answers, registry, release
from tools.follow.__main__ import main
from tools.follow.registry import KnownNames, RegistryChange
from tools.reference_release import newest

# What another release of the reference knows and answers: the differences are found, counted and kept.


OURS = KnownNames(
    "ours",
    {
        "a": "builtin.module(a{limit=1 words={x y} z=})",
        "b": "builtin.module(func.func(b))",
        "c": "builtin.module(c)",
        "p": "builtin.module(a{limit=1},func.func(b))",
    },
    {"a": ["limit", "list"], "p": ["full"]},
    {"d.x": ["axis"], "d.y": None, "d.z": []},
    ["#d.e"],
    ["!d.t"],
)
THEIRS = KnownNames(
    "theirs",
    {
        "a": "builtin.module(a{limit=2 more=x words={x y} z=})",
        "b": "builtin.module(b)",
        "n": "builtin.module(n)",
        "p": "builtin.module(a{limit=2},func.func(b),n)",
    },
    {"a": ["list"], "p": []},
    {"d.x": ["axis", "sum"], "d.y": ["axis"], "d.new": []},
    ["#d.e", "#d.f"],
    ["!d.t", "i1"],
)
CHANGES = [
    RegistryChange("passes", "new", "n"),
    RegistryChange("passes", "gone", "c"),
    RegistryChange("options", "new", "a{more}"),
    RegistryChange("options", "gone", "p{full}"),
    RegistryChange("defaults", "other", "a{limit}", "1 is now 2"),
    RegistryChange("anchors", "other", "b", "builtin.module(func.func()) is now builtin.module()"),
    RegistryChange("pipelines", "other", "p", "without a{limit=1}, with a{limit=2}, with n"),
    RegistryChange("operations", "new", "d.new"),
    RegistryChange("operations", "gone", "d.z"),
    RegistryChange("attributes of operations", "new", "d.x sum"),
    RegistryChange("attributes", "new", "#d.f"),
]


def test_each_kind_of_change_is_found() -> None:
    """Attributes that cannot be listed, and builtin types that we read, are not among them."""
    assert registry.changes(OURS, THEIRS) == CHANGES
    assert registry.changes(OURS, OURS) == []


def test_a_golden_test_runs_with_the_passes_of_its_first_command() -> None:
    """If the reference can run them."""
    assert answers.run_of("// RUN: sdy-opt %s -cse -canonicalize='top-down=false' | FileCheck %s\n") == Run(
        ("cse", "canonicalize{top-down=false}")
    )
    assert answers.run_of("// RUN: not sdy-opt %s -allow-unregistered-dialect 2>&1 | FileCheck %s\n") == Run(
        allow_unregistered=True
    )
    for flags in ("-cse=x", "-cse -show-dialects", "-sdy-import-gspmd-shardings"):
        assert answers.run_of(f"// RUN: sdy-opt %s {flags}\n").passes == ()
    assert answers.run_of("module {}") == Run(allow_unregistered=True)


def test_random_programs_are_of_all_kinds_and_always_the_same() -> None:
    programs = list(answers.random_programs(30))
    assert programs == list(answers.random_programs(30))
    assert len({program.name for program in programs}) == 30


@pytest.fixture
def found() -> release.InstalledRelease:
    entry = release.DifferenceClass("output", 2, "valid-1", "line 1 of the output\nours:      a|b\nreference: c")
    return release.InstalledRelease("1.10.0", "3.13", "2026-01-02", CHANGES, {"same": 7, "output": 2}, [entry])


def test_the_report_says_what_differs(found: release.InstalledRelease) -> None:
    lines = list(release.report(found, Path("folder")))
    assert lines[0] == "jaxlib 1.10.0 (Python 3.13), compared with this sdy-opt:"
    assert lines[1:4] == ["passes:", "  new   n", "  gone  c"]
    assert "  other a{limit}: 1 is now 2" in lines
    assert "  2 × other output, first valid-1:" in lines
    counts = "Of 9 programs 7 have the same answer, 2 differ, in 0 the reference crashed, in 0 it read freed memory."
    assert counts in lines
    same = release.InstalledRelease("1.10.0", "3.13", "2026-01-02", [], {"same": 7}, [])
    assert same.is_same
    assert not found.is_same
    assert "The same passes, options, operations, attributes and types." in list(release.report(same, Path("folder")))


def test_releases_are_kept_in_order_and_shown(found: release.InstalledRelease, tmp_path: Path) -> None:
    file = tmp_path / "releases.json"
    older = release.InstalledRelease("1.9.2", "3.12", "2026-01-01", CHANGES[:1], {"same": 9}, [])
    for each in (found, older, found):
        release.record(file, each)
    assert release.recorded(file) == [older, found]
    page = list(release.page(release.recorded(file)))
    assert "| 1.10.0 | 3.13 | 2026-01-02 | 11 | 7 | 2 | 0 |" in page
    assert "| passes | new | `n` | 1.9.2, 1.10.0 |" in page
    assert "| defaults | other | `a{limit}`: 1 is now 2 | 1.10.0 |" in page
    assert page[-1].startswith("| other output | 2 | valid-1 | `line 1 of the output`<br>")


def test_what_was_recorded_of_our_release_is_that_nothing_differs() -> None:
    version = reference.INSTALL.rpartition("==")[2]
    [ours] = [each for each in release.recorded(conformance.RELEASES) if each.version == version]
    assert ours.is_same
    assert ours.programs > 4_000


def test_wrong_requests_are_refused(tmp_path: Path) -> None:
    """Both sources of a release, an interpreter that is not one, and one without jaxlib."""
    run = CliRunner().invoke
    assert run(main, ["1.0", "--python", "python"]).exit_code == 2
    missing = run(main, ["--python", str(tmp_path / "none")])
    assert (missing.exit_code, "No such file" in missing.output) == (1, True)
    (tmp_path / "python").write_text("#!/bin/sh\necho 'no jaxlib' >&2\nexit 1\n")
    (tmp_path / "python").chmod(0o755)
    without = run(main, ["--python", str(tmp_path / "python")])
    assert (without.exit_code, without.output) == (1, "Error: no jaxlib\n")


def test_a_release_that_no_python_can_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each Python that has been tried is named, with the last line of the reason."""
    (tmp_path / "python3.99").write_text("#!/bin/sh\necho one >&2\necho 'no venv' >&2\nexit 1\n")
    (tmp_path / "python3.99").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3.99"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    with pytest.raises(reference_release.NoSuchRelease, match=r"jaxlib 1\.0: .*python3\.99: no venv$"):
        reference_release.with_release("1.0", tmp_path / "environments")


# --- with the reference ----------------------------------------------------------------------------------------------


def with_jaxlib() -> None:
    pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


def test_our_reference_answers_in_worker_processes(tmp_path: Path) -> None:
    """Of two programs one has the same answer; what differs is written."""
    with_jaxlib()
    programs = [
        answers.NamedCase("same", Case("module {}", Run(("cse",)))),
        answers.NamedCase("other", Case("module {}", Run(("sdy-import-gspmd-shardings",)))),
    ]
    tally = answers.compared(sys.executable, programs, 1, tmp_path, 0)
    assert (tally.outcomes["same"], tally.differ) == (1, 1)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.mlir", "other.txt"]


@pytest.mark.parametrize("step", sampled([100, 1]))
def test_nothing_differs_from_our_reference(step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole command, with one in a hundred programs in CI, and what it asks the reference for."""
    with_jaxlib()
    programs = answers.programs
    monkeypatch.setattr(answers, "programs", lambda *given: programs(*given)[::step])
    ran = CliRunner().invoke(main, ["--findings", str(tmp_path)])
    assert ran.exit_code == 0, ran.output
    assert "The same passes, options, operations, attributes and types." in ran.output
    assert ", 0 differ, " in ran.output
    with following(reference.RELEASE):
        ours = registry.ours()
    theirs = registry.theirs(sys.executable, KnownNames("", {}))  # finds all names without being given ours
    assert ours.passes.keys() - theirs.passes.keys() == registry.OWN | (registry.AHEAD & ours.passes.keys())
    in_part = {name for name in theirs.operations if name.startswith(registry.PARTIAL)}
    assert ours.operations.keys() | in_part == theirs.operations.keys()
    assert {"#sdy.sharding", "#stablehlo.dot", "!shape.witness", "token"} <= {*theirs.attributes, *theirs.types}


def test_golden_tests_of_releases_are_answered_as_by_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but two: a pad that makes an invalid program there, and names of values around a strided slice."""
    programs = [
        program
        for program in answers.programs(0, NEWEST.name)
        if program.name.startswith("releases-") and "exchanged_" not in program.name
    ]
    found = newest()
    if found is None:
        pytest.skip(f"no Python here has jaxlib {NEWEST.name}")
    monkeypatch.setenv("PYTHONPATH", found.folder)  # without the other release, which this process may import
    tally = answers.compared(found.python, programs, 1, tmp_path, 0)
    assert tally.differ == 0, [file.read_text() for file in tmp_path.glob("*.txt")]
    assert tally.outcomes["same"] > 20, tally.outcomes


# Every operation that the reference has in the dialects is declared here, and none besides.


WITH_BINDINGS = {"stablehlo": 50, "chlo": 50, "arith": 54, "math": 46, "cf": 4, "func": 5}
"""The dialects whose operations the reference's Python bindings list, and how many these are at least."""

WITHOUT_BINDINGS = ("builtin", "complex", "ub", "tensor", "shape")
"""The dialects whose operations the reference only knows once one is looked up by name."""

OPERATION_NAME = re.compile(r'^  OPERATION_NAME = "([^"]+)"$', re.MULTILINE)


def package_of_the_reference() -> Path:
    package = importlib.util.find_spec("jaxlib")
    if package is None or package.origin is None:
        pytest.skip(f"the reference is part of jaxlib: {reference.INSTALL}")
    return Path(package.origin).parent


def operations_in_bindings(namespace: str) -> set[str]:
    """The names in the reference's Python bindings, which are read, not imported."""
    bindings = package_of_the_reference() / "mlir" / "dialects" / f"_{namespace}_ops_gen.py"
    return set(OPERATION_NAME.findall(bindings.read_text(encoding="utf-8")))


def declared(namespace: str) -> set[str]:
    """The names of the operations of a dialect in the oldest release."""
    dialect = REGISTRY.dialect(namespace)
    assert dialect is not None
    return {definition.name for definition in dialect.operations if not definition.since}


@pytest.mark.parametrize("namespace", WITH_BINDINGS)
def test_every_operation_is_declared(namespace: str) -> None:
    expected = operations_in_bindings(namespace)
    assert len(expected) >= WITH_BINDINGS[namespace], "the bindings have another form than they had"
    assert declared(namespace) == expected


@pytest.mark.parametrize("namespace", WITHOUT_BINDINGS)
def test_the_reference_has_every_declared_operation(namespace: str) -> None:
    package_of_the_reference()
    context = reference.shared_context(False)
    assert {name for name in declared(namespace) if not context.is_registered_operation(name)} == set()


@pytest.mark.long
def test_every_operation_whose_name_is_in_the_library_is_declared() -> None:
    """The names of all operations are somewhere among the texts in the reference's library."""
    names = re.compile(rb"\b(?:" + "|".join(WITHOUT_BINDINGS).encode() + rb")\.[a-z_0-9]+\b")
    found: set[str] = set()
    for library in package_of_the_reference().glob("**/libjax_common*"):
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            found |= {name.decode() for name in names.findall(content)}
    context = reference.shared_context(False)
    expected = {name for name in found if context.is_registered_operation(name)}
    assert expected == {name for namespace in WITHOUT_BINDINGS for name in declared(namespace)}
