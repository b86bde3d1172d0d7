"""Aliases, and attributes and types of dialects: `#alias`, `#dialect.mnemonic<…>`, `#dialect<mnemonic …>`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.declare.attr_kinds import is_typed
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.diagnostics import Hinted, UnknownName
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.attributes import NONE_TYPE
from sdyopt.mlir.read.tokens import Failed, Tokens
from sdyopt.mlir.tokens import BRACKET, OPENING
from sdyopt.mlir.write.attributes import text_of

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
        if type is not None and is_typed(attribute) and (found := type_of(attribute)) is not type:
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
            opening = OPENING.get(bracket)
            if opening is not None:
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
        declared = known.get(mnemonic)
        if declared is None:
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
        return t.OpaqueType(dialect, body) if is_type else a.OpaqueAttr(dialect, body, type)

    # What the bodies of dialects' attributes are made of.

    def legal(self, make: Callable[..., Any], at: int, *parameters: Any) -> Any:
        """Returns what `make` makes of `parameters`; what is wrong with it is said of the place `at`."""
        try:
            return make(*parameters)
        except ValueError as wrong:
            raise self.say(wrong.args[0], at) from None


def type_of(attribute: Any) -> Type:
    """Returns the type of an attribute that has one."""
    if isinstance(attribute, a.BoolAttr):
        return a.I1
    type: Type | None = attribute.type
    return NONE_TYPE if type is None else type
