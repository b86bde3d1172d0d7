"""The page of a pass or a pipeline, from its docstring and its example, `lit_tests/passes/NAME/example.mlir`."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

from sdyopt.pipeline.model import invoked
from sdyopt.pipeline.registry import ALIASES, PassEntry
from sdyopt.rewriting.passes import Option, paragraphs_of
from tools.docs.examples import ROOT, printed
from tools.docs.op_page import linked
from tools.docs.page_parts import block, code, page, section, table

_TEST_LINE = re.compile(r"// (?:RUN|NOTE|CHECK)\b.*|\s*// CHECK\b.*")


def pass_page(entry: PassEntry) -> str:
    """Returns the page of a pass or a pipeline: its description, its use, and an example before and after it."""
    transformation = entry.load()
    name = transformation.name
    comment, before = example_of_pass(entry)
    after = printed(before, f"-{name}")
    if after is None:
        raise ValueError(f"{name} does not take its example")
    unchanged = printed(before)
    assert unchanged is not None
    changes = list(
        difflib.unified_diff(unchanged.splitlines(), after.splitlines(), "before", "after", lineterm="", n=1)
    )
    return page(
        code(f"-{name}"),
        f"{entry.description}.\n",
        linked("\n\n".join(paragraphs_of(transformation)[1:]), "../dialects"),
        section("Usage", block(f"sdy-opt FILE -{name}", "sh") + _other_names(name)),
        section("Options", _options(entry)),
        section("Passes", _parts(entry)) if entry.is_pipeline else "",
        section("Example", f"{comment}\n\n{block(unchanged, title='before')}\n{block(after, title='after')}"),
        section("What changes", block("\n".join(changes), "diff") if changes else "Nothing.\n"),
    )


def example_of_pass(entry: PassEntry) -> tuple[str, str]:
    """Returns the comment of a pass's example, and the program."""
    file = example_file(entry)
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not _TEST_LINE.fullmatch(line)]
    comment = []
    while lines and (lines[0].startswith("//") or not lines[0]):
        comment.append(lines.pop(0).removeprefix("//").strip())
    return " ".join(filter(None, comment)), "\n".join(lines) + "\n"


def example_file(entry: PassEntry) -> Path:
    """Returns the golden test that is the example of a pass."""
    folder = entry.name.removeprefix("sdy-").replace("-", "_")
    return ROOT / "lit_tests" / "passes" / folder / "example.mlir"


def _other_names(name: str) -> str:
    others = [code(f"-{alias}") for alias, meant in ALIASES.items() if meant == name]
    return f"\n{', '.join(others)} is an alias.\n" if others else ""


def _options(entry: PassEntry) -> str:
    """Returns a table of a pass's options with their defaults, and an example of their use."""
    if not entry.options:
        return "It has no options.\n"
    rows = [(code(name), code(_default(option)), option.help) for name, option in entry.options.items()]
    first, option = next(iter(entry.options.items()))
    example = f"sdy-opt FILE -{entry.name}={first}={'true' if isinstance(option.default, bool) else 'VALUE'}"
    return f"{table(['option', 'default', 'meaning'], rows)}\n{block(example, 'sh')}"


def _parts(entry: PassEntry) -> str:
    """Returns the passes of a pipeline as text, each on a line of its own."""
    return block("\n".join(map(str, invoked(entry))))


def _default(option: Option) -> str:
    """Returns the default of an option as it is written on the command line."""
    default = option.default
    if isinstance(default, tuple):
        return ",".join(default)
    return str(default).lower() if isinstance(default, bool) else str(default)
