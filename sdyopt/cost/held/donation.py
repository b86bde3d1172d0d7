"""Arguments whose memory results take: donated and aliased ones."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.attributes import ArrayAttr, BoolAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation

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


def donated_arguments(module: Operation) -> dict[Operation, frozenset[int]]:
    """Returns the numbers of the donated arguments of each function."""
    found = {}
    for function in collect_kind(module, FUNC):
        given = function.properties.get("arg_attrs")
        entries = given.elements if isinstance(given, ArrayAttr) else ()
        found[function] = frozenset(
            [
                number
                for number, entry in enumerate(entries)
                if isinstance(entry, DictionaryAttr) and donated_to(entry) != NOT_DONATED
            ]
        )
    return found


class Donation(NamedTuple):
    """How an argument is donated."""

    bytes: int | None
    result: int | None
    """The number of the result that takes its place (`tf.aliasing_output`); None if XLA is to find one."""


def shared_bytes(donations: Sequence[Donation], results: Sequence[int | None]) -> int:
    """Returns the bytes that donated arguments and `results`, given by their bytes, have in common.

    As in XLA, an argument for which the program names no result gives its place to one of the same size. Numbers of
    results that there are not are ignored.
    """
    free: list[int | None] = list(results)
    shared = 0
    for donation in donations:
        number = donation.result
        if number is not None and 0 <= number < len(free) and donation.bytes is not None:
            shared += min(donation.bytes, free[number] or 0)
            free[number] = None
    for donation in donations:
        if donation.result is None and donation.bytes and donation.bytes in free:
            free[free.index(donation.bytes)] = None
            shared += donation.bytes
    return shared
