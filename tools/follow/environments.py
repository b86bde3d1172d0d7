"""Interpreters that have a release of jaxlib."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)
"""The oldest Python that runs these tools."""

NAME = re.compile(r"python3\.(\d+)")


class NoSuchRelease(RuntimeError):
    """No Python here can install that release."""


def with_release(version: str, folder: Path) -> str:
    """Installs jaxlib in a virtual environment in `folder`, and returns its Python: this one, or the newest that can.

    Raises NoSuchRelease, with the last line that pip has written for each, if none can.
    """
    reasons = []
    for python in pythons():
        place = folder / Path(python).name
        steps = (
            [python, "-m", "venv", "--clear", str(place)],
            [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", f"jaxlib=={version}"],
        )
        for step in steps:
            ran = subprocess.run(step, capture_output=True, text=True)
            if ran.returncode:
                reasons.append(f"{python}: {(ran.stderr.strip().splitlines() or ['failed'])[-1]}")
                break
        else:
            return str(place / "bin" / "python")
    raise NoSuchRelease(f"no Python here can install jaxlib {version}: {'; '.join(reasons)}")


def pythons() -> Iterator[str]:
    """Yields this Python, and then those on the PATH and among pyenv's, the newest first."""
    yield sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep) if "shims" not in folder]
    found = {
        minor: str(file)
        for folder in [*pyenv.glob("versions/*/bin"), *reversed(folders)]
        for file in folder.glob("python3.*")
        if (name := NAME.fullmatch(file.name)) and (3, minor := int(name[1])) >= OLDEST
    }
    yield from (found[minor] for minor in sorted(found, reverse=True) if minor != sys.version_info.minor)
