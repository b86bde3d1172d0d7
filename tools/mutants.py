"""Mutation testing of what has no reference: changes the code a little, and lists the changes that no test notices.

    python -m pip install cosmic-ray
    python -m tools.mutants --sample 80 sdyopt/hlo/executions.py

works on a copy of the checkout. It takes a random sample of the mutants that cosmic-ray makes of a file, and runs the
tests that TESTS names for its folder. Not part of CI: a mutant takes as long as these tests.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]

TESTS = {
    "sdyopt/hlo": "hlo_text hlo_errors hlo_groups view_assumed_runs view_compiled_input",
    "sdyopt/cost": "view_unknown view_executions view_sums view_assumed_runs view_collectives view_strict",
    "sdyopt/view": "view_unknown view_strict view_compiled_input view_assumed_runs view_xla view_comparison",
}
"""The tests, in lit_tests/python, of the files of a folder: those that take seconds."""

_EQUIVALENT = ("ReplaceBinaryOperator_BitOr", "RemoveDecorator", "NumberReplacer")
"""Operators of cosmic-ray that are left out: `int | None` is mostly a type, decorators remember, numbers are limits."""

_CONFIG = """[cosmic-ray]
module-path = "{file}"
timeout = 60.0
excluded-modules = []
test-command = "{python} -m pytest -q -x -p no:cacheprovider {tests}"

[cosmic-ray.distributor]
name = "local"
"""


@click.command(help=__doc__)
@click.argument("files", nargs=-1, required=True)
@click.option("--sample", default=80, help="Mutants of each file.")
@click.option("--seed", default=0)
def main(files: tuple[str, ...], sample: int, seed: int) -> None:
    total = killed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "sdy-opt"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "__pycache__"))
        for file in files:
            survivors, count = _mutate(copy, file, sample, seed)
            print(f"{file}: {count - len(survivors)} of {count} killed")
            for survivor in survivors:
                print(survivor)
            total, killed = total + count, killed + count - len(survivors)
    print(f"{killed} of {total} killed: {killed / max(1, total):.0%}")


def _mutate(copy: Path, file: str, sample: int, seed: int) -> tuple[list[str], int]:
    """Returns the differences that no test has noticed, and how many mutants there were."""
    tests = next(tests for start, tests in TESTS.items() if file.startswith(start)).split()
    paths = " ".join([str(path) for test in tests for path in Path("lit_tests/python").glob(f"*/test_{test}.py")])
    (copy / "mutants.toml").write_text(_CONFIG.format(file=file, python=sys.executable, tests=paths), encoding="utf-8")
    session = copy / "mutants.sqlite"
    session.unlink(missing_ok=True)
    _cosmic_ray(copy, "init", "mutants.toml", "mutants.sqlite")
    _keep_sample(session, sample, seed)
    _cosmic_ray(copy, "exec", "mutants.toml", "mutants.sqlite")
    with sqlite3.connect(session) as database:
        count = database.execute("SELECT count(*) FROM work_results").fetchone()[0]
        rows = database.execute("SELECT diff FROM work_results WHERE test_outcome = 'SURVIVED'").fetchall()
    return [diff for (diff,) in rows], count


def _keep_sample(session: Path, sample: int, seed: int) -> None:
    """Keeps a random sample of the mutants, without those of excluded operators."""
    with sqlite3.connect(session) as database:
        specs = "SELECT job_id, operator_name FROM mutation_specs ORDER BY operator_name, occurrence"
        found = database.execute(specs).fetchall()
        wanted = [job for job, name in found if not name.partition("/")[2].startswith(_EQUIVALENT)]
        kept = set(random.Random(seed).sample(wanted, min(sample, len(wanted))))
        dropped = [(job,) for job, _ in found if job not in kept]
        database.executemany("DELETE FROM mutation_specs WHERE job_id = ?", dropped)
        database.executemany("DELETE FROM work_items WHERE job_id = ?", dropped)


def _cosmic_ray(copy: Path, *arguments: str) -> None:
    environment = {"PYTHONPATH": str(copy), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-m", "cosmic_ray.cli", *arguments], cwd=copy, env=environment, check=True)


if __name__ == "__main__":
    main()
