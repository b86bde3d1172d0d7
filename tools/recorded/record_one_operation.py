"""Records the programs of one operation: what JAX lowers, and the bytes that XLA sends, in one JSON file.

python -m pip install -e '.[jax]'
python -m tools.recorded.record_one_operation [NAME ...] [--file FILE]
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from tools.recorded.recorded_programs import sent

FILE = Path(__file__).parents[2] / "lit_tests" / "one_operation" / "programs.json"


def record(built: Any) -> dict[str, Any]:
    """Returns the text of a program, and the bytes that one device sends in XLA's program of it."""
    import jax

    function, arguments, result = built
    jitted = jax.jit(function) if result is None else jax.jit(function, out_shardings=result)
    lowered = jitted.lower(*arguments)
    found = sent(lowered.compile().as_text())
    return {"bytes": found.bytes + found.each, "program": lowered.as_text().splitlines()}


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--file", type=click.Path(path_type=Path), default=FILE, help="Where they are recorded.")
def main(names: tuple[str, ...], file: Path) -> None:
    os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
    from tools.recorded.one_operation_programs import programs

    known: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    for name, built in programs().items():
        if not names or name in names:
            before, after = known.get(name), record(built)
            known[name] = after
            if before != after:
                print(name, None if before is None else before["bytes"], "->", after["bytes"])
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
