"""Writes the tables of docs/mutants.md: how many mutants of each sample tests notice, and those that none notices.

    python -m tools.mutants.page

A test fails if that changes the page.
"""

from __future__ import annotations

import json
from pathlib import Path

from tools.docs.markdown import code, table
from tools.docs.tables import replaced
from tools.mutants.results import Result, read

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "mutants.md"
COMMAND = "python -m tools.mutants.page"

SAMPLES = Path(__file__).with_name("samples")
"""The records, each called as its seed; `reasons.json` says why survivors are left, by their file and changed line."""

FOLDERS = ("sdyopt/view", "sdyopt/hlo", "sdyopt/cost")


def samples() -> dict[str, list[Result]]:
    """Returns the results of each sample, by its seed."""
    return {path.stem: read(path) for path in sorted(SAMPLES.glob("*.jsonl"))}


def rates() -> str:
    """Returns a row for each folder of each sample."""
    rows = []
    for seed, results in samples().items():
        for folder in FOLDERS:
            of_folder = [result for result in results if result.file.startswith(folder)]
            if of_folder:
                rows.append([seed, code(folder), *_counts(of_folder)])
        rows.append([seed, "together", *_counts(results)])
    return table(["seed", "folder", "mutants", "files", "at first", "now"], rows)


def _counts(results: list[Result]) -> list[str]:
    killed = sum([result.killed_by != "" for result in results])
    at_first = sum([result.killed_by != "" and not result.change for result in results])
    files = len({result.file for result in results})
    return [
        str(len(results)),
        str(files),
        *[f"{number} ({number / len(results):.1%})" for number in (at_first, killed)],
    ]


def survivors() -> str:
    """Returns a row for each mutant that no test notices."""
    reasons: dict[str, dict[str, str]] = json.loads((SAMPLES / "reasons.json").read_text(encoding="utf-8"))
    rows: dict[tuple[str, str], list[str]] = {}
    for results in samples().values():
        for result in results:
            if not result.killed_by:
                change = " ".join([line[1:].strip() for line in result.change if line.startswith("+")])
                place = f"{result.file.removeprefix('sdyopt/')}:{result.line}"
                rows[place, change] = [
                    code(place),
                    _shown(change),
                    reasons.get(result.file, {}).get(change, "not judged"),
                ]
    return table(["place", "becomes", "why it is left"], list(rows.values()))


def _shown(text: str) -> str:
    return code((text if len(text) < 90 else f"{text[:88]}…").replace("|", "\\|"))


def with_tables(text: str) -> str:
    """Returns the text of the page with its tables as they should be."""
    for name, content in {"rates": rates, "survivors": survivors}.items():
        text = replaced(text, name, content(), COMMAND)
    return text


def main() -> None:
    """Writes the tables."""
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
