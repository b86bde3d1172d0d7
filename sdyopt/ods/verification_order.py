"""What is wrong with a module, in the order in which MLIR says it.

`Verifier` only finds out whether a module is in order. If it is not, this goes over it again as MLIR does: an
operation, then what it holds, block by block, but for isolated operations; then each of these, with all that it holds;
then, where it ends, whether it is known, and its symbols and their uses. Whether values are defined before they are
used comes last for each isolated operation. Of the isolated operations side by side each says what is wrong with it
first; whatever would come after them is not checked.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.dominance import verify_dominance, verify_isolation
from sdyopt.ods.invariants import verify_block, verify_symbols

if TYPE_CHECKING:
    from sdyopt.ods.verification import Verification, Verifier

_Check = Generator[Operation, list[Diagnostic], list[Diagnostic]]
"""Checks an operation and what it holds: gives the isolated operations inside, to be told what is wrong with them."""


def errors_in_order(module: Operation, verifier: Verifier, context: Verification) -> list[Diagnostic]:
    """All that MLIR would say of a module that is wrong; nothing if only this order of looking finds nothing."""
    checks = [_check(module, verifier, context)]
    answer: Any = None
    while checks:
        try:
            checks.append(_check(checks[-1].send(answer), verifier, context))
            answer = None
        except StopIteration as end:
            checks.pop()
            answer = end.value
    found: list[Diagnostic] = answer
    return found


def _check(root: Operation, verifier: Verifier, context: Verification) -> _Check:
    """Checks `root` and what it holds; its dominance if all else is in order."""
    try:
        for item, is_over in _walk(root):
            if isinstance(item, Block):
                if is_over and item.parent_op is not None:
                    verify_block(item.parent_op, item, context)
            elif not is_over:
                _verify_operation(item, verifier, context)
            else:
                found: list[Diagnostic] = []
                for inner in _held_by(item):
                    if _is_isolated(inner):
                        found += yield inner
                if found:
                    return found
                _verify_end(item, verifier, context)
        if root.regions:
            verify_dominance(root, context)
    except CompilationError as error:
        return error.diagnostics
    return []


def _walk(root: Operation) -> Iterator[tuple[Operation | Block, bool]]:
    """`root`, its blocks and what they hold but for isolated operations: each as it begins and as it is over."""
    work: list[tuple[Operation | Block, bool]] = [(root, False)]
    while work:
        item, is_over = work.pop()
        yield item, is_over
        if is_over:
            continue
        work.append((item, True))
        inner: list[Operation | Block]
        if isinstance(item, Block):
            inner = [op for op in item.ops if not _is_isolated(op)]
        else:
            inner = [block for region in item.regions for block in region.blocks]
        work += [(part, False) for part in reversed(inner)]


def _verify_operation(op: Operation, verifier: Verifier, context: Verification) -> None:
    """What an operation says of itself."""
    if not isinstance(op.definition, OpDef):
        verifier.verify_discardable(op, context)
        return
    special = verifier.verify_signature(op, context, with_verifiers=False)
    if special is not None:
        if special.is_terminator and op.next is not None:
            context.error(op, "must be the last operation in the parent block")
        for verify in special.verifiers:
            if not _is_symbol_use(verify) and not _is_after_regions(verify):
                verify(op, context)
    if _is_isolated(op):
        verify_isolation(op, context)


def _verify_end(op: Operation, verifier: Verifier, context: Verification) -> None:
    """What MLIR looks at when all that an operation holds is in order."""
    if not op.regions or not isinstance(op.definition, OpDef):
        if not isinstance(op.definition, OpDef):
            verifier.verify_signature(op, context)
        return
    for verify in op.definition.verifiers:
        if _is_after_regions(verify):
            verify(op, context)
    if "SymbolTable" in op.definition.traits:
        verify_symbols(op, context)
        for inner in _inside_symbol_table(op):
            special = verifier.verify_signature(inner, context, with_verifiers=False)
            for verify in special.verifiers if special is not None else ():
                if _is_symbol_use(verify):
                    verify(inner, context)


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


def _is_isolated(op: Operation) -> bool:
    """Whether an operation has regions that use nothing from outside."""
    return bool(op.regions) and "IsolatedFromAbove" in op.definition.traits


def symbol_use(verify: Any) -> Any:
    """Marks a verifier of what an operation says of symbols, which MLIR checks last."""
    verify.is_symbol_use = True
    return verify


def after_regions(verify: Any) -> Any:
    """Marks a verifier that MLIR runs when all that an operation holds is in order."""
    verify.is_after_regions = True
    return verify


def _is_symbol_use(verify: Any) -> bool:
    return getattr(verify, "is_symbol_use", False)


def _is_after_regions(verify: Any) -> bool:
    return getattr(verify, "is_after_regions", False)
