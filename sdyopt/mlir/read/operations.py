"""Operations, regions and blocks: https://mlir.llvm.org/docs/LangRef/#operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import BareProperties, DictionaryAttr, FunctionType
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.attr_kinds import is_typed
from sdyopt.mlir.declare.constraints import converted, held, unacceptable
from sdyopt.mlir.declare.definition import OpDef, UnregisteredOp
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.diagnostics import Hinted, Note, UnknownName
from sdyopt.mlir.formats.state import UNNAMED, EntryArgument, FormatError, OperationState, ValueUse, wrong_count
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.attributes import Attributes, Locations
from sdyopt.mlir.read.builder import Builder
from sdyopt.mlir.read.tokens import Failed, Tokens
from sdyopt.mlir.read.types import INTEGER_TYPE, Types
from sdyopt.mlir.tokens import BRACKET, OPENING, pattern
from sdyopt.mlir.verify.verification import accepts_operands, inference_of, inferred_results
from sdyopt.mlir.write.attributes import string_value, text_of

NO_PLURAL = "\0"
"""The character that MLIR puts in place of the s."""

_Name = tuple[str, int | None, int]
"""The name of results, their number, and its place."""


class Operations(Builder, Attributes, Types, Locations):
    """Reads operations."""

    def parse_operation(self) -> None:
        """Reads an operation, puts it at the end of the block and gives its results their names."""
        start = self.start
        names = self._parse_result_names() if self.kind == "VALUE" else None
        properties: Attribute | None = None
        if self.kind == "WORD" and not INTEGER_TYPE.fullmatch(self.token):
            state = self._parse_custom_operation()
            operands, properties = self._resolved(state), state.given
            if state.result_types is None:
                state.result_types = self._inferred_results(state, operands)
            if state.duplicate:
                message = f"attribute '{state.duplicate}' occurs more than once in the attribute list"
                raise self.error_at(f"custom op '{state.definition.name}' {message}", state.offset)
        elif self.kind == "STRING":
            state, properties, attributes = self._parse_generic_operation()
            operands = self._resolved(state)
            self._set_attributes(state, properties, attributes)
        else:
            raise self.wrong_token("expected operation name in quotes")
        location = self.parse_optional_location() if self.token == "loc" else None
        if properties is not None:
            self._set_properties(state, properties)
        if location is not None:
            _locate_implied(state, location)
        place = state.offset if location is None else location
        op = Operation(state.signature(), operands, place, state.regions, state.successors)
        if op.regions:
            self.append_with_regions(op)
        else:
            self.block.append(op)
        if names is not None:
            self._name_results(op, names)
        if self.templates is not None and not self.complaints:  # which would have to be made again
            self.templates.learn(op, state, names, start, location)

    def _resolved(self, state: OperationState) -> list[Value]:
        """Returns the values that the operands stand for."""
        types = state.operand_types
        assert types is not None
        resolve = self.resolve
        return [resolve(use, type) for use, type in zip(state.operands, types, strict=True)]

    # Results.

    def _inferred_results(self, state: OperationState, operands: list[Value]) -> list[Type]:
        """Returns the types of results that the text does not give; any types if those of the operands are wrong."""
        definition: Any = state.definition
        inference = inference_of(definition)
        count = sum(not result.arity for result in definition.results)
        if inference is None and count:
            message = f"custom op '{definition.name}' has no types of results in its text, nor an inference of them"
            raise self.error_at(message, state.offset)
        if inference is None or not accepts_operands(definition, operands):
            return [operand.type for operand in operands[:1]] * count
        held = DictionaryAttr.of(state.properties)
        return list(inferred_results(definition, operands, held, state.regions, state.offset))

    def _parse_result_names(self) -> list[_Name]:
        names = self.parse_several(self._parse_result_name)
        self.parse_token("=", "expected '=' after SSA name")
        return names

    def _parse_result_name(self) -> _Name:
        if self.kind != "VALUE":
            raise self.wrong_token("expected valid ssa identifier")
        name, at = self.token, self.start
        self.consume()
        count = None
        if self.consume_if(":"):
            if self.kind != "INTEGER":
                raise self.wrong_token("expected integer number of results")
            count = short_integer(self.token)
            if not 0 < count < 1 << 64:
                raise self.error_here("expected named operation to have at least 1 result")
            self.consume()
        return name, count, at

    def _name_results(self, op: Operation, names: list[_Name]) -> None:
        wanted = sum(count or 1 for _, count, _ in names)
        if not op.results:
            raise self.error_at("cannot name an operation with no results", names[0][2])
        if wanted != len(op.results):
            message = f"operation defines {len(op.results)} results but was provided {wanted} to bind"
            raise self.error_at(message, names[0][2])
        index = 0
        for name, count, place in names:
            if count is None or count == 1:
                self.define(name, op.results[index], place)
                index += 1
                continue
            for number in range(count):
                self.define(f"{name}#{number}", op.results[index + number], place)
            self.define(name, op.results[index], place)
            index += count

    # The generic form.

    def _parse_generic_operation(self) -> tuple[OperationState, Attribute | None, dict[str, Attribute]]:
        """Reads an operation in generic form; its properties and its other attributes are yet to be set."""
        at = self.start
        definition = self._parse_generic_name()
        state = OperationState(definition, at)
        prefix, self.prefix = self.prefix, ""
        holder, self.holder = self.holder, None
        try:
            self.parse_token("(", "expected '(' to start operand list")
            state.operands = self.parse_operand_list()
            self.parse_token(")", "expected ')' to end operand list")
            if self.token == "[":
                if isinstance(definition, OpDef) and "IsTerminator" not in definition.traits:
                    raise self.error_here("successors in non-terminator")
                self.consume()
                state.successors = self.parse_list_until("]", self.parse_successor, allow_empty=False)
            properties = None
            if self.consume_if("<"):
                properties = self.parse_attribute()
                self.parse_token(">", "expected '>' to close properties")
            if self.consume_if("("):
                state.regions = self.parse_regions()
                self.parse_token(")", "expected ')' to end region list")
            attributes = self.parse_optional_dictionary()
            self.parse_token(":", "expected ':' followed by operation type")
            place = self.start
            type = self.parse_type()
        finally:
            self.prefix, self.holder = prefix, holder
        if not isinstance(type, FunctionType):
            raise self.error_of_operation("expected function type", place)
        if len(state.operands) != len(type.inputs):
            count = len(state.operands)
            plural = NO_PLURAL if count == 1 else "s"
            message = f"expected {count} operand type{plural} but had {len(type.inputs)}"
            raise self.error_of_operation(message, place)
        state.operand_types, state.result_types = list(type.inputs), list(type.results)
        return state, properties, attributes

    def _parse_generic_name(self) -> OpDefinition:
        if not (name := string_value(self.token)):
            raise self.error_here("empty operation name is invalid")
        if "\0" in name:
            raise self.error_here("null character not allowed in operation name")
        known = self.registry.operation(name)
        self.consume()
        if known is not None:
            return known
        definition = UnregisteredOp.named(name)
        if not self.allow_unregistered and self.registry.dialect(definition.dialect) is None:
            message = (
                "operation being parsed with an unregistered dialect. If this is intended, please use "
                "-allow-unregistered-dialect with the MLIR tool used"
            )
            raise self.error_here(Hinted(message, self.registry.similar_operations(name)))
        return definition

    def _set_attributes(
        self, state: OperationState, properties: Attribute | None, attributes: dict[str, Attribute]
    ) -> None:
        """Sorts attributes in generic form into inherent ones and others."""
        if not isinstance(definition := state.definition, OpDef):
            state.attributes = attributes
            return
        inherent = definition.inherent_names
        mixed = {name: value for name, value in attributes.items() if name in inherent}
        state.attributes = {name: attributes[name] for name in attributes if name not in mixed} if mixed else attributes
        if properties is None and (wrong := unacceptable(definition, mixed)) is not None:
            raise self.error_of_operation(wrong, state.offset)
        state.properties = {**definition.filled_in, **held(definition, mixed)}

    def _set_properties(self, state: OperationState, properties: Attribute) -> None:
        """Adds properties that are given as such, which count for more than those among the attributes."""
        if isinstance(definition := state.definition, OpDef):
            try:
                state.properties |= converted(definition, properties)
            except ValueError as wrong:
                raise self.error_of_operation(str(wrong), state.offset) from None
        elif isinstance(properties, DictionaryAttr) and properties.entries:
            state.properties = dict(properties.items())
        else:
            state.bare_properties = BareProperties.holding(properties)

    # Formats of operations.

    def _parse_custom_operation(self) -> OperationState:
        at, word = self.start, self.token
        name = word if word.partition(".")[2] else f"{self.default_dialects[-1]}.{word}"
        definition = self.registry.operation(name)
        compiled = None if definition is None else definition.assembly_format
        self.consume()
        if definition is None or compiled is None:
            raise self._unknown_operation(word, name, at)
        state = OperationState(definition, at)
        prefix, self.prefix = self.prefix, definition.prefix
        holder, self.holder = self.holder, definition
        holder_start, self.holder_start = self.holder_start, at
        try:
            said = self.said
            parser: Any = self
            compiled.parse(parser, state)
            if self.said > said:
                raise Failed
            state.complete(definition)
        except FormatError as wrong:
            raise self.say(wrong.message, wrong.offset) from None
        finally:
            self.prefix, self.holder, self.holder_start = prefix, holder, holder_start
        if definition.filled_in:
            state.properties = {**definition.filled_in, **state.properties}
        return state

    def _unknown_operation(self, word: str, name: str, at: int) -> Failed:
        """Reports the name of an operation that has no format of its own."""
        registry = self.registry
        if registry.operation(name) is not None:
            return self.error_at(f"custom op '{name}' has no custom assembly form", at)
        dialect = name.partition(".")[0]
        if isinstance(hint := registry.similar_operations(name), UnknownName) and word != name:
            known = hint.among
            hint = UnknownName(word, lambda: [*_WORDS_BEHIND_OPERATIONS, *known()])
        tried = "" if word == name else f" (tried '{name}' as well)"
        if registry.dialect(dialect) is not None:
            return self.error_at(Hinted(f"custom op '{word}' is unknown{tried}", hint), at)
        available = ", ".join(sorted(registry.namespaces))
        message = f"Dialect `{dialect}' not found for custom op '{word}' {tried}"
        return self.error_at(Hinted(message, hint), at, [Note(f"Available dialects: {available}", at)])

    def resolve_all(self, uses: Sequence[ValueUse], types: Sequence[Type], at: int) -> None:
        """Looks up values of these types. Reports at the place `at` if there are more of one than of the other."""
        if len(uses) != len(types):
            raise self.say(wrong_count(len(uses), len(types)), at)
        for use, type in zip(uses, types, strict=True):
            self.resolve(use, type)

    # Regions and blocks.

    def parse_region(self, arguments: Sequence[EntryArgument] = ()) -> Region:
        """Reads a region, whose entry block has these arguments if it has no label."""
        self.parse_token("{", "expected '{' to begin a region")
        self.open_region(arguments)
        if self.templates is not None and self.holder is not None and not self.complaints:
            self.templates.learn_head(arguments, self.holder_start, self.last_end)
        if self.kind == "CARET":
            self._parse_label()
        self.parse_operations()
        while self.token != "}":
            self._parse_label()
            self.parse_operations()
        region = self.close_region()
        self.consume()
        return region

    def parse_operations(self) -> None:
        """Reads the operations of a block."""
        depth = len(self.open_blocks)
        while (self.token != "}" and self.kind != "CARET") or len(self.open_blocks) > depth:
            self.parse_next(depth)

    def parse_next(self, depth: int) -> None:
        """Reads the next operation, or known lines in one go. These may open functions, of which it reads the rest.

        `depth` is how many regions are open without them.
        """
        if len(self.open_blocks) > depth and self.token == "}":
            self._close_known_function()
        elif len(self.open_blocks) > depth and self.kind == "CARET":
            if self.block.arguments and self.block.first is None and not self.labels:
                raise self.error_here("invalid block name in region with named arguments")
            self._parse_label()
        else:
            resumed = None if self.templates is None else self.templates.take(self.start)
            if resumed is None:
                self.parse_operation()
            else:
                self.reset(resumed)

    def _close_known_function(self) -> None:
        """Ends a function whose head has been taken with known lines, but whose last line is not one of these."""
        assert self.templates is not None
        region = self.block.parent
        assert region is not None
        signature, place = self.templates.heads.open_functions.pop(region.blocks[0])
        region = self.close_region()
        self.consume()
        if not region.blocks:
            start = self.text.rindex("{", 0, self.last_end)
            raise self.error_at(f"custom op '{signature.definition.name}' expected non-empty function body", start)
        location = self.parse_optional_location()
        self.append_with_regions(Operation(signature, [], place if location is None else location, [region]))

    def _parse_label(self) -> None:
        label, at = self.token, self.start
        if self.kind != "CARET":
            raise self.wrong_token("expected block name")
        self.consume()
        self.open_block(label[1:], at)
        if self.token == "(":
            self.parse_list("(", ")", "", self._parse_block_argument)
        self.parse_token(":", "expected ':' after block name")

    def _parse_block_argument(self) -> None:
        use = self.parse_operand()
        self.parse_token(":", "expected ':' and type for SSA operand")
        type = self.parse_type()
        self.define_argument(EntryArgument(use.name, type, self.parse_optional_location(), use.offset))

    def parse_regions(self) -> list[Region]:
        """Reads regions with commas."""
        return self.parse_several(self.parse_region)

    def parse_successor(self) -> Block:
        """Reads the name of a block, which may be defined further down."""
        if self.kind != "CARET":
            raise self.wrong_token("expected block name")
        block = self.block_named(self.token[1:], self.start)
        self.consume()
        return block

    def parse_argument(self, with_attributes: bool = True) -> EntryArgument:
        """Reads an argument of a region: `%name : type {attributes} loc(…)`."""
        use = self.parse_operand(numbered=False)
        self.parse_token(":", "expected ':'")
        type = self.parse_type()
        attributes = self.parse_optional_dictionary() if with_attributes else {}
        location = self.parse_optional_location()
        return EntryArgument(use.name, type, location, use.offset, DictionaryAttr.of(attributes))

    def parse_unnamed_argument(self) -> EntryArgument:
        """Reads an argument of a function without a body: `type {attributes} loc(…)`."""
        at = self.start
        type = self.parse_type()
        attributes = self.parse_optional_dictionary()
        return EntryArgument(UNNAMED, type, self.parse_optional_location(), at, DictionaryAttr.of(attributes))

    def parse_result(self) -> tuple[Type, DictionaryAttr]:
        """Reads a result in the head of a function: `type {attributes}`."""
        return self.parse_type(), DictionaryAttr.of(self.parse_optional_dictionary())


_WORDS_BEHIND_OPERATIONS = ("attributes", "loc")
"""The words after an operation that have been taken for the name of the next one."""


def _locate_implied(state: OperationState, location: Location) -> None:
    """Gives what an operation's text only implies its location: the one after it, if there is one."""
    for region in state.regions:
        for block in region.blocks:
            for argument in block.arguments:
                if argument.location == state.offset:
                    argument.location = location
            for op in block.ops:
                if op.location == state.offset:
                    op.location = location


# Aliases, and attributes and types of dialects: `#alias`, `#dialect.mnemonic<…>`, `#dialect<mnemonic …>`.

UNREGISTERED = (
    "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the "
    "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"
)
"""How MLIR's messages end about attributes and types of unknown dialects."""

_NAMESPACE = pattern(r"[\w$]+")
WITHOUT_TYPES = frozenset(
    ["affine", "arith", "cf", "complex", "math", "memref", "nvvm", "scf", "tensor", "ub", "vector"]
)
WITHOUT_ATTRIBUTES = frozenset(["affine", "cf", "math", "memref", "scf", "shape", "tensor"])
"""MLIR's own dialects without types or attributes. Some are called like builtin types, so that `!tensor<…` is a likely
mistake."""


class Symbols(Tokens):
    """Reads aliases, and attributes and types of dialects."""

    attribute_aliases: dict[str, Attribute]
    type_aliases: dict[str, Any]
    allow_unregistered: bool
    mnemonic_start = 0
    """Where the mnemonic of the innermost dialect's symbol is whose body is being read."""

    def parse_symbol(self, is_type: bool, type: Type | None = None) -> Attribute:
        """Reads an alias, or an attribute or type of a dialect: with `type` an attribute of that type."""
        name, start, end = self.token[1:], self.start, self.end
        self.consume()
        is_open = self.token == "<" and self.start == end
        if "." not in name and not is_open:
            attribute = self._alias(name, is_type)
        else:
            attribute = self._parse_dialect_symbol(name, start, end, is_open, is_type, type)
        if type is not None and is_typed(attribute) and (found := a.type_of(attribute)) is not type:
            message = f"attribute type different than expected: expected '{text_of(type)}', but got '{text_of(found)}'"
            raise self.error_here(message)
        return attribute

    def _alias(self, name: str, is_type: bool) -> Attribute:
        known: Mapping[str, Attribute] = self.type_aliases if is_type else self.attribute_aliases
        if name in known:
            return known[name]
        sigil, hint = "#", ""
        if is_type:
            from sdyopt.mlir.read.suggestions import type_without_sigil

            sigil, hint = "!", type_without_sigil(name)
        aliases = UnknownName(name, lambda: known, lambda other: sigil + other)
        raise self.wrong_token(Hinted(f"undefined symbol alias id '{name}'", hint or aliases))

    def _parse_dialect_symbol(
        self, name: str, start: int, end: int, is_open: bool, is_type: bool, type: Type | None
    ) -> Attribute:
        """Reads the symbol whose name, from `start` to `end`, has been read; `is_open` if a `<` is right after it."""
        self.go_deeper()
        namespace, dot, _ = name.partition(".")
        try:
            dialect = self.registry.dialect(namespace)
        except BrokenPackageError as error:
            raise error.at(start) from error
        place = start + len("#.") + len(namespace) if dot else start
        data = place if dot else end
        if is_open:
            self._find_end()
        body_end = self.last_end if is_open else end
        if not is_type and self.consume_if(":"):
            type = self.parse_type()
        if dialect is None and namespace not in (WITHOUT_TYPES if is_type else WITHOUT_ATTRIBUTES):
            body = self.text[data:body_end] if dot else self.text[data + 1 : body_end - 1]
            attribute = self._opaque(namespace, body, place, is_type, type)
        else:
            after = self.start
            prefix, self.prefix = self.prefix, ""
            outer = self.mnemonic_start
            self.reset(data if dot else data + 1)
            try:
                attribute = self._parse_body(dialect, namespace, is_type)
            finally:
                self.prefix, self.mnemonic_start = prefix, outer
                self.reset(after)
        self.depth -= 1
        return attribute

    def _find_end(self) -> None:
        """Goes past the body that opens with the token, of which MLIR at first looks at brackets and strings only."""
        opened: list[str] = []
        for match in BRACKET.finditer(self.text, self.start):
            bracket = match[0]
            if (opening := OPENING.get(bracket)) is not None:
                if opened[-1] != opening:
                    raise self._unbalanced(opened)
                opened.pop()
                if not opened:
                    self.reset(match.end())
                    return
            elif bracket[0] == '"':
                self.reset(match.start())
                if self.kind != "STRING":
                    raise Failed
            elif bracket == "\0":
                break
            elif bracket != "->":
                opened.append(bracket)
        raise self._unbalanced(opened)

    def _unbalanced(self, opened: list[str]) -> Failed:
        return self.error_here(f"unbalanced '{opened[-1]}' character in pretty dialect name")

    def _parse_body(self, dialect: Dialect | None, namespace: str, is_type: bool) -> Attribute:
        """Reads the mnemonic and what the dialect has after it."""
        known = {} if dialect is None else dialect.type_named if is_type else dialect.attribute_named
        if not known:
            from sdyopt.mlir.read.suggestions import type_without_sigil

            message = f"dialect '{namespace}' provides no {'type' if is_type else 'attribute'} parsing hook"
            raise self.say(Hinted(message, type_without_sigil(namespace) if is_type else ""))
        assert dialect is not None
        at = self.mnemonic_start = self.start
        mnemonic = self.parse_any_keyword()
        if (declared := known.get(mnemonic)) is None:
            message = dialect.unknown_type if is_type else dialect.unknown_attribute
            hint = UnknownName(mnemonic, lambda: known, f"{'!' if is_type else '#'}{namespace}.{{}}".format)
            raise self.error_at(Hinted(message.format(mnemonic=mnemonic, dialect=namespace), hint), at)
        parser: Any = self
        attribute: Attribute = declared.parse(parser)
        return attribute

    def _opaque(self, dialect: str, body: str, place: int, is_type: bool, type: Type | None) -> Attribute:
        """Returns the attribute or type of a dialect that is not known."""
        if not (dialect[:1].isalpha() or dialect[:1] == "_") or not _NAMESPACE.fullmatch(dialect):
            raise self.error_at(f"invalid dialect namespace '\"{dialect}\"'", place)
        if not self.allow_unregistered:
            sigil = "!" if is_type else "#"
            written = f'{sigil}"{dialect}"<"{body}">'
            if is_type:
                message = f"`{written}` type {UNREGISTERED}"
            else:
                message = f"{written} : '{'none' if type is None else text_of(type)}' attribute {UNREGISTERED}"
            namespaces = UnknownName(dialect, lambda: self.registry.namespaces, (sigil + "{}").format)
            raise self.error_at(Hinted(message, namespaces), place)
        return a.OpaqueType(dialect, body) if is_type else a.OpaqueAttr(dialect, body, type)

    # What the bodies of dialects' attributes are made of.

    def legal(self, make: Callable[..., Any], at: int, *parameters: Any) -> Any:
        """Returns what `make` makes of `parameters`; what is wrong with it is said of the place `at`."""
        try:
            return make(*parameters)
        except ValueError as wrong:
            raise self.say(wrong.args[0], at) from None
