"""Arguments whose memory results take: donated and aliased ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdyopt.ir.attributes import BoolAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.named_tuple import NamedTuple

_DONOR = "jax.buffer_donor"
ALIAS = "tf.aliasing_output"
"""The attribute of an argument with the number of the result that takes its memory."""

NOT_DONATED = -2
ANY_RESULT = -1


def donated_to(attributes: DictionaryAttr) -> int:
    """Returns the number of the result that takes the place of an argument with these attributes.

    ANY_RESULT if XLA is to find one, NOT_DONATED if none may.
    """
    alias = attributes.get(ALIAS)
    if alias is not None:
        if not isinstance(alias, IntegerAttr):
            return ANY_RESULT
        return alias.value if alias.value >= 0 else NOT_DONATED
    return ANY_RESULT if attributes.get(_DONOR) is BoolAttr(True) else NOT_DONATED


class Donation(NamedTuple):
    """How an argument is donated."""

    bytes: int | None
    result: int
    """What `donated_to` returns."""


def shared_bytes(donations: Mapping[int, Donation], results: Sequence[int | None]) -> dict[int, int]:
    """Returns the bytes that each donated argument and `results`, given by their bytes, have in common.

    As in XLA, an argument for which the program names no result gives its place to one of the same size. One that is
    not donated, or names a result that does not exist, shares nothing.
    """
    free: list[int | None] = list(results)
    shared = dict.fromkeys(donations, 0)
    for place, (size, number) in donations.items():
        if 0 <= number < len(free) and size is not None:
            shared[place] = min(size, free[number] or 0)
            free[number] = None
    for place, (size, number) in donations.items():
        if number == ANY_RESULT and size and size in free:
            free[free.index(size)] = None
            shared[place] = size
    return shared
