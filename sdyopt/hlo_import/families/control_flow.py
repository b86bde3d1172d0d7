"""Calls, loops and branches."""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.stablehlo.attributes import ChannelHandle, OutputOperandAlias
from sdyopt.hlo.attributes import output_aliases
from sdyopt.hlo.text import HloComputation
from sdyopt.hlo_import.computations import element_shardings
from sdyopt.hlo_import.instructions import ELEMENT, TUPLE, InstructionConverter, declared, opcode, string
from sdyopt.hlo_import.syntax import ConvertedShape, converted_shape, layout_attribute, list_items
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import (
    I1,
    I32,
    TRUE,
    ArrayAttr,
    BoolAttr,
    DictionaryAttr,
    IntegerAttr,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TupleType,
    i64,
)
from sdyopt.ir.value import Value
from sdyopt.layout.shape import ArrayShape, TupleShape
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import parse_attribute
from sdyopt.sharding.gspmd import GSPMD_SHARDING


def _callee(subject: InstructionConverter) -> dict[str, Attribute]:
    if subject.flag("is_composite"):
        subject.refuse("composite operations have no form here")
    name = subject.computations.function_name(subject.computation("to_apply"))
    return {"callee": SymbolRefAttr((name,))}


declared(
    "call", (0, None), "func.call", required=["to_apply"], optional=["is_composite"], others=_callee, takes_parts=True
)
declared("while", 1, regions=["condition", "body"], takes_parts=True)


@opcode("conditional", (1, None), optional=["branch_computations", "true_computation", "false_computation"])
def conditional(subject: InstructionConverter) -> Value:
    """Branches have no arguments, but use the values around them."""
    index, *operands = subject.operands
    branches = _branches(subject)
    if len(operands) != len(branches):
        subject.refuse(f"it has {len(branches)} branches and {len(operands)} operands for them")
    is_predicate = isinstance(index.type, RankedTensorType) and index.type.element_type is I1
    given = [subject.parts([operand]) for operand in operands]
    closed = subject.computations.closed_region
    regions = [closed(*each, subject.instruction) for each in zip(branches, given, strict=True)]
    name = "stablehlo.if" if is_predicate else "stablehlo.case"
    return subject.tupled(subject.create(name, regions=regions, operands=[index], types=subject.types))


def _branches(subject: InstructionConverter) -> list[HloComputation]:
    names = ("true_computation", "false_computation")
    if all(name in subject.instruction.attributes for name in names):
        return [subject.computation(name) for name in names]
    if not (subject.text("branch_computations") or "").startswith("{"):
        subject.refuse("it has neither branch_computations nor true_computation and false_computation")
    return subject.called("branch_computations")


# Tuples, tokens, and what goes between programs, and between them and their host.


@opcode("tuple", (0, None))
def make_tuple(subject: InstructionConverter) -> Value:
    """Its type is that of the operands."""
    return subject.create(TUPLE).result


@opcode("get-tuple-element", 1, required=["index"])
def get_tuple_element(subject: InstructionConverter) -> Value:
    """The index must be one of the tuple's."""
    type, index = subject.operands[0].type, subject.integer("index")
    if not isinstance(type, TupleType):
        subject.refuse("the operand is not a tuple")
    if not 0 <= index < len(type.types):
        subject.fail_at("index", f"the tuple has {len(type.types)} elements")
    return subject.create(ELEMENT, {"index": IntegerAttr(index, I32)}).result


@opcode("after-all", (0, None))
def after_all(subject: InstructionConverter) -> Value:
    """Without operands it makes a token."""
    return subject.create("stablehlo.after_all" if subject.operands else "stablehlo.create_token").result


declared("opt-barrier", 1, "stablehlo.optimization_barrier", takes_parts=True)


def _layouts_of_parts(subject: InstructionConverter) -> dict[str, Attribute]:
    """Returns the layouts of the values that are fed in, before the token."""
    layouts = []
    for leaf in subject.shape.leaves[:-1]:
        if not isinstance(leaf.shape, ArrayShape):
            subject.refuse("a value that is fed in is not an array")
        layouts.append(ArrayAttr(tuple([i64(number) for number in leaf.shape.layout.minor_to_major])))
    return {"layout": ArrayAttr(tuple(layouts))}


declared("infeed", 1, others=_layouts_of_parts, infeed_config=string("infeed_config"))
declared("outfeed", 2, optional=["outfeed_shape"], takes_parts=True, outfeed_config=string("outfeed_config"))


_BETWEEN_DEVICES, _TO_HOST, _FROM_HOST = 1, 2, 3
"""The types of channels."""


@opcode("send", 2, required=["channel_id"], optional=["is_host_transfer"])
def send(subject: InstructionConverter) -> Value:
    """The token of `send-done` is its result."""
    _, token = _transferred(subject)
    layout = [entry for entry in subject.shape.attributes if entry[0] == "result_layout"]
    op = subject.create(
        "stablehlo.send", _transfer(subject, _TO_HOST), types=[token.type], attributes=_sharded(subject, "{}", 0)
    )
    subject.shape = token._replace(attributes=(*layout, *token.attributes))
    return op.result


@opcode("recv", 1, required=["channel_id"], optional=["is_host_transfer"])
def receive(subject: InstructionConverter) -> Value:
    """The tuple of `recv-done` is its result."""
    types = [shape.type for shape in _transferred(subject)]
    attributes = _sharded(subject, "{{{}, {}}}", 0, 2)
    op = subject.create("stablehlo.recv", _transfer(subject, _FROM_HOST), types=types, attributes=attributes)
    return subject.block.tupled(op.results, TupleType(tuple(types)), subject.location)


@opcode("send-done", 1, optional=["channel_id", "is_host_transfer"])
@opcode("recv-done", 1, optional=["channel_id", "is_host_transfer"])
def transfer_done(subject: InstructionConverter) -> Value:
    """Stands for what `send` or `recv` has made."""
    (operand,) = subject.operands
    if operand.type != subject.type:
        subject.refuse(f"its operand is not what it is the end of: it is {operand.type}, not {subject.type}")
    return operand


def _transferred(subject: InstructionConverter) -> tuple[ConvertedShape, ConvertedShape]:
    """Returns the shapes of the value and of the token. Raises CompilationError."""
    elements = subject.shape.elements if isinstance(subject.shape.shape, TupleShape) else []
    if len(elements) != 3:
        subject.refuse(f"expected the shape (value, u32[], token[]), found {subject.shape.shape}")
    if isinstance(elements[0].type, TupleType):
        subject.refuse("its value is a tuple")
    return elements[0], elements[2]


def _transfer(subject: InstructionConverter, type: int) -> dict[str, Attribute]:
    """Returns the properties of a transfer, whose channel has that type if it is one to or from the host."""
    is_host_transfer = subject.flag("is_host_transfer")
    channel = ChannelHandle(subject.integer("channel_id"), type if is_host_transfer else _BETWEEN_DEVICES)
    return {"channel_handle": channel, "is_host_transfer": BoolAttr(is_host_transfer)}


def _sharded(subject: InstructionConverter, form: str, *parts: int) -> DictionaryAttr:
    """Returns the attributes with the sharding of some parts of the value, the context and the token."""
    if not isinstance(given := subject.attributes.get(GSPMD_SHARDING), StringAttr):
        return subject.attributes
    shardings = element_shardings(given.value, 3)
    if shardings is None:
        subject.fail_at("sharding", "it is not one of 3 parts")
    return subject.attributes.with_entry(GSPMD_SHARDING, StringAttr(form.format(*[shardings[part] for part in parts])))


# Custom calls.

_VERSIONS = {
    "API_VERSION_ORIGINAL": 1,
    "API_VERSION_STATUS_RETURNING": 2,
    "API_VERSION_STATUS_RETURNING_UNIFIED": 3,
    "API_VERSION_TYPED_FFI": 4,
}


@opcode(
    "custom-call",
    (0, None),
    required=["custom_call_target"],
    optional=[
        "api_version",
        "batch_group_count",
        "called_computations",
        "custom_call_has_side_effect",
        "dim_labels",
        "feature_group_count",
        "operand_layout_constraints",
        "operand_precision",
        "output_to_operand_aliasing",
        "padding_type",
        "to_apply",
        "window",
    ],
)
def custom_call(subject: InstructionConverter) -> Value:
    """A tuple remains one."""
    version = subject.text("api_version", "API_VERSION_ORIGINAL") or ""
    if version not in _VERSIONS:
        subject.fail_at("api_version", f"expected one of {', '.join(_VERSIONS)}, found '{version[:40]}'")
    properties: dict[str, Attribute] = {
        "call_target_name": StringAttr(subject.string("custom_call_target")),
        "backend_config": _backend_config(subject, _VERSIONS[version]),
    }
    if _VERSIONS[version] != 1:
        properties["api_version"] = IntegerAttr(_VERSIONS[version], I32)
    if subject.flag("custom_call_has_side_effect"):
        properties["has_side_effect"] = TRUE
    called = _called(subject)
    if "operand_layout_constraints" in subject.instruction.attributes:
        properties |= _layouts(subject)  # XLA forgets the computations then.
    elif called:
        properties["called_computations"] = ArrayAttr(tuple(called))
    if aliases := _aliases(subject):
        properties["output_operand_aliases"] = ArrayAttr(tuple(aliases))
    return subject.create("stablehlo.custom_call", properties).result


def _backend_config(subject: InstructionConverter, version: int) -> Attribute:
    """Returns the configuration: a dictionary for typed calls, text for others."""
    text = subject.string("backend_config")
    if version != 4:
        return StringAttr(text)
    try:
        found = parse_attribute(text or "{}", REGISTRY)
    except CompilationError as error:
        subject.fail_at("backend_config", f"expected a dictionary of attributes: {error.diagnostics[0].message}")
    if not isinstance(found, DictionaryAttr):
        subject.fail_at("backend_config", "expected a dictionary of attributes")
    return found


def _called(subject: InstructionConverter) -> list[Attribute]:
    found: list[Attribute] = []
    for name in ("to_apply", "called_computations"):
        if not found:
            names = map(subject.computations.function_name, subject.called(name))
            found = [SymbolRefAttr((name,)) for name in names]
    return found


def _layouts(subject: InstructionConverter) -> dict[str, Attribute]:
    """Returns the layouts of operands, as they are constrained, and of results."""
    text, place, _ = subject.instruction.attributes["operand_layout_constraints"]
    operands = [layout_attribute(converted_shape(shape, place).shape) for shape in list_items(text)]
    shape = subject.shape.shape
    results = layout_attribute(shape)
    return {
        "operand_layouts": ArrayAttr(tuple(operands)),
        "result_layouts": results if isinstance(shape, TupleShape) else ArrayAttr((results,)),
    }


def _aliases(subject: InstructionConverter) -> list[OutputOperandAlias]:
    """Returns which parts of the result share the memory of operands."""
    found = subject.read("output_to_operand_aliasing", output_aliases)
    return [OutputOperandAlias(each.result_index, each.parameter, each.parameter_index) for each in found]
