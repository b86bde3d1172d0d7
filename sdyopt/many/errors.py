"""What is wrong with a run as a whole, whatever its inputs are."""

from __future__ import annotations


class RunError(Exception):
    """The run does not begin, or does not go on; its text says why."""
