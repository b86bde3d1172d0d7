"""Where jaxlib 0.11.2 answers otherwise than sdy-opt does for later revisions of Shardy.

It is of another revision than that of August, or computes wrong numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class KnownLater(NamedTuple):
    """A difference, and a pattern of the golden tests that show it: names, the number of a command, and a function."""

    about: str
    programs: str


KNOWN: Sequence[KnownLater] = (
    KnownLater(
        "Replica groups are axes unless `enable-rgv3=false`, also along parts of axes.",
        r"convert_global_to_local-newer_reductions-|revisions-(replica_groups_as_axes-2-sub_axis|sub_axis_indices-2-)",
    ),
    KnownLater(
        "After a `stablehlo.reduce` by maximum explicit reshards insert `sdy.all_reduce max`.",
        r"passes-insert_explicit_reshards-reduction_operators-1-of_a_result_without",
    ),
    KnownLater(
        "Reshards, `sdy.sharded_to_unreduced` and `sdy.replicated_to_unreduced` may introduce maxima.",
        r"sdy-reductions-errors-1-(reshard|sharded|replicated)$",
    ),
    KnownLater(
        "`-sdy-update-non-divisible-input-output-shardings` adds up what its manual computation takes.",
        r"sdy-reductions-kept_by_passes-7-manual",
    ),
    KnownLater(
        "`-sdy-per-instruction-partitioning` takes collectives, too, makes all axes of the mesh manual, and leaves "
        "results unreduced.",
        r"passes-per_instruction_partitioning-uneven-1-(dot|reshard|constant|unreduced)",
    ),
    KnownLater(
        "`-sdy-per-instruction-partitioning` refuses a slice of a tensor that is not sharded.",
        r"passes-per_instruction_partitioning-uneven-1-slice",
    ),
    KnownLater(
        "`-sdy-verify-unreduced-axes` excuses operands that a reshard or constraint defines in any operation.",
        r"passes-verify_unreduced_axes-transitions-1-not_excused",
    ),
    KnownLater(
        "Permutes between replicas have no channel.",
        r"revisions-exchanges_between_replicas-2-moved",
    ),
    KnownLater(
        "Errors of `-sdy-per-instruction-partitioning` and `-sdy-resolve-single-device-sharding` have other words "
        "or none.",
        r"passes-(per_instruction_partitioning|resolve_single_device_sharding)-errors-",
    ),
    KnownLater(
        "A strided slice is exchanged as if it had no strides.",
        r"revisions-exchanged_slices-2-strided",
    ),
    KnownLater(
        "A pad with a dimension whose blocks grow beside one whose blocks move is refused.",
        r"revisions-exchanged_pads-2-otherwise",
    ),
    KnownLater(
        "A pad by ones shows zeros of its operand's padding.",
        r"passes-pad_for_divisibility-newer_pads-1-padding_would",
    ),
    KnownLater(
        "Windows that begin where no part of a device does are local.",
        r"convert_global_to_local-newer_errors-1-windows",
    ),
)

IN_RANDOM_PROGRAMS = (
    "`-sdy-insert-explicit-reshards` leaves tokens on single devices.",
    "`-sdy-pad-for-divisibility` runs on modules, slices padded values where casts were, and refuses reshapes of them.",
    "`-sdy-resolve-permutation-factors` fails for reversals without a sharding, and reshards updates of slices.",
    "`-sdy-convert-global-to-local` gives offsets of scatters a sharding.",
    "`-canonicalize` leaves all-reduces before all-slices whose shardings are open.",
)
"""What random programs show besides."""
