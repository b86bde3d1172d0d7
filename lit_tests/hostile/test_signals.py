"""Signals at any moment: the output is the old one or the new one, nothing comes beside it, no traceback is seen."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tools import corpus
from tools.chunks import mostly_long

PROBE = """
import os, sys

number, moment, report, *arguments = sys.argv[1:]
number, moment = int(number), int(moment)
calls, is_begun = 0, False

def count(frame, event, function):
    global calls, is_begun
    is_begun = is_begun or (event == "c_return" and function.__name__ == "signal")
    if is_begun:
        calls += 1
        if calls == moment:
            os.kill(os.getpid(), number)

end = os._exit

def exit(status):
    sys.setprofile(None)
    with open(report, "w") as file:
        file.write(str(calls))
    end(status)

from sdyopt.cli.process import sdy_opt

os._exit = exit
sys.argv = ["sdy-opt", *arguments]
sys.setprofile(count)
sdy_opt()
"""
"""Runs the command, and sends it a signal as it begins or ends its `moment`th call, counted since it takes charge."""

STATUS = {
    signal.SIGINT: (130,),
    signal.SIGTERM: (-signal.SIGTERM,),
    signal.SIGHUP: (-signal.SIGHUP,),
    signal.SIGPIPE: (0,),
    signal.SIGXFSZ: (0,),
}
"""Python ignores the last two: what they are sent for fails with an error of its own."""


def run(number: int, moment: int, folder: Path) -> tuple[int, int]:
    """The status of a run that replaces the file `out`, and how many calls it has made if it came to its end."""
    report = folder.parent / "report"
    report.unlink(missing_ok=True)
    arguments = [corpus.file("mlp"), "-o", folder / "out", "-sdy-inline-meshes"]
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(int(number)), str(moment), report, *arguments], capture_output=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")
    return done.returncode, int(report.read_text()) if report.exists() else 0


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, int]:
    """Returns the output of a run that nothing interrupts, and the number of its calls."""
    folder = tmp_path_factory.mktemp("signals") / "folder"
    folder.mkdir()
    status, calls = run(signal.SIGINT, -1, folder)
    assert status == 0
    return (folder / "out").read_bytes(), calls


@pytest.mark.parametrize("number", mostly_long(STATUS, [signal.SIGINT]), ids=lambda number: number.name)
def test_at_random_moments(number: signal.Signals, new: tuple[bytes, int], tmp_path: Path) -> None:
    """At some anywhere, and at more towards the end, where the file is being replaced."""
    whole, calls = new
    folder = tmp_path / "folder"
    folder.mkdir()
    chance = random.Random(int(number))
    moments = [chance.randrange(1, calls) for _ in range(2)] + [calls - chance.randrange(300) for _ in range(3)]
    statuses = set()
    for moment in moments:
        (folder / "out").write_bytes(b"old")
        statuses.add(run(number, moment, folder)[0])
        assert [path.name for path in folder.iterdir()] == ["out"]
        assert (folder / "out").read_bytes() in (b"old", whole)
    assert statuses <= {0, *STATUS[number]}
    assert statuses & set(STATUS[number])
