"""Decisions of passes, as values that can be put into remarks."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.record import Record
from sdyopt.rewriting.remarks import Remarks


class Decision(Record):
    """A decision of a pass. A subclass annotates its fields, which a decision is made with in their order."""

    kind: ClassVar[str]
    """The kind of the remark, for programs."""

    text: ClassVar[str]
    """The text of the remark. `{name}` stands for a field, or another attribute of the decision."""

    def explain(self, remarks: Remarks) -> None:
        """Reports the decision: by default its text, on the operation or value in its first field."""
        import string  # of which a run without remarks has no need

        at = getattr(self, self.record_fields[0])
        names = [name for _, name, _, _ in string.Formatter().parse(self.text) if name is not None]
        remarks.tell(self.kind, self.text, at, **{name: getattr(self, name) for name in names})
