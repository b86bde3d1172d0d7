"""Coverage-guided fuzzing of the parsers: texts are mutated, and kept if they reach new code.

    python -m tools.fuzzing.coverage_fuzz ir|shape [--minutes M] [--runs N] [--seed N] [--corpus FOLDER]
        [--findings FOLDER]

`ir` parses MLIR, verifies and prints it; `shape` parses XLA's shapes. A text may be rejected only by the parser's own
error; output must parse to itself, unless the reference behaves the same; and nothing may take long. A run continues
with the texts in the corpus folder, which is filled from the tests if it is empty. Each kind of finding is reduced and
written to the findings folder. Needs atheris (the extra `fuzz`). Exits with 1 if there is any finding.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click

from sdyopt.testing.reduction.texts import reduced
from tools.fuzzing.fuzz_targets import TARGETS, FuzzTarget, NotReadBackError
from tools.fuzzing.mutation import mutate

ENCODING = "utf-8", "surrogateescape"

SLOW = 20
"""Seconds after which a text takes too long, even on a busy machine."""

MEMORY = 2048
"""The megabytes that a run may use."""

ASKED = 20
"""The number of findings of one kind for which the reference is run."""

BYTES = 0.4
"""The share of libFuzzer's own mutations: most changes of bytes only break a word."""


# --- texts ----------------------------------------------------------------------------------------------------------


def write_seeds(target: FuzzTarget, folder: Path) -> None:
    """Writes each seed of `target` that is not too long to a file named by its content."""
    for seed in target.seeds():
        data = seed.encode(*ENCODING)
        if data and len(data) <= target.longest:
            (folder / _digest(data)).write_bytes(data)


def dictionary(words: Iterable[str]) -> str:
    """Returns `words` in libFuzzer's format."""
    return "".join(f'"{_escaped(word)}"\n' for word in sorted(set(words)))


def _escaped(word: str) -> str:
    return "".join(c if c.isalnum() and c.isascii() else "".join(f"\\x{b:02X}" for b in c.encode()) for c in word)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def changed(data: bytes, longest: int, seed: int) -> bytes:
    """Returns `data` with mutated bytes, or with the mutations of `tools.fuzz`."""
    import atheris

    chance = random.Random(seed)
    if chance.random() < BYTES:
        mutated: bytes = atheris.Mutate(data, longest)
        return mutated
    text = data.decode(*ENCODING)
    for _ in range(chance.choice((1, 1, 2, 4))):
        text = mutate(text, chance)
    return text.encode(*ENCODING)[:longest]


# --- finds ----------------------------------------------------------------------------------------------------------


class Findings:
    """Checks texts, and writes the first text of each kind of failure to a folder, reduced."""

    def __init__(self, target: FuzzTarget, folder: Path, budget: int = 500) -> None:
        self.target = target
        self.folder = folder
        self.budget = budget
        self.known: set[str] = set()
        self.asked: Counter[str] = Counter()

    def take(self, data: bytes) -> None:
        """Checks one text. Never raises an Exception."""
        text = data.decode(*ENCODING)
        kind = self._kind(text, ASKED)
        if kind is not None:
            smaller = reduced(text, lambda part: self._kind(part, sys.maxsize) == kind, self.budget)
            self.known.add(kind)
            self._write(kind, smaller)

    def _kind(self, text: str, limit: int) -> str | None:
        """Returns how the check fails on `text`, unless the failure is known. Each kind is verified `limit` times."""
        try:
            self.target.check(text)
        except NotReadBackError as error:
            if error.kind in self.known or self.asked[error.kind] >= limit:
                return None
            self.asked[error.kind] += 1
            return None if self.target.excuses(error) else error.kind
        except Exception as error:
            steps = traceback.extract_tb(error.__traceback__)[-3:]
            kind = " ".join([type(error).__name__, *(f"{step.name}:{step.lineno}" for step in steps)])
            return None if kind in self.known else kind
        return None

    def _write(self, kind: str, text: str) -> None:
        name = _digest(kind.encode(*ENCODING))
        (self.folder / name).write_bytes(text.encode(*ENCODING))
        try:
            self.target.check(text)
        except Exception:
            (self.folder / f"{name}.txt").write_text(traceback.format_exc(), errors="surrogateescape")


# --- as a command ---------------------------------------------------------------------------------------------------


def fuzz(name: str, folder: Path, findings: Path, options: dict[str, object]) -> None:
    """Runs until libFuzzer ends the process, according to `options`."""
    import atheris

    take = Findings(TARGETS[name], findings).take
    arguments = [sys.argv[0], str(folder), *(f"-{option}={value}" for option, value in options.items())]
    atheris.Setup(arguments, take, custom_mutator=changed)
    with atheris.instrument_imports(include=["sdyopt"]):  # Including modules that are imported lazily.
        take(b"")  # Most modules are imported here, which takes time.
        atheris.Fuzz()


@click.command()
@click.argument("name", metavar="|".join(TARGETS), type=click.Choice(sorted(TARGETS)))
@click.option("--minutes", default=1.0, help="How long.")
@click.option("--runs", default=-1, help="How many texts, if the time is not over before.")
@click.option("--seed", default=1, help="Of the choices; 0 takes another each time.")
@click.option("--corpus", "folder", type=click.Path(path_type=Path), help="The texts; by default findings/corpus-NAME.")
@click.option("--findings", type=click.Path(path_type=Path), default=Path("findings"), help="Where findings go.")
def main(name: str, minutes: float, runs: int, seed: int, folder: Path | None, findings: Path) -> None:
    """Search for texts that break the parser NAME."""
    target = TARGETS[name]
    folder = folder or Path("findings", f"corpus-{name}")
    found = findings / name
    for place in (folder, found):
        place.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        write_seeds(target, folder)
    before = set(found.iterdir())
    with tempfile.NamedTemporaryFile("w", suffix=".dict") as words:
        words.write(dictionary(target.words()))
        words.flush()
        options = {
            "dict": words.name,
            "artifact_prefix": f"{found}/",
            "max_total_time": round(60 * minutes),
            "runs": runs,
            "max_len": target.longest,
            "timeout": SLOW,
            "rss_limit_mb": MEMORY,
            "seed": seed,
            "print_final_stats": 1,
        }
        # libFuzzer ends the process that it runs in.
        process = multiprocessing.get_context("spawn").Process(target=fuzz, args=(name, folder, found, options))
        process.start()
        process.join()
    new = sorted(set(found.iterdir()) - before)
    for file in new:
        click.echo(f"found: {file}")
    sys.exit(process.exitcode or bool(new))


if __name__ == "__main__":
    main()
