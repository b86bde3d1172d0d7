"""Writes the manual pages in docs/man from the declarations that `--help` prints.

python -m tools.man_pages
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap

import click

from sdyopt import __version__
from sdyopt.cli import layout_command as layout
from sdyopt.cli import main as cli
from sdyopt.cli.command import MlirCommand, Section, shown_names
from sdyopt.editor.lsp import command as lsp
from sdyopt.planning import plan_command as plan
from sdyopt.testing import update_checks
from sdyopt.testing.reduction import command as reduction
from sdyopt.view import command as view

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "man"

COMMANDS: tuple[MlirCommand, ...] = (
    cli.COMMAND,
    layout.COMMAND,
    view.COMMAND,
    plan.COMMAND,
    reduction.COMMAND,
    update_checks.COMMAND,
    lsp.COMMAND,
)

EXAMPLES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "sdy-opt": (
        ("Run two passes, in this order:", "sdy-opt program.mlir --sdy-lift-inlined-meshes --sdy-add-data-flow-edges"),
        ("Read what another program prints:", "cat program.mlir | sdy-opt --sdy-inline-meshes -o inlined.mlir"),
    ),
    "sdy-layout": (
        ("Where in memory the elements of an array are:", "sdy-layout 'f32[3,5]{1,0:T(2,2)}' --grid"),
        ("Print where one of its elements is:", "sdy-layout 'f32[3,5]{1,0:T(2,2)}' --index 2,3"),
    ),
    "sdy-view": (
        ("List the three largest tensors:", "sdy-view program.mlir --sort bytes --top 3"),
        ("Explain why the last dimension of a value is sharded as it is:", "sdy-view program.mlir --why %1:1"),
    ),
    "sdy-plan": (
        ("Shard a program over 2 × 4 devices:", "sdy-plan program.mlir --drop --mesh data=2,model=4"),
        (
            "Also choose the shape of the mesh, with at most 14 GiB:",
            "sdy-plan program.mlir --drop=all --devices 8 --memory 14GiB",
        ),
    ),
    "sdy-lsp": (("End at once, as when an editor closes the pipe:", "sdy-lsp </dev/null"),),
    "sdy-reduce": (
        (
            "Find the part of a program at which a pass fails:",
            "sdy-reduce program.mlir --test='sdy-opt {} --sdy-convert-global-to-local'",
        ),
    ),
    "sdy-update-checks": (("Rewrite the CHECK lines of a golden test:", "sdy-update-checks --write test.mlir"),),
}
"""Examples of each command, with their purposes; `program.mlir` stands for examples/matmul.mlir."""

STATUSES = (
    ("0", "Success."),
    ("1", "An input is invalid, a pass has failed, or a file cannot be read or written."),
    ("2", "The command line is invalid."),
    ("130", "The run was interrupted."),
)

_WIDTH = 80

_ESCAPES = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}


def main() -> None:
    """Writes the pages."""
    FOLDER.mkdir(exist_ok=True)
    for command in COMMANDS:
        file_of(command).write_text(page(command), encoding="ascii")


def file_of(command: MlirCommand) -> Path:
    return FOLDER / f"{command.name}.1"


def page(command: MlirCommand) -> str:
    """Returns the source of a command's manual page, in the macros of man(7)."""
    name = command.name or ""
    context = command.make_context(name, [], resilient_parsing=True)
    summary, *paragraphs = (command.help or "").strip().split("\n\n")
    lines = [
        '.\\" Made by python -m tools.man_pages; change the declarations of the options instead.',
        f'.TH {text(name.upper())} 1 "" "sdy\\-opt {text(__version__)}" "User Commands"',
        ".SH NAME",
        f"{text(name)} \\- {text(summary[0].lower() + summary[1:].rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {text(name)}",
        " ".join(["[\\fIoption\\fR]...", *map(text, command.collect_usage_pieces(context)[1:])]),
        ".SH DESCRIPTION",
        lines_of(summary),
        *[line for paragraph in paragraphs for line in (".PP", lines_of(paragraph))],
        ".SH OPTIONS",
        *[line for section in command.shown_sections(context) for line in _section(section)],
        ".SH EXIT STATUS",
        *[line for status, meaning in STATUSES for line in (".TP", f".B {status}", lines_of(meaning))],
        ".SH EXAMPLES",
        "\n.PP\n".join([_example(purpose, example) for purpose, example in EXAMPLES[name]]),
        ".SH SEE ALSO",
        ", ".join([f"\\fB{text(other.name or '')}\\fR(1)" for other in COMMANDS if other is not command]),
    ]
    return "\n".join(lines) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f".SS {text(section.title)}"
    for option in section.options:
        yield ".TP"
        yield ", ".join([f"\\fB{text(name)}\\fR" for name in shown_names(option)]) + _value(option)
        yield lines_of(option.help or "")


def _value(option: click.Option) -> str:
    """Returns the name of an option's value in italics; brackets and an equals sign are literal."""
    metavar = option.metavar or ""
    if metavar.startswith("[="):
        return f"[=\\fI{text(metavar[2:-1])}\\fR]"
    return f" \\fI{text(metavar)}\\fR" if metavar else ""


def _example(purpose: str, example: str) -> str:
    return "\n".join([lines_of(purpose), ".PP", ".RS 4", ".EX", text(example), ".EE", ".RE"])


def lines_of(paragraph: str) -> str:
    """Returns a paragraph in short lines, none of which is a macro."""
    lines = wrap(text(paragraph), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"\\&{line}" if line.startswith(".") else line for line in lines])


def text(plain: str) -> str:
    """Returns plain text in ASCII, with escapes for what roff interprets."""
    return re.sub(r"[^\x20-\x7e]|[\\'`^~\"-]", _escaped, " ".join(plain.split()))


def _escaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"\\[u{ord(found[0]):04X}]"


if __name__ == "__main__":
    main()
