"""Reads files in binary form that were changed at random: each is a program, or has errors.

    python -m tools.fuzzing.byte_fuzz [--seed N] [--count N] [--findings FOLDER]

The files are bytecode, portable artifacts and files of `jax.export`: those of golden tests, and generated modules in
every version. No file may break the reader, take longer than `PATIENCE`, or need more than `MEMORY`. What does so is
written to the findings folder. Exits with 1 if there is any.
"""

from __future__ import annotations

import contextlib
import random
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

import sdyopt
from sdyopt import bytecode
from sdyopt.mlir.diagnostics import CompilationError
from tools import corpus
from tools.cases import ARTIFACT_VERSIONS, artifact_modules, binary_modules
from tools.fuzz import PATIENCE, out_of_patience

MEMORY = 1 << 30
"""The bytes that the process may use, in all."""

GENERATED = 60
"""The number of generated modules among the files."""

FILES = sorted((corpus.FOLDER.parent / "bytecode" / "Inputs").iterdir())


def mutated(chance: random.Random, data: bytes) -> bytes:
    """Returns `data` with one to four changes."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        place = chance.randrange(len(changed) + 1)
        if (kind := chance.randrange(5)) == 0:
            changed[place : place + 1] = [chance.randrange(256)]
        elif kind == 1 and place < len(changed):
            changed[place] ^= 1 << chance.randrange(8)
        elif kind == 2:
            del changed[place : place + chance.randrange(1, 4)]
        elif kind == 3:
            changed[place:place] = chance.randbytes(chance.randrange(1, 9))
        else:
            del changed[place:]
    return bytes(changed)


def files(generated: int = GENERATED) -> list[bytes]:
    """Returns the files of the golden tests, and of generated modules in different versions."""
    found = [file.read_bytes() for file in FILES]
    for number in range(generated):
        module = sdyopt.parse(binary_modules(number).text, allow_unregistered_dialect=True)
        found.append(bytecode.write(module.operation, version=number % 7, locate=module.source.resolve))
        with contextlib.suppress(sdyopt.Error, CompilationError):  # What is wrong, or the version cannot express.
            module = sdyopt.parse(artifact_modules(number).text)
            target = ARTIFACT_VERSIONS[number % len(ARTIFACT_VERSIONS)]
            found.append(bytecode.write_artifact(module.operation, target, locate=module.source.resolve))
    return found


def check(number: int, contents: Sequence[bytes]) -> bool:
    """Returns whether changed file `number` is a program, and prints it. Raises whatever breaks the reader."""
    data, allow_unregistered = changed_file(number, contents)
    try:
        str(sdyopt.parse(data, allow_unregistered))
    except sdyopt.Error:
        return False
    return True


def changed_file(number: int, contents: Sequence[bytes]) -> tuple[bytes, bool]:
    """Returns one of `contents` with changes, and whether unknown dialects are allowed in it."""
    chance = random.Random(f"bytes {number}")
    return mutated(chance, chance.choice(contents)), chance.random() < 0.7


# --- as a command ----------------------------------------------------------------------------------------------------


@click.command()
@click.option("--seed", default=0, help="The number of the first file.")
@click.option("--count", default=10_000, help="How many files.")
@click.option("--findings", type=click.Path(path_type=Path), default=Path("findings"), help="Where findings go.")
def main(seed: int, count: int, findings: Path) -> None:
    """Read changed files in binary form."""
    contents = files()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, out_of_patience)
    tally: Counter[str] = Counter()
    longest = 0.0
    for number in range(seed, seed + count):
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            tally["programs" if check(number, contents) else "errors"] += 1
        except Exception as error:
            tally["findings"] += 1
            kind = f"{type(error).__name__} in {traceback.extract_tb(error.__traceback__)[-1].name}"
            click.echo(f"file {number}: {kind}")
            findings.mkdir(parents=True, exist_ok=True)
            (findings / f"bytes-{number}").write_bytes(changed_file(number, contents)[0])
            (findings / f"bytes-{number}.txt").write_text(traceback.format_exc(), errors="surrogateescape")
        left, _ = signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        longest = max(longest, PATIENCE - left)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    click.echo(
        f"{count:,} changed files of {len(contents)}: {tally['programs']:,} programs, {tally['errors']:,} with errors, "
        f"{tally['findings']:,} findings; at most {longest:.1f} s for one, {peak:,} MiB for all"
    )
    sys.exit(bool(tally["findings"]))


if __name__ == "__main__":
    main()
