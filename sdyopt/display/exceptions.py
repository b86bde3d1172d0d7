"""Descriptions of unexpected exceptions."""

from __future__ import annotations

import os.path
import sys
from types import FrameType, TracebackType

_DEPENDENCIES = ("click", "lark", "rich")


def describe_exception(error: BaseException) -> str:
    """Returns what failed and where: `KeyError: 'x' (reading.py:12)`, `(package/__init__.py:3)`.

    The place is the innermost in another package's code, if there is any.
    """
    place = step = error.__traceback__
    while step is not None and (step := step.tb_next) is not None:
        if _is_of_another(_root_of(step.tb_frame)) or not (place and _is_of_another(_root_of(place.tb_frame))):
            place = step
    try:
        is_sentence = isinstance(error, KeyError) and " " in str(error)  # Of a key it shows the quotes.
        text = str(error.args[0]) if is_sentence else str(error)
    except Exception as other:  # It may be of another package, with a method of its own.
        text = f"(its text: {type(other).__name__})"
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if place is None:
        return what
    return f"{what} ({_place(place.tb_frame.f_code.co_filename, place.tb_lineno)})"


def internal_error(error: BaseException, subject: str) -> str:
    """Returns the message about an unexpected exception, to be reported with `subject`, or what its note names.

    If code of another package has failed that was called from here, the message names that package.
    """
    if (module := module_of_another(error.__traceback__)) is None:
        notes: list[str] = getattr(error, "__notes__", [])
        subject = notes[0] if notes else subject
        return f"internal error: {describe_exception(error)}; please report this with {subject}"
    from importlib.metadata import packages_distributions

    packages = packages_distributions().get(module) or [f"module {module}"]
    return f"error in {packages[0]}: {describe_exception(error)}"


def module_of_another(place: TracebackType | None) -> str | None:
    """Returns the outermost module that is not part of this project, of what it depends on, or of Python."""
    while place is not None:
        if _is_of_another(root := _root_of(place.tb_frame)):
            return root
        place = place.tb_next
    return None


def code_of_another(frame: FrameType | None) -> str | None:
    """Returns the innermost place in code of another package that a thread is in: `tile.py:12`."""
    while frame is not None:
        if _is_of_another(_root_of(frame)):
            return _place(frame.f_code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return None


def _root_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _is_of_another(root: str) -> bool:
    return bool(root) and root not in ("sdyopt", "__main__", *_DEPENDENCIES, *sys.stdlib_module_names)


def _place(path: str, line: int) -> str:
    folder, file = os.path.split(path)
    if file == "__init__.py":
        file = f"{os.path.basename(folder)}/{file}"
    return f"{file}:{line}"
