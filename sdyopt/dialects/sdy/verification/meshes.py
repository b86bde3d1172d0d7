"""Where meshes may stand. What they must be like is in `attributes`: there are no others."""

from __future__ import annotations

from typing import Any

from sdyopt.ir.operation import Operation


def verify_mesh_op(op: Operation, context: Any) -> None:
    """A mesh op stands in a module (seed 004, MeshOp)."""
    parent = op.parent_op
    if parent is not None and parent.name != "builtin.module":
        context.error(op, "expects parent op 'builtin.module'")
