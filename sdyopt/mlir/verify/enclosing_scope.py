"""What is checked of an operation with regard to those around it that change what its attributes may say.

These are *binders*: a manual computation binds axes, which shardings inside may not use. A dialect names its binders.
What such a check says is the same for all operations with one signature inside the same binders.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import Verifier

_V = TypeVar("_V", bound=Verifier)


class Mark(set[Verifier]):
    """The verifiers of which something is known, which it decorates."""

    def __call__(self, verify: _V) -> _V:
        self.add(verify)
        return verify


sees_binders_only = Mark()
"""Marks a verifier for which the operation's signature and the signatures of binders around it are all that counts.

It may see the symbols of the module as well.
"""

sees_body_only = Mark()
"""Marks a verifier that sees nothing outside of the isolated operation around the operation that it is about.

It may see the meshes of the module and the signatures of binders as well.
"""

REMEMBERED_BY: dict[Verifier, Callable[[Operation], Hashable]] = {}
"""What gives the key of a verifier that sees nothing beyond what those of binders see, except that key."""


def is_about_body(verify: Verifier) -> bool:
    """Whether a verifier sees the body around the operation only."""
    return verify in sees_body_only or verify in sees_binders_only
