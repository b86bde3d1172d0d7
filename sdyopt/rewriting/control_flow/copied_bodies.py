"""Rewriting copies of bodies: once for all copies, without creating their operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.bodies import Body, Content, CopiedRegion, copied_content
from sdyopt.ir.body_reading import relocated, rewritten
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.rewriting.rewriter import Rewriter

R = TypeVar("R")


class CopiedBodies(Generic[R]):
    """A rewrite of the bodies of isolated operations, and what it has made of bodies so far.

    `rewrite` changes nothing but the body of an operation. What it makes of that, and what it returns, depends on the
    body and one attribute of the operation, but not on locations.
    """

    def __init__(self, rewrite: Callable[[Operation, Rewriter], R]) -> None:
        self._rewrite = rewrite
        self._known: dict[tuple[Body, Attribute | None], tuple[R, Content | None]] = {}

    def rewrite(self, op: Operation, attribute: Attribute | None, rewriter: Rewriter) -> tuple[R] | None:
        """Rewrites the body of `op` if that is a copy, and returns what the rewrite returns.

        None if it is not a copy; or if there are listeners for decisions or renamed values, which the copy
        does not have.
        """
        content = copied_content(op)
        if content is None or rewriter.is_explaining or rewriter.is_renaming:
            return None
        key = content.body, attribute
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = rewritten(content.body, lambda region: self._rewrite_alone(op, region))
        answer, after = known
        if after is None:
            return None
        region = CopiedRegion(relocated(after, content.locations))
        region.parent = op
        op.regions = [region]
        rewriter.has_changed = rewriter.has_rewired = True
        return (answer,)

    def _rewrite_alone(self, op: Operation, region: Region) -> R:
        """Rewrites `region` as if it were that of `op`."""
        like = Operation(op.signature, [], op.location, [region])
        return self._rewrite(like, Rewriter())
