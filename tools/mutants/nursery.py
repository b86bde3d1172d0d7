"""Runs tests on mutants in forks of a process that has imported what no mutant changes: in a third of the time.

    python -m tools.mutants.nursery

runs at the root of a checkout. Each line that it reads names tests; it writes the first that fails, or an empty line.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

from tools.fork_server import ForkServer, server

MUTATED = ("sdyopt.view", "sdyopt.hlo", "sdyopt.cost")

SECONDS = 120
"""The time after which a mutant counts as killed: an endless loop."""

BYTES = 6 << 30
"""The memory that a process of a test may have."""

LEFT_OUT = "not (in_browser or test_a_set_reaches_its_floor or test_nothing_is_sent or test_sizes_are_xlas)"
"""Tests that take long. The last three are part of the test of the tables of docs/agreement.md."""

ENDLESS = "endless"


class FirstFailure:
    """A plugin of pytest: runs tests in a given order, and remembers the first that fails."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.failing = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self.names if name in found]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failing:
            self.failing = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failing:
            self.failing = report.nodeid


def _preload() -> None:
    """Imports what tests need, and forgets the modules that a mutant may change and those that import them."""
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        server.warm_up()
    for script in distribution("sdy-opt").entry_points.select(group="console_scripts"):
        script.load()
    imports = {name: set(_imports(str(module.__file__))) for name, module in sorted(_own_modules().items())}
    forgotten = {name for name in imports if name.startswith(MUTATED)}
    while more := {name for name, others in imports.items() if name not in forgotten and others & forgotten}:
        forgotten |= more
    for name in forgotten:
        del sys.modules[name]
    sys.dont_write_bytecode = True


def _own_modules() -> dict[str, ModuleType]:
    root = os.getcwd() + os.sep
    found = {name: module for name, module in sys.modules.items() if name != "__main__"}
    return {
        name: module for name, module in found.items() if (getattr(module, "__file__", None) or "").startswith(root)
    }


def _imports(file: str) -> Iterator[str]:
    """Yields the modules that a module imports when it is imported."""
    for statement in ast.parse(Path(file).read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Import):
            yield from [alias.name for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            yield statement.module
            yield from [f"{statement.module}.{alias.name}" for alias in statement.names]


_forks: dict[ForkServer, tuple[int, int]] = {}


def _start_by_fork(self: ForkServer) -> None:
    """Starts the fork server as a fork of this process."""
    if self in _forks:
        return
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(self.address)
    listener.listen(64)
    ended, end = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(end)
        os.dup2(ended, 0)
        sys.stdin = open(0)  # noqa: SIM115
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        sys.argv = ["server", str(listener.fileno()), *[f"{name}={file}" for name, file in self._files.items()]]
        try:
            server.main()
        finally:
            os._exit(0)
    os.close(ended)
    listener.close()
    _forks[self] = process, end


def _stop_fork(self: ForkServer) -> None:
    if self in _forks:
        process, end = _forks[self]
        os.close(end)
        os.waitpid(process, 0)


def failing_test(names: list[str]) -> str:
    """Returns the first of the tests that fails, in a fork; ENDLESS if one does not end."""
    answer, written = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(answer)
        _run(names, written)
    os.close(written)
    deadline = time.monotonic() + SECONDS
    while os.waitpid(process, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.killpg(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(answer)
            return ENDLESS
        time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    with open(answer, encoding="utf-8") as text:
        return text.read() or "a crash"


def _run(names: list[str], written: int) -> NoReturn:
    """Runs tests, and writes the first that fails, or a space."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    ForkServer.start, ForkServer.stop = _start_by_fork, _stop_fork  # type: ignore[method-assign]
    run = FirstFailure(names)
    files = sorted({name.partition("::")[0] for name in names})
    status = pytest.main(["-qx", "-p", "no:cacheprovider", "-k", LEFT_OUT, *files], plugins=[run])
    found = run.failing or (" " if status in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else f"status {status}")
    os.write(written, found.encode())
    os._exit(0)


def main() -> None:
    """Serves requests."""
    _preload()
    for line in sys.stdin:
        print(failing_test(json.loads(line)).strip(), flush=True)


if __name__ == "__main__":
    main()
