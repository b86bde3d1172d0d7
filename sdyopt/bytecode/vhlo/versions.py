"""Versions of StableHLO, and what each of them can express."""

from __future__ import annotations

import re

from sdyopt.bytecode.vhlo.encodings import VersionedAttr, VersionedType
from sdyopt.bytecode.vhlo.operations import NEWEST_WRITTEN, OLDEST, Version
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic

_TARGET = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)

_FORM = "Target version must be of the form `#.#.#`."

_TYPES: dict[int, Version] = {
    **dict.fromkeys((27, 28), (0, 10, 0)),
    29: (0, 11, 0),
    30: (0, 18, 0),
    **dict.fromkeys((31, 32), (1, 2, 0)),
    **dict.fromkeys((33, 34), (1, 6, 0)),
    **dict.fromkeys((35, 36), (1, 7, 0)),
    **dict.fromkeys((37, 38, 39, 40), (1, 8, 0)),
    41: (1, 13, 0),
    42: (1, 15, 0),
}
"""Since when types exist, by their codes, if not since the oldest version."""

_ATTRIBUTES: dict[int, Version] = {19: (1, 9, 0), 20: (1, 9, 0), **dict.fromkeys(range(21, 26), (1, 16, 0))}

_BYTECODE: tuple[tuple[Version, int], ...] = (
    ((0, 15, 0), 6),
    ((0, 14, 0), 4),
    ((0, 12, 0), 3),
    ((0, 10, 0), 1),
    (OLDEST, 0),
)
"""The version of the format of bytecode since a version of StableHLO."""


def text_of_version(version: Version) -> str:
    """Returns `1.9.0`."""
    return ".".join(map(str, version))


def target_version(text: str) -> Version:
    """Returns the version for which an artifact is to be written, without its patch number.

    Raises CompilationError for a version that is not written.
    """
    found = _TARGET.fullmatch(text)
    if found is None:
        problem = f"Invalid target version argument '{text}'" if text else "No target version specified."
        raise CompilationError([Diagnostic("error", f"{problem}\n{_FORM}", -1)])
    version = (int(found[1]), int(found[2]), int(found[3]))
    problem = ""
    if version < OLDEST:
        problem = f"less than minimum supported {text_of_version(OLDEST)}"
    elif version > NEWEST_WRITTEN:
        problem = f"greater than current version {text_of_version(NEWEST_WRITTEN)}"
    if problem:
        raise CompilationError([Diagnostic("error", f"target version {text} is {problem}", -1)])
    return (*version[:2], 0)


def bytecode_version(target: Version) -> int:
    """Returns the version of the format of bytecode that belongs to a version of StableHLO."""
    return next(format for since, format in _BYTECODE if target >= since)


def is_expressible(value: object, target: Version) -> bool:
    """Whether a version has an attribute or type, and all that are in it."""
    work = [value]
    while work:
        found = work.pop()
        if isinstance(found, tuple | list):
            work += found
        elif isinstance(found, VersionedAttr | VersionedType):
            since = (_TYPES if isinstance(found, VersionedType) else _ATTRIBUTES).get(found.code, OLDEST)
            if since > target:
                return False
            work += found.values
        elif isinstance(found, Attribute):
            continue  # of another dialect
    return True
