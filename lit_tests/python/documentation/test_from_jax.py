"""The Python of docs/from-jax.md runs with JAX, and prints what is shown below it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tools.docs.sessions import ROOT

PAGE = (ROOT / "docs" / "from-jax.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```python\n(.*?)^```\n\n```\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_page_is_short() -> None:
    """It has at most 200 lines, and three programs with their outputs."""
    assert len(PAGE.splitlines()) <= 200
    assert len(_BLOCK.findall(PAGE)) == PAGE.count("```python\n") == 3


@pytest.mark.long
def test_the_blocks_print_what_is_shown() -> None:
    """In a process of their own, one after the other: JAX has to have 256 devices from its start."""
    pytest.importorskip("jax")
    blocks = _BLOCK.findall(PAGE)
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join([program for program, _ in blocks])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "".join([output for _, output in blocks])
