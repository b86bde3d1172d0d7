"""-sdy-apply-sharding-constraints (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, cast

from sdyopt.dialects.func.ops import RETURN
from sdyopt.dialects.sdy.attributes import DimMapping, OpShardingRule, Sharding, ShardingPerValue, TensorMapping
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, ShapedType
from sdyopt.ir.uses import UseReplacer
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.sharding.origins import ShardingOrigins
from sdyopt.sharding.propagation_records import PROPAGATION_EDGES, edges_to_input, first_free_step
from sdyopt.sharding.value_shardings import (
    ARGUMENT_ATTRIBUTES,
    Home,
    fully_open,
    home_of,
    set_argument_shardings,
    set_sharding_at,
    sharding_at,
)

if TYPE_CHECKING:
    from sdyopt.ir.remarks import Remarks

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
    remarks: Remarks | None = None

    options: ClassVar = {
        "debug-propagation-edge-sharding": "say on each constraint which axes it gave to its input, and as which step",
        "debug-sharding-origins": "say of each axis which constraint, argument or result it comes from",
    }

    def __init__(self, debug_propagation_edge_sharding: bool = False, debug_sharding_origins: bool = False) -> None:
        self.records_edges = debug_propagation_edge_sharding
        self.records_origins = debug_sharding_origins

    def run(self, module: Operation) -> bool:
        asking = [op for op in walk_post(module) if op.signature.definition in ASKING_OPS]
        step = first_free_step(module) if self.records_edges else None
        origins = ShardingOrigins(module) if self.records_origins else None
        application = Application(asking, self.remarks, step, origins)
        for op in asking:
            if is_constraint(op):
                application.use_end_of_chain(op)
            for index, sharding in enumerate(asked_shardings(op.signature)):
                application.apply(op, index, sharding)
        application.finish()
        if origins is not None:
            origins.write()
        return application.has_changed or origins is not None


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


CHAIN_OBSTACLES = {
    "chain-not-used-end-constrained": "a constraint or manual computation is among the users of {end}",
    "chain-not-used-other-constraints": "other constraints or manual computations use {value}",
    "chain-not-used-sharding-present": "{value} has the sharding {present}",
}
"""Why uses of a value after a chain of constraints on it may stay as they are: kinds of remarks, and what these say."""

OBSTACLES = {
    "not-applied-open-dimension": (
        "{open_dimensions:dimension|dimensions} {open_dimensions} {open_dimensions:is|are} open"
    ),
    "not-applied-no-sharding-possible": "an argument of this region can have no sharding",
    "not-applied-sharding-present": "it has the sharding {present} already",
    "not-applied-disagreement": "others ask for {others}",
}
"""Why a value may not get the sharding that is asked for it: kinds of remarks, and what these say."""


MOST_OTHERS = 4
"""So many other shardings that are asked for a remark tells of."""


class Application:
    """One run over `asking`, the constraints and manual computations of a module in walk order.

    What they ask of each value is counted in advance. That stays true for the values that it is looked up for: uses by
    these ops only ever move to the result of a constraint, which has a sharding.
    """

    def __init__(
        self,
        asking: Iterable[Operation],
        remarks: Remarks | None,
        step: int | None,
        origins: ShardingOrigins | None,
    ) -> None:
        self.remarks = remarks
        self.step = step
        self.origins = origins
        self.asked: dict[Value, dict[Sharding, int]] = {}
        for op in asking:
            for operand, sharding in zip(op.operands, asked_shardings(op.signature), strict=True):
                counts = self.asked.setdefault(operand, {})
                counts[sharding] = counts.get(sharding, 0) + 1
        self.argument_shardings: dict[Operation, dict[int, Sharding]] = {}
        self.first_to_ask: dict[Value, dict[Sharding, Operation]] = {}
        """What remarks have found out of values: the first op to ask for each sharding."""
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
        end = end_of_chain(head)
        if end is head:
            return
        obstacle = self.obstacle_to_chain(value, end)
        if obstacle is not None:
            if self.remarks is not None:
                self.tell_of_unused_chain(head, end, obstacle, self.remarks)
            return
        block = cast(Block, end.parent)
        candidates = [user for user in value.users if user.parent is block and user.signature.definition is not RETURN]
        positions = self.positions_in(block)
        after_end = [user for user in candidates if positions[user] > positions[end]]
        self.uses.replace(value, end.results[0], after_end)
        self.has_changed |= bool(after_end)
        if self.remarks is not None:
            tell_of_chain(head, end, after_end, self.remarks)

    def obstacle_to_chain(self, value: Value, end: Operation) -> str | None:
        """Why uses of `value` after a chain of constraints that ends with `end` stay as they are; None if they do not.

        It is one of CHAIN_OBSTACLES.
        """
        if end.results[0] in self.asked:
            return "chain-not-used-end-constrained"
        if not self.is_asked_for_once(value):
            return "chain-not-used-other-constraints"
        return None if self.is_free(home_of(value)) else "chain-not-used-sharding-present"

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
        value = op.operands[index]
        home = home_of(value)
        obstacle = self.obstacle(value, home, sharding)
        if home is None or obstacle is not None:
            if self.remarks is not None and obstacle is not None:
                self.tell_of_obstacle(op, index, obstacle, self.remarks)
            return
        self.has_changed = True
        is_on_edge = home.op.signature.definition is DATA_FLOW_EDGE
        if self.remarks is not None:
            tell_of_application(op, index, sharding, is_on_edge, self.remarks)
        if is_on_edge:
            self.put_constraint_after(value, op, sharding)
            if sharding.unreduced:
                set_sharding_at(home, fully_open(sharding.mesh, value.type).replace(unreduced=sharding.unreduced))
            return
        if self.origins is not None and is_constraint(op):
            self.origins.note_application(op)
        if home.place is ARGUMENT_ATTRIBUTES:
            self.argument_shardings.setdefault(home.op, {})[home.number] = sharding
        else:
            set_sharding_at(home, sharding)
        if is_constraint(op):
            op.signature = with_identity_rule(op.signature)
            if self.step is not None and (sharding.dimensions or sharding.replicated or sharding.unreduced):
                if edges := edges_to_input(sharding, self.step):
                    op.set_attribute(PROPAGATION_EDGES, edges)
                self.step += 1

    def obstacle(self, value: Value, home: Home | None, sharding: Sharding) -> str | None:
        """Why `value`, whose sharding is at `home`, does not get `sharding`, as in OBSTACLES; None if it does."""
        if not is_fully_closed(sharding):
            return "not-applied-open-dimension"
        if home is None:
            return "not-applied-no-sharding-possible"
        if not self.is_free(home):
            return "not-applied-sharding-present"
        return "not-applied-disagreement" if len(self.asked[value]) > 1 else None

    def put_constraint_after(self, value: Value, op: Operation, sharding: Sharding) -> None:
        """Puts a constraint right after the definition of `value` and makes it the input of all other uses.

        It is `op`, or a new one if that is a manual computation.
        """
        if is_constraint(op):
            constraint = op
            constraint.detach()
        else:
            constraint = Operation(constraint_signature(value.type, sharding), [value], op.location)
            if self.remarks is not None:
                self.remarks.stands_for(constraint.results[0], value)
        if isinstance(value, OpResult):
            constraint.insert_after(value.owner)
        else:
            cast(BlockArgument, value).owner.prepend(constraint)
        self.uses.replace(value, constraint.results[0], [user for user in value.users if user is not constraint])

    # Remarks on what is not done, and why.

    def tell_of_unused_chain(self, head: Operation, end: Operation, obstacle: str, remarks: Remarks) -> None:
        """Tells of a chain from `head` to `end` that does not change any uses."""
        value = head.operands[0]
        remarks.tell(
            obstacle,
            "chain of {length} constraints that ends with {end} leaves other uses of {value} alone: "
            + CHAIN_OBSTACLES[obstacle],
            head,
            ("the chain ends here", end),
            value=value,
            end=end.results[0],
            length=length_of_chain(head, end),
            present=self.present_sharding(value),
        )

    def tell_of_obstacle(self, op: Operation, index: int, obstacle: str, remarks: Remarks) -> None:
        """Tells why the operand `index` of `op` does not get the sharding that `op` asks for."""
        value = op.operands[index]
        asked = asked_shardings(op.signature)[index]
        others = self.others_asked(value, asked)
        is_disagreement = obstacle == "not-applied-disagreement"
        remarks.tell(
            obstacle,
            "{by} not applied to {value}: " + OBSTACLES[obstacle],
            op,
            *[("another sharding is asked for here", other) for other in others.values() if is_disagreement],
            by=wording(op, index),
            value=value,
            sharding=asked,
            open_dimensions=[number for number, dimension in enumerate(asked.dimensions) if not dimension.is_closed],
            present=self.present_sharding(value),
            others=list(others),
        )

    def others_asked(self, value: Value, asked: Sharding) -> dict[Sharding, Operation]:
        """Up to MOST_OTHERS shardings besides `asked` that `value` is asked to have, each with the first op to ask."""
        first = self.first_to_ask.get(value)
        if first is None:
            first = self.first_to_ask[value] = {}
            for user in value.users:
                if user.signature.definition in ASKING_OPS:
                    for operand, sharding in zip(user.operands, asked_shardings(user.signature), strict=True):
                        if operand is value:
                            first.setdefault(sharding, user)
        others = (item for item in first.items() if item[0] is not asked)
        return dict(islice(others, MOST_OTHERS))

    def present_sharding(self, value: Value) -> Sharding | None:
        """The sharding that `value` has, or will have when this run is finished."""
        home = home_of(value)
        if home is None:
            return None
        return sharding_at(home) or self.argument_shardings.get(home.op, {}).get(home.number)


def end_of_chain(head: Operation) -> Operation:
    """The last of the constraints from `head` on of which each is the only user of the one before."""
    end = head
    while len(end.results[0].users) == 1:
        (user,) = end.results[0].users
        if not is_constraint(user):
            break
        end = user
    return end


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


# Remarks on what is done.


def wording(op: Operation, index: int) -> str:
    """What asks for the sharding of the operand `index` of `op`."""
    return "constraint" if is_constraint(op) else f"in_shardings[{index}]"


def tell_of_application(op: Operation, index: int, sharding: Sharding, is_on_edge: bool, remarks: Remarks) -> None:
    """Tells that the operand `index` of `op` gets the `sharding`, or a constraint after it if it is on an edge."""
    kind, text = "applied", "{by} applied to {value}: it has the sharding {sharding} now"
    if is_on_edge and is_constraint(op):
        kind, text = (
            "constraint-moved",
            "{by} moved right after {value}, a target of a data-flow edge, to be used instead",
        )
    elif is_on_edge:
        kind, text = (
            "constraint-inserted",
            "constraint for {by} inserted after {value}, a target of a data-flow edge, to be used instead",
        )
    remarks.tell(kind, text, op, by=wording(op, index), value=op.operands[index], sharding=sharding)
    if is_on_edge and sharding.unreduced:
        remarks.tell(
            "unreduced-set",
            "{axes:axis|axes} {axes} set as unreduced on the data-flow edge of {value}",
            op,
            value=op.operands[index],
            axes=sharding.unreduced,
        )


def tell_of_chain(head: Operation, end: Operation, moved: Sequence[Operation], remarks: Remarks) -> None:
    """Tells of a chain from `head` to `end`, of `moved`, the users of its input that use its end now, and of others."""
    value, last = head.operands[0], end.results[0]
    remarks.tell(
        "chain-found",
        "chain of {length} constraints on {value} ends with {end}: "
        "{users:#} later {users:user|users} of {value} {users:uses|use} {end} instead",
        head,
        ("the chain ends here", end),
        value=value,
        end=last,
        length=length_of_chain(head, end),
        users=len(moved),
    )
    for user in value.users:
        if user is head:
            continue
        if user.parent is not end.parent:
            kind, reason = "use-kept-other-block", "this use is in another block"
        elif user.signature.definition is RETURN:
            kind, reason = "use-kept-return", "func.return keeps its operands"
        else:
            kind, reason = "use-kept-before-end", "this use comes before"
        remarks.tell(kind, "{value} not replaced by {end}: " + reason, user, value=value, end=last)


def length_of_chain(head: Operation, end: Operation) -> int:
    """How many constraints there are from `head` to `end`."""
    length = 1
    while end is not head:
        end = cast(OpResult, end.operands[0]).owner
        length += 1
    return length
