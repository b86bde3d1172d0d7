"""-sdy-import-pipeline."""

from __future__ import annotations

from collections.abc import Sequence

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
