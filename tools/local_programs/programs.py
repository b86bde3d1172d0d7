"""The programs in lit_tests/local_programs, which `tools.programs.make_partitioned` writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "local_programs"
SUFFIX = ".txt"
TABLE = "programs.json"
SEPARATOR = "// -----\n"
"""The line between a program for eight devices and the same for one."""


class LoweredProgram(NamedTuple):
    """A program that JAX has lowered twice, and what it is."""

    name: str
    topic: str
    about: str
    below: tuple[int | None, ...]
    """For each input: its elements are integers from 0 to below this number, or floats between -1 and 1."""

    @property
    def texts(self) -> tuple[str, str]:
        """The program for eight devices, and that for one."""
        partitioned, whole = (FOLDER / f"{self.name}{SUFFIX}").read_text(encoding="utf-8").split(SEPARATOR)
        return partitioned, whole


def programs() -> dict[str, LoweredProgram]:
    """Returns all programs by name, in the order of their topics."""
    rows = json.loads((FOLDER / TABLE).read_text(encoding="utf-8"))
    return {row["name"]: LoweredProgram(row["name"], row["topic"], row["about"], tuple(row["below"])) for row in rows}


def write(programs: list[tuple[LoweredProgram, str, str]], folder: Path = FOLDER) -> None:
    """Writes programs with their texts for eight devices and for one."""
    folder.mkdir(parents=True, exist_ok=True)
    for program, partitioned, whole in programs:
        text = f"{partitioned.rstrip()}\n{SEPARATOR}{whole.rstrip()}\n"
        (folder / f"{program.name}{SUFFIX}").write_text(text, encoding="utf-8")
    rows = [json.dumps(program._asdict()) for program, _, _ in programs]
    (folder / TABLE).write_text("[\n " + ",\n ".join(rows) + "\n]\n", encoding="utf-8")
