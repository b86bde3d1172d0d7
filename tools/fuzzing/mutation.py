"""Mutations of texts that resemble mistakes of people and compilers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from sdyopt.testing.reduction.shrinking import TOKEN

# fmt: off
INTRUDERS = (
    "$", "42", "foo", '"s"', "%z", "(", ")", "{", "}", "<", ">", "[", "]", ",", ":", "=", "->", "@x", "#foo", "-", '"',
    "^bb", "!t", "loc", "dense", "1.5", "0x1F", "?", "*", "\0",
)
# fmt: on
"""The replacements of a token."""

BLANKS = (
    *("//\n", "// c\n", "// >\n", "// <\n", "// ]\n", "// ) {\n", '// "\n', "// -> >\n", "// #loc\n", "// %x = \n"),
    *(" ", "\t", "\n", "\r\n", "\0", " \0 "),
)
"""The texts between tokens."""

# fmt: off
ODD_NAMES = (
    "", "0", "_", "%", "%0", "%a#1", "#loc", "#loc1", "^bb0", "@x", "a b", "a.b", "a-b", "a$b", "a:b", "->", "//", ">",
    "<{", "true", "inf", "mesh", "empty_mesh_0", r"a\22b", r"a\\b", r"%0\22b", r"\00", r"\09", r"\FF", r"a\nb", "\0",
    "²", "é", "中文", "\U0001f600", "x" * 300,
)
# fmt: on
"""The texts in strings, and in quoted names of symbols, that may be taken for something else."""

QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|@[A-Za-z_][\w.$]*|@"(?:[^"\\\n]|\\.)*"')

NUMBERS = ("0", "1", "2", "3", "4", "7", "8", "16", "64", "-1", "9223372036854775808", "18446744073709551616")
NUMBER = re.compile(r"(?<![\w%#@!^\"])-?\d+|(?<=[<x])\d+(?=x)")
LETTER = re.compile(r"[A-Za-z]")


def mutate_token(text: str, chance: random.Random) -> str:
    """A token taken away, replaced, doubled or followed by another, or the text cut off before it."""
    if not (tokens := list(TOKEN.finditer(text))):
        return text
    token = chance.choice(tokens)
    before, after = text[: token.start()], text[token.end() :]
    match chance.randrange(6):
        case 0:
            return before + after
        case 1:
            return before
        case 2:
            return before + chance.choice(INTRUDERS) + after
        case 3:
            return f"{before}{token[0]} {token[0]}{after}"
        case 4:
            return f"{before}{token[0]} {chance.choice(INTRUDERS)} {after}"
        case _:
            return before + chance.choice(tokens)[0] + after


def swap_tokens(text: str, chance: random.Random) -> str:
    """A token and the one after it change places."""
    if len(tokens := list(TOKEN.finditer(text))) < 2:
        return text
    at = chance.randrange(len(tokens) - 1)
    first, second = tokens[at : at + 2]
    between = text[first.end() : second.start()]
    return text[: first.start()] + second[0] + between + first[0] + text[second.end() :]


def change_number(text: str, chance: random.Random) -> str:
    """A number becomes another."""
    return _replace_one(NUMBER, text, chance, lambda _: chance.choice(NUMBERS))


def change_name(text: str, chance: random.Random) -> str:
    """A letter of a name or word becomes another."""
    return _replace_one(LETTER, text, chance, lambda _: chance.choice("abcdxyzXZ"))


def exchange_names(text: str, chance: random.Random) -> str:
    """A value, symbol, alias or string becomes another of the same kind that the text has."""
    names = [token for token in TOKEN.finditer(text) if token[0][0] in '%@#!^"']
    if not names:
        return text
    token = chance.choice(names)
    others = [name[0] for name in names if name[0][0] == token[0][0]]
    return text[: token.start()] + chance.choice(others) + text[token.end() :]


def move_line(text: str, chance: random.Random) -> str:
    """A line goes elsewhere, is taken away or is there twice."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    line = lines[at]
    match chance.randrange(3):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, line)
        case _:
            del lines[at]
            lines.insert(chance.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def flip_byte(text: str, chance: random.Random) -> str:
    """One bit of the text in UTF-8 changes; what is then no UTF-8 is there as surrogates."""
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data.decode("utf-8", "surrogateescape")


def insert_blank(text: str, chance: random.Random) -> str:
    """A comment, often with a bracket or a quote in it, or a blank before or after a token."""
    if not (tokens := list(TOKEN.finditer(text))):
        return text
    place = chance.choice(chance.choice(tokens).span())
    return text[:place] + chance.choice(BLANKS) + text[place:]


def rename(text: str, chance: random.Random) -> str:
    """A string or the name of a symbol, wherever it stands, becomes an odd one."""
    if not (names := QUOTED.findall(text)):
        return text
    name = chance.choice(names)
    odd = ("@" if name[0] == "@" else "") + f'"{chance.choice(ODD_NAMES)}"'
    return re.sub(rf"{re.escape(name)}(?![\w.$])", lambda _: odd, text)


MUTATORS: tuple[Callable[[str, random.Random], str], ...] = (
    mutate_token,
    swap_tokens,
    change_number,
    change_name,
    exchange_names,
    move_line,
    flip_byte,
    insert_blank,
    rename,
)


def mutate(text: str, chance: random.Random) -> str:
    """`text` with one change of any kind."""
    return chance.choice(MUTATORS)(text, chance)


def _replace_one(pattern: re.Pattern[str], text: str, chance: random.Random, replacement: Callable[[str], str]) -> str:
    if not (found := list(pattern.finditer(text))):
        return text
    place = chance.choice(found)
    return text[: place.start()] + replacement(place[0]) + text[place.end() :]
