"""Files for pprof, opened by it where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.view import ProgramView, view
from sdyopt.view.stacks import pprof_bytes, samples_of

PPROF = [program] if (program := shutil.which("pprof")) else [go, "tool", "pprof"] if (go := shutil.which("go")) else []


def seen() -> ProgramView:
    return view(sdyopt.parse(Path("lit_tests/corpus/transformer_locations.mlir")), machine=Machine.of())


@pytest.mark.skipif(not PPROF, reason="there is no pprof, nor Go, which has one")
def test_pprof_reads_samples_and_stacks(tmp_path: Path) -> None:
    found = seen()
    file = tmp_path / "step.pb.gz"
    file.write_bytes(pprof_bytes(samples_of(found)))

    def run(*options: str) -> str:
        return subprocess.run([*PPROF, *options, str(file)], capture_output=True, text=True, check=True).stdout

    raw = run("-raw")
    assert "space/bytes[dflt] sent/bytes time/nanoseconds" in raw
    rows = [list(map(int, row)) for row in re.findall(r"^ +(\d+) +(\d+) +(\d+): \d", raw, re.MULTILINE)]
    space, sent, nanoseconds = map(sum, zip(*rows, strict=True))
    assert found.peak is not None and found.time is not None
    assert (space, sent) == (found.peak.bytes, found.totals.bytes_sent)
    assert nanoseconds == pytest.approx(found.time.cost.serial_seconds * 1e9, abs=len(rows))
    first = run("-top", "-sample_index=time").partition("cum%\n")[2].partition("\n")[0]
    assert first.endswith(" all-reduce")
