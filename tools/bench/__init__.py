"""Benchmarks of sdy-opt and of the reference."""

from __future__ import annotations

PASSES = (
    "sdy-lift-inlined-meshes",
    "sdy-remove-size-one-axes",
    "sdy-constant-or-scalar-splitter",
    "sdy-manual-axes-cleanup",
    "sdy-add-data-flow-edges",
    "sdy-apply-sharding-constraints",
    "sdy-sharding-group-import",
    "sdy-inline-meshes",
)
"""The eight before propagation, in the order in which they are measured."""

PROPAGATION = (
    "sdy-populate-op-sharding-rules",
    "sdy-basic-propagate",
    "sdy-aggressive-propagate",
    "sdy-op-priority-propagate",
    "sdy-user-priority-propagate",
)
"""Those about sharding rules and propagation, each of which is measured alone."""
