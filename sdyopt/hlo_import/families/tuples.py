"""Tuples, tokens, and what goes between programs, and between them and their host."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.hlo_import.blocks import ELEMENT, TUPLE
from sdyopt.hlo_import.opcodes import opcode
from sdyopt.hlo_import.shardings import SHARDING, element_shardings
from sdyopt.hlo_import.subject import Subject, flat_types, i64_attribute
from sdyopt.hlo_import.types import ConvertedShape
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, ArrayAttr, BoolAttr, DictionaryAttr, IntegerAttr, StringAttr
from sdyopt.ir.types import TupleType
from sdyopt.ir.value import Value
from sdyopt.layout import ArrayShape, TupleShape


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


_BETWEEN_DEVICES, _TO_HOST, _FROM_HOST = 1, 2, 3
"""The types of channels."""


@opcode("send", 2, required=["channel_id"], optional=["is_host_transfer"])
def send(subject: Subject) -> Value:
    """The token of `send-done` is its result."""
    _, token = _transferred(subject)
    layout = [entry for entry in subject.shape.attributes if entry[0] == "result_layout"]
    op = subject.create(
        "stablehlo.send", _transfer(subject, _TO_HOST), types=[token.type], attributes=_sharded(subject, "{}", 0)
    )
    subject.shape = token._replace(attributes=(*layout, *token.attributes))
    return op.result


@opcode("recv", 1, required=["channel_id"], optional=["is_host_transfer"])
def receive(subject: Subject) -> Value:
    """The tuple of `recv-done` is its result."""
    types = [shape.type for shape in _transferred(subject)]
    attributes = _sharded(subject, "{{{}, {}}}", 0, 2)
    op = subject.create("stablehlo.recv", _transfer(subject, _FROM_HOST), types=types, attributes=attributes)
    return subject.block.tupled(op.results, TupleType(tuple(types)), subject.location)


@opcode("send-done", 1, optional=["channel_id", "is_host_transfer"])
@opcode("recv-done", 1, optional=["channel_id", "is_host_transfer"])
def transfer_done(subject: Subject) -> Value:
    """Stands for what `send` or `recv` has made."""
    (operand,) = subject.operands
    if operand.type != subject.type:
        subject.refuse(f"its operand is not what it is the end of: it is {operand.type}, not {subject.type}")
    return operand


def _transferred(subject: Subject) -> tuple[ConvertedShape, ConvertedShape]:
    """Returns the shapes of the value and of the token. Raises CompilationError."""
    elements = subject.shape.elements if isinstance(subject.shape.shape, TupleShape) else []
    if len(elements) != 3:
        subject.refuse(f"expected the shape (value, u32[], token[]), found {subject.shape.shape}")
    if isinstance(elements[0].type, TupleType):
        subject.refuse("its value is a tuple")
    return elements[0], elements[2]


def _transfer(subject: Subject, type: int) -> dict[str, Attribute]:
    """Returns the properties of a transfer, whose channel has that type if it is one to or from the host."""
    is_host_transfer = subject.flag("is_host_transfer")
    channel = ChannelHandle(subject.integer("channel_id"), type if is_host_transfer else _BETWEEN_DEVICES)
    return {"channel_handle": channel, "is_host_transfer": BoolAttr(is_host_transfer)}


def _sharded(subject: Subject, form: str, *parts: int) -> DictionaryAttr:
    """Returns the attributes with the sharding of some parts of the value, the context and the token."""
    given = subject.attributes.get(SHARDING)
    if not isinstance(given, StringAttr):
        return subject.attributes
    shardings = element_shardings(given.value, 3)
    if shardings is None:
        subject.fail_at("sharding", "it is not one of 3 parts")
    return subject.attributes.with_entry(SHARDING, StringAttr(form.format(*[shardings[part] for part in parts])))
