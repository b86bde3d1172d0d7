"""Results of compilations, by all that they depend on, in the cache of the user. No cache is no error."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import stat
import tempfile
import time
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sdyopt.machines.names import TargetMachine
from sdyopt.machines.processes import OtherPython

_FORM = "5"
"""Changes when results are stored in another form."""

_MAX_BYTES = 1 << 30
"""The bytes of all results together. The oldest are removed first."""

_SECONDS_IN_A_DAY = 86_400

_FLAGS = ("XLA_FLAGS", "LIBTPU_INIT_ARGS")
"""Variables of the environment that change what compilers make of a program."""


def key_of(
    program: bytes, name: str, devices: int, machine: TargetMachine, options: Mapping[str, object], python: OtherPython
) -> str:
    """Returns the SHA-256 of all that a compiled program depends on, as hexadecimal digits.

    The name of the program is part of it: the places in the compiled text have it.
    """
    parts = [
        _FORM.encode(),
        program,
        json.dumps([name, devices, machine.name, machine.request, dict(options)], sort_keys=True).encode(),
        json.dumps(dict(python.versions), sort_keys=True).encode(),
        *[os.environ.get(variable, "").encode("utf-8", "surrogateescape") for variable in _FLAGS],
    ]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def folder() -> Path:
    """Returns the folder with the results: `$XDG_CACHE_HOME/sdy-opt/compiled`, by default in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "sdy-opt" / "compiled"


def stored(key: str) -> dict[str, Any] | None:
    """Returns a result; None if there is none that can be read."""
    path = folder() / f"{key}.json.gz"
    try:
        if not _is_ours(path.parent) or not _is_of_this_user(path):
            return None
        with gzip.open(path, "rb") as file:
            found = json.loads(file.read())
        with contextlib.suppress(OSError):
            os.utime(path)  # It is not one of the oldest any more.
    except (OSError, EOFError, ValueError, zlib.error):
        return None
    return found if isinstance(found, dict) else None


def store(key: str, result: Mapping[str, Any]) -> None:
    """Stores a result, if that is possible, in a file that only this user can read."""
    place = folder()
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.mkdir(mode=0o700, exist_ok=True)
        if not _is_ours(place):
            return
        number, path = tempfile.mkstemp(suffix=".part", dir=place)  # It has mode 0600.
        try:
            with os.fdopen(number, "wb") as file:
                file.write(gzip.compress(json.dumps(result).encode(), compresslevel=3, mtime=0))
            os.replace(path, place / f"{key}.json.gz")
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(path)
            return
        _remove_leftovers(place)
        _remove_oldest(place)
    except OSError:
        return


def _is_ours(place: Path) -> bool:
    """Whether a folder, and the one that it is in, belong to this user, and others cannot read or write it.

    Others could put another folder in its place if they had the one around it. Raises OSError.
    """
    mode = place.stat().st_mode
    if not (stat.S_ISDIR(mode) and _is_of_this_user(place) and _is_of_this_user(place.parent)):
        return False
    if hasattr(os, "getuid") and mode & 0o077:
        place.chmod(0o700)
    return True


def _is_of_this_user(path: Path) -> bool:
    """Whether a file or a folder, and a link to it, were made by this user. Raises OSError."""
    return not hasattr(os, "getuid") or {path.lstat().st_uid, path.stat().st_uid} == {os.getuid()}


def _remove_leftovers(place: Path) -> None:
    """Removes what processes that were ended have left. Raises OSError."""
    for path in place.glob("*.part"):
        if time.time() - path.stat().st_mtime > _SECONDS_IN_A_DAY:
            path.unlink(missing_ok=True)


def _remove_oldest(place: Path) -> None:
    """Removes results, the oldest first, until the others take no more than they may. Raises OSError."""
    found = sorted([(each.stat().st_mtime, each.stat().st_size, each) for each in place.glob("*.json.gz")])
    total = sum([size for _, size, _ in found])
    for _, size, path in found:
        if total <= _MAX_BYTES:
            return
        path.unlink(missing_ok=True)
        total -= size
