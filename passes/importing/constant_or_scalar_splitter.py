"""-sdy-constant-or-scalar-splitter (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from sdyopt.analysis.constant_preserving import is_constant_preserving
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.folding import fold, is_foldable
from sdyopt.dialects.sdy.function_copies import FunctionCopies, callee_name
from sdyopt.dialects.sdy.ops import CONSTANT, NAMED_COMPUTATION, SHARDING_GROUP
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.operands import replace_operands
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import SYMBOL_NAME, symbols
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import OpResult, Value

if TYPE_CHECKING:
    from sdyopt.ir.remarks import Remarks


class ConstantOrScalarSplitter:
    """Gives each use of a constant sub-computation, and of a scalar's expansion, a copy of its own.

    Uses of a constant need not be sharded in the same way; with copies no sharding spreads from one to the other.
    Within a sub-computation a value may still have several uses, and scalars, which have no sharding, are shared.
    """

    name = "sdy-constant-or-scalar-splitter"
    description = "Splits constant sub-computations and scalar expansions so that each has a single use"
    remarks: Remarks | None = None

    def run(self, module: Operation) -> bool:
        program = survey(module, self.remarks)
        splitter = Splitter(module, program, self.remarks)
        for function in callees_first(program.functions):
            for computation in function.named_computations:
                splitter.split(computation)
            splitter.split(function.op)
        return bool(program.converted) or splitter.has_originals


# What there is.


@dataclass(eq=False)
class Function:
    """A function with the named computations and the calls in it, inner before outer ones."""

    op: Operation
    named_computations: list[Operation]
    calls: list[Operation]


@dataclass
class Program:
    """What `survey` finds in a module."""

    functions: list[Function] = field(default_factory=list)
    converted: set[Operation] = field(default_factory=set)
    """The constants that were StableHLO's."""
    grouped: set[Value] = field(default_factory=set)
    """The members of sharding groups."""


def survey(module: Operation, remarks: Remarks | None) -> Program:
    """What the pass must know of `module`; on the way every `stablehlo.constant` becomes an `sdy.constant`.

    StableHLO's folders may merge its own constants again; they leave those alone. What MLIR folds while it converts
    them is folded.
    """
    program = Program()
    foldable: list[Operation] = []
    computations: list[Operation] = []
    calls: list[Operation] = []
    for op in walk_post(module):
        definition = op.signature.definition
        if definition.name == "stablehlo.constant":
            op.signature = as_sdy_constant(op.signature)
            if len(op.results[0].users) > 1:
                op.results[0].turn_users_round()
            program.converted.add(op)
        elif definition is CALL:
            calls.append(op)
        elif definition is SHARDING_GROUP:
            program.grouped.add(op.operands[0])
        elif definition is NAMED_COMPUTATION:
            computations.append(op)
        elif definition is FUNC:
            program.functions.append(Function(op, computations, calls))
            computations, calls = [], []
        elif is_foldable(definition):
            foldable.append(op)
    fold(foldable, lambda op: op in program.converted or op.name == "chlo.constant", remarks)
    return program


@cache
def as_sdy_constant(signature: Signature) -> Signature:
    """The signature of an `sdy.constant` with the same value, type and discardable attributes."""
    return Signature.of(CONSTANT, (), signature.result_types, signature.properties, signature.attributes)


def callees_first(functions: Iterable[Function]) -> Iterator[Function]:
    """All `functions`, each after those that it calls, as far as they do not call each other.

    A call in a nested module means a function there.
    """
    by_op = {function.op: function for function in functions}
    by_name = cache(symbols)
    visited: set[Function] = set()
    for root in by_op.values():
        path = [(root, iter(root.calls))] if root not in visited else []
        while path:
            function, calls = path[-1]
            visited.add(function)
            names = by_name(cast(Operation, function.op.parent_op))
            for call in calls:
                callee = by_op.get(names.get(callee_name(call), call))
                if callee is not None and callee not in visited:
                    path.append((callee, iter(callee.calls)))
                    break
            else:
                path.pop()
                yield function


# What the ops are.


class Role(Enum):
    """What part an op plays, as far as that follows from its signature."""

    PRESERVING = auto()
    """It is a constant expression if its operands are, or in any case."""
    EXPANSION = auto()
    """It broadcasts a scalar, constant or not; otherwise as PRESERVING."""
    WITH_BODY = auto()
    """A named computation or a call: as PRESERVING if all that it does is."""
    MEMBERSHIP = auto()
    """It makes a value a member of a sharding group, which is no use of it."""
    TERMINATOR = auto()
    OTHER = auto()


PRESERVING, EXPANSION, WITH_BODY, MEMBERSHIP, TERMINATOR, OTHER = Role


class Roles(dict[Signature, Role]):
    """The roles of ops, each signature judged once."""

    def __missing__(self, signature: Signature) -> Role:
        role = self[signature] = role_of(signature)
        return role


def role_of(signature: Signature) -> Role:
    """The role of the ops with this signature."""
    definition = signature.definition
    if is_constant_preserving(signature):
        return EXPANSION if is_scalar_expansion(signature) else PRESERVING
    if definition is CALL or definition is NAMED_COMPUTATION:
        return WITH_BODY
    if definition is SHARDING_GROUP:
        return MEMBERSHIP
    return TERMINATOR if "IsTerminator" in definition.traits else OTHER


def is_scalar_expansion(signature: Signature) -> bool:
    """Whether an op broadcasts a scalar."""
    return signature.definition.name == "stablehlo.broadcast_in_dim" and is_scalar(signature.operand_types[0])


@cache
def is_scalar(type: Type) -> bool:
    """Whether a value of `type` is a tensor of rank 0."""
    return isinstance(type, ShapedType) and type.dimensions == ()


class BodyName(NamedTuple):
    """A function; or, as in the reference, all named computations with one name, which it takes for the same."""

    definition: OpDefinition
    text: str


def name_of_body(op: Operation) -> BodyName:
    """The name of a function or of a named computation, or of the function that a call calls."""
    definition = op.signature.definition
    if definition is CALL:
        return BodyName(FUNC, callee_name(op))
    text = op.signature.properties["name" if definition is NAMED_COMPUTATION else SYMBOL_NAME]
    return BodyName(definition, cast(StringAttr, text).value)


def ops_to_split(body: Operation) -> Iterator[Operation]:
    """The ops inside `body`, outer before inner ones, without those in named computations, which are split alone."""
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
    """The ops in the blocks of `op` as they are now."""
    return iter([inner for region in op.regions for block in region.blocks for inner in block.ops])


# Splitting.


Part: TypeAlias = tuple[Operation, Sequence[Operation]]
"""An op of a constant sub-computation, and the group memberships that go with its copies."""


class Splitter:
    """Splits function after function, callees first, and knows what is constant in those before."""

    def __init__(self, module: Operation, program: Program, remarks: Remarks | None) -> None:
        self._program = program
        self._remarks = remarks
        self._copies = FunctionCopies(module)
        self._roles = Roles()
        self._doing_more: set[BodyName] = set()
        """The functions and named computations that hold more than constant expressions."""
        self._constants: set[Value] = set()
        self._computed: set[Value] = set()
        """What constant expressions and expansions of scalars compute."""
        self._to_copy: set[Value] = set()
        """The same, but for scalars."""
        self._sub_computations: dict[Value, list[Part]] = {}
        self._memberships: dict[Value, list[Operation]] = {}
        self.has_originals = False
        """Whether there was anything to copy."""

    def split(self, body: Operation) -> None:
        """Splits what `body`, a function or named computation, holds, but for the named computations in it."""
        roles, constants, computed = self._roles, self._constants, self._computed
        originals: list[Operation] = []
        does_more = False
        for op in ops_to_split(body):
            role = roles[op.signature]
            preserves = role is PRESERVING or role is EXPANSION or (role is WITH_BODY and self.has_constant_body(op))
            if preserves and constants.issuperset(op.operands):
                constants.update(op.results)
                self.note_original(op, originals)
            elif role is EXPANSION:
                self.note_original(op, originals)
            elif role is not MEMBERSHIP and not computed.isdisjoint(op.operands):
                self.give_copies(op)
            if not (does_more or preserves or role is MEMBERSHIP or role is TERMINATOR):
                does_more = True
                self._doing_more.add(name_of_body(body))
        self.erase_unused(originals)

    def has_constant_body(self, op: Operation) -> bool:
        """Whether a named computation, or the function that a call calls, holds nothing but constant expressions.

        As far as is known: functions that call each other count as such until something else is met in them.
        """
        name = name_of_body(op)
        return name not in self._doing_more and (name.definition is not FUNC or name.text in self._copies.functions)

    def note_original(self, op: Operation, originals: list[Operation]) -> None:
        """Provides for copies of `op`: each use of its results gets one, unless the result is a scalar."""
        originals.append(op)
        self.has_originals = True
        self._computed.update(op.results)
        self._to_copy.update([result for result in op.results if not is_scalar(result.type)])
        if self._remarks is not None:
            tell_of_shared_scalars(op, self._remarks)

    def give_copies(self, user: Operation) -> None:
        """Gives `user`, which is no constant expression itself, a copy for each use; the original if that is free."""
        operands, computed, to_copy = user.operands, self._computed, self._to_copy
        last_uses = {value: index for index, value in enumerate(operands) if value in computed}
        copies: dict[int, Value] = {}
        if self._remarks is not None and not to_copy.isdisjoint(operands):
            self.tell_of_body(user, self._remarks)
        for index, value in enumerate(operands):
            if value not in last_uses:
                continue
            if value not in to_copy:
                value.note_latest_user(user)
                continue
            is_free = last_uses[value] == index and self.is_used_once(value)
            if self._remarks is not None:
                self.tell_of_use(user, index, is_free, self._remarks)
            if is_free:
                self.keep(value)
            else:
                copies[index] = self.copy(value)
        if copies:
            replace_operands(user, copies)

    def is_used_once(self, value: Value) -> bool:
        """Whether one op alone uses `value` and, but for the sub-computation itself, nothing else of what computes it.

        Then a copy would only take the place of the original.
        """
        if len(value.users) != 1:
            return False
        parts = self.sub_computation(value)
        if len(parts) == len(parts[0][0].results) == 1:
            return True
        ops = {op for op, _ in parts}
        inner = [result for op in ops for result in op.results if result is not value]
        return all(ops.issuperset(result.users) for result in inner)

    def keep(self, value: Value) -> None:
        """Makes the originals that compute `value` what copies of them would be."""
        for op, _ in self.sub_computation(value):
            if op.signature.definition is CALL:
                self.give_own_callee(op)
            for operand in op.operands:
                if len(operand.users) > 1:
                    operand.note_latest_user(op)

    def copy(self, value: Value) -> Value:
        """`value` from a copy of its sub-computation, of which each op is right before the original."""
        mapping: dict[Value, Value] = {}
        for op, memberships in self.sub_computation(value):
            copy = clone(op, mapping)
            copy.insert_before(op)
            if op.signature.definition is CALL:
                self.give_own_callee(copy)
            for membership in memberships:
                clone(membership, mapping).insert_before(op)
        if self._remarks is not None:
            for old, new in mapping.items():
                self._remarks.stands_for(new, old)
        return mapping[value]

    def give_own_callee(self, call: Operation) -> None:
        """Makes `call` call a copy of its function."""
        callee = callee_name(call)
        self._copies.give_own_callee(call)
        if self._remarks is not None:
            self._remarks.tell(
                "function-copied",
                "this call of @{function} has a copy of its own to call, @{copy}",
                call,
                function=callee,
                copy=callee_name(call),
            )

    def sub_computation(self, value: Value) -> list[Part]:
        """The ops that compute `value` from scalars and from nothing, operands first, in the order of the operands."""
        parts = self._sub_computations.get(value)
        if parts is None:
            results = results_in_post_order(cast(OpResult, value), self._to_copy)
            parts = self._sub_computations[value] = [(result.owner, self.memberships(result)) for result in results]
        return parts

    def memberships(self, value: Value) -> Sequence[Operation]:
        """The ops that make `value` a member of groups, in the reference's order: the latest first."""
        if value not in self._program.grouped:
            return ()
        found = self._memberships.get(value)
        if found is None:
            found = [user for user in reversed(value.users) if user.signature.definition is SHARDING_GROUP]
            self._memberships[value] = found
        return found

    def erase_unused(self, originals: Sequence[Operation]) -> None:
        """Erases those ops, users before what they use, that nothing uses any more, with their group memberships."""
        for op in reversed(originals):
            users = [user for result in op.results for user in result.users]
            if all(self._roles[user.signature] is MEMBERSHIP for user in users):
                for user in users:
                    user.erase()
                op.erase()
                if self._remarks is not None and op.results:
                    self._remarks.tell(
                        "original-erased",
                        "{values} erased: nothing uses {values:it|them} any more",
                        op,
                        values=op.results,
                    )

    # Remarks.

    def tell_of_use(self, user: Operation, index: int, is_free: bool, remarks: Remarks) -> None:
        """Tells what becomes of the operand `index` of `user`, which is copied unless it `is_free`."""
        value = user.operands[index]
        parts = self.sub_computation(value)
        memberships = sum(len(memberships) for _, memberships in parts)
        kind, text = "copied", "{value} copied for operand {operand} of {user}: {ops} {ops:op|ops}"
        if is_free:
            kind, text = "not-copied", "{value} not copied for operand {operand} of {user}: nothing else uses it"
        elif memberships:
            text += ", {memberships} {memberships:membership|memberships} in sharding groups"
        remarks.tell(
            kind,
            text,
            user,
            value=value,
            user=user,
            operand=index,
            ops=len(parts),
            memberships=memberships,
        )

    def tell_of_body(self, op: Operation, remarks: Remarks) -> None:
        """Tells if `op` would be a constant expression, but for what its body, or the function that it calls, does."""
        if self._roles[op.signature] is WITH_BODY and self._constants.issuperset(op.operands):
            remarks.tell(
                "body-not-constant",
                "{op} is no constant expression: {name} does more than compute constants",
                op,
                op=op,
                name=name_of_body(op).text,
            )


def results_in_post_order(root: OpResult, inner: Set[Value]) -> Sequence[OpResult]:
    """Of each op that `root` depends on through values in `inner` the result met first; operands first, `root` last."""
    if inner.isdisjoint(root.owner.operands):
        return (root,)
    found: list[OpResult] = []
    seen = {root.owner}
    path = [(root, iter(root.owner.operands))]
    while path:
        result, operands = path[-1]
        for operand in operands:
            if operand in inner and (op := cast(OpResult, operand).owner) not in seen:
                seen.add(op)
                path.append((cast(OpResult, operand), iter(op.operands)))
                break
        else:
            path.pop()
            found.append(result)
    return found


def tell_of_shared_scalars(op: Operation, remarks: Remarks) -> None:
    """Tells of the results of `op`, a constant expression, that have several uses and keep them, as scalars do."""
    for result in op.results:
        if is_scalar(result.type) and len(result.users) > 1:
            remarks.tell(
                "scalar-shared",
                "{value} not copied for its {users} users: a scalar has no sharding",
                op,
                value=result,
                users=len(result.users),
            )
