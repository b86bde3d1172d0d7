"""Printed text in which everything is written where it is: without aliases, and without what would stand around it."""

from __future__ import annotations

from typing import Any

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import UNIT, DistinctAttr
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.write.alias_placeholders import MARK, definition_of, inner_mark, with_marks_replaced
from sdyopt.mlir.write.aliases import AliasPlace, Mention, Visit, located
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.builtin import location_body
from sdyopt.mlir.write.print_options import PrintOptions


class LocalScope:
    """One printed operation. `source` is the text it was parsed from."""

    def __init__(self, source: Source | None, options: PrintOptions) -> None:
        self.source = source
        self.options = options
        self.distinct: dict[Attribute, int] = {}

    def resolve(self, parts: list[Any]) -> str:
        """The text of `parts`, strings among which Visits, Mentions and Places stand."""
        return "".join([self._shown(part) for part in parts if type(part) not in (Visit, Mention)])

    def _shown(self, part: str | AliasPlace) -> str:
        if isinstance(part, str):
            return with_marks_replaced(part, self._written) if MARK in part else part
        text = self._written(located(part.location, self.source), is_inner=False)
        return f" {with_marks_replaced(text, self._written)}"

    def _written(self, attribute: Attribute, is_inner: bool) -> str:
        """What a mark stands for, with marks in it for what has some in turn."""
        if isinstance(attribute, Location):
            is_pretty = self.options.pretty_debug_info
            body = location_body(attribute, inner_mark, is_pretty)
            return body if is_inner or is_pretty else f"loc({body})"
        if isinstance(attribute, DistinctAttr):
            number = self.distinct.setdefault(attribute, len(self.distinct))
            return f"distinct[{number}]<{'' if attribute.referenced is UNIT else text_of(attribute.referenced)}>"
        return definition_of(attribute)
