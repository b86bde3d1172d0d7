"""Colours of a terminal as escape codes, and whether to use them."""

from __future__ import annotations

import os
from typing import TextIO

BOLD, REVERSE, RED, GREEN, BLUE, MAGENTA, CYAN = "1", "7", "31", "32", "34", "35", "36"


def painted(text: str, *codes: str) -> str:
    """Returns `text` with escape codes for colours and bold."""
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def wants_colour(stream: TextIO | None, choice: str = "auto") -> bool:
    """Returns whether to use colours on `stream`, for the value of `-color`: auto, always or never.

    The command line comes first, then the environment: NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE. Otherwise terminals
    that have colours get them.
    """
    if choice != "auto":
        return choice == "always"
    environment = os.environ
    if environment.get("NO_COLOR"):
        return False
    if any(environment.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return stream is not None and stream.isatty() and environment.get("TERM") != "dumb"
