"""Makes the texts of lit_tests/hlo/lowered and compiled: programs before and after XLA compiles them.

    python -m pip install -e '.[jax]'
    python -m tools.programs.make_compiled [NAME ...] [--folder FOLDER]

They are for eight simulated devices. What XLA makes of a program depends on its version and on the processor: another
machine may write other texts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import click

from tools.jax_programs.compiled import COMPILED
from tools.jax_programs.lowering import on_its_own_stack, without_this_machine
from tools.programs import compiled_texts


class CompiledPair(NamedTuple):
    """A program before and after XLA compiles it, and the sizes that XLA reports for it."""

    lowered: str
    compiled: str
    sizes: dict[str, int]


def compile_program(name: str) -> CompiledPair:
    """Returns the program `name`, compiled on this machine."""
    lowered, program = on_its_own_stack(lambda: _compiled(COMPILED[name]()))
    memory = program.memory_analysis()
    sizes = {
        "arguments": memory.argument_size_in_bytes,
        "results": memory.output_size_in_bytes,
        "donated": memory.alias_size_in_bytes,
    }
    return CompiledPair(lowered.as_text(), without_this_machine(program.as_text()), sizes)


def _compiled(lowered: Any) -> tuple[Any, Any]:
    return lowered, lowered.compile()


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(COMPILED)), metavar="[NAME ...]")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=compiled_texts.FOLDER,
    help="Where to write; lit_tests/hlo by default.",
)
def main(names: tuple[str, ...], folder: Path) -> None:
    """Compile the programs called NAME, or all of them, with JAX."""
    sizes = json.loads((folder / compiled_texts.SIZES).read_text()) if (folder / compiled_texts.SIZES).exists() else {}
    for name in names or COMPILED:
        program = compile_program(name)
        sizes[name] = program.sizes
        for part, text in ((compiled_texts.LOWERED, program.lowered), (compiled_texts.COMPILED, program.compiled)):
            (folder / part / f"{name}{compiled_texts.SUFFIX}").write_text(text, encoding="utf-8")
        click.echo(f"{name}: {len(program.compiled):,} bytes")
    (folder / compiled_texts.SIZES).write_text(json.dumps(sizes, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
