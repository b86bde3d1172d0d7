"""Arguments whose memory results take: donated and aliased ones."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.attributes import BoolAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.named_tuple import NamedTuple

_DONOR, _ALIAS = "jax.buffer_donor", "tf.aliasing_output"

NOT_DONATED = -2
ANY_RESULT = -1


def donated_to(attributes: DictionaryAttr) -> int:
    """Returns the number of the result that takes the place of an argument with these attributes.

    ANY_RESULT if XLA is to find one, NOT_DONATED if none may.
    """
    alias = attributes.get(_ALIAS)
    if alias is not None:
        return alias.value if isinstance(alias, IntegerAttr) else ANY_RESULT
    return ANY_RESULT if attributes.get(_DONOR) is BoolAttr(True) else NOT_DONATED


class Donation(NamedTuple):
    """How an argument is donated."""

    bytes: int | None
    result: int | None
    """The number of the result that takes its place (`tf.aliasing_output`); None if XLA is to find one."""


def shared_bytes(donations: Sequence[Donation], results: Sequence[int | None]) -> tuple[int, ...]:
    """Returns the bytes that each donated argument and `results`, given by their bytes, have in common.

    As in XLA, an argument for which the program names no result gives its place to one of the same size. Numbers of
    results that there are not are ignored.
    """
    free: list[int | None] = list(results)
    shared = [0] * len(donations)
    for place, donation in enumerate(donations):
        number = donation.result
        if number is not None and 0 <= number < len(free) and donation.bytes is not None:
            shared[place] = min(donation.bytes, free[number] or 0)
            free[number] = None
    for place, donation in enumerate(donations):
        if donation.result is None and donation.bytes and donation.bytes in free:
            free[free.index(donation.bytes)] = None
            shared[place] = donation.bytes
    return tuple(shared)
