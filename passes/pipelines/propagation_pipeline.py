"""-sdy-propagation-pipeline."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.mlir.releases import since
from sdyopt.passes.pipelines.export_pipeline import ExportPipeline
from sdyopt.passes.pipelines.import_pipeline import CONSTRAINTS_AND_GROUPS, ImportPipeline
from sdyopt.rewriting.passes import PassPipeline, PassSpec, option, register_pass

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
        propagated = ACROSS_CALLS if self.dedup_functions_fully else inlined()
        imported = ImportPipeline(self.dedup_functions_fully).passes()
        return [*imported, *propagated, *AFTER_BOTH, *ExportPipeline(inline_meshes=False).passes()]
