"""The text of operations, values, blocks and regions for people: `str` of them, whatever state they are in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.ir.attribute import show_with
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.write.builtin import PLAIN, PrintOptions
from sdyopt.mlir.write.names import Names
from sdyopt.mlir.write.printer import Descent, Printer, named_from, print_operation

_GENERIC = PrintOptions(generic=True)
_BROKEN = (LookupError, AttributeError, TypeError, ValueError, AssertionError)
"""What printing raises for programs that are not valid."""


class NamesInside(dict[Value, str]):
    """Names of values, of which some are not known."""

    def __missing__(self, value: Value) -> str:
        return "<<UNKNOWN SSA VALUE>>"


class _PartPrinter(Printer):
    """Prints one operation, or some blocks of it, with values from elsewhere."""

    def __init__(self, op: Operation, options: PrintOptions, blocks: list[Block] | None = None) -> None:
        super().__init__(op, None, options._replace(local_scope=True), named_from(op))
        self.names = NamesInside(self.names)
        self._blocks = blocks

    def descent(self) -> Descent:
        return super().descent() if self._blocks is None else self._of_blocks(self._blocks)

    def _of_blocks(self, blocks: list[Block]) -> Descent:
        dialect = getattr(self.root.definition, "default_dialect", None) or ""
        for block in blocks:
            self.block_header(block, "", (), is_entry=True)
            yield self.operations_of(block, "  ", dialect, with_terminator=True)


def _attempted(
    show: Callable[[PrintOptions], str], otherwise: str, styles: Sequence[PrintOptions] = (PLAIN, _GENERIC)
) -> str:
    """Returns the text in the first of the `styles` in which it can be printed, or else `otherwise`."""
    for options in styles:
        try:
            return show(options).rstrip("\n")
        except _BROKEN:
            continue
    return otherwise


def _operation(op: Operation) -> str:
    """Returns the text of an operation; in generic form if it is not as declared, so that its format may omit some."""
    is_as_declared = all(map(_has_declared_counts, op.walk()))
    try:
        if is_as_declared:
            return print_operation(op).rstrip("\n")
    except _BROKEN:
        pass
    styles = (PLAIN, _GENERIC) if is_as_declared else (_GENERIC,)
    return _attempted(lambda options: _PartPrinter(op, options).text({}), repr(op), styles)


def _has_declared_counts(op: Operation) -> bool:
    """Whether an operation has as many operands and results as it declares, as far as that is a fixed number."""
    declared = op.definition
    return not isinstance(declared, OpDef) or (
        (not declared.has_fixed_operands or len(op.operands) == len(declared.operands))
        and (not declared.has_fixed_results or len(op.results) == len(declared.results))
    )


def _value(value: Value) -> str:
    """Returns the name of a value in the text of the outermost operation around it."""
    holder = None if value.block is None else value.block.parent_op
    holder = holder or getattr(value, "owner", None)
    if not isinstance(holder, Operation):
        return NamesInside()[value]
    return NamesInside(Names(named_from(holder)).values)[value]


def _blocks(op: Operation | None, blocks: list[Block], otherwise: str) -> str:
    if op is None:
        return otherwise
    return _attempted(lambda options: _PartPrinter(op, options, blocks).text({}), otherwise)


show_with(Operation, _operation)
show_with(Value, _value)
show_with(Block, lambda block: _blocks(block.parent_op, [block], repr(block)))
show_with(Region, lambda region: _blocks(region.parent, region.blocks, repr(region)))


# Operations inside messages.

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
    from sdyopt.mlir.write.builtin import elements_shown

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
