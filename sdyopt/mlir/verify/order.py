"""What is wrong with a module, in the order in which MLIR says it.

`Verifier` only determines whether a module is valid. If it is not, this goes over it again as MLIR does. An operation
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

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.definition import Verifier as OpVerifier
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, InferenceError, ToleratedError
from sdyopt.mlir.verify.checks import PHASES, Phase, Sees, checks_in
from sdyopt.mlir.verify.dominance import Dominance, is_null
from sdyopt.mlir.verify.invariants import verify_block_entrance, verify_block_exit, verify_entry
from sdyopt.mlir.verify.verification import Verification

if TYPE_CHECKING:
    from sdyopt.mlir.verify.verifier import Verifier


class _OpenOperation:
    """An isolated operation that is being verified, and those inside it that wait for that."""

    __slots__ = ("descent", "has_failed", "waiting")

    def __init__(self, descent: Iterator[list[Operation]]) -> None:
        self.descent = descent
        self.waiting: list[Operation] = []
        self.has_failed = False


_Left = dict[Signature, "tuple[OpVerifier, ...]"]
"""For signatures of operations without regions that are valid, the checks that each operation still needs."""


class _Valid:
    """The signatures that are valid right inside isolated operations."""

    def __init__(self) -> None:
        self._left: dict[tuple[object, ...], _Left] = {}

    def inside(self, root: Operation, registry: Registry) -> _Left:
        """Returns those that are valid right inside `root`; they depend on meshes and binders around them."""
        binders: list[Signature] = []
        table: Operation | None = root
        while table is not None and "SymbolTable" not in table.definition.traits:
            if table.definition in registry.binders:
                binders.append(table.signature)
            table = table.parent_op
        return self._left.setdefault((table, *binders), {})


class Found(NamedTuple):
    """What MLIR would say of a module: the diagnostics, and whether the module is valid all the same."""

    diagnostics: list[Diagnostic]
    is_valid: bool


def errors_in_order(module: Operation, verifier: Verifier, context: Verification) -> Found:
    """All that MLIR would say of a module; nothing if only this order of looking finds nothing."""
    found: list[Diagnostic] = []
    valid = _Valid()
    outermost = _OpenOperation(_Descent(module, verifier, context, valid, found).run())
    frames = [outermost]
    while frames:
        frame = frames[-1]
        if frame.waiting:
            frames.append(_OpenOperation(_Descent(frame.waiting.pop(), verifier, context, valid, found).run()))
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
    return Found(found, not outermost.has_failed)


class _Descent:
    """The verification of an isolated operation."""

    def __init__(
        self, root: Operation, verifier: Verifier, context: Verification, valid: _Valid, reported: list[Diagnostic]
    ) -> None:
        self._root = root
        self._reported = reported
        self._registry = verifier.registry
        self._context = context
        self._left = valid.inside(root, verifier.registry)
        self._alike = {root} if verifier.remember else set[Operation]()
        """The operations right inside which the same is valid: there is no unregistered one, maybe a table, around."""

    def run(self) -> Iterator[list[Operation]]:
        """Verifies the operation; yields those that have to be verified before it goes on."""
        context = self._context
        work: list[tuple[bool, Operation | Block]] = [(False, self._root)]
        while work:
            is_exit, item = work.pop()
            if isinstance(item, Block):
                assert item.parent_op is not None
                if is_exit:
                    verify_block_exit(item.parent_op, item, context)
                else:
                    work.append((True, item))
                    verify_block_entrance(item.parent_op, item, context)
                    work += reversed([(False, op) for op in item.ops if not _is_isolated(op)])
            elif is_exit:
                isolated = [
                    op for region in item.regions for block in region.blocks for op in block.ops if _is_isolated(op)
                ]
                if isolated:
                    yield isolated
                self._verify_on_exit(item)
            elif any(map(is_null, item.operands)):
                context.plain_error(item.location, "null operand found")
            elif item.regions:
                if item.parent_op in self._alike and isinstance(item.definition, OpDef):
                    self._alike.add(item)
                work.append((True, item))
                self._verify_on_entrance(item)
                work += reversed([(False, block) for region in item.regions for block in region.blocks])
            else:
                self._verify_without_regions(item)
        Dominance().verify(self._root, context)

    def _verify_without_regions(self, op: Operation) -> None:
        signature = op.signature.nameless
        is_inside = op.parent_op in self._alike
        left = self._left.get(signature) if is_inside else None
        if left is not None:
            for verify in left:
                verify(op, self._context)
            return
        count = len(self._reported)
        is_inferred = self._verify_on_entrance(op)
        is_tolerated = len(self._reported) > count
        self._verify_on_exit(op)
        checks = [check for phase in PHASES for check in checks_in(phase, op, self._registry) if phase in _ALONE]
        if is_inside and is_inferred and not is_tolerated:
            self._left[signature] = tuple([check.verify for check in checks if check.sees in _SEEING_MORE])

    def _verify_on_entrance(self, op: Operation) -> bool:
        """Returns whether result types can be inferred. That they cannot is reported on exit."""
        self._verify(op, Phase.ENTRANCE)
        is_inferred = True
        try:
            self._verify(op, Phase.ITSELF)
        except InferenceError:
            is_inferred = False
        except ToleratedError as tolerated:
            self._reported += tolerated.diagnostics
        for region in op.regions:
            if region.blocks:
                verify_entry(op, region, self._context)
        return is_inferred

    def _verify_on_exit(self, op: Operation) -> None:
        """Verifying an operation itself again can only report that its result types cannot be inferred."""
        for phase in _ON_EXIT:
            with suppress(ToleratedError):
                self._verify(op, phase)
        if op.regions and "SymbolTable" in op.definition.traits:
            self._verify_symbol_uses(op)
        self._verify(op, Phase.LAST)

    def _verify_symbol_uses(self, table: Operation) -> None:
        """What is said of symbols in a symbol table: in a region, then in the regions inside, the last first."""
        work = list(table.regions)
        while work:
            for op in (op for block in work.pop().blocks for op in block.ops):
                self._verify(op, Phase.SYMBOLS)
                if "SymbolTable" not in op.definition.traits:
                    work += op.regions

    def _verify(self, op: Operation, phase: int) -> None:
        for check in checks_in(phase, op, self._registry):
            check.verify(op, self._context)


_ON_EXIT = (Phase.REGIONS, Phase.ITSELF, Phase.AFTER_REGIONS)
_ALONE = tuple([phase for phase in PHASES if phase != Phase.SYMBOLS])
"""The phases of the checks of an operation without regions."""
_SEEING_MORE = (Sees.OPERATION, Sees.VISIBILITY)
"""What checks see whose verdict is not that of the signature of an operation without regions."""


def _is_isolated(op: Operation) -> bool:
    return bool(op.regions) and "IsolatedFromAbove" in op.definition.traits
