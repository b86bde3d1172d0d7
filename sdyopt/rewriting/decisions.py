"""Decisions of passes, as values that can be put into remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.record import Record
from sdyopt.ir.value import Value
from sdyopt.rewriting.remarks import RemarkArgument, Remarks


class Decision(Record):
    """A decision of a pass. A subclass annotates its fields, which a decision is made with in their order."""

    kind: ClassVar[str]
    """The kind of the remark, for programs."""

    text: ClassVar[str]
    """The text of the remark. `{name}` stands for a field, or another attribute of the decision."""

    @property
    def details(self) -> dict[str, Any]:
        """The fields after the first one, by name."""
        return {name: getattr(self, name) for name in self.record_fields[1:]}

    def explain(self, remarks: Remarks) -> None:
        """Reports the decision: by default its text, on the operation or value in its first field."""
        self.report(remarks, self.kind, self.text, getattr(self, self.record_fields[0]))

    def report(
        self,
        remarks: Remarks,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **others: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        """Reports a text on `at`, see `Remarks.tell`: `{name}` stands for one of the `others`, else as in `text`."""
        import string  # of which a run without remarks has no need

        texts = [text, *[note for note, _ in notes]]
        names = [name for each in texts for _, name, _, _ in string.Formatter().parse(each) if name is not None]
        arguments = {name: others[name] if name in others else getattr(self, name) for name in names}
        remarks.tell(kind, text, at, *notes, **{**arguments, **others})


class Explanation(NamedTuple):
    """The record of a decision of our own passes, which functions return: what `Remarks.tell` takes."""

    kind: str
    text: str
    place: Operation | Value
    values: Mapping[str, Any]
    notes: tuple[tuple[str, Operation | Value], ...] = ()

    def explain(self, remarks: Remarks) -> None:
        """Reports the decision."""
        remarks.tell(self.kind, self.text, self.place, *self.notes, **self.values)


def explained(
    kind: str,
    text: str,
    place: Operation | Value,
    /,
    *notes: tuple[str, Operation | Value],
    **values: RemarkArgument | Sequence[RemarkArgument],
) -> Explanation:
    """Returns the record of a decision."""
    return Explanation(kind, text, place, values, notes)
