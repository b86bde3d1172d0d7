"""The reference's jaxlib, beside whichever one is installed.

Programs of users need newer releases of JAX, and tests compare with one certain release. It is installed once in a
folder of its own, in the user's cache, and put in front of what this process imports.
"""

from __future__ import annotations

import fcntl
import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tools.reference import NONE, PYTHON, RELEASE


class NotInstalledError(RuntimeError):
    """The release cannot be installed here; the message says why, and what to do."""


def make_importable() -> None:
    """Makes `import jaxlib` find RELEASE in this process, and in those that it starts.

    It does nothing if the reference is the jaxlib of another Python. With `none` for the reference, other releases are
    not found either. Another JAX than that of RELEASE, which would not work with it, is not found here. Raises
    NotInstalledError.
    """
    named = os.environ.get(PYTHON, "")
    if named not in ("", NONE) or _version("jaxlib") == RELEASE:
        return
    if named == NONE:
        _hide("jaxlib")
    else:
        found = str(installed())
        sys.path.insert(0, found)
        os.environ["PYTHONPATH"] = os.pathsep.join([found, *filter(None, [os.environ.get("PYTHONPATH")])])
        importlib.invalidate_caches()
    if _version("jax") != RELEASE:
        _hide("jax")


def installed() -> Path:
    """Returns the folder with RELEASE, which is filled if it is not there. Raises NotInstalledError."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sdy-opt"
    folder = cache / f"jaxlib-{RELEASE}-{sys.implementation.cache_tag}-{sysconfig.get_platform()}"
    if folder.is_dir():
        return folder
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with (cache / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # Several processes of pytest come here at once.
            if not folder.is_dir():
                _install(folder)
    except OSError as error:
        raise _not_installed(folder, str(error)) from None
    return folder


def _install(folder: Path) -> None:
    print(f"installing jaxlib {RELEASE}, the reference of the tests, once in {folder}", file=sys.stderr, flush=True)
    place = Path(tempfile.mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(place), f"jaxlib=={RELEASE}"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        shutil.rmtree(place)
        raise _not_installed(folder, (ran.stderr.strip().splitlines() or ["pip failed"])[-1])
    place.rename(folder)


def _not_installed(folder: Path, why: str) -> NotInstalledError:
    return NotInstalledError(
        f"jaxlib {RELEASE}, the reference of the tests, cannot be installed in {folder}: {why}\n"
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
