"""Records programs of lit_tests/compiled: what JAX lowers, what XLA compiles for eight devices, and XLA's numbers.

    python -m pip install -e '.[jax]'
    python -m tools.recorded.record_compiled [NAME ...] [--folder FOLDER]

It prints what differs from what was recorded. What XLA makes of a program depends on its version and on the processor:
another machine may record other numbers.
"""

from __future__ import annotations

import inspect
import json
import re
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import click
import jax
import jax.numpy as jnp
import jaxlib.version

from tools.compiled_programs.table import programs
from tools.jax_programs.lowering import on_its_own_stack, without_this_machine
from tools.recorded import recorded_programs as recorded
from tools.recorded.recorded_programs import sent

PROGRAMS = programs()

MODULES = ("u03_lstm", "u04_gpt_scan", "u06_fsdp_gelu", "v09_adam_dropout", "x01_dlrm")
"""The programs that are recorded with XLA's own module before and after Shardy's propagation."""

SCHEDULES: dict[str, dict[str, str]] = {
    recorded.PLAIN: {},
    recorded.MEMORY: {"xla_cpu_scheduler_type": "CPU_SCHEDULER_TYPE_MEMORY_OPTIMIZED"},
}

SIZES = ("argument", "output", "temp", "alias", "peak_memory", "generated_code")
_PACKAGES = re.compile(r'"[^"]*/site-packages/')


def record(name: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Returns the texts of the program `name`, by parts, and its numbers."""
    jax.clear_caches()  # JAX keeps functions of programs before, with their locations.
    lowered = on_its_own_stack(PROGRAMS[name])
    parts = {recorded.PROGRAM: _text(lowered.as_text(debug_info=True))}
    found: dict[str, Any] = {"versions": {"jax": jax.__version__, "jaxlib": jaxlib.version.__version__}}
    for part, options in SCHEDULES.items():
        parts[part], found[part] = _compiled(lowered, options)
    if "half" in inspect.signature(PROGRAMS[name]).parameters:
        wide = on_its_own_stack(partial(PROGRAMS[name], half=jnp.float32))
        parts[recorded.F32_PROGRAM] = _text(wide.as_text(debug_info=True))
        parts[recorded.F32], found[recorded.F32] = _compiled(wide, {})
    if name in MODULES:
        parts |= _propagated(lowered)
    return parts, found


def _compiled(lowered: Any, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    program = lowered.compile(compiler_options=options)
    text, memory, cost = _text(program.as_text()), program.memory_analysis(), program.cost_analysis()
    numbers: dict[str, Any] = {f"{field}_bytes": _size(memory, field) for field in SIZES}
    numbers |= {"flops": cost.get("flops"), "bytes_accessed": cost.get("bytes accessed")}
    counted = sent(text)
    numbers |= {"sent_bytes": counted.bytes, "sent_bytes_each": counted.each, "collectives": counted.collectives}
    return text, numbers


def _size(memory: Any, field: str) -> int:
    name = f"{field}_in_bytes" if field == "peak_memory" else f"{field}_size_in_bytes"
    return int(getattr(memory, name))


def _propagated(lowered: Any) -> dict[str, str]:
    """Returns XLA's module before and after Shardy's propagation."""
    with tempfile.TemporaryDirectory() as folder:
        lowered.compile(compiler_options={"xla_dump_to": folder, "xla_dump_hlo_pass_re": "shardy"})
        parts = {}
        for part, stem in ((recorded.BEFORE, "before_propagation"), (recorded.AFTER, "after_propagation")):
            (file,) = Path(folder).glob(f"**/*.{stem}.mlir")
            parts[part] = _text(file.read_text(encoding="utf-8"))
        return parts


def _text(text: str) -> str:
    return _PACKAGES.sub('"/site-packages/', without_this_machine(text))


def changes(name: str, parts: dict[str, str], numbers: dict[str, Any]) -> list[str]:
    """Returns what differs from what is recorded, a line for each number and each text."""
    if not (recorded.FOLDER / name / recorded.NUMBERS).exists():
        return ["new"]
    before, after = _flat(recorded.numbers(name)), _flat(json.loads(json.dumps(numbers)))
    found = [
        f"{key}: {before.get(key)} -> {after.get(key)}"
        for key in sorted({*before, *after})
        if before.get(key) != after.get(key)
    ]
    old = {part for part in (*_ALL, *parts) if recorded.has(name, part)}
    found += [f"{part}: new" for part in parts if part not in old]
    found += [f"{part}: gone" for part in sorted(old) if part not in parts]
    return found + [f"{part}: other text" for part in parts if part in old and recorded.text(name, part) != parts[part]]


_ALL = (*SCHEDULES, recorded.PROGRAM, recorded.F32, recorded.F32_PROGRAM, recorded.BEFORE, recorded.AFTER)


def _flat(numbers: dict[str, Any]) -> dict[str, Any]:
    return {f"{part} {key}": value for part, inner in numbers.items() for key, value in inner.items()}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(PROGRAMS)), metavar="[NAME ...]")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=recorded.FOLDER,
    help="Where to write; lit_tests/compiled by default.",
)
def main(names: tuple[str, ...], folder: Path) -> None:
    """Compile the programs called NAME, or all of them, with JAX, and print what changed."""
    for name in names or PROGRAMS:
        start = time.perf_counter()
        parts, numbers = record(name)
        told = changes(name, parts, numbers)
        recorded.write(folder / name, parts, numbers)
        click.echo(f"{name}: {time.perf_counter() - start:.1f} s, {'; '.join(told) or 'no change'}")


if __name__ == "__main__":
    main()
