"""What the regions of branches and computations must end in."""

from __future__ import annotations

from typing import Any

from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import Note
from sdyopt.ods.invariants import verify_block


def ends_in_return(op: Operation, context: Any) -> None:
    """Every region ends in `stablehlo.return`."""
    for region in op.regions:
        for block in region.blocks:
            last = block.last
            if last is None:
                raise context.error(op, "expects a non-empty block")
            verify_block(op, block, context)
            if last.name != "stablehlo.return":
                context.error(
                    op,
                    f"expects regions to end with 'stablehlo.return', found '{last.name}'",
                    [
                        Note(
                            "in custom textual format, the absence of terminator implies 'stablehlo.return'",
                            op.location,
                        )
                    ],
                )
