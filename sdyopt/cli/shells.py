"""The shells that complete command lines, and what makes them do so."""

from __future__ import annotations

import os.path

_FOLDER = os.path.join(os.path.dirname(__file__), "completion", "scripts")

SCRIPTS = {shell: os.path.join(_FOLDER, f"completion.{shell}") for shell in ("bash", "zsh", "fish")}
"""The file that holds the script of each shell: the same one for all commands."""
