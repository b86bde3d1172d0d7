"""The versions of what is needed: the oldest that CI tests with, those for development, and the Pythons."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[3]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"([A-Za-z0-9][\w.-]*)==([\w.!+-]+)")


def required(*extras: str) -> dict[str, Requirement]:
    """What the package needs by itself and with extras, by name; extras of its own that these name are not followed."""
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
    """What CI installs from oldest.txt is what pyproject.toml begins with, for all that the smoke tests need."""
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
