"""Writes the binary files of lit_tests/bytecode, with the reference.

    python -m tools.programs.make_bytecode [--exported | --newer]

From each NAME.mlir it makes Inputs/NAME.mlirbc, in the newest version of the format; with a line `// VERSIONS: 0 5`
Inputs/NAME.v0.mlirbc and Inputs/NAME.v5.mlirbc, too; and with a line `// TARGETS: 0.9.0` a portable artifact for that
version of StableHLO, Inputs/NAME.0.9.0.mlirbc. With --exported it writes Inputs/exported.jaxexport, too, with JAX and
flatbuffers. With --newer, and a Python that has jaxlib 0.12, it writes only what that makes of Inputs/newer.txt.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.reference import new_context

FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "bytecode"


def bytecode_of(text: str, version: int | None = None) -> bytes:
    """Returns what the reference writes for a program. Raises MissingReference, or an error of the reference."""
    from jaxlib.mlir import ir

    with new_context(True):
        module = ir.Module.parse(text)
        stream = io.BytesIO()
        module.operation.write_bytecode(stream, desired_version=version)
    return stream.getvalue()


def artifact_of(text: str, target: str) -> bytes:
    """Returns the portable artifact that the reference writes for a version of StableHLO."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    with new_context(True):
        artifact: bytes = stablehlo.serialize_portable_artifact(ir.Module.parse(text), target, True)
    return artifact


def text_of(data: bytes, debug_info: bool = True) -> str:
    """Returns the program that the reference reads in bytecode, in generic form."""
    from jaxlib.mlir import ir

    with new_context(True):
        module = ir.Module.parse(data)
        return str(module.operation.get_asm(print_generic_op_form=True, enable_debug_info=debug_info))


def files(text: str) -> Iterator[tuple[str, bytes]]:
    """Yields the suffixes and contents of the files for a program."""
    yield "", bytecode_of(text)
    for version in _listed(text, "VERSIONS"):
        yield f".v{version}", bytecode_of(text, int(version))
    for target in _listed(text, "TARGETS"):
        yield f".{target}", artifact_of(text, target)


def _listed(text: str, what: str) -> list[str]:
    found = re.search(rf"^// {what}: (.*)$", text, re.MULTILINE)
    return found[1].split() if found else []


def exported() -> bytes:
    """Returns a file of jax.export with a matrix product on eight devices."""
    os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
    import jax
    import numpy as np
    from jax import export
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # the names of files without folders
    mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 4), ("x", "y"))
    rows, inner = NamedSharding(mesh, PartitionSpec("x", "y")), NamedSharding(mesh, PartitionSpec("y", None))

    def f(x: Any, y: Any) -> Any:
        return jax.lax.with_sharding_constraint(x @ y, rows)

    jitted = jax.jit(f, in_shardings=(rows, inner), out_shardings=rows)
    shapes = [jax.ShapeDtypeStruct(shape, np.float32) for shape in ((8, 16), (16, 8))]
    return bytes(export.export(jitted, platforms=["tpu"])(*shapes).serialize())


def write_newer() -> None:
    """Writes the files for the program that the reference does not know. Collectives of SDY cannot be in artifacts."""
    inputs = FOLDER / "Inputs"
    text = (inputs / "newer.txt").read_text(encoding="utf-8")
    (inputs / "newer.mlirbc").write_bytes(bytecode_of(text))
    (inputs / "newer.1.22.0.mlirbc").write_bytes(artifact_of(text[: text.index("func.func @collectives")], "1.22.0"))


def main(with_exported: bool) -> None:
    """Writes all files."""
    if with_exported:
        (FOLDER / "Inputs" / "exported.jaxexport").write_bytes(exported())
    for program in sorted(FOLDER.glob("*.mlir")):
        for suffix, data in files(program.read_text(encoding="utf-8")):
            target = FOLDER / "Inputs" / f"{program.stem}{suffix}.mlirbc"
            target.write_bytes(data)
            print(target.name, len(data))


if __name__ == "__main__":
    if "--newer" in sys.argv:
        write_newer()
    else:
        main("--exported" in sys.argv)
