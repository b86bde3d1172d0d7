"""What there is: passes with their options, and dialects, as mlir-opt lists them."""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.driver.pass_options import Value, defaults
from sdyopt.driver.registry import PassEntry, passes_by_name

_KINDS = {bool: "", int: "=<long>", str: "=<string>"}


def list_passes() -> str:
    """Each pass with what it does, and each of its options below it."""
    rows: list[tuple[str, str]] = []
    for name, entry in sorted(passes_by_name().items()):
        rows.append((f"  --{name}", entry.load().description))
        if name == entry.name:
            rows += [_option(entry, *option) for option in defaults(entry).items()]
    width = max(len(left) for left, _ in rows)
    return "\n".join(["Passes:", *[f"{left:{width}} - {right}" for left, right in rows]])


def _option(entry: PassEntry, name: str, default: Value) -> tuple[str, str]:
    return f"    --{name}{_KINDS[type(default)]}", entry.option_descriptions[name]


def list_dialects() -> str:
    """The names of the dialects."""
    return f"Available Dialects: {', '.join(sorted(REGISTRY.dialects))}"
