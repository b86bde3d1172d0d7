"""Warnings that come once in a process, whatever its passes and modules: ours are the reference's, notes included."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sdyopt.cli.main import run
from tools import reference
from tools.differential import DIAGNOSTIC

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULE = """\
sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = call @f(%arg0) {mhlo.note = 1 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f(%0) {mhlo.note = 2 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @g(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.custom_call @foo(%2) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = call @g(%3) : (tensor<8xf32>) -> tensor<8xf32>
  return %4 : tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @bar(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "t.unknown"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "t.other"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
"""

FLAGS = ("-split-input-file", "-allow-unregistered-dialect")


@pytest.mark.parametrize(
    "passes",
    [
        "-sdy-import-func-calls -sdy-populate-op-sharding-rules",
        "-sdy-basic-propagate -sdy-populate-op-sharding-rules -sdy-aggressive-propagate",
        "-sdy-import-pipeline -sdy-import-func-calls -sdy-user-priority-propagate",
        "-sdy-populate-op-sharding-rules -sdy-flatten-call-graph -sdy-import-func-calls -sdy-basic-propagate",
    ],
)
def test_each_warning_comes_once(passes: str) -> None:
    """In several passes over several modules; each is what the first operation met leads to."""
    text = f"{MODULE}// -----\n{MODULE.replace('@foo', '@third')}".encode()
    asked = [sys.executable, str(Path(reference.__file__)), "-", *passes.split(), *FLAGS]
    expected = subprocess.run(asked, input=text, capture_output=True, check=True)
    status, output, messages = run(["-", *passes.split(), *FLAGS], text)
    assert (status, output) == (0, expected.stdout)
    told = [f"{line}:{column}: {kind}: {words}" for line, column, kind, words in DIAGNOSTIC.findall(messages.decode())]
    assert told == expected.stderr.decode().splitlines()
    assert len([line for line in told if "note:" in line]) == len(told) / 2 > 0
