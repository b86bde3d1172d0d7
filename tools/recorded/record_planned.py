"""Compares planned shardings with those of practitioners, both compiled by XLA for eight devices.

    python -m pip install -e '.[jax]'
    XLA_FLAGS=--xla_force_host_platform_device_count=8 python -m tools.recorded.record_planned [NAME ...]

For each program of `planned_programs` the shardings are removed, and planned again under the peak that they had, both
in the schedule of XLA for CPUs. Both programs are compiled, and what a device sends and needs is written to
`lit_tests/plans/compiled.json`.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click
import jax
import jaxlib.version
import numpy
from jax._src import xla_bridge
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.hlo.collectives import collectives_in
from sdyopt.hlo.text import scan
from sdyopt.planning.evaluation import drop_shardings
from sdyopt.planning.records import PlanOptions, cost_of
from tools.recorded.planned_programs import EXPERTS

RECORD = Path(__file__).resolve().parents[2] / "lit_tests" / "plans" / "compiled.json"


def compiled(text: str) -> dict[str, int]:
    """Returns what a device sends and needs when XLA has compiled a program with Shardy."""
    backend = xla_bridge.get_backend()
    devices = backend.local_devices()
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = 1, len(devices)
    options.executable_build_options.use_spmd_partitioning = True
    options.executable_build_options.use_shardy_partitioner = True
    options.device_assignment = xla_client.DeviceAssignment.create(numpy.array([[each.id for each in devices]]))
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        places = xla_client.DeviceList(tuple(devices))
        program = backend.compile_and_load(module, executable_devices=places, compile_options=options)
    memory = program.get_compiled_memory_stats()
    hlo = program.hlo_modules()[0].to_string()
    arguments = int(memory.argument_size_in_bytes)
    fresh = int(memory.output_size_in_bytes) - int(memory.alias_size_in_bytes)
    return {
        "sent": sum([each.bytes_sent * (each.executions or 1) for each in collectives_in(scan(hlo))]),
        "arguments": arguments,
        "memory": arguments + max(0, fresh) + int(memory.temp_size_in_bytes),
        "xla_peak": int(memory.peak_memory_in_bytes),
    }


def record(name: str, budget: int) -> dict[str, Any]:
    """Returns what XLA makes of a program as it was written, and as it was planned."""
    family, function, arguments = EXPERTS[name]()
    lowered = function.lower(*arguments)
    text = lowered.as_text()
    module = sdyopt.parse(text, name=name)
    own = cost_of(module, PlanOptions().machine, Compiler.CPU)
    begun = time.perf_counter()
    bare = sdyopt.parse(text, name=name)
    drop_shardings(bare, "main", with_body=True)
    plan = sdyopt.plan(bare, memory=own.peak_bytes, margin="0%", profile=Compiler.CPU, budget=budget, why=False)
    seconds = time.perf_counter() - begun
    assert plan.module is not None
    click.echo(f"{name}: {plan.evaluations} evaluations, {seconds:.1f} s")
    return {
        "family": family,
        "expert": {"seconds": own.seconds, "peak": int(own.peak_bytes), "estimated": own.bytes_sent, **compiled(text)},
        "planned": {
            "seconds": plan.cost.seconds,
            "peak": int(plan.cost.peak_bytes),
            "estimated": plan.cost.bytes_sent,
            "evaluations": plan.evaluations,
            **compiled(str(plan.module)),
        },
        "specs": {each.pattern: [list(axes) for axes in each.storage] for each in plan.classes},
        "at_use": {each.pattern: [list(axes) for axes in each.at_use] for each in plan.classes if each.at_use},
    }


@click.command()
@click.argument("names", nargs=-1)
@click.option("--budget", default=300)
@click.option("--output", type=click.Path(path_type=Path), default=RECORD)
def main(names: tuple[str, ...], budget: int, output: Path) -> None:
    """Record the programs called NAME, or all of them."""
    found: dict[str, Any] = json.loads(output.read_text(encoding="utf-8")) if output.exists() else {}
    for name in names or EXPERTS:
        found[name] = record(name, budget)
        one, other = found[name]["expert"], found[name]["planned"]
        for key in ("seconds", "sent", "memory", "arguments", "peak", "estimated"):
            click.echo(f"  {key}: {one[key]:,} {other[key]:,}  {other[key] / one[key] if one[key] else 0:.2f}")
        found["versions"] = {"jax": jax.__version__, "jaxlib": jaxlib.version.__version__}
        output.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
