"""Programs in binary form: MLIR bytecode, portable artifacts of StableHLO, and files of `jax.export`.

The format is described at https://mlir.llvm.org/docs/BytecodeFormat/, that of artifacts at
https://openxla.org/stablehlo/bytecode and https://openxla.org/stablehlo/vhlo. Nothing of MLIR's library is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from sdyopt.ir.attribute import Location
    from sdyopt.ir.attributes import Resources
    from sdyopt.ir.operation import Operation
    from sdyopt.mlir.diagnostics import Source
    from sdyopt.mlir.read.parser import ParsedText


def read(data: bytes, allow_unregistered: bool = False, source: Source | None = None) -> ParsedText:
    """Returns the program in MLIR bytecode, a portable artifact, a file of `jax.export`, or a zip or gzip file of one.

    With `source`, places in files may stay numbers, which that knows from then on: see `Source.numbered`. Raises
    CompilationError, whose message has the offset in the data at which it is wrong.
    """
    from sdyopt.bytecode.reading import read_program

    return read_program(data, allow_unregistered, source)


def write(
    module: Operation,
    resources: Resources | None = None,
    version: int | None = None,
    locate: Callable[[Location | int], Location] | None = None,
    origin: bytes | None = None,
    producer: str | None = None,
) -> bytes:
    """Returns a module as MLIR bytecode of that version of the format, the newest by default.

    It is for the reference, unless newer versions of it are followed, or have written the file `origin` that the module
    was read from, or only they know its attributes. `locate` returns the location of an operation that has only an
    offset in a text: see `Source.resolve`; `producer` is who it says has written it. Raises CompilationError for a
    version that is unknown.
    """
    from sdyopt.bytecode.writing import write_module

    return write_module(module, resources or {}, version, locate, origin, producer)


def write_artifact(
    module: Operation,
    target: str,
    resources: Resources | None = None,
    locate: Callable[[Location | int], Location] | None = None,
) -> bytes:
    """Returns a portable artifact of a version of StableHLO, as "1.9.0".

    Operations and attributes of other dialects stay as they are. `module` is not changed. Raises CompilationError for
    what the version cannot express.
    """
    from sdyopt.bytecode.vhlo.artifacts import write_portable_artifact

    return write_portable_artifact(module, target, resources or {}, locate)
