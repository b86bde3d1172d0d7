"""Declarations of installed packages for this one: entry points of its groups.

    [project.entry-points."sdyopt.sharding_rules"]
    my_attention = "my_package:attention_rule"

Reading the metadata of all packages takes longer than a small run. So a look into the files of entry points on the
path comes first, and finds out whether any package names the group at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Location
from sdyopt.ir.operation import use_declared_names
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, listed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NO_POSITION = -1
"""The place of an error that is not about a line."""

_PREFIX = b"sdyopt."
_METADATA = (".dist-info", ".egg-info")


class BrokenPackageError(CompilationError):
    """A declaration of another package for this one that cannot be used. The text names the package."""

    def __init__(self, message: str, location: int | Location = NO_POSITION) -> None:
        super().__init__([Diagnostic("error", message, location)])

    @property
    def location(self) -> int | Location:
        """Where the program names it; NO_POSITION if that is not known."""
        return self.diagnostics[0].location

    def at(self, location: int | Location) -> BrokenPackageError:
        """Returns the error at a place of the program that names what is declared."""
        return BrokenPackageError(self.diagnostics[0].message, location)


@contextmanager
def wrong_format(title: str) -> Iterator[None]:
    """Names what has the format that is compiled inside, if that fails. Raises BrokenPackageError."""
    try:
        yield
    except (KeyError, ValueError) as error:
        wrong = f"nothing is called {error}" if isinstance(error, KeyError) else str(error)
        raise BrokenPackageError(f"the format of {title} is wrong: {wrong}") from error


@cache
def declared(group: str) -> dict[str, list[EntryPoint]]:
    """Returns the entry points of a group by their names, without importing them.

    There is one for each name, unless packages conflict.
    """
    if group not in _groups():
        return {}
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=group), key=package_of):
        found.setdefault(point.name, []).append(point)
    return found


def package_of(point: EntryPoint) -> str:
    """Returns the package of an entry point, with its version."""
    return "an unnamed package" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def packages_of(points: list[EntryPoint]) -> str:
    """Returns the packages of entry points, `a 1.0 and b 2.0`."""
    return listed([package_of(point) for point in points], "and")


def load(points: list[EntryPoint], title: str, word: str = "from") -> object:
    """Returns what the one of `points` names. Raises BrokenPackageError if that fails, or if there are several.

    `title` says what it is, for the error, and `word` joins it with its package: "pass 'x' from some_package 1.0".
    """
    if len(points) > 1:
        raise BrokenPackageError(f"{title} is declared by {packages_of(points)}: there can be only one")
    (point,) = points
    use_declared_names()
    try:
        return point.load()
    except BaseException as error:  # SystemExit, too
        if isinstance(error, KeyboardInterrupt):
            raise
        reason = f"{type(error).__name__}: {error}"
        raise BrokenPackageError(f"{title} {word} {package_of(point)} cannot be imported: {reason}") from error


@cache
def _groups() -> frozenset[str]:
    """The groups of ours that any package on the path names."""
    found = set()
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            if name.endswith(_METADATA):
                found |= _groups_in(os.path.join(folder, name, "entry_points.txt"))
    return frozenset(found)


def _groups_in(path: str) -> set[str]:
    try:
        with open(path, "rb", buffering=0) as file:  # in bytes, as most files have nothing of ours
            text = file.read()
    except OSError:
        return set()
    lines = [line.strip() for line in text.decode(errors="replace").splitlines()] if _PREFIX in text else []
    return {line[1:-1].strip() for line in lines if line.startswith("[") and line.endswith("]")}
