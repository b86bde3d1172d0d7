"""Records programs of lit_tests/large: what JAX lowers, and what XLA for GPUs and TPUs says of them.

    python -m venv machines
    machines/bin/pip install 'jax[tpu]==0.10.2' jax-cuda12-plugin==0.10.2 jax-cuda12-pjrt==0.10.2
    python -m tools.recorded.record_large --jax-python machines/bin/python [NAME ...]

It takes the extra `jax`, half an hour, and no accelerator. The compiled texts are not recorded. It prints the peaks.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
import jax

from sdyopt.hlo import parse_hlo
from sdyopt.machines import MachineError
from sdyopt.machines.compiling import Compilation, CompileOptions, compile_program
from sdyopt.machines.names import machine_named
from sdyopt.machines.processes import find_python
from tools.jax_programs.lowering import on_its_own_stack, without_this_machine
from tools.large_programs.table import programs
from tools.recorded import recorded_programs as recorded
from tools.recorded.number_table import FOLDER, MACHINES

MAX_ROWS = 24
"""The largest buffers at the peak that are recorded."""

_DEVICES = 8
_PACKAGES = re.compile(r'"[^"]*/site-packages/')
_SIZES = "argument", "output", "alias"


def lowered(make: Any) -> str:
    """Returns the text of a program, without the paths of this machine."""
    jax.clear_caches()  # JAX keeps functions of programs before, with their locations.
    text = on_its_own_stack(make).as_text(debug_info=True)
    return _PACKAGES.sub('"/site-packages/', without_this_machine(text))


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
@click.argument("names", nargs=-1, metavar="[NAME ...]")
@click.option("--jax-python", required=True, help="A Python with the wheels for TPUs and GPUs.")
@click.option("--machine", "machines", multiple=True, type=click.Choice(list(MACHINES)), default=list(MACHINES))
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER)
def main(names: tuple[str, ...], jax_python: str, machines: tuple[str, ...], folder: Path) -> None:
    """Compile the programs called NAME, or all of them, and record what XLA says of them."""
    options = CompileOptions(find_python(jax_python))
    for of, makers in programs().items():
        for name, make in makers.items():
            if names and name not in names:
                continue
            text = lowered(make)
            at = folder / of / name
            numbers = recorded.read(at) if (at / recorded.NUMBERS).exists() else {}
            for machine in machines:
                start = time.perf_counter()
                try:
                    found = compile_program(
                        text.encode(), f"{name}.mlir", machine_named(MACHINES[machine], _DEVICES), _DEVICES, options
                    )
                except MachineError as error:
                    numbers[machine] = {"refused": str(error).partition(": ")[2]}
                    click.echo(f"{name} {machine}: {error}")
                    continue
                numbers[machine] = said(found)
                click.echo(f"{name} {machine}: {time.perf_counter() - start:.1f} s, {found.peak / 2**20:.1f} MiB")
            recorded.write(at, {recorded.PROGRAM: text}, {**numbers, "jax": jax.__version__})


if __name__ == "__main__":
    main()
