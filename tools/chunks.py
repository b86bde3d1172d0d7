"""Which cases of a test are run when: by the usual command, in CI with `-m long`, or only with `-m exhaustive`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

import pytest

ONE_IN = 36
"""Of the chunks after the first, and of programs, CI runs one in so many, and at least one."""


def chunks(count: int, size: int) -> Sequence[Any]:
    """Returns the first case of each part of `count` cases, for `pytest.mark.parametrize`.

    Each part has `size` cases. The first is always run, and one in 36 of the others in CI.
    """
    return sampled(range(0, count, size), (0,))


def mostly_long(values: Iterable[Any], quick: Container[Any]) -> Sequence[Any]:
    """Returns values for `pytest.mark.parametrize`, marked `long` except those in `quick`."""
    return [pytest.param(value, marks=[] if value in quick else [pytest.mark.long]) for value in values]


def sampled(values: Iterable[Any], quick: Container[Any] = (), one_in: int = ONE_IN) -> Sequence[Any]:
    """Returns values for `pytest.mark.parametrize`: those in `quick`, and of the others one in 36 marked `long`.

    The rest are marked `exhaustive`: they are many of a kind.
    """
    params = []
    others = 0
    for value in values:
        marks = []
        if value not in quick:
            marks = [pytest.mark.exhaustive if others % one_in else pytest.mark.long]
            others += 1
        params.append(pytest.param(value, marks=marks))
    return params
