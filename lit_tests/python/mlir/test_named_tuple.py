"""Named tuples behave as those of `typing`."""

from __future__ import annotations

import pickle
import typing
from typing import Any

import pytest

from sdyopt.ir.records import NamedTuple


class Ours(NamedTuple):
    """One of ours."""

    a: int
    b: str = "x"
    c: tuple[int, ...] = ()

    def doubled(self) -> int:
        """Twice the first field."""
        return 2 * self.a


class Usual(typing.NamedTuple):
    """The same, of the standard library."""

    a: int
    b: str = "x"
    c: tuple[int, ...] = ()


def test_they_are_created_and_printed_alike() -> None:
    """In order, by name, with defaults."""
    for values, named in (((1,), {}), ((1, "y"), {"c": (2,)}), ((), {"a": 1}), ((1, "y", (3,)), {})):
        ours, usual = Ours(*values, **named), Usual(*values, **named)  # type: ignore[arg-type]
        assert ours == usual and repr(ours) == repr(usual).replace("Usual", "Ours")
        assert ours._asdict() == usual._asdict() and ours._replace(b="z") == usual._replace(b="z")
        assert (ours.a, ours.b, ours.c) == tuple(usual)
        assert pickle.loads(pickle.dumps(ours)) == ours
    assert Ours._fields == Usual._fields and Ours._field_defaults == Usual._field_defaults
    assert Ours(4).doubled() == 8 and not hasattr(Ours(4), "__dict__")


def test_they_match_patterns() -> None:
    """By position, as tuples and as classes."""
    match Ours(1, "y"):
        case Ours(a, b, c):
            assert (a, b, c) == (1, "y", ())


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, 2, 3, 4), {}), ((1,), {"a": 2}), ((1,), {"other": 2})],
)
def test_wrong_fields_are_refused(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Missing, too many, given twice, unknown."""
    for kind in (Ours, Usual):
        with pytest.raises(TypeError):
            kind(*values, **named)


def test_fields_cannot_be_changed() -> None:
    """Neither one of ours nor a new one."""
    with pytest.raises(AttributeError):
        Ours(1).a = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Ours(1).other = 2  # type: ignore[attr-defined]
