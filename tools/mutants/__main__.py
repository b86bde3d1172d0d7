"""Mutation testing of what has no reference: changes the code a little, and lists the changes that no test notices.

    python -m pip install cosmic-ray
    python -m tools.mutants --seed 1 --record FILE sdyopt/view=250 sdyopt/hlo=150 sdyopt/cost=150

takes so many mutants of the files of each folder at random, and runs the tests on each that execute what it changes, in
a copy of the checkout. FILE records each result; mutants that it has are not run again, but those that have survived
with `--again`. Not part of CI: a mutant takes seconds.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import click

from tools.mutants.mutations import change, sample
from tools.mutants.results import Mutant, Result, read, write
from tools.mutants.trials import ROOT, Tests


@click.command(help=__doc__)
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER=NUMBER...")
@click.option("--seed", default=0)
@click.option("--record", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--again", is_flag=True, help="Run the tests on those that have survived.")
@click.option(
    "--lines", type=click.Path(file_okay=False, path_type=Path), help="A folder that keeps what tests execute."
)
def main(folders: tuple[str, ...], seed: int, record: Path, again: bool, lines: Path | None) -> None:
    results = {result.mutant: result for result in read(record)}
    with tempfile.TemporaryDirectory() as place:
        tests = Tests(Path(place), lines)
        samples = {folder: _sample(folder, seed) for folder in folders}
        pending = [each for mutants in samples.values() for each in mutants if each not in results or again]
        random.Random(seed).shuffle(pending)  # If this is interrupted, the record has a sample too.
        for mutant in pending:
            before = results.get(mutant)
            if before is None or not before.killed_by:
                result = _result(tests, mutant)
                results[mutant] = result if before is None else result._replace(change=before.change)
                write(record, results.values())
    for folder, mutants in samples.items():
        killed = sum([results[mutant].killed_by != "" for mutant in mutants])
        print(f"{folder}: {killed} of {len(mutants)} killed, {killed / max(1, len(mutants)):.1%}")


def _sample(folder: str, seed: int) -> list[Mutant]:
    name, _, number = folder.partition("=")
    files = [path.relative_to(ROOT) for path in (ROOT / name).rglob("*.py")]
    return sample(files, int(number), seed)


def _result(tests: Tests, mutant: Mutant) -> Result:
    """Returns what the tests say of a mutant, and prints it if it survives."""
    killed_by = tests.killer(mutant)
    difference = [] if killed_by else change(mutant, (tests.copy / mutant.file).read_text(encoding="utf-8"))
    line, column = mutant.position
    if not killed_by:
        print(f"{mutant.file}:{line}:{column}: {mutant.operator} survives", *difference, sep="\n", flush=True)
    return Result(mutant.file, line, column, mutant.operator, mutant.occurrence, killed_by, difference)


if __name__ == "__main__":
    main()
