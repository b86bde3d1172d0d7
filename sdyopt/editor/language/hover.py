"""What is known of the name under a cursor, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.syntax import mesh as mesh_text
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.display.wording import bytes_text, counted
from sdyopt.editor.language.analysis import DocumentAnalysis, PropagatedValue
from sdyopt.editor.language.document import Document, Part, Target
from sdyopt.editor.language.scanning import Token, is_in_comment, line_span, token_at, trailing_locations
from sdyopt.ir.locations import Frame, frames_of
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.pages import docstring
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import Span, parse
from sdyopt.pipeline.registry import BrokenPassError, PassEntry, find_pass
from sdyopt.rewriting.passes import paragraphs_of

# The lines of other files, mostly Python, that the locations in a text name.

_ALIAS = re.compile(r"#[\w$.-]+")

_MAX_ALIASES = 4096


def location_at(text: str, offset: int) -> str | None:
    """Returns the location at an offset, `loc(…)` or the alias of one; else that which ends its line; or None."""
    line = line_span(text, offset)
    code = text[line.start : line.end]
    if code.lstrip().startswith("#loc"):
        return f"loc({code.split('=')[0].strip()})"
    spans = list(trailing_locations(code))
    around = next((span for span in spans if span.start <= offset - line.start <= span.end), None)
    chosen = around or (spans[-1] if spans else None)
    return None if chosen is None else code[chosen.start : chosen.end]


def is_at_location(text: str, offset: int) -> bool:
    """Returns whether an offset is in a location of an operation or an argument, or in the line of an alias of one."""
    line = line_span(text, offset)
    code = text[line.start : line.end]
    if re.match(r"[ \t]*#loc[\w.$-]*[ \t]*=", code):
        return True
    return any(span.start <= offset - line.start <= span.end for span in trailing_locations(code))


def frames(text: str, location: str) -> tuple[Frame, ...]:
    """Returns the call stack of a location in a text whose aliases it may name, innermost first."""
    lines: dict[str, tuple[int, str]] = {}
    wanted = _ALIAS.findall(location)
    while wanted and len(lines) < _MAX_ALIASES:
        name = wanted.pop()
        if name in lines:
            continue
        found = re.search(rf"^[ \t]*{re.escape(name)}[ \t]*=[ \t]*(.*)", text, re.MULTILINE)
        if found is None:
            return ()
        lines[name] = found.start(), found[0]
        wanted += _ALIAS.findall(re.sub(r'"(?:[^"\\\n]|\\.)*"', "", found[1]))
    aliases = "".join([f"{line}\n" for _, line in sorted(lines.values())])
    try:
        parsed = parse(f"module {{\n}} {location}\n{aliases}", REGISTRY)
    except CompilationError:
        return ()
    return tuple(frames_of(parsed.module.location))


def user_frame(stack: tuple[Frame, ...]) -> Frame | None:
    """Returns the frame of a call stack that is the user's own."""
    return USER_FRAMES.cited(stack).frame if stack else None


def source_line(text: str, offset: int) -> str:
    """`model.py:22 in block (via wsc layers.py:10)`: where the operation or the argument at an offset comes from."""
    location = location_at(text, offset) if "loc(" in text else None
    stack = () if location is None else frames(text, location)
    return str(USER_FRAMES.cited(stack)) if stack else ""


_MAX_SHARDINGS = 3

_LONGEST_LINE = 400


class Hover(NamedTuple):
    """A text in Markdown about a name, and the extent of that name."""

    text: str
    span: Span


def hover(document: Document, offset: int, waits: bool = True) -> Hover | None:
    """Returns what is known of the name at an offset; None if there is none, or nothing is known of it.

    Of a value: type, sharding, what each device holds of it, and why. Of a function its signature, of a mesh its
    devices, of a pass its documentation, of an operation its format and documentation, of an alias what it stands for,
    and of a location the lines that it names. Unless it `waits`, it leaves out what takes long and is not known yet.
    """
    part = document.part_at(offset)
    local = offset - part.start
    token = token_at(part.text, local)
    if token is None:
        return None
    text = "\n\n".join(filter(None, _sections(part, token, local, waits)))
    return Hover(text, part.moved(token.span)) if text else None


def _sections(part: Part, token: Token, offset: int, waits: bool) -> Iterator[str]:
    if is_at_location(part.text, offset):
        yield from _location_sections(part, offset)
    elif token.kind == "VALUE":
        yield from _value_sections(part, token, waits or part.known.is_complete)
    elif token.kind == "SYMBOL":
        yield from _symbol_sections(part, token.text.lstrip("@").strip('"'), waits or part.known.is_complete)
    elif token.kind == "ALIAS":
        definition = part.structure.alias_definition(token.text)
        if definition is not None:
            yield _code(part.structure.code_from(definition.start))
    elif token.kind == "WORD":
        yield from _word_sections(part, token)


def _code(text: str) -> str:
    shown = text if len(text) <= _LONGEST_LINE else f"{text[: _LONGEST_LINE - 1]}…"
    return f"```mlir\n{shown}\n```"


# Values.


def _value_sections(part: Part, token: Token, has_answers: bool) -> Iterator[str]:
    structure = part.structure
    definition = structure.definition_of(token.text, token.span.start)
    if definition is None:
        return
    known = part.known
    if not has_answers:
        yield _code(structure.code_from(definition))
        yield "Shardings are still being propagated."
        return
    place = part.counterpart(definition)
    written = part.text[token.span.start : token.span.end]
    number = int(written.partition("#")[2] or 0)
    value = None if place is None else known.value_at(place, number)
    if value is None:
        yield _code(structure.code_from(definition))
        return
    yield _code(f"{written} : {value.type}")
    tensors = known.tensors(value)
    for tensor in tensors[:_MAX_SHARDINGS]:
        yield _tensor_text(known, value, tensor)
    if len(tensors) > _MAX_SHARDINGS:
        yield f"… and {counted(len(tensors) - _MAX_SHARDINGS, 'other sharding')} in copies of the function"
    for tensor in tensors[:1]:
        why = known.why(tensor, written, structure.function_at(definition))
        if why:
            yield "\n".join(["Why:", "", *[f"- {_escaped(line)}" for line in why]])
    source = source_line(part.text, definition)
    if source:
        yield f"From {_escaped(source)}"


def _tensor_text(known: DocumentAnalysis, value: Value, tensor: PropagatedValue) -> str:
    """Returns the sharding of a value, and what each device holds of it."""
    from sdyopt.view.columns.collectives import share_reasons

    share = tensor.share
    lines = []
    if tensor.row.sharding is not None:
        is_written = tensor.row.sharding is known.written_sharding(value)
        lines.append(f"Sharding `{sharding_text(tensor.row.sharding)}`" + ("" if is_written else ", propagated"))
    if share.local_shape is not None:
        sizes = "x".join(["?" if size is None else str(size) for size in share.local_shape])
        local = f"Local shape `{sizes or 'scalar'}`"
        lines.append(f"{local}, {bytes_text(share.bytes)} a device" if share.bytes is not None else local)
    why = share_reasons(share)
    if why:
        lines.append(_escaped(why))
    return "\n\n".join(lines)


_SPECIAL = re.compile(r"[\\`*<>\[\]]|(?<!\w)_|_(?!\w)|^#")
"""What means something in Markdown; `_` and `#` inside of a word do not, and editors show the backslash before them."""


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


# Other names.


def _symbol_sections(part: Part, name: str, has_answers: bool) -> Iterator[str]:
    symbol = part.structure.symbol(name)
    if symbol is None:
        return
    module = part.known.module if has_answers else None
    mesh = None if module is None or symbol.kind != "mesh" else module.meshes.get(name)
    if mesh is not None:
        yield _code(f"sdy.mesh @{name} = {mesh_text(mesh)}")
        yield counted(mesh.device_count, "device")
        return
    yield _code(part.structure.code_from(symbol.span.start).removesuffix("{").rstrip())
    if symbol.kind == "func":
        uses = part.structure.symbol_uses(name)[1:]
        yield counted(len(uses), "call") if uses else "never called in this file"


def _location_sections(part: Part, offset: int) -> Iterator[str]:
    location = location_at(part.text, offset)
    stack = () if location is None else frames(part.text, location)
    if stack:
        lines = [f"{frame.file}:{frame.line}" + (f" in {frame.function}" if frame.function else "") for frame in stack]
        yield "\n".join([f"- {_escaped(line)}" for line in lines])


def _word_sections(part: Part, token: Token) -> Iterator[str]:
    definition = REGISTRY.operation(token.text)
    if definition is None and not is_in_comment(part.text, token.span.start):
        definition = REGISTRY.operation(f"func.{token.text}") or REGISTRY.operation(f"builtin.{token.text}")
    if isinstance(definition, OpDef):
        yield f"**{definition.name}**"
        if definition.format:
            yield _code(" ".join(definition.format.split()))
        yield docstring(definition)
        return
    line = line_span(part.text, token.span.start)
    before = part.text[line.start : token.span.start]
    if "-" not in token.text and not before.endswith(("-", "(", ",")):
        return
    try:
        yield from _pass_sections(find_pass(token.text))
    except KeyError:
        return


def _pass_sections(entry: PassEntry) -> Iterator[str]:
    """Yields the documentation of a pass, and its options."""
    try:
        yield f"**-{entry.name}**"
        yield f"{entry.description}."
        yield from paragraphs_of(entry.load())[1:]
        options = [f"- `{name}`: {option.help}" for name, option in entry.options.items()]
    except BrokenPassError:
        return
    if options:
        yield "\n".join(["Options:", "", *options])


# From a name to its definition and its uses, and from a location to the line of Python.


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
