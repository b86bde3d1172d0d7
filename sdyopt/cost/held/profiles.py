"""Which machine a peak is for: the order in which operations run, and what a machine adds to a program."""

from __future__ import annotations

from enum import StrEnum

from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation


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
        """The order of the figure that is shown."""
        return Order.BREADTH_FIRST if self is Profile.CPU else Order.PROGRAM

    @property
    def rules(self) -> Rules:
        return Rules(False, False, False, False) if self is Profile.DEVICE else Rules()


def profile_of(module: Operation) -> Profile:
    """Returns what the peak of a module is for unless the user says it: CPUs, if it calls a library of theirs."""
    targets = [op.properties.get("call_target_name") for op in collect_kind(module, CUSTOM_CALL)]
    is_for_cpu = any(isinstance(target, StringAttr) and target.value.startswith("lapack_") for target in targets)
    return Profile.CPU if is_for_cpu else Profile.MEMORY
