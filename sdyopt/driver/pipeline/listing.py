"""Lists of passes with their options, and of dialects, as mlir-opt prints them."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects import REGISTRY
from sdyopt.driver.pipeline.entries import BrokenPassError, PassEntry
from sdyopt.driver.pipeline.registry import PIPELINES, all_passes
from sdyopt.rewriting.passes import Option

_KINDS = {bool: "", int: "=<long>", str: "=<string>", tuple: "=<string>"}


def list_passes() -> str:
    """Returns each pass, then each named pipeline, with its description, followed by its options."""
    pipelines = {entry.name for entry in PIPELINES}
    known = sorted(all_passes().items())
    passes = _rows([(name, entry) for name, entry in known if name not in pipelines])
    named = _rows([(name, entry) for name, entry in known if name in pipelines])
    width = max(len(left) for left, _ in (*passes, *named))

    def lines(rows: Rows) -> list[str]:
        return [f"{left:{width}} - {right}" for left, right in rows]

    return "\n".join(["Passes:", *lines(passes), "Pass Pipelines:", *lines(named)])


Rows = list[tuple[str, str]]


def _rows(entries: Iterable[tuple[str, PassEntry]]) -> Rows:
    rows: Rows = []
    for name, entry in entries:
        rows.append((f"  --{name}", entry.description))
        if name == entry.name:
            rows += _options(entry)
    return rows


def _options(entry: PassEntry) -> list[tuple[str, str]]:
    try:
        options = entry.options.items()
    except BrokenPassError:
        return []
    return [(f"    --{name}{_kind(option)}", option.help) for name, option in options]


def _kind(option: Option) -> str:
    """Returns the kind of an option's values, as mlir-opt shows it."""
    return "=<value>" if option.choices else _KINDS[type(option.default)]


def list_dialects() -> str:
    """Returns the names of the dialects, with the packages that those of others are from."""
    return f"Available Dialects: {', '.join(REGISTRY.described())}"
