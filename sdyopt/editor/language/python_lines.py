"""The lines of other files, mostly Python, that the locations in a text name."""

from __future__ import annotations

import re

from sdyopt.dialects import REGISTRY
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.editor.language.scanning import line_span, trailing_locations
from sdyopt.ir.frames import Frame, frames_of
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.reading import parse

_ALIAS = re.compile(r"#[\w$.-]+")

_MOST_ALIASES = 4096


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
    while wanted and len(lines) < _MOST_ALIASES:
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
