"""The head of `func.func`: arguments and results with their attributes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, StringAttr, TypeAttr
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.types import FunctionType
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.format import DIRECTIVES, Directive
from sdyopt.ods.inherent import held
from sdyopt.ods.quoting import symbol_token
from sdyopt.ods.spelling import spell
from sdyopt.ods.state import FormatError, OperationState
from sdyopt.ods.writer import Mark, Quiet, Writer

_INHERENT = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
_INFERRED = ("sym_visibility", "sym_name", "function_type")


class FunctionArgument:
    """One argument in a function's head; `name` is None in a declaration."""

    __slots__ = ("attributes", "location", "name", "offset", "type")

    def __init__(
        self,
        name: str | None,
        type: Type,
        attributes: dict[str, Attribute] | None,
        location: Location | None,
        offset: int,
    ) -> None:
        self.name = name
        self.type = type
        self.attributes = DictionaryAttr.of(attributes or {})
        self.location = location
        self.offset = offset


Results = list[tuple[Type, DictionaryAttr]]
Head = tuple[list[FunctionArgument], Results]


def named_argument(
    parser: Any, name: str, type: Type, attributes: dict[str, Attribute] | None, location: Location | None
) -> FunctionArgument:
    if "#" in name:
        raise ParseError("result number not allowed in argument list", parser.start + name.index("#"))
    return FunctionArgument(name, type, attributes, location, parser.start)


def unnamed_argument(
    parser: Any, type: Type, attributes: dict[str, Attribute] | None, location: Location | None
) -> FunctionArgument:
    return FunctionArgument(None, type, attributes, location, parser.start)


def function_arguments(parser: Any, *arguments: FunctionArgument) -> list[FunctionArgument]:
    """The arguments, all with names or all without; those with names are the next region's."""
    return list(arguments)


def function_result(parser: Any, type: Type, attributes: dict[str, Attribute] | None) -> tuple[Type, DictionaryAttr]:
    return type, DictionaryAttr.of(attributes or {})


def function_results(parser: Any, *results: tuple[Type, DictionaryAttr]) -> Results:
    return list(results)


def lone_result(parser: Any, type: Type) -> Results:
    return [(type, NO_ATTRIBUTES)]


def function_signature(parser: Any, arguments: list[FunctionArgument], results: Results | None) -> Head:
    """Arguments and results; the body, if there is one, gets the arguments."""
    parser.entry_arguments = [argument for argument in arguments if argument.name is not None]
    return arguments, results or []


def public(parser: Any) -> str:
    return "public"


def private(parser: Any) -> str:
    return "private"


def nested(parser: Any) -> str:
    return "nested"


def function_attributes(parser: Any, attributes: dict[str, Attribute] | None) -> dict[str, Attribute]:
    """The attributes behind the signature, which may be none of those that it gives."""
    for inferred in _INFERRED:
        if attributes and inferred in attributes:
            raise parser.error(
                f"'{inferred}' is an inferred attribute and should not be specified in the explicit attribute "
                "dictionary",
                parser.start,
            )
    return attributes or {}


def function(
    parser: Any,
    visibility: str | None,
    name: StringAttr,
    head: Head,
    attributes: dict[str, Attribute],
    body: Region | None,
) -> dict[str, Any]:
    """Everything after `func.func`."""
    parser.entry_arguments = []
    if body is not None and not body.blocks:
        raise parser.error("expected non-empty function body", parser.offsets[-1])
    return {"visibility": visibility, "name": name, "head": head, "attributes": attributes, "body": body}


def read_function(parts: dict[str, Any], state: OperationState) -> None:
    """Brings what `function` gives into the operation's state."""
    arguments, results = parts["head"]
    properties = state.properties
    properties["sym_name"] = parts["name"]
    properties["function_type"] = TypeAttr(
        FunctionType(tuple(argument.type for argument in arguments), tuple(type for type, _ in results))
    )
    attributes = parts["attributes"]
    if attributes:
        definition: Any = state.definition
        properties.update(held(definition, attributes))
        state.attributes = {name: attributes[name] for name in attributes if name not in definition.inherent_names}
    if parts["visibility"]:
        properties["sym_visibility"] = StringAttr(parts["visibility"])
    if any(argument.attributes.entries for argument in arguments):
        properties["arg_attrs"] = ArrayAttr(tuple(argument.attributes for argument in arguments))
    if any(attributes.entries for _, attributes in results):
        properties["res_attrs"] = ArrayAttr(tuple(attributes for _, attributes in results))
    state.regions.append(parts["body"] if parts["body"] is not None else Region())
    state.operand_types = []
    state.result_types = []


def write_function(writer: Writer, op: Operation) -> None:
    """Writes a function after the operation's name."""
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
    texts = arguments and spell(arguments), results and spell(results)
    writer.parts += _head(type.type, arguments, results, has_body, texts)
    others = [entry for entry in properties.entries if entry[0] not in _INHERENT]
    if others or op.attributes.entries:
        writer.text(f" attributes {spell(DictionaryAttr.of([*op.attributes.entries, *others]))}")
    if has_body:
        writer.text(" ")
        writer.region(0, with_arguments=False)


@cache
def _head(
    type: FunctionType,
    argument_attributes: Attribute | None,
    result_attributes: Attribute | None,
    has_body: bool,
    texts: tuple[str | None, str | None],
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
        writer.text(spell(input))
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
        parts = [spell(t) + _dictionary(d) for t, d in zip(results, attributes, strict=True)]
        needs_parentheses = len(results) > 1 or isinstance(results[0], FunctionType) or bool(attributes[0].entries)
        writer.text(f" -> ({', '.join(parts)})" if needs_parentheses else f" -> {parts[0]}")
    return writer.parts


def _per_value(attributes: Attribute | None, count: int) -> list[DictionaryAttr]:
    if not isinstance(attributes, ArrayAttr) or len(attributes.elements) != count:
        return [NO_ATTRIBUTES] * count
    return [entry if isinstance(entry, DictionaryAttr) else NO_ATTRIBUTES for entry in attributes.elements]


def _dictionary(attributes: DictionaryAttr) -> str:
    return f" {spell(attributes)}" if attributes.entries else ""


def infer_indirect_call(state: OperationState) -> None:
    """The types of an indirect call from its callee's."""
    (callee,) = state.types["callee"]
    if not isinstance(callee, FunctionType):
        message = f"invalid kind of type specified: expected builtin.function, but found '{spell(callee)}'"
        raise FormatError(message, state.offset, callee)
    state.types["callee_operands"] = list(callee.inputs)
    state.types["results"] = list(callee.results)


DIRECTIVES["Function"] = Directive("function", read_function, write_function)

actions = {
    name: globals()[name]
    for name in (
        "named_argument",
        "unnamed_argument",
        "function_arguments",
        "function_result",
        "function_results",
        "lone_result",
        "function_signature",
        "public",
        "private",
        "nested",
        "function",
        "function_attributes",
    )
}
