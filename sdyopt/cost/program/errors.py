"""What sdy-view cannot do."""

from __future__ import annotations

from sdyopt.ir.errors import SdyOptError


class ViewError(SdyOptError):
    """A program, a name or a picture that cannot be shown; the message says why."""


class UnknownValueError(ViewError):
    """A name that no value has. The message suggests names like it."""


class GridError(ViewError):
    """A picture of no tensor, of too many devices, or of dimensions, blocks or places that are not there."""
