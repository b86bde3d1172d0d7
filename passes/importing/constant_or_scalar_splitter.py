"""-sdy-constant-or-scalar-splitter.

Uses of a constant need not be sharded in the same way: where each has a copy, no sharding spreads from one to the
other. Within a sub-computation a value may still have several uses, and scalars, which have no sharding, are shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.ops import CONSTANT, NAMED_COMPUTATION, SHARDING_GROUP
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import Attribute, Type, checked, remembered
from sdyopt.ir.attributes import DYNAMIC, ShapedType, StringAttr
from sdyopt.ir.collecting import Listing, collect_kind_post
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.conversion import Reachability
from sdyopt.rewriting.folding import constant_value, fold, is_foldable
from sdyopt.rewriting.functions import CallGraph, FunctionCopies, callee_name, original_name
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-constant-or-scalar-splitter")
class ConstantOrScalarSplitter(Pass):
    """Splits constant sub-computations and scalar expansions so that each has a single use."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        import_constants(module, rewriter)
        listing = rewriter.listing(module)
        splitter = Splitter(listing, rewriter)
        has_computations = listing.has_kind(NAMED_COMPUTATION)
        for function in CallGraph(listing).callees_first():
            for computation in collect_kind_post(function, NAMED_COMPUTATION) if has_computations else ():
                splitter.split(computation, function)
            splitter.split(function, function)


# --- Constants of StableHLO become constants of SDY -------------------------------------------------------------------


def import_constants(module: Operation, rewriter: Rewriter) -> None:
    """Makes every `stablehlo.constant` an `sdy.constant`: StableHLO's folders may merge their own constants again.

    Quantized constants stay: those of SDY have the type of their value, which is that of what is stored. What MLIR
    folds while it converts constants is folded.
    """
    reached = Reachability()
    converted: set[Operation] = set()
    foldable: list[Operation] = []
    listing = rewriter.listing(module)
    for op in listing.collect_post(lambda signature: _is_imported(signature) or is_foldable(signature.definition)):
        if op not in reached:
            continue
        if _is_imported(op.signature):
            rewriter.set_signature(op, op.signature.with_definition(CONSTANT))
            op.result.reverse_uses()  # as replacing it by another operation does
            converted.add(op)
        else:
            foldable.append(op)

    def constant_of(value: Value) -> Attribute | None:
        if isinstance(value, OpResult) and value.owner in converted:
            return value.owner.properties["value"]
        return constant_value(value)

    fold(foldable, constant_of, rewriter)


def _is_imported(signature: Signature) -> bool:
    return signature.definition.name == "stablehlo.constant" and not is_quantized(signature.result_types[0])


# --- What computes constants from constants ---------------------------------------------------------------------------

_PURE_WITH_STATIC_OPERANDS = ("stablehlo.broadcast_in_dim", "stablehlo.reshape")

_DIVISIONS = frozenset(
    {"arith.ceildivsi", "arith.ceildivui", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"}
)
"""Operations that may divide by zero at run time. One that MLIR forgets, `arith.floordivsi`, counts as pure."""

_ELEMENTWISE = frozenset({"Elementwise", "BroadcastingElementwise"})


@remembered
def is_constant_preserving(signature: Signature) -> bool:
    """Returns whether an operation is a constant, or one if its operands are constants.

    These are constants, iota, broadcast_in_dim, reshape, slice and the elementwise operations, as far as they are pure:
    one that may fail at run time, as its dynamic sizes may not fit, is not.
    """
    definition = signature.definition
    name = definition.name
    if name in ("sdy.constant", "stablehlo.iota"):
        return True
    if name not in (*_PURE_WITH_STATIC_OPERANDS, "stablehlo.bitcast_convert", "stablehlo.slice"):
        is_elementwise = "Pure" in definition.traits and not _ELEMENTWISE.isdisjoint(definition.traits)
        if not is_elementwise or name in _DIVISIONS:
            return False
        if definition.dialect != "stablehlo":
            return True
    operands = [checked(ShapedType, type) for type in signature.operand_types]
    if len(operands) != 1 or name in _PURE_WITH_STATIC_OPERANDS:
        return all(type.has_static_shape for type in operands)
    known, sizes = operands[0].dimensions or (), checked(ShapedType, signature.result_types[0]).dimensions or ()
    if name == "stablehlo.bitcast_convert":  # It may add or drop a dimension.
        return known == sizes
    return all(before != DYNAMIC or after == DYNAMIC for before, after in zip(known, sizes, strict=False))


@remembered
def is_scalar(type: Type) -> bool:
    """Returns whether a value of `type` is a tensor of rank 0."""
    return isinstance(type, ShapedType) and type.dimensions == ()


# --- Splitting --------------------------------------------------------------------------------------------------------


def ops_to_split(body: Operation) -> Iterator[Operation]:
    """Yields the operations inside `body` as they are, outer before inner ones, but none in named computations."""
    pending = _ops_right_inside(body)
    while pending:
        op = pending.pop()
        yield op
        if op.regions and op.signature.definition is not NAMED_COMPUTATION:
            pending += _ops_right_inside(op)


def _ops_right_inside(op: Operation) -> list[Operation]:
    """Returns the operations in the blocks of `op`, the last first."""
    return [inner for region in op.regions for block in region.blocks for inner in block.ops][::-1]


class Splitter:
    """Splits function after function, callees first, and knows what is constant in those before."""

    def __init__(self, module: Listing, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._copies = FunctionCopies(module.root, rewriter)
        self._doing_more: set[tuple[OpDefinition, str]] = set()
        """The functions and named computations that hold more than constant expressions; the reference takes those of
        one original name for one, so that copies of a function are as constant as the function."""
        self._constants: set[Value] = set()
        self._computed: set[Value] = set()
        """The results of constant expressions and of scalar expansions."""
        grouped = {op.operands[0] for op in module.collect_kind(SHARDING_GROUP)}
        self._memberships = {
            value: [use.owner for use in value.uses if use.owner.signature.definition is SHARDING_GROUP]
            for value in grouped
        }
        """The operations that make a value a member of groups, which does not count as a use; the newest use first."""

    def split(self, body: Operation, function: Operation) -> None:
        """Splits what `body`, the function or a named computation in it, holds; not the named computations in that.

        What is more than a constant expression in a named computation is so in the function, too.
        """
        constants, computed = self._constants, self._computed
        names = {_name_of_body(body), _name_of_body(function)}
        does_more = False
        expressions: list[Operation] = []
        expansions: list[Operation] = []
        for op in ops_to_split(body):
            signature, definition = op.signature, op.signature.definition
            if definition is SHARDING_GROUP:
                continue
            preserves = is_constant_preserving(signature) or self._has_constant_body(op)
            if preserves and constants.issuperset(op.operands):
                constants.update(op.results)
                self._note_original(op, expressions)
            elif (
                preserves and definition.name == "stablehlo.broadcast_in_dim" and is_scalar(signature.operand_types[0])
            ):
                self._note_original(op, expansions)
            elif not computed.isdisjoint(op.operands):
                self._give_copies(op)
            if not (does_more or preserves or "IsTerminator" in definition.traits):
                does_more = True
                self._doing_more |= names
        self._erase_unused(reversed(expressions))
        self._erase_unused(expansions)  # As in the reference, one that only another one has used stays.

    def _has_constant_body(self, op: Operation) -> bool:
        """Returns whether a named computation, or the function that a call calls, holds only constant expressions.

        As far as is known: functions that call each other count as such until something else is met in them.
        """
        body = self._body_of(op)
        return body is not None and _name_of_body(body) not in self._doing_more

    def _body_of(self, op: Operation) -> Operation | None:
        """Returns the function that a call calls, or the operation itself if it is a named computation."""
        if op.signature.definition is CALL:
            return self._copies.functions.by_name.get(callee_name(op))
        return op if op.signature.definition is NAMED_COMPUTATION else None

    def _note_original(self, op: Operation, originals: list[Operation]) -> None:
        """Provides for copies of `op`: each use of its results gets one, unless the result is a scalar."""
        originals.append(op)
        self._computed.update(op.results)
        if self._rewriter.is_explaining:
            for result in op.results:
                if is_scalar(result.type) and len(result.users) > 1:
                    text = "{value} not copied for its {users} users: a scalar has no sharding"
                    self._rewriter.tell("scalar-shared", text, op, value=result, users=len(result.users))

    def _give_copies(self, user: Operation) -> None:
        """Gives `user`, which is not a constant expression, a copy for each use of what is computed from constants."""
        rewriter = self._rewriter
        if rewriter.is_explaining and self._constants.issuperset(user.operands):
            body = self._body_of(user)
            if body is not None and not all(is_scalar(operand.type) for operand in user.operands):
                text = "{op} is not a constant expression: {name} does more than compute constants"
                rewriter.tell("body-not-constant", text, user, op=user, name=_name_of_body(body)[1])
        operands = user.operands
        last_uses = {value: index for index, value in enumerate(operands)}
        copies: dict[int, Value] = {}
        for index, value in enumerate(operands):
            if value not in self._computed:
                continue
            if is_scalar(value.type):
                user.set_operand(index, value)  # its newest use, as if it were copied
                continue
            parts = self._sub_computation(checked(OpResult, value))
            is_kept = last_uses[value] == index and self._is_used_once(value, parts)
            rewriter.report(copied, user, index, parts, is_kept, self._memberships)
            if is_kept:
                self._keep(parts)
            else:
                copies[index] = self._copy(parts, value)
        for index, copy in copies.items():
            rewriter.set_operand(OpOperand(user, index), copy)

    def _sub_computation(self, root: OpResult) -> list[OpResult]:
        """Returns what `root` is computed from, scalars excepted, in post-order: each operation once.

        Of each that is the result met first. Operands come before the operations that use them, `root` at the end.
        """
        found: list[OpResult] = []
        seen = {root.owner}
        path = [(root, iter(root.owner.operands))]
        while path:
            result, operands = path[-1]
            for operand in operands:
                if operand in self._computed and not is_scalar(operand.type):
                    inner = checked(OpResult, operand)
                    if inner.owner not in seen:
                        seen.add(inner.owner)
                        path.append((inner, iter(inner.owner.operands)))
                        break
            else:
                path.pop()
                found.append(result)
        return found

    def _is_used_once(self, value: Value, parts: list[OpResult]) -> bool:
        """Returns whether one operation uses `value`, and nothing else outside uses what computes it.

        Then a copy would only take the place of the original.
        """
        if value.only_user is None:
            return False
        ops = {part.owner for part in parts}
        inner = [result for op in ops for result in op.results if result is not value]
        return all(ops.issuperset(result.users) for result in inner)

    def _keep(self, parts: list[OpResult]) -> None:
        """Makes the originals what copies of them would be: most constants have one use, and are not copied in vain."""
        for op in [part.owner for part in parts]:
            if op.signature.definition is CALL:
                self._copies.give_own_callee(op)
            self._rewriter.renew_uses(op)

    def _copy(self, parts: list[OpResult], value: Value) -> Value:
        """Returns `value` from a copy of its sub-computation, of which each operation is right before the original."""
        mapping: dict[Value, Value] = {}
        for part in parts:
            at = InsertionPoint.before_op(part.owner)
            copy = self._rewriter.clone(part.owner, mapping, at)
            if copy.signature.definition is CALL:
                self._copies.give_own_callee(copy)
            for membership in self._memberships.get(part, ()):
                self._rewriter.clone(membership, mapping, at)
        self._rewriter.renames_copies(mapping)
        return mapping[value]

    def _erase_unused(self, originals: Iterable[Operation]) -> None:
        """Erases the operations that nothing uses any more, one after the other, with their group memberships."""
        for op in originals:
            users = [user for result in op.results for user in result.users]
            if all(user.signature.definition is SHARDING_GROUP for user in users):
                for user in users:
                    self._rewriter.erase(user)
                if op.results:
                    self._rewriter.tell(
                        "original-erased",
                        "{values} erased: nothing uses {values:it|them} any more",
                        op,
                        values=op.results,
                    )
                self._rewriter.erase(op)


def _name_of_body(op: Operation) -> tuple[OpDefinition, str]:
    """Returns the name of a function or of a named computation."""
    definition = op.signature.definition
    if definition is FUNC:
        return FUNC, original_name(op)
    return definition, op.signature.properties.find(StringAttr, "name").value


# --- Remarks ----------------------------------------------------------------------------------------------------------


def copied(
    user: Operation, index: int, parts: list[OpResult], is_kept: bool, memberships: dict[Value, list[Operation]]
) -> Explanation:
    """An operand gets a copy of its sub-computation; or the original, which nothing else uses, is kept for it."""
    joined = sum([len(memberships.get(part, ())) for part in parts])
    kind, text = "copied", "{value} copied for operand {operand} of {user}: {ops} {ops:op|ops}"
    if is_kept:
        kind, text = "not-copied", "{value} not copied for operand {operand} of {user}: nothing else uses it"
    elif joined:
        text += ", {memberships} {memberships:membership|memberships} in sharding groups"
    value = user.operands[index]
    return explained(kind, text, user, value=value, user=user, operand=index, ops=len(parts), memberships=joined)
