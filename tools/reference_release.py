"""The jaxlibs of the references, beside whichever one is installed.

Programs of users need other releases of JAX than the two that tests compare with. Each of these is installed once in a
folder of its own, in the user's cache. Processes of tests import RELEASE from there; the newest release, which needs a
later Python than these tests do, answers in processes of a Python that has it.
"""

from __future__ import annotations

import fcntl
import functools
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.reference import NEWEST_PYTHON, NONE, PYTHON, RELEASE

OLDEST_OF_NEWEST = (3, 12)
"""The oldest Python for which the newest release has a wheel."""

_JAXLIB = "import importlib.metadata; print(importlib.metadata.version('jaxlib'))"
_TAG = "import sys, sysconfig; print(sys.implementation.cache_tag, sysconfig.get_platform(), *sys.version_info[:2])"


class NotInstalledError(RuntimeError):
    """The release cannot be installed here; the message says why, and what to do."""


class NewestReference(NamedTuple):
    """A Python that has the newest release."""

    release: str
    python: str
    folder: str
    """The folder from which it imports jaxlib; empty if it is installed."""


def make_importable() -> None:
    """Makes `import jaxlib` find RELEASE in this process, and in those that it starts.

    It does nothing if the reference is the jaxlib of another Python. With `none` for the reference, other releases are
    not found either. Another JAX than that of RELEASE, which would not work with it, is not found here. Raises
    NotInstalledError.
    """
    if (named := os.environ.get(PYTHON, "")) not in ("", NONE) or _version("jaxlib") == RELEASE:
        return
    if named == NONE:
        _hide("jaxlib")
    else:
        found = str(installed(RELEASE, sys.executable))
        sys.path.insert(0, found)
        os.environ["PYTHONPATH"] = os.pathsep.join([found, *filter(None, [os.environ.get("PYTHONPATH")])])
        importlib.invalidate_caches()
    if _version("jax") != RELEASE:
        _hide("jax")


@functools.cache
def newest() -> NewestReference | None:
    """Returns the Python of the newest release, installed in a folder if need be; None if there is none.

    NEWEST_PYTHON names it, or says `none`; else the Pythons here are tried.
    """
    from sdyopt.mlir.releases import NEWEST

    named = os.environ.get(NEWEST_PYTHON, "")
    if NONE in (named, os.environ.get(PYTHON)):
        return None
    for python in [named] if named else pythons():
        try:
            if release_of(python, "-E") == NEWEST.name:  # without what `make_importable` has put on the path
                return NewestReference(NEWEST.name, python, "")
        except (RuntimeError, OSError):
            pass  # It has no jaxlib.
        try:
            if _tag(python)[1] >= OLDEST_OF_NEWEST:
                return NewestReference(NEWEST.name, python, str(installed(NEWEST.name, python)))
        except (NotInstalledError, OSError, subprocess.SubprocessError) as error:
            print(f"{python}: {error}", file=sys.stderr)
    return None


def release_of(python: str, *flags: str) -> str:
    """Returns the version of an interpreter's jaxlib. Raises RuntimeError if it has none."""
    ran = subprocess.run([python, *flags, "-c", _JAXLIB], capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError((ran.stderr.strip().splitlines() or [f"exit status {ran.returncode}"])[-1])
    return ran.stdout.strip()


def _tag(python: str) -> tuple[str, tuple[int, int]]:
    """Returns the tag and the platform of an interpreter as a part of a file's name, and its version."""
    ran = subprocess.run([python, "-c", _TAG], capture_output=True, text=True, check=True)
    tag, platform, major, minor = ran.stdout.split()
    return f"{tag}-{platform}", (int(major), int(minor))


def installed(release: str, python: str) -> Path:
    """Returns the folder with a release for a Python, which is filled if it is not there. Raises NotInstalledError."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sdy-opt"
    folder = cache / f"jaxlib-{release}-{_tag(python)[0]}"
    if folder.is_dir():
        return folder
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with (cache / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # Several processes of pytest come here at once.
            if not folder.is_dir():
                _install(folder, release, python)
    except OSError as error:
        raise _not_installed(folder, release, str(error)) from None
    return folder


def _install(folder: Path, release: str, python: str) -> None:
    print(f"installing jaxlib {release}, a reference of the tests, once in {folder}", file=sys.stderr, flush=True)
    place = Path(tempfile.mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
    command = [python, "-m", "pip", "install", "--quiet", "--target", str(place), f"jaxlib=={release}"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        shutil.rmtree(place)
        raise _not_installed(folder, release, (ran.stderr.strip().splitlines() or ["pip failed"])[-1])
    place.rename(folder)


def _not_installed(folder: Path, release: str, why: str) -> NotInstalledError:
    return NotInstalledError(
        f"jaxlib {release}, a reference of the tests, cannot be installed in {folder}: {why}\n"
        f"{PYTHON}={NONE} runs the tests that do without it"
    )


def _version(package: str) -> str:
    """Returns the version of a package that is installed; "" if it is not."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _hide(package: str) -> None:
    sys.modules[package] = None  # type: ignore[assignment]


# Interpreters that have any release of jaxlib.

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
