"""Commands of the fork server do what processes of their own do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.fork_server import ForkServer

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


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_commands_do_what_their_processes_do(script: str, tmp_path: Path, fork_server: ForkServer) -> None:
    results = []
    for commands in (fork_server.commands, Path(sys.executable).parent):
        folder = tmp_path / str(len(results))
        folder.mkdir()
        (folder / "program.mlir").write_text("module {}\n")
        path = f"{commands}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", script], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True)
        results.append((done.returncode, done.stdout, done.stderr))
    assert results[0] == results[1]


def test_a_signal_ends_a_command(fork_server: ForkServer, tmp_path: Path) -> None:
    """It is the client's status, too."""
    done = fork_server.run(["sdy-opt", "/dev/zero"], tmp_path, limits={0: 1})  # RLIMIT_CPU
    assert done.returncode < 0
