"""How constants are written that have a format of their own: `{attributes} dense<…> : type`, the type the result's.

A result of another type, as a quantized one, takes a form much like the generic one.
"""

from __future__ import annotations

from typing import Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.attr_kinds import ELEMENTS
from sdyopt.mlir.declare.inherent import converted, held
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import FormatError, OperationState
from sdyopt.mlir.formats.syntax import Directive, made
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.write.attributes import text_of


class _Short(NamedTuple):
    """The attributes before the value, and the value."""

    attributes: dict[str, Attribute]
    value: Any


class _InParentheses(NamedTuple):
    """`() <{value = …}> {attributes} : () -> type`."""

    properties: Attribute | None
    attributes: dict[str, Attribute]
    type: Type


class Constant(Directive):
    """A constant, from its attributes to its type."""

    symbol = "constant"
    grammar = """
        constant: attr_dict attribute
                | "(" ")" ["<" attribute ">"] attr_dict ":" "(" ")" "->" type -> constant_in_parentheses
    """

    constant_in_parentheses = made(_InParentheses)

    @staticmethod
    def constant(context: ParseContext, attributes: dict[str, Attribute], value: Attribute) -> _Short:
        if not ELEMENTS.accepts(value):
            raise context.error("invalid kind of attribute specified", context.offset_of(1))
        return _Short(attributes, value)

    @classmethod
    def read(cls, value: _Short | _InParentheses, state: OperationState) -> None:
        """Raises FormatError where the value is there twice."""
        state.operand_types = []
        if isinstance(value, _InParentheses):
            cls._read_in_parentheses(value, state)
            return
        if "value" in value.attributes:
            raise FormatError("attribute 'value' occurs more than once in the attribute list", state.offset)
        state.properties["value"] = value.value
        state.attributes = value.attributes
        state.result_types = [value.value.type]

    @classmethod
    def _read_in_parentheses(cls, constant: _InParentheses, state: OperationState) -> None:
        """Attributes are not checked where they stand: a value of another kind is as if it was not there."""
        definition: Any = state.definition
        state.properties = held(definition, constant.attributes)
        if constant.properties is not None:
            try:
                state.properties |= converted(definition, constant.properties)
            except ValueError as error:
                raise ParseError(str(error), state.offset) from None
        state.attributes = {
            name: value for name, value in constant.attributes.items() if name not in definition.inherent_names
        }
        state.result_types = [constant.type]

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        value: Any = op.properties["value"]
        is_short = value.type == op.results[0].type
        writer.text(" " if is_short else f"() <{text_of(op.properties)}> ")
        if op.attributes.entries:
            writer.text(f"{text_of(op.attributes)} ")
        writer.text(text_of(value) if is_short else f": {functional_type(op)}")
