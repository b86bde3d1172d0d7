"""How constants are written that have a format of their own: `{attributes} dense<…> : type`, the type the result's.

A result of another type, as a quantized one, takes a form much like the generic one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.operation import Operation
from sdyopt.ods.format import DIRECTIVES, Directive, functional_type
from sdyopt.ods.spelling import spell
from sdyopt.ods.state import FormatError, OperationState
from sdyopt.ods.writer import Writer


class Constant(NamedTuple):
    """What the short form gives: the attributes before the value, and the value."""

    attributes: dict[str, Attribute]
    value: Any


class ConstantInParentheses(NamedTuple):
    """What the form like the generic one gives: `() <{value = …}> {attributes} : () -> type`."""

    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    type: Type


def read_constant(constant: Constant | ConstantInParentheses, state: OperationState) -> None:
    """Raises FormatError where the value is there twice."""
    state.operand_types = []
    if isinstance(constant, ConstantInParentheses):
        state.properties, state.attributes = constant.properties, constant.attributes
        state.result_types = [constant.type]
        return
    attributes, value = constant
    if "value" in attributes:
        raise FormatError("attribute 'value' occurs more than once in the attribute list", state.offset)
    state.properties["value"] = value
    state.attributes = attributes
    state.result_types = [value.type]


def write_constant(writer: Writer, op: Operation) -> None:
    value: Any = op.properties["value"]
    is_short = value.type == op.results[0].type
    writer.text(" " if is_short else f"() <{spell(op.properties)}> ")
    if op.attributes.entries:
        writer.text(f"{spell(op.attributes)} ")
    writer.text(spell(value) if is_short else f": {functional_type(op)}")


DIRECTIVES["Constant"] = Directive("constant", read_constant, write_constant)
