"""The head of `func.func`: arguments and results with their attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, StringAttr, TypeAttr
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import FunctionType
from sdyopt.mlir.declare.inherent import held
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import UNNAMED, EntryArgument, FormatError, OperationState
from sdyopt.mlir.formats.writer import Mark, Quiet, Writer
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import symbol_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_INHERENT = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
_INFERRED = ("sym_visibility", "sym_name", "function_type")


class Function(Directive):
    """A function from its visibility to its body."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        visibility = parser.token if parser.token in ("public", "private", "nested") else ""
        if visibility:
            parser.consume()
        state.properties["sym_name"] = StringAttr(parser.parse_symbol_name())
        arguments: list[EntryArgument] = []
        parser.parse_list("(", ")", "", lambda: arguments.append(cls._parse_argument(parser, arguments)))
        results: list[tuple[Type, DictionaryAttr]] = []
        if parser.consume_if("->"):
            cls._parse_results(parser, results)
        cls._set_signature(state, arguments, results)
        at = parser.start
        attributes = parser.parse_optional_dictionary("attributes")
        cls._set_attributes(parser, state, attributes, at)
        if visibility:
            state.properties["sym_visibility"] = StringAttr(visibility)
        at = parser.start
        body = Region()
        if parser.token == "{":
            body = parser.parse_region([argument for argument in arguments if argument.name != UNNAMED])
            if not body.blocks:
                raise parser.say("expected non-empty function body", at)
        state.regions.append(body)
        state.operand_types = []
        state.result_types = []

    @staticmethod
    def _parse_argument(parser: Parser, earlier: list[EntryArgument]) -> EntryArgument:
        """Reads an argument with a name, or the type of one without; all of a function are alike in that."""
        at = parser.start
        if parser.kind == "VALUE":
            argument = parser.parse_argument()
            if earlier and earlier[-1].name == UNNAMED:
                raise parser.say("expected type instead of SSA identifier", at)
            return argument
        if earlier and earlier[-1].name != UNNAMED:
            raise parser.say("expected SSA identifier", at)
        return parser.parse_unnamed_argument()

    @staticmethod
    def _parse_results(parser: Parser, results: list[tuple[Type, DictionaryAttr]]) -> None:
        """Reads a type, or types with attributes between parentheses."""
        if not parser.consume_if("("):
            results.append((parser.parse_type(), NO_ATTRIBUTES))
            return
        if parser.consume_if(")"):
            return
        while True:
            results.append(parser.parse_result())
            if not parser.consume_if(","):
                break
        parser.parse_token(")", "expected ')'")

    @staticmethod
    def _set_signature(
        state: OperationState, arguments: list[EntryArgument], results: list[tuple[Type, DictionaryAttr]]
    ) -> None:
        inputs, outputs = [argument.type for argument in arguments], [type for type, _ in results]
        state.properties["function_type"] = TypeAttr(FunctionType(tuple(inputs), tuple(outputs)))
        if any(argument.attributes.entries for argument in arguments):
            state.properties["arg_attrs"] = ArrayAttr(tuple([argument.attributes for argument in arguments]))
        if any(dictionary.entries for _, dictionary in results):
            state.properties["res_attrs"] = ArrayAttr(tuple([dictionary for _, dictionary in results]))

    @staticmethod
    def _set_attributes(parser: Parser, state: OperationState, attributes: dict[str, Attribute], at: int) -> None:
        """Takes the attributes after the signature, which may be none of those that it gives."""
        for inferred in _INFERRED:
            if inferred in attributes:
                raise parser.say(
                    f"'{inferred}' is an inferred attribute and should not be specified in the explicit attribute "
                    "dictionary",
                    at,
                )
        definition: Any = state.definition
        # What the arguments say about themselves counts for more.
        state.properties = {**held(definition, attributes), **state.properties}
        state.attributes = {name: attributes[name] for name in attributes if name not in definition.inherent_names}

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
        raise FormatError(message, state.places[": callee"])
    state.types["callee_operands"] = list(callee.inputs)
    state.types["results"] = list(callee.results)
