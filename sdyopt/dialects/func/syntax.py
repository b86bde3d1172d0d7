"""The head of `func.func`: arguments and results with their attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, StringAttr, TypeAttr
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import FunctionType
from sdyopt.mlir.declare.inherent import held
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import EntryArgument, FormatError, OperationState
from sdyopt.mlir.formats.syntax import Directive, always, as_list
from sdyopt.mlir.formats.writer import Mark, Quiet, Writer
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import symbol_token

_INHERENT = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
_INFERRED = ("sym_visibility", "sym_name", "function_type")
_UNNAMED = ""

_Results = list[tuple[Type, DictionaryAttr]]


_Head = tuple[list[EntryArgument], _Results]
"""The arguments, which have no names in a declaration, and the results."""


class _Function(NamedTuple):
    """Everything after `func.func`."""

    visibility: str | None
    name: StringAttr
    head: _Head
    attributes: dict[str, Attribute]
    body: Region | None


class Function(Directive):
    """A function from its visibility to its body."""

    symbol = "function"
    grammar = """
        function: [visibility] symbol_name function_signature function_attributes [region]
        function_attributes: ["attributes" dictionary]
        visibility: "public" -> public | "private" -> private | "nested" -> nested

        function_signature: function_arguments ["->" function_results]
        function_arguments: "(" (named_argument ("," named_argument)* | unnamed_argument ("," unnamed_argument)*)? ")"
        named_argument: VALUE ":" type [dictionary] [location]
        unnamed_argument: type [dictionary] [location]

        function_results: "(" (function_result ("," function_result)*)? ")" | plain_type -> lone_result
        function_result: type [dictionary]
    """
    messages = {
        "function_arguments named_argument": missing("expected non-function type"),
        " named_argument": refused("expected SSA identifier"),
        " unnamed_argument before VALUE": refused("expected type instead of SSA identifier"),
        " unnamed_argument": missing("expected non-function type"),
        " function_result": missing("expected non-function type"),
        " function_results": missing("expected non-function type"),
    }

    function_arguments = as_list
    function_results = as_list
    public = always("public")
    private = always("private")
    nested = always("nested")

    @staticmethod
    def named_argument(
        context: ParseContext, name: str, type: Type, attributes: dict[str, Attribute] | None, location: Location | None
    ) -> EntryArgument:
        if "#" in name:
            raise ParseError("result number not allowed in argument list", context.start + name.index("#"))
        return EntryArgument(name, type, location, context.start, DictionaryAttr.of(attributes or {}))

    @staticmethod
    def unnamed_argument(
        context: ParseContext, type: Type, attributes: dict[str, Attribute] | None, location: Location | None
    ) -> EntryArgument:
        return EntryArgument(_UNNAMED, type, location, context.start, DictionaryAttr.of(attributes or {}))

    @staticmethod
    def function_result(
        context: ParseContext, type: Type, attributes: dict[str, Attribute] | None
    ) -> tuple[Type, DictionaryAttr]:
        return type, DictionaryAttr.of(attributes or {})

    @staticmethod
    def lone_result(context: ParseContext, type: Type) -> _Results:
        return [(type, NO_ATTRIBUTES)]

    @staticmethod
    def function_signature(context: ParseContext, arguments: list[EntryArgument], results: _Results | None) -> _Head:
        """The body, if there is one, gets the arguments."""
        context.entry_arguments = [argument for argument in arguments if argument.name != _UNNAMED]
        return arguments, results or []

    @staticmethod
    def function_attributes(context: ParseContext, attributes: dict[str, Attribute] | None) -> dict[str, Attribute]:
        """The attributes after the signature, which may be none of those that it gives."""
        for inferred in _INFERRED:
            if attributes and inferred in attributes:
                raise context.error(
                    f"'{inferred}' is an inferred attribute and should not be specified in the explicit attribute "
                    "dictionary",
                    context.start,
                )
        return attributes or {}

    @staticmethod
    def function(
        context: ParseContext,
        visibility: str | None,
        name: StringAttr,
        head: _Head,
        attributes: dict[str, Attribute],
        body: Region | None,
    ) -> _Function:
        context.entry_arguments = []
        if body is not None and not body.blocks:
            raise context.error("expected non-empty function body", context.offset_of(-1))
        return _Function(visibility, name, head, attributes, body)

    @classmethod
    def read(cls, value: _Function, state: OperationState) -> None:
        arguments, results = value.head
        properties = state.properties
        properties["sym_name"] = value.name
        inputs, outputs = [argument.type for argument in arguments], [type for type, _ in results]
        properties["function_type"] = TypeAttr(FunctionType(tuple(inputs), tuple(outputs)))
        attributes = value.attributes
        if attributes:
            definition: Any = state.definition
            properties.update(held(definition, attributes))
            state.attributes = {name: attributes[name] for name in attributes if name not in definition.inherent_names}
        if value.visibility:
            properties["sym_visibility"] = StringAttr(value.visibility)
        if any(argument.attributes.entries for argument in arguments):
            properties["arg_attrs"] = ArrayAttr(tuple([argument.attributes for argument in arguments]))
        if any(dictionary.entries for _, dictionary in results):
            properties["res_attrs"] = ArrayAttr(tuple([dictionary for _, dictionary in results]))
        state.regions.append(value.body if value.body is not None else Region())
        state.operand_types = []
        state.result_types = []

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        properties = op.properties
        visibility, name, type = properties.get("sym_visibility"), properties["sym_name"], properties["function_type"]
        assert isinstance(name, StringAttr) and isinstance(type, TypeAttr) and isinstance(type.type, FunctionType)
        if isinstance(visibility, StringAttr):
            writer.text(f"{visibility.value} ")
        writer.text(symbol_token(name.value))
        region = op.regions[0]
        has_body = isinstance(region, CopiedRegion) or bool(region.blocks)
        arguments, results = properties.get("arg_attrs"), properties.get("res_attrs")
        # The texts may be others while elements are elided.
        texts = arguments and text_of(arguments), results and text_of(results)
        writer.parts += _head(type.type, arguments, results, has_body, texts)
        others = [entry for entry in properties.entries if entry[0] not in _INHERENT]
        if others or op.attributes.entries:
            writer.text(f" attributes {text_of(DictionaryAttr.of([*op.attributes.entries, *others]))}")
        if has_body:
            writer.text(" ")
            writer.region(0, with_arguments=False)


@remembered
def _head(
    type: FunctionType,
    argument_attributes: Attribute | None,
    result_attributes: Attribute | None,
    has_body: bool,
    texts: tuple[object, object],
) -> Sequence[str | Mark]:
    """Returns what is written of the arguments and results of a function, of whose attributes these are the texts."""
    writer = Writer()
    writer.text("(")
    attributes = _per_value(argument_attributes, len(type.inputs))
    for index, input in enumerate(type.inputs):
        if index:
            writer.text(", ")
        if has_body:
            writer.argument(0, index)
            writer.text(": ")
        writer.text(text_of(input))
        dictionary = _dictionary(attributes[index])
        if dictionary:
            # MLIR looks for what is to have an alias in the attributes of arguments only where there is no body.
            writer.text(Quiet(dictionary) if has_body else dictionary)
        if has_body:
            writer.argument_location(0, index)
    writer.text(")")
    results = type.results
    if results:
        attributes = _per_value(result_attributes, len(results))
        parts = [text_of(t) + _dictionary(d) for t, d in zip(results, attributes, strict=True)]
        needs_parentheses = len(results) > 1 or isinstance(results[0], FunctionType) or bool(attributes[0].entries)
        writer.text(f" -> ({', '.join(parts)})" if needs_parentheses else f" -> {parts[0]}")
    return writer.parts


def _per_value(attributes: Attribute | None, count: int) -> list[DictionaryAttr]:
    if not isinstance(attributes, ArrayAttr) or len(attributes.elements) != count:
        return [NO_ATTRIBUTES] * count
    return [entry if isinstance(entry, DictionaryAttr) else NO_ATTRIBUTES for entry in attributes.elements]


def _dictionary(attributes: DictionaryAttr) -> str:
    return f" {text_of(attributes)}" if attributes.entries else ""


def infer_indirect_call(state: OperationState) -> None:
    """The types of an indirect call from its callee's."""
    (callee,) = state.types["callee"]
    if not isinstance(callee, FunctionType):
        message = f"invalid kind of type specified: expected builtin.function, but found '{text_of(callee)}'"
        raise FormatError(message, state.offset, callee)
    state.types["callee_operands"] = list(callee.inputs)
    state.types["results"] = list(callee.results)
