"""What is wrong with a module, in the order in which MLIR says it.

`Verifier` only finds out whether a module is in order. If it is not, this goes over it again as MLIR does. An operation
is looked at on entrance (attributes, declaration, traits, its own verifier), then its blocks and what they hold, and
again on exit. What isolated operations right inside hold waits for that exit. After each isolated operation, it is
checked that values are defined before they are used; and when a symbol table is left, the symbols and their uses. The
first thing that is wrong ends the verification of the isolated operation that holds it, and of those around it, but
not of those beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ods.diagnostics import CompilationError, Diagnostic, InferenceError
from sdyopt.ods.verify.checks import Phase, checks_of
from sdyopt.ods.verify.dominance import Dominance
from sdyopt.ods.verify.invariants import verify_block_entrance, verify_block_exit, verify_entry

if TYPE_CHECKING:
    from sdyopt.ods.verify.verifier import Verification, Verifier

Descent = Iterator[list[Operation]]
"""The verification of an isolated operation: gives those that have to be verified before it goes on."""


class _Frame:
    """An isolated operation that is being verified, and those inside it that wait for that."""

    __slots__ = ("descent", "has_failed", "waiting")

    def __init__(self, descent: Descent) -> None:
        self.descent = descent
        self.waiting: list[Operation] = []
        self.has_failed = False


def errors_in_order(module: Operation, verifier: Verifier, context: Verification) -> list[Diagnostic]:
    """All that MLIR would say of a module that is wrong; nothing if only this order of looking finds nothing."""
    found: list[Diagnostic] = []
    frames = [_Frame(_descent(module, verifier, context))]
    while frames:
        frame = frames[-1]
        if frame.waiting:
            frames.append(_Frame(_descent(frame.waiting.pop(), verifier, context)))
            continue
        if not frame.has_failed:
            try:
                frame.waiting = next(frame.descent)[::-1]
                continue
            except StopIteration:
                pass
            except CompilationError as error:
                found += error.diagnostics
                frame.has_failed = True
        frames.pop()
        if frame.has_failed and frames:
            frames[-1].has_failed = True
    return found


def _descent(root: Operation, verifier: Verifier, context: Verification) -> Descent:
    """Verifies an isolated operation."""
    work: list[tuple[bool, Operation | Block]] = [(False, root)]
    while work:
        is_exit, item = work.pop()
        if not is_exit:
            work.append((True, item))
        if isinstance(item, Block):
            assert item.parent_op is not None
            if is_exit:
                verify_block_exit(item.parent_op, item, context)
            else:
                verify_block_entrance(item.parent_op, item, context)
                work += reversed([(False, op) for op in item.ops if not _is_isolated(op)])
        elif is_exit:
            isolated = [
                op for region in item.regions for block in region.blocks for op in block.ops if _is_isolated(op)
            ]
            if isolated:
                yield isolated
            _verify_on_exit(item, verifier, context)
        else:
            _verify_on_entrance(item, verifier, context)
            work += reversed([(False, block) for region in item.regions for block in region.blocks])
    Dominance().verify(root, context)


def _is_isolated(op: Operation) -> bool:
    return bool(op.regions) and "IsolatedFromAbove" in op.definition.traits


def _verify_on_entrance(op: Operation, verifier: Verifier, context: Verification) -> None:
    _verify(op, Phase.ENTRANCE, verifier, context)
    with suppress(InferenceError):
        _verify(op, Phase.ITSELF, verifier, context)
    for region in op.regions:
        if region.blocks:
            verify_entry(op, region, context)


def _verify_on_exit(op: Operation, verifier: Verifier, context: Verification) -> None:
    """Verifying an operation itself again can only report that its result types cannot be inferred."""
    for phase in (Phase.REGIONS, Phase.ITSELF, Phase.AFTER_REGIONS):
        _verify(op, phase, verifier, context)
    if op.regions and "SymbolTable" in op.definition.traits:
        _verify_symbol_uses(op, verifier, context)
    _verify(op, Phase.LAST, verifier, context)


def _verify_symbol_uses(table: Operation, verifier: Verifier, context: Verification) -> None:
    """What is said of symbols in a symbol table: in a region, then in the regions inside, the last first."""
    work = list(table.regions)
    while work:
        for op in (op for block in work.pop().blocks for op in block.ops):
            _verify(op, Phase.SYMBOLS, verifier, context)
            if "SymbolTable" not in op.definition.traits:
                work += op.regions


def _verify(op: Operation, phase: Phase, verifier: Verifier, context: Verification) -> None:
    for verify, phase_of_check, _ in checks_of(op, verifier.registry):
        if phase_of_check is phase:
            verify(op, context)
