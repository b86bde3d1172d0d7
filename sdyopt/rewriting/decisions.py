"""Decisions of passes, as values that can be put into remarks."""

from __future__ import annotations

from typing import Any, ClassVar, dataclass_transform

from sdyopt.rewriting.remarks import Remarks


@dataclass_transform()
class Decision:
    """A decision of a pass. A subclass annotates its fields, which a decision is made with in their order.

    It is what a frozen dataclass would be, but the class takes no time to make: a run without remarks should not wait
    for it.
    """

    kind: ClassVar[str]
    """The kind of the remark, for programs."""

    text: ClassVar[str]
    """The text of the remark. `{name}` stands for a field, or another attribute of the decision."""

    def __init__(self, *fields: Any, **named: Any) -> None:
        self.__dict__.update(zip(type(self).__annotations__, fields, strict=False), **named)

    def explain(self, remarks: Remarks) -> None:
        """Reports the decision: by default its text, on the operation or value in its first field."""
        import string  # of which a run without remarks has no need

        at = getattr(self, next(iter(type(self).__annotations__)))
        names = [name for _, name, _, _ in string.Formatter().parse(self.text) if name is not None]
        remarks.tell(self.kind, self.text, at, **{name: getattr(self, name) for name in names})
