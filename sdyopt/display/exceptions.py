"""Descriptions of unexpected exceptions."""

from __future__ import annotations

import os.path


def describe_exception(error: BaseException) -> str:
    """Returns what failed and where: `KeyError: 'x' (reading.py:12)`, `(package/__init__.py:3)`."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return f"{type(error).__name__}: {error}"
    folder, file = os.path.split(place.tb_frame.f_code.co_filename)
    if file == "__init__.py":
        file = f"{os.path.basename(folder)}/{file}"
    return f"{type(error).__name__}: {error} ({file}:{place.tb_lineno})"
