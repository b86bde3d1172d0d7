"""What `sdy-view --time` says of a step beside its tables, and its part of `--json`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sdyopt.cost.time.devices import TORUS, Figure
from sdyopt.cost.time.fusion import Fusion
from sdyopt.cost.time.step_cost import Bound
from sdyopt.display.wording import counted
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.columns.times import LINE, OPERATION, flops_text, listed, percent
from sdyopt.view.render.amounts import short, time
from sdyopt.view.timing.time_view import TimeView

Object = dict[str, Any]


def time_notes(found: TimeView) -> Iterator[str]:
    """Yields the sums, and what they leave out."""
    cost, machine = found.cost, found.machine
    at_least = "at least " if cost.unknown_runs or cost.unknown_work else ""
    yield f"a step: {at_least}about {time(cost.seconds)} on {machine.device.name} (an estimate){_overlap(found)}"
    whole = cost.serial_seconds
    if whole:
        parts = (
            (Bound.COMPUTE, cost.compute_seconds),
            (Bound.MEMORY, cost.memory_seconds),
            (Bound.NETWORK, cost.network_seconds),
        )
        shares = [f"{bound.value} {time(seconds)} ({percent(seconds / whole)})" for bound, seconds in parts]
        yield f"{', '.join(shares)}: bound by {cost.bound.value}"
    if cost.utilization is not None and cost.model_flops:
        devices = counted(cost.devices, "device")
        rate = flops_text(cost.peak_flops)
        yield (
            f"model FLOP/s utilization {percent(cost.utilization)}: {flops_text(cost.model_flops)} on {devices} of "
            f"{rate}/s each"
        )
    amounts = [
        flops_text(cost.flops),
        f"{short(cost.hbm_bytes)} read and written",
        f"{'at least ' * bool(cost.unknown_sent)}{short(cost.bytes_sent)} sent",
    ]
    yield f"a device: {', '.join(amounts)}"
    yield from _left_out(found)


def _overlap(found: TimeView) -> str:
    cost = found.cost
    least = cost.overlapped_seconds
    if least is None or cost.serial_seconds - least <= 1e-3 * cost.serial_seconds:
        return ""
    if found.machine.overlap:
        return f", between {time(least)} and {time(cost.serial_seconds)} with all overlap and none"
    return f"; {time(least)} if collectives overlap with all that does not depend on them (--overlap 1)"


def _left_out(found: TimeView) -> Iterator[str]:
    cost, machine = found.cost, found.machine
    if cost.unknown_runs:
        yield f"not known: the runs of {counted(cost.unknown_runs, 'operation')} in loops, which count once"
    if cost.unknown_sent:
        yield f"not known: the bytes of {counted(cost.unknown_sent, 'collective')}"
    if cost.unknown_work > cost.unknown_sent:
        what = counted(cost.unknown_work - cost.unknown_sent, "operation")
        yield f"not known: the arithmetic of {what}, custom calls or of unknown sizes"
    if cost.estimated_bytes:
        yield (
            f"of this estimated: {time(cost.estimated_seconds)} for about {short(cost.estimated_bytes)} more that XLA "
            "sends (--collectives)"
        )
    if machine.device.network == TORUS and not machine.placement.topology and cost.network_seconds:
        yield "assumed: each axis of the mesh has links of its own (--topology says where devices are)"
    if machine.fusion is Fusion.FULL:
        yield "assumed: element-wise operations need no memory traffic of their own (--fusion full)"
    unchecked = [name for name, figure in machine.device.figures if not figure.checked]
    if unchecked:
        yield f"figures of {machine.device.name} not checked against its vendor: {', '.join(unchecked)}"


def time_object(found: TimeView, frames: FrameChoice) -> Object:
    """Returns the estimates as `--json` writes them: seconds, FLOPs and bytes of one device in one step."""
    cost, machine = found.cost, found.machine
    placement = machine.placement
    return {
        "estimate": True,
        "device": {
            "name": machine.device.name,
            "network": machine.device.network,
            **dict(machine.device.counts),
            "figures": {name: _figure(figure) for name, figure in machine.device.figures},
        },
        "topology": list(placement.topology) or None,
        "axes": {name: list(along) for name, along in placement.axes},
        "slices": placement.slices,
        "overlap": machine.overlap,
        "fusion": machine.fusion.value,
        "seconds": cost.seconds,
        "compute_seconds": cost.compute_seconds,
        "memory_seconds": cost.memory_seconds,
        "network_seconds": cost.network_seconds,
        "overlapped_seconds": cost.overlapped_seconds,
        "bound": cost.bound.value,
        "model_flops": cost.model_flops,
        "utilization": cost.utilization,
        "flops": cost.flops,
        "matrix_flops": cost.matrix_flops,
        "transcendentals": cost.transcendentals,
        "hbm_bytes": cost.hbm_bytes,
        "bytes_sent": cost.bytes_sent,
        "estimated_seconds": cost.estimated_seconds,
        "estimated_bytes": cost.estimated_bytes,
        "seconds_by_kind": cost.seconds_by_kind,
        "is_lower_bound": bool(cost.unknown_runs or cost.unknown_work),
        "unknown_runs": cost.unknown_runs,
        "unknown_work": cost.unknown_work,
        "operations": [OPERATION.object(each) for each in listed(found, found.operations, frames)],
        "lines": [LINE.object(each) for each in listed(found, found.lines, frames)],
    }


def _figure(figure: Figure) -> Object:
    return {"value": figure.value, "source": figure.source or None, "checked": figure.checked}
