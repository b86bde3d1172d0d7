"""Workers that die, and runs that are ended while workers are at it: no partial output, no process stays behind.

A worker is at it as long as the pipe with a name that it reads has a writer; it is gone once nobody reads any more.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from sdyopt.display.ansi import coloured
from sdyopt.driver.instruments.diff import DiffNames, unified_diff

COMMAND = [sys.executable, "-m", "sdyopt"]
FINE = b"module {\n}\n"
COMMENTS = b"// \n" * (1 << 18)
"""More than a pipe holds, so that whoever has written it knows that it is being read."""

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")


class Run:
    """A run with the inputs `a.mlir`, two pipes, and `z.mlir`, whose two workers are in the middle of the pipes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("a.mlir", "z.mlir"):
            (folder / name).write_bytes(FINE)
        for name in ("p.mlir", "q.mlir"):
            os.mkfifo(folder / name)
        self.process = subprocess.Popen(
            [*COMMAND, "a.mlir", "p.mlir", "q.mlir", "z.mlir", "-o", "out", "-j", "2"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        self.pipes = [self._opened(folder / name) for name in ("p.mlir", "q.mlir")]

    def _opened(self, path: Path) -> IO[bytes]:
        pipe = path.open("wb", buffering=0)
        pipe.write(COMMENTS)
        return pipe

    def workers(self) -> list[int]:
        """The processes that the run has started, in order."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                number, _, parent = re.match(r"(\d+) \(.*\) (\S+) (\d+)", stat.read_text()).groups()  # type: ignore[union-attr]
            except OSError:
                continue  # It has ended in the meantime.
            if int(parent) == self.process.pid:
                found.append(int(number))
        return sorted(found)

    def finish(self) -> tuple[int, str]:
        """Lets the workers read their inputs to the end, as far as they live; the status, and what was said."""
        for pipe in self.pipes:
            pipe.close()
        output, errors = self.process.communicate()
        assert output == b""
        assert b"Traceback" not in errors
        return self.process.returncode, errors.decode()

    def outputs(self) -> list[str]:
        """The names of the outputs, each of which is whole."""
        paths = sorted((self.folder / "out").iterdir())
        assert all(path.read_bytes() == FINE for path in paths)
        return [path.name for path in paths]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    run = Run(tmp_path)
    yield run
    for pipe in run.pipes:
        pipe.close()
    run.process.kill()
    run.process.communicate()


def test_nothing_happens(run: Run) -> None:
    assert run.finish() == (0, "4 files: 4 written\n")
    assert run.outputs() == ["a.mlir", "p.mlir", "q.mlir", "z.mlir"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
def test_a_worker_is_killed(run: Run) -> None:
    """As when memory runs out: its file has failed, and another worker goes on with the next."""
    os.kill(run.workers()[0], signal.SIGKILL)
    status, errors = run.finish()
    assert status == 1
    assert re.fullmatch(
        r"sdy-opt: error: cannot process input file '[pq]\.mlir': the process that worked on it was ended by SIGKILL; "
        r"is there enough memory\?\n4 files: 3 written, 1 failed\n",
        errors,
    )
    assert len(run.outputs()) == 3


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
def test_all_workers_are_killed(run: Run) -> None:
    for worker in run.workers():
        os.kill(worker, signal.SIGSEGV)
    status, errors = run.finish()
    assert status == 1
    assert [line for line in errors.splitlines() if "SIGSEGV" in line] == [
        f"sdy-opt: error: cannot process input file '{name}.mlir': the process that worked on it was ended by SIGSEGV"
        for name in "pq"
    ]
    assert run.outputs() == ["a.mlir", "z.mlir"]


@pytest.mark.parametrize("to_all", [False, True], ids=["to the run", "to all of its processes"])
@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_signal_ends_the_workers(run: Run, number: int, status: int, to_all: bool) -> None:
    """A terminal sends a Ctrl-C to all of them. What was written by then stays."""
    if to_all:
        os.killpg(run.process.pid, number)
    else:
        run.process.send_signal(number)
    assert run.process.communicate() == (b"", b"")
    assert run.process.returncode == status
    for pipe in run.pipes:
        with pytest.raises(BrokenPipeError):
            pipe.write(b"\n")
    assert run.outputs() == ["a.mlir"]


def test_the_run_itself_is_killed(run: Run) -> None:
    """Each worker writes what it is at, and then ends: until all have, standard error has a writer."""
    run.process.kill()
    assert run.finish() == (-signal.SIGKILL, "")
    assert run.outputs() == ["a.mlir", "p.mlir", "q.mlir"]


def test_nobody_reads_the_messages(tmp_path: Path) -> None:
    """The end of it, without a word."""
    for name in ("a", "b"):
        (tmp_path / name).write_text("module {?}")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, "a", "b", "-o", "out"], cwd=tmp_path, stderr=writing, stdout=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stdout) == (1, b"")


def on_a_terminal(folder: Path, *arguments: str) -> str:
    import pty

    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    written = b""
    try:
        while part := os.read(ours, 1 << 16):
            written += part
    except OSError:
        pass  # Nobody writes any more.
    process.wait()
    os.close(ours)
    return written.decode().replace("\r\n", "\n")


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    """It is taken away again; what is said stands above it and is not disturbed by it."""
    (tmp_path / "a").write_bytes(FINE)
    (tmp_path / "b").write_text("module {?}")
    text = on_a_terminal(tmp_path, "a", "b", "-o", "out", "-color=never")
    assert "0/2" in text
    assert "b:1:9: error: expected operation name in quotes\nmodule {?}\n        ^\n" in text
    assert text.endswith("\x1b[2K2 files: 1 written, 1 failed\n")


def test_a_diff_on_a_terminal(tmp_path: Path) -> None:
    """It has colours there, and nowhere else unless they are requested."""
    text = b'module {\n  sdy.mesh @mesh = <["x"=2]>\n}\n'
    (tmp_path / "a").write_bytes(text)
    diff = unified_diff(text.decode(), FINE.decode(), DiffNames.of_file("a"))
    arguments = ["a", "-sdy-inline-meshes", "-diff"]
    assert on_a_terminal(tmp_path, *arguments) == coloured(diff)
    assert on_a_terminal(tmp_path, *arguments, "-color=never") == diff
    assert '\x1b[31m-  sdy.mesh @mesh = <["x"=2]>\x1b[0m\n' in coloured(diff)
    for flags, shown in (([], diff), (["-color=always"], coloured(diff))):
        done = subprocess.run([*COMMAND, *arguments, *flags], cwd=tmp_path, capture_output=True)
        assert (done.returncode, done.stdout.decode()) == (0, shown)
    assert on_a_terminal(tmp_path, *arguments, "-o", "out") == ""
    assert (tmp_path / "out").read_text() == diff
