"""Windows that slide over arrays: `window={size=3x3 stride=2x2 pad=1_1x0_1}`."""

from __future__ import annotations

import re

from sdyopt.hlo_import.subject import Subject
from sdyopt.ir.named_tuple import NamedTuple

_FIELD = re.compile(r"\s*(\w+)=([-\w]+)")
_PAIR = re.compile(r"(-?\d{1,18})_(-?\d{1,18})")
_FIELDS = ("size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal")

Sizes = tuple[int, ...]


class HloWindow(NamedTuple):
    """A window, with a number for each of its dimensions."""

    size: Sizes
    stride: Sizes
    pad: tuple[tuple[int, int], ...]
    lhs_dilate: Sizes
    rhs_dilate: Sizes
    reversal: tuple[bool, ...]


def window_of(subject: Subject, rank: int) -> HloWindow:
    """Returns an instruction's window, of size 1 in `rank` dimensions if it names none. Raises CompilationError."""
    text = (subject.text("window") or "{}").strip()
    fields: dict[str, str] = {}
    position = 1
    while match := _FIELD.match(text, position):
        if match[1] not in _FIELDS or match[1] in fields:
            subject.fail_at("window", f"unexpected '{match[1]}'")
        fields[match[1]] = match[2]
        position = match.end()
    if text[position:].strip() != "}":
        subject.fail_at("window", f"expected a field, as size=3x3, found '{text[position:][:40]}'")
    size = _sizes(subject, fields, "size", rank)
    count = len(size)
    pad = []
    for part in fields["pad"].split("x") if "pad" in fields else ["0_0"] * count:
        pair = _PAIR.fullmatch(part)
        if pair is None:
            subject.fail_at("window", f"expected the padding low_high, found '{part}'")
        pad.append((int(pair[1]), int(pair[2])))
    window = HloWindow(
        size,
        _sizes(subject, fields, "stride", count),
        tuple(pad),
        _sizes(subject, fields, "lhs_dilate", count),
        _sizes(subject, fields, "rhs_dilate", count),
        tuple([number != 0 for number in _sizes(subject, fields, "rhs_reversal", count, 0)]),
    )
    if any(len(each) != count for each in window):
        subject.fail_at("window", "the fields have not all as many dimensions as the size")
    return window


def _sizes(subject: Subject, fields: dict[str, str], name: str, count: int, default: int = 1) -> Sizes:
    text = fields.get(name)
    if text is None:
        return (default,) * count
    parts = text.split("x")
    if not all(part.removeprefix("-").isdigit() and len(part) < 19 for part in parts):
        subject.fail_at("window", f"expected sizes, as 3x3, found '{text}'")
    return tuple(map(int, parts))
