"""Formats of attributes and types: how their parameters become a reader and a writer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.mlir.formats.elements import Element, Literal
from sdyopt.mlir.formats.format import CompiledFormat
from sdyopt.mlir.formats.writer import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.declare.parameters import AttributeDef
    from sdyopt.mlir.read.parser import Parser


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
        assert self.kind.begins is not None, f"a group begins with {self.name}"
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
        parameter = missing.pop(name, None)
        if parameter is None:
            raise parser.say(f"duplicate or unknown struct parameter name: {name}")
        parameter.parse(parser, state)

    def write(self, op: Any, writer: Writer) -> None:
        present = [each for each in self.parameters.values() if not each.is_optional or each.is_present(op)]
        writer.text(", ".join([f"{parameter.name} = {parameter.text(op)}" for parameter in present]))


class AttributeFormat(CompiledFormat):
    """The compiled format of one attribute's or type's definition."""

    def __init__(self, definition: AttributeDef) -> None:
        assert len(definition.parameters) == len(definition.cls.fields), f"not all of {definition.cls} has a kind"
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
