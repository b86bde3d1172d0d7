"""From a name to its definition and its uses, and from a location to the line of Python."""

from __future__ import annotations

from sdyopt.editor.language.document import Document, Part, Target
from sdyopt.editor.language.python_lines import frames, is_at_location, location_at, user_frame
from sdyopt.editor.language.scanning import token_at
from sdyopt.mlir.read.spans import Span


def definitions(document: Document, offset: int) -> list[Target]:
    """Returns where the name at an offset is defined: a value, a function, a mesh, an alias.

    In the location of an operation, or the line of its alias, the line of the user's program that it names comes first.
    Empty if nothing is known.
    """
    part = document.part_at(offset)
    local = offset - part.start
    found: list[Target] = []
    if is_at_location(part.text, local):
        location = location_at(part.text, local)
        frame = None if location is None else user_frame(frames(part.text, location))
        if frame is not None:
            found.append(Target(part.moved(Span(local, local)), frame.file, frame.line, frame.column))
    spans = _spans(part, local, with_uses=False)
    return [*found, *[Target(part.moved(span)) for span in spans[:1]]]


def references(document: Document, offset: int, include_definition: bool = True) -> list[Span]:
    """Returns the places of the value, function, mesh or alias whose name is at an offset, its definition first."""
    part = document.part_at(offset)
    spans = _spans(part, offset - part.start, with_uses=True)
    return [part.moved(span) for span in (spans if include_definition else spans[1:])]


def _spans(part: Part, offset: int, with_uses: bool) -> list[Span]:
    """Returns the definition of what is at an offset, and its uses if they are wanted."""
    structure = part.structure
    token = token_at(part.text, offset)
    if token is None:
        return []
    if token.kind == "VALUE":
        definition = structure.definition_of(token.text, token.span.start)
        if definition is None:
            return []
        places = structure.uses_of(token.text, definition) if with_uses else [definition]
        return [Span(at, at + len(token.text)) for at in places]
    if token.kind == "SYMBOL":
        name = token.text.lstrip("@").strip('"')
        if not with_uses:
            symbol = structure.symbol(name)
            return [] if symbol is None else [symbol.name_span]
        return structure.symbol_uses(name)
    if token.kind == "ALIAS":
        found = structure.alias_definition(token.text)
        if found is None:
            return []
        return structure.alias_uses(token.text, found) if with_uses else [found]
    return []
