"""Reshards of an operand or a result of an operation, which passes insert."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRefList, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.axes import reduction_properties
from sdyopt.ir.attribute import Attribute, Location, Type, remembered
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.rewriting.rewriter import Rewriter


class ReshardStep(NamedTuple):
    """An operation that changes a sharding: its kind, its axes by the name of the attribute, and the new sharding.

    An all-reduce reduces by the operator of the new sharding.
    """

    definition: OpDefinition
    axes: tuple[str, Attribute] | None
    sharding: Sharding


@remembered
def step_signature(step: ReshardStep, type: Type) -> Signature:
    """Returns the signature of the operation of a step, for a value of `type`."""
    properties: dict[str, Attribute] = {} if step.axes is None else dict([step.axes])
    properties["sharding" if step.axes is None else "out_sharding"] = step.sharding
    if step.definition is ALL_REDUCE:
        properties |= reduction_properties(step.sharding.reduction_op)
    return Signature.of(step.definition, (type,), (type,), DictionaryAttr.of(properties), NO_ATTRIBUTES)


def reshard_signature(sharding: Sharding, type: Type) -> Signature:
    return step_signature(ReshardStep(RESHARD, None, sharding), type)


def all_reduce_signature(axes: AxisRefList, sharding: Sharding, type: Type) -> Signature:
    return step_signature(ReshardStep(ALL_REDUCE, ("reduction_axes", axes), sharding), type)


def constraint_on(value: Value, sharding: Sharding, location: Location | int) -> Operation:
    """Returns a sharding constraint on a value, which is in no block yet."""
    properties = DictionaryAttr.of((("sharding", sharding),))
    return Operation.create(SHARDING_CONSTRAINT, [value], [value.type], properties, location=location)


def reshard_operand(op: Operation, index: int, sharding: Sharding, rewriter: Rewriter) -> None:
    """Reshards an operand, right before the operation and for that use alone."""
    operand = op.operands[index]
    signature, at = reshard_signature(sharding, operand.type), InsertionPoint.before_op(op)
    reshard = rewriter.create_with(at, signature, [operand], operand.definition_location)
    rewriter.renames(reshard.results[0], operand)
    rewriter.set_operand(OpOperand(op, index), reshard.results[0])


def reshard_result(
    result: OpResult, computed: Sharding, sharding: Sharding, at: InsertionPoint, rewriter: Rewriter
) -> None:
    """Gives a result the sharding `computed`, and reshards it to `sharding` for all its uses."""
    use_instead(result, reshard_signature(sharding, result.type), at, rewriter)
    rewriter.set_sharding(result, computed)


def use_instead(result: OpResult, signature: Signature, at: InsertionPoint, rewriter: Rewriter) -> OpResult:
    """Inserts an operation on a result, and returns its result, which all users use then."""
    op = rewriter.create_with(at, signature, [result], result.definition_location)
    rewriter.renames(op.results[0], result)
    rewriter.replace_uses(result, op.results[0], except_in=op)
    return op.results[0]
