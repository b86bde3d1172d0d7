"""What can be written at a place: operations, attributes, meshes, axes, values, and options in RUN lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import DISCARDABLE
from sdyopt.editor.language.document import Document, Part
from sdyopt.editor.language.scanning import is_in_comment, line_span, open_bracket
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.read.parser import Span
from sdyopt.mlir.tokens import VALUE_ID

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
"""What JAX writes about arguments and results besides attributes of SDY."""


class Completion(NamedTuple):
    """A text that can take the place of a span, which is what has been written of it."""

    label: str
    kind: str
    """`operation`, `attribute`, `mesh`, `function`, `axis`, `value`, `alias`, `option` or `pass`."""
    span: Span
    detail: str = ""
    """What is known of it, in a line: a definition, a format, a description."""


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
    run = _RUN.match(before)
    if run is not None:
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
    opening = open_bracket(part.text, max(0, start - _LOOKED_BACK), start)
    if opening is None or part.text[opening] != "{" or before.rstrip()[-1:] not in ("{", ","):
        return ()
    return _axes(part, start) if sigil else _attribute_names(part, opening)


def _made(label: str, kind: str, detail: str = "") -> Completion:
    shown = detail if len(detail) <= _LONGEST_DETAIL else f"{detail[: _LONGEST_DETAIL - 1]}…"
    return Completion(label, kind, Span(0, 0), shown)


def _in_run_line(commands: str, offset: int) -> Iterator[Completion]:
    """Yields options, their values, and passes, of the last command on a RUN line."""
    from sdyopt.cli.completion import candidates
    from sdyopt.cli.main import COMMAND as SDY_OPT
    from sdyopt.pipeline.registry import all_passes
    from sdyopt.view.command import COMMAND as SDY_VIEW

    *written, word = _COMMAND.split(commands)[-1].split(" ")
    written = list(filter(None, written))
    command = {each.name: each for each in (SDY_OPT, SDY_VIEW)}.get(written[0] if written else "")
    if command is None or not word.startswith("-"):
        return
    value = word.partition("=")[2] if "=" in word else word
    passes = all_passes()
    for item in candidates(command, written[1:], word, with_help=False):
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
        for axis in _AXIS.finditer(line):
            yield _made(f'"{axis[1]}"', "axis", axis[0])


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
    for name in sorted(DISCARDABLE):
        yield _made(name, "attribute")
    if found is not None and found["name"] == "func.func":
        yield from [_made(name, "attribute") for name in _OF_ARGUMENTS]
