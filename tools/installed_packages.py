"""Packages as installers leave them in a folder, and processes that find them there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def install(folder: Path, package: str, group: str, points: Mapping[str, str]) -> None:
    """Declares the entry points of a package in a group, `name-1.0` being its name with its version."""
    name, _, version = package.rpartition("-")
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"{point} = {value}\n" for point, value in points.items()]
    (info / "entry_points.txt").write_text(f"[{group}]\n{''.join(lines)}")


def environment(*folders: Path) -> dict[str, str]:
    """The environment of processes that find what is in these folders, and the commands of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    paths = [*map(str, folders), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def shell(command: str, cwd: Path, *folders: Path) -> str:
    """Returns what a command prints, to either stream, where what is in these folders is installed."""
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=cwd,
        env=environment(*folders),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return ran.stdout


def sdy_opt(folder: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run of sdy-opt on a program in its standard input, in a folder whose packages are installed."""
    return subprocess.run(
        [sys.executable, "-m", "sdyopt", *arguments],
        input=program,
        env=environment(folder),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
