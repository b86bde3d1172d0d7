"""The `sdy-lsp` command."""

from __future__ import annotations

import click

from sdyopt.cli import EXIT_FAILURE
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import Flag

_HELP = """Serves editors: errors while you type, hints as edits, and what is known of the name under the cursor.

It speaks the Language Server Protocol on standard input and output, and is started by an editor; docs/editors.md
shows how. It needs the package pygls. Every option may be written with one dash or two.
"""

INSTALL = "python -m pip install 'pygls>=2.0'"
"""The command that installs what the extra `lsp` adds, also where sdy-opt comes from a clone or a wheel."""


def _sdy_lsp(allow_unregistered_dialect: bool, stdio: bool) -> None:
    if not stdio:
        raise click.UsageError("standard input and output are the only way to speak to sdy-lsp")
    try:
        from sdyopt.editor.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        click.echo(f"sdy-lsp: error: pygls is not installed: {INSTALL}", err=True)
        raise click.exceptions.Exit(EXIT_FAILURE) from None
    serve(allow_unregistered_dialect)


COMMAND = MlirCommand(
    "sdy-lsp",
    _sdy_lsp,
    _HELP,
    None,
    (
        Section(
            "Options",
            (
                Flag("allow-unregistered-dialect", "Accept operations of unknown dialects, in generic form."),
                Flag("stdio", "Speak on standard input and output, as always; editors may say so.", default=True),
            ),
        ),
    ),
)

run = COMMAND.run
