"""The releases of jaxlib whose Shardy a run can follow, by the versions that `pip` shows.

Each release changes what passes do, which options they have, and how programs are written. A rule that differs asks

    if since("0.11.2"):

and an option that is newer says `since="0.11.1"` where it is declared. What is older than the oldest release below is
not kept: with a release goes what only it asks for. Releases in between the listed ones answer as the one before.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

from sdyopt.ir.records import NamedTuple

Number = tuple[int, ...]
"""A version, by which releases are in order."""


class Release(NamedTuple):
    """A release of jaxlib, and the versions of what it writes."""

    number: Number
    producer: str
    """The name that bytecode has of who wrote it, by which readers know the order of properties."""
    stablehlo: tuple[int, int, int]
    """The newest version of StableHLO for which a portable artifact can be written."""
    about: str
    """The changes that came with it."""

    @property
    def name(self) -> str:
        """The version as a text: `0.11.2`."""
        return ".".join(map(str, self.number))


RELEASES: dict[str, Release] = {
    each.name: each
    for each in (
        Release((0, 10, 2), "MLIR23.0.0git", (1, 17, 0), "The oldest release that is followed."),
        Release(
            (0, 11, 0),
            "MLIR24.0.0git",
            (1, 18, 0),
            "Unreduced axes may be maxima and minima; pipelines verify them, and bytecode has more properties.",
        ),
        Release(
            (0, 11, 1),
            "MLIR24.0.0git",
            (1, 19, 0),
            "Blocks are exchanged for slices and pads; operations are partitioned one by one; replicas are counted.",
        ),
        Release(
            (0, 11, 2),
            "MLIR24.0.0git",
            (1, 20, 0),
            "Operations on single devices; replica groups are axes; permutes and all-to-alls are optimized.",
        ),
        Release(
            (0, 12, 0, 1),
            "MLIR24.0.0git",
            (1, 22, 0),
            "Other rules for reshapes and convolutions; calls and loops become local; the export pipeline partitions.",
        ),
    )
}
"""The releases that differ from each other, the oldest first."""

DEFAULT = RELEASES["0.12.0.1"]
"""The release that is followed unless another one is chosen."""

OLDEST, *_, NEWEST = RELEASES.values()

OTHER_NAMES = {"newest": NEWEST.name, "0.12.0": "0.12.0.1"}
"""Other names of releases: `newest`, and a release that answers as a later one."""

DEPRECATED = {"2026-06": "0.10.2", "2026-08": "0.11.2"}
"""Names of earlier versions of sdy-opt, and what takes their place."""

VARIABLE = "SDY_SHARDY"
"""The environment variable that chooses the release where no flag does."""

_VERSION = re.compile(r"\d+(\.\d+){1,3}")


class UnknownReleaseError(ValueError):
    """A name that is not that of a release, nor a version later than the oldest one."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown release of Shardy {name!r}: it is one of {', '.join(RELEASES)} or newest")


class FoundRelease(NamedTuple):
    """The release of a name, with a message about the name: a note, or a warning that it is deprecated."""

    release: Release
    note: str = ""
    is_deprecated: bool = False


def find_release(name: str) -> FoundRelease:
    """Returns the release of a name; of a version that is not listed, the nearest older one.

    Raises UnknownReleaseError if there is none.
    """
    if name in DEPRECATED:
        chosen = DEPRECATED[name]
        return FoundRelease(RELEASES[chosen], f"the name {name} is deprecated: use {chosen}", True)
    if (listed := RELEASES.get(OTHER_NAMES.get(name, name))) is not None:
        return FoundRelease(listed)
    if not _VERSION.fullmatch(name) or len(name) > 40:
        raise UnknownReleaseError(name)
    number = tuple(map(int, name.split(".")))
    if not (older := [release for release in RELEASES.values() if release.number <= number]):
        raise UnknownReleaseError(name)
    return FoundRelease(older[-1], f"the Shardy of jaxlib {name} is not listed: that of {older[-1].name} is followed")


_followed = ContextVar("release", default=DEFAULT)


def followed() -> Release:
    """Returns the release that this run follows."""
    return _followed.get()


def since(name: str) -> bool:
    """Returns whether this run follows the listed release of that name or a later one.

    Results that are remembered from one program to the next must not depend on it, other than by their arguments.
    """
    return _followed.get().number >= RELEASES[name].number


def is_chosen() -> bool:
    """Returns whether the release that this run follows has been chosen, by `following`."""
    return _followed.get(None) is not None


def loaded_release() -> str | None:
    """Returns the name of the release of the jaxlib that this process has imported, or None if it has none.

    One that is older than all that are listed is followed as the oldest of them.
    """
    if not isinstance(version := getattr(sys.modules.get("jaxlib"), "__version__", None), str):
        return None
    try:
        return find_release(version).release.name
    except UnknownReleaseError:
        return OLDEST.name if _VERSION.fullmatch(version) else None


def following_unless_chosen(name: str | None) -> AbstractContextManager[object]:
    """Follows the release of that name inside the `with` statement, unless another one is chosen, or there is none."""
    return nullcontext() if name is None or is_chosen() else following(name)


@contextmanager
def following(name: str) -> Iterator[Release]:
    """Follows the release of that name inside the `with` statement.

    Raises UnknownReleaseError, and warns with DeprecationWarning of a name that is deprecated.
    """
    found = find_release(name)
    if found.is_deprecated:
        import warnings

        warnings.warn(found.note, DeprecationWarning, stacklevel=4)
    token = _followed.set(found.release)
    try:
        yield found.release
    finally:
        _followed.reset(token)
