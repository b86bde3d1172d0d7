"""A view of a program with other shardings, for programs in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sdyopt.api.module import Module
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.variants.edits import Constraint, DropShardings, Edit, NewMesh, Shard
from sdyopt.view.variants.measuring import Variant, changed
from sdyopt.view.variants.specs import Spec, mesh_of


def resharded(
    module: Module,
    frames: FrameChoice,
    shardings: Mapping[str, Any],
    constraints: Mapping[str, Any],
    mesh: Any,
    drop: bool,
) -> Module:
    """Returns the same program with other shardings; see `ProgramView.with_sharding`."""
    edits: list[Edit] = [DropShardings()] if drop else []
    edits += [] if mesh is None else [NewMesh(mesh_of(mesh))]
    edits += [Shard(name, _spec(given)) for name, given in shardings.items()]
    edits += [Constraint(place, _spec(given)) for place, given in constraints.items()]
    return changed(Variant(module, tuple(edits)), frames)


def _spec(given: Any) -> Spec:
    """Returns what a text, a PartitionSpec or a sequence of axes says; None is a replicated value."""
    if isinstance(given, str):
        return Spec.of(given)
    entries = [] if given is None else list(given)
    return Spec(tuple([_axes(entry) for entry in entries]))


def _axes(entry: Any) -> tuple[str, ...]:
    if entry is None:
        return ()
    return (entry,) if isinstance(entry, str) else tuple(entry)
