"""Makes the texts of lit_tests/local_programs: programs for eight devices, and the same for one.

    python -m pip install -e '.[jax]'
    python -m tools.programs.make_partitioned [--folder FOLDER]

The same JAX writes the same texts.
"""

from __future__ import annotations

from pathlib import Path

import click

from tools.jax_programs.partitioned import PROGRAMS
from tools.local_programs.programs import FOLDER, LoweredProgram, write


@click.command()
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=FOLDER,
    help="Where to write; lit_tests/local_programs by default.",
)
def main(folder: Path) -> None:
    """Lower all programs with JAX."""
    rows = []
    for name, program in PROGRAMS.items():
        about = (program.function.__doc__ or "").partition("\n")[0]
        below = tuple([each.below for each in program.inputs])
        rows.append((LoweredProgram(name, program.topic, about, below), program.partitioned(), program.whole()))
    write(rows, folder)
    click.echo(f"{len(rows)} programs")


if __name__ == "__main__":
    main()
