"""What can be read as a program: texts, files, and the modules of JAX and of MLIR's Python bindings."""

from __future__ import annotations

import os
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Lowered(Protocol):
    """What JAX lowers a function to: `jax.jit(f).lower(…)`."""

    def as_text(self) -> Any: ...


class _PrintableOperation(Protocol):
    def get_asm(self, *, enable_debug_info: bool = False) -> Any: ...


@runtime_checkable
class BoundModule(Protocol):
    """A module, or an operation, of MLIR's Python bindings."""

    @property
    def operation(self) -> _PrintableOperation: ...


ProgramInput = str | bytes | os.PathLike[str] | Lowered | BoundModule
"""What can be read as a program."""


def read_program(program: ProgramInput) -> tuple[str, str | None]:
    """Returns the text of a program, with locations if it has any, and the name of its file, or None.

    Raises OSError for a file that cannot be read, and TypeError for what is no program.
    """
    if isinstance(program, str):
        return program, None
    if isinstance(program, bytes):
        return program.decode("utf-8-sig", "surrogateescape"), None
    if isinstance(program, os.PathLike):
        name = os.fspath(program)
        with open(program, encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            return stream.read(), name
    if isinstance(program, Lowered):
        return _lowered_text(program), None
    print_asm = getattr(getattr(program, "operation", None), "get_asm", None)
    if print_asm is None:
        known = "a text, bytes, a path, or has as_text or operation.get_asm"
        raise TypeError(f"a program is {known}, unlike {program!r:.200}")
    return str(print_asm(enable_debug_info=True)), None


def _lowered_text(lowered: Any) -> str:
    try:
        text = lowered.as_text(debug_info=True)
    except TypeError:  # Not all that have `as_text` can print locations.
        text = lowered.as_text()
    if not isinstance(text, str):
        raise TypeError(f"as_text returns no text, but {text!r:.200}")
    return text
