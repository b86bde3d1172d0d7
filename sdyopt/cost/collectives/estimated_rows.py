"""The rows of the table of collectives that are estimates of what XLA sends beside what is in the program."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.cost.collectives.collectives import BufferView, CollectiveView, runs_of
from sdyopt.cost.collectives.estimates import Estimates
from sdyopt.cost.origins.sources import frames_at
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.array_types import array_text
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value


def estimated_rows(program: Program, estimates: Estimates, sizes: LocalSizes, whole: Mesh) -> Iterator[CollectiveView]:
    """Yields the estimates of a propagated program on `whole`, the mesh of all devices, in the order of the text."""
    for op in program.operation.walk():
        for estimate in estimates.of(op):
            function = program.enclosing_scope.function(op)
            at = program.inlined_at(op.results[0]) if op.results else None
            size = sharded_size(estimate.axes, whole)
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


def _buffer(value: Value, sizes: LocalSizes) -> BufferView:
    share = sizes.of_value(value)
    return BufferView(array_text(value.type, share.local_shape), share.bytes)
