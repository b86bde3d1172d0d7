"""The HLO texts in lit_tests/hlo: programs of JAX as XLA has compiled them, and handwritten modules."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "hlo"
COMPILED, LOWERED, WRITTEN = "compiled", "lowered", "written"
"""The folders in it: compiled programs, the same as MLIR, and handwritten modules, with what XLA makes of
programs on other devices than the CPU."""

SUFFIX = ".txt"
SIZES = "sizes.json"
"""The file with the sizes that XLA reports for each program."""


def names() -> list[str]:
    """Returns the names of the compiled programs, in alphabetical order."""
    return sorted(file.stem for file in (FOLDER / COMPILED).glob(f"*{SUFFIX}"))


def text(name: str) -> str:
    """Returns the text of the compiled program `name`."""
    return (FOLDER / COMPILED / f"{name}{SUFFIX}").read_text(encoding="utf-8")


def lowered(name: str) -> str:
    """Returns the MLIR program `name` that XLA has compiled."""
    return (FOLDER / LOWERED / f"{name}{SUFFIX}").read_text(encoding="utf-8")


def sizes(name: str) -> dict[str, int]:
    """Returns the bytes of `arguments`, `results` and `donated` buffers on one device, as XLA reports them."""
    found: dict[str, int] = json.loads((FOLDER / SIZES).read_text(encoding="utf-8"))[name]
    return found


def written(name: str) -> str:
    """Returns the handwritten module `name`."""
    return (FOLDER / WRITTEN / f"{name}{SUFFIX}").read_text(encoding="utf-8")


def texts() -> dict[str, str]:
    """Returns all texts by their names."""
    hand = sorted(file.stem for file in (FOLDER / WRITTEN).glob(f"*{SUFFIX}"))
    return {name: text(name) for name in names()} | {name: written(name) for name in hand}
