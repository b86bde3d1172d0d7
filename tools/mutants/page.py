"""Writes the tables of docs/mutants.md: how many mutants of each sample tests notice, and those that none notices.

    python -m tools.mutants.page

A test fails if that changes the page.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tools.docs.markdown import code, table
from tools.docs.page_parts import Page
from tools.mutants.results import GONE, MutantResult, read

ROOT = Path(__file__).resolve().parents[2]

SAMPLES = Path(__file__).with_name("samples")
"""The records, each called as its seed; `reasons.json` says why survivors are left, by their file and changed line."""

FOLDERS = ("sdyopt/view", "sdyopt/hlo", "sdyopt/cost")


def samples() -> dict[str, list[MutantResult]]:
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
    return table(["seed", "folder", "mutants", "files", "gone", "at first", "now", "now, of others"], rows)


def _counts(results: list[MutantResult]) -> list[str]:
    there = [result for result in results if result.killed_by != GONE]
    killed = sum([result.killed_by != "" for result in there])
    at_first = sum([not result.change for result in results])
    judged = sum([not result.killed_by and _reason(result) != "" for result in there])
    shares = (at_first, len(results)), (killed, len(there)), (killed, len(there) - judged)
    files = len({result.file for result in results})
    gone = len(results) - len(there)
    return [*map(str, (len(results), files, gone)), *[f"{part} ({part / max(1, whole):.1%})" for part, whole in shares]]


def survivors() -> str:
    """Returns a row for each mutant that no test notices."""
    rows: dict[tuple[str, str], list[str]] = {}
    for results in samples().values():
        for result in results:
            if not result.killed_by:
                place, change = f"{result.file.removeprefix('sdyopt/')}:{result.line}", _change(result)
                rows[place, change] = [code(place), _shown(change), _reason(result) or "not judged"]
    return table(["place", "becomes", "why it is left"], list(rows.values()))


def _change(result: MutantResult) -> str:
    """Returns the lines that a mutant has in place of those of the code."""
    return " ".join([line[1:].strip() for line in result.change if line.startswith("+")])


def _reason(result: MutantResult) -> str:
    """Returns why no test can notice a mutant; nothing if that is not known."""
    return str(_reasons().get(result.file, {}).get(_change(result), ""))


@cache
def _reasons() -> dict[str, dict[str, str]]:
    reasons: dict[str, dict[str, str]] = json.loads((SAMPLES / "reasons.json").read_text(encoding="utf-8"))
    return reasons


def _shown(text: str) -> str:
    return code((text if len(text) < 90 else f"{text[:88]}…").replace("|", "\\|"))


PAGE = Page("docs/mutants.md", "python -m tools.mutants.page", {"rates": rates, "survivors": survivors})


if __name__ == "__main__":
    PAGE.write()
