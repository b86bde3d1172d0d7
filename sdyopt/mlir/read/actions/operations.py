"""Operations, regions and blocks."""

from __future__ import annotations

import re
from typing import Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import BareProperties, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef, UnregisteredOp
from sdyopt.mlir.declare.inherent import converted, held, unacceptable
from sdyopt.mlir.diagnostics import Hinted, ParseError, UnwantedToken
from sdyopt.mlir.formats.messages import missing
from sdyopt.mlir.formats.state import EntryArgument, FormatError, GenericName, OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Syntax, as_list
from sdyopt.mlir.literals.numbers import LiteralError, short_integer
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.actions.attributes import literal_error
from sdyopt.mlir.read.builder import Builder
from sdyopt.mlir.tokens import VALUE_ID
from sdyopt.mlir.write.quoting import string_value


class Operations(Syntax):
    """Operations, regions and blocks."""

    grammar = """
        %declare VALUE WORD STRING INTEGER FLOAT SYMBOL CARET TYPE SHAPED_OPEN DENSE AFFINE_MAP
        %declare MINUS ATTRIBUTE_ALIAS TYPE_ALIAS OPAQUE_ATTRIBUTE OPAQUE_TYPE ARRAY_OPEN RESOURCE EOF
        TYPE_KEYWORD: "type"

        file: _items EOF

        _items: item*
        ?item: operation
             | alias_name "=" attribute      -> define_alias
             | type_alias_name "=" type      -> define_type_alias
             | "{-#" [resources] "#-}"       -> resource_trailer

        operation: [result_names] op [location]

        result_names: value_def ("," value_def)* "="
        value_def: VALUE [":" INTEGER]

        ?op: generic_op | custom_op

        generic_op: generic_name "(" value_uses ")" [successors] [properties] regions_in_parens attr_dict ":" \
            function_type
        generic_name: STRING
        ?properties: "<" attribute ">"
        successors: "[" (successor ("," successor)*)? "]"
        successor: CARET
        regions_in_parens: ("(" region ("," region)* ")")?

        value_uses: (value_use ("," value_use)*)?
        some_value_uses: value_use ("," value_use)* -> value_uses
        value_use: VALUE

        region: open_region _operations labelled_block* close_region
        open_region: "{"
        close_region: "}"
        _operations: operation*
        labelled_block: block_label _operations
        block_label: block_name ("(" (block_argument ("," block_argument)*)? ")")? ":"
        block_name: CARET
        block_argument: VALUE ":" type [location]
        region_argument: VALUE ":" type [location]
        entry_arguments: "(" (entry_argument ("," entry_argument)*)? ")"
        entry_argument: VALUE ":" type [dictionary] [location]

        regions: region ("," region)*
    """
    messages = {
        "result_names '='": missing("expected '=' after SSA name"),
        "value_def INTEGER": missing("expected integer number of results"),
        " value_def": missing("expected valid ssa identifier"),
        "generic_op '('": missing("expected '(' to start operand list"),
        "generic_op ')'": missing("expected ')' to end operand list"),
        "generic_op ':'": missing("expected ':' followed by operation type"),
        "properties '>'": missing("expected '>' to close properties"),
        "successors ']'": missing("expected ',' or ']'"),
        " successor": missing("expected block name"),
        "regions_in_parens ')'": missing("expected ')' to end region list"),
        " operation": missing("expected operation name in quotes"),
        " region": missing("expected '{' to begin a region"),
        " value_use": missing("expected SSA operand"),
        "block_label ':'": missing("expected ':' after block name"),
        "block_argument ':'": missing("expected ':' and type for SSA operand"),
        " block_argument": missing("expected SSA operand"),
        " entry_argument": missing("expected SSA operand"),
    }

    value_uses = as_list
    result_names = as_list
    regions_in_parens = as_list

    @staticmethod
    def file(builder: Builder, *items: Any) -> None:
        """All has been read."""

    @staticmethod
    def value_use(builder: Builder, name: str) -> ValueUse:
        """A value's name; its first result needs no number."""
        return ValueUse(_result_name(name, builder.start) if "#" in name else name, builder.start)

    @staticmethod
    def value_def(builder: Builder, name: str, count: str | None) -> tuple[str, int | None, int]:
        """A result's name, how many results it names, and its place."""
        if "#" in name:
            raise builder.missing("expected '=' after SSA name", builder.start + name.rindex("#"))
        if count is None:
            return name, None, builder.start
        if count[0] == "-":
            raise builder.missing("expected integer number of results", builder.offset_of(2))
        number = short_integer(count)
        if not 0 < number < 1 << 64:
            raise UnwantedToken("expected named operation to have at least 1 result", builder.offset_of(2))
        return name, number, builder.start

    @staticmethod
    def generic_name(builder: Builder, token: str) -> GenericName:
        """The quoted name of an operation in generic form."""
        name = string_value(token)
        offset = builder.start
        if not name:
            raise ParseError("empty operation name is invalid", offset)
        if "\0" in name:
            raise ParseError("null character not allowed in operation name", offset)
        definition: OpDefinition | None = builder.registry.operation(name)
        if definition is None:
            definition = UnregisteredOp.named(name)
            if not builder.allow_unregistered and builder.registry.dialect(definition.dialect) is None:
                message = (
                    "operation being parsed with an unregistered dialect. If this is intended, please use "
                    "-allow-unregistered-dialect with the MLIR tool used"
                )
                raise ParseError(Hinted(message, builder.registry.similar_operations(name)), builder.next_token_or_end)
        return GenericName(definition)

    @staticmethod
    def generic_op(
        builder: Builder,
        name: GenericName,
        uses: list[ValueUse],
        successors: list[ValueUse] | None,
        properties: Attribute | None,
        regions: list[Region],
        attributes: dict[str, Attribute],
        types: tuple[list[Type], list[Type]],
    ) -> OperationState:
        """An operation in generic form."""
        definition = name.definition
        state = OperationState(definition, builder.start)
        state.operands = uses
        state.operand_types, state.result_types = types
        state.regions = regions
        state.successors = successors or []
        if len(uses) != len(types[0]):
            count = len(uses)
            raise ParseError(
                f"expected {count} operand type{NO_PLURAL if count == 1 else 's'} but had {len(types[0])}",
                builder.offset_of(-1),
            )
        if isinstance(definition, OpDef):
            try:
                set_attributes(state, definition, properties, attributes)
            except ParseError:
                resolve_operands(builder, state)
                raise
        else:
            state.attributes = attributes
            if isinstance(properties, DictionaryAttr) and properties.entries:
                state.properties = dict(properties.items())
            elif properties is not None:
                state.bare_properties = BareProperties.holding(properties)
        return state

    @staticmethod
    def custom_op(builder: Builder, definition: OpDef, *children: Any) -> OperationState:
        """An operation in its own format."""
        state = OperationState(definition, builder.start)
        compiled = definition.assembly_format
        assert compiled is not None
        try:
            compiled.read(children, state)
            state.complete(definition)
        except FormatError as error:
            raise format_error(builder, error) from None
        if definition.filled_in:
            state.properties = {**definition.filled_in, **state.properties}
        return state

    @staticmethod
    def operation(
        builder: Builder,
        names: list[tuple[str, int | None, int]] | None,
        state: OperationState,
        location: Location | None,
    ) -> Operation:
        """Makes the operation, puts it at the end of the block and gives its results their names."""
        offset = builder.start
        operands = resolve_operands(builder, state)
        signature = state.signature()
        if location is not None:
            _locate_implied(state, location)
        successors = [builder.block_named(use.name, use.offset) for use in state.successors]
        op = Operation(signature, operands, state.offset if location is None else location, state.regions, successors)
        if op.regions:
            builder.append_with_regions(op)
        else:
            builder.block.append(op)
        if names is not None:
            _name_results(builder, op, names, state.offset)
        if builder.templates is not None:
            builder.templates.learn(op, state, names, offset, location)
        return op

    @staticmethod
    def successors(builder: Builder, *labels: ValueUse) -> list[ValueUse]:
        name = builder.innermost(GenericName)
        if not may_have_successors(name.definition):
            raise ParseError("successors in non-terminator", builder.start)
        if not labels:
            raise builder.missing("expected list element", builder.offset_of(1))
        return list(labels)

    @staticmethod
    def successor(builder: Builder, label: str) -> ValueUse:
        return ValueUse(label[1:], builder.start)

    regions = regions_in_parens

    @staticmethod
    def open_region(builder: Builder) -> None:
        arguments = builder.entry_arguments
        builder.open_region()
        if builder.templates is not None:
            builder.templates.learn_head(arguments)

    @staticmethod
    def close_region(builder: Builder) -> Region:
        closed: Region = builder.close_region()
        return closed

    @staticmethod
    def region(builder: Builder, *parts: Any) -> Region:
        """The region is what its closing brace gives."""
        closed: Region = parts[-1]
        return closed

    @staticmethod
    def labelled_block(builder: Builder, *operations: Any) -> None:
        """A block after the entry block; it is in the region already."""

    @staticmethod
    def block_name(builder: Builder, label: str) -> None:
        builder.open_block(label[1:], builder.start)

    @staticmethod
    def block_label(builder: Builder, name: None, *arguments: EntryArgument) -> None:
        for argument in arguments:
            builder.define_argument(argument)

    @staticmethod
    def block_argument(builder: Builder, name: str, type: Type, location: Location | None) -> EntryArgument:
        return EntryArgument(name.removesuffix("#0"), type, location, builder.start)

    region_argument = block_argument

    @staticmethod
    def entry_argument(
        builder: Builder, name: str, type: Type, attributes: dict[str, Attribute] | None, location: Location | None
    ) -> EntryArgument:
        """An argument that a format declares before the region. It may have attributes, which do not matter."""
        if "#" in name:
            raise ParseError("result number not allowed in argument list", builder.start + name.rindex("#"))
        return EntryArgument(name, type, location, builder.start)

    @staticmethod
    def entry_arguments(builder: Builder, *arguments: EntryArgument) -> list[EntryArgument]:
        """Arguments of the next region's entry block."""
        builder.entry_arguments = list(arguments)
        return list(arguments)


NO_PLURAL = "\0"
"""What MLIR puts in place of the s."""


_BASE = pattern(VALUE_ID, re.ASCII)


def _before_number(name: str) -> str:
    found = _BASE.match(name)
    assert found is not None
    return found[0]


LARGEST_RESULT = (1 << 32) - 1


def _result_name(name: str, offset: int) -> str:
    """`%name#1` for the name of a result with its number, however it is written."""
    at = name.rindex("#")
    number = short_integer(name[at + 1 :])
    if number > LARGEST_RESULT:
        raise ParseError("invalid SSA value result number", offset + at)
    base = _before_number(name)
    return f"{base}#{number}" if number else base


def resolve_operands(builder: Builder, state: OperationState) -> list[Value]:
    """The values that the operands stand for. Raises ParseError for one that has another type."""
    assert state.operand_types is not None
    return [builder.resolve(use, type) for use, type in zip(state.operands, state.operand_types, strict=True)]


def set_attributes(
    state: OperationState, definition: OpDef, properties: Attribute | None, attributes: dict[str, Attribute]
) -> None:
    """Inherent attributes are properties, or stand among the others; of one that is given twice the first counts."""
    inherent = definition.inherent_names
    mixed = {name: value for name, value in attributes.items() if name in inherent}
    state.attributes = attributes if not mixed else {name: attributes[name] for name in attributes if name not in mixed}
    if properties is None:
        wrong = unacceptable(definition, mixed)
        if wrong is not None:
            raise ParseError(wrong, state.offset)
        state.properties = {**definition.filled_in, **held(definition, mixed)}
    else:
        given = _converted(definition, properties, state.offset)
        state.properties = {**definition.filled_in, **held(definition, mixed), **given}


def _converted(definition: OpDef, properties: Attribute, offset: int) -> dict[str, Attribute]:
    try:
        return converted(definition, properties)
    except ValueError as error:
        raise ParseError(str(error), offset) from None


def format_error(builder: Builder, error: FormatError) -> ParseError:
    """The error, at its place; a list of operands that is empty is where the token behind it is."""
    offset, part = error.offset, error.part
    if part is not None:
        offset = builder.offset_of_value(part, offset, error.later)
    if isinstance(error.__cause__, LiteralError):
        return literal_error(error.__cause__, offset)
    return builder.error(error.message, offset)


def _locate_implied(state: OperationState, location: Location) -> None:
    """What an operation's text only implies has its location: the one behind it, if there is one."""
    for region in state.regions:
        for block in region.blocks:
            for argument in block.arguments:
                if argument.location == state.offset:
                    argument.location = location
            for op in block.ops:
                if op.location == state.offset:
                    op.location = location


def _name_results(builder: Builder, op: Operation, names: list[tuple[str, int | None, int]], offset: int) -> None:
    wanted = sum(count or 1 for _, count, _ in names)
    if not op.results:
        raise ParseError("cannot name an operation with no results", names[0][2])
    if wanted != len(op.results):
        raise ParseError(f"operation defines {len(op.results)} results but was provided {wanted} to bind", names[0][2])
    index = 0
    for name, count, place in names:
        if count is None or count == 1:
            builder.define(name, op.results[index], place)
            index += 1
            continue
        for number in range(count):
            builder.define(f"{name}#{number}", op.results[index + number], place)
        builder.define(name, op.results[index], place)
        index += count


def may_have_successors(definition: OpDefinition) -> bool:
    """Unregistered operations may have successors."""
    return not isinstance(definition, OpDef) or "IsTerminator" in definition.traits
