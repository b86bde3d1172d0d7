"""Makes the texts of lit_tests/hlo/compiled: programs that XLA has compiled for eight simulated devices.

    python -m pip install -e '.[jax]'
    python -m tools.make_compiled [NAME ...] [--folder FOLDER]

What XLA makes of a program depends on its version and on the processor: another machine may write other texts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from tools import compiled_texts
from tools.jax_programs.compiled import COMPILED
from tools.jax_programs.lowering import on_its_own_stack, without_this_machine


def compile_program(name: str) -> tuple[str, dict[str, int]]:
    """Returns the text of a compiled program, and the sizes that XLA reports for it."""
    program: Any = on_its_own_stack(lambda: COMPILED[name]().compile())
    memory = program.memory_analysis()
    sizes = {
        "arguments": memory.argument_size_in_bytes,
        "results": memory.output_size_in_bytes,
        "donated": memory.alias_size_in_bytes,
    }
    return without_this_machine(program.as_text()), sizes


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(COMPILED)), metavar="[NAME ...]")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=compiled_texts.FOLDER,
    help="Where to write; lit_tests/hlo/compiled by default.",
)
def main(names: tuple[str, ...], folder: Path) -> None:
    """Compile the programs called NAME, or all of them, with JAX."""
    sizes = json.loads((folder / compiled_texts.SIZES).read_text()) if (folder / compiled_texts.SIZES).exists() else {}
    for name in names or COMPILED:
        text, sizes[name] = compile_program(name)
        (folder / f"{name}{compiled_texts.SUFFIX}").write_text(text, encoding="utf-8")
        click.echo(f"{name}: {len(text):,} bytes")
    (folder / compiled_texts.SIZES).write_text(json.dumps(sizes, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
