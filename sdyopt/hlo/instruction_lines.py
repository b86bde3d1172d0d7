"""Instructions of a scheduled program, read only as far as lives need it."""

from __future__ import annotations

import re

from sdyopt.hlo.scanning import ModuleText
from sdyopt.ir.named_tuple import NamedTuple

HEAD = re.compile(r"\s*(?:ROOT\s+)?%?([\w.-]+)\s*=\s*")
_OPCODE = re.compile(r"\s*([a-z][\w-]*)\(")
_NAME = re.compile(r"%([\w.-]+)")
_BRACKETS = re.compile(r"[(){}]")
_CALLED = re.compile(r"(\w+)=(?:%([\w.-]+)|\{([^{}]*)\})")


class InstructionLine(NamedTuple):
    """An instruction: its name, the text of its shape, its opcode, operands, and the text after these."""

    name: str
    shape: str
    opcode: str
    operands: tuple[str, ...]
    rest: str


def instruction_line(module: ModuleText, number: int) -> InstructionLine | None:
    """Returns the instruction on a line; None if there is none. Raises HloError."""
    text = module.lines[number]
    head = HEAD.match(text)
    if head is None:
        return None
    shape_end = _end(text, head.end()) if text.startswith("(", head.end()) else text.find(" ", head.end())
    opcode = None if shape_end < 0 else _OPCODE.match(text, shape_end)
    end = -1 if opcode is None else _end(text, opcode.end() - 1)
    if opcode is None or end < 0:
        module.instruction(number)  # says what is wrong
        raise module.error("expected an instruction", number)
    inside = text[opcode.end() : end - 1]
    operands = tuple(_NAME.findall(inside))
    if not operands and inside and opcode[1] not in ("parameter", "constant"):
        operands = module.instruction(number).operands
    rest = inside if not operands else text[end:]
    return InstructionLine(head[1], text[head.end() : shape_end], opcode[1], operands, rest)


def _end(text: str, start: int) -> int:
    """Returns the place after the bracket that closes the one at `start`; -1 if none does."""
    depth = 0
    for bracket in _BRACKETS.finditer(text, start):
        depth += 1 if bracket[0] in "({" else -1
        if depth == 0:
            return bracket.end()
    return -1


def called(rest: str, attribute: str) -> list[str]:
    """Returns the computations that an attribute names."""
    for name, one, several in _CALLED.findall(rest):
        if name == attribute:
            return [one] if one else [part.strip().removeprefix("%") for part in several.split(",")]
    return []
