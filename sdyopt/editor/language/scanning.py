"""Tokens of a text that need not be valid: names under a cursor, brackets, comments, and trailing locations."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.read.parser import Span, Spans
from sdyopt.mlir.tokens import SUFFIX_ID, VALUE_ID, end_of_brackets, repeated

_WORD = re.compile(
    rf"""(?P<VALUE>{VALUE_ID})(?:\#\d+)?
    | (?P<SYMBOL>@(?:[A-Za-z_][\w$.-]*|"[^"\n]*"))
    | (?P<ALIAS>[\#!]{SUFFIX_ID})
    | (?P<LOCATION>\bloc\()
    | (?P<STRING>"[^"\n]*")
    | (?P<WORD>[A-Za-z_][\w$.]*(?:-+[\w$.]+)*)
    """,
    re.VERBOSE | re.ASCII,
)

BRACKETS = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|->|[()\[\]{}]')
"""The brackets outside of strings and comments, which it matches, too."""

_COMMENT = re.compile(repeated(r'[^"/\n]|"(?:[^"\\\n]|\\.)*"?|/(?!/)') + "(//)")

_LOCATION = re.compile(r"(?<![=\[,(<:{\s])(?:[ \t]*\n)?[ \t]+(?=loc\()")
"""The blanks before a location that ends an operation or an argument; not that which is the value of an attribute."""

_ALIAS_LOCATION = re.compile(r"loc\(#[\w$.-]+\)")


class Token(NamedTuple):
    """A name in a text: its kind, a group of the regular expression for words, and its extent."""

    kind: str
    text: str
    span: Span


def line_span(text: str, offset: int) -> Span:
    """Returns the line that an offset is in, without its newline."""
    end = text.find("\n", offset)
    return Span(text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end)


def token_at(text: str, offset: int) -> Token | None:
    """Returns the name that an offset is in, or after; None if there is none."""
    line = line_span(text, offset)
    before = None
    for found in _WORD.finditer(text, line.start, line.end):
        if (kind := found.lastgroup) is None or found.start() > offset:
            break
        span = Span(found.start(), found.end())
        if kind == "LOCATION":
            span = location_span(text, found.start()) or span
        if kind == "STRING" and span.start <= offset < span.end:
            continue
        if span.start <= offset <= span.end:
            before = Token(kind, found[kind], span)
            if offset < span.end:
                break
    return before


def location_span(text: str, start: int) -> Span | None:
    """Returns the extent of `loc(…)`; None if its brackets do not pair."""
    if (short := _ALIAS_LOCATION.match(text, start)) is not None:
        return Span(start, short.end())
    end = end_of_brackets(text, text.find("(", start))
    return None if end is None else Span(start, end)


def trailing_locations(text: str) -> Iterator[Span]:
    """Yields the extents of the locations of operations and arguments."""
    for found in _LOCATION.finditer(text) if "loc(" in text else ():
        if (span := location_span(text, found.end())) is not None:
            yield span


def without_locations(text: str) -> str:
    """Returns a text of the same length with blanks in place of the locations of operations and arguments.

    What is parsed from it has offsets for locations.
    """
    parts: list[str] = []
    end = 0
    for span in trailing_locations(text):
        parts += (text[end : span.start], " " * (span.end - span.start))
        end = span.end
    return "".join([*parts, text[end:]]) if parts else text


def comment_start(text: str, line: Span) -> int:
    """Returns where the comment of a line begins; the end of the line if it has none."""
    found = _COMMENT.match(text, line.start, line.end) if text.find("//", line.start, line.end) >= 0 else None
    return line.end if found is None else found.start(1)


def is_in_comment(text: str, offset: int) -> bool:
    """Returns whether an offset is in a comment."""
    start = text.rfind("\n", 0, offset) + 1
    return text.find("//", start, offset) >= 0 and comment_start(text, line_span(text, offset)) <= offset


def is_in_string(text: str, offset: int) -> bool:
    """Returns whether an offset is in a string, which begins on the same line."""
    before = text[text.rfind("\n", 0, offset) + 1 : offset].replace("\\\\", "").replace('\\"', "")
    return before.count('"') % 2 == 1


_CLOSING = str.maketrans("([{", ")]}")


def open_brackets(text: str, start: int, end: int, opening: str = "([{") -> list[int]:
    """Returns where the brackets are that open in a piece of text and are open at its end, the innermost last."""
    closing = opening.translate(_CLOSING)
    opened: list[int] = []
    for found in BRACKETS.finditer(text, start, end):
        if found[0] in opening:
            opened.append(found.start())
        elif found[0] in closing and opened:
            opened.pop()
    return opened


# The structure of a text that need not be valid: functions, regions, and where names are defined and used.

_SYMBOL_NAME = r'@(?:[A-Za-z_][\w$.-]*|"[^"\n]*")'

_SYMBOL = re.compile(
    rf"^[ \t]*(?:(?P<func>func\.func)(?:[ \t]+(?:public|private|nested))?|sdy\.(?P<mesh>mesh)|(?P<module>module))"
    rf"[ \t]+(?P<name>{_SYMBOL_NAME})",
    re.MULTILINE,
)

_GENERIC_SYMBOL = re.compile(
    r'^[ \t]*"(?:(?P<func>func\.func)|sdy\.(?P<mesh>mesh)|builtin\.(?P<module>module))"\([^\n]*?'
    r'\bsym_name[ \t]*=[ \t]*(?P<name>"[^"\n]*")',
    re.MULTILINE,
)

_MODULE = re.compile(r'\s*(?://[^\n]*\n\s*|#[^\n]*\n\s*)*(?:"builtin\.module"|(?:builtin\.)?module\b)')

_RESULTS = re.compile(rf"\s*(?::\s*\d+\s*)?(?:,\s*{VALUE_ID}\s*(?::\s*\d+\s*)?)*=(?!=)")
"""The text after the name of a result that is defined: the rest of a list of results."""

_OWN = re.compile(rf"{_RESULTS.pattern}[^\n{{}}]*\Z")
"""The text from there to a place in the operation that defines it."""

_EQUALS = re.compile(r"\s*(?::\s*\d+\s*)?=")
"""The text after the name of the last result; after others it is a list, unless that is one of initial values."""

_FIRST_RESULTS = re.compile(rf"\s*(?:{VALUE_ID}\s*(?::\s*\d+\s*)?,\s*)*")
"""The text before one of several results on its line."""

_ARGUMENT = re.compile(r"\s*:(?!:)")

_DEFINITION = re.compile(rf"({VALUE_ID})(?![\w$.-])(?:(?={_RESULTS.pattern})|(?={_ARGUMENT.pattern}))")

_FURTHER_ARGUMENT = re.compile(rf"[ \t]*{VALUE_ID}\s*:(?!:)")
"""A line of a list of arguments that begins on an earlier line."""

_SUCCESSOR = re.compile(rf"[ \t]*\S.*\^{SUFFIX_ID}", re.DOTALL)
"""The text before the parenthesis of operands that a branch passes to a block."""

_FURTHEST = 1 << 16
"""The number of characters before a name that are searched for the bracket that it is in."""

_NEAR = 1 << 14
"""The number of characters at the beginning of a function, and before a name, that are searched for values."""


class Symbol(NamedTuple):
    """A function, a mesh or a module with a name."""

    kind: str
    """`func`, `mesh` or `module`."""
    name: str
    """Without `@` and quotes."""
    span: Span
    """From its first word to the end of its region, if it has one."""
    name_span: Span


class Structure:
    """The structure of a text, in which each answer is computed once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: Spans | None = None
        """The spans that the parser has read, once a valid text has been parsed."""
        self._regions: dict[int, tuple[list[int], list[int]]] = {}
        self._defined: dict[tuple[int, str], list[int]] = {}

    @cached_property
    def symbols(self) -> list[Symbol]:
        text = self.text
        generic = _GENERIC_SYMBOL.finditer(text) if "sym_name" in text else ()
        found = sorted([*_SYMBOL.finditer(text), *generic], key=lambda match: match.start())
        starts = [match.start() for match in found]
        return [
            Symbol(
                next(kind for kind in ("func", "mesh", "module") if match[kind]),
                match["name"].lstrip("@").strip('"'),
                self._extent(match, stop),
                Span(*match.span("name")),
            )
            for match, stop in zip(found, [*starts, len(text)][1:], strict=True)
        ]

    @cached_property
    def functions(self) -> list[Symbol]:
        return [symbol for symbol in self.symbols if symbol.kind == "func"]

    def symbol(self, name: str) -> Symbol | None:
        return next((symbol for symbol in self.symbols if symbol.name == name), None)

    def _extent(self, match: re.Match[str], stop: int) -> Span:
        """Returns the extent of a symbol that ends before `stop`, where the next one begins."""
        text = self.text
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        if match["mesh"]:
            return Span(start, line_span(text, match.end()).end)
        if match["module"]:
            is_only = text.find("module", match.end()) < 0 and not text[: match.start()].strip()
            return Span(start, len(text.rstrip()) if is_only else _end_of_region(text, match.end()))
        end = text.rfind("}", match.end(), stop)
        if stop == len(text) and _MODULE.match(text):
            end = text.rfind("}", match.end(), max(end, match.end()))
        return Span(start, end + 1) if end >= 0 else Span(start, line_span(text, match.end()).end)

    def scope(self, offset: int) -> Span:
        """Returns the part of the text in which names of values belong together: up to the next function."""
        number = self._number_at(offset)
        bounds = [0, *[function.span.start for function in self.functions], len(self.text)]
        return Span(*bounds[number : number + 2])

    def function_at(self, offset: int) -> str:
        """Returns the name of the function that an offset is in; empty if it is in none."""
        number = self._number_at(offset)
        return self.functions[number - 1].name if number else ""

    def _number_at(self, offset: int) -> int:
        """Returns how many functions begin up to an offset."""
        return bisect_right(self.functions, offset, key=lambda function: function.span.start)

    # Values.

    def occurrences(self, name: str, scope: Span) -> Iterator[int]:
        """Yields where the name of a value, `%0`, stands in a scope, also as `%0#1`."""
        text = self.text
        pattern = re.compile(re.escape(name) + r"(?![\w$.-])")
        for found in pattern.finditer(text, scope.start, scope.end):
            if not is_in_comment(text, found.start()) and not is_in_string(text, found.start()):
                yield found.start()

    def definitions_in(self, lines: Span) -> Iterator[Span]:
        """Yields the extents of the names of values that are defined in a part of the text."""
        for found in _DEFINITION.finditer(self.text, lines.start, lines.end):
            start, end = found.span(1)
            if self._is_definition(start, end) and not is_in_comment(self.text, start):
                yield Span(start, end)

    def defined(self, name: str, scope: Span) -> list[int]:
        """Returns where a scope defines values of that name, in the order of the text."""
        key = scope.start, name
        known = self._defined.get(key)
        if known is None:
            known = [at for at in self.occurrences(name, scope) if self._is_definition(at, at + len(name))]
            self._defined[key] = known
        return known

    def definition_of(self, name: str, offset: int) -> int | None:
        """Returns where the value is defined that a name at an offset stands for."""
        if self.spans is not None:
            value = self.spans.value_at(offset)
            return offset if offset in self.spans.definitions else None if value is None else self.spans.places[value]
        scope = self.scope(offset)
        candidates = self.defined(name, scope)
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        around = set(self._enclosing(offset, scope))
        visible = [at for at in candidates if self._region(at, scope) in around]
        before = [at for at in visible if at <= offset]
        return before[-1] if before else visible[0] if visible else candidates[0]

    def uses_of(self, name: str, definition: int) -> list[int]:
        """Returns where the value that is defined at an offset stands, its definition first."""
        if self.spans is not None:
            places = self.spans.places
            return [definition, *[at for at, value in self.spans.uses() if places[value] == definition]]
        scope = self.scope(definition)
        found = list(self.occurrences(name, scope))
        if len(self.defined(name, scope)) > 1:
            found = [at for at in found if self.definition_of(name, at) == definition]
        return sorted(found, key=lambda at: (at != definition, at))

    def visible_at(self, offset: int) -> Iterator[Span]:
        """Yields the extents of names of values that an operation at an offset may use.

        In a long function these are its arguments and the values of the lines before.
        """
        scope = self.scope(offset)
        around = set(self._enclosing(offset, scope))
        first = min(scope.start + _NEAR, offset)
        for lines in (Span(scope.start, first), Span(max(first, offset - _NEAR), offset)):
            for span in self.definitions_in(lines):
                is_own = _OWN.match(self.text, span.end, offset) or self._is_around(span, around)
                if self._region(span.start, scope) in around and not is_own:
                    yield span

    def _is_around(self, result: Span, braces: set[int]) -> bool:
        """Returns whether a name is a result of the operation with a region at `braces`, in which it is not known."""
        end = line_span(self.text, result.end).end
        return any(result.end < brace < end for brace in braces) and _RESULTS.match(self.text, result.end) is not None

    def _is_definition(self, start: int, end: int) -> bool:
        text = self.text
        if text.startswith("#", end):
            return False
        if _RESULTS.match(text, end):
            before = text[text.rfind("\n", 0, start) + 1 : start]
            return bool(_EQUALS.match(text, end) or _FIRST_RESULTS.fullmatch(before))
        if _ARGUMENT.match(text, end) is None:
            return False
        if (opening := self._opening(start)) is None or text[opening] != "(":
            return False
        return _SUCCESSOR.fullmatch(text, text.rfind("\n", 0, opening) + 1, opening) is None

    def _opening(self, offset: int) -> int | None:
        """Returns where the innermost bracket is that is open at an offset, as far as the lines before it say."""
        text = self.text
        start = text.rfind("\n", 0, offset) + 1
        opened = open_brackets(text, start, offset)
        if not opened and _FURTHER_ARGUMENT.match(text, start):
            opened = open_brackets(text, max(self.scope(offset).start, offset - _FURTHEST), offset)
        return opened[-1] if opened else None

    # Regions, which are pairs of braces.

    def _braces(self, scope: Span) -> tuple[list[int], list[int]]:
        """Returns where braces are in a scope, and the innermost open one after each; -1 for none."""
        known = self._regions.get(scope.start)
        if known is None:
            places: list[int] = []
            inside: list[int] = []
            opened = [-1]
            for found in BRACKETS.finditer(self.text, scope.start, scope.end):
                if found[0] == "{":
                    opened.append(found.start())
                elif found[0] != "}":
                    continue
                elif len(opened) > 1:
                    opened.pop()
                places.append(found.start())
                inside.append(opened[-1])
            known = self._regions[scope.start] = places, inside
        return known

    def _region(self, offset: int, scope: Span) -> int:
        """Returns where the brace is that an offset is in."""
        places, inside = self._braces(scope)
        number = bisect_right(places, offset)
        return inside[number - 1] if number else -1

    def _enclosing(self, offset: int, scope: Span) -> Iterator[int]:
        """Yields the braces that an offset is in, the innermost first, and -1."""
        brace = self._region(offset, scope)
        while brace >= 0:
            yield brace
            brace = self._region(brace - 1, scope)
        yield -1

    # Symbols.

    def symbol_uses(self, name: str) -> list[Span]:
        """Returns where the name of a symbol stands, its definition first."""
        symbol = self.symbol(name)
        spans = self._names(rf"@(?:{re.escape(name)}(?![\w$.-])|\"{re.escape(name)}\")")
        first = [] if symbol is None else [symbol.name_span]
        return [*first, *[span for span in spans if span not in first]]

    def alias_definition(self, name: str) -> Span | None:
        """Returns where an alias, `#map` or `!type`, is defined."""
        found = re.search(rf"^[ \t]*({re.escape(name)})[ \t]*=", self.text, re.MULTILINE)
        return None if found is None else Span(*found.span(1))

    def alias_uses(self, name: str, definition: Span) -> list[Span]:
        """Returns where an alias stands, its definition first."""
        spans = self._names(rf"{re.escape(name)}(?![\w$.-])")
        return [definition, *[span for span in spans if span != definition]]

    def _names(self, pattern: str) -> list[Span]:
        """Returns where names stand that match a regular expression: not in strings and comments."""
        text = self.text
        found = [Span(*match.span()) for match in re.finditer(pattern, text)]
        if self.spans is not None:
            return [span for span in found if self.spans.names.get(span.start) == span.end]
        return [span for span in found if not is_in_comment(text, span.start) and not is_in_string(text, span.start)]

    def code_from(self, offset: int) -> str:
        """Returns the text from an offset to the end of its line, without a comment."""
        return self.text[offset : comment_start(self.text, line_span(self.text, offset))].rstrip()


def _end_of_region(text: str, start: int) -> int:
    """Returns where the braces close that open after `start`; the end of the text if they do not."""
    depth = 0
    for found in BRACKETS.finditer(text, start):
        depth += (found[0] == "{") - (found[0] == "}")
        if found[0] == "}" and depth <= 0 and not text.startswith(" {", found.end()):
            return found.end()
    return len(text.rstrip())
