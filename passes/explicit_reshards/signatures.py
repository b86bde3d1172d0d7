"""The signatures of the operations that are inserted, each made once."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRefList, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD
from sdyopt.dialects.sdy.shardings.reductions import reduction_properties
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.passes.explicit_reshards.choose.uses import ReshardStep


@remembered
def step_signature(step: ReshardStep, type: Type) -> Signature:
    """Returns the signature of the operation of a step, for a value of `type`."""
    properties: dict[str, Attribute] = {} if step.axes is None else dict([step.axes])
    properties["sharding" if step.axes is None else "out_sharding"] = step.sharding
    if step.definition is ALL_REDUCE:
        properties |= reduction_properties(step.sharding.reduction_op)
    return Signature.of(step.definition, (type,), (type,), DictionaryAttr.of(properties), NO_ATTRIBUTES)


def reshard_signature(sharding: Sharding, type: Type) -> Signature:
    """Returns the signature of a reshard of a value of `type`."""
    return step_signature(ReshardStep(RESHARD, None, sharding), type)


def all_reduce_signature(axes: AxisRefList, sharding: Sharding, type: Type) -> Signature:
    """Returns the signature of an all-reduce of a value of `type`."""
    return step_signature(ReshardStep(ALL_REDUCE, ("reduction_axes", axes), sharding), type)
