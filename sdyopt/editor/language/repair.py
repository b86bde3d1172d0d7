"""A valid program from a broken text: the lines above an error, as if the function ended there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import FUNC
from sdyopt.editor.language.scanning import BRACKETS, line_span, open_braces
from sdyopt.editor.language.structure import Structure
from sdyopt.ir.attributes import TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import Value
from sdyopt.mlir.read.reading import ParsedText, parse

_MISSING = '"sdyopt.missing"() : () -> ()'
"""An operation in place of the rest of a function."""

_DEFINITION = OpDefinition("sdyopt.missing")

_MOST_ATTEMPTS = 6


def parse_above(structure: Structure, text: str, offset: int, verify: Callable[[Operation], None]) -> ParsedText | None:
    """Returns the program above an error in `text`, which has the structure of `structure`; None if there is none.

    The function with the error ends before it, and returns values that nothing computes. Functions below it are kept
    if possible. Offsets are those in `text`.
    """
    for repaired in _repaired(structure, text, offset):
        try:
            parsed = parse(repaired, REGISTRY, allow_unregistered=True)
            _complete(parsed.module)
            verify(parsed.module)
        except Exception:  # What is cut off somewhere need not be a program, nor anything like one.
            continue
        return parsed
    return None


def _repaired(structure: Structure, text: str, offset: int) -> Iterator[str]:
    """Yields texts that may be valid, those first that lose least."""
    offset = min(max(offset, 0), len(text))
    scope = structure.scope(offset)
    limit = line_span(text, offset).start
    for _ in range(_MOST_ATTEMPTS):
        cut = _end_of_operations(text, scope.start, limit)
        if cut is None:
            break
        place, outside = cut
        ending = f"\n{_MISSING}\n}}\n"
        room = scope.end - place - len(ending)
        if scope.end < len(text) and room >= 0:
            yield f"{text[:place]}{ending}{' ' * room}{text[scope.end :]}"
        yield f"{text[:place]}{ending}{'}' * outside}"
        limit = line_span(text, place - 1).start if place else 0
    outside = len(open_braces(text, 0, scope.start))
    yield text[: scope.start] + "}" * outside


def _end_of_operations(text: str, start: int, limit: int) -> tuple[int, int] | None:
    """Returns where the operations end that stand right in the function at `start`, before the line at `limit`.

    Also the number of braces around the function. None if its region does not begin before that line.
    """
    outside = len(open_braces(text, 0, start))
    opened: list[str] = []
    end = None
    at = start
    for found in BRACKETS.finditer(text, start, limit):
        bracket = found[0]
        if opened == ["{"] and end is not None:
            newline = text.rfind("\n", at, found.start())
            end = max(end, newline + 1)
        if bracket in ("(", "[", "{"):
            is_region = (
                bracket == "{" and not opened and not text[start : found.start()].rstrip().endswith("attributes")
            )
            opened.append(bracket)
            if is_region and end is None:
                end = found.end()
        elif bracket in (")", "]", "}") and opened:
            opened.pop()
        at = found.end()
    if end is None:
        return None
    if opened == ["{"]:
        end = max(end, text.rfind("\n", at, limit) + 1)
    return end, outside


def _values_in(block: Block) -> list[Value]:
    return [*block.arguments, *[result for op in block.ops for result in op.results]]


def _complete(module: Operation) -> None:
    """Gives functions that have been cut off a terminator, and what it returns."""
    for function in [op for op in module.walk() if op.signature.definition is FUNC]:
        for block in function.regions[0].blocks:
            last = block.last
            if last is None or last.name != "sdyopt.missing":
                continue
            type = cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
            unused = [value for value in _values_in(block) if not value.uses]  # which would be dead code
            missing = Operation.create(_DEFINITION, unused, type.results, location=last.location)
            returned = Operation.create(REGISTRY.operations["func.return"], missing.results, location=last.location)
            missing.insert_after(last)
            returned.insert_after(missing)
            last.erase()
