"""Numbers with nouns and units."""

import re
from collections.abc import Iterable
from os import path

_UNPRINTABLE = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

_FILE_NAME = re.compile(r"[^\s{}()<>\"%@=#!]*(?:[^\s/]\.(?:mlir|mlirbc|bc|txt|hlo|json)|[/\\][^\s{}()<>\"%@=]+)")

_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def counted(number: int, noun: str, plural: str = "") -> str:
    """Returns `1 element`, `1,024 elements`; the plural is the noun with an s unless given."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def suggested(name: str, known: Iterable[str], most: int = 1, likeness: float = 0.6) -> str:
    """`; did you mean 'model'?`: known names of parts of an unknown one, or that resemble it; empty if none does."""
    from difflib import get_close_matches

    names = list(known)
    parts = [each for each in names if each.startswith((f"{name}[", f"{name}."))]
    near = parts[:most] or get_close_matches(name, names, most, likeness)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def file_hint(text: str, reading: str = "pathlib.Path({})") -> str:
    """Returns what reads a file, if a text that was given in place of one is like its name; empty if not."""
    is_name = "\n" not in text and (_FILE_NAME.fullmatch(text) is not None or path.isfile(text))
    return f"this looks like the name of a file: {reading.format(repr(text))} reads it" if is_name else ""


def bytes_text(count: int) -> str:
    """Returns a number of bytes, also in its unit: `96 bytes`, `1,536 bytes (1.5 KiB)`."""
    text = counted(count, "byte")
    unit = in_unit(count)
    return f"{text} ({unit})" if unit else text


def in_unit(count: int) -> str:
    """Returns a number of bytes in its largest unit, cut after the tenths; empty below 1 KiB."""
    power = min((count.bit_length() - 1) // 10, len(_UNITS))
    if power <= 0:
        return ""
    whole, rest = divmod(count, 1 << 10 * power)
    tenths = f".{rest * 10 >> 10 * power}" if rest else ""
    return f"{whole:,}{tenths} {_UNITS[power - 1]}"


def share_text(share: float) -> str:
    """Returns `37.5%`, or `less than 0.1%` for small shares above zero."""
    return "less than 0.1%" if 0 < share < 0.001 else f"{share:.1%}"


def printable(text: str) -> str:
    """Returns `text` with escapes for control characters and surrogates."""
    return text if text.isprintable() else _UNPRINTABLE.sub(lambda match: ascii(match[0])[1:-1], text)
