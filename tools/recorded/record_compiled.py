"""Records what XLA for CPUs makes of the programs of lit_tests/compiled for eight devices, and XLA's numbers.

    python -m pip install -e '.[jax]'
    python -m tools.recorded.record_compiled [NAME | NAME=PROGRAM | NAME=PROGRAM,WITH_F32 ...] [--folder FOLDER]

PROGRAM is a new program, as `lowered.as_text(debug_info=True)` of JAX gives it, and WITH_F32 the same with f32 for
16-bit floats. It prints what differs from what was recorded. What XLA makes of a program depends on its version and on
the processor: another machine may record other numbers.
"""

from __future__ import annotations

import base64
import json
import os
import tempfile
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from sdyopt.machines.worker import XlaCompiler
from tools.recorded import recorded_programs as recorded
from tools.recorded.recorded_programs import sent

MODULES = ("u03_lstm", "u04_gpt_scan", "u06_fsdp_gelu", "v09_adam_dropout", "x01_dlrm")
"""The programs that are recorded with XLA's own module after Shardy's propagation."""

SCHEDULES: dict[str, dict[str, str]] = {
    recorded.PLAIN: {},
    recorded.MEMORY: {"xla_cpu_scheduler_type": "CPU_SCHEDULER_TYPE_MEMORY_OPTIMIZED"},
}

_DEVICES = 8
SIZES = ("argument_size", "output_size", "temp_size", "alias_size", "peak_memory", "generated_code_size")


@cache
def _compiler() -> XlaCompiler:
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={_DEVICES}"
    return XlaCompiler({"platform": "cpu"}, stops=False)


def record(name: str, program: str, with_f32: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Returns the texts of a program, by parts, and its numbers."""
    parts = {recorded.PROGRAM: program}
    found: dict[str, Any] = {"versions": {each: import_module(f"{each}.version").__version__ for each in _PACKAGES}}
    for part, options in SCHEDULES.items():
        parts[part], found[part] = _measured(program, options)
    if with_f32:
        parts[recorded.F32_PROGRAM] = with_f32
        parts[recorded.F32], found[recorded.F32] = _measured(with_f32, {})
    if name in MODULES:
        parts |= _propagated(program)
    return parts, found


_PACKAGES = "jax", "jaxlib"


def compiled(program: str, options: dict[str, Any]) -> tuple[str, dict[str, int]]:
    """Returns the HLO text that XLA makes of a program, and what it says of the memory of one device, in bytes."""
    data = base64.b64encode(program.encode()).decode()
    request = {"program": data, "name": "program.mlir", "devices": _DEVICES, "options": options}
    answer = _compiler().answer(request)
    return answer["text"], answer["memory"]


def _measured(program: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    text, memory = compiled(program, options)
    module = import_module("jaxlib._hlo").hlo_module_from_text(text)
    cost = import_module("jaxlib._jax").hlo_module_cost_analysis(_compiler().devices[0].client, module)
    numbers = {f"{field.removesuffix('_size')}_bytes": memory[f"{field}_in_bytes"] for field in SIZES}
    counted = sent(text)
    return text, {
        **numbers,
        "flops": cost.get("flops"),
        "bytes_accessed": cost.get("bytes accessed"),
        "sent_bytes": counted.bytes,
        "sent_bytes_each": counted.each,
        "collectives": counted.collectives,
    }


def _propagated(program: str) -> dict[str, str]:
    """Returns XLA's module after Shardy's propagation."""
    with tempfile.TemporaryDirectory() as folder:
        compiled(program, {"xla_dump_to": folder, "xla_dump_hlo_pass_re": "shardy"})
        (file,) = Path(folder).glob("**/*.after_propagation.mlir")
        return {recorded.AFTER: file.read_text(encoding="utf-8")}


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
    return found + [
        f"{part}: other text"
        for part, text in parts.items()
        if not recorded.has(name, part) or recorded.text(name, part) != text
    ]


def _flat(numbers: dict[str, Any]) -> dict[str, Any]:
    return {f"{part} {key}": value for part, inner in numbers.items() for key, value in inner.items()}


def _given(argument: str) -> tuple[str, str, str]:
    """Returns the name of a program, its text, and that with f32."""
    name, _, files = argument.partition("=")
    if files:
        program, *with_f32 = [Path(each).read_text(encoding="utf-8") for each in files.split(",")]
        return name, program, "".join(with_f32)
    f32 = recorded.text(name, recorded.F32_PROGRAM) if recorded.has(name, recorded.F32_PROGRAM) else ""
    return name, recorded.text(name), f32


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME | NAME=PROGRAM | NAME=PROGRAM,WITH_F32 ...]")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=recorded.FOLDER,
    help="Where to write; lit_tests/compiled by default.",
)
def main(names: tuple[str, ...], folder: Path) -> None:
    """Compile the programs called NAME, or all of them, and print what changed."""
    for argument in names or recorded.names():
        start = time.perf_counter()
        name, program, with_f32 = _given(argument)
        parts, numbers = record(name, program, with_f32)
        told = changes(name, parts, numbers)
        recorded.write(folder / name, parts, numbers)
        click.echo(f"{name}: {time.perf_counter() - start:.1f} s, {'; '.join(told) or 'no change'}")


if __name__ == "__main__":
    main()
