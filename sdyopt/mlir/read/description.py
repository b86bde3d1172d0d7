"""Operations inside messages."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.mlir.write.print_options import PrintOptions
from sdyopt.mlir.write.printer import Printer
from sdyopt.mlir.write.shown import NamesInside

OPTIONS = PrintOptions(elide_elements=16)
"""A message shows few elements."""


def describe_operation(op: Operation, generic: bool = True) -> str:
    """Returns `op` as MLIR shows it inside a message, with marks for what may have an alias.

    It is in `generic` form, in which MLIR shows operations that may be invalid, or else in its own.
    """
    return _described(op, OPTIONS._replace(generic=generic))


def describe_without_regions(op: Operation) -> str:
    """Returns `op` in generic form as MLIR shows it inside a message, with `{...}` in place of regions."""
    return _described(op, OPTIONS._replace(generic=True, skip_regions=True))


def _described(op: Operation, options: PrintOptions) -> str:
    from sdyopt.mlir.write.shown_elements import elements_shown

    with elements_shown(options):
        return Describer(op, options).marked_text().rstrip("\n")


class Describer(Printer):
    """Prints `root`, its values named as in the isolated operation around it.

    Values from further outside have no name there; many elements are elided.
    """

    def __init__(self, root: Operation, options: PrintOptions) -> None:
        scope = root
        while scope.parent_op is not None and not (scope.regions and "IsolatedFromAbove" in scope.definition.traits):
            scope = scope.parent_op
        super().__init__(root, None, options, scope)
        self.names = NamesInside(self.names)
