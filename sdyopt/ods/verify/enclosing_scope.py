"""What is checked of an operation with regard to those around it that change what its attributes may say.

These are *binders*: a manual computation binds axes, which shardings inside may not use. A dialect names its binders.
What such a check says is the same for all operations with one signature inside the same binders.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from sdyopt.ir.operation import Operation
from sdyopt.ods.declarations.definition import Verifier

_MARK = "sees_binders_only"
_KEY = "remembered_by"


def sees_binders_only(verify: Verifier) -> Verifier:
    """Marks a verifier for which the operation's signature and the signatures of binders around it are all that counts.

    It may see the symbols of the module as well.
    """
    setattr(verify, _MARK, True)
    return verify


def is_about_binders(verify: Verifier) -> bool:
    """Whether a verifier is marked so."""
    return getattr(verify, _MARK, False)


def remembered_by(key: Callable[[Operation], Hashable]) -> Callable[[Verifier], Verifier]:
    """Marks a verifier for which `key(op)` counts besides what counts for one that sees binders only."""

    def mark(verify: Verifier) -> Verifier:
        setattr(verify, _KEY, key)
        return verify

    return mark


def key_of(verify: Verifier) -> Callable[[Operation], Hashable] | None:
    """Returns what a verifier is remembered by; None if it is called for each operation."""
    return getattr(verify, _KEY, None)


_BODY_MARK = "sees_body_only"


def sees_body_only(verify: Verifier) -> Verifier:
    """Marks a verifier that sees nothing outside of the isolated operation around the operation that it is about.

    It may see the meshes of the module and the signatures of binders as well.
    """
    setattr(verify, _BODY_MARK, True)
    return verify


def is_about_body(verify: Verifier) -> bool:
    """Whether a verifier is marked so."""
    return getattr(verify, _BODY_MARK, False) or is_about_binders(verify)


_PARENT_MARK = "sees_parent_only"


def sees_parent_only(verify: Verifier) -> Verifier:
    """Marks a verifier for which all that counts is the kind of the operation around, the signature, and the boundary.

    Nor do symbol names count.
    """
    setattr(verify, _PARENT_MARK, True)
    return verify


def is_about_parent(verify: Verifier) -> bool:
    """Whether a verifier is marked so."""
    return getattr(verify, _PARENT_MARK, False)
