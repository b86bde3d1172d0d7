"""Records the bytes that XLA sends for the programs of one operation, beside their texts, in one JSON file.

    python -m pip install -e '.[jax]'
    python -m tools.recorded.record_one_operation [NAME | NAME=PROGRAM ...] [--file FILE]

PROGRAM is a new program for eight devices, as `lowered.as_text()` of JAX gives it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from tools.recorded.record_compiled import compiled
from tools.recorded.recorded_programs import sent

FILE = Path(__file__).parents[2] / "lit_tests" / "one_operation" / "programs.json"


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME | NAME=PROGRAM ...]")
@click.option("--file", type=click.Path(path_type=Path), default=FILE, help="Where they are recorded.")
def main(names: tuple[str, ...], file: Path) -> None:
    """Compile the programs called NAME, or all of them, and print whose bytes changed."""
    known: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    for argument in names or known:
        name, _, path = argument.partition("=")
        before = known.get(name, {}).get("bytes")
        lines = Path(path).read_text(encoding="utf-8").splitlines() if path else known[name]["program"]
        found = sent(compiled("\n".join(lines), {})[0])
        known = {**known, name: {"bytes": found.bytes + found.each, "program": lines}}
        if before != known[name]["bytes"]:
            click.echo(f"{name}: {before} -> {known[name]['bytes']}")
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
