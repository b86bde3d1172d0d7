"""-sdy-convert-global-to-local."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.passes.local_program.conversion import ConversionOptions, LocalProgram
from sdyopt.passes.local_program.patterns import conversion_of
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter

BOTH_COUNTS = (
    "Shardy partitioner convert_global_to_local does not support both replica_count > 1 and partition_count > 1 yet."
)


@register_pass("sdy-convert-global-to-local")
class ConvertGlobalToLocal(Pass):
    """Makes a sharded program the program that each device runs.

    Values get the types of the parts that devices hold, and collectives of SDY become those of StableHLO. Other
    operations must be sharded so that each device has what it needs.
    """

    rolls_back = True

    per_dim_all_gather: bool = option(default=False, help="Gathers along one dimension after the other")
    combine_multi_dimension_reduce_scatter: bool = option(
        default=False, help="Scatters along several dimensions in one collective, instead of an all-reduce and a slice"
    )
    enable_rgv3: bool = option(default=False, help="Writes replica groups as axes of meshes")
    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas", is_newer=True)
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise", is_newer=True)

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        if self.replica_count > 1 and self.partition_count > 1:
            raise CompilationError([Diagnostic("error", BOTH_COUNTS, module.location)])
        options = ConversionOptions(
            self.per_dim_all_gather,
            self.combine_multi_dimension_reduce_scatter,
            self.enable_rgv3,
            has_replicas=self.replica_count > 1,
        )
        LocalProgram(module, options, rewriter).convert(conversion_of)
