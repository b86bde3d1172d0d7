"""What is wrong with a module, in the order in which MLIR says it.

`Verifier` only finds out whether a module is in order. If it is not, this goes over it again as MLIR does: an
operation, then what it holds but for isolated operations, then each of these with all that it holds; then whether
values are defined before they are used; and last the symbols and their uses. Of the isolated operations side by side
each says what is wrong with it first; whatever would come after them is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.invariants import verify_block, verify_symbols

if TYPE_CHECKING:
    from sdyopt.ods.verification import Verification, Verifier


def errors_in_order(module: Operation, verifier: Verifier, context: Verification) -> list[Diagnostic]:
    """All that MLIR would say of a module that is wrong; nothing if only this order of looking finds nothing."""
    found = _errors_of_operations(module, verifier, context)
    if not found:
        try:
            verifier.verify_visibility(module, context)
            _verify_symbols(module, verifier, context)
        except CompilationError as error:
            return error.diagnostics
    return found


def _errors_of_operations(module: Operation, verifier: Verifier, context: Verification) -> list[Diagnostic]:
    """What is wrong with operations by themselves: the first thing in each isolated operation."""
    found: list[Diagnostic] = []
    work = [module]
    while work:
        root = work.pop()
        isolated: list[Operation] = []
        try:
            for op in _inside_isolated(root):
                if op is not root and _holds(op, "IsolatedFromAbove"):
                    isolated.append(op)
                else:
                    _verify_operation(op, verifier, context)
        except CompilationError as error:
            found += error.diagnostics
            continue
        work += reversed(isolated)
    return found


def _verify_operation(op: Operation, verifier: Verifier, context: Verification) -> None:
    special = verifier.verify_signature(op, context, with_verifiers=False)
    if special is not None:
        if special.is_terminator and op.next is not None:
            context.error(op, "must be the last operation in the parent block")
        for verify in special.verifiers:
            if not is_symbol_use(verify):
                verify(op, context)
    for region in op.regions:
        for block in region.blocks:
            verify_block(op, block, context)


def _verify_symbols(module: Operation, verifier: Verifier, context: Verification) -> None:
    """The symbols of each symbol table, inner before outer, and what is said of them."""
    for table in walk_post(module):
        if not _holds(table, "SymbolTable"):
            continue
        verify_symbols(table, context)
        for op in _inside_symbol_table(table):
            special = verifier.verify_signature(op, context, with_verifiers=False)
            for verify in special.verifiers if special is not None else ():
                if is_symbol_use(verify):
                    verify(op, context)


def _inside_isolated(root: Operation) -> Iterator[Operation]:
    """`root` and what it holds, but not what isolated operations inside it hold."""
    yield root
    work = [_held_by(root)]
    while work:
        op = next(work[-1], None)
        if op is None:
            work.pop()
            continue
        yield op
        if op.regions and "IsolatedFromAbove" not in op.definition.traits:
            work.append(_held_by(op))


def _inside_symbol_table(table: Operation) -> Iterator[Operation]:
    """`table` and what it holds, but not what symbol tables inside it hold.

    A region comes as a whole before those within it, and of these the last one comes first.
    """
    yield table
    work = list(table.regions)
    while work:
        for block in work.pop().blocks:
            for op in block.ops:
                yield op
                if "SymbolTable" not in op.definition.traits:
                    work += op.regions


def _held_by(op: Operation) -> Iterator[Operation]:
    return (inner for region in op.regions for block in region.blocks for inner in block.ops)


def _holds(op: Operation, trait: str) -> bool:
    """Whether an operation has regions, and this trait."""
    return bool(op.regions) and trait in op.definition.traits


def symbol_use(verify: Any) -> Any:
    """Marks a verifier of what an operation says of symbols, which MLIR checks last."""
    verify.is_symbol_use = True
    return verify


def is_symbol_use(verify: Any) -> bool:
    """Whether a verifier is so marked."""
    return getattr(verify, "is_symbol_use", False)
