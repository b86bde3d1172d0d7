"""The text of several axes as the key of a sum: `data,model`. A name that would be ambiguous in it is in quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

NO_AXES = "other"
"""The key of what is not sent along axes of a mesh."""

_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|[^,]+')


def key_of_axes(names: Iterable[str]) -> str:
    """Returns the key of these axes, in this order; empty if there are none."""
    return ",".join([name if _is_plain(name) else json.dumps(name, ensure_ascii=False) for name in names])


def axes_of_key(key: str) -> tuple[str, ...]:
    """Returns the names of the axes in a key that `key_of_axes` has returned."""
    return tuple([json.loads(name) if name.startswith('"') else name for name in _NAME.findall(key)])


def _is_plain(name: str) -> bool:
    return bool(name) and name != NO_AXES and not {",", '"'} & set(name)
