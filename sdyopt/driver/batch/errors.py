"""Errors of a run as a whole, independent of its inputs."""

from __future__ import annotations

from sdyopt.ir.errors import SdyOptError


class RunError(SdyOptError):
    """The run cannot start, or cannot continue, for the reason in its text."""
