"""Remarks: what passes report of their decisions, for those who ask why. A run without remarks needs none of this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

RemarkArgument: TypeAlias = Value | Operation | Attribute | str | int | float | None
"""What a remark is about; an operation stands for its name."""


class Remarks(Protocol):
    """Where the remarks of a pass go."""

    def tell(
        self,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **arguments: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        """Reports a decision on `at`; programs know its `kind`, people read the `text`, and `notes` on other places.

        `{value}` in the text is where the argument of that name stands. `{uses:#} {uses:use|uses}` is a count, `no` if
        it is 0, with the word for one or for several; that may be chosen by the length of a sequence, too.
        """
        ...

    def renames(self, new: Value, old: Value) -> None:
        """Notes that `new` is a copy of `old`, or took its place: remarks call it by the name that the reader knows."""
        ...
