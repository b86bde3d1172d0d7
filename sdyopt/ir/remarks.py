"""Remarks: what passes tell of their decisions to those who ask why. These are types; a run without imports none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

RemarkArgument: TypeAlias = Value | Operation | Attribute | str | int | None
"""What a remark is about; an operation stands for its name."""


class Remarks(Protocol):
    """Where a pass tells of its decisions. Its own is None if nobody asks; then nothing is put together to be told."""

    def tell(
        self,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **arguments: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        """Tells of a decision on `at`; programs know its `kind`, people read the `text`, and `notes` on other places.

        `{value}` in the text is where the argument of that name stands. `{uses:#} {uses:use|uses}` is a count, `no` if
        it is 0, with the word for one or for several; that may be chosen by the length of a sequence, too.
        """
        ...

    def stands_for(self, new: Value, old: Value) -> None:
        """Tells that `new` is a copy of `old`, or took its place: it has the name that the reader knows."""
        ...
