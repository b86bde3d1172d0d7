"""Hovers and completions: the name under a cursor, as Markdown, and the names that can be written there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import DISCARDABLE
from sdyopt.dialects.sdy.syntax import mesh as mesh_text
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.display.wording import bytes_text, counted
from sdyopt.editor.language.analysis import DocumentAnalysis, PropagatedValue
from sdyopt.editor.language.document import Document, Part, Target
from sdyopt.editor.language.scanning import Token, is_in_comment, line_span, open_brackets, token_at, trailing_locations
from sdyopt.ir.locations import Frame, frames_of
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.pages import docstring
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import Span, parse
from sdyopt.mlir.tokens import VALUE_ID
from sdyopt.pipeline.registry import BrokenPassError, PassEntry, all_passes, find_pass
from sdyopt.rewriting.passes import paragraphs_of

# What can be written at a place: operations, attributes, meshes, axes, values, and options in RUN lines.

TRIGGERS = ("%", "@", "#", "!", '"', ".", "-", "=", "{")
"""The characters after which an editor asks for completions by itself."""

_SIGILS = ("%", "@", "#", "!", '"')
_NAME = re.compile(r'[%@#!"]?[\w$.-]*\Z')
_RUN = re.compile(r"\s*(?://|#|;)\s*RUN:(?P<commands>.*)\Z")
_COMMAND = re.compile(r"[|;&]")
_RESULTS = rf"\s*(?:{VALUE_ID}(?:\s*:\s*\d+)?(?:\s*,\s*{VALUE_ID}(?:\s*:\s*\d+)?)*\s*=\s*)?"
_STATEMENT = re.compile(rf"{_RESULTS}\Z")
"""The text before the name of an operation."""
_OPERATION = re.compile(rf'{_RESULTS}"?(?P<name>[A-Za-z_][\w$.]*)')
_AXIS = re.compile(r'"([^"\n]*)"\s*=\s*\d+')
_MESH = re.compile(r"(?:@([\w$.-]+)|mesh)\s*[<,]")
_LOOKED_BACK = 4000
"""The number of characters before a place that are searched for what it is in."""

_LONGEST_DETAIL = 80

_OF_ARGUMENTS = ("jax.buffer_donor", "jax.result_info", "mhlo.sharding", "tf.aliasing_output")
"""The attributes that JAX writes on arguments and results besides those of SDY."""


class Completion(NamedTuple):
    """A text that can take the place of a span, which is what has been written of it."""

    label: str
    kind: str
    """`operation`, `attribute`, `mesh`, `function`, `axis`, `value`, `alias`, `option` or `pass`."""
    span: Span
    detail: str = ""
    """A line about it: a definition, a format, a description."""


def completions(document: Document, offset: int) -> list[Completion]:
    """Returns what can be written at an offset, as far as what is there already allows it, in order of their names.

    In a RUN line these are options and passes of the command; else, by the character before: values (`%`), functions
    and meshes (`@`), aliases and attributes (`#`, `!`), axes of the mesh in a sharding, attributes in a dictionary,
    and operations where one begins.
    """
    part = document.part_at(offset)
    local = offset - part.start
    line = line_span(part.text, local)
    before = part.text[line.start : local]
    if (run := _RUN.match(before)) is not None:
        return list(_in_run_line(run["commands"], offset))
    if is_in_comment(part.text, local):
        return []
    name = _NAME.search(before)
    assert name is not None
    word = name[0]
    found = _named(part, local - len(word), word, before[: name.start()])
    written = Span(offset - len(word), offset)
    wanted = {each.label: each for each in found if each.label.startswith(word) and each.label != word}
    return [each._replace(span=written) for _, each in sorted(wanted.items())]


def _named(part: Part, start: int, word: str, before: str) -> Iterable[Completion]:
    """Returns the names that may stand where `word` does, after `before` on its line."""
    sigil = word[:1] if word[:1] in _SIGILS else ""
    if sigil == "%":
        return _values(part, start)
    if sigil == "@":
        return _symbols(part, before)
    if sigil in ("#", "!"):
        return _attributes_and_types(part, sigil)
    if _STATEMENT.match(before):
        return _operations(sigil)
    opened = open_brackets(part.text, max(0, start - _LOOKED_BACK), start)
    if not opened or part.text[opened[-1]] != "{" or before.rstrip()[-1:] not in ("{", ","):
        return ()
    return _axes(part, start) if sigil else _attribute_names(part, opened[-1])


def _made(label: str, kind: str, detail: str = "") -> Completion:
    shown = detail if len(detail) <= _LONGEST_DETAIL else f"{detail[: _LONGEST_DETAIL - 1]}…"
    return Completion(label, kind, Span(0, 0), shown)


def _in_run_line(commands: str, offset: int) -> Iterator[Completion]:
    """Yields options, their values, and passes, of the last command on a RUN line."""
    from click.shell_completion import ShellComplete

    from sdyopt.cli.main import COMMAND as SDY_OPT
    from sdyopt.view.command import COMMAND as SDY_VIEW

    *written, word = _COMMAND.split(commands)[-1].split(" ")
    written = list(filter(None, written))
    command = {each.name: each for each in (SDY_OPT, SDY_VIEW)}.get(written[0] if written else "")
    if command is None or not word.startswith("-"):
        return
    value = word.partition("=")[2] if "=" in word else word
    passes = all_passes()
    for item in ShellComplete(command, {}, "", "").get_completions(written[1:], word):
        entry = passes.get(item.value.lstrip("-"))
        kind, detail = ("option", "") if entry is None else ("pass", entry.description)
        if item.value:
            yield _made(item.value, kind, detail)._replace(span=Span(offset - len(value), offset))


def _values(part: Part, start: int) -> Iterator[Completion]:
    structure = part.structure
    for span in structure.visible_at(start):
        yield _made(part.text[span.start : span.end], "value", structure.code_from(span.start))


def _symbols(part: Part, before: str) -> Iterator[Completion]:
    """Yields meshes in shardings, functions in calls, and both elsewhere."""
    wanted = "mesh" if before.endswith("<") else "func" if "call" in before else ""
    for symbol in part.structure.symbols:
        if symbol.kind in ("mesh", "func") and wanted in ("", symbol.kind):
            name = part.text[symbol.name_span.start : symbol.name_span.end]
            kind = "mesh" if symbol.kind == "mesh" else "function"
            yield _made(f"@{name.lstrip('@')}", kind, part.structure.code_from(symbol.span.start))


def _axes(part: Part, start: int) -> Iterator[Completion]:
    """Yields the axes of the mesh that a sharding names before `start`, or else of all meshes."""
    text, structure = part.text, part.structure
    looked = max(0, start - _LOOKED_BACK)
    meshes = [symbol for symbol in structure.symbols if symbol.kind == "mesh"]
    named = {symbol.name: symbol for symbol in meshes}
    last = max(_MESH.finditer(text, looked, start), key=re.Match.start, default=None)
    if last is not None and last[1] in named:
        meshes = [named[last[1]]]
    lines = [structure.code_from(symbol.span.start) for symbol in meshes]
    if last is not None and last[1] is None:
        lines = [text[last.start() : text.find(">", last.end())]]
    for line in lines:
        yield from [_made(f'"{axis[1]}"', "axis", axis[0]) for axis in _AXIS.finditer(line)]


def _attributes_and_types(part: Part, sigil: str) -> Iterator[Completion]:
    for found in re.finditer(rf"^[ \t]*({sigil}[A-Za-z_][\w$.-]*)[ \t]*=", part.text, re.MULTILINE):
        yield _made(found[1], "alias", part.structure.code_from(found.start(1)))
    for dialect in REGISTRY.all_dialects():
        for mnemonic in dialect.attribute_named if sigil == "#" else dialect.type_named:
            yield _made(f"{sigil}{dialect.namespace}.{mnemonic}", "attribute")


def _operations(sigil: str) -> Iterator[Completion]:
    for name, definition in REGISTRY.all_operations().items():
        label = f'"{name}"' if sigil else name
        if sigil or definition.format is not None:
            yield _made(label, "operation", " ".join((definition.format or "").split()))


def _attribute_names(part: Part, opening: int) -> Iterator[Completion]:
    """Yields the attributes that the operation of a dictionary may have, and those of arguments and results."""
    line = line_span(part.text, opening)
    found = _OPERATION.match(part.text, line.start, opening)
    definition = None if found is None else REGISTRY.operation(found["name"])
    for attribute in definition.attributes if isinstance(definition, OpDef) else ():
        yield _made(attribute.name, "attribute", attribute.constraint.summary)
    if part.text[opening - 1 : opening] == "<":
        return
    yield from [_made(name, "attribute") for name in sorted(DISCARDABLE)]
    if found is not None and found["name"] == "func.func":
        yield from [_made(name, "attribute") for name in _OF_ARGUMENTS]


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


def _stack_at(text: str, offset: int) -> tuple[Frame, ...]:
    """Returns the call stack of the location at an offset; empty if there is none."""
    location = location_at(text, offset)
    return () if location is None else frames(text, location)


def source_line(text: str, offset: int) -> str:
    """`model.py:22 in block (via wsc layers.py:10)`: where the operation or the argument at an offset comes from."""
    stack = _stack_at(text, offset) if "loc(" in text else ()
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
    if (token := token_at(part.text, local)) is None:
        return None
    text = "\n\n".join(filter(None, _sections(part, token, local, waits)))
    return Hover(text, part.moved(token.span)) if text else None


def _sections(part: Part, token: Token, offset: int, waits: bool) -> Iterator[str]:
    if is_at_location(part.text, offset):
        if stack := _stack_at(part.text, offset):
            lines = [
                f"{frame.file}:{frame.line}" + (f" in {frame.function}" if frame.function else "") for frame in stack
            ]
            yield "\n".join([f"- {_escaped(line)}" for line in lines])
    elif token.kind == "VALUE":
        yield from _value_sections(part, token, waits or part.known.is_complete)
    elif token.kind == "SYMBOL":
        yield from _symbol_sections(part, token.text.lstrip("@").strip('"'), waits or part.known.is_complete)
    elif token.kind == "ALIAS":
        if (definition := part.structure.alias_definition(token.text)) is not None:
            yield _code(part.structure.code_from(definition.start))
    elif token.kind == "WORD":
        yield from _word_sections(part, token)


def _code(text: str) -> str:
    shown = text if len(text) <= _LONGEST_LINE else f"{text[: _LONGEST_LINE - 1]}…"
    return f"```mlir\n{shown}\n```"


# Values.


def _value_sections(part: Part, token: Token, has_answers: bool) -> Iterator[str]:
    structure = part.structure
    if (definition := structure.definition_of(token.text, token.span.start)) is None:
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
    yield from [_tensor_text(known, value, tensor) for tensor in tensors[:_MAX_SHARDINGS]]
    if len(tensors) > _MAX_SHARDINGS:
        yield f"… and {counted(len(tensors) - _MAX_SHARDINGS, 'other sharding')} in copies of the function"
    for tensor in tensors[:1]:
        if why := known.why(tensor, written, structure.function_at(definition)):
            yield "\n".join(["Why:", "", *[f"- {_escaped(line)}" for line in why]])
    if source := source_line(part.text, definition):
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
    if why := share_reasons(share):
        lines.append(_escaped(why))
    return "\n\n".join(lines)


_SPECIAL = re.compile(r"[\\`*<>\[\]]|(?<!\w)_|_(?!\w)|^#")
"""The characters with a meaning in Markdown; inside of a word `_` and `#` have none, and get no backslash."""


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


# Other names.


def _symbol_sections(part: Part, name: str, has_answers: bool) -> Iterator[str]:
    if (symbol := part.structure.symbol(name)) is None:
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
        stack = _stack_at(part.text, local)
        frame = USER_FRAMES.cited(stack).frame if stack else None
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
    if (token := token_at(part.text, offset)) is None:
        return []
    if token.kind == "VALUE":
        if (definition := structure.definition_of(token.text, token.span.start)) is None:
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
        if (found := structure.alias_definition(token.text)) is None:
            return []
        return structure.alias_uses(token.text, found) if with_uses else [found]
    return []
