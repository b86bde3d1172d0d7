"""Assembly formats: how one line of declaration becomes a reader and a writer.

The language is that of MLIR's operation definitions: literals in back quotes (an empty one takes away the space),
`$name` for operands, attributes, regions and successors, `qualified($name)` for an attribute in full, `attr-dict`,
`attr-dict-with-keyword`, `type($name)`, `functional-type(operands, results)`, `operands`, `custom<Name>($a, $b)`, and
optional groups `(… $name^ …)?` which are there if the part with the anchor is; a unit attribute as the anchor has no
text of its own. `(…) : (… $name^ …)?` has one half if the anchor is there, else the other; `oilist(… | …)` has clauses
in any order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sdyopt.mlir.formats.elements import (
    AllOperandsElement,
    AnyOrder,
    AttrDictElement,
    AttributeElement,
    CustomElement,
    Element,
    FunctionalTypeElement,
    Group,
    Literal,
    OneTypeListElement,
    OperandElement,
    RegionElement,
    SuccessorElement,
    TypeElement,
    is_space,
)
from sdyopt.mlir.formats.state import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.declare.definition import OpDef
    from sdyopt.mlir.declare.parameters import AttributeDef
    from sdyopt.mlir.read.parser import Parser


_TOKEN = re.compile(
    r"`(?P<literal>[^`]*)`|custom<(?P<custom>\w+)>(?:\((?P<arguments>[^`]*?(?:\([^)]*\)[^`]*?)*)\))?"
    r"|struct\((?P<struct>[^)]*)\)|type\((?P<type>\$?\w+)\)|qualified\(type\((?P<full_type>\$?\w+)\)\)"
    r"|qualified\(\$(?P<qualified>\w+)\)"
    r"|functional-type\(\$?(?:type\()?(?P<inputs>\w+)\)?,\s*\$?(?P<outputs>\w+)\)"
    r"|\$(?P<name>\w+)(?P<anchor>\^)?|(?P<bracket>(?:oilist)?\(|\)\s*:\s*\(|\)\??|\|)|(?P<word>[a-z-]+)|\^|\s+"
)
_BRACKETS = {"(": "", "oilist(": "", "):(": "(", ")?": "(", "|": "oilist(", ")": "oilist("}
"""The bracket that is open where each bracket, or separator, has a meaning; "" for those that open something."""
_CLOSING = (")", ")?")
_NAMES = re.compile(r"\w+")
_TYPE_WRAPPER = re.compile(r"(?:type|ref)\(([^)]*)\)")


Spaced = tuple[str, Callable[[Any, Writer], None] | None, bool]
"""Literals and spaces, and what writes the part after them, None at the end; whether that looks at types."""

_BLIND = (OperandElement, AllOperandsElement, AttributeElement, AttrDictElement)
"""The elements that depend on attributes alone, and on the number of operands."""


class CompiledFormat:
    """A compiled format, of an operation or of an attribute."""

    def __init__(self, text: str) -> None:
        self.elements: list[Element] = self._compile(text)
        self._read = [element for element in self.elements if not is_space(element)]
        self._groups = list(_groups_in(self.elements))
        self._spaced: dict[tuple[bool, ...], tuple[Spaced, ...]] = {}

    def _compile(self, text: str) -> list[Element]:
        halves: list[list[list[Element]]] = [[[]]]
        anchors: list[Element | None] = [None]
        opened = [""]
        end = 0
        for match in _TOKEN.finditer(text):
            if match.start() != end:
                raise ValueError(f"'{text[end : match.start()]}' has no meaning")
            end = match.end()
            if (bracket := match["bracket"]) is not None:
                if (kind := _BRACKETS[bracket.replace(" ", "")]) not in ("", opened[-1]):
                    raise ValueError(f"'{bracket}' has no meaning")
                if not kind:
                    halves.append([[]])
                    anchors.append(None)
                    opened.append(bracket)
                elif bracket in _CLOSING:
                    parts, anchor = halves.pop(), anchors.pop()
                    opened.pop()
                    halves[-1][-1].append(AnyOrder(parts) if bracket == ")" else _group(parts, anchor, text))
                else:
                    halves[-1].append([])
                continue
            if (element := self._element(match)) is not None:
                halves[-1][-1].append(element)
                if match["anchor"] or text[match.end() : match.end() + 1] == "^":
                    anchors[-1] = element
        if text[end:] or len(halves) > 1:
            raise ValueError(f"'{text[end:]}' has no meaning" if text[end:] else "a group is not closed")
        ((elements,),) = halves
        return elements

    def _element(self, match: re.Match[str]) -> Element | None:
        """Returns one part of a format; None for space between parts."""
        raise NotImplementedError

    def parse(self, parser: Parser, state: Any) -> None:
        """Reads what comes next, an operation after its name, into `state`."""
        for element in self._read:
            element.parse(parser, state)

    def write(self, op: Any, writer: Writer) -> None:
        """Writes `op` after its name."""
        write_parts(self._parts_of(op), op, writer)

    def write_head(self, op: Any, writer: Writer) -> tuple[Spaced, ...]:
        """Writes `op`, without regions, up to the first part that depends on types; returns the parts from there on."""
        spaced = self._parts_of(op)
        count = next((index for index, (_, _, sees_types) in enumerate(spaced) if sees_types), len(spaced))
        write_parts(spaced[:count], op, writer)
        return spaced[count:]

    def _parts_of(self, op: Any) -> tuple[Spaced, ...]:
        present = tuple([group.anchor.is_present(op) for group in self._groups]) if self._groups else ()
        if (spaced := self._spaced.get(present)) is None:
            spaced = self._spaced[present] = self._with_groups(present)
        return spaced

    def _with_groups(self, present: tuple[bool, ...]) -> tuple[Spaced, ...]:
        """Returns the text if anchors are there: literals and spaces as texts, groups as what they hold."""
        spacing = _Spacing()
        spacing.put(self.elements, dict(zip(self._groups, present, strict=True)))
        spaced: list[Spaced] = []
        before = ""
        for part in spacing.parts:
            if isinstance(part, str):
                before = part
            else:
                sees_types = (
                    part.directive.sees_types if isinstance(part, CustomElement) else not isinstance(part, _BLIND)
                )
                spaced.append((before, part.write, sees_types))
                before = ""
        return (*spaced, (before, None, False)) if before else tuple(spaced)


def write_parts(spaced: Iterable[Spaced], op: Any, writer: Writer) -> None:
    """Writes parts of `op`."""
    for before, write, _ in spaced:
        writer.text(before)
        if write is not None:
            write(op, writer)


class Format(CompiledFormat):
    """The compiled assembly format of one operation's definition."""

    def __init__(self, definition: OpDef) -> None:
        self.definition = definition
        super().__init__(definition.format or "")
        flat = [inner for element in self.elements for inner in _flatten(element)]
        written = {name for element in flat for name in _attribute_names(element, definition)}
        strictly = {
            name for each in flat if isinstance(each, CustomElement) for name in each.directive.written_if_strict
        }
        for element in flat:
            if isinstance(element, AttrDictElement):
                element.written, element.written_if_strict = frozenset(written), frozenset(strictly)

    @cached_property
    def ends_in_types(self) -> bool:
        """Whether a text ends in types that become those of operands and results as they are."""
        last = self._read[-1] if self._read else None
        if isinstance(last, Group) and isinstance(last.read[0], OperandElement | AllOperandsElement):
            last = None if last.otherwise else last.read[-1]
        if isinstance(last, CustomElement):
            return last.directive.ends_in_types
        return isinstance(last, TypeElement | FunctionalTypeElement | OneTypeListElement)

    @cached_property
    def is_constant(self) -> bool:
        """Whether a text ends in a value, whose type becomes that of the result."""
        last = self._read[-1] if self._read else None
        return isinstance(last, CustomElement) and last.directive.is_constant

    def _element(self, match: re.Match[str]) -> Element | None:
        definition = self.definition
        if match["literal"] is not None:
            return Literal(match["literal"])
        if match["custom"]:
            arguments = _NAMES.findall(_TYPE_WRAPPER.sub(r"\1", match["arguments"] or ""))
            return CustomElement(definition.directives[match["custom"]], arguments)
        if type := match["type"] or match["full_type"]:
            is_list = type in ("operands", "results")
            return OneTypeListElement(type) if is_list else TypeElement(definition, type.removeprefix("$"))
        if match["inputs"]:
            return FunctionalTypeElement(definition, match["inputs"], "($" in match[0])
        if match["name"]:
            return self._named(match["name"])
        if match["qualified"]:
            return AttributeElement(definition, match["qualified"], is_qualified=True)
        match match["word"]:
            case "attr-dict":
                return AttrDictElement(definition, with_keyword=False)
            case "attr-dict-with-keyword":
                return AttrDictElement(definition, with_keyword=True)
            case "operands":
                return AllOperandsElement()
            case str(word):
                raise ValueError(f"'{word}' has no meaning")
        return None

    def _named(self, name: str) -> Element:
        definition = self.definition
        for index, operand in enumerate(definition.operands):
            if operand.name == name:
                return OperandElement(definition, index)
        for index, region in enumerate(definition.regions):
            if region.name == name:
                return RegionElement(definition, index)
        for index, successor in enumerate(definition.successors):
            if successor.name == name:
                return SuccessorElement(index)
        return AttributeElement(definition, name)


class _Spacing:
    """Where MLIR's generated printers put spaces between the parts of a format."""

    def __init__(self) -> None:
        self.parts: list[str | Element] = []
        self.should_emit_space = True
        self.last_was_punctuation = False

    def put(self, elements: list[Element], present: Mapping[Group, bool]) -> None:
        for element in elements:
            if isinstance(element, Literal):
                self.literal(element.text)
            elif isinstance(element, Group):
                self.put(element.written(present.get(element, False)), present)
            elif isinstance(element, AnyOrder):
                self.put(list(element.clauses.values()), present)
            elif isinstance(element, AttrDictElement):
                self.parts.append(element)
                self.last_was_punctuation = False
            else:
                if self.should_emit_space or not self.last_was_punctuation:
                    self.text(" ")
                self.parts.append(element)
                self.should_emit_space = True
                self.last_was_punctuation = False

    def text(self, text: str) -> None:
        """Puts a text, as one with that before it."""
        before = self.parts[-1] if self.parts else None
        if isinstance(before, str):
            self.parts[-1] = before + text
        else:
            self.parts.append(text)

    def literal(self, text: str) -> None:
        if not text.strip():
            self.should_emit_space = False
            self.last_was_punctuation = not text
            self.text(text)
            return
        if self.should_emit_space and self._wants_space_before(text):
            self.text(" ")
        self.text(text)
        self.should_emit_space = len(text) != 1 or text not in "<({["
        self.last_was_punctuation = text[0] != "_" and not text[0].isalpha()

    def _wants_space_before(self, text: str) -> bool:
        if len(text) != 1 and text != "->":
            return True
        return text[0] not in (">)}]," if self.last_was_punctuation else "<>(){}[],")


def _group(halves: list[list[Element]], anchor: Element | None, text: str) -> Group:
    if anchor is None:
        raise ValueError(f"no anchor in {text}")
    return Group(halves, anchor)


def _flatten(element: Element) -> list[Element]:
    if isinstance(element, Group):
        return [inner for part in (*element.elements, *element.otherwise) for inner in _flatten(part)]
    if isinstance(element, AnyOrder):
        return [inner for group in element.clauses.values() for inner in _flatten(group)]
    return [element]


def _groups_in(elements: Iterable[Element]) -> Iterator[Group]:
    """The groups among some elements, and those inside of these."""
    for element in elements:
        if isinstance(element, Group):
            yield element
            yield from _groups_in([*element.elements, *element.otherwise])
        elif isinstance(element, AnyOrder):
            yield from _groups_in(element.clauses.values())


def _attribute_names(element: Element, definition: OpDef) -> list[str]:
    """The inherent attributes that `element` writes."""
    if isinstance(element, AttributeElement):
        return [element.name]
    if isinstance(element, CustomElement):
        return [name for name in element.arguments if name in definition.inherent_names]
    return []


# Formats of attributes and types: how their parameters become a reader and a writer.


class ParameterElement(Element):
    """`$name`."""

    def __init__(self, definition: AttributeDef, name: str) -> None:
        self.name = name
        self.kind = definition.parameters[name]
        self.field = definition.cls.fields[list(definition.parameters).index(name)]
        self.is_optional = self.field in definition.cls.defaults
        self.absent = definition.cls.defaults.get(self.field, self.kind.absent)
        self.message = f"failed to parse {definition.title} parameter '{name}' which is to be a `{self.kind.type}`"

    def parse(self, parser: Parser, state: dict[str, Any]) -> None:
        state[self.field] = parser.parameter(self.message, lambda: self.kind.parse(parser))

    def begins(self, parser: Parser) -> bool:
        if self.kind.begins is None:
            raise ValueError(f"a group begins with {self.name}")
        return self.kind.begins(parser)

    def is_present(self, op: Any) -> bool:
        return bool(getattr(op, self.field) != self.absent)

    def text(self, attribute: Any) -> str:
        """Returns the text of the value."""
        return self.kind.text(getattr(attribute, self.field))

    def write(self, op: Any, writer: Writer) -> None:
        writer.text(self.text(op))


class ParametersElement(Element):
    """`params`: those after the last that is required may be missing."""

    def __init__(self, parameters: Sequence[ParameterElement]) -> None:
        self.parameters = parameters
        self.last_required = max([n for n, each in enumerate(parameters) if not each.is_optional], default=-1)

    def parse(self, parser: Parser, state: dict[str, Any]) -> None:
        for number, parameter in enumerate(self.parameters):
            if number > self.last_required:
                if number and not parser.consume_if(","):
                    break
                if not number and parameter.kind.begins is not None and not parameter.begins(parser):
                    break
            elif number:
                parser.parse_token(",", "expected ','")
            parameter.parse(parser, state)

    def write(self, op: Any, writer: Writer) -> None:
        present = [
            number
            for number, parameter in enumerate(self.parameters)
            if parameter.is_optional and parameter.is_present(op)
        ]
        count = max([self.last_required, *present]) + 1
        writer.text(", ".join([parameter.text(op) for parameter in self.parameters[:count]]))


class StructElement(Element):
    """`struct(params)`: `name = value` in any order, with commas between."""

    def __init__(self, parameters: Sequence[ParameterElement]) -> None:
        self.parameters = {parameter.name: parameter for parameter in parameters}
        self.required = [parameter.name for parameter in parameters if not parameter.is_optional]

    def parse(self, parser: Parser, state: dict[str, Any]) -> None:
        if not self.required and parser.kind != "WORD":
            return
        has_optional = len(self.required) < len(self.parameters)
        missing = dict(self.parameters)
        while True:
            self._parse_one(parser, state, missing)
            if has_optional:
                if not parser.consume_if(","):
                    break
            elif missing:
                parser.parse_token(",", "expected ','")
            else:
                break
        for name in self.required:
            if name in missing:
                raise parser.say(f"struct is missing required parameter: {name}")

    def _parse_one(self, parser: Parser, state: dict[str, Any], missing: dict[str, ParameterElement]) -> None:
        name = parser.parameter("expected a parameter name in struct", parser.parse_any_keyword)
        parser.parse_token("=", "expected '='")
        if (parameter := missing.pop(name, None)) is None:
            raise parser.say(f"duplicate or unknown struct parameter name: {name}")
        parameter.parse(parser, state)

    def write(self, op: Any, writer: Writer) -> None:
        present = [each for each in self.parameters.values() if not each.is_optional or each.is_present(op)]
        writer.text(", ".join([f"{parameter.name} = {parameter.text(op)}" for parameter in present]))


class AttributeFormat(CompiledFormat):
    """The compiled format of one attribute's or type's definition."""

    def __init__(self, definition: AttributeDef) -> None:
        if len(definition.parameters) != len(definition.cls.fields):
            raise ValueError(f"not all of {definition.cls} has a kind")
        self.named = {name: ParameterElement(definition, name) for name in definition.parameters}
        self.absent = {parameter.field: parameter.absent for parameter in self.named.values()}
        """The values of parameters that are not there, by fields."""
        super().__init__(definition.format)

    def _element(self, match: re.Match[str]) -> Element | None:
        if match["literal"] is not None:
            return Literal(match["literal"])
        if match["struct"]:
            return StructElement(self._listed(match["struct"]))
        if match["word"] == "params":
            return ParametersElement(list(self.named.values()))
        if match["word"]:
            raise ValueError(f"'{match['word']}' has no meaning")
        return self.named[match["name"]] if match["name"] else None

    def _listed(self, names: str) -> list[ParameterElement]:
        """Returns the parameters that `$a, $b` or `params` names."""
        return list(self.named.values()) if names == "params" else [self.named[n] for n in re.findall(r"\w+", names)]

    def text(self, attribute: Any) -> str:
        """Returns the text of an attribute after its mnemonic."""
        writer: Any = Writer()
        self.write(attribute, writer)
        return "".join(writer.parts)
