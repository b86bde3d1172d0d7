"""The rows of the table of collectives that are estimates of what XLA sends beside what is in the program."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.cost.collectives.collectives import BufferView, CollectiveView, runs_of
from sdyopt.cost.collectives.estimate_rules import ON_CPUS
from sdyopt.cost.collectives.estimates import Estimates
from sdyopt.cost.origins.sources import frames_at
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.array_types import array_text
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value


def estimated_rows(
    program: Program, estimates: Estimates, sizes: LocalSizes, whole: Mesh, is_for_cpus: bool
) -> Iterator[CollectiveView]:
    """Yields the estimates of a propagated program on `whole`, the mesh of all devices, in the order of the text.

    What XLA sends on CPUs only is among them if the program `is_for_cpus`.
    """
    for op in program.operation.walk():
        for estimate in estimates.of(op):
            if estimate.rule == ON_CPUS and not is_for_cpus:
                continue
            function = program.enclosing_scope.function(op)
            at = program.inlined_at(op.results[0]) if op.results else None
            size = sharded_size(estimate.axes, _mesh_of(op, program, whole))
            yield CollectiveView(
                kind=estimate.kind,
                function=at.function if at is not None else "" if function is None else symbol_name(function) or "",
                source=frames_at(op.location, program.source),
                axes=estimate.axes,
                group_size=size,
                groups=max(1, whole.device_count // max(1, size)),
                operand=_buffer(op.operands[estimate.operand], sizes),
                result=_buffer(op.results[0], sizes),
                bytes_sent=estimate.bytes,
                runs=runs_of(op, program),
                cause=f"estimated: {estimate.rule}",
                estimated=estimate.rule,
                most=estimate.most,
            )


def _mesh_of(op: Operation, program: Program, whole: Mesh) -> Mesh:
    """Returns the mesh that the values of an operation are split over, which need not have all devices."""
    for value in (*op.operands, *op.results):
        sharding = sharding_of(value)
        mesh = None if sharding is None else program.enclosing_scope.mesh(sharding, op)
        if mesh is not None and mesh.axes:
            return mesh
    return whole


def _buffer(value: Value, sizes: LocalSizes) -> BufferView:
    share = sizes.of_value(value)
    return BufferView(array_text(value.type, share.local_shape), share.bytes)
