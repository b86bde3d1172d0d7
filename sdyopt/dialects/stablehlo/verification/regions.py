"""What the regions of branches and computations must end in."""

from __future__ import annotations

from typing import Any

from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import Note
from sdyopt.ods.verification_order import after_regions


@after_regions
def ends_in_return(op: Operation, context: Any) -> None:
    """Every region ends in `stablehlo.return`."""
    for region in op.regions:
        for block in region.blocks:
            last = block.last
            if last is not None and last.name != "stablehlo.return":
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
