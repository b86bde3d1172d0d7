"""`sdy-opt --new-project`: a project that is installed and whose tests pass, whatever its name."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import pytest

from sdyopt.cli import main as cli
from sdyopt.cli.project import NewProject

ROOT = Path(__file__).resolve().parents[3]
HOOKS = re.findall(r"^- id: (.*)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.M)
COMMANDS = ("sdy-opt", "sdy-update-checks", "filecheck", "lit")


class Installed(NamedTuple):
    """A project in an environment of its own, which has everything that this one has."""

    folder: Path
    python: Path

    def run(self, *command: str | Path) -> tuple[int, str]:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment["PATH"] = f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        done = subprocess.run(
            list(map(str, command)), cwd=self.folder, env=environment, capture_output=True, text=True, timeout=300
        )
        return done.returncode, done.stdout + done.stderr


def installed(folder: Path, name: str) -> Installed:
    """Makes a project and installs it: by pip without a network or, without hatchling, as an installer does."""
    status, output, errors = cli.run(["--new-project", str(folder / name)])
    assert (status, errors) == (0, b"")
    assert output.decode().endswith(
        f"Next:\n  cd {folder / name}\n  python -m pip install -e '.[test]'\n  python -m pytest\n"
    )
    home = folder / "venv"
    venv.create(home, with_pip=False)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    made = Installed(folder / name, python)
    scheme = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    paths = [str(ROOT), *[path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]]
    (packages / "here.pth").write_text("".join([f"{path}\n" for path in paths]))
    for command in COMMANDS:
        (point,) = entry_points(group="console_scripts", name=command)
        script = python.parent / command
        script.write_text(f"#!{python}\nimport sys\nfrom {point.module} import {point.attr} as run\nsys.exit(run())\n")
        script.chmod(0o755)
    if importlib.util.find_spec("hatchling"):
        status, output = made.run(
            python, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps", "."
        )
        assert status == 0, output
        return made
    project = tomllib.loads((made.folder / "pyproject.toml").read_text())["project"]
    info = packages / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = [
        "\n".join([f"[{group}]", *[f"{name} = {value}" for name, value in entries.items()]])
        for group, entries in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join([*groups, ""]))
    (packages / "project.pth").write_text(f"{made.folder}\n")
    return made


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return installed(tmp_path_factory.mktemp("new"), "acme-backend")


@pytest.mark.long
def test_its_tests_pass(project: Installed) -> None:
    """By pytest and by lit."""
    status, output = project.run(project.python, "-m", "pytest", "-p", "no:cacheprovider")
    assert (status, "9 passed" in output) == (0, True), output
    status, output = project.run("lit", "tests")
    assert (status, re.search(r"Passed: 4 \(100", output) is not None) == (0, True), output


@pytest.mark.long
def test_what_it_brings_is_there(project: Installed) -> None:
    """The passes and the dialect, with its package; remarks have the line of the program."""
    name = project.folder.name
    status, output = project.run("sdy-opt", "-show-dialects")
    assert f"{name.replace('-', '_')} (from {name} 0.1.0)" in output
    status, output = project.run(
        "sdy-opt", "tests/fuse_scale.mlir", f"-{name}-fuse-scale", "-remarks", "-o", "/dev/null"
    )
    assert (status, output.splitlines()[0]) == (
        0,
        f"tests/fuse_scale.mlir:15:8: remark: [{name}-fuse-scale] %0 is scaled by 2.0",
    )


@pytest.mark.long
def test_its_check_lines_are_those_that_the_tool_writes(project: Installed) -> None:
    tests = sorted(project.folder.glob("tests/*.mlir"))
    assert project.run("sdy-update-checks", *tests) == (0, "")


@pytest.mark.long
def test_a_type_checker_accepts_it(project: Installed) -> None:
    pytest.importorskip("mypy")
    package = project.folder.name.replace("-", "_")
    status, output = project.run(project.python, "-m", "mypy", "--strict", "--config-file=", package)
    assert (status, output.startswith("Success: no issues found in ")) == (0, True), output


def test_names_that_no_project_can_have(tmp_path: Path) -> None:
    """The folder stays as it is."""
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").touch()
    (tmp_path / "empty").mkdir()
    for name, reason in (
        ("taken", f"'{tmp_path / 'taken'}' exists already"),
        ("stablehlo", "there is a dialect 'stablehlo' already: choose another name"),
        ("tests", "there is a dialect 'tests' already: choose another name"),
        ("json", "'json' has a meaning in Python: choose another name"),
        ("lambda", "'lambda' has a meaning in Python: choose another name"),
        ("Upper", "'Upper' is not a name for a package: use lower-case letters, digits and dashes"),
        ("a b", "'a b' is not a name for a package: use lower-case letters, digits and dashes"),
    ):
        status, output, errors = cli.run([f"-new-project={tmp_path / name}"])
        assert (status, output, errors.decode()) == (1, b"", f"sdy-opt: error: {reason}\n")
    (tmp_path / "locked").touch()
    status, _, errors = cli.run(["-new-project", str(tmp_path / "locked" / "inside")])
    assert (status, b"cannot write" in errors or b"exists" in errors) == (1, True)
    assert sorted(os.listdir(tmp_path)) == ["empty", "locked", "taken"]
    assert cli.run(["-new-project", str(tmp_path / "empty")])[0] == 0


def test_hooks_have_the_package() -> None:
    config = NewProject(Path("x"), "my-backend").files()[".pre-commit-config.yaml"]
    assert re.findall(r"- id: (.*)", config) == HOOKS
    assert config.count('additional_dependencies: ["my-backend @ git+') == len(HOOKS)
    assert "repo: https://git.example.com/sdy-opt " in config  # no path, which only the example has
