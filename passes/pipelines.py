"""Pipelines that have a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from sdyopt.dialects.sdy.ops import revision
from sdyopt.rewriting.passes import PassPipeline, PassSpec, option, register_pass

IMPORT = tuple(
    map(
        PassSpec,
        (
            "symbol-dce",
            "sdy-lift-inlined-meshes",
            "sdy-remove-size-one-axes",
            "sdy-propagate-sharding-from-func-to-call",
            "sdy-constant-or-scalar-splitter",
            "symbol-dce",
            "sdy-manual-axes-cleanup",
            "sdy-save-module",
            "sdy-add-data-flow-edges",
        ),
    )
)
"""What every program goes through."""

CONSTRAINTS_AND_GROUPS = (PassSpec("sdy-apply-sharding-constraints"), PassSpec("sdy-sharding-group-import"))
"""What follows unless functions are inlined first."""


@register_pass("sdy-import-pipeline")
class ImportPipeline(PassPipeline):
    """Prepares a program for propagation.

    With `dedup-functions-fully` functions stay as they are: constraints and sharding groups are imported at once, not
    after calls have been inlined.
    """

    dedup_functions_fully: bool = option(default=False, help="Leaves functions and calls as they are in propagation")

    def passes(self) -> Sequence[PassSpec]:
        return IMPORT + CONSTRAINTS_AND_GROUPS if self.dedup_functions_fully else IMPORT


@register_pass("sdy-export-pipeline")
class ExportPipeline(PassPipeline):
    """Prepares a program for partitioning after propagation.

    Shardings leave data-flow edges, sharding groups and sharding constraints, and are closed; values that are used in
    another sharding are resharded. With `avoid-export-for-partitioning` no reshards are inserted, and groups and
    constraints stay. With `enable-insert-explicit-collectives` reshards become collectives, with
    `enable-per-instruction-partitioning` operations become manual computations one by one. With `-shardy=2026-08`
    unreduced axes are verified before reshards are inserted, and meshes are inlined in the end.
    """

    avoid_export_for_partitioning: bool = option(
        default=False, help="Keeps constraints and sharding groups; inserts no reshards"
    )
    avoid_reshards_on_calls: bool = option(default=False, help="Has no effect")
    dump_directory: str = option(default="", help="Directory for the module after propagation and after later stages")
    dump_propagation_edges: bool = option(
        default=False, help="Keeps the edges that propagation has recorded through sinking"
    )
    dump_sharding_origins: bool = option(
        default=False, help="Keeps the origins that propagation has recorded through sinking"
    )
    enable_insert_explicit_collectives: bool = option(
        default=False, help="Inserts all reshards, and converts them to collectives"
    )
    enable_per_instruction_partitioning: bool = option(
        default=False, help="Inserts all reshards, and partitions operations one by one", is_newer=True
    )
    inline_meshes: bool = option(
        default=False, help="Inlines meshes in the end; with -shardy=2026-08 the default is true", is_newer=True
    )
    keep_sharding_rules: bool = option(default=False, help="Keeps the sharding rules of operations")
    partition_count: int = option(
        default=1, help="Number of partitions, for operations that are partitioned one by one", is_newer=True
    )
    per_instruction_partitioning_filter: str = option(
        default="", help="Which operations are partitioned one by one; all if empty", is_newer=True
    )
    replica_count: int = option(
        default=1, help="Number of replicas, for operations that are partitioned one by one", is_newer=True
    )
    remove_all_gather_reduce_scatter_for_cmv1: bool = option(
        default=False, help="Removes the all-gathers and reduce-scatters of products, if collectives are inserted"
    )
    update_non_divisible_input_output_shardings: bool = option(
        default=True,
        help="Shortens shardings of inputs and outputs so that they divide their dimensions, without sub-axes",
    )

    def __init__(self, *values: Any, **fields: Any) -> None:
        super().__init__(*values, **{"inline_meshes": revision().exports_inlined_meshes, **fields})

    def passes(self) -> Sequence[PassSpec]:
        numbers = count()
        return [*self._after_propagation(numbers), *self._partitioning(numbers), *self._cleanup()]

    def _after_propagation(self, numbers: Iterator[int]) -> Iterator[PassSpec]:
        yield PassSpec("sdy-constant-or-scalar-merger")
        yield PassSpec.of(
            "sdy-sink-data-flow-edges",
            sink_debug_propagation_edge_sharding=self.dump_propagation_edges,
            sink_debug_sharding_origins=self.dump_sharding_origins,
        )
        if not self.avoid_export_for_partitioning:
            yield PassSpec("sdy-remove-sharding-groups")
            yield PassSpec("sdy-sharding-constraint-to-reshard")
        if self.update_non_divisible_input_output_shardings:
            yield PassSpec("sdy-update-non-divisible-input-output-shardings")
            yield PassSpec("sdy-remove-sub-axes-in-input-output-shardings")
        yield PassSpec("sdy-close-shardings")
        yield self._saved(numbers, "after_propagation")

    def _partitioning(self, numbers: Iterator[int]) -> Iterator[PassSpec]:
        """Yields the passes that insert reshards, and convert them to collectives."""
        if self.avoid_export_for_partitioning:
            return
        with_collectives, one_by_one = self.enable_insert_explicit_collectives, self.enable_per_instruction_partitioning
        if revision().verifies_unreduced_axes:
            yield PassSpec("sdy-verify-unreduced-axes")
        yield PassSpec.of("sdy-insert-explicit-reshards", enable_full_version=with_collectives or one_by_one)
        if one_by_one:
            yield self._saved(numbers, "before_per_instruction_partitioning")
            yield PassSpec.of(
                "sdy-per-instruction-partitioning",
                filter=self.per_instruction_partitioning_filter,
                replica_count=self.replica_count,
                partition_count=self.partition_count,
            )
            yield self._saved(numbers, "after_per_instruction_partitioning")
        elif with_collectives:
            yield self._saved(numbers, "after_explicit_reshards")
            yield _canonicalized("sdy-reshard")
            yield PassSpec("sdy-reshard-to-collectives")
        yield _canonicalized("sdy-collective")
        if with_collectives and self.remove_all_gather_reduce_scatter_for_cmv1:
            yield PassSpec("sdy-remove-all-gather-reduce-scatter-for-cmv1")
        minimal = "" if with_collectives else "minimal_"
        yield self._saved(numbers, f"after_{minimal}partitioner_with_global_shapes")

    def _cleanup(self) -> Iterator[PassSpec]:
        if self.dump_propagation_edges or self.dump_sharding_origins:
            yield PassSpec("sdy-remove-propagation-debug-info")
        if not self.keep_sharding_rules:
            yield PassSpec("sdy-drop-sharding-rules")
        if self.inline_meshes and not self.avoid_export_for_partitioning:
            yield PassSpec("sdy-inline-meshes")

    def _saved(self, numbers: Iterator[int], file_name: str) -> PassSpec:
        number = next(numbers)
        return PassSpec.of("sdy-save-module", directory=self.dump_directory, number=number, file_name=file_name)


def _canonicalized(label: str) -> PassSpec:
    """Returns a canonicalization with the patterns of one label alone."""
    return PassSpec.of("canonicalize", enable_patterns=(label,), region_simplify="aggressive", top_down=False)


PROPAGATE = PassSpec.of("sdy-user-priority-propagate", keep_sharding_rules=True)

INLINED = (
    PassSpec("sdy-flatten-call-graph"),
    PassSpec("symbol-dce"),
    PassSpec.of("sdy-import-func-calls", add_data_flow_edges_on_named_computations=True),
    PassSpec("symbol-dce"),
    PassSpec("sdy-apply-sharding-constraints"),
    PassSpec("sdy-sharding-group-import"),
    PassSpec("sdy-pre-order-funcs"),
    PROPAGATE,
    PassSpec("sdy-export-named-computations"),
    PassSpec("sdy-propagate-to-func-results"),
)
"""Propagation with a copy of a function in place of each of its calls."""

ACROSS_CALLS = (
    PassSpec("sdy-add-func-data-flow-edges"),
    PassSpec("sdy-pre-order-funcs"),
    PROPAGATE,
    PassSpec("sdy-propagate-to-func-results"),
    PassSpec("sdy-sink-func-data-flow-edges"),
)
"""Propagation with functions and calls as they are."""

AFTER_BOTH = (
    PassSpec("sdy-unflatten-call-graph"),
    PassSpec("symbol-dce"),
    PassSpec("sdy-insert-func-call-reshards"),
)


@register_pass("sdy-propagation-pipeline")
class PropagationPipeline(PassPipeline):
    """Does what XLA does to a program before partitioning: imports it, propagates its shardings and exports it.

    By default each call has its own copy of the function in propagation; copies that come out with the same shardings
    become one again. With `dedup-functions-fully` there is one function for all its calls throughout.
    """

    dedup_functions_fully: bool = option(default=False, help="Leaves functions and calls as they are in propagation")

    def passes(self) -> Sequence[PassSpec]:
        propagated = ACROSS_CALLS if self.dedup_functions_fully else INLINED
        imported = ImportPipeline(self.dedup_functions_fully).passes()
        return [*imported, *propagated, *AFTER_BOTH, *ExportPipeline(inline_meshes=False).passes()]
