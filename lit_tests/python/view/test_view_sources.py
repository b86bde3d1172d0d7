"""The places that views show."""

from __future__ import annotations

from pathlib import Path

import sdyopt
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.view import view
from sdyopt.view.command import run

STACK = 'loc(callsite("wsc"("/src/layers.py":10:5) at callsite("block"("/src/model.py":22:9) at "x"("train.py":1:1))))'

PROGRAM = f"""
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {{
  %0 = sdy.sharding_constraint %a <@mesh, [{{"x"}}]> : tensor<8xf32> {STACK}
  return %0 : tensor<8xf32>
}}
"""


def test_a_line_under_the_name_of_the_input_is_one_of_the_input(tmp_path: Path) -> None:
    """Operations may name a file that was called as the input is: the one from which that was made."""
    file = tmp_path / "step.mlir"
    file.write_text(PROGRAM.replace(STACK, f'loc("{file}":70:3)'))
    found = view(sdyopt.parse(file), as_written=True)
    places = {tensor.name: tensor.place for tensor in found.tensors}
    assert [(place.file, place.line) for place in places.values() if place] == [
        (str(file), 3),
        (str(file), 3),
        (f"{file} (original)", 70),
    ]
    status, output, _ = run([str(file), "--as-written", "--kind", "constraint"])
    assert status == 0
    assert "step.mlir (original):70" in output.decode()


def test_places_are_those_of_the_frames_that_are_chosen() -> None:
    module = sdyopt.parse(PROGRAM)
    lines = []
    for choice in (FrameChoice(), FrameChoice(skip=["layers"]), FrameChoice("innermost", ["layers"])):
        [*_, constraint] = view(module, as_written=True, frames=choice).tensors
        assert constraint.place is not None
        lines.append(constraint.place.line)
        assert [frame.line for frame in constraint.source] == [10, 22, 1]
    assert lines == [10, 22, 10]
