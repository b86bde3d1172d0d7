"""Parts of many test cases, so that processes share the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def chunks(count: int, size: int) -> Sequence[Any]:
    """Returns the first case of each part of `count` cases, for `pytest.mark.parametrize`.

    Each part has `size` cases. All parts but the first are marked `long`.
    """
    return [pytest.param(start, marks=[pytest.mark.long] if start else []) for start in range(0, count, size)]
