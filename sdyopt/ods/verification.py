"""Checks that a module is in order: what its operations' declarations say, what their traits ask, and dominance.

What depends on a signature alone is checked once for it, as long as the symbols of the module (its meshes) stay the
same: after a pass a module is walked, but hardly anything in it is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import Value
from sdyopt.ods.definition import OpDef
from sdyopt.ods.definition import Verifier as OpVerifier
from sdyopt.ods.diagnostics import CompilationError, Diagnostic, Note
from sdyopt.ods.dialect import Dialect, Registry
from sdyopt.ods.dominance import dominator_tree, is_graph_region, verify_isolation
from sdyopt.ods.invariants import (
    verify_block_entrance,
    verify_block_exit,
    verify_entry,
    verify_invariants,
    verify_region_constraints,
    verify_region_count,
)
from sdyopt.ods.traits import place_traits, region_traits, structural_traits
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
        _verify_regions(module, context)
        for verify in special.verifiers if special is not None else ():
            verify(module, context)
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
                if dominated is None:
                    defined += [operand for inner in block.ops for operand in inner.operands if operand not in visible]
                elif item.is_graph:
                    defined += [result for inner in block.ops for result in inner.results]
                visible.update(defined)
                work.append(defined)
                work += reversed(dominated or ())
                op = block.first
            while op is not None:
                for operand in op.operands:
                    if operand not in visible:
                        context.error(op, "uses a value that is not there")
                signature = op.signature
                special = in_order.get(signature, unknown)
                if special is unknown:
                    special = in_order[signature] = self.verify_signature(op, context)
                if op.regions:
                    _verify_regions(op, context)
                if special is not None:
                    if special.is_terminator and op.next is not None:
                        context.error(op, "must be the last operation in the parent block")
                    for verify in special.verifiers:
                        verify(op, context)
                if op.regions:
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

    def verify_signature(self, op: Operation, context: Verification) -> _Special | None:
        """Checks what an operation shows by its signature; gives what else there is to check.

        The definition's own verifiers are part of the first if there are no regions.
        """
        verifiers = self.symbol_users(op)
        for dialect, name, value in self.attributes_with_meaning(op):
            if dialect.verify_discardable is not None:
                dialect.verify_discardable(op, name, value, context)
            if name in dialect.context_verifiers:
                verifiers.append(dialect.context_verifiers[name])
        definition = op.definition
        if not isinstance(definition, OpDef):
            self.verify_known(op, context)
            verifiers.append(_verify_branch)
            return _Special(False, tuple(verifiers))
        verify_invariants(op, definition, context)
        self.verify_function_attributes(op, context)
        if op.regions:
            verifiers += definition.verifiers
        else:
            for verify in definition.verifiers:
                verify(op, context)
        verifiers += definition.context_verifiers
        is_terminator = "IsTerminator" in definition.traits
        if not is_terminator or len(place_traits(definition)) > 1:
            verifiers += place_traits(definition)
        return _Special(is_terminator, tuple(verifiers)) if is_terminator or verifiers else None

    def verify_known(self, op: Operation, context: Verification) -> None:
        """Reports an operation that its dialect has not declared."""
        dialect = op.definition.dialect
        if not isinstance(op.definition, OpDef) and dialect in self.registry.dialects:
            context.plain_error(
                op.location,
                f"unregistered operation '{op.name}' found in dialect ('{dialect}') that does not allow "
                "unknown operations",
            )

    def symbol_users(self, op: Operation) -> list[OpVerifier]:
        """What checks the symbols in the discardable attributes of `op`."""
        users = self.registry.symbol_users
        return [users[type(value)] for _, value in op.attributes.items() if type(value) in users]

    def attributes_with_meaning(self, op: Operation) -> Iterator[tuple[Dialect, str, Attribute]]:
        """The discardable attributes of `op` that belong to a dialect, with their names."""
        for name, value in op.attributes.items():
            dialect = self.registry.dialects.get(name.partition(".")[0])
            if dialect is not None:
                yield dialect, name, value

    def verify_function_attributes(self, op: Operation, context: Verification) -> None:
        """The attributes of a function's arguments and results: a dictionary for each, of dialects' attributes."""
        if "FunctionOpInterface" not in op.definition.traits:
            return
        type = op.properties["function_type"].type  # type: ignore[attr-defined]
        for attribute, which, what, types in (
            ("arg_attrs", "verify_argument", "argument", type.inputs),
            ("res_attrs", "verify_result", "result", type.results),
        ):
            per_value = op.properties.get(attribute)
            if not isinstance(per_value, ArrayAttr):
                continue
            if len(per_value.elements) != len(types):
                context.error(
                    op,
                    f"expects {what} attribute array to have the same number of elements as the number of function "
                    f"{what}s, got {len(per_value.elements)}, but expected {len(types)}",
                )
            for index, entries in enumerate(per_value.elements):
                assert isinstance(entries, DictionaryAttr)
                for name, value in entries.items():
                    if "." not in name:
                        context.error(op, f"{what}s may only have dialect attributes")
                    dialect = self.registry.dialects.get(name.partition(".")[0])
                    hook: Callable[..., None] | None = getattr(dialect, which, None)
                    if hook is not None:
                        hook(op, index, name, value, context)


def _verify_regions(op: Operation, context: Verification) -> None:
    """Checks the regions of an operation and, if it is a symbol table, its symbols."""
    definition = op.signature.definition
    if isinstance(definition, OpDef):
        verify_region_count(op, definition, context)
        for verify in structural_traits(definition):
            verify(op, context)
        verify_region_constraints(op, definition, context)
    for region in op.regions:
        for block in region.blocks:
            last = block.last
            if last is None:
                verify_block_entrance(op, block, context)
                continue
            if "IsTerminator" not in last.signature.definition.traits:
                verify_block_exit(op, block, context)
            if last.successors:
                _verify_branch(last, context)
    for verify in region_traits(definition):
        if verify is not verify_isolation:  # What is visible is known where this is called.
            verify(op, context)


def _verify_branch(op: Operation, context: Verification) -> None:
    """Branches stand at the end of blocks, are not registered, and do not go to the beginning of a region."""
    if op.successors:
        if op.next is not None or isinstance(op.definition, OpDef):
            context.error(op, "cannot branch")
        assert op.parent is not None and op.parent.parent is not None and op.parent_op is not None
        verify_entry(op.parent_op, op.parent.parent, context)


def _symbols_of(module: Operation) -> tuple[Signature, ...]:
    """The signatures of what stands in a module besides its functions: its meshes."""
    blocks = [block for region in module.regions for block in region.blocks]
    return tuple([op.signature for block in blocks for op in block.ops if not op.regions])


class _Entry:
    """A block to be checked, and the entries of those that it dominates; None if it cannot be reached.

    In a graph the order of operations means nothing.
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
            entries.append(_Entry(region.blocks[0], [], is_graph_region(region)))
        elif region.blocks:
            tree = dominator_tree(region)
            made = {block: _Entry(block, []) for block in tree}
            for block, dominated in tree.items():
                made[block].dominated = [made[other] for other in dominated]
            entries.append(made[region.blocks[0]])
            entries += [_Entry(block, None) for block in region.blocks if block not in tree]
    return entries
