"""The fork server: a process that has imported the commands, and forks a child for each run of one.

    python server.py LISTENER NAME=SCRIPT...

LISTENER is the file descriptor of a socket. The commands are the console scripts of sdy-opt, and further Python files
by their names. The server ends at the end of its standard input.
"""

from __future__ import annotations

import gc
import marshal
import os
import pkgutil
import resource
import runpy
import selectors
import socket
import sys
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from typing import NoReturn

import sdyopt.passes
from sdyopt.cli import console
from sdyopt.dialects import LAZY
from tools.fork_server.client import NUMBER

_SKIPPED = {"sdyopt.__main__", "sdyopt.lsp", *LAZY.values()}
"""Modules that are not imported ahead: they need an extra, or are imported only for a program that names them."""

_EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "mlp.mlir"
"""A program that the server processes itself, for what is read and compiled at its first use."""

Commands = dict[str, Callable[[], object]]


def import_all(path: Iterable[str], package: str) -> None:
    """Imports all modules of a package."""
    for module in pkgutil.iter_modules(path, f"{package}."):
        if module.name not in _SKIPPED:
            imported = import_module(module.name)
            if module.ispkg:
                import_all(imported.__path__, module.name)


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
                _send_status(*key.data)


def _fork(connection: socket.socket, commands: Commands) -> tuple[int, int]:
    """Returns a new process that runs a command, and a pipe from it that it closes when it ends."""
    end, held_by_child = os.pipe()
    process = os.fork()
    if process == 0:
        _run(connection, commands)
    os.close(held_by_child)
    return process, end


def _send_status(process: int, connection: socket.socket) -> None:
    _, status = os.waitpid(process, 0)
    with connection:
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(NUMBER, "big", signed=True))


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


def main() -> None:
    """Imports the commands and serves them."""
    import_all(sdyopt.__path__[:1], "sdyopt")
    import_all(sdyopt.passes.__path__, "sdyopt.passes")
    scripts = distribution("sdy-opt").entry_points.select(group="console_scripts")
    commands: Commands = {script.name: script.load() for script in scripts}
    import_module("filecheck.matcher")
    import_module("filecheck.options")
    console.run(import_module("sdyopt.cli.main").COMMAND, [str(_EXAMPLE), "-sdy-propagation-pipeline"])
    for argument in sys.argv[2:]:
        name, _, file = argument.partition("=")
        commands[name] = partial(runpy.run_path, file, run_name="__main__")
    gc.collect()
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])), commands)


if __name__ == "__main__":
    main()
