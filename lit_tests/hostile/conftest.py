"""Runs the command on inputs that mean no good, with limits of memory and time that no run in order comes near."""

from __future__ import annotations

import re
import resource
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tools.fork_server import ForkServer

LIMITS = {resource.RLIMIT_AS: 3 << 30, resource.RLIMIT_CPU: 120, resource.RLIMIT_CORE: 0}
"""Bytes of address space, seconds of processor time: what grows with the square of the inputs here takes far more."""

ERROR = re.compile(r"^(?:.*:\d+:\d+|sdy-opt): error: \S", re.MULTILINE)


class Run(NamedTuple):
    """How a run ended. Its input is called `IN` in `errors`."""

    status: int
    output: str
    errors: str


SdyOpt = Callable[..., Run]


@pytest.fixture
def sdy_opt(tmp_path: Path, fork_server: ForkServer) -> SdyOpt:
    """Runs sdy-opt on a text with flags. All there is is the right result, or an error that says where."""

    def run(text: str | bytes, *flags: str) -> Run:
        path = tmp_path / "in.mlir"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        done = fork_server.run(["sdy-opt", str(path), *flags], tmp_path, LIMITS)
        errors = done.stderr.decode("utf-8", "replace")
        assert "Traceback" not in errors and "internal error" not in errors
        if done.returncode == 0:
            assert errors == ""
        else:
            assert done.returncode == 1
            assert done.stdout == b"" or "-verify-diagnostics" in flags  # with which modules are written all the same
            assert ERROR.search(errors)
        return Run(done.returncode, done.stdout.decode("utf-8", "replace"), errors.replace(str(path), "IN"))

    return run


EachFails = Callable[..., dict[str, str]]


@pytest.fixture
def each_fails(sdy_opt: SdyOpt) -> EachFails:
    """Runs sdy-opt on many texts, by their names, each a chunk of one input; gives what is wrong in each of them."""

    def run(texts: dict[str, str], *flags: str) -> dict[str, str]:
        errors = sdy_opt("\n// -----\n".join(texts.values()), "-split-input-file", *flags).errors
        found: dict[int, str] = {}
        for number, message in re.findall(r"^IN:(\d+):\d+: error: (.*)", errors, re.MULTILINE):
            found[int(number)] = f"{found.get(int(number), '')} {message}".strip()
        messages, line = {}, 1
        for name, text in texts.items():
            last = line + text.count("\n")
            messages[name] = " ".join([found[number] for number in range(line, last + 1) if number in found])
            assert messages[name], name
            line = last + 2
        return messages

    return run
