"""Pipelines that have a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import since
from sdyopt.rewriting.passes import OptionValue, PassPipeline, PassSpec, option, register_pass

STAGES = (
    "resolve-permutation-factors",
    "reshard-to-collectives",
    "optimize-collectives",
    "pad-for-divisibility",
    "resolve-single-device-sharding",
    "convert-global-to-local",
)
"""The values of `partitioner-stage`: passes of the partitioner, in order."""

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
"""The passes for every program."""

CONSTRAINTS_AND_GROUPS = (PassSpec("sdy-apply-sharding-constraints"), PassSpec("sdy-sharding-group-import"))
"""The passes that follow unless functions are inlined first."""


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
    `enable-per-instruction-partitioning` operations become manual computations one by one, and with
    `partitioner-stage` the program is partitioned up to that stage. Since jaxlib 0.11 unreduced axes are verified
    before reshards are inserted, and meshes are inlined in the end.
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
        default=False, help="Inserts all reshards, and partitions operations one by one", since="0.11.1"
    )
    inline_meshes: bool = option(
        default=False,
        help="Inlines meshes in the end; the default is true since jaxlib 0.11.1",
        since="0.11.1",
        changed=("0.11.1", True),
    )
    keep_sharding_rules: bool = option(default=False, help="Keeps the sharding rules of operations")
    mark_partial_result_with_unreduced_axes: bool = option(
        default=False, help="Results that are summed have unreduced axes before that", since="0.11.2"
    )
    partition_count: int = option(default=1, help="Number of partitions, for what is partitioned", since="0.11.1")
    partitioner_stage: str = option(
        default="",
        help="Partitions the program up to this stage; not at all if empty",
        choices=STAGES,
        since="0.12.0.1",
    )
    per_instruction_partitioning_filter: str = option(
        default="", help="Which operations are partitioned one by one; all if empty", since="0.11.1"
    )
    replica_count: int = option(default=1, help="Number of replicas, for what is partitioned", since="0.11.1")
    rng_bit_generator_unsafe: bool = option(
        default=True, help="Each device generates its own part of random bits", since="0.12.0.1"
    )
    remove_all_gather_reduce_scatter_for_cmv1: bool = option(
        default=False, help="Removes the all-gathers and reduce-scatters of products, if collectives are inserted"
    )
    update_non_divisible_input_output_shardings: bool = option(
        default=True,
        help="Shortens shardings of inputs and outputs so that they divide their dimensions, without sub-axes",
    )

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
        """Yields the passes that insert reshards, and those that convert them or partition the program."""
        if self.avoid_export_for_partitioning:
            return
        stage, one_by_one = self.partitioner_stage, self.enable_per_instruction_partitioning
        with_collectives = self.enable_insert_explicit_collectives and not one_by_one
        if one_by_one and since("0.12.0.1"):
            message = "enable-per-instruction-partitioning has no pipeline since jaxlib 0.12: it ended the process"
            raise failure(message, -1)
        if since("0.11.0"):
            yield PassSpec("sdy-verify-unreduced-axes")
        is_full = bool(stage) or self.enable_insert_explicit_collectives or one_by_one
        yield PassSpec.of(
            "sdy-insert-explicit-reshards",
            enable_full_version=is_full,
            mark_partial_result_with_unreduced_axes=bool(stage) or self.mark_partial_result_with_unreduced_axes,
        )
        if one_by_one:
            yield self._saved(numbers, "before_per_instruction_partitioning")
            yield PassSpec.of(
                "sdy-per-instruction-partitioning", filter=self.per_instruction_partitioning_filter, **self._counts()
            )
            yield self._saved(numbers, "after_per_instruction_partitioning")
        elif stage or with_collectives:
            yield self._saved(numbers, "after_explicit_reshards")
            yield _canonicalized("sdy-reshard")
            if stage:
                yield from self._stages()
            else:
                yield PassSpec("sdy-reshard-to-collectives")
                if since("0.11.2"):
                    yield PassSpec("sdy-optimize-collectives")
        yield _canonicalized("sdy-collective")
        if self.enable_insert_explicit_collectives and self.remove_all_gather_reduce_scatter_for_cmv1 and not stage:
            yield PassSpec("sdy-remove-all-gather-reduce-scatter-for-cmv1")
        minimal = "" if self.enable_insert_explicit_collectives else "minimal_"
        yield self._saved(numbers, f"after_{minimal}partitioner_with_global_shapes")

    def _stages(self) -> Iterator[PassSpec]:
        """Yields the passes of the partitioner up to the wanted stage."""
        last = STAGES.index(self.partitioner_stage)
        for stage in STAGES[: last + 1]:
            match stage:
                case "resolve-permutation-factors":
                    unsafe = self.rng_bit_generator_unsafe
                    yield PassSpec.of(f"sdy-{stage}", rng_bit_generator_unsafe=unsafe, **self._counts())
                case "resolve-single-device-sharding" | "convert-global-to-local":
                    yield PassSpec.of(f"sdy-{stage}", **self._counts())
                case _:
                    yield PassSpec(f"sdy-{stage}")
            if stage == "optimize-collectives":
                yield _canonicalized("sdy-collective")
            elif stage == "convert-global-to-local":
                yield PassSpec.of("sdy-drop-sharding-and-mesh", keep_module_sharding_metadata=True)

    def _counts(self) -> dict[str, OptionValue]:
        return {"partition_count": self.partition_count, "replica_count": self.replica_count}

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

FLATTENED = (PassSpec("sdy-flatten-call-graph"), PassSpec("symbol-dce"))

CALLS_IMPORTED = (
    PassSpec.of("sdy-import-func-calls", add_data_flow_edges_on_named_computations=True),
    PassSpec("symbol-dce"),
)

CONSTRAINED_BEFORE_CALLS = (
    PassSpec("sdy-add-func-data-flow-edges"),
    PassSpec("sdy-apply-sharding-constraints"),
    PassSpec("sdy-sink-func-data-flow-edges"),
    PassSpec("sdy-sharding-group-import"),
    *CALLS_IMPORTED,
)
"""The order of jaxlib 0.12, in which constraints do not meet the named computations that calls become."""

CONSTRAINED_AFTER_CALLS = (*CALLS_IMPORTED, *CONSTRAINTS_AND_GROUPS)

PROPAGATED_INLINED = (
    PassSpec("sdy-pre-order-funcs"),
    PROPAGATE,
    PassSpec("sdy-export-named-computations"),
    PassSpec("sdy-propagate-to-func-results"),
)
"""Propagation with a copy of a function in place of each of its calls, which are imported before."""


def inlined() -> Sequence[PassSpec]:
    """Returns the passes that put a copy of a function in place of each of its calls, and propagate."""
    imported_calls = CONSTRAINED_BEFORE_CALLS if since("0.12.0.1") else CONSTRAINED_AFTER_CALLS
    return (*FLATTENED, *imported_calls, *PROPAGATED_INLINED)


ACROSS_CALLS = (
    PassSpec("sdy-add-func-data-flow-edges"),
    PassSpec("sdy-pre-order-funcs"),
    PROPAGATE,
    PassSpec("sdy-propagate-to-func-results"),
    PassSpec("sdy-sink-func-data-flow-edges"),
)
"""Propagation with functions and calls as they are."""

AFTER_BOTH = (PassSpec("sdy-unflatten-call-graph"), PassSpec("symbol-dce"), PassSpec("sdy-insert-func-call-reshards"))


@register_pass("sdy-propagation-pipeline")
class PropagationPipeline(PassPipeline):
    """Does what XLA does to a program before partitioning: imports it, propagates its shardings and exports it.

    By default each call has its own copy of the function in propagation; copies that come out with the same shardings
    become one again. With `dedup-functions-fully` there is one function for all its calls throughout.
    """

    dedup_functions_fully: bool = option(default=False, help="Leaves functions and calls as they are in propagation")

    def passes(self) -> Sequence[PassSpec]:
        propagated = ACROSS_CALLS if self.dedup_functions_fully else inlined()
        imported = ImportPipeline(self.dedup_functions_fully).passes()
        return [*imported, *propagated, *AFTER_BOTH, *ExportPipeline(inline_meshes=False).passes()]


@register_pass("sdy-local-program-pipeline")
class LocalProgramPipeline(PassPipeline):
    """Does all that makes a program of JAX the program that each device runs.

    It is imported, propagated and exported with explicit collectives; dimensions that devices do not divide are padded;
    and values get the types of the parts that devices hold. Functions are copied for each of their calls.
    """

    def passes(self) -> Sequence[PassSpec]:
        exported = ExportPipeline(enable_insert_explicit_collectives=True, inline_meshes=False).passes()
        single = [PassSpec("sdy-resolve-single-device-sharding")] if since("0.12.0.1") else []
        return [
            *(*ImportPipeline().passes(), *FLATTENED, *CONSTRAINED_AFTER_CALLS),
            PassSpec("sdy-user-priority-propagate"),
            *exported,
            *(PassSpec("sdy-resolve-permutation-factors"), PassSpec("sdy-reshard-to-collectives")),
            *(PassSpec("sdy-pad-for-divisibility"), *single),
            *(PassSpec("sdy-convert-global-to-local"), PassSpec("sdy-export-named-computations")),
        ]


# Pipelines that take programs into the form in which XLA keeps shardings, and out of it.


@register_pass("xla-sdy-stablehlo-export-pipeline")
class StablehloExportPipeline(PassPipeline):
    """Puts a partitioned program into the form that GSPMD's partitioner reads: HLO's shardings on all operations.

    Reshards, constraints and collectives become copies with a sharding, and manual computations calls between custom
    calls.
    """

    keep_hlo_sharding_constraints: bool = option(
        default=False, help="Makes custom calls @Sharding of reshards and constraints"
    )
    add_missing_sharding_to_control_flow: bool = option(
        default=True, help="Gives loops and conditionals without a sharding one that is replicated"
    )
    enable_hlo_sharding_v3: bool = option(default=False, help="Writes texts that name the mesh and its axes")
    dedup_functions_fully: bool = option(default=False, help="Has no effect")

    def passes(self) -> Sequence[PassSpec]:
        return [
            PassSpec("xla-sdy-stablehlo-export-manual-reduction-collectives"),
            PassSpec.of("xla-sdy-export-ops", keep_hlo_sharding_constraints=self.keep_hlo_sharding_constraints),
            PassSpec("xla-sdy-stablehlo-round-trip-shard-map-export"),
            PassSpec("symbol-dce"),
            PassSpec.of(
                "xla-sdy-stablehlo-export-shardings",
                add_missing_sharding_to_control_flow=self.add_missing_sharding_to_control_flow,
                enable_hlo_sharding_v3=self.enable_hlo_sharding_v3,
            ),
            PassSpec("xla-sdy-stablehlo-round-trip-export-callback-custom-calls"),
        ]


@register_pass("xla-sdy-round-trip-export-pipeline")
class RoundTripExportPipeline(PassPipeline):
    """Puts a program into the form in which XLA keeps shardings of SDY: texts in frontend attributes.

    `-xla-sdy-round-trip-import-pipeline` takes it out of that again.
    """

    keep_meshes_inlined: bool = option(default=False, help="Does not lift inlined meshes")
    enable_hlo_sharding_v3: bool = option(
        default=False, help="Writes HLO's shardings with the names of the mesh and its axes"
    )

    def passes(self) -> Sequence[PassSpec]:
        return [*self._passes()]

    def _passes(self) -> Iterator[PassSpec]:
        if not self.keep_meshes_inlined:
            yield PassSpec("sdy-lift-inlined-meshes")
        yield PassSpec("xla-sdy-round-trip-dedup-meshes")
        yield PassSpec("xla-sdy-round-trip-export-ops")
        yield PassSpec("xla-sdy-round-trip-shard-map-export")
        yield PassSpec("xla-sdy-round-trip-export-shardy-attrs")
        yield PassSpec.of(
            "xla-sdy-stablehlo-export-shardings",
            add_missing_sharding_to_control_flow=False,
            enable_hlo_sharding_v3=self.enable_hlo_sharding_v3,
        )


@register_pass("xla-sdy-round-trip-import-pipeline")
class RoundTripImportPipeline(PassPipeline):
    """Takes a program out of the form in which XLA keeps shardings of SDY.

    Shardings are texts in frontend attributes, or with `enable-hlo-sharding-v3` in `mhlo.sharding`. Afterwards they are
    attributes of SDY, and custom calls that stand for operations of SDY are these.
    """

    enable_constant_import: bool = option(default=True, help="Makes constants those of SDY")
    lift_and_dedup_meshes: bool = option(
        default=False, help="Lifts inlined meshes, and leaves one of the meshes over the same devices"
    )
    enable_hlo_sharding_v3: bool = option(
        default=False, help="Reads shardings whose texts name the mesh and its axes; lifts meshes, too"
    )

    def passes(self) -> Sequence[PassSpec]:
        return [*self._passes()]

    def _passes(self) -> Iterator[PassSpec]:
        yield PassSpec("symbol-dce")
        yield PassSpec("stablehlo-ext-prepare-for-hlo-export")
        if self.enable_constant_import:
            yield PassSpec("xla-sdy-import-constants")
        yield PassSpec("stablehlo-ext-canonicalize-from-hlo-import")
        is_named = self.enable_hlo_sharding_v3
        yield PassSpec.of("xla-sdy-round-trip-import-shardy-attrs", enable_hlo_sharding_v3=is_named)
        yield PassSpec("xla-sdy-round-trip-shard-map-import")
        yield PassSpec("xla-sdy-import-sdy-custom-calls")
        yield PassSpec("xla-sdy-open-while-free-vars-sharding")
        if self.lift_and_dedup_meshes or is_named:
            names = is_named and since("0.12.0.1")
            yield PassSpec.of("sdy-lift-inlined-meshes", use_single_device_mesh_names=names)
            yield PassSpec("xla-sdy-round-trip-dedup-meshes")
        yield PassSpec.of("canonicalize", folds=False)


@register_pass("xla-sdy-stablehlo-import-pipeline")
class StablehloImportPipeline(PassPipeline):
    """Makes shardings of SDY of HLO's, `mhlo.sharding`, and does then what the round-trip import does."""

    enable_constant_import: bool = option(default=True, help="Makes constants those of SDY")

    def passes(self) -> Sequence[PassSpec]:
        return [
            PassSpec("stablehlo-ext-canonicalize-from-hlo-import"),
            PassSpec("xla-sdy-import-shardings"),
            *RoundTripImportPipeline(enable_constant_import=self.enable_constant_import).passes(),
        ]


@register_pass("shardy-xla")
class ShardyXla(PassPipeline):
    """Does what XLA's pass of this name does to a program that it has made of HLO.

    The program comes out of XLA's form, goes through the propagation pipeline, and is put into the form for GSPMD's
    partitioner.
    """

    enable_hlo_sharding_v3: bool = option(
        default=False, help="Reads and writes shardings whose texts name the mesh and its axes"
    )
    import_mhlo_shardings: bool = option(default=False, help="Takes HLO's shardings for those of the program")

    def passes(self) -> Sequence[PassSpec]:
        named = self.enable_hlo_sharding_v3
        imported = (
            StablehloImportPipeline()
            if self.import_mhlo_shardings
            else RoundTripImportPipeline(lift_and_dedup_meshes=True, enable_hlo_sharding_v3=named)
        )
        exported = StablehloExportPipeline(enable_hlo_sharding_v3=named)
        return [*imported.passes(), *PropagationPipeline().passes(), *exported.passes()]
