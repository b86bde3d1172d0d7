"""Windows and macOS, as far as that can be seen on Linux: names of files, encodings, signals and workers."""

from __future__ import annotations

import io
import multiprocessing
import os
import re
import signal
import sys

import pytest

from sdyopt.cli import main as cli
from sdyopt.cli.process import prepare_streams
from sdyopt.driver import input_output as replacement
from sdyopt.driver import report as expected_patterns
from sdyopt.driver.batch import run, workers
from sdyopt.driver.instruments.diff import DiffNames
from tools import corpus


def stream(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")


def written(text: io.TextIOWrapper) -> bytes:
    text.flush()
    buffer = text.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("encoding", "message", "output"),
    [
        ("utf-8", "─é".encode() + b"\xff", "─é".encode()),
        ("cp1252", b"\\u2500\xe9\xff", b"?\xe9"),
        ("ascii", b"\\u2500\\xe9\xff", b"??"),
    ],
)
def test_characters_that_an_encoding_lacks(encoding: str, message: bytes, output: bytes) -> None:
    """Messages contain them escaped, and bytes that are not UTF-8 unchanged."""
    out, err = stream(encoding), stream(encoding)
    prepare_streams(out, err)
    err.write("─é\udcff")
    out.write("─é")
    assert (written(err), written(out)) == (message, output)


def test_windows_writes_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    """To files and pipes, too, unless another encoding is wanted."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    out, err = stream("cp1252"), stream("cp1252")
    prepare_streams(out, err)
    out.write("─")
    err.write("─")
    assert (written(err), written(out)) == ("─".encode(), "─".encode())
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    out, err = stream("cp1252"), stream("cp1252")
    prepare_streams(None, err)
    err.write("é")
    assert written(err) == b"\xe9"


@pytest.mark.parametrize("inputs", [["mlp"], ["mlp", "control_flow"]])
def test_the_null_device_of_other_systems(inputs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows calls it `nul`; the hook for pre-commit writes to `/dev/null`."""
    monkeypatch.setattr(os, "devnull", "nul")
    paths = [str(corpus.file(name)) for name in inputs]
    for output in ("nul", "/dev/null"):
        status, text, _ = cli.run([*paths, "-o", output])
        assert (status, text) == (0, b"")
    assert not os.path.exists("nul")


def test_names_in_diffs_have_slashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As git and patch expect, without the letter of a drive."""
    import ntpath

    monkeypatch.setattr(os, "sep", "\\")
    monkeypatch.setattr(os.path, "splitdrive", ntpath.splitdrive)
    assert DiffNames.of_file(r"C:\programs\mlp.mlir") == ("a/programs/mlp.mlir", "b/programs/mlp.mlir")


def test_capitals_do_not_distinguish_files_on_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = ["x/A.mlir", "y/a.mlir"]
    assert run.output_paths(inputs, "out") == [os.path.join("out", name) for name in ("A.mlir", "a.mlir")]
    monkeypatch.setattr(sys, "platform", "darwin")
    assert run.output_paths(inputs, "out") == [os.path.join("out", name) for name in inputs]


def test_signals_that_windows_does_not_have(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is replaced, and expected diagnostics are compared, without them."""
    monkeypatch.delattr(signal, "pthread_sigmask")
    monkeypatch.delattr(signal, "setitimer")
    path = os.path.join(str(tmp_path), "file")
    for text in (b"old", b"new"):
        replacement.replace_file(path, [text])
    with open(path, "rb") as file:
        assert file.read() == b"new"
    assert set(replacement.ENDING_SIGNALS) >= {signal.SIGINT, signal.SIGTERM}
    assert expected_patterns.occurs(re.compile("b+"), "abb")


def test_workers_where_processes_cannot_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no `fork`; on macOS it is not safe."""
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    monkeypatch.setattr(multiprocessing, "get_context", lambda method: method)
    assert workers.quickest_context() is None
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["fork", "spawn"])
    monkeypatch.setattr(sys, "platform", "darwin")
    assert workers.quickest_context() is None
