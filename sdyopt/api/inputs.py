"""What can be read as a program: texts, files, and live objects of JAX and of MLIR's Python bindings.

Neither JAX nor the bindings are imported: objects are known by the methods that https://docs.jax.dev documents.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from sdyopt.ir.named_tuple import NamedTuple


@runtime_checkable
class Lowered(Protocol):
    """What JAX lowers a function to, `jax.jit(f).lower(…)`, and what it compiles that to."""

    def as_text(self) -> Any: ...


class CompiledProgram(Protocol):
    """What JAX compiles a function to: `jax.jit(f).lower(…).compile()`."""

    def as_text(self) -> Any: ...

    def memory_analysis(self) -> Any: ...


@runtime_checkable
class Lowerable(Protocol):
    """A function that JAX can lower: `jax.jit(f)`, whose arguments are needed, or `jax.jit(f).trace(…)`."""

    def lower(self, *args: Any, **kwargs: Any) -> Any: ...


@runtime_checkable
class Exported(Protocol):
    """What `jax.export.export(…)` returns."""

    def mlir_module(self) -> Any: ...


class _PrintableOperation(Protocol):
    def get_asm(self, *, enable_debug_info: bool = False) -> Any: ...


@runtime_checkable
class BoundModule(Protocol):
    """A module, or an operation, of MLIR's Python bindings."""

    @property
    def operation(self) -> _PrintableOperation: ...


ProgramInput = (
    str | bytes | bytearray | os.PathLike[str] | Lowered | CompiledProgram | Lowerable | Exported | BoundModule
)
"""What can be read as a program."""

_COMPILED = re.compile(r"\s*HloModule\b")
_NAME = re.compile(r"^(?:module @|HloModule )(?P<name>[\w$.-]+)", re.MULTILINE)


class ProgramText(NamedTuple):
    """A program as text."""

    text: str
    path: str | None = None
    """The file that it is from."""
    is_live: bool = False
    """Whether it was an object and not text."""

    @property
    def is_compiled(self) -> bool:
        """Whether it is HLO: what XLA has compiled."""
        return _COMPILED.match(self.text) is not None

    def name(self, given: str | None, default: str) -> str:
        """Returns the name of the program in messages: that of its file, or of the module of an object."""
        if self.path is not None or given is not None:
            return self.path or given or default
        named = _NAME.search(self.text, 0, 1 << 20) if self.is_live else None
        return default if named is None else named["name"]


def read_program(
    program: ProgramInput, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
) -> ProgramText:
    """Returns the text of a program, with locations if it has any. `args` and `kwargs` are those of a jitted function.

    Raises OSError for a file that cannot be read, and TypeError for what is not a program, or if arguments are missing.
    """
    if (args or kwargs) and (
        isinstance(program, str | bytes | bytearray | os.PathLike) or not isinstance(program, Lowerable)
    ):
        raise TypeError(f"arguments are for jitted functions, not for {program!r:.200}")
    if isinstance(program, str):
        return ProgramText(program)
    if isinstance(program, bytes | bytearray):  # `jax.export` serializes to the latter
        return ProgramText(program.decode("utf-8-sig", "surrogateescape"))
    if isinstance(program, os.PathLike):
        with open(program, encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            return ProgramText(stream.read(), os.fspath(program))
    if isinstance(program, Exported):
        return ProgramText(_checked("mlir_module", program.mlir_module()), is_live=True)
    if isinstance(program, Lowered):
        return ProgramText(_printed(program), is_live=True)
    if isinstance(program, Lowerable):
        return ProgramText(_printed(_lowered(program, args, kwargs or {})), is_live=True)
    print_asm = getattr(getattr(program, "operation", None), "get_asm", None)
    if print_asm is not None:
        return ProgramText(str(print_asm(enable_debug_info=True)), is_live=True)
    known = "a text, bytes, a path, or an object with as_text, lower, mlir_module or operation.get_asm"
    hint = "; jax.jit(f) makes one of a function f" if callable(program) else ""
    raise TypeError(f"not a program: {program!r:.200}; a program is {known}{hint}")


def _lowered(function: Lowerable, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Returns what JAX lowers a function to. Raises TypeError if that is a jitted one and there are no arguments."""
    if hasattr(function, "trace") and not args and not kwargs:
        try:
            return function.lower()  # It may have no parameters.
        except TypeError as error:
            raise TypeError(f"a jitted function is lowered for its arguments, args=(…): {error}") from None
    return function.lower(*args, **kwargs)


def _printed(lowered: Any) -> str:
    try:
        text = lowered.as_text(debug_info=True)
    except TypeError:  # Not all that have `as_text` can print locations.
        text = lowered.as_text()
    return _checked("as_text", text)


def _checked(method: str, text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{method} returns no text, but {text!r:.200}")
    return text
