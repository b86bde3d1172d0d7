"""Test cases that only `-m long` runs, and parts of many cases, so that processes share the work."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

import pytest


def chunks(count: int, size: int) -> Sequence[Any]:
    """Returns the first case of each part of `count` cases, for `pytest.mark.parametrize`.

    Each part has `size` cases. All parts but the first are marked `long`.
    """
    return [pytest.param(start, marks=[pytest.mark.long] if start else []) for start in range(0, count, size)]


def mostly_long(values: Iterable[Any], quick: Container[Any]) -> Sequence[Any]:
    """Returns values for `pytest.mark.parametrize`, marked `long` except those in `quick`."""
    return [pytest.param(value, marks=[] if value in quick else [pytest.mark.long]) for value in values]
