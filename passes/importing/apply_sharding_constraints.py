"""-sdy-apply-sharding-constraints."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sdyopt.dialects.func.ops import RETURN
from sdyopt.dialects.sdy.attributes import PROPAGATION_EDGES, SHARDING_RULE, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE, MANUAL_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import Slot, fully_open, slot_of
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import DictionaryAttr, ShapedType
from sdyopt.ir.clone import BlockOrder
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import Functions
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import edges_to_input, first_free_step

if TYPE_CHECKING:
    from sdyopt.rewriting.sharding_origins import ShardingOrigins


@register_pass("sdy-apply-sharding-constraints")
class ApplyShardingConstraints(Pass):
    """Applies the constraints that dictate the sharding of their input.

    Those of manual computations, the in-shardings, count as well. A value without a sharding gets the one that is
    requested for it, if that is fully closed and the only one. A target of a data-flow edge gets none, as the other
    targets would have it too: the constraint takes its place instead. Besides, uses of a value after a chain of
    constraints on it become uses of the chain's end.
    """

    debug_propagation_edge_sharding: bool = option(
        default=False, help="say on each constraint which axes it gave to its input, and as which step"
    )
    debug_sharding_origins: bool = option(
        default=False, help="say of each axis which constraint, argument or result it comes from"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        application = Application(module, rewriter, self)
        for op in rewriter.listing(module).collect_kind_post(SHARDING_CONSTRAINT, MANUAL_COMPUTATION):
            if is_constraint(op):
                application.use_end_of_chain(op)
            for index in range(len(op.operands)):
                application.apply(OpOperand(op, index))
        application.finish()


def is_constraint(op: Operation) -> bool:
    return op.signature.definition is SHARDING_CONSTRAINT


@remembered
def requested_by(signature: Signature) -> tuple[Sharding, ...]:
    """Returns the sharding that a constraint or manual computation requests for each of its operands."""
    if signature.definition is SHARDING_CONSTRAINT:
        return (signature.properties.find(Sharding, "sharding"),)
    return signature.properties.find(ShardingPerValue, "in_shardings").shardings


def requests_of(value: Value) -> list[tuple[Operation, Sharding]]:
    """Returns the constraints and manual computations that use `value`, each with the sharding that it requests."""
    return [
        (owner, requested_by(owner.signature)[index])
        for owner, index in value.use_pairs
        if owner.signature.definition in (SHARDING_CONSTRAINT, MANUAL_COMPUTATION)
    ]


class Application:
    """One run over a module. The shardings of function arguments are set at its end: one attribute has them all."""

    def __init__(self, module: Operation, rewriter: Rewriter, options: ApplyShardingConstraints) -> None:
        self.rewriter = rewriter
        self.step = first_free_step(module) if options.debug_propagation_edge_sharding else None
        self.origins: ShardingOrigins | None = None
        if options.debug_sharding_origins:
            from sdyopt.rewriting.sharding_origins import ShardingOrigins

            self.origins = ShardingOrigins(module, rewriter)
        self.argument_shardings: dict[Operation, dict[int, Sharding]] = {}
        self._order = BlockOrder()
        functions = Functions(module).by_name
        self._main = functions.get("main", next(iter(functions.values())) if len(functions) == 1 else None)

    def finish(self) -> None:
        for function, shardings in self.argument_shardings.items():
            self.rewriter.set_argument_shardings(function, shardings)
        if self.origins is not None:
            self.origins.write()

    def present_sharding(self, value: Value, slot: Slot | None) -> Sharding | None:
        """Returns the sharding that is stored for a value, or will be when this run is finished."""
        if slot is None:
            return None
        present = self.argument_shardings.get(slot.op, {}).get(slot.number) or slot.sharding
        if present is None or not since("0.12.0.1"):
            return present
        return None if is_open(present, isinstance(value, OpResult) and len(slot.op.results) > 1) else present

    # Chains of constraints, each the only user of the one before.

    def use_end_of_chain(self, head: Operation) -> None:
        """Makes uses of a chain's input after the chain, by operations in the same block, uses of its end.

        Uses by `func.return` stay, since jaxlib 0.12 those in the main function alone. All uses stay if the
        input has a sharding, or if other constraints or manual computations use it, or the end.
        """
        if isinstance(value := head.operands[0], OpResult) and is_constraint(value.owner):
            return
        end, length = head, 1
        while (user := end.results[0].only_user) is not None and is_constraint(user):
            end, length = user, length + 1
        if end is head:
            return
        present = self.present_sharding(value, slot_of(value))
        obstacle = None
        if requests_of(end.result):
            obstacle = "chain-not-used-end-constrained"
        elif len(requests_of(value)) > 1:
            obstacle = "chain-not-used-other-constraints"
        elif present is not None:
            obstacle = "chain-not-used-sharding-present"
        if obstacle is not None:
            self.rewriter.report(chain_not_used, head, end, length, obstacle, present)
            return
        beside = [user for user in value.users if user.parent is end.parent and not self.is_kept(user)]
        later = {user for user in beside if self._order.is_before(end, user)}
        self.rewriter.replace_uses(value, end.result, where=lambda use: use.owner in later)
        text = (
            "chain of {length} constraints on {value} ends with {end}: "
            "{users:#} later {users:user|users} of {value} {users:uses|use} {end} instead"
        )
        self.rewriter.tell(
            "chain-found",
            text,
            head,
            ("the chain ends here", end),
            value=head.operands[0],
            end=end.result,
            length=length,
            users=len(later),
        )
        if self.rewriter.is_explaining:
            for user in value.users:
                if user is not head:
                    self.rewriter.report(use_kept, value, end, user)

    def is_kept(self, user: Operation) -> bool:
        """Returns whether an operation keeps its operands in any case."""
        return user.signature.definition is RETURN and (user.parent_op is self._main or not since("0.12.0.1"))

    # Shardings for the input.

    def apply(self, use: OpOperand) -> None:
        """Gives an operand the sharding that its operation requests for it, if that dictates it."""
        op, index = use
        value, sharding = op.operands[index], requested_by(op.signature)[index]
        slot = slot_of(value)
        present = self.present_sharding(value, slot)
        obstacle = self.obstacle(value, slot, sharding, present)
        if slot is None or obstacle is not None:
            self.rewriter.report(not_applied, use, obstacle or "", present)
            return
        definition = slot.op.signature.definition
        is_on_edge = definition is DATA_FLOW_EDGE or (definition is FUNC_DATA_FLOW_EDGE and since("0.12.0.1"))
        self.rewriter.report(applied, use, is_on_edge)
        if is_on_edge:
            self.put_constraint_after(value, op, sharding)
            if sharding.unreduced:
                text = "{axes:axis|axes} {axes} set as unreduced on the data-flow edge of {value}"
                self.rewriter.tell("unreduced-set", text, op, value=value, axes=sharding.unreduced)
                open_sharding = fully_open(sharding.mesh, value.type)
                self.rewriter.set_sharding(
                    value, open_sharding.replace(unreduced=sharding.unreduced, reduction_op=sharding.reduction_op)
                )
            return
        if self.origins is not None and is_constraint(op):
            self.origins.note_application(op)
        if slot.slots is ARGUMENT_ATTRIBUTES:
            self.argument_shardings.setdefault(slot.op, {})[slot.number] = sharding
        else:
            self.rewriter.set_sharding(value, sharding)
        if is_constraint(op):
            self.rewriter.set_signature(op, with_identity_rule(op.signature))
            if self.step is not None and (sharding.dimensions or sharding.replicated or sharding.unreduced):
                if edges := edges_to_input(sharding, self.step):
                    self.rewriter.set_attribute(op, PROPAGATION_EDGES, edges)
                self.step += 1

    def obstacle(self, value: Value, slot: Slot | None, sharding: Sharding, present: Sharding | None) -> str | None:
        """Returns why `value`, whose sharding is at `slot`, does not get `sharding`: one of OBSTACLES, or None."""
        if not all(dimension.is_closed for dimension in sharding.dimensions):
            return "not-applied-open-dimension"
        if slot is None:
            return "not-applied-no-sharding-possible"
        if present is not None:
            return "not-applied-sharding-present"
        requested = {each for _, each in requests_of(value)}
        return None if len(requested) == 1 else "not-applied-disagreement"

    def put_constraint_after(self, value: Value, op: Operation, sharding: Sharding) -> None:
        """Puts a constraint right after the definition of `value` and makes it the input of all other uses.

        It is `op`, or a new one if that is a manual computation.
        """
        at = InsertionPoint.after_value(value)
        if is_constraint(op):
            constraint = op
            self.rewriter.move(op, at)
            self._order.forget(op)
        else:
            signature = Signature.of(
                SHARDING_CONSTRAINT, (value.type,), (value.type,), DictionaryAttr((("sharding", sharding),))
            )
            constraint = self.rewriter.create_with(at, signature, [value], op.location)
            self.rewriter.renames(constraint.result, value)
        self.rewriter.replace_uses(value, constraint.result, except_in=constraint)


@remembered
def is_open(sharding: Sharding, is_scalar_open: bool) -> bool:
    """Returns whether a sharding of dimensions says nothing: all are open, without axes and priorities.

    That of a scalar does if `is_scalar_open`, as in the reference for one of several results.
    """
    is_bare = (bool(sharding.dimensions) or is_scalar_open) and not (sharding.replicated or sharding.unreduced)
    return is_bare and all(not (each.axes or each.is_closed) and each.priority is None for each in sharding.dimensions)


@remembered
def with_identity_rule(signature: Signature) -> Signature:
    """Returns the signature of an applied constraint: with the rule of an identity, if it has none but has a shape."""
    from sdyopt.sharding.rules import identity_rule

    (type,) = signature.result_types
    if SHARDING_RULE in signature.attributes or not isinstance(type, ShapedType):
        return signature
    return signature.with_attributes(signature.attributes.with_entry(SHARDING_RULE, identity_rule(type)))


# --- Remarks ----------------------------------------------------------------------------------------------------------


def use_kept(value: Value, end: Operation, user: Operation) -> Explanation:
    """`user` still uses the input of a chain."""
    if user.parent is not end.parent:
        kind, reason = "use-kept-other-block", "this use is in another block"
    elif user.signature.definition is RETURN:
        kind, reason = "use-kept-return", "func.return keeps its operands"
    else:
        kind, reason = "use-kept-before-end", "this use comes before"
    return explained(kind, "{value} not replaced by {end}: " + reason, user, value=value, end=end.result)


CHAIN_OBSTACLES = {
    "chain-not-used-end-constrained": "a constraint or manual computation is among the users of {end}",
    "chain-not-used-other-constraints": "other constraints or manual computations use {value}",
    "chain-not-used-sharding-present": "{value} has the sharding {present}",
}
"""The reasons in remarks of these kinds."""


def chain_not_used(
    head: Operation, end: Operation, length: int, obstacle: str, present: Sharding | None
) -> Explanation:
    """All uses of a chain's input stay, for the reason that the `obstacle` names."""
    text = "chain of {length} constraints that ends with {end} leaves other uses of {value} alone: "
    return explained(
        obstacle,
        text + CHAIN_OBSTACLES[obstacle],
        head,
        ("the chain ends here", end),
        value=head.operands[0],
        end=end.result,
        length=length,
        present=present,
    )


def applied(use: OpOperand, is_on_edge: bool) -> Explanation:
    """An operand gets the sharding that is requested for it, or a constraint after it if it is on an edge."""
    op, index = use
    kind, text = "applied", "{by} applied to {value}: it has the sharding {sharding} now"
    if is_on_edge:
        kind, text = "constraint-inserted", "constraint for {by} inserted after"
        if is_constraint(op):
            kind, text = "constraint-moved", "{by} moved right after"
        text += " {value}, a target of a data-flow edge, to be used instead"
    sharding = requested_by(op.signature)[index]
    return explained(kind, text, op, by=wording(use), value=use.value, sharding=sharding)


OBSTACLES = {
    "not-applied-open-dimension": (
        "{open_dimensions:dimension|dimensions} {open_dimensions} {open_dimensions:is|are} open"
    ),
    "not-applied-no-sharding-possible": "an argument of this region can have no sharding",
    "not-applied-sharding-present": "it has the sharding {present} already",
    "not-applied-disagreement": "others ask for {others}",
}
"""The reasons in remarks of these kinds."""

MAX_OTHERS = 4
"""The maximum number of conflicting shardings that a remark lists."""


def not_applied(use: OpOperand, obstacle: str, present: Sharding | None) -> Explanation:
    """An operand does not get the sharding that is requested for it, for the reason that the `obstacle` names."""
    op, index = use
    sharding = requested_by(op.signature)[index]
    first: dict[Sharding, Operation] = {}
    for user, requested in reversed(requests_of(use.value)):
        first.setdefault(requested, user)
    others = dict(islice((item for item in first.items() if item[0] is not sharding), MAX_OTHERS))
    is_disagreement = obstacle == "not-applied-disagreement"
    return explained(
        obstacle,
        "{by} not applied to {value}: " + OBSTACLES[obstacle],
        op,
        *[("another sharding is requested here", other) for other in others.values() if is_disagreement],
        by=wording(use),
        value=use.value,
        sharding=sharding,
        open_dimensions=[number for number, dimension in enumerate(sharding.dimensions) if not dimension.is_closed],
        present=present,
        others=list(others),
    )


def wording(use: OpOperand) -> str:
    """Returns what requests the sharding of the operand."""
    return "constraint" if is_constraint(use.owner) else f"in_shardings[{use.index}]"
