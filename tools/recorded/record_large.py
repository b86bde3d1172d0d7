"""Records what XLA for GPUs and TPUs says of the programs of lit_tests/large, and new programs with it.

    python -m venv machines
    machines/bin/pip install 'jax[tpu]==0.10.2' jax-cuda12-plugin==0.10.2 jax-cuda12-pjrt==0.10.2
    python -m tools.recorded.record_large --jax-python machines/bin/python [SET/NAME | SET/NAME=FILE ...]

FILE is a new program for eight devices, as `lowered.as_text(debug_info=True)` of JAX gives it. It takes half an hour
for all programs, and no accelerator. The compiled texts are not recorded. It prints the peaks.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

import click

from sdyopt.hlo import parse_hlo
from sdyopt.machines import MachineError
from sdyopt.machines.compiling import Compilation, CompileOptions, compile_program
from sdyopt.machines.names import machine_named
from sdyopt.machines.processes import find_python
from tools.recorded import number_table
from tools.recorded import recorded_programs as recorded
from tools.recorded.number_table import FOLDER, MACHINES, SETS

MAX_ROWS = 24
"""The largest buffers at the peak that are recorded."""

_DEVICES = 8
_SIZES = "argument", "output", "alias"


def said(compiled: Compilation) -> dict[str, Any]:
    """Returns what is recorded of a compilation."""
    assert compiled.held is not None
    sent: Counter[str] = Counter()
    for each in parse_hlo(compiled.text).collectives:
        sent[each.kind] += each.bytes_sent * (1 if each.executions is None else each.executions)
    return {
        "compiler": compiled.compiler,
        **{f"{name}_bytes": compiled.memory[f"{name}_size_in_bytes"] for name in _SIZES},
        "peak_bytes": compiled.peak,
        "sent_bytes": {kind: size for kind, size in sorted(sent.items()) if size},
        "rows": [[each.bytes, each.shape, each.name] for each in compiled.held.buffers[:MAX_ROWS]],
    }


@click.command()
@click.argument("names", nargs=-1, metavar="[SET/NAME | SET/NAME=FILE ...]")
@click.option("--jax-python", required=True, help="A Python with the wheels for TPUs and GPUs.")
@click.option("--machine", "machines", multiple=True, type=click.Choice(list(MACHINES)), default=list(MACHINES))
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER)
def main(names: tuple[str, ...], jax_python: str, machines: tuple[str, ...], folder: Path) -> None:
    """Compile the programs called NAME, or all of them, and record what XLA says of them."""
    options = CompileOptions(find_python(jax_python))
    for given in names or [f"{of}/{name}" for of in SETS for name in number_table.names(of)]:
        name, _, file = given.partition("=")
        at = folder / name
        text = Path(file).read_text(encoding="utf-8") if file else recorded.text_in(at)
        numbers = {} if file else recorded.read(at)
        for machine in machines:
            start = time.perf_counter()
            try:
                found = compile_program(
                    text.encode(), f"{at.name}.mlir", machine_named(MACHINES[machine], _DEVICES), _DEVICES, options
                )
            except MachineError as error:
                numbers[machine] = {"refused": str(error).partition(": ")[2]}
                click.echo(f"{name} {machine}: {error}")
                continue
            numbers[machine] = said(found)
            click.echo(f"{name} {machine}: {time.perf_counter() - start:.1f} s, {found.peak / 2**20:.1f} MiB")
        recorded.write(at, {recorded.PROGRAM: text}, numbers)


if __name__ == "__main__":
    main()
