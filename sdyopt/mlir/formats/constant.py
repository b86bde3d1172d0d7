"""How constants are written that have a format of their own: `{attributes} dense<…> : type`, the type the result's.

A result of another type, as a quantized one, takes a form much like the generic one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.attr_kinds import ELEMENTS
from sdyopt.mlir.declare.constraints import held
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.state import Directive, OperationState, Writer
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class Constant(Directive):
    """A constant, from its attributes to its type."""

    is_constant = True

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        state.operand_types = []
        if parser.consume_if("("):
            cls._parse_in_parentheses(parser, state)
            return
        state.attributes = parser.parse_optional_dictionary()
        value: Any = parser.parse_attribute_of_kind(ELEMENTS.accepts)
        if "value" in state.attributes:
            state.duplicate = "value"
        state.properties["value"] = value
        state.result_types = [value.type]

    @classmethod
    def _parse_in_parentheses(cls, parser: Parser, state: OperationState) -> None:
        """Reads `) <{value = …}> {attributes} : () -> type`; an attribute of another kind is as if it was not there."""
        definition: Any = state.definition
        parser.parse_token(")", "expected ')'")
        if parser.consume_if("<"):
            state.given = parser.parse_attribute()
            parser.parse_token(">", "expected '>'")
        attributes = parser.parse_optional_dictionary()
        for token in (":", "(", ")", "->"):
            parser.parse_token(token, f"expected '{token}'")
        state.result_types = [parser.parse_type()]
        state.properties = held(definition, attributes)
        state.attributes = {name: attributes[name] for name in attributes if name not in definition.inherent_names}

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        value: Any = op.properties["value"]
        is_short = value.type == op.results[0].type
        writer.text(" " if is_short else f"() <{text_of(op.properties)}> ")
        if op.attributes.entries:
            writer.text(f"{text_of(op.attributes)} ")
        writer.text(text_of(value) if is_short else f": {functional_type(op)}")
