"""The pipelines that take programs into the form in which XLA keeps shardings, and out of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.mlir.releases import since
from sdyopt.passes.pipelines import PropagationPipeline
from sdyopt.rewriting.passes import PassPipeline, PassSpec, option, register_pass


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
