"""Colours of a terminal as escape codes, and whether they are wanted."""

from __future__ import annotations

import os
from typing import TextIO

BOLD, REVERSE, RED, GREEN, BLUE, MAGENTA, CYAN = "1", "7", "31", "32", "34", "35", "36"


def painted(text: str, *codes: str) -> str:
    """`text` in the colours, and in bold if that is among the codes."""
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def wants_colour(stream: TextIO | None, choice: str = "auto") -> bool:
    """Whether what is written to `stream` is to be coloured, by the value of `-color`: auto, always or never.

    What the user says on the command line counts first, then the environment: NO_COLOR, then FORCE_COLOR and
    CLICOLOR_FORCE; else colours go to terminals that have them.
    """
    if choice != "auto":
        return choice == "always"
    environment = os.environ
    if environment.get("NO_COLOR"):
        return False
    if any(environment.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return stream is not None and stream.isatty() and environment.get("TERM") != "dumb"
