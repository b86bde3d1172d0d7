"""The programs in lit_tests/corpus: what JAX handed to sdy-opt for eight simulated devices, not compiled."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "lit_tests" / "corpus"
PROGRAM = ".mlir"
PACKED = ".mlir.gz"
"""The suffix of packed programs, which are too big to be kept as text."""

PART_END = re.compile(r"^// -----.*\n?", re.MULTILINE)
"""The line between the modules of a golden test."""

NEWER = "newer than the reference"
"""The words of the comment at the top of a golden test whose programs have parts that the reference does not know."""

DUMPS = FOLDER.parent / "python" / "passes" / "Inputs" / "xla_form"
QUICK = ("control_flow", "jit_in_jit", "mlp")
"""The programs that tests of all programs run without `-m long`, too."""


def names() -> list[str]:
    """Returns the names of all programs, in alphabetical order."""
    return sorted(program.name.split(".")[0] for pattern in (PROGRAM, PACKED) for program in FOLDER.glob(f"*{pattern}"))


def file(name: str) -> Path:
    """Returns the file of the program `name`, as text or packed."""
    packed = FOLDER / f"{name}{PACKED}"
    return packed if packed.exists() else FOLDER / f"{name}{PROGRAM}"


def text(name: str) -> str:
    """Returns the program `name`."""
    return read(file(name))


def read(program: Path) -> str:
    """Returns the text of a file, which may be packed."""
    content = program.read_bytes()
    return (gzip.decompress(content) if program.suffix == ".gz" else content).decode()


def texts_and_examples() -> dict[str, str]:
    """Returns all programs by their names, and those in `examples` by their paths."""
    examples = sorted((FOLDER.parents[1] / "examples").glob(f"*{PROGRAM}"))
    return {name: text(name) for name in names()} | {
        f"examples/{file.name}": file.read_text(encoding="utf-8") for file in examples
    }


def golden_tests() -> dict[str, list[str]]:
    """Returns the modules of each golden test that the reference knows, with comments, in the order of files' names.

    What XLA has dumped for some release is no golden test.
    """
    tests = sorted(file for file in FOLDER.parent.rglob(f"*{PROGRAM}") if file.parent not in (FOLDER, DUMPS))
    texts = {file.relative_to(FOLDER.parent).as_posix(): file.read_text(errors="surrogateescape") for file in tests}
    return {
        name: [part for part in PART_END.split(text) if part.strip()]
        for name, text in texts.items()
        if NEWER not in text.split("\n\n", 1)[0]
    }


def golden_parts() -> list[str]:
    """Returns every module in the golden tests that the reference knows, with its comments, in the order of files."""
    return [part for parts in golden_tests().values() for part in parts]


def unpacked(program: Path, folder: Path) -> Path:
    """Returns `program`, or an unpacked copy in `folder` if it is packed."""
    if program.suffix != ".gz":
        return program
    copy = folder / program.stem
    copy.write_bytes(gzip.decompress(program.read_bytes()))
    return copy


def write(name: str, program: str, folder: Path) -> None:
    """Writes `program` to the file of its name in `folder`, packed if the corpus keeps it packed."""
    content = program.encode()
    # mtime 0: the same program gives the same bytes.
    packed = file(name).suffix == ".gz"
    (folder / file(name).name).write_bytes(gzip.compress(content, mtime=0) if packed else content)
