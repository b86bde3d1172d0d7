"""A view for programs: the object that `sdy-view --json` writes.

Sizes are numbers, in bytes where the name says so, or else in elements; what is not known is null. `bytes` are
those on one device. `results_bytes` is what XLA reports: of several results, it counts eight bytes
for the place of each. `source` is a call stack, innermost first, and `place` that of the frame which is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.cost.memory_model.peak import PeakView
from sdyopt.cost.origins.followers import shown_frame
from sdyopt.view.columns.collectives import (
    HELD,
    TENSOR,
    ViewListing,
    collective_objects,
    described,
    plain,
    totals_object,
)
from sdyopt.view.model import MeshView, ModuleView, TensorView

# What running a program costs, for programs: the part of the object that `sdy-view --json` writes about it.

Object = dict[str, Any]


def cost_object(view: ModuleView) -> Object:
    """Returns collectives, their sums, and the peak."""
    return {
        "collectives": collective_objects(view),
        "totals": totals_object(view.totals),
        "without_rule": list(map(plain, view.unruled)),
        "peak": None if view.peak is None else _peak(view, view.peak),
    }


def _peak(view: ModuleView, peak: PeakView) -> Object:
    frame = shown_frame(peak.source, view.frames)
    return {
        **described(peak, "bytes profile=profile.value most is_lower_bound estimated"),
        "line": None if frame is None else frame.line,
        "source": plain(peak.source),
        "live": HELD.objects(peak.live, ViewListing(view)),
    }


_OF_FUNCTION = (
    "name place arguments results constraints public=is_public unknown "
    "arguments_bytes results_bytes after_donation_bytes sums"
)


def view_object(view: ModuleView, tensors: Sequence[TensorView]) -> Object:
    """The whole view; of its tensors those that are to be listed."""
    return {
        "file": view.file,
        "devices": view.devices,
        "meshes": [mesh_object(mesh) for mesh in view.meshes],
        "partitioner": view.stage.partitioner if view.answer is None else "jaxlib",
        "compiler": view.compiler,
        "notes": list(view.notes),
        "functions": [described(function, _OF_FUNCTION) for function in view.functions],
        "tensors": TENSOR.objects(tensors, ViewListing(view)),
        **cost_object(view),
        **dict(_wanted(view)),
    }


def _wanted(view: ModuleView) -> Iterator[tuple[str, object]]:
    """Yields what is only there for some programs, or if it was asked for, by name."""
    if view.compiler is None:  # Another partitioner.
        yield "rematerializations", None
    else:
        yield "rematerializations", list(map(plain, view.rematerializations))
    if view.why or view.replicated:
        from sdyopt.view.why.replicated import REPLICATED, why_object

        yield from [("why", why_object(view.why))] if view.why else ()
        yield from [("replicated", REPLICATED.objects(view.replicated, ViewListing(view)))] if view.replicated else ()
    if view.time is not None:
        from sdyopt.view.timing import time_object

        yield "time", time_object(view, view.time)
    if view.answer is not None:
        lines = [described(each, "line jaxlib_bytes=jaxlib model_bytes=model") for each in view.answer.lines]
        yield "jaxlib", {**described(view.answer, "version model_bytes_sent=model"), "differences": lines}


def mesh_object(mesh: MeshView) -> Object:
    """Returns a mesh: its axes, and its order of devices if that is not 0, 1, 2, …."""
    axes = [{"name": name, "size": size} for name, size in mesh.axes]
    return {"name": mesh.name, "axes": axes, "device_ids": mesh.device_ids or None, "devices": mesh.devices}
