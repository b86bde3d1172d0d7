"""What XLA dumps of the modules that it compiles (`--xla_dump_to=FOLDER`): their text, and what it allocates for them.

Files are called `module_0002.jit_step.cpu_after_optimizations.txt`; beside such a text, one that ends in
`-buffer-assignment.txt` lists the buffers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_TEXT = "after_optimizations.txt"
_BUFFERS = "-buffer-assignment.txt"

_NUMBER = re.compile(r"module_(\d{1,18})\.")
_NAME = re.compile(r"HloModule ([^\s,]+)")
_ALLOCATION = re.compile(r"^allocation \d+: (?:0x[0-9a-f]+, )?size (\d{1,18}), (.*):$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Allocated:
    """The buffers of a program on one device, in bytes, as in JAX's `memory_analysis()`."""

    arguments: int
    results: int
    aliased: int
    """Of both, what results share with donated arguments."""
    temporaries: int

    @property
    def bytes(self) -> int:
        """All of them together."""
        return self.arguments + self.results - self.aliased + self.temporaries


@dataclass(frozen=True, slots=True)
class DumpedModule:
    """A module that XLA has compiled and dumped."""

    name: str
    path: Path
    """The text of the compiled module."""

    def allocated(self) -> Allocated | None:
        """Returns what XLA allocates for the module; None if that is not in the dump. Raises OSError."""
        path = self.path.with_name(self.path.name.removesuffix(".txt") + _BUFFERS)
        return allocated_in(path.read_text(encoding="utf-8", errors="replace")) if path.exists() else None


def dumped_modules(folder: Path) -> list[DumpedModule]:
    """Returns the compiled modules in a folder in the order of their compilation. Raises OSError."""
    found = []
    for path in folder.iterdir():
        if path.name.endswith(_TEXT):
            with path.open(encoding="utf-8", errors="replace") as file:
                match = _NAME.match(file.readline(4096))
            if match is not None:
                number = _NUMBER.search(path.name)
                found.append((int(number[1]) if number else 0, path.name, DumpedModule(match[1], path)))
    return [module for _, _, module in sorted(found, key=lambda each: each[:2])]


def has_uncompiled(folder: Path) -> bool:
    """Whether a folder has the text of a module from before XLA's optimizations. Raises OSError."""
    return any(path.name.endswith("before_optimizations.txt") for path in folder.iterdir())


def allocated_in(text: str) -> Allocated | None:
    """Returns the sums of the allocations of a buffer assignment; None if the text lists none.

    Constants and what a thread needs for scalars do not count, as in `memory_analysis()`.
    """
    arguments = results = aliased = temporaries = 0
    allocations = _ALLOCATION.findall(text)
    for number, uses in allocations:
        size, is_argument, is_result = int(number), uses.startswith("parameter "), "maybe-live-out" in uses
        arguments += size if is_argument else 0
        results += size if is_result else 0
        aliased += size if is_argument and is_result else 0
        temporaries += size if "preallocated-temp" in uses else 0
    return Allocated(arguments, results, aliased, temporaries) if allocations else None
