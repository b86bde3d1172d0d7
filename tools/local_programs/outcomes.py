"""Which programs do not become programs that compute the same, and why."""

from __future__ import annotations

from typing import NamedTuple

from tools.local_programs.chain import CHAIN, WITH_CALLS

LOOP = "Arguments of a loop's body have no sharding: a loop cannot carry sharded values."
CHLO = "Operations of CHLO have no local form; `--chlo-legalize-to-stablehlo` before the first pass decomposes them."
SUM = "An `sdy.all_reduce` always adds: what each device found is added up."


class PassRefusal(NamedTuple):
    """A program that a pass refuses, and why."""

    name: str
    reason: str
    passes: tuple[str, ...] = CHAIN


REFUSED = (
    PassRefusal("error_functions", CHLO),
    PassRefusal("four_largest", CHLO),
    PassRefusal("scanned_layers", LOOP),
    PassRefusal("until_it_is_small", LOOP),
    PassRefusal("random_numbers", LOOP),
    PassRefusal(
        "functions_in_functions",
        "Calls that are not made named computations keep the types of the whole.",
        WITH_CALLS,
    ),
    PassRefusal("shifted", "Two parts along a sharded dimension cannot be joined."),
    PassRefusal("part_at_a_place", "An update that is larger than what a device has."),
    PassRefusal("uneven_softmax", "An `sdy.all_reduce` always adds, which is an error where what it adds is padded."),
)
"""The programs that are refused."""

OTHER_NUMBERS = {
    "largest_of_rows": SUM,
    "uneven_extremes": SUM,
    "iotas_by_parts_of_axes": "Offsets along a part of an axis are computed from the minor digits of a device's place, "
    "replica groups from the major ones.",
}
"""The programs whose local ones compute something else, in the reference as well, and why."""

NEWER = ("uneven_products", "uneven_softmax")
"""The programs that the reference refuses: newer versions of Shardy pad the sums in them."""

REDUCE_SCATTER = "Products that a reduce-scatter completes"
INDICES = "Local gathers by indices that do not have 64 bits"
SLICES = "Slices whose operand is sharded otherwise than the result"

CRASHES = {
    "product_of_two_grids": REDUCE_SCATTER,
    "batched_products": REDUCE_SCATTER,
    "embedding": INDICES,
    "gradient_of_embedding": INDICES,
    "elements_at_places": SLICES,
    "random_numbers": SLICES,
    "part_at_a_place": SLICES,
}
"""The programs on which the reference crashes, with the known difference."""
