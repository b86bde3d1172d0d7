"""The fields of passes: defaults, options, what cannot be done with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

import sdyopt
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.passes import Pass, option, options_of
from sdyopt.rewriting.rewriter import Rewriter


class Base(Pass):
    """The first of two classes with fields."""

    kind: ClassVar[str] = "base"
    deep: bool = option(False, "Goes deep")
    number: int = 3

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        """Does nothing."""


class Derived(Base):
    """The second one."""

    names: tuple[str, ...] = option((), "Names")


def test_fields_have_defaults_and_are_given_in_order_or_by_name() -> None:
    """Those of the base come first."""
    assert vars(Base()) == {"deep": False, "number": 3}
    assert vars(Derived(True, names=("a",))) == {"deep": True, "number": 3, "names": ("a",)}
    assert Derived(True, 4) == Derived(number=4, deep=True) != Base(True, 4)
    assert hash(Derived(True)) == hash(Derived(deep=True))
    assert repr(Base()) == "Base(deep=False, number=3)"


def test_only_fields_made_by_option_are_options() -> None:
    """Their names have hyphens on the command line, as always."""
    assert list(options_of(Base)) == ["deep"]
    assert {name: found.help for name, found in options_of(Derived).items()} == {"deep": "Goes deep", "names": "Names"}


def test_wrong_fields_are_refused() -> None:
    """Unknown, too many, or changed later."""
    with pytest.raises(TypeError, match="Base has no field other"):
        Base(other=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Base has 2 fields, not 3"):
        Base(True, 1, 2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match="Base is immutable"):
        Base().number = 4  # type: ignore[misc]


def test_a_dataclass_may_be_a_pass() -> None:
    """Packages that decorate their passes get the same options."""

    @dataclass(frozen=True)
    class Decorated(Base):
        """A dataclass."""

        other: int = option(7, "Another")

    assert Decorated(other=8).other == 8
    assert options_of(Decorated)["other"].default == 7


def test_options_have_a_default_of_their_kind() -> None:
    """What the command line could not give is refused when the class is made."""
    with pytest.raises(TypeError, match="field 'count' of NoDefault has no default"):

        class NoDefault(sdyopt.Pass):
            count: int

    with pytest.raises(
        TypeError, match=r"option 'sizes' of OfNumbers: tuple.* is not supported; options are bool, int"
    ):

        class OfNumbers(sdyopt.Pass):
            sizes: tuple[int, ...] = sdyopt.option(default=(), help="sizes")

    with pytest.raises(TypeError, match="option 'share' of Fraction: float"):

        class Fraction(sdyopt.Pass):
            share: float = sdyopt.option(default=0.5, help="a share")
