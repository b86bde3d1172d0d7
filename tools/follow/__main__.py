"""Compares sdy-opt with another release of the reference, whose Shardy it then follows: names, and answers to programs.

    python -m tools.follow [VERSION | --python PYTHON] [--findings FOLDER] [--json] [--record docs/releases.json]

VERSION is a release of jaxlib, which is installed in a virtual environment for the time of the comparison, by this
Python or, if there is no wheel for it, by another one; PYTHON is an interpreter that has one. Without either, this
Python's jaxlib is compared. Exits with 0 if nothing differs, else with 1.
"""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from sdyopt.mlir.releases import following
from tools.conformance import LONGEST, printable
from tools.follow import answers, registry
from tools.follow.release import RANDOM_PROGRAMS, DifferenceClass, InstalledRelease, as_json, record, report
from tools.fuzz import Tally
from tools.reference_release import release_of, with_release

VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def followed(python: str, count: int | None, findings: Path, budget: int) -> InstalledRelease:
    """Returns the findings about the jaxlib of an interpreter; without a `count` of random programs, about names only.

    Raises RuntimeError if it has none, or one that cannot be asked.
    """
    with following(release_of(python)) as release:
        ours = registry.ours()
        theirs = registry.theirs(python, ours)
        changes = registry.changes(ours, theirs)
    programs = [] if count is None else answers.programs(count, release.name)
    tally = answers.compared(python, programs, os.cpu_count() or 1, findings, budget) if programs else Tally()
    version = subprocess.run([python, "-c", VERSION], capture_output=True, text=True, check=True).stdout.strip()
    return InstalledRelease(
        theirs.version,
        version,
        datetime.date.today().isoformat(),
        changes,
        dict(tally.outcomes),
        classes(programs, tally),
    )


def classes(programs: list[answers.NamedCase], tally: Tally) -> list[DifferenceClass]:
    """Returns the classes of differences, the most frequent first."""
    found = []
    for (outcome, kind), count in tally.kinds.items():
        first = tally.first[outcome, kind]
        lines = first.verdict.explanation.strip().splitlines()
        said = "\n".join(printable(line)[:LONGEST] for line in (lines[-1:] if outcome == "traceback" else lines))
        found.append(DifferenceClass(outcome, count, programs[first.number].name, said))
    return sorted(found, key=lambda entry: (-entry.programs, entry.first))


@click.command()
@click.argument("version", required=False)
@click.option("--python", help="An interpreter that has the release of jaxlib.")
@click.option("--names-only", is_flag=True, help="Compare no answers.")
@click.option("--count", default=RANDOM_PROGRAMS, show_default=True, help="How many random programs.")
@click.option("--findings", type=click.Path(path_type=Path), default=Path("findings"), help="Where findings go.")
@click.option("--budget", default=0, help="How many tries the reduction of a finding may take.")
@click.option("--json", "is_json", is_flag=True, help="Print JSON.")
@click.option("--record", "recording", type=click.Path(path_type=Path), help="A file to which the results are added.")
def main(
    version: str | None,
    python: str | None,
    names_only: bool,
    count: int,
    findings: Path,
    budget: int,
    is_json: bool,
    recording: Path | None,
) -> None:
    """Compare sdy-opt with VERSION of jaxlib."""
    if version and python:
        raise click.UsageError("a VERSION and --python exclude each other")
    with tempfile.TemporaryDirectory() as folder:
        try:
            chosen = with_release(version, Path(folder)) if version else python or sys.executable
            found = followed(chosen, None if names_only else count, findings, budget)
        except (RuntimeError, OSError) as error:
            raise click.ClickException(str(error)) from error
    click.echo(json.dumps(as_json(found), indent=1) if is_json else "\n".join(report(found, findings)))
    if recording is not None:
        record(recording, found)
    sys.exit(not found.is_same)


if __name__ == "__main__":
    main()
