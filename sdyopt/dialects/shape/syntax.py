"""The formats of `shape.const_shape`, `shape.assuming` and `shape.reduce`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.dialects.shape.types import WITNESS
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, BoolAttr, DenseElementsAttr, IntegerAttr, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IndexType, NoneType, RankedTensorType
from sdyopt.mlir.declare.attr_kinds import DICTIONARY
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.attributes import dense_elements, elements_of
from sdyopt.mlir.write.quoting import symbol_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_INDEX = IndexType()


class ConstShape(Directive):
    """The sizes of a shape: `[1, 2] : tensor<2xindex>`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        attributes = parser.parse_optional_dictionary()
        at = parser.start
        sizes = parser.parse_attribute()
        if not isinstance(sizes, ArrayAttr):
            raise parser.say("invalid kind of attribute specified", at)
        if not all(isinstance(size, (IntegerAttr, BoolAttr)) for size in sizes):
            raise parser.say("expected integers", at)
        parser.parse_token(":", "expected ':'")
        state.result_types = [parser.parse_type()]
        numbers = [_number(size) for size in sizes]
        state.duplicate = "shape" if "shape" in attributes else ""
        state.add_attributes(attributes)
        state.properties["shape"] = dense_elements(str(numbers), RankedTensorType((len(numbers),), _INDEX))

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.attributes_without(op, "shape")
        given = op.properties["shape"]
        assert isinstance(given, DenseElementsAttr)
        writer.text(f"[{', '.join(map(str, elements_of(given)))}] : ")
        writer.type(op.signature.result_types[0])


def _number(attribute: Attribute) -> int:
    """The value of an integer; MLIR's `true` is an integer of one bit, which is the sign."""
    assert isinstance(attribute, (IntegerAttr, BoolAttr))
    return -attribute.value if isinstance(attribute, BoolAttr) else attribute.value


class AssumingOp(Directive):
    """`%w -> (index) {…}`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        witness = parser.parse_operand()
        parser.resolve(witness, WITNESS)
        results = parser.parse_function_results() if parser.consume_if("->") else []
        state.operands, state.operand_types, state.result_types = [witness], [WITNESS], results
        state.add_region(parser.parse_region())
        state.add_attributes(parser.parse_optional_dictionary())

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.operand(0)
        if op.results:
            writer.text(" -> (")
            writer.types(op.signature.result_types)
            writer.text(")")
        writer.text(" ")
        writer.region(0, with_arguments=False, with_terminator=bool(op.results))
        writer.attributes_without(op)


class ShapeReduceOp(Directive):
    """`(%shape, %init) : !shape.shape -> !shape.size {…}`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        """The operands are looked up before the region is read."""
        operands = parser.parse_operands_in_parentheses()
        at = parser.last_end - 1
        parser.parse_token(":", "expected ':'")
        shape = parser.parse_type()
        results = parser.parse_function_results() if parser.consume_if("->") else []
        if not operands:
            raise parser.say("expected a shape", at)
        parser.resolve(operands[0], shape)
        parser.resolve_all(operands[1:], results, state.offset)
        state.operands = operands
        state.operand_types, state.result_types = [shape, *results], results
        state.regions.append(parser.parse_region())
        state.add_attributes(parser.parse_optional_dictionary())

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.text("(")
        writer.operand(0)
        writer.text(", ")
        writer.operands(1, len(op.operands))
        writer.text(") : ")
        writer.type(op.signature.operand_types[0])
        results = op.signature.result_types
        if results:
            writer.text(" -> " if len(results) == 1 else " -> (")
            writer.types(results)
            writer.text("" if len(results) == 1 else ")")
        writer.text(" ")
        writer.region(0)
        writer.attributes_without(op)


class FunctionLibrary(Directive):
    """`@name {…} mapping {…}`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        state.properties["sym_name"] = StringAttr(parser.parse_symbol_name())
        attributes = parser.parse_optional_dictionary("attributes")
        state.duplicate = "mapping" if "mapping" in attributes else ""
        state.add_attributes(attributes)
        state.regions.append(parser.parse_region())
        parser.parse_keyword("mapping")
        is_dictionary = DICTIONARY.accepts
        state.properties["mapping"] = parser.parse_attribute_of_kind(is_dictionary, NoneType())

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        name = op.properties["sym_name"]
        assert isinstance(name, StringAttr)
        writer.text(symbol_token(name.value))
        writer.attributes_without(op, "sym_name", "mapping", keyword="attributes ")
        writer.text(" ")
        writer.region(0, with_arguments=False, with_terminator=False)
        writer.text(" mapping ")
        writer.attribute(op.properties["mapping"])
