"""Programs in binary form: MLIR bytecode, portable artifacts of StableHLO, and files of `jax.export`.

The format is described at https://mlir.llvm.org/docs/BytecodeFormat/, that of artifacts at
https://openxla.org/stablehlo/bytecode and https://openxla.org/stablehlo/vhlo. Nothing of MLIR's library is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from sdyopt.ir.attribute import Location
    from sdyopt.ir.operation import Operation
    from sdyopt.ir.resources import Resources
    from sdyopt.mlir.read.reading import ParsedText

NEWEST_VERSION = 6
"""The newest version of the format that is read and written."""


def read(data: bytes, allow_unregistered: bool = False) -> ParsedText:
    """Returns the program in MLIR bytecode, a portable artifact, a file of `jax.export`, or a zip or gzip file of one.

    Raises CompilationError, whose message has the offset in the data at which it is wrong.
    """
    from sdyopt.bytecode.programs import read_program

    return read_program(data, allow_unregistered)


def write(
    module: Operation,
    resources: Resources | None = None,
    version: int = NEWEST_VERSION,
    locate: Callable[[Location | int], Location] | None = None,
) -> bytes:
    """Returns a module as MLIR bytecode of that version.

    `locate` returns the location of an operation that has only an offset in a text: see `Source.resolve`.
    """
    from sdyopt.bytecode.writing import write_module

    return write_module(module, resources or {}, version, locate)
