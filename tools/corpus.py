"""The programs in lit_tests/corpus: what JAX lowers for people who use sdy-opt. make_corpus.py makes them."""

from __future__ import annotations

import gzip
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "lit_tests" / "corpus"
PROGRAM = ".mlir"
PACKED = ".mlir.gz"
"""How the file of a program ends that is too big to be kept as text."""


def names() -> list[str]:
    """Every program, in alphabetical order."""
    return sorted(file.name.split(".")[0] for pattern in (PROGRAM, PACKED) for file in FOLDER.glob(f"*{pattern}"))


def text(name: str) -> str:
    """The program called `name`."""
    packed = FOLDER / f"{name}{PACKED}"
    if packed.exists():
        return gzip.decompress(packed.read_bytes()).decode()
    return (FOLDER / f"{name}{PROGRAM}").read_bytes().decode()


def path(name: str, folder: Path) -> Path:
    """A file with the program called `name`: the one in the corpus, or an unpacked copy in `folder`."""
    program = FOLDER / f"{name}{PROGRAM}"
    if not program.exists():
        program = folder / program.name
        program.write_bytes(text(name).encode())
    return program


def pack(name: str, program: str, folder: Path) -> None:
    """Write `program` to its file in `folder`, packed if the corpus keeps it packed."""
    if (FOLDER / f"{name}{PACKED}").exists():
        # mtime 0: the same program gives the same bytes.
        (folder / f"{name}{PACKED}").write_bytes(gzip.compress(program.encode(), mtime=0))
    else:
        (folder / f"{name}{PROGRAM}").write_bytes(program.encode())
