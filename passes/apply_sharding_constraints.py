"""-sdy-apply-sharding-constraints (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import cast

from sdyopt.dialects.func.ops import RETURN
from sdyopt.dialects.sdy.attributes import DimMapping, OpShardingRule, Sharding, ShardingPerValue, TensorMapping
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.value_shardings import (
    ARGUMENT_ATTRIBUTES,
    Home,
    fully_open,
    home_of,
    set_argument_shardings,
    set_sharding_at,
    sharding_at,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, ShapedType
from sdyopt.ir.uses import UseReplacer
from sdyopt.ir.value import BlockArgument, OpResult, Value

SHARDING_RULE = "sdy.sharding_rule"

MLIR_DYNAMIC = -(2**63)
"""What MLIR has for a size that is not known: the rule that has it is refused by the verifier."""


class ApplyShardingConstraints:
    """Gives values the shardings that constraints, and in-shardings of manual computations, dictate.

    A value without a sharding gets the one that is asked for it, if that is fully closed and the only one. A target
    of a data-flow edge gets none, as the other targets would have it too: the constraint takes its place instead.
    Besides, uses of a value after a chain of constraints on it become uses of the chain's end.
    """

    name = "sdy-apply-sharding-constraints"
    description = "Applies the constraints that dictate the sharding of their input"

    def run(self, module: Operation) -> bool:
        asking = [op for op in walk_post(module) if op.signature.definition in ASKING_OPS]
        application = Application(asking)
        for op in asking:
            if is_constraint(op):
                application.use_end_of_chain(op)
            for index, sharding in enumerate(asked_shardings(op.signature)):
                application.apply(op, index, sharding)
        application.finish()
        return application.has_changed


ASKING_OPS = frozenset((SHARDING_CONSTRAINT, MANUAL_COMPUTATION))
"""The ops that ask for a sharding of each of their operands."""


@cache
def asked_shardings(signature: Signature) -> tuple[Sharding, ...]:
    """The sharding that one of ASKING_OPS asks for each of its operands."""
    if signature.definition is SHARDING_CONSTRAINT:
        return (cast(Sharding, signature.properties["sharding"]),)
    return cast(ShardingPerValue, signature.properties["in_shardings"]).shardings


def is_constraint(op: Operation) -> bool:
    """Whether `op` is a constraint, and no manual computation."""
    return op.signature.definition is SHARDING_CONSTRAINT


def is_from_constraint(value: Value) -> bool:
    """Whether `value` is the result of a constraint."""
    return isinstance(value, OpResult) and value.owner.signature.definition is SHARDING_CONSTRAINT


@cache
def is_fully_closed(sharding: Sharding) -> bool:
    """Whether no dimension can be sharded further."""
    return all(dimension.is_closed for dimension in sharding.dimensions)


class Application:
    """One run over `asking`, the constraints and manual computations of a module in walk order.

    What they ask of each value is counted in advance. That stays true for the values that it is looked up for: uses by
    these ops only ever move to the result of a constraint, which has a sharding.
    """

    def __init__(self, asking: Iterable[Operation]) -> None:
        self.asked: dict[Value, dict[Sharding, int]] = {}
        for op in asking:
            for operand, sharding in zip(op.operands, asked_shardings(op.signature), strict=True):
                counts = self.asked.setdefault(operand, {})
                counts[sharding] = counts.get(sharding, 0) + 1
        self.argument_shardings: dict[Operation, dict[int, Sharding]] = {}
        self.positions: dict[Block, dict[Operation, int]] = {}
        self.uses = UseReplacer()
        self.has_changed = False

    def finish(self) -> None:
        """Writes the shardings of function arguments; one attribute of the function holds them all."""
        for function, shardings in self.argument_shardings.items():
            set_argument_shardings(function, shardings)

    def is_free(self, home: Home | None) -> bool:
        """Whether no sharding is kept there, or will be when this run is finished; nowhere there is none."""
        if home is None:
            return True
        pending = self.argument_shardings.get(home.op)
        return (pending is None or home.number not in pending) and sharding_at(home) is None

    # Chains of constraints.

    def use_end_of_chain(self, head: Operation) -> None:
        """If a chain begins with `head`, uses of its input after the chain become uses of the chain's end.

        Those in other blocks than the end's do not, nor those by `func.return`.
        """
        value = head.operands[0]
        if is_from_constraint(value):
            return
        end = self.end_of_chain(head)
        if end is None or not self.is_asked_for_once(value) or not self.is_free(home_of(value)):
            return
        block = cast(Block, end.parent)
        candidates = [user for user in value.users if user.parent is block and user.signature.definition is not RETURN]
        positions = self.positions_in(block)
        after_end = [user for user in candidates if positions[user] > positions[end]]
        self.uses.replace(value, end.results[0], after_end)
        self.has_changed |= bool(after_end)

    def end_of_chain(self, head: Operation) -> Operation | None:
        """The last of the constraints from `head` on of which each is the only user of the one before.

        None if that is `head`, or if several constraints or a manual computation use it.
        """
        end = head
        while len(end.results[0].users) == 1:
            (user,) = end.results[0].users
            if not is_constraint(user):
                break
            end = user
        return None if end is head or end.results[0] in self.asked else end

    def is_asked_for_once(self, value: Value) -> bool:
        """Whether a single operand of a constraint or manual computation is `value`."""
        return sum(self.asked[value].values()) == 1

    def positions_in(self, block: Block) -> dict[Operation, int]:
        """The number of each operation in `block`.

        It is taken once: chains' ends, and the users of an input that a single constraint asks for, are never moved.
        """
        positions = self.positions.get(block)
        if positions is None:
            positions = self.positions[block] = {op: number for number, op in enumerate(block.ops)}
        return positions

    # Single constraints.

    def apply(self, op: Operation, index: int, sharding: Sharding) -> None:
        """Gives the operand `index` of `op` the `sharding` that `op` asks for, if that dictates it.

        It does if it is fully closed, and the only one that the value has or is asked to have.
        """
        if not is_fully_closed(sharding):
            return
        value = op.operands[index]
        home = home_of(value)
        if home is None or not self.is_free(home) or len(self.asked[value]) > 1:
            return
        self.has_changed = True
        if home.op.signature.definition is DATA_FLOW_EDGE:
            self.put_constraint_after(value, op, sharding)
            if sharding.unreduced:
                set_sharding_at(home, fully_open(sharding.mesh, value.type).replace(unreduced=sharding.unreduced))
            return
        if home.place is ARGUMENT_ATTRIBUTES:
            self.argument_shardings.setdefault(home.op, {})[home.number] = sharding
        else:
            set_sharding_at(home, sharding)
        if is_constraint(op):
            op.signature = with_identity_rule(op.signature)

    def put_constraint_after(self, value: Value, op: Operation, sharding: Sharding) -> None:
        """Puts a constraint right after the definition of `value` and makes it the input of all other uses.

        It is `op`, or a new one if that is a manual computation.
        """
        if is_constraint(op):
            constraint = op
            constraint.detach()
        else:
            constraint = Operation(constraint_signature(value.type, sharding), [value], op.location)
        if isinstance(value, OpResult):
            constraint.insert_after(value.owner)
        else:
            cast(BlockArgument, value).owner.prepend(constraint)
        self.uses.replace(value, constraint.results[0], [user for user in value.users if user is not constraint])


@cache
def constraint_signature(type: Type, sharding: Sharding) -> Signature:
    """What a constraint on a value of `type` is."""
    return Signature.of(SHARDING_CONSTRAINT, (type,), (type,), DictionaryAttr((("sharding", sharding),)))


@cache
def with_identity_rule(signature: Signature) -> Signature:
    """The signature of an applied constraint: with the rule of an identity, but for one it has, or without a shape."""
    (type,) = signature.result_types
    if SHARDING_RULE in signature.attributes or not isinstance(type, ShapedType):
        return signature
    return signature.with_attributes(signature.attributes.with_entry(SHARDING_RULE, identity_rule(type)))


def identity_rule(type: ShapedType) -> OpShardingRule:
    """The sharding rule of an op from `type` to itself: a factor for each dimension."""
    sizes = tuple(MLIR_DYNAMIC if size == DYNAMIC else size for size in type.dimensions or ())
    mapping = TensorMapping(tuple(DimMapping((factor,)) for factor in range(len(sizes))))
    return OpShardingRule(sizes, (mapping,), (mapping,))
