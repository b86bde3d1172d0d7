"""`%load_ext sdyopt` gives notebooks the cell magic `%%sdy`, which shows the view of a cell's jitted function.

    %%sdy params, batch
    step = jax.jit(train_step)

The line has the arguments, as in a call: positional ones, and others by name. The cell runs as any other; its last
expression, or what its last statement assigns or defines, is the program: a jitted function, or whatever
`sdyopt.view.view` takes. https://ipython.readthedocs.io/en/stable/config/custommagics.html

Options of `sdy-view` may come before the arguments, `%%sdy --time --device h100 params, batch`: then the cell prints
what the command prints.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from os import PathLike
from typing import Any, Protocol


class Shell(Protocol):
    """IPython's shell, as far as it is needed."""

    def run_cell(self, raw_cell: str) -> Any: ...

    def ev(self, expr: str) -> Any: ...

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None: ...


class CellError(ValueError):
    """The last statement of a cell is not a program; IPython shows the message without a traceback."""

    def _render_traceback_(self, *_: object) -> list[str]:
        return [f"%%sdy: error: {self}"]


def register(shell: Shell) -> None:
    """Gives a shell the magic."""

    def sdy(line: str, cell: str) -> Any:
        """Shows what the shardings of the cell's jitted function mean, lowered for the arguments on the line."""
        return shown(shell, line, cell)

    shell.register_magic_function(sdy, "cell", "sdy")


def shown(shell: Shell, line: str, cell: str) -> Any:
    """Runs a cell, and returns the view of its last value, for the arguments on the line; None if the cell fails.

    With options it prints what `sdy-view` prints, and returns None; errors in them are reported before the cell runs.
    Raises CellError if the last statement has no value, or one that is not a program, and as `sdyopt.view.view`.
    """
    from sdyopt.api.module import BoundModule, Exported, Lowerable, Lowered, Module, parse

    options, line = _options(line)

    def run(use: Callable[..., Any]) -> Any:
        """Runs the cell, and returns the result of `use` for its last value and the arguments."""
        before, last = _parts(cell)
        if not shell.run_cell(before).success:
            raise KeyboardInterrupt  # The shell has shown the traceback; the command ends without a message.
        arguments, by_name = shell.ev(f"(lambda *args, **kwargs: (args, kwargs))({line})")
        program = shell.ev(last)
        if not isinstance(program, Module | str | bytes | PathLike | Lowered | Lowerable | Exported | BoundModule):
            of = last if callable(program) else "f"
            raise CellError(
                f"the cell ends in {program!r:.200}, not in a program: end it with jax.jit({of}), or its lowering"
            )
        return program if use is parse and isinstance(program, Module) else use(program, args=arguments, kwargs=by_name)

    if options:
        from sdyopt.cli.console import invoke
        from sdyopt.view.command import COMMAND

        invoke(COMMAND, options, partial(run, parse))
        return None
    from sdyopt.view.collection import view

    with suppress(KeyboardInterrupt):
        return run(view)


_OPTION = re.compile(r"""\s*--([a-z][\w-]*)(=?)""")
_VALUE = re.compile(r"""\s*((?:[^\s"']|"[^"]*"|'[^']*')+)""")


def _options(line: str) -> tuple[list[str], str]:
    """Returns the options of `sdy-view` that a line begins with, and the rest of it."""
    found: list[str] = []
    while match := _OPTION.match(line):
        from sdyopt.cli.flags import takes_next_word
        from sdyopt.view.options import ViewOptions

        known = {name.lstrip("-"): flag for flag in ViewOptions.flags() for name in flag.opts}
        found.append(f"--{match[1]}")
        line = line[match.end() :]
        if (match[2] or (match[1] in known and takes_next_word(known[match[1]]))) and (value := _VALUE.match(line)):
            text = value[1][1:-1] if value[1][0] in "\"'" else value[1]
            found[-1] += f"={text}"
            line = line[value.end() :]
    return found, line


def _parts(cell: str) -> tuple[str, str]:
    """Returns the code that runs before the last value of a cell is known, and the expression of that value.

    Raises SyntaxError for a cell that is not Python, and CellError if the last statement has no value.
    """
    body = ast.parse(cell).body
    match body[-1] if body else None:
        case ast.Expr(value=value, lineno=line, col_offset=column):
            lines = cell.splitlines(keepends=True)
            return "".join(lines[: line - 1]) + lines[line - 1].encode()[:column].decode(), ast.unparse(value)
        case (
            ast.Assign(targets=[*_, ast.Name(id=name)])
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr())
            | ast.FunctionDef(name=name)
        ):
            return cell, name
    raise CellError(
        "the last statement of the cell has no value: end it with an expression, an assignment or a function"
    )
