"""The formats of `shape.const_shape`, `shape.assuming` and `shape.reduce`."""

from __future__ import annotations

from sdyopt.dialects.shape.types import WITNESS
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr, BoolAttr, DenseElementsAttr, DictionaryAttr, IntegerAttr, StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.types import IndexType, RankedTensorType
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import FormatError, OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.attributes import dense_elements, elements_of
from sdyopt.mlir.write.quoting import symbol_token

_INDEX = IndexType()


class ConstShape(Directive):
    """The sizes of a shape: `[1, 2] : tensor<2xindex>`."""

    symbol = "const_shape"
    grammar = """
        const_shape: attr_dict attribute ":" type
    """

    @staticmethod
    def const_shape(
        context: ParseContext, attributes: dict[str, Attribute], sizes: Attribute, type: Type
    ) -> tuple[dict[str, Attribute], tuple[int, ...], Type]:
        if not isinstance(sizes, ArrayAttr):
            raise context.error("invalid kind of attribute specified", context.offset_of(1))
        if not all(isinstance(size, (IntegerAttr, BoolAttr)) for size in sizes):
            raise context.error("expected integers", context.offset_of(1))
        return attributes, tuple([_number(size) for size in sizes]), type

    @classmethod
    def read(cls, value: tuple[dict[str, Attribute], tuple[int, ...], Type], state: OperationState) -> None:
        attributes, sizes, type = value
        if "shape" in attributes:
            raise FormatError("attribute 'shape' occurs more than once in the attribute list", state.offset)
        state.add_attributes(attributes)
        state.properties["shape"] = dense_elements(str(list(sizes)), RankedTensorType((len(sizes),), _INDEX))
        state.result_types = [type]

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

    symbol = "assuming_op"
    grammar = """
        assuming_op: witness ["->" assuming_results] region attr_dict
        witness: value_use
        assuming_results: "(" [some_types] ")" | plain_type -> lone_result_type
    """

    @staticmethod
    def witness(context: ParseContext, use: ValueUse) -> ValueUse:
        """It is looked up before anything else is read."""
        context.resolve(use, WITNESS)
        return use

    @staticmethod
    def assuming_results(context: ParseContext, types: list[Type] | None) -> list[Type]:
        return types or []

    @staticmethod
    def assuming_op(
        context: ParseContext,
        witness: ValueUse,
        results: list[Type] | None,
        region: Region,
        attributes: dict[str, Attribute],
    ) -> tuple[ValueUse, list[Type], Region, dict[str, Attribute]]:
        return witness, results or [], region, attributes

    @classmethod
    def read(cls, value: tuple[ValueUse, list[Type], Region, dict[str, Attribute]], state: OperationState) -> None:
        witness, results, region, attributes = value
        state.operands, state.operand_types, state.result_types = [witness], [WITNESS], results
        state.add_region(region)
        state.add_attributes(attributes)

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


class _Reduced(NamedTuple):
    """The shape and the initial values, and their types."""

    operands: list[ValueUse]
    shape: Type
    results: list[Type]


class ReduceOp(Directive):
    """`(%shape, %init) : !shape.shape -> !shape.size {…}`."""

    symbol = "shape_reduce"
    grammar = """
        shape_reduce: reduced_shape region attr_dict
        reduced_shape: "(" value_uses ")" ":" type ["->" assuming_results]
    """
    messages = {
        " assuming_results": missing("expected non-function type"),
        " shape_reduce": missing("expected '(' in operand list"),
        "reduced_shape ')'": missing("expected ')' in operand list"),
    }

    @staticmethod
    def reduced_shape(
        context: ParseContext, operands: list[ValueUse], shape: Type, results: list[Type] | None
    ) -> _Reduced:
        """The operands are looked up before the region is read."""
        results = results or []
        if not operands:
            raise context.error("expected a shape", context.offset_of(1))
        context.resolve(operands[0], shape)
        initial = operands[1:]
        if len(initial) != len(results):
            message = f"number of operands and types do not match: got {len(initial)} operands"
            raise context.error(f"{message} and {len(results)} types", context.operation_start)
        for use, type in zip(initial, results, strict=True):
            context.resolve(use, type)
        return _Reduced(operands, shape, results)

    @staticmethod
    def shape_reduce(
        context: ParseContext, head: _Reduced, region: Region, attributes: dict[str, Attribute]
    ) -> tuple[_Reduced, Region, dict[str, Attribute]]:
        return head, region, attributes

    @classmethod
    def read(cls, value: tuple[_Reduced, Region, dict[str, Attribute]], state: OperationState) -> None:
        head, region, attributes = value
        state.operands = head.operands
        state.operand_types, state.result_types = [head.shape, *head.results], head.results
        state.regions.append(region)
        state.add_attributes(attributes)

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


class _Library(NamedTuple):
    """The parts of a function library."""

    name: StringAttr
    attributes: dict[str, Attribute]
    body: Region
    mapping: DictionaryAttr


class FunctionLibrary(Directive):
    """`@name {…} mapping {…}`."""

    symbol = "function_library"
    grammar = """
        function_library: symbol_name attr_dict_with_keyword region "mapping" attribute
    """
    messages = {
        " function_library": refused("expected valid '@'-identifier for symbol name"),
        "function_library 'mapping'": refused("expected 'mapping'"),
    }

    @staticmethod
    def function_library(
        context: ParseContext, name: StringAttr, attributes: dict[str, Attribute], body: Region, mapping: Attribute
    ) -> _Library:
        if not isinstance(mapping, DictionaryAttr):
            if isinstance(mapping, IntegerAttr):
                raise ParseError("integer literal not valid for specified type", context.offset_of(-1))
            raise context.error("invalid kind of attribute specified", context.offset_of(-1))
        return _Library(name, attributes, body, mapping)

    @classmethod
    def read(cls, value: _Library, state: OperationState) -> None:
        if "mapping" in value.attributes:
            raise FormatError("attribute 'mapping' occurs more than once in the attribute list", state.offset)
        state.properties["sym_name"] = value.name
        state.add_attributes(value.attributes)
        state.properties["mapping"] = value.mapping
        state.regions.append(value.body)

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
