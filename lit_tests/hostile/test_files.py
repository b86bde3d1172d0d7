"""Bytes that are not text, inputs that cannot be read, outputs that cannot be written."""

from __future__ import annotations

import errno
import os
import re
import resource
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.cli import main
from sdyopt.cli import main as cli
from tools import corpus
from tools.chunks import mostly_long

# Inputs that cannot be read, outputs that cannot be written: an error, and whatever was there stays as it was.


COMMAND = [sys.executable, "-m", "sdyopt"]
PROGRAM = corpus.file("mlp")


def run(*arguments: str | bytes | Path, **options: Any) -> tuple[int, str]:
    """The exit status, and standard error, which has no traceback in it."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | options
    done = subprocess.run([*COMMAND, *arguments], stderr=subprocess.PIPE, **options)
    errors = done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in errors and "internal error" not in errors
    return done.returncode, errors


def cannot(do: str, what: str, path: str | Path, number: int) -> tuple[int, str]:
    """The status and the message of a run that could not open, read or write a file."""
    return 1, f"sdy-opt: error: cannot {do} {what} file '{path}': {os.strerror(number)}\n"


needs_no_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")

# Inputs.


def test_the_input_is_a_loop_of_links(tmp_path: Path) -> None:
    path = tmp_path / "loop"
    path.symlink_to(path)
    assert run(path) == cannot("open", "input", path, errno.ELOOP)


def test_the_input_is_a_folder(tmp_path: Path) -> None:
    assert run(tmp_path) == cannot("open", "input", tmp_path, errno.EISDIR)


@needs_no_root
def test_the_input_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.touch(0)
    assert run(path) == cannot("open", "input", path, errno.EACCES)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="there is no /proc here")
def test_the_input_breaks_off() -> None:
    """Nothing is mapped at the address 0."""
    assert run("/proc/self/mem") == cannot("read", "input", "/proc/self/mem", errno.EIO)


def test_the_name_of_the_input_is_too_long() -> None:
    assert run("a" * 300) == cannot("open", "input", "a" * 300, errno.ENAMETOOLONG)
    assert run("a/" * 5000) == cannot("open", "input", "a/" * 5000, errno.ENAMETOOLONG)


def test_the_name_of_the_input_is_no_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8, an end of a line: the file is read all the same, and spoken of as it is called."""
    path = os.fsencode(tmp_path) + b"/\xff\n\x1b.mlir"
    try:
        Path(os.fsdecode(path)).write_text("module {?}")
    except OSError:
        pytest.skip("no file can have such a name here")
    done = subprocess.run([*COMMAND, path], capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(path + b":1:9: error: expected operation name in quotes\n")


def test_standard_input_is_a_folder(tmp_path: Path) -> None:
    """Python itself ends before it begins."""
    folder = os.open(tmp_path, os.O_RDONLY)
    status, errors = run("-", stdin=folder)
    os.close(folder)
    assert status == 1
    assert "is a directory" in errors


def test_the_input_vanishes_while_it_is_read(tmp_path: Path) -> None:
    """A pipe with a name, that is removed as soon as there is a reader, and whose writer stalls in a word."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    process = subprocess.Popen([*COMMAND, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with path.open("wb") as pipe:
        path.unlink()
        for part in (b"mod", b"ule", b" {", b"}"):
            pipe.write(part)
            pipe.flush()
    assert process.communicate() == (b"module {\n}\n", b"")


def test_the_writer_stops_in_the_middle() -> None:
    status, errors = run("-", input=b'module { "a', stdin=None)
    assert status == 1
    assert errors.startswith("<stdin>:1:12: error: expected '\"' in string literal")


def test_an_endless_pipe() -> None:
    """The writer is stopped by the command's end, as too little memory is left, if not before."""
    limit = 400 << 20
    process = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )

    def write() -> None:
        assert process.stdin
        lines = b"y\n" * (1 << 19)
        try:
            while True:
                process.stdin.write(lines)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write)
    writer.start()
    assert process.stderr
    assert process.stderr.read() == b"sdy-opt: error: out of memory\n"
    writer.join()
    assert process.wait() == 1


# Outputs.


@pytest.mark.parametrize(
    ("output", "number"),
    [(".", errno.EISDIR), ("missing/out", errno.ENOENT), ("a" * 300, errno.ENAMETOOLONG), ("in/out", errno.ENOTDIR)],
    ids=["folder", "missing folder", "long name", "file as folder"],
)
def test_outputs_that_cannot_be(tmp_path: Path, output: str, number: int) -> None:
    (tmp_path / "in").touch()
    assert run(PROGRAM, "-o", output, cwd=tmp_path) == cannot("open", "output", output, number)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_the_output_is_a_loop_of_links(tmp_path: Path) -> None:
    path = tmp_path / "loop"
    path.symlink_to(path)
    assert run(PROGRAM, "-o", path) == cannot("open", "output", path, errno.ELOOP)
    assert path.is_symlink()


@needs_no_root
def test_the_folder_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert run(PROGRAM, "-o", tmp_path / "out") == cannot("open", "output", tmp_path / "out", errno.EACCES)
    assert list(tmp_path.iterdir()) == []


def test_the_longest_name(tmp_path: Path) -> None:
    """The temporary file beside it needs no longer one."""
    longest = os.pathconf(tmp_path, "PC_NAME_MAX")
    path = tmp_path / ("a" * longest)
    assert run(PROGRAM, "-o", path) == (0, "")
    assert list(tmp_path.iterdir()) == [path]


def test_the_output_is_the_input(tmp_path: Path) -> None:
    path = tmp_path / "program"
    shutil.copy(PROGRAM, path)
    path.chmod(0o640)
    assert run(path, "-o", path, "-mlir-print-op-generic") == (0, "")
    assert path.read_text().startswith('"builtin.module"()')
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("exists", [False, True])
def test_the_output_is_a_link(tmp_path: Path, exists: bool) -> None:
    """The file that it leads to is written, and it stays a link."""
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    if exists:
        target.write_text("old")
    assert run(PROGRAM, "-o", link) == (0, "")
    assert link.is_symlink() and target.read_text().startswith("module")


def test_the_output_is_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    process = subprocess.Popen([*COMMAND, PROGRAM, "-o", path], stderr=subprocess.PIPE)
    assert path.read_bytes().startswith(b"module")
    assert process.communicate() == (None, b"")
    assert path.is_fifo()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout here")
def test_the_output_is_a_link_to_a_pipe() -> None:
    done = subprocess.run([*COMMAND, PROGRAM, "-o", "/dev/stdout"], capture_output=True)
    assert done.stdout.startswith(b"module") and done.stderr == b""


def test_the_reader_of_the_output_goes_away(tmp_path: Path) -> None:
    """As with standard output: the end, without a word."""
    path, big = tmp_path / "pipe", tmp_path / "big"
    os.mkfifo(path)
    big.write_text("\n".join(f"func.func private @f{number}()" for number in range(3000)))
    process = subprocess.Popen([*COMMAND, big, "-o", path], stderr=subprocess.PIPE)
    with path.open("rb") as pipe:
        pipe.read(1)
    assert process.communicate() == (None, b"")
    assert process.returncode == 1


def test_a_failed_run_leaves_the_output(tmp_path: Path) -> None:
    path, wrong = tmp_path / "out", tmp_path / "in"
    path.write_text("old")
    wrong.write_text("module {?}")
    assert run(wrong, "-o", path)[0] == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in", "out"]
    assert path.read_text() == "old"


# Full disks.


@pytest.mark.parametrize("old", [False, True])
def test_no_file_may_be_that_big(tmp_path: Path, old: bool) -> None:
    path = tmp_path / "out"
    if old:
        path.write_text("old")
    status = run(PROGRAM, "-o", path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    assert status == cannot("write", "output", path, errno.EFBIG)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"] * old


Shell = Callable[[str], subprocess.CompletedProcess[bytes]]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Shell]:
    """Runs a script in a folder on a disk of 64 KiB of its own: mounted in namespaces of its own, as a user's root."""
    mount = f"mount -t tmpfs -o size=64k small {tmp_path} && cd {tmp_path}"

    def shell(script: str) -> subprocess.CompletedProcess[bytes]:
        prefix = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        return subprocess.run([*prefix, "sh", "-c", f"{mount} && {script}"], capture_output=True)

    if shutil.which("unshare") is None or shell("true").returncode != 0:
        pytest.skip("no disk can be mounted here, neither as root nor in namespaces of a user")
    yield shell


@pytest.mark.parametrize("old", ["", "old"])
def test_the_disk_is_full(small_disk: Shell, tmp_path: Path, old: str) -> None:
    """The old file stays, or there is none; and no other."""
    command = " ".join(map(str, COMMAND))
    done = small_disk(
        f"""
        { {"": "true", "old": "printf old > out"}[old] }
        head -c 65536 /dev/zero > filling 2>/dev/null
        PYTHONPATH={Path.cwd()} {command} {PROGRAM} -o out
        echo status $?
        ls -A
        cat out 2>/dev/null
        """
    )
    assert done.stderr.decode() == "sdy-opt: error: cannot write output file 'out': No space left on device\n"
    assert done.stdout.decode() == "status 1\nfilling\n" + ("out\nold" if old else "")


# Bytes that are no text, and files that are not MLIR text but are recognized.


UNREGISTERED = "-allow-unregistered-dialect"

PLACES = {
    "before": "…module {}",
    "word": "mod…ule {}",
    "behind": "module {}…",
    "string": 'module attributes {a.b = "…"} {}',
    "key": 'module attributes {"a.…" = 1} {}',
    "bare key": "module attributes {a.b… = 1} {}",
    "symbol": "func.func private @f…()",
    "quoted symbol": 'func.func private @"…"()',
    "value": "func.func @f(%a…: i32) { return }",
    "comment": "// …\nmodule {}",
    "location": 'module {} loc("…")',
    "file": 'module {} loc("…":1:2)',
    "alias": "#a… = 1",
    "dialect": "module attributes {a.b = #x…y} {}",
    "body": "module attributes {a.b = #x.y<…>} {}",
    "axis": 'sdy.mesh @mesh = <["…"=2]>',
    "dense": "module attributes {a.b = dense<…> : tensor<1xi32>} {}",
    "type": "func.func private @f(tensor<…2xi32>)",
}

CHARACTERS = {
    "stray byte": b"\xff",
    "cut off": b"\xe2\x82",
    "overlong": b"\xc0\x80",
    "lone surrogate": b"\xed\xa0\x80",
    "too large": b"\xf5\x80\x80\x80",
    "NUL": b"\0",
    "mark of the byte order": b"\xef\xbb\xbf",
    "carriage return": b"\r",
    "escape": b"\x1b[2J",
    "delete": b"\x7f",
    "line separator": "\u2028".encode(),
    "non-breaking blank": "\u00a0".encode(),
    "digit": "\u0663".encode(),
    "letter": "é".encode(),
    "right to left": "\u202e".encode(),
}


QUICK = ("stray byte", "cut off", "NUL", "carriage return", "letter", "right to left")


@pytest.mark.parametrize("kind", mostly_long(CHARACTERS, QUICK))
def test_everywhere(sdy_opt: Any, kind: str) -> None:
    """In each place they are right or wrong, and told of; what is right and written again reads as the same."""
    chunks = [text.encode().replace("…".encode(), CHARACTERS[kind]) for text in PLACES.values()]
    right = []
    for chunk in chunks:
        status, output, errors = cli.run(["-", UNREGISTERED], chunk)
        if status == 0:
            right.append(chunk)
        else:
            assert (status, output) == (1, b"")
            assert re.match(rb"<stdin>:\d+:\d+: error: ", errors)
    flags = ("-split-input-file", UNREGISTERED, "-mlir-print-debuginfo")
    once = sdy_opt(b"\n// -----\n".join(right), *flags)
    assert once.status == 0
    assert sdy_opt(once.output, *flags).output == once.output


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_ends_of_lines(sdy_opt: Any, end: str) -> None:
    """All three are blanks, and end a comment; only the first ends a line."""
    text = end.join(["// a", 'sdy.mesh @m = <["a"=2]> // b', "module {?}"])
    line, column = (3, 9) if "\n" in end else (1, text.index("?") + 1)
    assert sdy_opt(text).errors.startswith(f"IN:{line}:{column}: error: expected operation name in quotes")


def test_the_mark_of_the_byte_order(sdy_opt: Any) -> None:
    """One at the beginning is none of the text."""
    assert sdy_opt(b"\xef\xbb\xbfmodule {}").output == "module {\n}\n"


def test_bytes_of_strings_are_kept(sdy_opt: Any) -> None:
    """They are written as escapes, so that the output is text."""
    run = sdy_opt(b'module attributes {a.b = "\xff\x00\xed\xa0\x80\xc3\xa9"} {}')
    assert 'a.b = "\\FF\\00\\ED\\A0\\80\\C3\\A9"' in run.output


BINARY = [
    (
        b"\x04\0\0\0\x10abcML\xefR\x0d\0",
        "this is a file of jax.export: sdy-opt writes the program in it as text, unless the file is damaged or cut off",
    ),
    ("module {}".encode("utf-16"), "this is UTF-16 text: convert it to UTF-8"),
    ("module {}".encode("utf-16-le"), "this is UTF-16 text"),
    (b"\x1f\x8b\x08\0\0\0\0\0", "invalid gzip file: it ends early"),
    (b"PK\x03\x04\0\0\0\0", "invalid zip file: File is not a zip file"),
    (b"\x7fELF\x02\x01\x01\0\0\0\0\0", "this is binary data, not MLIR text"),
]
TEXT = [
    (b"HloModule jit_f, entry_computation_layout={()->f32[]}\n", "this is HLO text, not MLIR"),
    (b"# Trains.\nimport jax\n", "this is Python source, not MLIR"),
    (b"from jax import numpy as jnp\n", "this is Python source"),
    (b'"""A model."""\n', "this is Python source"),
    (b"#!/usr/bin/env python3\n", "this is Python source"),
]


@pytest.mark.parametrize(("data", "message"), BINARY)
def test_binary_data_is_one_line(data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "step"
    file.write_bytes(data)
    status, output, errors = main.run([str(file)])
    assert (status, output) == (1, b"")
    assert errors.decode().startswith(f"{file}: error: {message}")
    assert errors.count(b"\n") == 1


@pytest.mark.parametrize(("data", "message"), TEXT)
def test_other_text_is_shown(data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "step"
    file.write_bytes(data)
    status, output, errors = main.run([str(file)])
    assert (status, output) == (1, b"")
    assert errors.decode().startswith(f"{file}:1:1: error: {message}")
    with pytest.raises(sdyopt.Error, match=message):
        sdyopt.parse(file)


@pytest.mark.parametrize("text", ["%0 = \0", "module {\0 x}", "#loc = loc(unknown)\nimport", "  HloModul", "ML"])
def test_a_broken_program_has_the_error_of_the_reference(text: str) -> None:
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse(text)
    assert "this is" not in str(caught.value)
