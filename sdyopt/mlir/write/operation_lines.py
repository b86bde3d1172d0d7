"""The lines on which operations begin in a text that is printed."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.operation import Operation, walk
from sdyopt.mlir.write.aliases import Visit
from sdyopt.mlir.write.print_options import PLAIN, PrintOptions
from sdyopt.mlir.write.printer import Printer, named_from

_MARKED = -(1 << 62)
"""What the numbers of operations count down from, where these stand for locations: no other location is as low."""


def lines_of_operations(root: Operation, lines: Sequence[str], options: PrintOptions = PLAIN) -> dict[Operation, int]:
    """Returns the number, from 0, of the line on which each operation begins in the text of `root`, given its lines.

    Operations that are not printed, such as implied terminators, are left out.
    """
    line = next((number for number, line in enumerate(lines) if not line.startswith(("#", "!"))), 0)
    ops = list(walk(root))
    locations = [op.location for op in ops]
    found: dict[Operation, int] = {}
    try:
        for index, op in enumerate(ops):
            op.location = _MARKED - index
        marking = options._replace(debug_info=True, local_scope=True)
        printer = Printer(root, None, marking, named_from(root, options.local_scope))
        for part in printer.parts():
            if isinstance(part, Visit) and isinstance(part.location, int) and part.location <= _MARKED:
                found.setdefault(ops[_MARKED - part.location], line)
            elif isinstance(part, str):
                line += part.count("\n")
    finally:
        for op, location in zip(ops, locations, strict=True):
            op.location = location
    return found
