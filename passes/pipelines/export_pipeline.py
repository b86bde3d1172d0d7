"""-sdy-export-pipeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.dialects.sdy.revision import revision
from sdyopt.rewriting.passes import PassPipeline, PassSpec, option, register_pass


@register_pass("sdy-export-pipeline")
class ExportPipeline(PassPipeline):
    """Prepares a program for partitioning after propagation.

    Shardings leave data-flow edges, sharding groups and sharding constraints, and are closed; values that are used in
    another sharding are resharded. With `avoid-export-for-partitioning` no reshards are inserted, and groups and
    constraints stay. With `enable-insert-explicit-collectives` reshards become collectives. With `-shardy=2026-08`
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
    inline_meshes: bool = option(
        default=False, help="Inlines meshes at the end; with -shardy=2026-08 the default is true", is_newer=True
    )
    keep_sharding_rules: bool = option(default=False, help="Keeps the sharding rules of operations")
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
        return [*self._after_propagation(), *self._partitioning(), *self._cleanup()]

    def _after_propagation(self) -> Iterator[PassSpec]:
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
        yield self._saved(0, "after_propagation")

    def _partitioning(self) -> Iterator[PassSpec]:
        """Yields the passes that insert reshards, and convert them to collectives."""
        if self.avoid_export_for_partitioning:
            return
        with_collectives = self.enable_insert_explicit_collectives
        if revision().verifies_unreduced_axes:
            yield PassSpec("sdy-verify-unreduced-axes")
        yield PassSpec.of("sdy-insert-explicit-reshards", enable_full_version=with_collectives)
        if with_collectives:
            yield self._saved(1, "after_explicit_reshards")
            yield _canonicalized("sdy-reshard")
            yield PassSpec("sdy-reshard-to-collectives")
        yield _canonicalized("sdy-collective")
        if with_collectives and self.remove_all_gather_reduce_scatter_for_cmv1:
            yield PassSpec("sdy-remove-all-gather-reduce-scatter-for-cmv1")
        if with_collectives:
            yield self._saved(2, "after_partitioner_with_global_shapes")
        else:
            yield self._saved(1, "after_minimal_partitioner_with_global_shapes")

    def _cleanup(self) -> Iterator[PassSpec]:
        if self.dump_propagation_edges or self.dump_sharding_origins:
            yield PassSpec("sdy-remove-propagation-debug-info")
        if not self.keep_sharding_rules:
            yield PassSpec("sdy-drop-sharding-rules")
        if self.inline_meshes and not self.avoid_export_for_partitioning:
            yield PassSpec("sdy-inline-meshes")

    def _saved(self, number: int, file_name: str) -> PassSpec:
        return PassSpec.of("sdy-save-module", directory=self.dump_directory, number=number, file_name=file_name)


def _canonicalized(label: str) -> PassSpec:
    """Returns a canonicalization with the patterns of one label alone."""
    return PassSpec.of("canonicalize", enable_patterns=(label,), region_simplify="aggressive", top_down=False)
