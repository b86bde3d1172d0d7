"""A column is declared once, and shown in tables, as JSON, on pages and in graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Flag, auto
from operator import attrgetter
from typing import Any, Generic, TypeVar

from sdyopt.display.tables import Column, Table
from sdyopt.ir.record import Record
from sdyopt.view.render.amounts import UNKNOWN

Row = TypeVar("Row")
Whole = TypeVar("Whole")
Listing = TypeVar("Listing")
"""What the headings and the cells of a table depend on besides a row."""
Page = TypeVar("Page")
"""What a page knows besides a row."""


class Forms(Flag):
    """Where values are written, each under the key of its field."""

    JSON = auto()
    PAGE = auto()
    ROWS = auto()
    """The plain dictionaries of the library."""
    BOTH = JSON | PAGE
    ALL = JSON | PAGE | ROWS


_ATTRIBUTE: Callable[[Any], Any] = attrgetter("key")
"""Stands for the function that returns the attribute with the name of the key."""


class RowField(Generic[Row, Listing, Page], Record):
    """What is shown of a row; each form lists its fields in the order of their declarations."""

    key: str
    value: Callable[[Row], Any] = _ATTRIBUTE
    """What the `forms` write, None if it is not known; by default the attribute that is called like the key."""
    forms: Forms = Forms(0)
    page: Callable[[Row, Page], Any] | None = None
    """What a page has under the key, if that is not the value."""
    column: Column | Callable[[Listing], Column | None] | None = None
    """The column of a table, None for those without it."""
    cell: Callable[[Row, Listing], str] | None = None
    """The text in the column, if that is not the text of the value."""
    label: str = ""
    """What the attribute of a graph is called; empty for graphs without it."""
    text: Callable[[Any], str] = str
    """The text of a value that is known."""

    def __post_init__(self) -> None:
        if self.value is _ATTRIBUTE:
            self.value = attrgetter(self.key)

    def written(self, row: Row, _: Listing | None = None) -> str:
        """Returns the text of the value."""
        value = self.value(row)
        return UNKNOWN if value is None else self.text(value)

    def of(self, part: Callable[[Whole], Row]) -> RowField[Whole, Listing, Page]:
        """Returns the field of a row that has such a part, which pages and graphs do not repeat."""
        value, cell = self.value, self.cell
        return RowField(
            self.key,
            lambda row: value(part(row)),
            self.forms & ~Forms.PAGE,
            column=self.column,
            cell=None if cell is None else lambda row, listing: cell(part(row), listing),
            text=self.text,
        )


class Columns(Generic[Row, Listing, Page]):
    """The fields of one kind of rows."""

    def __init__(self, *fields: RowField[Row, Listing, Page]) -> None:
        self.fields = fields
        self._written = {form: [each for each in fields if form in each.forms] for form in (Forms.JSON, Forms.ROWS)}

    def object(self, row: Row, form: Forms = Forms.JSON) -> dict[str, Any]:
        """Returns a row for programs: JSON, or a plain dictionary."""
        return {field.key: field.value(row) for field in self._written[form]}

    def on_page(self, row: Row, page: Page) -> dict[str, Any]:
        """Returns a row for the scripts of a page."""
        return {
            field.key: field.value(row) if field.page is None else field.page(row, page)
            for field in self.fields
            if Forms.PAGE in field.forms or field.page is not None
        }

    def attributes(self, row: Row) -> dict[str, str]:
        """Returns the attributes that a node of a graph has."""
        return {field.label: field.written(row) for field in self.fields if field.label}

    def table(self, rows: Sequence[Row], listing: Listing) -> Table:
        """Returns a table with a line for each row."""
        columns, cells = [], []
        for field in self.fields:
            column = field.column(listing) if callable(field.column) else field.column
            if column is not None:
                columns.append(column)
                cells.append(field.cell or field.written)
        return Table(columns, [[cell(row, listing) for cell in cells] for row in rows])
