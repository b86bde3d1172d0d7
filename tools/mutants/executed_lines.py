"""Which tests execute which lines: a plugin of pytest that runs tests in processes of their own, and traces them.

    LINES_OF_TESTS=FOLDER pytest -p tools.mutants.executed_lines …

writes a file into the folder for each process of each test: its tests, their seconds, and the lines of each file. In
processes of their own, what a test remembers for others is computed, and counted, for each.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import time
from itertools import groupby
from pathlib import Path
from uuid import uuid4

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "LINES_OF_TESTS"
TRACED = [str(ROOT / "sdyopt" / name / "*") for name in ("view", "hlo", "cost")]

_exit = os._exit
_start = 0.0
_coverage: Coverage | None = None


def trace_commands() -> None:
    """Has this process, and those that it forks, write what they execute."""
    trace_forks()
    if "tools.fork_server.server" not in sys.orig_argv:
        atexit.register(_write)
        _begin()


def trace_forks() -> None:
    """Has the processes that this one forks write what they execute."""
    os.register_at_fork(after_in_child=_begin)
    os._exit = _write_and_exit  # type: ignore[assignment]


def _begin() -> None:
    global _coverage, _start
    if _coverage is not None:
        _coverage.stop()
    _start = time.perf_counter()
    _coverage = Coverage(data_file=None, config_file=False, include=TRACED, messages=False)
    _coverage.set_option("run:disable_warnings", ["no-data-collected"])  # Tests compare what commands print.
    _coverage.start()


def _write_and_exit(status: int) -> None:
    _write()
    _exit(status)


def _write() -> None:
    """Writes what this process has executed."""
    if _coverage is None:
        return
    _coverage.stop()
    found = _coverage.get_data()
    lines = {os.path.relpath(file, ROOT): sorted(found.lines(file) or ()) for file in sorted(found.measured_files())}
    tests = (Path(_FOLDER) / "current").read_text(encoding="utf-8").splitlines()
    text = json.dumps([tests, (time.perf_counter() - _start) / len(tests), lines])
    (Path(_FOLDER) / f"{uuid4().hex}.json").write_text(text, encoding="utf-8")


_FOLDER = os.environ.get(VARIABLE, "")
"""The folder; commands that tests run may have another environment later."""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Starts the fork server, which all tests share."""
    (golden,) = [plugin for plugin in session.config.pluginmanager.get_plugins() if hasattr(plugin, "GoldenTest")]
    session.config.stash[golden.SERVER].start()
    trace_forks()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Runs tests in processes of their own; some parameters of the same test share one."""
    for _, same in groupby(session.items, lambda item: item.nodeid.partition("[")[0]):
        tests = list(same)
        for start in range(0, len(tests), _SHARING):
            _run(tests[start : start + _SHARING])
    return True


def _run(tests: list[pytest.Item]) -> None:
    (Path(_FOLDER) / "current").write_text("\n".join([item.nodeid for item in tests]), encoding="utf-8")
    process = os.fork()
    if process == 0:
        reports = [report for item in tests for report in runtestprotocol(item, log=False, nextitem=None)]
        os._exit(int(any(report.failed for report in reports)))
    _, status = os.waitpid(process, 0)
    if status:
        tests[0].session.testsfailed += 1
        print(f"{tests[0].nodeid} fails, or what follows it")


_SHARING = 8
"""The tests that share a process."""
