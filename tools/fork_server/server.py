"""The fork server: a process that has imported the commands, and forks a child for each run of one.

    python server.py LISTENER NAME=SCRIPT...

LISTENER is the file descriptor of a socket. The commands are the console scripts of sdy-opt, and further Python files
by their names. The server ends at the end of its standard input.
"""

from __future__ import annotations

import gc
import marshal
import os
import resource
import runpy
import selectors
import socket
import sys
import traceback
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from typing import NoReturn

from sdyopt.cli import console
from sdyopt.dialects import LAZY
from sdyopt.pipeline.registry import passes_by_name
from tools.fork_server.client import NUMBER

_EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
_WARM_UP = (
    ("sdyopt.cli.main", f"{_EXAMPLES / 'mlp.mlir'} -sdy-propagation-pipeline -remarks -diff"),
    ("sdyopt.cli.main", f"{_EXAMPLES / 'wrong.mlir'} -split-input-file -mlir-print-debuginfo"),
    ("sdyopt.cli.main", f"{_EXAMPLES / 'wrong.mlir'} -split-input-file -verify-diagnostics"),
    ("sdyopt.view.command", f"{_EXAMPLES / 'mlp.mlir'}"),
    ("sdyopt.cli.layout_command", "f32[3,5]{1,0:T(2,2)} --grid"),
)
"""Commands that the server runs itself, for what is imported, read and compiled at its first use."""

Commands = dict[str, Callable[[], object]]


def serve(listener: socket.socket, commands: Commands) -> None:
    """Runs commands until the end of standard input."""
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    selector.register(sys.stdin, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fileobj is sys.stdin:
                return
            if key.fileobj is listener:
                connection, _ = listener.accept()
                process, end = _fork(connection, commands)
                selector.register(end, selectors.EVENT_READ, (process, connection))
            else:
                selector.unregister(key.fileobj)
                os.close(key.fd)
                process, connection = key.data
                with connection:
                    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
                    connection.sendall(status.to_bytes(NUMBER, "big", signed=True))


def _fork(connection: socket.socket, commands: Commands) -> tuple[int, int]:
    """Returns a new process that runs a command, and a pipe from it that it closes when it ends."""
    end, held_by_child = os.pipe()
    process = os.fork()
    if process == 0:
        _run(connection, commands)
    os.close(held_by_child)
    return process, end


def _run(connection: socket.socket, commands: Commands) -> NoReturn:
    """Runs the command that is requested, and ends this process."""
    status: object = 0
    try:
        sys.argv = _take_over(connection)
        commands[os.path.basename(sys.argv[0])]()
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status if isinstance(status, int) else 1)


def _take_over(connection: socket.socket) -> list[str]:
    """Makes this process one that the client could have started, and returns the command line."""
    length, streams, _, _ = socket.recv_fds(connection, NUMBER, 3)
    with connection.makefile("rb") as request:
        argv, folder, environment, limits = marshal.loads(request.read(int.from_bytes(length, "big")))
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    # New objects: those of the server remember what kind of files they had.
    sys.stdin = open(0, errors=sys.stdin.errors, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", errors=sys.stdout.errors, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors=sys.stderr.errors, closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for kind, limit in limits.items():
        resource.setrlimit(kind, (limit, limit))
    assert isinstance(argv, list)
    return argv


def warm_up() -> None:
    """Imports what commands need."""
    for entry in passes_by_name().values():
        entry.load()
    for module, arguments in _WARM_UP:
        console.run(import_module(module).COMMAND, arguments.split(" "))
    import_module("filecheck.matcher")
    import_module("filecheck.options")
    if imported := sys.modules.keys() & set(LAZY.values()):
        sys.exit(f"only programs that name these dialects import them: {', '.join(sorted(imported))}")


def main() -> None:
    """Serves the commands."""
    warm_up()
    scripts = distribution("sdy-opt").entry_points.select(group="console_scripts")
    commands: Commands = {script.name: script.load() for script in scripts}
    for argument in sys.argv[2:]:
        name, _, file = argument.partition("=")
        commands[name] = partial(runpy.run_path, file, run_name="__main__")
    gc.collect()
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])), commands)


if __name__ == "__main__":
    main()
