"""The declarations and contents of the wheel, and the versions of its dependencies."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import sdyopt
from sdyopt.editor.lsp.command import INSTALL

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = {
    "sdy-opt": "sdyopt.cli.process:sdy_opt",
    "sdy_opt": "sdyopt.cli.process:sdy_opt",
    "sdyopt": "sdyopt.cli.process:sdy_opt",
    "sdy-layout": "sdyopt.cli.process:sdy_layout",
    "sdy-view": "sdyopt.cli.process:sdy_view",
    "sdy-plan": "sdyopt.cli.process:sdy_plan",
    "sdy-lsp": "sdyopt.cli.process:sdy_lsp",
    "sdy-reduce": "sdyopt.cli.process:sdy_reduce",
    "sdy-update-checks": "sdyopt.cli.process:sdy_update_checks",
}

FORBIDDEN = {
    "a package index; pip's configuration chooses it": re.compile(r"index-url|find-links|/simple/|pythonhosted"),
    "a path of one machine": re.compile(r"(?<![\w.:/-])/(?:home|root|tmp|work|Users)/\w"),
}


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_package_says_that_it_is_typed() -> None:
    assert importlib.resources.files("sdyopt").joinpath("py.typed").is_file()


def test_every_command_is_installed_in_every_spelling() -> None:
    scripts = importlib.metadata.distribution("sdy-opt").entry_points.select(group="console_scripts")
    assert {script.name: script.value for script in scripts} == COMMANDS


def test_versions_agree(pyproject: dict[str, Any]) -> None:
    assert sdyopt.__version__ == pyproject["project"]["version"] == importlib.metadata.version("sdy-opt")
    assert f"## [{sdyopt.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_command_for_the_server_installs_what_its_extra_names(pyproject: dict[str, Any]) -> None:
    (requirement,) = pyproject["project"]["optional-dependencies"]["lsp"]
    assert f"python -m pip install '{requirement}'" == INSTALL


def test_no_tracked_file_speaks_of_an_index_or_a_machine() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    lines = []
    for name in tracked.decode().strip("\0").split("\0"):
        file = ROOT / name
        if file == Path(__file__) or file.suffix in (".gz", ".png") or not file.is_file():
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            lines += [f"{name}:{number}: {what}: {line}" for what, pattern in FORBIDDEN.items() if pattern.search(line)]
    assert lines == []


PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"([A-Za-z0-9][\w.-]*)==([\w.!+-]+)")


def required(*extras: str) -> dict[str, Requirement]:
    """Returns the requirements of the package and of extras, by name; extras in extras are not followed."""
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    found = {canonicalize_name(requirement.name): requirement for requirement in map(Requirement, lines)}
    found.pop("sdy-opt", None)
    return found


def pinned(name: str) -> dict[str, Version]:
    """The versions in a file of constraints, which has names and versions and nothing else."""
    lines = (ROOT / ".ci" / name).read_text(encoding="utf-8").splitlines()
    pins = [PIN.fullmatch(line) for line in lines if not line.startswith("# ")]
    assert all(pins), f"{name} has a line that is no name==version"
    return {canonicalize_name(pin[1]): Version(pin[2]) for pin in pins if pin}


def test_the_oldest_versions_are_the_lower_bounds() -> None:
    """CI installs from oldest.txt the lower bounds of pyproject.toml, for all dependencies of the smoke tests."""
    bounds = {}
    for name, requirement in required("smoke").items():
        [bound] = requirement.specifier
        assert bound.operator == ">="
        bounds[name] = Version(bound.version)
    assert pinned("oldest.txt") == bounds


def test_the_versions_for_development_are_allowed() -> None:
    """versions.txt has all that pyproject.toml names for development, each in a version that it allows."""
    pins = pinned("versions.txt")
    for name, requirement in required("smoke", "test", "dev", "docs").items():
        assert requirement.specifier.contains(pins[name]), f"{requirement} does not allow {pins[name]}"


def test_every_python_that_is_declared_is_one_that_may_be() -> None:
    """From the oldest that pyproject.toml allows on, without a gap."""
    prefix = "Programming Language :: Python :: 3."
    minors = [int(line.removeprefix(prefix)) for line in PROJECT["classifiers"] if line.startswith(prefix)]
    [bound] = Requirement(f"python {PROJECT['requires-python']}").specifier
    assert minors == list(range(int(bound.version.removeprefix("3.")), minors[-1] + 1))


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_documents_install_extras_that_there_are(file: str) -> None:
    named = re.findall(r"pip install -e '\.\[(\w+)\]'", (ROOT / file).read_text(encoding="utf-8"))
    assert named and set(named) <= set(PROJECT["optional-dependencies"])


def test_contributors_and_ci_run_the_same() -> None:
    """Each command that CONTRIBUTING.md shows in a block, except those that look for something new, is in CI."""
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M | re.S)
    commands = [line for block in blocks for line in block.splitlines()]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert len(commands) >= 5
    assert [command for command in commands if command not in ci] == []
