"""The operations of the func dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Type, checked, remembered
from sdyopt.ir.attributes import (
    NO_ATTRIBUTES,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result, held
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, NO_RULE, RESULT_ATTRIBUTES, OpDef
from sdyopt.mlir.declare.type_kinds import ANY, FUNCTION
from sdyopt.mlir.diagnostics import Hinted, Note, UnknownName
from sdyopt.mlir.formats.state import (
    UNNAMED,
    Directive,
    EntryArgument,
    FormatError,
    Mark,
    OperationState,
    Quiet,
    Writer,
)
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.checks import after_regions, symbol_use
from sdyopt.mlir.verify.verification import Verification, quoted, sees_boundary_only
from sdyopt.mlir.write.attributes import symbol_token, text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


# The head of `func.func`: arguments and results with their attributes.

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
            if parser.token == "(":
                results = parser.parse_list("(", ")", "", parser.parse_result)
            else:
                results = [(parser.parse_type(), NO_ATTRIBUTES)]
        cls._set_signature(state, arguments, results)
        at = parser.start
        cls._set_attributes(parser, state, parser.parse_optional_dictionary("attributes"), at)
        if visibility:
            state.properties["sym_visibility"] = StringAttr(visibility)
        at = parser.start
        body = Region()
        if parser.token == "{":
            body = parser.parse_region([argument for argument in arguments if argument.name != UNNAMED])
            if not body.blocks:
                raise parser.say("expected non-empty function body", at)
        state.regions.append(body)
        state.operand_types, state.result_types = [], []

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
            entries = (*op.attributes.entries, *others)
            shown = DictionaryAttr(entries) if since("0.11.2") else DictionaryAttr.of(entries)
            writer.text(f" attributes {text_of(shown)}")
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
        if dictionary := _dictionary(attributes[index]):
            # MLIR looks for what is to have an alias in the attributes of arguments only where there is no body.
            writer.text(Quiet(dictionary) if has_body else dictionary)
        if has_body:
            writer.argument_location(0, index)
    writer.text(")")
    if results := type.results:
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


# What func operations must be: functions and their bodies, calls and their callees, returns and their functions.


def function_type_of(function: Operation, context: Verification) -> FunctionType:
    """The type of a `func.func`."""
    attribute = function.properties.get("function_type")
    if not isinstance(attribute, TypeAttr) or not isinstance(attribute.type, FunctionType):
        context.error(function, "requires attribute 'function_type'")
    return attribute.type


@sees_boundary_only
def verify_function(op: Operation, context: Verification) -> None:
    """The body of a function has the arguments that its type says."""
    type = function_type_of(op, context)
    if not (blocks := op.regions[0].blocks):
        return
    arguments = blocks[0].arguments
    if len(arguments) != len(type.inputs):
        context.error(op, f"entry block must have {len(type.inputs)} arguments to match function signature")
    for index, (argument, wanted) in enumerate(zip(arguments, type.inputs, strict=True)):
        if argument.type is not wanted:
            context.error(
                op,
                f"type of entry block argument #{index}('{text_of(argument.type)}') must match the type of the "
                f"corresponding argument in function signature('{text_of(wanted)}')",
            )


@sees_boundary_only
@after_regions
def verify_returns(function: Operation, context: Verification) -> None:
    """Checks that what ends the blocks of a function, if it returns, gives what the function's type says."""
    results = function_type_of(function, context).results
    name = function.properties.get("sym_name")
    label = name.value if isinstance(name, StringAttr) else ""
    for op in (block.last for block in function.regions[0].blocks):
        if op is None or "ReturnLike" not in op.definition.traits:
            continue
        if len(op.operands) != len(results):
            message = f"has {len(op.operands)} operands, but enclosing function (@{label}) returns {len(results)}"
            context.error(op, message)
        for index, (operand, wanted) in enumerate(zip(op.operands, results, strict=True)):
            if operand.type is not wanted:
                context.plain_error(
                    op.location,
                    f"type of return operand {index} ('{text_of(operand.type)}') doesn't match function result type "
                    f"('{text_of(wanted)}') in function @{label}",
                )


def unknown_function(message: str, name: str, op: Operation, context: Verification) -> str:
    """Returns `message` about an unknown function, with a hint."""
    return Hinted(
        message,
        UnknownName(
            name, lambda: context.symbols_like(op, "func.func"), symbol_token, "the functions of the module: {}"
        ),
    )


@remembered
def _fits(call: Signature, callee: Signature) -> bool:
    """Whether `callee` is a function of the types that a call has."""
    attribute = callee.properties.get("function_type")
    if callee.definition.name != "func.func" or not isinstance(attribute, TypeAttr):
        return False
    if not isinstance(type := attribute.type, FunctionType):
        return False
    return type.inputs == call.operand_types and type.results == call.result_types


@symbol_use
def verify_call(op: Operation, context: Verification) -> None:
    """A call's callee is a function, of the types that the call has."""
    callee = checked(SymbolRefAttr, op.signature.symbol)
    function = context.symbol(op, callee.path[0])
    if function is not None and _fits(op.signature.nameless, function.signature.nameless):
        return
    if function is None or function.name != "func.func":
        context.error(
            op, unknown_function(f"'{callee.root}' does not reference a valid function", callee.root, op, context)
        )
    type = function_type_of(function, context)
    if len(op.operands) != len(type.inputs):
        context.error(op, f"incorrect number of operands for callee{_counts(type.inputs, op.operands)}")
    for index, (operand, wanted) in enumerate(zip(op.operands, type.inputs, strict=True)):
        if operand.type is not wanted:
            context.error(
                op,
                f"operand type mismatch: expected operand type '{text_of(wanted)}', but provided "
                f"'{text_of(operand.type)}' for operand number {index}",
            )
    if len(op.results) != len(type.results):
        context.error(op, f"incorrect number of results for callee{_counts(type.results, op.results)}")
    for index, (result, wanted) in enumerate(zip(op.results, type.results, strict=True)):
        if result.type is not wanted:
            whose = "callee" if since("0.11.2") else "function"
            notes = (
                Note(f"{'op':>{len(whose)}} result types: {quoted(op.signature.result_types)}", op.location),
                Note(f"{whose} result types: {quoted(type.results)}", op.location),
            )
            context.error(op, f"result type mismatch at index {index}", notes)


def _counts(expected: Sequence[Type], found: Sequence[Value]) -> str:
    return f": expected {len(expected)}, but got {len(found)}" if since("0.11.2") else ""


@symbol_use
def verify_constant(op: Operation, context: Verification) -> None:
    """A constant's function is there, and of the constant's type."""
    value = op.properties.find(SymbolRefAttr, "value")
    function = context.symbol(op, value.root)
    if function is None or function.name != "func.func":
        context.error(op, unknown_function(f"reference to undefined function '{value.root}'", value.root, op, context))
    if function_type_of(function, context) is not op.results[0].type:
        context.error(op, "reference to function with mismatched type")


def verify_indirect_call(op: Operation, context: Verification) -> None:
    """An indirect call's operands and results are those of its callee's type."""
    type = checked(FunctionType, op.signature.operand_types[0])
    if op.signature.operand_types[1:] != type.inputs:
        context.error(op, "failed to verify that callee input types match argument types")
    if op.signature.result_types != type.results:
        context.error(op, "failed to verify that callee result types match result types")


FUNC = OpDef(
    "func.func",
    attributes=[
        Attr("sym_name", attr.SYMBOL_NAME),
        Attr("function_type", attr.FUNCTION_TYPE),
        Attr("sym_visibility", attr.STRING, optional=True),
        Attr("arg_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("res_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("no_inline", attr.UNIT, optional=True),
    ],
    regions=[RegionDef("body")],
    traits=["IsolatedFromAbove", "Symbol", "FunctionOpInterface", "AffineScope", "AutomaticAllocationScope"],
    format="custom<Function>",
    default_dialect="func",
    verifiers=[verify_function, verify_returns],
    sharding_slots=(ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES),
    sharding_rule=NO_RULE,
)
"""A function: its name, the types of its arguments and results with attributes of their own, and its body if it has
one."""

CALL = OpDef(
    "func.call",
    operands=[Operand("operands", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("callee", attr.FLAT_SYMBOL_REF),
        Attr("arg_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("res_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("no_inline", attr.UNIT, optional=True),
    ],
    format="$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
    context_verifiers=[verify_call],
    sharding_rule=NO_RULE,
)
"""Calls a function by its name."""

CALL_INDIRECT = OpDef(
    "func.call_indirect",
    operands=[Operand("callee", FUNCTION), Operand("callee_operands", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("arg_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("res_attrs", attr.DICTIONARY_ARRAY, optional=True),
    ],
    format="$callee `(` $callee_operands `)` attr-dict `:` type($callee)",
    infer=infer_indirect_call,
    verifiers=[verify_indirect_call],
)
"""Calls a function that is a value."""

CONSTANT = OpDef(
    "func.constant",
    results=[Result("result", ANY)],
    attributes=[Attr("value", attr.FLAT_SYMBOL_REF)],
    traits=["ConstantLike", "Pure"],
    format="attr-dict $value `:` type(results)",
    result_names=lambda op: ["f"],
    context_verifiers=[verify_constant],
)
"""A function, by its name, as a value."""

RETURN = OpDef(
    "func.return",
    operands=[Operand("operands", ANY, "*")],
    traits=["IsTerminator", "Pure", "ReturnLike", "HasParent<func.func>"],
    format="attr-dict ($operands^ `:` type($operands))?",
)
"""Ends a function and gives its results."""
