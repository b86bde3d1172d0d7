"""Decisions of passes, as values that can be put into remarks."""

from __future__ import annotations

from typing import Any, dataclass_transform

from sdyopt.rewriting.remarks import Remarks


@dataclass_transform()
class Decision:
    """A decision of a pass. A subclass annotates its fields, which a decision is made with in their order.

    It is what a frozen dataclass would be, but the class takes no time to make: a run without remarks should not wait
    for it.
    """

    def __init__(self, *fields: Any, **named: Any) -> None:
        self.__dict__.update(zip(type(self).__annotations__, fields, strict=False), **named)

    def explain(self, remarks: Remarks) -> None:
        """Reports the decision."""
        raise NotImplementedError
