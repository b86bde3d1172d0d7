"""Checks that a module is in order: what its operations' declarations say, what their traits ask, and dominance.

What depends on a signature alone is checked once for it, as long as the symbols of the module (its meshes) stay the
same: after a pass a module is walked, but hardly anything in it is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import Value
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import CompilationError, Diagnostic, Note
from sdyopt.ods.dialect import Registry
from sdyopt.ods.dominance import dominator_tree, has_dominance, report_invisible
from sdyopt.ods.invariants import (
    verify_attributes,
    verify_block,
    verify_counts,
    verify_region_count,
    verify_symbols,
    verify_types,
)
from sdyopt.ods.traits import TRAIT_VERIFIERS
from sdyopt.ods.verification_order import errors_in_order


class Verification:
    """One verification of one module: what verifiers ask, and where they say what is wrong.

    `describe` gives the text of an operation as messages show it.
    """

    def __init__(self, module: Operation, describe: Callable[[Operation], str]) -> None:
        self.module = module
        self.describe = describe
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
            if len(table.regions) == 1 and not isinstance(table.definition, OpDef):
                return None  # What is not registered may be a symbol table.
            table = table.parent_op
        return None if table is None else self._symbols_in(table).get(name)

    def _symbols_in(self, table: Operation) -> dict[str, Operation]:
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = symbols(table)
        return known

    def mesh_named(self, op: Operation, name: str) -> Any:
        """The attribute `mesh` of the mesh operation of that name in the module around `op`; None if there is none."""
        table = op.parent_op
        while table is not None and table.name != "builtin.module":
            table = table.parent_op
        mesh = None if table is None else self._symbols_in(table).get(name)
        return None if mesh is None else mesh.properties.get("mesh")


class _Special(NamedTuple):
    """What has to be looked at again for each operation of a signature that is in order by itself."""

    is_terminator: bool
    verifiers: tuple[Callable[[Operation, Any], None], ...]


class Verifier:
    """Verifies modules; remembers which signatures it has found in order, and under which symbols.

    `describe` gives the text of an operation that a message shows.
    """

    def __init__(self, registry: Registry, describe: Callable[[Operation], str]) -> None:
        self.registry = registry
        self.describe = describe
        self._in_order: dict[tuple[Signature, ...], dict[Signature, _Special | None]] = {}

    def verify(self, module: Operation) -> None:
        """Raises CompilationError with what is wrong, as MLIR says it."""
        context = Verification(module, self.describe)
        try:
            self._walk(module, context)
        except CompilationError as error:
            raise CompilationError(errors_in_order(module, self, context) or error.diagnostics) from None

    def _known_in(self, table: Operation) -> dict[Signature, _Special | None]:
        """The signatures that are in order under the symbols of a symbol table."""
        return self._in_order.setdefault(_symbols_of(table), {})

    def _walk(self, module: Operation, context: Verification) -> None:
        """Checks all operations inside `module`, and that they use what they may; raises at the first wrong thing."""
        in_order = self._known_in(module)
        unknown = _Special(False, ())
        special = in_order.get(module.signature, unknown)
        if special is unknown:
            special = in_order[module.signature] = self.verify_signature(module, context)
        for verify in special.verifiers if special is not None else ():
            verify(module, context)
        self._verify_regions(module, context)
        visible: set[Value] = set()
        define = visible.add
        work: list[Any] = _entries(module)
        while work:
            # What is to be done next: enter a block; go on after an operation whose regions are done; leave a block,
            # whose values are no longer visible; leave an isolated operation for what was visible outside it; leave a
            # symbol table for what is in order under the symbols outside it.
            item = work.pop()
            if type(item) is list:
                visible.difference_update(item)
                continue
            if type(item) is set:
                visible = item
                define = visible.add
                continue
            if isinstance(item, dict):
                in_order = item
                continue
            if type(item) is tuple:
                op, defined = item
                defined += op.results
                visible.update(op.results)
                op = op.next
            else:
                block, dominated = item.block, item.dominated
                defined = list(block.arguments)
                if item.is_graph:
                    defined += [result for inner in block.ops for result in inner.results]
                elif dominated is None:
                    defined += [operand for inner in block.ops for operand in inner.operands if operand not in visible]
                visible.update(defined)
                work.append(defined)
                work += reversed(dominated or ())
                op = block.first
            while op is not None:
                for operand in op.operands:
                    if operand not in visible:
                        report_invisible(op, operand, context)
                signature = op.signature
                special = in_order.get(signature, unknown)
                if special is unknown:
                    special = in_order[signature] = self.verify_signature(op, context)
                if special is not None:
                    if special.is_terminator and op.next is not None:
                        context.error(op, "must be the last operation in the parent block")
                    for verify in special.verifiers:
                        verify(op, context)
                if op.regions:
                    self._verify_regions(op, context)
                    work.append((op, defined))
                    if "IsolatedFromAbove" in signature.definition.traits:
                        work.append(visible)
                        visible = set()
                        define = visible.add
                    if "SymbolTable" in signature.definition.traits:
                        work.append(in_order)
                        in_order = self._known_in(op)
                    work += reversed(_entries(op))
                    break
                for result in op.results:
                    define(result)
                    defined.append(result)
                op = op.next

    def verify_signature(self, op: Operation, context: Verification, with_verifiers: bool = True) -> _Special | None:
        """Checks what an operation shows by its signature; gives what else there is to check.

        The definition's own verifiers are part of the first if there are no regions, unless told otherwise.
        """
        attribute_verifiers = self.verify_discardable(op, context)
        definition = op.definition
        if not isinstance(definition, OpDef):
            if definition.dialect in self.registry.dialects:
                context.plain_error(
                    op.location,
                    f"unregistered operation '{op.name}' found in dialect ('{definition.dialect}') that does not allow "
                    "unknown operations",
                )
            return _Special(False, attribute_verifiers) if attribute_verifiers else None
        verify_region_count(op, definition, context)
        verify_counts(op, definition, context)
        verify_attributes(op, definition, context)
        verify_types(op, definition, context)
        for trait, verify in TRAIT_VERIFIERS.items():
            if trait in definition.traits:
                verify(op, context)
        verifiers = (*attribute_verifiers, *definition.context_verifiers)
        if op.regions or not with_verifiers:
            verifiers = (*attribute_verifiers, *definition.verifiers, *definition.context_verifiers)
        else:
            for verify in definition.verifiers:
                verify(op, context)
        is_terminator = "IsTerminator" in definition.traits
        return _Special(is_terminator, verifiers) if is_terminator or verifiers else None

    def verify_discardable(self, op: Operation, context: Verification) -> tuple[Callable[[Operation, Any], None], ...]:
        """Checks the discardable attributes; gives what has to be checked of them for each operation."""
        verifiers = []
        symbol_users = self.registry.symbol_users
        for name, value in op.attributes.items():
            if type(value) in symbol_users:
                verifiers.append(symbol_users[type(value)])
            dialect = self.registry.dialects.get(name.partition(".")[0])
            if dialect is not None:
                if dialect.verify_discardable is not None:
                    dialect.verify_discardable(op, name, value, context)
                if name in dialect.context_verifiers:
                    verifiers.append(dialect.context_verifiers[name])
        for attribute, which in (("arg_attrs", "verify_argument"), ("res_attrs", "verify_result")):
            per_value = op.properties.get(attribute)
            if isinstance(per_value, ArrayAttr):
                for index, entries in enumerate(per_value.elements):
                    self._verify_per_value(op, index, entries, which, context)
        return tuple(verifiers)

    def _verify_per_value(
        self, op: Operation, index: int, entries: Attribute, which: str, context: Verification
    ) -> None:
        if isinstance(entries, DictionaryAttr):
            for name, value in entries.items():
                if "." not in name and "FunctionOpInterface" in op.definition.traits:
                    what = "arguments" if which == "verify_argument" else "results"
                    context.error(op, f"{what} may only have dialect attributes")
                dialect = self.registry.dialects.get(name.partition(".")[0])
                hook: Callable[..., None] | None = getattr(dialect, which, None)
                if hook is not None:
                    hook(op, index, name, value, context)

    def _verify_regions(self, op: Operation, context: Verification) -> None:
        """Checks the regions of an operation and, if it is a symbol table, its symbols."""
        definition = op.signature.definition
        if isinstance(definition, OpDef):
            verify_region_count(op, definition, context)
        for region in op.regions:
            for block in region.blocks:
                verify_block(op, block, context)
        if "SymbolTable" in op.definition.traits:
            verify_symbols(op, context)


def _symbols_of(module: Operation) -> tuple[Signature, ...]:
    """The signatures of what stands in a module besides its functions: its meshes."""
    blocks = [block for region in module.regions for block in region.blocks]
    return tuple([op.signature for block in blocks for op in block.ops if not op.regions])


class _Entry:
    """A block to be checked, and the entries of those that it dominates; None if it cannot be reached.

    `is_graph`: its operations stand in no order.
    """

    __slots__ = ("block", "dominated", "is_graph")

    def __init__(self, block: Block, dominated: list[_Entry] | None, is_graph: bool = False) -> None:
        self.block = block
        self.dominated = dominated
        self.is_graph = is_graph


def _entries(op: Operation) -> list[_Entry]:
    """The entry blocks of the regions of `op`, and the blocks that no path leads to."""
    entries: list[_Entry] = []
    for region in op.regions:
        if len(region.blocks) == 1:
            entries.append(_Entry(region.blocks[0], [], not has_dominance(region)))
        elif region.blocks:
            tree = dominator_tree(region)
            made = {block: _Entry(block, []) for block in tree}
            for block, dominated in tree.items():
                made[block].dominated = [made[other] for other in dominated]
            entries.append(made[region.blocks[0]])
            entries += [_Entry(block, None) for block in region.blocks if block not in tree]
    return entries
