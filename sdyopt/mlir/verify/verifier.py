"""Checks that a module is valid: the declarations of its operations, their traits, and dominance.

What depends on a signature alone, or on that and the boundary of its regions, is checked once for it, as long as the
symbols of the module (its meshes) stay the same: after a pass a module is walked, but hardly anything in it is checked
again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import NO_ATTRIBUTES, UNIT, DenseElementsAttr, DictionaryAttr, StringAttr
from sdyopt.ir.bodies import Body, CopiedRegion, first_in_blocks, listed
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import symbols
from sdyopt.mlir.declare.definition import REMEMBERED_BY, OpDef
from sdyopt.mlir.declare.definition import Verifier as OpVerifier
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, InferenceError, ToleratedError
from sdyopt.mlir.verify.checks import (
    AttributeKinds,
    Check,
    Phase,
    Sees,
    are_sizes_compared,
    checks_in,
    checks_of,
    checks_of_attributes,
    kinds_of,
    trait_verifiers,
    verify_block_entrance,
    verify_block_exit,
    verify_entry,
    verify_region_constraints,
    verify_region_count,
    with_equal_sizes,
)
from sdyopt.mlir.verify.dominance import Dominance, is_null, verify_visibility
from sdyopt.mlir.verify.verification import (
    Boundary,
    Verification,
    boundary_of,
    is_verified_by_boundary,
    sees_boundary_only,
)

# What is wrong with a module, in the order in which MLIR says it.


class _OpenOperation:
    """An isolated operation that is being verified, and those inside it that wait for that."""

    __slots__ = ("descent", "has_failed", "waiting")

    def __init__(self, descent: Iterator[list[Operation]]) -> None:
        self.descent = descent
        self.waiting: list[Operation] = []
        self.has_failed = False


class Found(NamedTuple):
    """The verdict of MLIR on a module: the diagnostics, and whether the module is valid all the same."""

    diagnostics: list[Diagnostic]
    is_valid: bool


def errors_in_order(module: Operation, verifier: Verifier, context: Verification) -> Found:
    """All that MLIR would say of a module; nothing if only this order of looking finds nothing."""
    found: list[Diagnostic] = []
    outermost = _OpenOperation(_Descent(module, verifier, context, found).run())
    frames = [outermost]
    while frames:
        frame = frames[-1]
        if frame.waiting:
            frames.append(_OpenOperation(_Descent(frame.waiting.pop(), verifier, context, found).run()))
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

    def __init__(self, root: Operation, verifier: Verifier, context: Verification, reported: list[Diagnostic]) -> None:
        self._root = root
        self._reported = reported
        self._verifier = verifier
        self._context = context
        self._known: dict[Operation | None, _ValidSignatures] = {}
        """The signatures that are valid right inside operations."""

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
                work.append((True, item))
                self._verify_on_entrance(item)
                work += reversed([(False, block) for region in item.regions for block in region.blocks])
            elif not self._is_valid(item):
                self._verify_on_entrance(item)
                self._verify_on_exit(item)
        Dominance().verify(self._root, context)

    def _is_valid(self, op: Operation) -> bool:
        """Whether the signature of an operation without regions shows that there is nothing to report."""
        if (known := self._known.get(op.parent_op)) is None:
            known = self._known[op.parent_op] = self._verifier.known_around(op)
        if (signature := op.signature.nameless) not in known:
            try:
                known[signature] = self._verifier.verify_new(op, self._context, known)
            except CompilationError:
                return False
        return known.get(signature, _NOTHING_SPECIAL) is None

    def _verify_on_entrance(self, op: Operation) -> None:
        """That result types cannot be inferred is reported on exit."""
        self._verify(op, Phase.ENTRANCE)
        try:
            with suppress(InferenceError):
                self._verify(op, Phase.ITSELF)
        except ToleratedError as tolerated:
            self._reported += tolerated.diagnostics
        for region in op.regions:
            if region.blocks:
                verify_entry(op, region, self._context)

    def _verify_on_exit(self, op: Operation) -> None:
        """Verifying an operation itself again can only report that its result types cannot be inferred."""
        for phase in _ON_EXIT:
            with suppress(ToleratedError):
                self._verify(op, phase)
        if op.regions and "SymbolTable" in op.definition.traits:
            self._verify_symbol_uses(op)
        self._verify(op, Phase.LAST)

    def _verify_symbol_uses(self, table: Operation) -> None:
        """Reports symbols in a symbol table: in a region, then in the regions inside, the last first."""
        work = list(table.regions)
        while work:
            for op in (op for block in work.pop().blocks for op in block.ops):
                self._verify(op, Phase.SYMBOLS)
                if "SymbolTable" not in op.definition.traits:
                    work += op.regions

    def _verify(self, op: Operation, phase: int) -> None:
        for check in checks_in(phase, op, self._verifier.registry):
            check.verify(op, self._context)


_ON_EXIT = (Phase.REGIONS, Phase.ITSELF, Phase.AFTER_REGIONS)


def _is_isolated(op: Operation) -> bool:
    return bool(op.regions) and "IsolatedFromAbove" in op.definition.traits


class Remembered(NamedTuple):
    """Verifiers that are called once for operations with the same key, and the keys of those that are valid."""

    key: Callable[[Operation], Hashable]
    verifiers: tuple[OpVerifier, ...]
    valid: set[Hashable]


class _PerOpChecks(NamedTuple):
    """The checks that are repeated for each operation of a signature that is valid by itself."""

    is_terminator: bool = False
    verifiers: tuple[OpVerifier, ...] = ()
    of_known: tuple[OpVerifier, ...] = ()
    """The checks among these that are called where regions have a valid boundary or body."""
    region_verifiers: tuple[OpVerifier, ...] = ()
    """The checks of the regions."""
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
        for key_of_op, once, valid in self.remembered:
            if (key := key_of_op(op)) not in valid:
                for verify in once:
                    verify(op, context)
                valid.add(key)


def _special_of(is_terminator: bool, verifiers: tuple[OpVerifier, ...]) -> _PerOpChecks:
    """Returns what these verifiers look at if called for operations of one signature inside the same binders."""
    by_key: dict[Callable[[Operation], Hashable], list[OpVerifier]] = {}
    others: list[OpVerifier] = []
    for verify in verifiers:
        key = REMEMBERED_BY.get(verify)
        if key is None:
            others.append(verify)
        else:
            by_key.setdefault(key, []).append(verify)
    remembered = tuple([Remembered(key, tuple(of_key), set()) for key, of_key in by_key.items()])
    return _PerOpChecks(is_terminator, tuple(others), remembered=remembered)


_NOTHING_SPECIAL = _PerOpChecks()


class _ValidSignatures(dict[Signature, "_PerOpChecks | None"]):
    """The nameless signatures that are valid under some symbols and inside some binders, and what else to check.

    What symbols there are of their names is for verifiers that are called for each operation.
    """

    def __init__(self, binders: tuple[Signature, ...]) -> None:
        super().__init__()
        self.binders = binders
        """From the outermost to the innermost."""
        self.plain: set[Signature] = set()
        """The valid signatures, with names, of operations that have no regions and are not looked at one by one."""
        self.without_values: dict[Hashable, _PerOpChecks | None] = {}
        """Valid signatures without the elements of constants, or with numbers for sizes, and what else to check."""


class _SignatureParts(NamedTuple):
    """The parts of signatures whose discardable attributes have the same names and classes."""

    unverified: list[str]
    """The properties at which no verifier looks if they are strings."""
    ignored: list[str]
    """The discardable attributes at which no verifier looks."""
    foreign: list[str]
    """Those of dialects, at which verifiers of operations do not look; nor do those of other packages at others'."""
    checks: tuple[OpVerifier, ...] | None
    """The checks of the latter; None if their verdicts depend on more than the signature."""
    without_values: Callable[[Signature], Hashable] | None
    """Returns a signature without values at which no declaration of ours looks."""


@remembered
def _parts_of(definition: OpDefinition, kinds: AttributeKinds, registry: Registry) -> _SignatureParts:
    ignored = [name for name, kind in kinds if kind is StringAttr and name in registry.unverified]
    kinds = tuple([(name, kind) for name, kind in kinds if name not in ignored])
    is_shipped = registry.is_shipped(definition.dialect)
    names = [name for name, _ in kinds]
    foreign = [name for name in names if "." in name] if is_shipped else _of_other_dialects(definition, names)
    checks: list[Check] = []
    if foreign:
        on_entrance, of_symbols = checks_of_attributes(kinds, registry)
        checks += [*on_entrance, *of_symbols]
    is_apart = all(check.sees == Sees.SIGNATURE for check in checks)
    without_values = None
    if is_shipped and len(kinds) == len(foreign):
        if are_sizes_compared(definition):
            without_values = with_equal_sizes
        elif isinstance(definition, OpDef) and definition.is_constant:
            without_values = _without_elements
    verifiers = tuple([check.verify for check in checks]) if is_apart else None
    prefix = f"{definition.name}."
    unverified = [name.removeprefix(prefix) for name in registry.unverified if name.startswith(prefix)]
    return _SignatureParts(unverified, ignored, foreign, verifiers, without_values)


def _without_elements(signature: Signature) -> Hashable:
    """Returns the signature of a constant without its elements."""
    value = signature.properties.get("value")
    if not isinstance(value, DenseElementsAttr) or len(signature.properties) > 1:
        return None
    return signature.definition, value.type, signature.operand_types, signature.result_types


class _NoCache(_ValidSignatures):
    """Never knows anything."""

    def __setitem__(self, signature: Signature, special: _PerOpChecks | None) -> None:
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
        self._in_order: dict[tuple[tuple[Signature, ...], tuple[Signature, ...]], _ValidSignatures] = {}
        self._fixed: dict[Operation, tuple[dict[str, Operation], tuple[Signature, ...]]] | None = None
        """The symbols of symbol tables that stay as they are, and what counts of these besides functions."""
        self._alone: dict[Body, bool] = {}
        self._new_bodies: list[tuple[set[Body], Body]] = []
        """The entries of the present verification in `_PerOpChecks.bodies`."""

    def verify(
        self, module: Operation, is_rewired: bool = True, is_parsed: bool = True, ops: Sequence[Operation] = ()
    ) -> list[Diagnostic]:
        """Raises CompilationError with what is wrong, as MLIR reports it. Returns errors that do not make it invalid.

        If the module was valid and is not `is_rewired`, as no operation has come, moved or got other operands since,
        it is not checked that values are defined before they are used. `is_parsed` unless passes have changed it.
        `ops` are the operations of `module` if they are known.

        Of an operation that is not a symbol table, such as a function, uses of symbols are not verified: that is done
        with the symbol table around it.
        """
        context = Verification(module, self.describe, is_parsed)
        table = _enclosing_symbol_table(module)
        if self._fixed is not None and table is not module:
            if table not in self._fixed:
                self._fixed[table] = symbols(table), _symbols_of(table)
            context.tables[table] = self._fixed[table][0]
        self._new_bodies = []
        try:
            self._verify_ops(module, context, ops)
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

    @contextmanager
    def fixed_symbols(self) -> Iterator[None]:
        """Inside, passes on operations of a symbol table change nothing in the table besides: it is looked at once."""
        before, self._fixed = self._fixed, {}
        try:
            yield
        finally:
            self._fixed = before

    def forget_symbols(self) -> None:
        """Forgets what is known of symbol tables."""
        self._fixed = None

    def _known_in(self, table: Operation, binders: tuple[Signature, ...]) -> _ValidSignatures:
        """The signatures that are valid under the symbols of a symbol table, inside those binders."""
        if not self.remember:
            return _NoCache(binders)
        fixed = None if self._fixed is None else self._fixed.get(table)
        key = (_symbols_of(table) if fixed is None else fixed[1]), binders
        if (known := self._in_order.get(key)) is None:
            known = self._in_order[key] = _ValidSignatures(binders)
        return known

    def _known_inside(self, op: Operation, around: _ValidSignatures) -> _ValidSignatures:
        """The signatures that are valid inside `op`, which stands where those `around` are."""
        definition = op.signature.definition
        is_table = "SymbolTable" in definition.traits
        if definition in self.registry.binders:
            return self._known_in(op if is_table else _enclosing_symbol_table(op), (*around.binders, op.signature))
        return self._known_in(op, around.binders) if is_table else around

    def known_around(self, op: Operation) -> _ValidSignatures:
        """The signatures that are valid where `op` is."""
        binders: list[Signature] = []
        outer = op.parent_op
        while outer is not None:
            if outer.signature.definition in self.registry.binders:
                binders.append(outer.signature)
            outer = outer.parent_op
        return self._known_in(_enclosing_symbol_table(op), tuple(binders[::-1]))

    def _verify_ops(self, module: Operation, context: Verification, ops: Sequence[Operation]) -> None:
        """Checks `module` and all operations inside it by themselves; raises at the first wrong thing."""
        in_order = self.known_around(module)
        outermost = (
            in_order.get(module.signature.nameless) or self.verify_signature(module, context) or _NOTHING_SPECIAL
        )
        _verify_regions(module, outermost, context)
        for verify in outermost.verifiers:
            verify(module, context)
        pending = [(module, self._known_inside(module, in_order))]
        while pending:
            outer, in_order = pending.pop()
            for op in self._ops_to_verify(outer, in_order.plain, ops if outer is module else ()):
                nameless = op.signature.nameless
                try:
                    special = in_order[nameless]
                except KeyError:
                    special = in_order[nameless] = self.verify_new(op, context, in_order)
                    if special is None and not op.regions:
                        in_order.plain.add(op.signature)
                if op.regions:
                    if self._verify_holder(op, special or _NOTHING_SPECIAL, context):
                        pending.append((op, self._known_inside(op, in_order)))
                elif special is not None and (special.verifiers or special.remembered or op.next is not None):
                    special.verify_place(op, special.verifiers, context)

    def _ops_to_verify(self, outer: Operation, plain: set[Signature], ops: Sequence[Operation]) -> list[Operation]:
        """Returns the operations inside `outer` that have regions, or whose signature is not enough.

        What is in symbol tables, binders and copied regions inside is left out.
        """
        found = [op for op in ops if op.regions or op.signature not in plain][1:]
        if ops and not any(self._is_context(op) for op in found if op.regions):
            return found

        def first_ops(op: Operation) -> list[Operation | None]:
            return [] if op is not outer and self._is_context(op) else first_in_blocks(op, lambda body: False)

        return [op for op in listed(outer, first_ops)[1:] if op.regions or op.signature not in plain]

    def _is_context(self, op: Operation) -> bool:
        """Whether what counts for operations inside `op` is not what counts for those around it."""
        definition = op.signature.definition
        return definition in self.registry.binders or "SymbolTable" in definition.traits

    def _verify_holder(self, op: Operation, special: _PerOpChecks, context: Verification) -> bool:
        """Checks an operation with regions by itself. Returns whether what is inside is still to be verified."""
        is_inside = type(op.regions[0]) is CopiedRegion
        is_copy = is_inside and self._is_verified_copy(op, special)
        boundary = None if is_copy or special.boundaries is None else boundary_of(op)
        is_known = is_copy or (boundary is not None and boundary in special.boundaries)  # type: ignore[operator]
        if not is_known:
            _verify_regions(op, special, context)
        special.verify_place(op, special.of_known if is_known else special.verifiers, context)
        if boundary is not None:
            special.boundaries.add(boundary)  # type: ignore[union-attr]
        return not is_copy and (is_inside or self._is_context(op))

    def verify_new(self, op: Operation, context: Verification, in_order: _ValidSignatures) -> _PerOpChecks | None:
        """Checks what an operation shows by its signature, unless another differs in unverified attributes alone."""
        signature = op.signature.nameless
        parts = _parts_of(signature.definition, kinds_of(signature.attributes), self.registry)
        if not parts.ignored and not parts.unverified:
            return self._verify_apart(op, signature, parts, context, in_order)
        verified = signature.with_attributes(signature.attributes.without(*parts.ignored))
        for name in parts.unverified:
            if isinstance(signature.properties.get(name), StringAttr):
                verified = verified.with_property(name, UNIT)
        if verified in in_order:
            return in_order[verified]
        special = in_order[verified] = self._verify_apart(op, verified, parts, context, in_order)
        return special

    def _verify_apart(
        self,
        op: Operation,
        verified: Signature,
        parts: _SignatureParts,
        context: Verification,
        in_order: _ValidSignatures,
    ) -> _PerOpChecks | None:
        """Checks the attributes of other dialects, as shardings, and what is left of `verified`, the signature of `op`.

        The latter is checked once for all operations that differ in these attributes, or in what does not count.
        """
        if op.regions or parts.checks is None:
            return self.verify_signature(op, context)
        for verify in parts.checks:
            verify(op, context)
        bare = verified
        if parts.foreign:
            others = len(verified.attributes.entries) > len(parts.foreign)
            bare = verified.with_attributes(verified.attributes.without(*parts.foreign) if others else NO_ATTRIBUTES)
            if bare in in_order:
                return in_order[bare]
        counts = None if parts.without_values is None else parts.without_values(bare)
        if counts in in_order.without_values:
            return in_order.without_values[counts]
        special = self.verify_signature(op, context, bare.attributes)
        if self.remember:
            in_order[bare] = special
            if counts is not None:
                in_order.without_values[counts] = special
        return special

    def _is_verified_copy(self, op: Operation, special: _PerOpChecks) -> bool:
        """Whether the region of `op` is a copy of a body that has been verified in an operation like it.

        If another one is to be verified with it, that counts: nothing is remembered if that fails.
        """
        if type(region := op.regions[0]) is not CopiedRegion or len(op.regions) > 1 or special.bodies is None:
            return False
        if (body := region.content.body) in special.bodies:
            return True
        if self._is_alone(body):
            special.bodies.add(body)
            self._new_bodies.append((special.bodies, body))
        return False

    def _is_alone(self, body: Body) -> bool:
        """Whether it does not depend on what is around the operation with a body whether that is valid.

        Meshes and binders around it may matter, but neither other symbols nor binders inside.
        """
        if (answer := self._alone.get(body)) is None:
            answer = self._alone[body] = all(map(self.registry.is_about_itself, body.signatures))
        return answer

    def verify_signature(
        self, op: Operation, context: Verification, attributes: DictionaryAttr | None = None
    ) -> _PerOpChecks | None:
        """Checks what an operation shows by its signature; gives what else there is to check.

        What looks into regions is part of the first if there are none. If discardable attributes have been checked,
        `attributes` are the others.
        """
        definition = op.signature.definition
        is_terminator = "IsTerminator" in definition.traits
        attributes = op.signature.attributes if attributes is None else attributes
        of_signature, of_regions, left = checks_of(op, attributes, self.registry)
        for verify in of_signature:
            verify(op, context)
        if not isinstance(definition, OpDef):
            return _PerOpChecks(verifiers=(*left, _verify_branch))
        if op.regions:
            boundaries: set[Boundary] | None = None
            if self.remember and is_verified_by_boundary(definition):
                boundaries = set()
            bodies: set[Body] | None = set() if self.remember else None
            of_known = tuple([verify for verify in left if verify not in sees_boundary_only])
            return _PerOpChecks(is_terminator, left, of_known, of_regions, boundaries, bodies)
        if not is_terminator and not left:
            return None
        return _special_of(is_terminator, left) if self.remember else _PerOpChecks(is_terminator, left)


def _verify_regions(op: Operation, special: _PerOpChecks, context: Verification) -> None:
    """Checks the regions of an operation and, if it is a symbol table, its symbols."""
    if isinstance(definition := op.signature.definition, OpDef):
        verify_region_count(op, definition, context)
        for verify in trait_verifiers(definition).structural:
            verify(op, context)
        verify_region_constraints(op, definition, context)
    for region in op.regions:
        for block in region.blocks:
            if (last := block.last) is None:
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


def _enclosing_symbol_table(op: Operation) -> Operation:
    """`op` if it is a symbol table, else the nearest one around it; the outermost operation if there is none."""
    while "SymbolTable" not in op.definition.traits and op.parent_op is not None:
        op = op.parent_op
    return op


def _symbols_of(module: Operation) -> tuple[Signature, ...]:
    """Returns what counts of the signatures of the other operations of a module than its functions: its meshes."""
    blocks = [block for region in module.regions for block in region.blocks]
    signatures = [op.signature for block in blocks for op in block.ops if not op.regions]
    others = [_of_other_dialects(signature.definition, signature.attributes) for signature in signatures]
    return tuple(
        [
            signature.with_attributes(signature.attributes.without(*names)) if names else signature
            for signature, names in zip(signatures, others, strict=True)
        ]
    )


def _of_other_dialects(definition: OpDefinition, attributes: Iterable[str]) -> list[str]:
    return [name for name in attributes if not name.startswith(definition.dialect) and "." in name]
