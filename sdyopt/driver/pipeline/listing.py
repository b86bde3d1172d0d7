"""Lists of passes with their options, and of dialects, as mlir-opt prints them."""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.driver.pipeline.entries import BrokenPassError, PassEntry
from sdyopt.driver.pipeline.registry import all_passes
from sdyopt.rewriting.passes import Option

_KINDS = {bool: "", int: "=<long>", str: "=<string>", tuple: "=<string>"}


def list_passes() -> str:
    """Returns each pass with its description, followed by its options."""
    rows: list[tuple[str, str]] = []
    for name, entry in sorted(all_passes().items()):
        rows.append((f"  --{name}", entry.description))
        if name == entry.name:
            rows += _options(entry)
    width = max(len(left) for left, _ in rows)
    return "\n".join(["Passes:", *[f"{left:{width}} - {right}" for left, right in rows]])


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
    """Returns the names of the dialects."""
    return f"Available Dialects: {', '.join(sorted(REGISTRY.dialects))}"
