"""Compares how two checkouts read the same texts: the program that each makes of them, and all that it reports.

`python -m tools.compare_readers OTHER [--mutants N] [--seed S]`: OTHER is the root of another checkout. The texts are
the chunks of all golden tests or, with `--mutants`, N mutations of them. A process in each checkout reads them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tools.fuzzing.mutation import mutate_token

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 20_000
"""How many characters a text may have to be compared."""

READER = """
import io, json, sys
from sdyopt.dialects import REGISTRY
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.reading import parse
from sdyopt.mlir.write.printer import Printer
from sdyopt.mlir.write.print_options import PrintOptions

def shown(diagnostics):
    notes = lambda d: [[n.message, str(n.location)] for n in d.notes]
    return [[d.severity, d.message, str(d.location), notes(d)] for d in diagnostics]

for line in sys.stdin:
    text = json.loads(line)
    complaints = []
    try:
        parsed = parse(text, REGISTRY, True, complaints=complaints)
        found = ["read", str(parsed.module), shown(complaints)]
    except CompilationError as error:
        found = ["refused", shown([*complaints, *error.diagnostics])]
    except Exception as error:
        found = ["crashed", f"{type(error).__name__}: {error}"]
    print(json.dumps(found), flush=True)
"""


def readings(root: Path, texts: list[str]) -> list[Any]:
    """Returns what the checkout at `root` makes of each text."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    lines = "".join([json.dumps(text) + "\n" for text in texts])
    run = subprocess.run(
        [sys.executable, "-c", READER],
        input=lines,
        capture_output=True,
        text=True,
        cwd=root,
        env=environment,
        check=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def texts_of_goldens() -> list[str]:
    """Returns the chunks of all golden tests."""
    chunks = []
    for file in sorted((ROOT / "lit_tests").rglob("*.mlir")):
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
        chunks += text.split("// -----") if "split-input-file" in text else [text]
    return [chunk for chunk in chunks if len(chunk) <= LONGEST]


def main() -> None:
    """Prints each difference, up to a limit, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path)
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="a folder for the texts that differ")
    parser.add_argument("--show", type=int, default=10)
    arguments = parser.parse_args()
    texts = texts_of_goldens()
    if arguments.mutants:
        chance = random.Random(arguments.seed)
        short = [text for text in texts if len(text) < 4_000]
        texts = [mutate_token(chance.choice(short), chance) for _ in range(arguments.mutants)]
    ours, theirs = readings(ROOT, texts), readings(arguments.other.resolve(), texts)
    kinds: Counter[str] = Counter()
    shown = 0
    for text, our, their in zip(texts, ours, theirs, strict=True):
        if our == their:
            continue
        kinds[f"{their[0]}, here {our[0]}"] += 1
        if arguments.keep:
            arguments.keep.mkdir(exist_ok=True)
            (arguments.keep / f"{arguments.seed}_{sum(kinds.values())}.mlir").write_text(text)
        if shown < arguments.show:
            shown += 1
            same = next((i for i, (a, b) in enumerate(zip(str(our), str(their))) if a != b), 0)  # noqa: B905
            part = slice(max(same - 150, 0), same + 250)
            sys.stdout.write(f"--- {text[:160]!r}\nthere: {str(their)[part]}\nhere:  {str(our)[part]}\n")
    sys.stdout.write(f"{len(texts)} texts, {sum(kinds.values())} differences: {dict(kinds)}\n")


if __name__ == "__main__":
    main()
