"""Reports of times have the layout of the reference's: the same lines, except the times and stages of our own."""

from __future__ import annotations

import re

import pytest

import sdyopt.cli.main
from tools.judges import pass_manager

TEXT = """
func.func private @f()
func.func @g() { return }
module @x {
}
module @y {
}
"""

PIPELINES = [
    "builtin.module(sdy-inline-meshes,sdy-lift-inlined-meshes,sdy-inline-meshes)",
    "any(any(sdy-inline-meshes))",
    "builtin.module(builtin.module(sdy-inline-meshes,sdy-inline-meshes),func.func(any(sdy-inline-meshes)))",
    "builtin.module(builtin.module(sdy-inline-meshes),sdy-inline-meshes,builtin.module(sdy-inline-meshes))",
    "builtin.module(builtin.module(sdy-inline-meshes),builtin.module(sdy-inline-meshes))",
    "builtin.module(func.func(sdy-sink-data-flow-edges),func.func(sdy-constant-or-scalar-merger),sdy-inline-meshes)",
    "builtin.module(sdy-inline-meshes,func.func(sdy-constant-or-scalar-merger,sdy-constant-or-scalar-merger))",
    "builtin.module(any(sdy-constant-or-scalar-merger),any(sdy-inline-meshes),func.func(sdy-sink-data-flow-edges))",
    "builtin.module(func.func(sdy-constant-or-scalar-merger),builtin.module(func.func(sdy-constant-or-scalar-merger)))",
]

TIME = re.compile(r"\d+\.\d+")
BLANKS_BEFORE_TIME = re.compile(r" +(?=#)")
STAGES = re.compile(r"\) +(Parser|Verifier|Output)\n")


def layout(report: str) -> list[str]:
    """The lines of a report without times, of which the blanks before them depend."""
    return BLANKS_BEFORE_TIME.sub(" ", TIME.sub("#", report)).splitlines(keepends=True)


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_the_tree_is_that_of_the_reference(pipeline: str) -> None:
    theirs = pass_manager.run_with_timing(TEXT, pipeline)
    assert theirs is not None and theirs.output
    _, _, errors = sdyopt.cli.main.run(["-", "-mlir-timing", f"-pass-pipeline={pipeline}"], stdin=TEXT.encode())
    ours = [line for line in layout(errors.decode()) if not STAGES.search(line)]
    assert ours == layout(theirs.written)


def test_the_list_names_each_pass_once() -> None:
    """The longest first, then the rest, and all."""
    flags = ["-mlir-timing", "-mlir-timing-display=list", f"-pass-pipeline={PIPELINES[3]}"]
    _, _, errors = sdyopt.cli.main.run(["-", *flags], stdin=TEXT.encode())
    lines = errors.decode().splitlines()
    rows = [re.fullmatch(r" +(\d+\.\d{4}) \( *\d+\.\d%\)  (.*)", line) for line in lines[6:]]
    names = [row[2] for row in rows if row]
    assert len(names) == len(lines) - 6 and names[-2:] == ["Rest", "Total"]
    assert sorted(names[:-2]) == ["'builtin.module' Pipeline", "InlineMeshesPass", "Output", "Parser", "Verifier"]
    seconds = [float(row[1]) for row in rows[:-2] if row]
    assert seconds == sorted(seconds, reverse=True)
