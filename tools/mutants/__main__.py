"""Mutation testing of what has no reference: changes the code a little, and lists the changes that no test notices.

    python -m pip install cosmic-ray
    python -m tools.mutants --seed 1 --record FILE sdyopt/view=250 sdyopt/hlo=150 sdyopt/cost=150

takes so many mutants of the files of each folder at random, and runs the tests on each that execute what it changes, in
a copy of the checkout. FILE records each result; mutants that it has are not run again. Not part of CI: a mutant takes
seconds.

    python -m tools.mutants --again --record FILE

runs the tests once more on those mutants of FILE that have survived, wherever their lines are now.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import click

from tools.mutants.mutations import change, moved, sample
from tools.mutants.results import GONE, Mutant, MutantResult, read, write
from tools.mutants.trials import ROOT, Tests


@click.command(help=__doc__)
@click.argument("folders", nargs=-1, metavar="FOLDER=NUMBER...")
@click.option("--seed", default=0)
@click.option("--record", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--again", is_flag=True, help="Run the tests on those that have survived.")
@click.option(
    "--lines", type=click.Path(file_okay=False, path_type=Path), help="A folder that keeps what tests execute."
)
def main(folders: tuple[str, ...], seed: int, record: Path, again: bool, lines: Path | None) -> None:
    results = {result.mutant: result for result in read(record)}
    wanted = [mutant for folder in folders for mutant in _sample(folder, seed)]
    pending = [mutant for mutant in wanted if mutant not in results]
    random.Random(seed).shuffle(pending)  # If this is interrupted, the record has a sample too.
    with tempfile.TemporaryDirectory() as place:
        tests = Tests(Path(place), lines)
        for mutant in pending:
            results[mutant] = _result(tests, mutant)
            write(record, results.values())
        for result in [result for result in results.values() if again and not result.killed_by]:
            results[result.mutant] = result._replace(killed_by=_killed_by(tests, result))
            write(record, results.values())
    killed = sum([result.killed_by not in ("", GONE) for result in results.values()])
    print(f"{killed} of {len(results)} killed")


def _sample(folder: str, seed: int) -> list[Mutant]:
    name, _, number = folder.partition("=")
    files = [path.relative_to(ROOT) for path in (ROOT / name).rglob("*.py")]
    return sample(files, int(number), seed)


def _result(tests: Tests, mutant: Mutant) -> MutantResult:
    """Returns what the tests say of a mutant, and prints it if it survives."""
    killed_by = tests.killer(mutant)
    difference = [] if killed_by else change(mutant, (tests.copy / mutant.file).read_text(encoding="utf-8"))
    line, column = mutant.position
    if not killed_by:
        print(f"{mutant.file}:{line}:{column}: {mutant.operator} survives", *difference, sep="\n", flush=True)
    return MutantResult(mutant.file, line, column, mutant.operator, mutant.occurrence, killed_by, difference)


def _killed_by(tests: Tests, result: MutantResult) -> str:
    """Returns what kills a mutant that has survived before."""
    mutant = moved(result.mutant, result.change)
    killed_by = GONE if mutant is None else tests.killer(mutant)
    print(f"{result.file}:{result.line}: {killed_by or 'survives'}", *result.change, sep="\n", flush=True)
    return killed_by


if __name__ == "__main__":
    main()
