"""-sdy-propagation-pipeline."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.passes.pipelines.export_pipeline import ExportPipeline
from sdyopt.passes.pipelines.import_pipeline import ImportPipeline
from sdyopt.rewriting.passes import PassPipeline, PassSpec, option, register_pass

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
