"""The shells that complete command lines, and their scripts."""

from __future__ import annotations

import os.path

_FOLDER = os.path.join(os.path.dirname(__file__), "completion", "scripts")

SCRIPTS = {shell: os.path.join(_FOLDER, f"completion.{shell}") for shell in ("bash", "zsh", "fish")}
"""The file with the script of each shell, which is the same for all commands."""
