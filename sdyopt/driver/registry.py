"""The passes that can be run, by the names of their flags."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple


class PassEntry(NamedTuple):
    """Where a pass is, and what `--help` says of it; the pass itself is imported when it runs."""

    name: str
    module: str
    cls: str
    summary: str

    def load(self) -> type[Any]:
        found: type[Any] = getattr(import_module(self.module), self.cls)
        return found


def _entry(name: str, cls: str, summary: str) -> PassEntry:
    return PassEntry(f"sdy-{name}", f"sdyopt.passes.{name.replace('-', '_')}", cls, summary)


PASSES: tuple[PassEntry, ...] = (
    _entry("add-data-flow-edges", "AddDataFlowEdges", "Inserts a data-flow edge for every owner of one."),
    _entry(
        "apply-sharding-constraints",
        "ApplyShardingConstraints",
        "Copies sharding constraints that dictate the sharding of their input to that input.",
    ),
    _entry(
        "constant-or-scalar-splitter",
        "ConstantOrScalarSplitter",
        "Gives each user its own copy of a constant sub-computation or scalar expansion.",
    ),
    _entry("inline-meshes", "InlineMeshes", "Puts meshes in place of their names and removes the mesh ops."),
    _entry("lift-inlined-meshes", "LiftInlinedMeshes", "Turns inlined meshes into mesh ops, one for each mesh."),
    _entry(
        "manual-axes-cleanup",
        "ManualAxesCleanup",
        "Sorts the manual axes of manual computations and names them in every sharding.",
    ),
    _entry("remove-size-one-axes", "RemoveSizeOneAxes", "Drops axes of size one from all shardings."),
    _entry("sharding-group-import", "ShardingGroupImport", "Merges, renumbers and validates sharding groups."),
)

ALIASES = {"sdy-constant-splitter": "sdy-constant-or-scalar-splitter"}
"""Other names of passes."""


@cache
def passes_by_name() -> dict[str, PassEntry]:
    """Every pass under its names."""
    known = {entry.name: entry for entry in PASSES}
    return known | {alias: known[name] for alias, name in ALIASES.items()}
