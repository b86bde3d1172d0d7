"""Options of passes as text, `first=true second={a b}`, parsed and printed as in MLIR.

The options of a pass are the fields of its class: `debug_x: bool = option(False, …)` is `debug-x`, and its values have
the type of its default.
"""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.driver.pipeline.entries import PassEntry
from sdyopt.driver.pipeline.syntax import BLANKS
from sdyopt.rewriting.passes import Option, OptionValue

_BOOLS = dict.fromkeys(("", "true", "TRUE", "True", "1"), True) | dict.fromkeys(("false", "FALSE", "False", "0"), False)
_BASES = {"0x": 16, "0X": 16, "0b": 2, "0B": 2, "0o": 8}
_PAIRS = {"'": "'", '"': '"', "{": "}"}


class OptionError(Exception):
    """Invalid options of a pass, with MLIR's message; `unknown` is an unknown option."""

    def __init__(self, message: str, unknown: str = "") -> None:
        super().__init__(message)
        self.unknown = unknown


def read_options(text: str, entry: PassEntry) -> dict[str, OptionValue]:
    """Returns the values of a pass's options in `text`. Raises OptionError."""
    known = entry.options
    found: dict[str, OptionValue] = {}
    text = text.strip(BLANKS)
    while text:
        name, value, text = _next_option(text)
        if not name:
            continue
        if name not in known:
            raise OptionError(f"<Pass-Options-Parser>: no such option {name}\n", name)
        found[name] = _read_value(name, value, known[name])
    return found


def print_options(entry: PassEntry, given: Mapping[str, OptionValue]) -> str:
    """Returns every option of a pass with its value: `a=true b={c d}`; as in MLIR, an empty list is only a blank."""
    values = {name: given.get(name, option.default) for name, option in entry.options.items()}
    values = {name: value for name, value in values.items() if not _is_left_out(entry.options[name], value)}
    return " ".join(["" if value == () else f"{name}={_printed(value)}" for name, value in values.items()])


def _is_left_out(option: Option, value: OptionValue) -> bool:
    return option.is_newer and value == option.default


def _next_option(text: str) -> tuple[str, str | None, str]:
    """Returns the name and the value of the first option in `text`, and the rest of the text."""
    end = next((index for index, c in enumerate(text) if c in " ="), len(text))
    name, rest = _without_quotes(text[:end]), text[end:]
    if not rest.startswith("="):
        return name, None, rest.lstrip(BLANKS)
    end = _end_of_value(rest, 1)
    return name, _without_quotes(rest[1:end]), rest[end:].lstrip(BLANKS)


def _end_of_value(text: str, start: int) -> int:
    """Returns the end of the value at `start`: the first blank outside of quotes and braces."""
    depth = 0
    index = start
    while index < len(text):
        c = text[index]
        if c == " " and not depth:
            break
        if c in "'\"":
            closing = text.find(c, index + 1)
            index = index if closing < 0 else closing
        depth = max(0, depth + (c == "{") - (c == "}"))
        index += 1
    return index


def _without_quotes(text: str) -> str:
    """Returns `text` without the quotes or braces around it."""
    text = text.strip(BLANKS)
    if len(text) > 1 and _PAIRS.get(text[0]) == text[-1]:
        return text[1:-1].strip(BLANKS)
    return text


def _read_value(name: str, text: str | None, option: Option) -> OptionValue:
    """Returns the value of the option `name`, of the type of its default; None means no `=`. Raises OptionError."""
    default = option.default
    if isinstance(default, bool):
        known = _BOOLS.get(text or "")
        if known is None:
            raise _bad_value(name, f"'{text}' is invalid value for boolean argument! Try 0 or 1")
        return known
    if isinstance(default, tuple):
        return tuple([_without_quotes(word) for word in _words(text or "")])
    if text is None:
        raise _bad_value(name, "requires a value!")
    if option.choices and text not in option.choices:
        raise _bad_value(name, f"Cannot find option named '{text}'!")
    if isinstance(default, str):
        return text
    number = _integer(text)
    if number is None:
        raise _bad_value(name, f"'{text}' value invalid for long argument!")
    return number


def _words(text: str) -> list[str]:
    """Returns the parts of `text` between commas outside of quotes and brackets."""
    words: list[str] = []
    start = 0
    while (comma := _find(text, start, ",")) >= 0:
        words.append(text[start:comma])
        start = comma + 1
    return [*words, text[start:]] if text else []


_BRACKETS = {"{": "}", "(": ")", "[": "]"}


def _find(text: str, index: int, sought: str) -> int:
    """Returns where the character `sought` is outside of quotes and brackets from `index` on; -1 if nowhere.

    All that follows a quote or a bracket without an end counts as inside it.
    """
    while 0 <= index < len(text):
        c = text[index]
        if c == sought:
            return index
        if c in _BRACKETS:
            index = _find(text, index + 1, _BRACKETS[c])
        elif c in "'\"":
            index = text.find(c, index + 1)
        if index < 0:
            return -1
        index += 1
    return -1


def _bad_value(name: str, message: str) -> OptionError:
    return OptionError(f"for the --{name} option: {message}\n")


def _integer(text: str) -> int | None:
    """Returns a number of 64 bits: decimal, or with the prefix of another base."""
    digits = text.removeprefix("-")
    base = _BASES.get(digits[:2], 8 if digits.startswith("0") else 10)
    if not digits.isascii() or not digits.isalnum():
        return None
    try:
        number = int(text, 0 if digits[:2] in _BASES else base)
    except ValueError:
        return None
    return number if -(2**63) <= number < 2**63 else None


def _printed(value: OptionValue) -> str:
    if isinstance(value, tuple):
        return f"{{{','.join(value)}}}"
    if isinstance(value, str) and " " in value and not any(c in value for c in "{'\""):
        return f"{{{value}}}"
    return str(value).lower() if isinstance(value, bool) else str(value)
