"""Errors of a run as a whole, independent of its inputs."""

from __future__ import annotations


class RunError(Exception):
    """The run cannot start, or cannot continue, for the reason in its text."""
