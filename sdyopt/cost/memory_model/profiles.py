"""Which machine a peak is for: the order in which operations run, and what a machine adds to a program."""

from __future__ import annotations

from enum import StrEnum

from sdyopt.cost import ViewError
from sdyopt.display.wording import suggested
from sdyopt.ir.records import NamedTuple


class Order(StrEnum):
    """The order in which operations run."""

    PROGRAM = "program"
    """That of the text, as of a schedule that needs little memory."""
    BREADTH_FIRST = "breadth-first"
    """What is ready first runs first, as in XLA for CPUs, which has more to do at one time."""


class Rules(NamedTuple):
    """What XLA adds to a program on some machines."""

    dot_copies: bool = True
    """Whether operands of products, and what is gathered, are copied into the order of dimensions that is wanted."""
    widens: bool = True
    """Whether products of 16-bit floats are computed in 32 bits."""
    reduces_all: bool = True
    """Whether a reduce-scatter is an all-reduce, of which each device takes its part."""
    sums_apart: bool = True
    """Whether a library takes sums and maxima, which computes little of what it reads."""


class Profile(StrEnum):
    """What a peak is for."""

    MEMORY = "memory"
    """A schedule in the order of the program, with what XLA for CPUs adds."""
    CPU = "cpu"
    """What XLA for CPUs does unless it is to save memory."""
    DEVICE = "device"
    """A schedule in the order of the program, without what XLA adds for CPUs only."""

    @property
    def order(self) -> Order:
        """The order of the operations."""
        return Order.BREADTH_FIRST if self is Profile.CPU else Order.PROGRAM

    @property
    def is_for_cpus(self) -> bool:
        """Whether what XLA does for CPUs only counts."""
        return self is not Profile.DEVICE

    @property
    def rules(self) -> Rules:
        """What XLA adds."""
        return Rules() if self.is_for_cpus else Rules(False, False, False, False)


def profile_named(name: str) -> Profile:
    """Returns the profile of that name. Raises ViewError if there is none."""
    if name not in tuple(Profile):
        names = [each.value for each in Profile]
        known = suggested(name, names) or f": known are {', '.join(names)}"
        raise ViewError(f"no profile is called '{name}'{known}")
    return Profile(name)


DEFAULT_PROFILE = Profile.DEVICE
"""What numbers are for unless the user says it: accelerators, as all devices of the table of `--device` are.

Beside a program that XLA has compiled for CPUs it is `Profile.CPU`.
"""
