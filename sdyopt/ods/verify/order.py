"""What is wrong with a module, in the order in which MLIR says it.

`Verifier` only finds out whether a module is in order. If it is not, this goes over it again as MLIR does. An operation
is looked at on entrance (attributes, declaration, traits, its own verifier), then its blocks and what they hold, and
again on exit. What isolated operations right inside hold waits for that exit. After each isolated operation, it is
checked that values are defined before they are used; and when a symbol table is left, the symbols and their uses. The
first thing that is wrong ends the verification of the isolated operation that holds it, and of those around it, but
not of those beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ods.declarations.definition import OpDef
from sdyopt.ods.declarations.definition import Verifier as OpVerifier
from sdyopt.ods.diagnostics import CompilationError, Diagnostic, InferenceError
from sdyopt.ods.verify.dominance import Dominance
from sdyopt.ods.verify.invariants import verify_block_entrance, verify_block_exit, verify_entry, verify_invariants
from sdyopt.ods.verify.traits import place_traits, region_traits

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
    for dialect, name, value in verifier.attributes_with_meaning(op):
        if dialect.verify_discardable is not None:
            dialect.verify_discardable(op, name, value, context)
        if name in dialect.context_verifiers:
            dialect.context_verifiers[name](op, context)
    definition = op.definition
    if isinstance(definition, OpDef):
        verify_invariants(op, definition, context)
        for verify in place_traits(definition):
            verify(op, context)
        if "FunctionOpInterface" in op.definition.traits:
            verifier.verify_function_attributes(op, context)
        with suppress(InferenceError):
            _verify_itself(op, context)
    for region in op.regions:
        if region.blocks:
            verify_entry(op, region, context)


def _verify_itself(op: Operation, context: Verification) -> None:
    """What the operation's own verifiers say; on exit this can only be that its result types do not follow."""
    for verify in _own_verifiers(op):
        if not _is_marked(verify, _SYMBOL_USE) and not _is_marked(verify, _AFTER_REGIONS):
            verify(op, context)


def _verify_on_exit(op: Operation, verifier: Verifier, context: Verification) -> None:
    for verify in region_traits(op.definition):
        verify(op, context)
    _verify_itself(op, context)
    for verify in _own_verifiers(op):
        if _is_marked(verify, _AFTER_REGIONS):
            verify(op, context)
    if op.regions and "SymbolTable" in op.definition.traits:
        _verify_symbol_uses(op, verifier, context)
    verifier.verify_known(op, context)


def _verify_symbol_uses(table: Operation, verifier: Verifier, context: Verification) -> None:
    """What is said of symbols in a symbol table: in a region, then in the regions inside, the last first."""
    work = list(table.regions)
    while work:
        for op in (op for block in work.pop().blocks for op in block.ops):
            for verify in _own_verifiers(op):
                if _is_marked(verify, _SYMBOL_USE):
                    verify(op, context)
            for verify in verifier.symbol_users(op):
                verify(op, context)
            if "SymbolTable" not in op.definition.traits:
                work += op.regions


def _own_verifiers(op: Operation) -> Sequence[OpVerifier]:
    definition = op.definition
    return (*definition.verifiers, *definition.context_verifiers) if isinstance(definition, OpDef) else ()


# When verifiers run that do not when an operation is entered.

_SYMBOL_USE, _AFTER_REGIONS = "is_symbol_use", "is_after_regions"


def symbol_use(verify: OpVerifier) -> OpVerifier:
    """Marks a verifier of what an operation says of symbols, which MLIR checks last."""
    setattr(verify, _SYMBOL_USE, True)
    return verify


def after_regions(verify: OpVerifier) -> OpVerifier:
    """Marks a verifier that MLIR runs when all that the operation holds is in order."""
    setattr(verify, _AFTER_REGIONS, True)
    return verify


def _is_marked(verify: OpVerifier, mark: str) -> bool:
    return getattr(verify, mark, False)
