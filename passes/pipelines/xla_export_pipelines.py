"""-xla-sdy-stablehlo-export-pipeline and -xla-sdy-round-trip-export-pipeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
