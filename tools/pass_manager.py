"""The reference's pass manager: what it makes of textual pipelines, and what it writes while it runs them."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from typing import Any, NamedTuple

from tools import reference


class Reading(NamedTuple):
    """What becomes of the text of a pipeline: the pipeline as it is printed, or what is wrong with it."""

    printed: str = ""
    error: str = ""


def read_pipeline(text: str) -> Reading:
    """Reads a pipeline. Raises MissingReference without jaxlib."""
    context = reference.shared_context(False)
    from jaxlib.mlir import ir, passmanager

    def read() -> Reading:
        with context, ir.Location.unknown():
            try:
                return Reading(printed=str(passmanager.PassManager.parse(text)))
            except ValueError as error:
                return Reading(error=str(error).removesuffix("\n") + "\n")

    reading: Reading
    reading, said = _with_standard_error(read)
    # LLVM says what is wrong with a value, with the name of the program before it: here it has none.
    return reading._replace(error=said.removeprefix(": ") + reading.error)


def _with_standard_error(action: Callable[[], Any]) -> tuple[Any, str]:
    """What `action` gives, and what this process writes on standard error meanwhile."""
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as written:
        os.dup2(written.fileno(), 2)
        try:
            result = action()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        written.seek(0)
        return result, written.read().decode(*reference.ENCODING)
