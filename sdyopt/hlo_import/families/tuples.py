"""Tuples, tokens, and what goes between programs and their host."""

from __future__ import annotations

from sdyopt.hlo_import.blocks import ELEMENT, TUPLE
from sdyopt.hlo_import.opcodes import opcode
from sdyopt.hlo_import.subject import Subject, flat_types, i64_attribute
from sdyopt.hlo_import.types import ConvertedShape
from sdyopt.ir.attributes import I32, ArrayAttr, IntegerAttr, StringAttr
from sdyopt.ir.types import TupleType
from sdyopt.ir.value import Value
from sdyopt.layout import ArrayShape


@opcode("tuple", (0, None))
def make_tuple(subject: Subject) -> Value:
    """Its type is that of the operands."""
    return subject.create(TUPLE).result


@opcode("get-tuple-element", 1, required=["index"])
def get_tuple_element(subject: Subject) -> Value:
    """The index must be one of the tuple's."""
    type, index = subject.operands[0].type, subject.integer("index")
    if not isinstance(type, TupleType):
        subject.refuse("the operand is not a tuple")
    if not 0 <= index < len(type.types):
        subject.fail_at("index", f"the tuple has {len(type.types)} elements")
    return subject.create(ELEMENT, {"index": IntegerAttr(index, I32)}).result


@opcode("opt-barrier", 1)
def optimization_barrier(subject: Subject) -> Value:
    """A barrier for all parts of a tuple."""
    (operand,) = subject.operands
    values = subject.block.flattened(operand, subject.location)
    return subject.tupled(
        subject.create("stablehlo.optimization_barrier", operands=values, types=flat_types(operand.type))
    )


@opcode("after-all", (0, None))
def after_all(subject: Subject) -> Value:
    """Without operands it makes a token."""
    return subject.create("stablehlo.after_all" if subject.operands else "stablehlo.create_token").result


@opcode("infeed", 1, optional=["infeed_config"])
def infeed(subject: Subject) -> Value:
    """The result is a tuple of values and a token."""
    properties = {
        "infeed_config": StringAttr(subject.string("infeed_config")),
        "layout": ArrayAttr(tuple([_listed_layout(subject, leaf) for leaf in subject.shape.leaves[:-1]])),
    }
    return subject.tupled(subject.create("stablehlo.infeed", properties, types=flat_types(subject.type)))


def _listed_layout(subject: Subject, leaf: ConvertedShape) -> ArrayAttr:
    if not isinstance(leaf.shape, ArrayShape):
        subject.refuse("a value that is fed in is not an array")
    return ArrayAttr(tuple([i64_attribute(number) for number in leaf.shape.layout.minor_to_major]))


@opcode("outfeed", 2, optional=["outfeed_config", "outfeed_shape"])
def outfeed(subject: Subject) -> Value:
    """The parts of a tuple are operands."""
    operand, token = subject.operands
    operands = [*subject.block.flattened(operand, subject.location), token]
    properties = {"outfeed_config": StringAttr(subject.string("outfeed_config"))}
    return subject.create("stablehlo.outfeed", properties, operands=operands).result
