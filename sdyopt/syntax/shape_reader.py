"""The shapes of lines that are spelled as a printer spells them are read by the declarations of their operations.

The right-hand side of a format's grammar rule is a list of what has to stand there one after another; `plain_text`
reads each. What comes of it goes the same way as from the grammar: through the format into the operation's state, and
from there into a signature. A line with anything unusual or wrong in it is left to the grammar; so are regions
and successors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute
from sdyopt.ods.attr_kinds import ELEMENTS
from sdyopt.ods.constant_format import Constant
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.patterns import pattern
from sdyopt.ods.state import FormatError, OperationState
from sdyopt.syntax.actions.operations import set_attributes
from sdyopt.syntax.plain_text import DEEPEST, PlainText, Unusual
from sdyopt.syntax.statement import MARK, Statement

if TYPE_CHECKING:
    from sdyopt.syntax.parser import Parser

_START = pattern(rf'([ \t]*+)({MARK}(?::(\d{{1,4}}))? = )?(?:"([^"\\\n{MARK}]++)"|([A-Za-z_][\w$.]*+) ?)', re.ASCII)
"""The blanks, the result's name, and the operation's in generic form or in its own."""

_LOCATION = f"loc({MARK})"

_SYMBOL = pattern(r'"([^"]+)"|(\[)|(\])|(\w+)')

Reader = Callable[[PlainText], Any]


def _constant(text: PlainText) -> Constant:
    attributes = text.attr_dict()
    value = text.attribute()
    if not ELEMENTS.accepts(value):
        raise Unusual
    return Constant(attributes, value)


_READERS: dict[str, Reader] = {
    "value_use": PlainText.value_use,
    "value_uses": PlainText.value_uses,
    "some_value_uses": PlainText.value_uses,
    "type": PlainText.type,
    "some_types": PlainText.some_types,
    "function_type": PlainText.function_type,
    "attr_dict": PlainText.attr_dict,
    "attribute": PlainText.attribute,
    "integer": PlainText.integer,
    "integer_list": PlainText.integer_list,
    "string_literal": PlainText.string_literal,
    "symbol_name": PlainText.symbol_name,
    "symbol_ref": PlainText.symbol_ref,
    "constant": _constant,
}
"""What reads the symbols of formats; dialects have more, see `Dialect.plain_symbols`."""


class _Group:
    """An optional part of a format, of so many values, which is there if the text goes on with `start`."""

    def __init__(self, start: str, steps: list[Any], captures: int) -> None:
        self.start = start
        self.steps = steps
        self.captures = captures


Step = str | Reader | _Group
"""What stands in a format: literals, symbols, optional groups."""


_OwnForm = tuple[OpDef, list[Step]]


class ShapeReader:
    """Reads shapes where `dialect` is the default one.

    What the grammar has parsed of attributes and types of dialects is known by its text.
    """

    def __init__(self, parser: Parser, dialect: str) -> None:
        self.parser = parser
        self.dialect = dialect
        self._own_forms: dict[str, _OwnForm | None] = {}
        self._fragments: dict[str, Attribute] = {}
        self._depth = 0

    def statement(self, shape: str) -> Statement | None:
        """What a line of this shape says; None if the grammar is to read it."""
        start = _START.match(shape)
        if start is None:
            return None
        blanks, result, count, quoted, word = start.groups()
        text = PlainText(shape, start.end(), 0 if result is None else 1, self._parsed)
        location_slot = -1
        try:
            state = self._generic(quoted, text) if quoted else self._own(word, text)
            if text.has(_LOCATION):
                location_slot = text.slot
                text.slot += 1
            if text.place < len(shape) and shape[text.place :].strip(" \t\r"):
                return None
        except (Unusual, FormatError, ParseError):
            return None
        signature = state.signature()
        results = len(signature.result_types)
        if result is not None and results != int(count or 1):
            return None
        if len(state.operands) != len(signature.operand_types) or text.slot != shape.count(MARK):
            return None  # also where something that is no name of a value looks like one
        return Statement(
            signature,
            text.slot,
            tuple([use.offset for use in state.operands]),
            signature.operand_types,
            -1 if result is None else 0,
            results if result is not None and results > 1 else 0,
            len(blanks) if result is None else start.end(2) - len(MARK),
            None,
            location_slot,
            (),
        )

    def _own(self, word: str, text: PlainText) -> OperationState:
        """An operation in its own form, behind its name."""
        try:
            own_form = self._own_forms[word]
        except KeyError:
            own_form = self._own_forms[word] = self._own_form(word)
        if own_form is None:
            raise Unusual
        definition, steps = own_form
        state = OperationState(definition, 0)
        assert definition.format is not None
        definition.format.read(_read(steps, text), state)
        state.complete(definition)
        return state

    def _own_form(self, word: str) -> _OwnForm | None:
        name = word if "." in word else f"{self.dialect}.{word}"
        definition = self.parser.registry.operations.get(name)
        if definition is None or definition.format is None:
            return None
        dialect = self.parser.registry.dialects[definition.dialect]
        steps = _steps(definition.format.rule, {**_READERS, **dialect.plain_symbols()})
        return None if steps is None else (definition, steps)

    def _generic(self, name: str, text: PlainText) -> OperationState:
        """An operation in generic form, behind its name."""
        definition = self.parser.registry.operations.get(name)
        if definition is None:
            raise Unusual
        text.literal("(")
        state = OperationState(definition, 0)
        state.operands = text.value_uses()
        text.literal(")")
        properties = None
        if text.has("<"):
            properties = text.attribute()
            text.literal(">")
        attributes = text.attr_dict()
        text.literal(":")
        state.operand_types, state.result_types = text.function_type()
        set_attributes(state, definition, properties, attributes)
        return state

    def _parsed(self, text: str) -> Attribute:
        """The attribute or type that is all of `text`."""
        known = self._fragments.get(text)
        if known is None:
            known = self._declared(text) or self._fragment(text)
            if known is None:
                raise Unusual
            self._fragments[text] = known
        return known

    def _declared(self, text: str) -> Attribute | None:
        """The attribute `#dialect.mnemonic<body>` by its declaration; None if the grammar is to read it."""
        symbol, _, _ = text.partition("<")
        namespace, _, mnemonic = symbol[1:].partition(".")
        dialect = self.parser.registry.dialects.get(namespace) if text[0] == "#" else None
        definition = None if dialect is None else dialect.attributes.get(mnemonic)
        if dialect is None or definition is None:
            return None
        read = dialect.plain_symbols().get(definition.symbol)
        if read is None or self._depth == DEEPEST:
            return None
        plain = PlainText(text, len(symbol), 0, self._parsed)
        self._depth += 1
        try:
            body = read(plain)
            attribute: Attribute = body if definition.read is None else definition.read(body)
        except (Unusual, ValueError, ParseError):
            return None
        finally:
            self._depth -= 1
        return attribute if plain.place == len(text) else None

    def _fragment(self, text: str) -> Attribute | None:
        """What the grammar makes of it."""
        from sdyopt.syntax.fragments import fragment

        return fragment(self.parser, text, is_type=text[0] != "#")


def _read(steps: list[Any], text: PlainText) -> list[Any]:
    """The values of a format's symbols, None for those of a group that is not there."""
    values: list[Any] = []
    for step in steps:
        if isinstance(step, str):
            if not text.has(step):
                raise Unusual
        elif isinstance(step, _Group):
            is_there = text.text.startswith(step.start, text.place)
            values += _read(step.steps, text) if is_there else [None] * step.captures
        else:
            values.append(step(text))
    return values


def _steps(rule: str, readers: Mapping[str, Reader]) -> list[Step] | None:
    """What stands in the right-hand side of a grammar rule; None if something has no reader.

    It may not end in what can be left away and may begin with a name, since then the line might go on in the next one.
    """
    open_groups: list[list[Step]] = [[]]
    for literal, opening, closing, symbol in _SYMBOL.findall(rule):
        steps = open_groups[-1]
        if literal:
            before = steps[-1] if steps else None
            if isinstance(before, str):
                blank = "" if literal in ",)" or before[-1] == "(" else " "
                steps[-1] = f"{before}{blank}{literal}"
            else:
                steps.append(literal)
        elif opening:
            open_groups.append([])
        elif closing:
            group = open_groups.pop()
            start = MARK if group[0] is PlainText.value_uses else group[0]
            if not isinstance(start, str):
                return None
            captures = sum([not isinstance(step, str) for step in group])
            open_groups[-1].append(_Group(start, group, captures))
        else:
            reader = readers.get(symbol)
            if reader is None:
                return None
            steps.append(reader)
    (steps,) = open_groups
    required = [step for step in steps if step is not PlainText.attr_dict]
    return None if not required or isinstance(required[-1], _Group) or required[-1] is PlainText.value_uses else steps
