"""Checks that a module is valid: the declarations of its operations, their traits, and dominance.

What depends on a signature alone, or on that and the boundary of its regions, is checked once for it, as long as the
symbols of the module (its meshes) stay the same: after a pass a module is walked, but hardly anything in it is checked
again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from sdyopt.ir.bodies import Body, CopiedRegion
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.definition import Verifier as OpVerifier
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, ToleratedError
from sdyopt.mlir.verify.checks import Sees, checks_of, checks_of_attributes, what_counts
from sdyopt.mlir.verify.enclosing_scope import REMEMBERED_BY
from sdyopt.mlir.verify.invariants import (
    verify_block_entrance,
    verify_block_exit,
    verify_entry,
    verify_region_constraints,
    verify_region_count,
)
from sdyopt.mlir.verify.order import errors_in_order
from sdyopt.mlir.verify.region_signature import Boundary, boundary_of, is_verified_by_boundary, sees_boundary_only
from sdyopt.mlir.verify.traits import must_be_last, structural_traits
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.verify.visibility import verify_visibility


class Remembered(NamedTuple):
    """Verifiers that are called once for operations with the same key, and the keys of those that are valid."""

    key: Callable[[Operation], Hashable]
    verifiers: tuple[OpVerifier, ...]
    valid: set[Hashable]


class _Special(NamedTuple):
    """What has to be looked at again for each operation of a signature that is valid by itself."""

    is_terminator: bool = False
    verifiers: tuple[OpVerifier, ...] = ()
    of_known: tuple[OpVerifier, ...] = ()
    """What of these has to be called where regions have a valid boundary or body."""
    region_verifiers: tuple[OpVerifier, ...] = ()
    """What looks into the regions."""
    boundaries: set[Boundary] | None = None
    """Those with which regions are in order; None if not all that is checked of them follows from their boundary."""
    bodies: set[Body] | None = None
    """Those of valid copied regions; None if nothing is remembered."""
    remembered: tuple[Remembered, ...] = ()

    def verify_place(self, op: Operation, verifiers: Iterable[OpVerifier], context: Verification) -> None:
        """Checks what is to be looked at for each operation, with `verifiers`."""
        if self.is_terminator and op.next is not None:
            context.error(op, "must be the last operation in the parent block")
        for verify in verifiers:
            verify(op, context)
        for key_of_op, remembered, valid in self.remembered:
            key = key_of_op(op)
            if key not in valid:
                for verify in remembered:
                    verify(op, context)
                valid.add(key)


def _special_of(is_terminator: bool, verifiers: tuple[OpVerifier, ...]) -> _Special:
    """What is to be looked at if these verifiers are called for operations of one signature inside the same binders."""
    by_key: dict[Callable[[Operation], Hashable], list[OpVerifier]] = {}
    others: list[OpVerifier] = []
    for verify in verifiers:
        key = REMEMBERED_BY.get(verify)
        if key is None:
            others.append(verify)
        else:
            by_key.setdefault(key, []).append(verify)
    remembered = tuple([Remembered(key, tuple(of_key), set()) for key, of_key in by_key.items()])
    return _Special(is_terminator, tuple(others), remembered=remembered)


_NOTHING_SPECIAL = _Special()


class _InOrder(dict[Signature, "_Special | None"]):
    """The nameless signatures that are valid under some symbols and inside some binders, and what else to check.

    What symbols there are of their names is for verifiers that are called for each operation.
    """

    def __init__(self, binders: tuple[Signature, ...]) -> None:
        super().__init__()
        self.binders = binders
        """From the outermost to the innermost."""
        self.counts: dict[Hashable, _Special | None] = {}
        """By what `what_counts` gives of signatures that are valid: what else to check."""


class _Forgetful(_InOrder):
    """Never knows anything."""

    def __setitem__(self, signature: Signature, special: _Special | None) -> None:
        pass


class Verifier:
    """Verifies modules; remembers which signatures it has found valid, and under which symbols.

    `describe` gives the text of an operation that a message shows. Without `remember` it looks at every
    operation anew, with the same result.
    """

    def __init__(self, registry: Registry, describe: Callable[[Operation], str], remember: bool = True) -> None:
        self.registry = registry
        self.describe = describe
        self.remember = remember
        self._in_order: dict[tuple[tuple[Signature, ...], tuple[Signature, ...]], _InOrder] = {}
        self._alone: dict[Body, bool] = {}
        self._new_bodies: list[tuple[set[Body], Body]] = []
        """What the present verification has entered in `_Special.bodies`."""

    def verify(self, module: Operation, is_rewired: bool = True, is_parsed: bool = True) -> list[Diagnostic]:
        """Raises CompilationError with what is wrong, as MLIR reports it. Returns errors that do not make it invalid.

        If the module was valid and is not `is_rewired`, as no operation has come, moved or got other operands since,
        it is not checked that values are defined before they are used. `is_parsed` unless passes have changed it.

        Of an operation that is not a symbol table, such as a function, uses of symbols are not verified: that is done
        with the symbol table around it.
        """
        context = Verification(module, self.describe, is_parsed)
        self._new_bodies = []
        try:
            self._verify_ops(module, context)
            if is_rewired:
                verify_visibility(module, context)
        except CompilationError as error:
            for bodies, body in self._new_bodies:
                bodies.discard(body)
            found, is_valid = errors_in_order(module, self, context)
            if not is_valid:
                raise CompilationError(found) from None
            if "SymbolTable" in module.definition.traits and not isinstance(error, ToleratedError):
                raise CompilationError([*found, *error.diagnostics]) from None
            return found
        return []

    def _known_in(self, table: Operation, binders: tuple[Signature, ...]) -> _InOrder:
        """The signatures that are valid under the symbols of a symbol table, inside those binders."""
        if not self.remember:
            return _Forgetful(binders)
        key = _symbols_of(table), binders
        known = self._in_order.get(key)
        if known is None:
            known = self._in_order[key] = _InOrder(binders)
        return known

    def _known_inside(self, op: Operation, around: _InOrder) -> _InOrder:
        """The signatures that are valid inside `op`, which stands where those `around` are."""
        definition = op.signature.definition
        is_table = "SymbolTable" in definition.traits
        if definition in self.registry.binders:
            return self._known_in(op if is_table else _enclosing_symbol_table(op), (*around.binders, op.signature))
        return self._known_in(op, around.binders) if is_table else around

    def _binders_around(self, op: Operation) -> tuple[Signature, ...]:
        """The signatures of the binders around `op`, from the outermost to the innermost."""
        found: list[Signature] = []
        outer = op.parent_op
        while outer is not None:
            if outer.signature.definition in self.registry.binders:
                found.append(outer.signature)
            outer = outer.parent_op
        return tuple(found[::-1])

    def _verify_ops(self, module: Operation, context: Verification) -> None:
        """Checks `module` and all operations inside it by themselves; raises at the first wrong thing."""
        in_order = self._known_in(_enclosing_symbol_table(module), self._binders_around(module))
        outermost = (
            in_order.get(module.signature.nameless) or self.verify_signature(module, context) or _NOTHING_SPECIAL
        )
        _verify_regions(module, outermost, context)
        for verify in outermost.verifiers:
            verify(module, context)
        inside = self._known_inside(module, in_order)
        pending: list[tuple[Operation | None, _InOrder]] = []
        for block in _blocks_backwards(module):
            pending.append((block.first, inside))
        while pending:
            op, in_order = pending.pop()
            while op is not None:
                nameless = op.signature.nameless
                try:
                    special = in_order[nameless]
                except KeyError:
                    special = in_order[nameless] = self._verify_verified(op, context, in_order)
                if not op.regions:
                    if special is not None:
                        special.verify_place(op, special.verifiers, context)
                    op = op.next
                    continue
                special = special or _NOTHING_SPECIAL
                is_copy = self._is_verified_copy(op, special)
                boundary = None if is_copy or special.boundaries is None else boundary_of(op)
                is_known = is_copy or (boundary is not None and boundary in special.boundaries)  # type: ignore[operator]
                if not is_known:
                    _verify_regions(op, special, context)
                special.verify_place(op, special.of_known if is_known else special.verifiers, context)
                if boundary is not None:
                    special.boundaries.add(boundary)  # type: ignore[union-attr]
                if is_copy:
                    op = op.next
                    continue
                pending.append((op.next, in_order))
                inside = self._known_inside(op, in_order)
                for block in _blocks_backwards(op):
                    pending.append((block.first, inside))
                break

    def _verify_verified(self, op: Operation, context: Verification, in_order: _InOrder) -> _Special | None:
        """Checks what an operation shows by its signature, unless another differs in unverified attributes alone."""
        verified = self.registry.verified_part(op.signature.nameless)
        if verified not in in_order:
            special = self._verify_apart(op, verified, context, in_order)
            in_order[verified] = special
            return special
        return in_order[verified]

    def _verify_apart(
        self, op: Operation, verified: Signature, context: Verification, in_order: _InOrder
    ) -> _Special | None:
        """Checks the attributes of other dialects, as shardings, and what is left of `verified`, the signature of `op`.

        The latter is checked once for all operations that differ in these attributes, or in what does not count,
        if nothing of it has to be looked at again for each operation.
        """
        dialect = verified.definition.dialect
        others = [name for name in verified.attributes if not name.startswith(dialect) and "." in name]
        if op.regions:
            return self.verify_signature(op, context)
        bare = verified
        if others:
            bare = verified.with_attributes(verified.attributes.without(*others))
            checks = [check for part in checks_of_attributes(verified.attributes, self.registry) for check in part]
            if any(check.sees != Sees.SIGNATURE for check in checks):
                return self.verify_signature(op, context)
            for check in checks:
                check.verify(op, context)
        if in_order.get(bare, _NOTHING_SPECIAL) is None:
            return None
        # Declarations of other packages may look at sizes.
        counts = what_counts(bare) if self.registry.is_shipped(dialect) else None
        if counts in in_order.counts:
            return in_order.counts[counts]
        special = self.verify_signature(op, context)
        if special is None and self.remember:
            in_order[bare] = None
        if counts is not None and self.remember and (special is None or not special.remembered):
            in_order.counts[counts] = special
        return special

    def _is_verified_copy(self, op: Operation, special: _Special) -> bool:
        """Whether the region of `op` is a copy of a body that has been verified in an operation like it.

        If another one is to be verified with it, that counts: nothing is remembered if that fails.
        """
        region = op.regions[0]
        if type(region) is not CopiedRegion or len(op.regions) > 1 or special.bodies is None:
            return False
        body = region.content.body
        if body in special.bodies:
            return True
        if self._is_alone(body):
            special.bodies.add(body)
            self._new_bodies.append((special.bodies, body))
        return False

    def _is_alone(self, body: Body) -> bool:
        """Whether it does not depend on what is around the operation with a body whether that is valid.

        Meshes and binders around it may matter, but neither other symbols nor binders inside.
        """
        answer = self._alone.get(body)
        if answer is None:
            answer = self._alone[body] = all(map(self.registry.is_about_itself, body.signatures))
        return answer

    def verify_signature(self, op: Operation, context: Verification) -> _Special | None:
        """Checks what an operation shows by its signature; gives what else there is to check.

        What looks into regions is part of the first if there are none.
        """
        definition = op.signature.definition
        is_terminator = "IsTerminator" in definition.traits
        of_regions: list[OpVerifier] = []
        of_op: list[OpVerifier] = []
        for verify, _, sees in checks_of(op, self.registry):
            if sees == Sees.SIGNATURE or (sees == Sees.REGIONS and not op.regions):
                verify(op, context)
            elif sees == Sees.REGIONS:
                of_regions.append(verify)
            elif sees == Sees.OPERATION and verify is not must_be_last:
                of_op.append(verify)
        if not isinstance(definition, OpDef):
            return _Special(verifiers=(*of_op, _verify_branch))
        left = tuple(of_op)
        if op.regions:
            boundaries: set[Boundary] | None = None
            if self.remember and is_verified_by_boundary(definition):
                boundaries = set()
            bodies: set[Body] | None = set() if self.remember else None
            of_known = tuple([verify for verify in left if verify not in sees_boundary_only])
            return _Special(is_terminator, left, of_known, tuple(of_regions), boundaries, bodies)
        if not is_terminator and not left:
            return None
        return _special_of(is_terminator, left) if self.remember else _Special(is_terminator, left)


def _verify_regions(op: Operation, special: _Special, context: Verification) -> None:
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
    for verify in special.region_verifiers:
        verify(op, context)


def _verify_branch(op: Operation, context: Verification) -> None:
    """Branches stand at the end of blocks, may branch, and do not go to the beginning of a region."""
    if op.successors:
        if op.next is not None or not getattr(op.definition, "successors", True):
            context.error(op, "cannot branch")
        assert op.parent is not None and op.parent.parent is not None and op.parent_op is not None
        if op.parent.parent.blocks[0] in op.successors:
            verify_entry(op.parent_op, op.parent.parent, context)


def _blocks_backwards(op: Operation) -> list[Block]:
    """The blocks of `op`, the last one first."""
    regions = op.regions
    if len(regions) == 1:
        return regions[0].blocks[::-1]
    return [block for region in reversed(regions) for block in reversed(region.blocks)]


def _enclosing_symbol_table(op: Operation) -> Operation:
    """`op` if it is a symbol table, else the nearest one around it; the outermost operation if there is none."""
    while "SymbolTable" not in op.definition.traits and op.parent_op is not None:
        op = op.parent_op
    return op


def _symbols_of(module: Operation) -> tuple[Signature, ...]:
    """The signatures of the other operations of a module than its functions: its meshes."""
    blocks = [block for region in module.regions for block in region.blocks]
    return tuple([op.signature for block in blocks for op in block.ops if not op.regions])
