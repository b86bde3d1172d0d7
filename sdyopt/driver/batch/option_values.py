"""Options as Python programs give them: `process_files(…, verify_diagnostics="all")`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any

from sdyopt.driver.batch.errors import RunError
from sdyopt.driver.diagnostics.patterns import compiled
from sdyopt.driver.io.files import file_problem, read_input
from sdyopt.driver.job import Options

_CHOICES: dict[str, tuple[str | None, ...]] = {
    "verify_diagnostics": (None, "all", "only-expected"),
    "color": ("auto", "always", "never"),
    "diagnostics_format": ("text", "json"),
    "frames": ("user", "innermost", "all"),
    "timing_display": ("tree", "list"),
    "output_format": ("text", "json"),
    "pass_statistics_display": ("pipeline", "list"),
    "remarks_format": (None, "text", "json", "summary"),
}
_KINDS: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "str": (str,),
    "str | None": (str, NoneType),
    "int": (int,),
    "int | None": (int, NoneType),
    "float | None": (float, int, NoneType),
}
OF_ONE_INPUT = ("generate_reproducer", "pass_pipeline_crash_reproducer", "print_ir_tree_dir", "remarks_output_file")
"""Options that name a file, which all inputs would write."""


def options_of(given: Mapping[str, Any], has_executor: bool) -> Options:
    """Returns the options of a run. `irdl_file` takes paths here.

    Raises TypeError for an unknown one, ValueError for a value that it cannot have, and RunError for a file that cannot
    be read.
    """
    values = dict(given)
    for name, value in given.items():
        kind = Options.__annotations__.get(name)
        if kind is None:
            raise TypeError(f"process_files has no option '{name}'")
        if name == "verify_diagnostics" and value is True:
            value = values[name] = "all"
        wrong = _wrong(name, value, kind)
        if wrong:
            raise ValueError(f"option {name}={value!r}: {wrong}")
        if name == "irdl_file":
            values[name] = tuple(map(_read, value))
    if values.get("diff"):
        raise ValueError("option diff: process_files returns programs, and a diff is not one")
    if has_executor and values.get("timeout") is not None:
        raise ValueError("option timeout: it ends processes, which are those of the executor")
    return Options(**values)


def _wrong(name: str, value: object, kind: str) -> str:
    """Returns why an option cannot have a value, or nothing."""
    if name in OF_ONE_INPUT and value is not None:
        return "all inputs would write it"
    if name in _CHOICES and value not in _CHOICES[name]:
        return f"not one of {', '.join(map(repr, _CHOICES[name]))}"
    if kind in _KINDS:
        fits = isinstance(value, _KINDS[kind]) and ("bool" in kind or not isinstance(value, bool))
        if fits and name == "timeout" and isinstance(value, int | float) and value <= 0:
            return "not positive"
        return "" if fits else f"not of type {kind}"
    if isinstance(value, str) or not isinstance(value, Sequence):
        return "not a sequence of texts"
    if not all(isinstance(element, str) or (name == "irdl_file" and _is_path(element)) for element in value):
        return "not a sequence of texts"
    if name in ("remarks", "remarks_kind", "skip_frames"):
        try:
            compiled(value)
        except ValueError as error:
            return str(error)
    return ""


def _is_path(value: object) -> bool:
    return isinstance(value, os.PathLike)


def _read(path: str | os.PathLike[str]) -> tuple[str, str]:
    name = os.fspath(path)
    try:
        return read_input(name)
    except OSError as error:
        raise RunError(file_problem("input", name, error)) from None
