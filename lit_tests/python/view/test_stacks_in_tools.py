"""Files for pprof and speedscope, opened by pprof and speedscope where these are installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.view import ProgramView, view
from sdyopt.view.stacks import Metric, pprof_bytes, samples_of, speedscope_object
from tools import browser
from tools.browser import Browser

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


def speedscope() -> Path | None:
    """The page of speedscope, which its command opens."""
    command = shutil.which("speedscope")
    page = None if command is None else Path(command).resolve().parents[1] / "dist" / "release" / "index.html"
    return page if page is not None and page.is_file() else None


_WHEN_SHOWN = """new Promise(done => {
  let left = 100;
  const look = () => {
    const text = document.title + document.body.innerText;
    if (text.includes("(1/") || !left--) done(text); else setTimeout(look, 50);
  };
  look();
})"""
"""The title and text of the page once it shows the first profile, or after five seconds."""


@pytest.mark.long
@pytest.mark.skipif(
    speedscope() is None or browser.program() is None, reason="there is no speedscope, or no Chromium to open it in"
)
def test_speedscope_shows_all_profiles(tmp_path: Path) -> None:
    """The command does the same: it writes a script with the profile, and opens the page with its name."""
    data = json.dumps(speedscope_object(samples_of(seen()), "step")).encode()
    script = tmp_path / "profile.js"
    script.write_text(f"speedscope.loadFileFromBase64('step.json', {json.dumps(b64encode(data).decode())})")
    page = speedscope()
    assert page is not None
    with Browser() as chromium:
        chromium.open(f"{page.as_uri()}#localProfilePath={script}")
        shown = chromium.run(_WHEN_SHOWN)
    assert shown.startswith("step")
    assert f"{Metric.MEMORY.value} (1/{len(Metric)})" in shown
