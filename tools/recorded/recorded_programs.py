"""The programs in lit_tests/compiled, which record_compiled.py writes: their text, XLA's text, and XLA's numbers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "compiled"
SETS = ("u", "v", "x", "w", "y", "z")
"""The first letters of the programs' names."""

PROGRAM, BEFORE, AFTER = "program.mlir", "before_propagation.mlir", "after_propagation.mlir"
"""The program as JAX lowers it, with locations, and XLA's own module before and after Shardy's propagation."""

PLAIN, MEMORY, F32 = "plain.hlo", "memory.hlo", "f32.hlo"
"""What XLA compiles as usual, with the schedule that needs the least memory, and with f32 for 16-bit floats."""

F32_PROGRAM, NUMBERS, SUFFIX = "f32.mlir", "numbers.json", ".gz"


def names(of: str = "".join(SETS)) -> list[str]:
    """Returns the names of the recorded programs of the sets in `of`, in the order of the sets."""
    found = sorted(file.parent.name for file in FOLDER.glob(f"*/{NUMBERS}"))
    return [name for each in SETS if each in of for name in found if name.startswith(each)]


def has(name: str, part: str) -> bool:
    """Whether the program `name` is recorded with that part."""
    return (FOLDER / name / f"{part}{SUFFIX}").exists()


def text(name: str, part: str = PROGRAM) -> str:
    """Returns a part of what is recorded of the program `name`."""
    return gzip.decompress((FOLDER / name / f"{part}{SUFFIX}").read_bytes()).decode()


def numbers(name: str) -> dict[str, Any]:
    """Returns XLA's sizes, operations and bytes sent of each compilation of the program `name`, and versions."""
    found: dict[str, Any] = json.loads((FOLDER / name / NUMBERS).read_text(encoding="utf-8"))
    return found


def write(folder: Path, parts: dict[str, str], numbers: dict[str, Any]) -> None:
    """Writes what is recorded of a program into `folder`; equal texts give equal files."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"*{SUFFIX}"):
        if old.name.removesuffix(SUFFIX) not in parts:
            old.unlink()
    for part, content in parts.items():
        (folder / f"{part}{SUFFIX}").write_bytes(gzip.compress(content.encode(), 9, mtime=0))
    (folder / NUMBERS).write_text(json.dumps(numbers, indent=1, sort_keys=True) + "\n", encoding="utf-8")
