"""Where jaxlib 0.11.2 answers otherwise than sdy-opt does for later revisions of Shardy."""

from __future__ import annotations

from collections.abc import Mapping

KNOWN: Mapping[str, str] = {
    "Replica groups are axes unless `enable-rgv3=false`, also along parts of axes.": "convert_global_to_local-newer_"
    "reductions-|revisions-(replica_groups_as_axes-2-sub_axis|sub_axis_indices-2-)",
    "After a `stablehlo.reduce` by maximum explicit reshards insert `sdy.all_reduce max`.": "passes-insert_explicit_"
    "reshards-reduction_operators-1-of_a_result_without",
    "Reshards, `sdy.sharded_to_unreduced` and `sdy.replicated_to_unreduced` may introduce maxima.": "sdy-reductions-"
    "errors-1-(reshard|sharded|replicated)$",
    "`-sdy-update-non-divisible-input-output-shardings` adds up what its manual computation takes.": "sdy-reductions-"
    "kept_by_passes-7-manual",
    "`-sdy-per-instruction-partitioning` takes collectives, too, makes all axes of the mesh manual, and leaves results "
    "unreduced.": "passes-per_instruction_partitioning-uneven-1-(dot|reshard|constant|unreduced)",
    "`-sdy-per-instruction-partitioning` refuses a slice of a tensor that is not sharded.": "passes-per_instruction_"
    "partitioning-uneven-1-slice",
    "`-sdy-verify-unreduced-axes` excuses operands that a reshard or constraint defines in any operation.": "passes-"
    "verify_unreduced_axes-transitions-1-not_excused",
    "Permutes between replicas have no channel.": "revisions-exchanges_between_replicas-2-moved",
    "Errors of `-sdy-per-instruction-partitioning` and `-sdy-resolve-single-device-sharding` have other words or none.": "passes-(per_instruction_partitioning|resolve_single_device_"
    "sharding)-errors-",
    "A strided slice is exchanged as if it had no strides.": "revisions-exchanged_slices-2-strided",
    "A pad with a dimension whose blocks grow beside one whose blocks move is refused.": "revisions-exchanged_pads-2-"
    "otherwise",
    "A pad by ones shows zeros of its operand's padding.": "passes-pad_for_divisibility-newer_pads-1-padding_would",
    "Windows that begin where no part of a device does are local.": "convert_global_to_local-newer_errors-1-windows",
}
"""What jaxlib 0.11.2 answers otherwise, as it is of another revision or computes wrong numbers, and the programs that
show it, as a pattern."""

IN_RANDOM_PROGRAMS = (
    "`-sdy-insert-explicit-reshards` leaves tokens on single devices.",
    "`-sdy-pad-for-divisibility` runs on modules, slices padded values where casts were, and refuses reshapes of them.",
    "`-sdy-resolve-permutation-factors` fails for reversals without a sharding, and reshards updates of slices.",
    "`-sdy-convert-global-to-local` gives offsets of scatters a sharding.",
    "`-canonicalize` leaves all-reduces before all-slices whose shardings are open.",
)
"""What random programs show besides."""
