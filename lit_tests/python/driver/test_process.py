"""The process of the command: signals, streams that are closed, full or endless, and too little memory."""

from __future__ import annotations

import io
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sdyopt.cli import console
from tools import corpus

ROOT = Path(__file__).resolve().parents[3]

COMMAND = [sys.executable, "-m", "sdyopt"]
PROGRAM = str(corpus.file("mlp"))
COMMENTS = b"// \n" * (1 << 18)
"""A megabyte: more than a pipe holds, so that whoever has written it knows that it is being read."""


def run(*arguments: str, **options: Any) -> tuple[int, str]:
    """The exit status and what is on standard error. Whatever happens, that is no traceback."""
    done = subprocess.run([*COMMAND, *arguments], stderr=subprocess.PIPE, **options)
    errors = done.stderr.decode()
    assert "Traceback" not in errors
    return done.returncode, errors


def test_standard_input_is_closed() -> None:
    status, errors = run("-", preexec_fn=lambda: os.close(0))
    assert (status, errors) == (1, "sdy-opt: error: cannot read input file '-': Bad file descriptor\n")


def test_standard_output_is_closed() -> None:
    status, errors = run(PROGRAM, preexec_fn=lambda: os.close(1))
    assert (status, errors) == (1, "sdy-opt: error: cannot write output file '-': Bad file descriptor\n")
    status, errors = run("--help", preexec_fn=lambda: os.close(1))
    assert (status, errors) == (1, "sdy-opt: error: cannot write standard output: Bad file descriptor\n")


def test_standard_error_is_closed() -> None:
    assert subprocess.run([*COMMAND, "/there/is/none"], preexec_fn=lambda: os.close(2)).returncode == 1


def test_nobody_reads_the_output() -> None:
    """As in `sdy-opt … | head -1`: the end of it, without a word."""
    reading, writing = os.pipe()
    os.close(reading)
    status, errors = run(PROGRAM, stdout=writing)
    os.close(writing)
    assert (status, errors) == (1, "")


def test_memory_runs_out() -> None:
    limit = 200 << 20
    status, errors = run(
        "/dev/zero", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)), stdout=subprocess.PIPE
    )
    assert (status, errors) == (1, "sdy-opt: error: out of memory\n")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_signal_while_reading(number: int, status: int, tmp_path: Path) -> None:
    """Ends the run at once: no words, no output, no file."""
    process = subprocess.Popen(
        [*COMMAND, "-", "-o", str(tmp_path / "out.mlir")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    process.stdin.write(COMMENTS)
    process.stdin.flush()
    process.send_signal(number)
    assert process.communicate() == (b"", b"")
    assert process.returncode == status
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_that_is_ignored(tmp_path: Path) -> None:
    """In the background of a script, where the shell has it ignored, Ctrl-C is meant for others."""
    process = subprocess.Popen(
        [*COMMAND, "-", "-o", str(tmp_path / "out.mlir")],
        stdin=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert process.stdin
    process.stdin.write(COMMENTS)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 0
    assert (tmp_path / "out.mlir").read_bytes() == b"module {\n}\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_writing(number: int, tmp_path: Path) -> None:
    """A file that is being replaced is replaced before the signal ends the run: nothing else stays behind."""
    script = f"""
import os, signal
from sdyopt.driver import input_output as replacement

rename = os.replace

def interrupted(source, target):
    os.kill(os.getpid(), {int(number)})
    rename(source, target)

os.replace = interrupted
replacement.replace_file({str(tmp_path / "out.mlir")!r}, [b"new"])
"""
    (tmp_path / "out.mlir").write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True)
    assert done.returncode != 0
    assert [file.name for file in tmp_path.iterdir()] == ["out.mlir"]
    assert (tmp_path / "out.mlir").read_bytes() == b"new"


def test_a_file_that_cannot_be_replaced(tmp_path: Path) -> None:
    """The old file stays, and there is no other beside it."""
    script = f"""
import io
import os
from sdyopt.driver import input_output as replacement

def full(source, target):
    raise OSError(28, "No space left on device")

os.replace = full
replacement.replace_file({str(tmp_path / "out.mlir")!r}, [b"new"])
"""
    (tmp_path / "out.mlir").write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True)
    assert b"No space left on device" in done.stderr
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"]


def test_a_file_that_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays as it is, although its folder may be written to. For root nothing is read-only."""
    from sdyopt.driver import input_output as replacement

    file = tmp_path / "out.mlir"
    file.write_bytes(b"old")
    monkeypatch.setattr(replacement.os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError):
        replacement.replace_file(str(file), [b"new"])
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"]


def test_an_error_of_our_own() -> None:
    """If sdy-opt itself breaks it says so, and where, in one line."""
    script = """
import sdyopt.driver.job as job

def broken(*arguments):
    raise KeyError("x")

job.process = broken
from sdyopt.cli.process import sdy_opt
sdy_opt()
"""
    done = subprocess.run([sys.executable, "-c", script], stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.startswith(b"sdy-opt: internal error: KeyError: 'x' (")
    assert done.stderr.count(b"\n") == 1
    done = subprocess.run([sys.executable, "-c", script, "-debug"], stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.startswith(b"Traceback (most recent call last):")
    assert b"\nsdy-opt: internal error: KeyError: 'x' (" in done.stderr


def test_an_error_inside_a_pass_writes_a_reproducer(tmp_path: Path) -> None:
    """The message names it. It has the input and the pipeline."""
    script = """
import sys
from sdyopt.passes.importing.meshes import InlineMeshes

def broken(*arguments):
    raise KeyError("x")

InlineMeshes.run = broken
from sdyopt.cli.process import sdy_opt
sdy_opt()
"""
    program = b'sdy.mesh @mesh = <["x"=2]>\n'
    command = [sys.executable, "-c", script, "-sdy-inline-meshes", "-cse"]
    done = subprocess.run(command, input=program, capture_output=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    (reproducer,) = tmp_path.iterdir()
    named = f"; please report this with the reproducer '{reproducer}', which sdy-opt --run-reproducer runs\n"
    assert done.stderr.startswith(b"sdy-opt: internal error: KeyError: 'x' (")
    assert done.stderr.endswith(named.encode())
    text = reproducer.read_bytes()
    assert text.startswith(program + b"\n{-#\n")
    assert b'pipeline: "builtin.module(sdy-inline-meshes,cse)"' in text


def test_streams_that_are_not_files() -> None:
    """A command reads and writes text in memory, as in a browser, and ends with SystemExit."""
    script = """
import io, sys
from sdyopt.cli.process import sdy_layout, sdy_opt
for function, words, text in (
    (sdy_opt, ["-sdy-inline-meshes"], 'sdy.mesh @mesh = <["x"=2]>  // größer'),
    (sdy_opt, [], "x"),
    (sdy_layout, ["-"], "f32[3,5]"),
):
    sys.argv[1:] = words
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(text), io.StringIO(), io.StringIO()
    try:
        function()
    except SystemExit as ended:
        print(ended.code, sys.stdout.getvalue()[:8].split(), sys.stderr.getvalue()[:12], file=sys.__stdout__)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "0 ['module', '{'] \n1 [] <stdin>:1:1:\n0 ['f32[3,5]'] \n"


MAX_MODULES = 110
"""Of ours; each costs processor time before anything is read."""


def test_a_program_without_passes_loads_few_modules() -> None:
    """Modules for passes, messages, HLO text and views are imported where they are used."""
    script = """
import sys
from sdyopt.cli import process
from sdyopt.cli.main import COMMAND
status, _, _ = COMMAND.run(["examples/matmul.mlir"])
print(status, sum(name.partition(".")[0] == "sdyopt" for name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    status, count = map(int, done.stdout.split())
    assert status == 0
    assert count <= MAX_MODULES


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_is_shown_meanwhile_goes_to_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line takes the place of the one before; what ends within a second is not shown."""
    for stream, shown in ((io.StringIO(), ""), (_Terminal(), "\r\x1b[Ka, 1 s\r\x1b[K")):
        monkeypatch.setattr(sys, "stderr", stream)
        with console.progress("b"):
            console.show_meanwhile("a, 1 s")
        console.show_meanwhile()
        assert stream.getvalue() == shown
