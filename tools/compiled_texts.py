"""The texts in lit_tests/hlo, programs that XLA has compiled; make_compiled.py writes them."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "lit_tests" / "hlo"
SUFFIX = ".txt"
SIZES = "sizes.json"
"""The file with the sizes that XLA reports for each program."""


def names() -> list[str]:
    """Returns the names of all texts, in alphabetical order."""
    return sorted(file.stem for file in FOLDER.glob(f"*{SUFFIX}"))


def text(name: str) -> str:
    """Returns the text of the program `name`."""
    return (FOLDER / f"{name}{SUFFIX}").read_text(encoding="utf-8")


def sizes(name: str) -> dict[str, int]:
    """Returns the bytes of `arguments`, `results` and `donated` buffers on one device, as XLA reports them."""
    found: dict[str, int] = json.loads((FOLDER / SIZES).read_text(encoding="utf-8"))[name]
    return found
