"""-sdy-constant-or-scalar-splitter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.ops import NAMED_COMPUTATION
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpOperand, Value
from sdyopt.passes.importing.constant_import import ImportedModule, import_constants
from sdyopt.passes.importing.constant_splitter.constant_roles import (
    EXPANSION,
    MEMBERSHIP,
    PRESERVING,
    TERMINATOR,
    WITH_BODY,
    BodyName,
    Roles,
    is_scalar,
    name_of_body,
)
from sdyopt.passes.importing.constant_splitter.constant_sub_computations import ConstantSubComputations
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.functions.call_graph import callee_name, callees_first, resolved
from sdyopt.rewriting.functions.copies import FunctionCopies
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-constant-or-scalar-splitter")
class ConstantOrScalarSplitter(Pass):
    """Splits constant sub-computations and scalar expansions so that each has a single use.

    Uses of a constant need not be sharded in the same way; with copies no sharding spreads from one to the other.
    Within a sub-computation a value may still have several uses, and scalars, which have no sharding, are shared.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        imported = import_constants(module, rewriter)
        splitter = Splitter(module, imported, rewriter)
        for function in callees_first(resolved(imported.calls)):
            for computation in imported.named_computations[function]:
                splitter.split(computation, function)
            splitter.split(function, function)


def ops_to_split(body: Operation) -> Iterator[Operation]:
    """Yields the ops inside `body`, outer before inner ones, without those in named computations, which are split
    alone.
    """
    path = [ops_right_inside(body)]
    while path:
        for op in path[-1]:
            yield op
            if op.regions and op.signature.definition is not NAMED_COMPUTATION:
                path.append(ops_right_inside(op))
                break
        else:
            path.pop()


def ops_right_inside(op: Operation) -> Iterator[Operation]:
    """Returns the ops in the blocks of `op` as they are now."""
    return iter([inner for region in op.regions for block in region.blocks for inner in block.ops])


class Splitter:
    """Splits function after function, callees first, and knows what is constant in those before."""

    def __init__(self, module: Operation, imported: ImportedModule, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._copies = FunctionCopies(module, rewriter)
        self._roles = Roles()
        self._doing_more: set[BodyName] = set()
        """The functions and named computations that hold more than constant expressions."""
        self._constants: set[Value] = set()
        self._computed: set[Value] = set()
        """What constant expressions and expansions of scalars compute."""
        self._to_copy = ConstantSubComputations(imported.grouped)
        """The same, without scalars."""

    def split(self, body: Operation, function: Operation) -> None:
        """Splits what `body`, the function or a named computation in it, holds; not the named computations in that.

        What is more than a constant expression in a named computation is so in the function, too.
        """
        roles, constants, computed = self._roles, self._constants, self._computed
        expressions: list[Operation] = []
        expansions: list[Operation] = []
        does_more = False
        for op in ops_to_split(body):
            role = roles[op.signature]
            preserves = role is PRESERVING or role is EXPANSION or (role is WITH_BODY and self.has_constant_body(op))
            if preserves and constants.issuperset(op.operands):
                constants.update(op.results)
                self.note_original(op, expressions)
            elif role is EXPANSION:
                self.note_original(op, expansions)
            elif role is not MEMBERSHIP and not computed.isdisjoint(op.operands):
                self.give_copies(op)
            if not (does_more or preserves or role is MEMBERSHIP or role is TERMINATOR):
                does_more = True
                self._doing_more |= {name_of_body(body), name_of_body(function)}
        self.erase_unused(reversed(expressions))
        self.erase_unused(expansions)  # As in the reference, one that only another one has used stays.

    def has_constant_body(self, op: Operation) -> bool:
        """Returns whether a named computation, or the function that a call calls, holds only constant expressions.

        As far as is known: functions that call each other count as such until something else is met in them.
        """
        name = self.name_of_body(op)
        return name is not None and name not in self._doing_more

    def name_of_body(self, op: Operation) -> BodyName | None:
        """Returns the name of a named computation, or of the function of a call; None if there is no such function."""
        if op.signature.definition is CALL:
            function = self._copies.functions.get(callee_name(op))
            return None if function is None else name_of_body(function)
        return name_of_body(op)

    def note_original(self, op: Operation, originals: list[Operation]) -> None:
        """Provides for copies of `op`: each use of its results gets one, unless the result is a scalar."""
        originals.append(op)
        self._computed.update(op.results)
        self._to_copy.inner.update([result for result in op.results if not is_scalar(result.type)])
        self._rewriter.report(Shared, op)

    def give_copies(self, user: Operation) -> None:
        """Gives `user`, itself not a constant expression, a copy for each use; the original if that is free."""
        operands, rewriter = user.operands, self._rewriter
        last_uses = {value: index for index, value in enumerate(operands) if value in self._computed}
        if rewriter.is_explaining and not self._to_copy.inner.isdisjoint(operands) and self.has_other_body(user):
            rewriter.report(BodyNotConstant, user, self.name_of_body(user))
        copies: dict[int, Value] = {}
        for index, value in enumerate(operands):
            if value not in last_uses:
                continue
            if value not in self._to_copy.inner:
                user.set_operand(index, value)  # its newest use, as if it were copied
                continue
            is_free = last_uses[value] == index and self._to_copy.is_used_once(value)
            rewriter.report(Copied, user, index, self._to_copy, is_free)
            if is_free:
                self.keep(value)
            else:
                copies[index] = self.copy(value)
        for index, copy in copies.items():
            rewriter.set_operand(OpOperand(user, index), copy)

    def has_other_body(self, op: Operation) -> bool:
        """Returns whether `op` would be a constant expression if the body that it has, or calls, did not do more."""
        return self._roles[op.signature] is WITH_BODY and self._constants.issuperset(op.operands)

    def keep(self, value: Value) -> None:
        """Makes the originals that compute `value` what copies of them would be."""
        for op, _ in self._to_copy.parts(value):
            if op.signature.definition is CALL:
                self._copies.give_own_callee(op)
            self._rewriter.renew_uses(op)

    def copy(self, value: Value) -> Value:
        """Returns `value` from a copy of its sub-computation, of which each op is right before the original."""
        mapping: dict[Value, Value] = {}
        for op, memberships in self._to_copy.parts(value):
            at = InsertionPoint.before_op(op)
            copy = self._rewriter.clone(op, mapping, at)
            if op.signature.definition is CALL:
                self._copies.give_own_callee(copy)
            for membership in memberships:
                self._rewriter.clone(membership, mapping, at)
        if self._rewriter.is_renaming:
            for old, new in mapping.items():
                self._rewriter.renames(new, old)
        return mapping[value]

    def erase_unused(self, originals: Iterable[Operation]) -> None:
        """Erases those ops, one after the other, that nothing uses any more, with their group memberships."""
        for op in originals:
            users = [user for result in op.results for user in result.users]
            if all(self._roles[user.signature] is MEMBERSHIP for user in users):
                for user in users:
                    self._rewriter.erase(user)
                self._rewriter.report(OriginalErased, op)
                self._rewriter.erase(op)


class Shared(Decision):
    """Scalars among the results of `op`, a constant expression, keep their uses: they have no sharding."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        for result in self.op.results:
            if is_scalar(result.type) and len(result.users) > 1:
                text = "{value} not copied for its {users} users: a scalar has no sharding"
                remarks.tell("scalar-shared", text, self.op, value=result, users=len(result.users))


class BodyNotConstant(Decision):
    """`op` is not a constant expression because of what its body, or the function that it calls, does."""

    op: Operation
    name: BodyName | None

    def explain(self, remarks: Remarks) -> None:
        text = "{op} is not a constant expression: {name} does more than compute constants"
        self.report(remarks, "body-not-constant", text, self.op, name=self.name.text if self.name else None)


class Copied(Decision):
    """An operand gets a copy of its sub-computation; or the original, which nothing else uses, is kept for it."""

    user: Operation
    index: int
    to_copy: ConstantSubComputations
    is_kept: bool

    def explain(self, remarks: Remarks) -> None:
        user, index, value = self.user, self.index, self.user.operands[self.index]
        parts = self.to_copy.parts(value)
        memberships = sum(len(memberships) for _, memberships in parts)
        kind, text = "copied", "{value} copied for operand {operand} of {user}: {ops} {ops:op|ops}"
        if self.is_kept:
            kind, text = "not-copied", "{value} not copied for operand {operand} of {user}: nothing else uses it"
        elif memberships:
            text += ", {memberships} {memberships:membership|memberships} in sharding groups"
        ops = len(parts)
        remarks.tell(kind, text, user, value=value, user=user, operand=index, ops=ops, memberships=memberships)


class OriginalErased(Decision):
    """An original is erased."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        if self.op.results:
            text = "{values} erased: nothing uses {values:it|them} any more"
            remarks.tell("original-erased", text, self.op, values=self.op.results)
