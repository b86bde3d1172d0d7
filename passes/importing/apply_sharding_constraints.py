"""-sdy-apply-sharding-constraints."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sdyopt.dialects.sdy.attributes import SHARDING_RULE, Sharding
from sdyopt.dialects.sdy.discardable import PROPAGATION_EDGES
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import Slot, fully_open, slot_of
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import OpOperand, Value
from sdyopt.mlir.declare.sharding_slots import ARGUMENT_ATTRIBUTES
from sdyopt.passes.importing.constraint_chains import chain_from, use_end
from sdyopt.passes.importing.requested_shardings import RequestedShardings, is_constraint, requested_by
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.propagation_records import edges_to_input, first_free_step

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
        for op in application.requested.ops:
            if is_constraint(op) and (chain := chain_from(op)) is not None:
                present = application.present_sharding(slot_of(op.operands[0]))
                use_end(chain, present, application.requested, rewriter)
            for index in range(len(op.operands)):
                application.apply(OpOperand(op, index))
        application.finish()


class Application:
    """One run over a module. The shardings of function arguments are set at its end: one attribute has them all."""

    def __init__(self, module: Operation, rewriter: Rewriter, options: ApplyShardingConstraints) -> None:
        self.requested = RequestedShardings(module)
        self.rewriter = rewriter
        self.step = first_free_step(module) if options.debug_propagation_edge_sharding else None
        self.origins: ShardingOrigins | None = None
        if options.debug_sharding_origins:
            from sdyopt.rewriting.sharding_origins import ShardingOrigins

            self.origins = ShardingOrigins(module, rewriter)
        self.argument_shardings: dict[Operation, dict[int, Sharding]] = {}

    def finish(self) -> None:
        for function, shardings in self.argument_shardings.items():
            self.rewriter.set_argument_shardings(function, shardings)
        if self.origins is not None:
            self.origins.write()

    def present_sharding(self, slot: Slot | None) -> Sharding | None:
        """Returns the sharding that is stored there, or will be when this run is finished."""
        if slot is None:
            return None
        return slot.sharding or self.argument_shardings.get(slot.op, {}).get(slot.number)

    def apply(self, use: OpOperand) -> None:
        """Gives an operand the sharding that its operation requests for it, if that dictates it."""
        op, index = use
        value, sharding = op.operands[index], requested_by(op.signature)[index]
        slot = slot_of(value)
        present = self.present_sharding(slot)
        obstacle = self.obstacle(value, slot, sharding, present)
        if slot is None or obstacle is not None:
            self.rewriter.report(NotApplied, use, obstacle or "", present, self.requested)
            return
        is_on_edge = slot.op.signature.definition is DATA_FLOW_EDGE
        self.rewriter.report(Applied, use, sharding, is_on_edge)
        if is_on_edge:
            self.put_constraint_after(value, op, sharding)
            if sharding.unreduced:
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
            self.record_step(op, sharding)

    def obstacle(self, value: Value, slot: Slot | None, sharding: Sharding, present: Sharding | None) -> str | None:
        """Returns why `value`, whose sharding is at `slot`, does not get `sharding`: one of OBSTACLES, or None."""
        if not is_fully_closed(sharding):
            return "not-applied-open-dimension"
        if slot is None:
            return "not-applied-no-sharding-possible"
        if present is not None:
            return "not-applied-sharding-present"
        return None if self.requested.is_unanimous(value) else "not-applied-disagreement"

    def put_constraint_after(self, value: Value, op: Operation, sharding: Sharding) -> None:
        """Puts a constraint right after the definition of `value` and makes it the input of all other uses.

        It is `op`, or a new one if that is a manual computation.
        """
        at = InsertionPoint.after_value(value)
        if is_constraint(op):
            constraint = op
            self.rewriter.move(op, at)
        else:
            signature = constraint_signature(value.type, sharding)
            constraint = self.rewriter.create_with(at, signature, [value], op.location)
            self.rewriter.renames(constraint.result, value)
        self.rewriter.replace_uses(value, constraint.result, except_in=constraint)

    def record_step(self, constraint: Operation, sharding: Sharding) -> None:
        """Records, if that is wanted, that a constraint has given `sharding` to its input."""
        if self.step is not None and (sharding.dimensions or sharding.replicated or sharding.unreduced):
            if edges := edges_to_input(sharding, self.step):
                self.rewriter.set_attribute(constraint, PROPAGATION_EDGES, edges)
            self.step += 1


@remembered
def is_fully_closed(sharding: Sharding) -> bool:
    """Returns whether no dimension can be sharded further."""
    return all(dimension.is_closed for dimension in sharding.dimensions)


@remembered
def constraint_signature(type: Type, sharding: Sharding) -> Signature:
    """Returns what a constraint on a value of `type` is."""
    return Signature.of(SHARDING_CONSTRAINT, (type,), (type,), DictionaryAttr((("sharding", sharding),)))


@remembered
def with_identity_rule(signature: Signature) -> Signature:
    """Returns the signature of an applied constraint: with the rule of an identity, if it has none but has a shape."""
    from sdyopt.sharding.pointwise_rules import identity_rule

    (type,) = signature.result_types
    if SHARDING_RULE in signature.attributes or not isinstance(type, ShapedType):
        return signature
    return signature.with_attributes(signature.attributes.with_entry(SHARDING_RULE, identity_rule(type)))


class Applied(Decision):
    """An operand gets the sharding that is requested for it, or a constraint after it if it is on an edge."""

    use: OpOperand
    sharding: Sharding
    is_on_edge: bool

    def explain(self, remarks: Remarks) -> None:
        (op, index), value, sharding = self.use, self.use.value, self.sharding
        kind, text = "applied", "{by} applied to {value}: it has the sharding {sharding} now"
        if self.is_on_edge:
            kind, text = "constraint-inserted", "constraint for {by} inserted after"
            if is_constraint(op):
                kind, text = "constraint-moved", "{by} moved right after"
            text += " {value}, a target of a data-flow edge, to be used instead"
        remarks.tell(kind, text, op, by=wording(op, index), value=value, sharding=sharding)
        if self.is_on_edge and sharding.unreduced:
            text = "{axes:axis|axes} {axes} set as unreduced on the data-flow edge of {value}"
            remarks.tell("unreduced-set", text, op, value=value, axes=sharding.unreduced)


OBSTACLES = {
    "not-applied-open-dimension": (
        "{open_dimensions:dimension|dimensions} {open_dimensions} {open_dimensions:is|are} open"
    ),
    "not-applied-no-sharding-possible": "an argument of this region can have no sharding",
    "not-applied-sharding-present": "it has the sharding {present} already",
    "not-applied-disagreement": "others ask for {others}",
}
"""What remarks of these kinds say of the reason."""

MOST_OTHERS = 4
"""The maximum number of conflicting shardings that a remark lists."""


class NotApplied(Decision):
    """An operand does not get the sharding that is requested for it, for the reason that the `obstacle` names."""

    use: OpOperand
    obstacle: str
    present: Sharding | None
    requested: RequestedShardings

    def explain(self, remarks: Remarks) -> None:
        (op, index), value = self.use, self.use.value
        sharding = requested_by(op.signature)[index]
        first = self.requested.first_requests(value).items()
        others = dict(islice((item for item in first if item[0] is not sharding), MOST_OTHERS))
        is_disagreement = self.obstacle == "not-applied-disagreement"
        remarks.tell(
            self.obstacle,
            "{by} not applied to {value}: " + OBSTACLES[self.obstacle],
            op,
            *[("another sharding is requested here", other) for other in others.values() if is_disagreement],
            by=wording(op, index),
            value=value,
            sharding=sharding,
            open_dimensions=[number for number, dimension in enumerate(sharding.dimensions) if not dimension.is_closed],
            present=self.present,
            others=list(others),
        )


def wording(op: Operation, index: int) -> str:
    """Returns what requests the sharding of the operand `index` of `op`."""
    return "constraint" if is_constraint(op) else f"in_shardings[{index}]"
