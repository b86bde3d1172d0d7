"""Commands of the fork server do what processes of their own do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import filecheck
import lit.discovery
import lit.LitConfig
import lit.TestRunner
import pytest

from tools.chunks import mostly_long
from tools.fork_server import ForkServer
from tools.fork_server.for_lit import module_subprocess

SCRIPTS = {
    "status and errors": "echo '?' | sdy-opt; echo status $?",
    "status of a wrong command line": "sdy-opt -no-such-option; echo status $?",
    "a pipe that is closed": "sdy-view --help | head -n 1; echo ${PIPESTATUS[0]}",
    "two at a time": "sdy-opt -help-all | sdy-opt; sdy-opt program.mlir -mlir-print-op-generic | sdy-opt",
    "the folder": "mkdir inner; cd inner; sdy-opt ../program.mlir -o out && ls && cat out",
    "the environment": "COLUMNS=40 sdy-layout 'f32[3,5]{1,0:T(2,2)}' --grid; NO_COLOR= FORCE_COLOR=1 sdy-opt '?'",
    "a file of the shell": "sdy-opt <(cat program.mlir)",
    "closed output": "sdy-opt program.mlir >/dev/full; echo status $?",
    "what is not UTF-8": "printf '\"\\xff\"' | sdy-opt; sdy-opt $'\\xff'",
}


@pytest.mark.parametrize("kind", mostly_long(SCRIPTS, list(SCRIPTS)[::3]))
def test_commands_do_what_their_processes_do(kind: str, tmp_path: Path, fork_server: ForkServer) -> None:
    results = []
    for commands in (fork_server.commands, Path(sys.executable).parent):
        folder = tmp_path / str(len(results))
        folder.mkdir()
        (folder / "program.mlir").write_text("module {}\n")
        path = f"{commands}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", SCRIPTS[kind]], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True
        )
        results.append((done.returncode, done.stdout, done.stderr))
    assert results[0] == results[1]


def test_a_signal_ends_a_command(fork_server: ForkServer, tmp_path: Path) -> None:
    """It is the client's status, too."""
    done = fork_server.run(["sdy-opt", "/dev/zero"], tmp_path, limits={0: 1})  # RLIMIT_CPU
    assert done.returncode == -signal.SIGKILL


LINES = {
    "a match": "sdy-opt %s | FileCheck %s",
    "no match": "echo module | FileCheck %s --check-prefix=OTHER",
    "no such prefix": "echo module | FileCheck %s --check-prefix=NONE",
    "no file": "echo module | FileCheck %s.missing",
    "wrong arguments": "echo module | FileCheck %s %s",
    "input that is not UTF-8": "printf '\\xff' | FileCheck %s",
    "no input": "FileCheck %s",
    "a file as input": "echo module > %t; FileCheck %s < %t && FileCheck %s --input-file %t",
    "an error that is expected": "not sdy-opt -no-such-pass 2>&1 | FileCheck %s --check-prefix=ERROR",
    "only what is an error": "not sdy-opt -no-such-pass 2>&1 > /dev/null | FileCheck %s --check-prefix=ERROR",
    "FileCheck that must fail": "echo module | not FileCheck %s",
    "FileCheck in a pipe": "echo module | FileCheck %s --check-prefix=OTHER 2>&1 | cat",
    "commands that fail in a pipe": "env COLUMNS=60 sdy-opt -no-such-pass | sdy-opt",
}
CHECKS = """
// CHECK: module
// OTHER: func.func @none
// ERROR: -no-such-pass
"""


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_lit_reports_what_it_reports_of_processes(
    line: str, tmp_path: Path, fork_server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run by `lit` with a process for each command, the line passes and fails alike, and with the same words."""
    (tmp_path / "a.mlir").write_text(f"// RUN: {line}\n{CHECKS}module {{}}\n")
    script = Path(__file__).parents[2] / "file_check.py"
    packages = Path(filecheck.__file__).parents[1]
    reports = []
    for module, commands, file_check in (
        (subprocess, Path(sys.executable).parent, f"{sys.executable} -I -S {script} {packages}"),
        (module_subprocess(fork_server), fork_server.commands, f"FileCheck {packages}"),
    ):
        (tmp_path / "lit.cfg.py").write_text(f"""
import lit.formats
config.name = "a"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir"]
config.environment["PATH"] = {f"{commands}{os.pathsep}{os.environ['PATH']}"!r}
config.substitutions.append((r"\\bFileCheck\\b", {file_check!r}))
""")
        monkeypatch.setattr(lit.TestRunner, "subprocess", module)
        result = result_of(tmp_path / "a.mlir")
        words = result.output.replace(file_check, "FileCheck")
        reports.append((result.code, re.sub(r"# \| (?:Traceback|  ).*\n", "", words)))  # of a traceback the last line
    assert reports[0] == reports[1]


def result_of(file: Path) -> Any:
    """Returns how lit ran the test in a file."""
    named = {"useValgrind": False, "valgrindLeakCheck": False, "valgrindArgs": [], "noExecute": False, "debug": False}
    named |= {"diagnostic_level": "warning"}
    config = lit.LitConfig.LitConfig(progname="lit", path=[], isWindows=False, order="smart", params={}, **named)
    _, tests = lit.discovery.getTests(str(file), config, {}, {})
    (test,) = tests
    return test.config.test_format.execute(test, config)


@pytest.mark.long
def test_lit_ends_as_its_tests_do(tmp_path: Path) -> None:
    """`python -m tools.fork_server` runs lit, in processes of its own, and has its status."""
    (tmp_path / "lit.cfg.py").write_text(
        'import lit.formats\nconfig.name = "a"\nconfig.suffixes = [".mlir"]\n'
        "config.test_format = lit.formats.ShTest()\n"
        'config.environment["PATH"] = lit_config.params["commands"] + ":" + config.environment["PATH"]\n'
    )
    (tmp_path / "passes.mlir").write_text("// RUN: sdy-opt %s\nmodule {}\n")
    (tmp_path / "fails.mlir").write_text("// RUN: sdy-opt %s\nmodule {\n")
    command = [sys.executable, "-m", "tools.fork_server", "-s"]
    for files, status in (("passes.mlir",), 0), (("passes.mlir", "fails.mlir"), 1):
        paths = [str(tmp_path / file) for file in files]
        done = subprocess.run([*command, *paths], cwd=Path(__file__).parents[3], capture_output=True, text=True)
        assert done.returncode == status, done.stdout + done.stderr
    assert "FAIL: a :: fails.mlir" in done.stdout
