"""Checks that a module is in order: what its operations' declarations say, what their traits ask, and dominance.

What depends on a signature alone is checked once for it, as long as the symbols of the module (its meshes) stay the
same: after a pass a module is walked, but hardly anything in it is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name, symbols
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.ods.constraints import Operand
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import CompilationError, Diagnostic, Note
from sdyopt.ods.dialect import Registry
from sdyopt.ods.segments import operand_range, result_range
from sdyopt.ods.spelling import spell
from sdyopt.ods.traits import TRAIT_VERIFIERS


class Verification:
    """One verification of one module: what verifiers ask, and where they say what is wrong."""

    def __init__(self, module: Operation, registry: Registry) -> None:
        self.module = module
        self.registry = registry
        self._tables: dict[Operation, dict[str, Operation]] = {}

    def error(
        self, op: Operation, message: str, notes: Sequence[Note] = (), location: Location | int | None = None
    ) -> NoReturn:
        """Raises the error that `op` is wrong; MLIR's prefix with the name of the operation comes before `message`."""
        self.plain_error(op.location if location is None else location, f"'{op.name}' op {message}", notes)

    def plain_error(self, location: Location | int, message: str, notes: Sequence[Note] = ()) -> NoReturn:
        """Raises an error that no operation's name comes before."""
        raise CompilationError([Diagnostic("error", message, location, tuple(notes))])

    def symbol(self, op: Operation, name: str) -> Operation | None:
        """The operation that the symbol `name` means where `op` stands."""
        table = op.parent_op
        while table is not None and "SymbolTable" not in table.definition.traits:
            table = table.parent_op
        if table is None:
            return None
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = symbols(table)
        return known.get(name)

    def mesh_named(self, op: Operation, name: str) -> Any:
        """The attribute `mesh` of the mesh operation that `name` means where `op` stands; None if there is none."""
        mesh = self.symbol(op, name)
        return None if mesh is None else mesh.properties.get("mesh")


class Verifier:
    """Verifies modules; remembers which signatures it has found in order, and under which symbols."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._in_order: dict[tuple[Signature, ...], set[Signature]] = {}

    def verify(self, module: Operation) -> None:
        """Raises CompilationError at the first thing that is wrong."""
        context = Verification(module, self.registry)
        symbols_here = tuple([op.signature for region in module.regions for b in region.blocks for op in b.ops if not op.regions])
        in_order = self._in_order.setdefault(symbols_here, set())
        for op in module.walk():
            signature = op.signature
            if op.regions:
                self._verify_signature(op, context)
                self._verify_regions(op, context)
            elif signature not in in_order:
                self._verify_signature(op, context)
                in_order.add(signature)
            verifiers = getattr(signature.definition, "context_verifiers", None)
            if verifiers:
                for verify in verifiers:
                    verify(op, context)
        verify_dominance(module, context)

    def _verify_signature(self, op: Operation, context: Verification) -> None:
        """Checks what an operation's signature, and its regions, show by themselves."""
        self._verify_discardable(op, context)
        definition = op.definition
        if not isinstance(definition, OpDef):
            return
        _verify_counts(op, definition, context)
        _verify_attributes(op, definition, context)
        _verify_types(op, definition, context)
        for trait, verify in TRAIT_VERIFIERS.items():
            if trait in definition.traits:
                verify(op, context)
        for verify in definition.verifiers:
            verify(op, context)

    def _verify_discardable(self, op: Operation, context: Verification) -> None:
        for name, value in op.attributes.items():
            dialect = self.registry.dialects.get(name.partition(".")[0])
            if dialect is not None and dialect.verify_discardable is not None:
                dialect.verify_discardable(op, name, value, context)
        for attribute, which in (("arg_attrs", "verify_argument"), ("res_attrs", "verify_result")):
            per_value = op.properties.get(attribute)
            if isinstance(per_value, ArrayAttr):
                for index, entries in enumerate(per_value.elements):
                    self._verify_per_value(op, index, entries, which, context)

    def _verify_per_value(
        self, op: Operation, index: int, entries: Attribute, which: str, context: Verification
    ) -> None:
        if isinstance(entries, DictionaryAttr):
            for name, value in entries.items():
                dialect = self.registry.dialects.get(name.partition(".")[0])
                hook: Callable[..., None] | None = getattr(dialect, which, None)
                if hook is not None:
                    hook(op, index, name, value, context)

    def _verify_regions(self, op: Operation, context: Verification) -> None:
        """Checks the blocks of an operation and, if it is a symbol table, its symbols."""
        traits = op.definition.traits
        for region in op.regions:
            for block in region.blocks:
                _verify_block(op, region, block, context)
        if "SymbolTable" in traits:
            _verify_symbols(op, context)
        if "IsolatedFromAbove" in traits:
            _verify_isolation(op, context)


def _verify_counts(op: Operation, definition: OpDef, context: Verification) -> None:
    """The numbers of regions, results and operands."""
    variadic = [region for region in definition.regions if region.arity]
    if not variadic and len(op.regions) != len(definition.regions):
        wanted = {0: "zero regions", 1: "one region"}.get(len(definition.regions))
        context.error(op, f"requires {wanted or f'{len(definition.regions)} regions'}")
    _verify_count(op, definition.results, len(op.results), "result", context)
    _verify_count(op, definition.operands, len(op.operands), "operand", context)
    if op.successors:
        context.error(op, "requires 0 successors but found " + str(len(op.successors)))


def _verify_count(
    op: Operation, declared: Sequence[Operand], count: int, what: str, context: Verification
) -> None:
    if any(operand.arity for operand in declared):
        least = sum(1 for operand in declared if not operand.arity)
        if least and count < least:
            context.error(op, f"expected {least} or more {what}s, but found {count}")
    elif count != len(declared):
        wanted = len(declared)
        if wanted == 0:
            context.error(op, f"requires zero {what}s")
        if wanted == 1:
            context.error(op, f"requires {'one result' if what == 'result' else 'a single operand'}")
        context.error(op, f"expected {wanted} {what}s, but found {count}")


def _verify_attributes(op: Operation, definition: OpDef, context: Verification) -> None:
    properties = op.properties
    for attribute in definition.attributes:
        if attribute.name not in properties and not attribute.optional:
            context.error(op, f"requires attribute '{attribute.name}'")
    for attribute in definition.attributes:
        value = properties.get(attribute.name)
        if value is not None and not attribute.constraint.accepts(value):
            context.error(op, f"attribute '{attribute.name}' failed to satisfy constraint: {attribute.constraint.summary}")


def _verify_types(op: Operation, definition: OpDef, context: Verification) -> None:
    signature = op.signature
    for what, declared, types, range_of in (
        ("operand", definition.operands, signature.operand_types, operand_range),
        ("result", definition.results, signature.result_types, result_range),
    ):
        for position, operand in enumerate(declared):
            start, stop = range_of(op, definition, position)
            if operand.arity == "?" and stop - start > 1:
                context.error(op, f"{what} group starting at #{start} requires 0 or 1 element, but found {stop - start}")
            for index in range(start, stop):
                if not operand.constraint.accepts(types[index]):
                    kind = f"variadic of {operand.constraint.summary}" if operand.arity == "*" else operand.constraint.summary
                    context.error(op, f"{what} #{index} must be {kind}, but got '{spell(types[index])}'")
    for index, region in enumerate(definition.regions):
        if region.max_blocks == 1 and index < len(op.regions) and len(op.regions[index].blocks) != 1:
            context.error(op, f"region #{index} ('{region.name}') failed to verify constraint: region with 1 blocks")


def _verify_block(op: Operation, region: Region, block: Block, context: Verification) -> None:
    traits = op.definition.traits
    if block.last is None:
        if "NoTerminator" not in traits:
            context.error(op, "empty block: expect at least a terminator") if False else context.plain_error(
                op.location, "empty block: expect at least a terminator"
            )
        return
    last = block.last
    if "NoTerminator" not in traits and isinstance(last.definition, OpDef) and "IsTerminator" not in last.definition.traits:
        context.plain_error(last.location, f"block with no terminator, has {describe(last)}")
    for inner in block.ops:
        if inner.next is not None and "IsTerminator" in inner.definition.traits:
            context.error(inner, "must be the last operation in the parent block")


def describe(op: Operation) -> str:
    """An operation as MLIR shows it inside a message."""
    from sdyopt.syntax.printer import print_operation

    return print_operation(op).rstrip("\n")


def _verify_symbols(op: Operation, context: Verification) -> None:
    known: dict[str, Operation] = {}
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                name = symbol_name(inner)
                if name is None:
                    continue
                if name in known:
                    note = Note("see existing symbol definition here", known[name].location)
                    context.plain_error(inner.location, f"redefinition of symbol named '{name}'", [note])
                known[name] = inner


def _verify_isolation(op: Operation, context: Verification) -> None:
    """No operation inside may use a value from outside."""
    inside: set[Value] = set()
    for inner in _within(op):
        if inner is not op:
            inside.update(inner.results)
        for region in inner.regions:
            for block in region.blocks:
                inside.update(block.arguments)
    for inner in _within(op):
        if inner is op:
            continue
        for operand in inner.operands:
            if operand not in inside:
                note = Note("required by region isolation constraints", op.location)
                context.error(inner, "using value defined outside the region", [note])


def _within(root: Operation) -> Iterator[Operation]:
    """`root` and what is inside it, without what is inside isolated operations that it holds."""
    work: list[Operation | None] = [root]
    while work:
        op = work.pop()
        if op is None:
            continue
        yield op
        if op.next is not None and op is not root:
            work.append(op.next)
        if op is root or "IsolatedFromAbove" not in op.definition.traits:
            work += [block.first for region in reversed(op.regions) for block in reversed(region.blocks)]


def verify_dominance(module: Operation, context: Verification) -> None:
    """Every operand is defined before its use, in the same block or around it."""
    visible: set[Value] = set()
    add = visible.add
    for op in module.walk():
        for operand in op.operands:
            if operand not in visible:
                _report_dominance(op, operand, context)
        for result in op.results:
            add(result)
        if op.regions:
            for region in op.regions:
                for block in region.blocks:
                    visible.update(block.arguments)


def _report_dominance(op: Operation, operand: Value, context: Verification) -> None:
    """Raises the error that `operand` is not defined before `op`, unless a block before it defines it."""
    index = op.operands.index(operand)
    definition = operand.owner if isinstance(operand, OpResult) else None
    if definition is not None and definition.parent is not None and op.parent is not definition.parent:
        return
    notes = []
    if isinstance(operand, OpResult):
        notes.append(Note("operand defined here (op in the same block)", operand.owner.location))
    elif isinstance(operand, BlockArgument):
        return
    context.plain_error(op.location, f"operand #{index} does not dominate this use", notes)
