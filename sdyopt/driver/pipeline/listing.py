"""What there is: passes with their options, and dialects, as mlir-opt lists them."""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.driver.pipeline.options import defaults
from sdyopt.driver.pipeline.registry import BrokenPassError, PassEntry, all_passes

_KINDS = {bool: "", int: "=<long>", str: "=<string>"}


def list_passes() -> str:
    """Each pass with what it does, and each of its options below it."""
    rows: list[tuple[str, str]] = []
    for name, entry in sorted(all_passes().items()):
        rows.append((f"  --{name}", entry.description))
        if name == entry.name:
            rows += _options(entry)
    width = max(len(left) for left, _ in rows)
    return "\n".join(["Passes:", *[f"{left:{width}} - {right}" for left, right in rows]])


def _options(entry: PassEntry) -> list[tuple[str, str]]:
    try:
        options = defaults(entry).items()
    except BrokenPassError:
        return []
    told = entry.option_descriptions
    return [(f"    --{name}{_KINDS[type(default)]}", told.get(name, "")) for name, default in options]


def list_dialects() -> str:
    """The names of the dialects."""
    return f"Available Dialects: {', '.join(sorted(REGISTRY.dialects))}"
