"""Records what XLA's pass `shardy-xla` makes of programs, stage by stage, in the form in which it keeps shardings.

python -m pip install -e '.[jax]'
python -m tools.recorded.record_xla_form [--named] [NAME ...]

With --named the form is that whose texts name the mesh and its axes. Programs are those of lit_tests/corpus, and those
that are beside the records. A record has a section for each stage, which begins with a line `// ----- STAGE`. Another
release than that of the reference is recorded with a Python that has it; its records have names of their own.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "lit_tests" / "corpus"
RECORDS = ROOT / "lit_tests" / "python" / "passes" / "Inputs" / "xla_form"

OF_CORPUS = ("explicit_unreduced", "mlp", "shard_map_nested", "shard_map_partial", "sharding_groups", "size_one_axes")
"""The programs of the corpus that are recorded."""

STAGES = ("00", "01", "03", "04")
"""XLA's input, the program before propagation, that after the partitioner's passes, and what comes out."""

DEVICES = 8

NEWER = "0.12"
"""Releases from this one on follow later rules of Shardy."""


def programs() -> dict[str, Path]:
    """Returns the files of programs by name."""
    own = {path.stem: path for path in sorted(RECORDS.glob("*.mlir")) if "." not in path.stem}
    return {name: CORPUS / f"{name}.mlir" for name in OF_CORPUS} | own


def record_path(name: str, release: str, is_named: bool) -> Path:
    """Returns the file of a record."""
    return RECORDS / f"{name}.{release}.{'named' if is_named else 'texts'}.mlir"


def sections(text: str) -> dict[str, str]:
    """Returns the stages in a record."""
    parts = [part.partition("\n") for part in text.split("// ----- ")[1:]]
    return {stage: program for stage, _, program in parts}


class DumpingCompiler:
    """XLA for eight simulated devices, which dumps the stages of its pass to a folder."""

    def __init__(self, folder: Path, is_named: bool) -> None:
        """Starts the backend, which reads its flags once in a process."""
        flags = {
            "xla_backend_optimization_level": 0,
            "xla_dump_to": folder,
            "xla_dump_hlo_pass_re": ".*shardy.*",
            "xla_enable_hlo_sharding_v3": str(is_named).lower(),
        }
        os.environ["XLA_FLAGS"] = " ".join([f"--{name}={value}" for name, value in flags.items()])
        from jaxlib import version, xla_client

        self._folder = folder
        self._backend: Any = xla_client.make_cpu_client(num_devices=DEVICES)
        self.release = version.__version__

    def compiled(self, program: str, with_shardy: bool = True) -> str:
        """Returns the HLO text that XLA compiles a program to. Raises an error of jaxlib if XLA refuses it."""
        import numpy
        from jaxlib import xla_client

        options: Any = xla_client.CompileOptions()
        build: Any = options.executable_build_options
        options.num_replicas = build.num_replicas = 1
        options.num_partitions = build.num_partitions = DEVICES
        build.device_assignment = xla_client.DeviceAssignment.create(numpy.arange(DEVICES).reshape(1, DEVICES))
        build.use_shardy_partitioner, build.use_spmd_partitioning = with_shardy, True
        devices: Any = xla_client.DeviceList(tuple(self._backend.devices()[:DEVICES]))
        return str(self._backend.compile_and_load(program, devices, options).hlo_modules()[0].to_string())

    def stages(self, program: str) -> dict[str, str]:
        """Returns the stages of a program by their numbers. Raises an error of jaxlib if XLA refuses it."""
        before = set(self._folder.glob("shardy/*"))
        self.compiled(program)
        (dumped,) = set(self._folder.glob("shardy/*")) - before
        files = {path.name.partition(".")[0]: path for path in dumped.glob("*.mlir")}
        return {stage: files[stage].read_text() for stage in STAGES}


def compiled_texts(programs: Sequence[tuple[str, bool]]) -> list[str]:
    """Returns the HLO texts that XLA compiles programs to, each with Shardy or without; for a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        compiler = DumpingCompiler(Path(folder), False)
        return [compiler.compiled(*program) for program in programs]


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--named", is_flag=True, help="Record the form that names the mesh and its axes.")
def main(names: tuple[str, ...], named: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        compiler = DumpingCompiler(Path(folder), named)
        for name, path in programs().items():
            if not names or name in names:
                found = compiler.stages(path.read_text())
                text = "".join([f"// ----- {stage}\n{program}" for stage, program in found.items()])
                record_path(name, compiler.release, named).write_text(text)
                print(name, len(text))


if __name__ == "__main__":
    main()
