"""Formatting: a text as `sdy-opt` prints it, with its comments and with the names that it gives to values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

from sdyopt.dialects import REGISTRY
from sdyopt.editor.language.document import Document, Part
from sdyopt.editor.language.scanning import comment_start, line_span, open_brackets, without_locations
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import NO_POSITION, CompilationError, Source
from sdyopt.mlir.read.parser import ParsedText, parse
from sdyopt.mlir.tokens import token_start
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.names import ValueNames
from sdyopt.mlir.write.printer import INDENT, Printer, print_operation

_PREDECESSORS = re.compile(r"// (?:no predecessors|pred: \^\w+|\d+ preds: \^.*)\s*")
"""The comments after the labels of blocks, which printing makes anew."""


_EMPTY_FIRST_LINE = re.compile(r"[ \t]*\n")
_EMPTY_LAST_LINE = re.compile(r"\n[ \t]*\n\Z")

_IMPLIED_LOCATION = re.compile(r'^#loc\d* = loc\("-":0:0\)\n', re.MULTILINE)
"""The location of a module that is only implied."""


def format_text(document: Document) -> str | None:
    """Returns the formatted text of a document; None if it is not valid, so that formatting might lose something.

    The program stays the same, and so do comments, the names of values, and the separators of parts.
    """
    formatted: list[str] = []
    end = 0
    for number, part in enumerate(document.parts):
        formatted.append(document.text[end : part.start])
        if (text := _formatted(part)) is None:
            return None
        before = "\n" if number and _EMPTY_FIRST_LINE.match(part.text) else ""
        after = "\n" if number + 1 < len(document.parts) and _EMPTY_LAST_LINE.search(part.text) else ""
        formatted.append(f"{before}{text}{after}")
        end = part.start + len(part.text)
    return "".join([*formatted, document.text[end:]])


def _formatted(part: Part) -> str | None:
    text = part.text
    if (module := part.analysis.module) is None or not part.analysis.is_valid:
        return None
    plain = without_locations(text)
    has_locations = plain is not text
    named = ParsedText(module.operation, module.resources or {})
    parsed = parse(text, REGISTRY, allow_unregistered=True) if has_locations else named
    printed = _printed(parsed, named, Source(text), has_locations)
    if named.module.location == NO_POSITION:
        printed = _without_module(printed)
    if printed == text:
        return text
    try:
        again = parse(printed, REGISTRY, allow_unregistered=True)
        places = parse(without_locations(printed), REGISTRY, allow_unregistered=True) if has_locations else again
    except CompilationError:
        return None
    if _generic(again) != _generic(parsed):
        return None
    return _with_comments(text, named.module, printed, places.module)


def _generic(parsed: ParsedText) -> str:
    return print_operation(parsed.module, None, PrintOptions(generic=True), parsed.resources)


def _printed(parsed: ParsedText, named: ParsedText, source: Source, debug_info: bool) -> str:
    """Returns the text of a program with the names that the values of `named`, the same one, have in the text."""
    printer = Printer(parsed.module, source, PrintOptions(debug_info=debug_info), parsed.module)
    written = dict(ValueNames(named.module, source))
    for op, twin in zip(parsed.module.walk(), named.module.walk(), strict=True):
        names = [written.get(result) for result in twin.results]
        if names and all(names):
            printer.names.update(zip(op.results, [str(name) for name in names], strict=True))
            if len(names) > 1:
                printer.result_groups[op] = _group([str(name) for name in names])
        for value, other in zip(_arguments(op), _arguments(twin), strict=True):
            name = written.get(other)
            if name:
                printer.names[value] = name
    return printer.text(parsed.resources)


def _group(names: list[str]) -> str:
    """`%0:2, %1`: the names of results as they are defined."""
    sizes = Counter([name.partition("#")[0] for name in names])
    return ", ".join([name if size == 1 else f"{name}:{size}" for name, size in sizes.items()])


def _arguments(op: Operation) -> list[Value]:
    return [argument for region in op.regions for block in region.blocks for argument in block.arguments]


def _without_module(printed: str) -> str:
    """Returns what a module that is only implied has around it, without the module."""
    lines = printed.split("\n")
    first = next((number for number, line in enumerate(lines) if line.startswith("module")), None)
    last = next((number for number in range(len(lines) - 1, -1, -1) if lines[number].startswith("}")), None)
    if first is None or last is None:
        return printed
    inside = [line.removeprefix("  ") for line in lines[first + 1 : last]]
    return _IMPLIED_LOCATION.sub("", "\n".join([*lines[:first], *inside, *lines[last + 1 :]]))


# Comments.


def _with_comments(text: str, module: Operation, printed: str, printed_module: Operation) -> str:
    """Returns the printed text with the comments of `text`, at the operations of the two modules that are the same."""
    pairs = sorted(
        (op.location, twin.location)
        for op, twin in zip(module.walk(), printed_module.walk(), strict=True)
        if isinstance(op.location, int) and isinstance(twin.location, int) and op.location >= 0 and twin.location >= 0
    )
    starts = [start for start, _ in pairs]
    before: dict[int, list[str]] = {}
    behind: dict[int, str] = {}
    tail: list[str] = []
    for start, comment, is_alone in _comments(text):
        number = bisect_right(starts, start)
        place = line_span(printed, pairs[number - 1][1]).start if number else 0
        if _closes(text, start) and is_alone:
            depth = len(open_brackets(text, 0, start, "{"))
            before.setdefault(_end_of_region(printed, place, depth), []).append(INDENT + comment if comment else "")
        elif not is_alone and number:
            behind[place] = behind.get(place, "") + f" {comment}"
        elif number < len(pairs):
            before.setdefault(line_span(printed, pairs[number][1]).start, []).append(comment)
        elif comment:
            tail.append(comment)
    lines: list[str] = []
    offset = 0
    for line in printed.split("\n")[:-1]:
        indent = line[: len(line) - len(line.lstrip())]
        for comment in before.get(offset, ()):
            if comment or (lines and lines[-1]):
                lines.append(f"{indent}{comment}" if comment else "")
        lines.append(line + behind.get(offset, ""))
        offset += len(line) + 1
    return "\n".join([*lines, *tail]) + "\n"


def _end_of_region(printed: str, start: int, depth: int) -> int:
    """Returns where the line is after `start` that closes a region at that depth."""
    closing = re.compile(rf"^{INDENT * (depth - 1)}\}}", re.MULTILINE)
    found = closing.search(printed, start)
    return start if found is None else found.start()


def _comments(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yields the comments of a text: where each is, what it says, and whether it has a line of its own.

    An empty line between others counts as an empty comment.
    """
    offset = 0
    was_empty = True
    for line in text.rstrip().split("\n"):
        is_empty = not line.strip()
        if is_empty and not was_empty and not _closes(text, offset):
            yield offset, "", True
        elif "//" in line:
            span = line_span(text, offset)
            start = comment_start(text, span)
            if start < span.end and not _PREDECESSORS.fullmatch(text, start, span.end):
                yield start, line[start - offset :].rstrip(), not line[: start - offset].strip()
        was_empty = is_empty
        offset += len(line) + 1


def _closes(text: str, offset: int) -> bool:
    """Returns whether a region ends after the comments at an offset."""
    return text.startswith("}", token_start(text, offset))
