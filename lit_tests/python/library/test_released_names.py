"""Names that a release has promised, and those that operations declare."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sdyopt
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from tools.public_names import RECORD, public_names


def test_no_released_name_is_gone() -> None:
    released = set(RECORD.read_text(encoding="utf-8").split())
    assert released
    assert sorted(released - public_names()) == []


def test_public_names_can_be_imported() -> None:
    for name in public_names():
        module, _, attribute = name.rpartition(".")
        assert getattr(importlib.import_module(module), attribute) is not None, name


PROGRAM = """
!a = tensor<4x8xf32>
func.func @main(%a: !a, %b: tensor<8x2xf32>, %c: !a, %i: tensor<i32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (!a, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.concatenate %a, %c, dim = 1 : (!a, !a) -> tensor<4x16xf32>
  %2 = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 2] : (!a, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %3 = "unknown.op"(%a) {x = 1 : i64} : (!a) -> !a
  return
}
"""


@pytest.fixture
def operations() -> dict[str, sdyopt.Operation]:
    module = sdyopt.parse(PROGRAM, allow_unregistered_dialect=True)
    return {op.name.partition(".")[2]: op for op in module.walk()}


def test_operands_and_results(operations: dict[str, sdyopt.Operation]) -> None:
    dot, concatenate, slice = operations["dot_general"], operations["concatenate"], operations["dynamic_slice"]
    assert dot.operand_named("lhs") is dot.operands[0] and dot.operand_named("rhs") is dot.operands[1]
    assert dot.result_named("result") is dot.result and dot.results_named("result") == [dot.result]
    assert concatenate.operands_named("inputs") == concatenate.operands
    assert slice.operands_named("start_indices") == slice.operands[1:]


def test_attributes(operations: dict[str, sdyopt.Operation]) -> None:
    concatenate, slice = operations["concatenate"], operations["dynamic_slice"]
    assert concatenate.attribute_named("dimension", sdyopt.IntegerAttr).value == 1
    assert slice.attribute_named("slice_sizes", sdyopt.DenseArrayAttr).values == (2, 2)


def test_attributes_as_of_python(operations: dict[str, sdyopt.Operation]) -> None:
    """What an operation has otherwise is not hidden, and `copy` and `getattr` with a default work."""
    dot, concatenate = operations["dot_general"], operations["concatenate"]
    assert dot.dot_dimension_numbers is dot.properties["dot_dimension_numbers"]
    assert isinstance(dot.dot_dimension_numbers, DotDimensionNumbers)
    assert dot.dot_dimension_numbers.lhs_contracting_dimensions == (1,)
    assert str(concatenate.dimension) == "1 : i64" and concatenate.name == "stablehlo.concatenate"
    assert getattr(dot, "precision_config", None) is None
    with pytest.raises(AttributeError, match=r"'stablehlo\.concatenate' declares no 'dim': it has inputs, result"):
        print(concatenate.dim)
    with pytest.raises(AttributeError, match=r"'unknown\.op' is not declared"):
        print(operations["op"].x)
    assert dot.lhs is dot.operands[0] and dot.precision_config is None and concatenate.inputs == concatenate.operands
    assert dot.block is dot.parent and operations["func"].body.block.arguments == operations["func"].arguments
    assert dot.arguments == []
    with pytest.raises(AttributeError, match="object has no attribute '__unknown__'"):
        print(dot.__unknown__)


INPUTS = Path(__file__).parent / "Inputs"
USER = (INPUTS / "declared_names_user.py.txt").read_text(encoding="utf-8")


SAID = (INPUTS / "declared_names.said.txt").read_text(encoding="utf-8")


@pytest.mark.long
def test_a_type_checker_knows_what_a_user_writes(tmp_path: Path) -> None:
    file = tmp_path / "user.py"
    file.write_text(USER)
    root = Path(__file__).resolve().parents[3]
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        f"--cache-dir={tmp_path / 'cache'}",
        "user.py",
    ]
    ran = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(root)}, capture_output=True, text=True
    )
    assert ran.stdout.replace("user.py:", "") == SAID


def test_what_is_not_declared_is_an_error(operations: dict[str, sdyopt.Operation]) -> None:
    dot, concatenate = operations["dot_general"], operations["concatenate"]
    with pytest.raises(KeyError, match=r"'stablehlo\.dot_general' declares no operand 'left': it has lhs, rhs"):
        dot.operand_named("left")
    with pytest.raises(KeyError, match=r"'stablehlo\.concatenate' has 2 operands 'inputs', not one"):
        concatenate.operand_named("inputs")
    with pytest.raises(KeyError, match=r"'stablehlo\.concatenate' declares no attribute 'axis': it has dimension"):
        concatenate.attribute_named("axis", sdyopt.IntegerAttr)
    with pytest.raises(
        TypeError, match=r"attribute 'dimension' of 'stablehlo\.concatenate' is a IntegerAttr, not a StringAttr"
    ):
        concatenate.attribute_named("dimension", sdyopt.StringAttr)
    with pytest.raises(KeyError, match=r"'stablehlo\.dot_general' has no attribute 'precision_config'"):
        dot.attribute_named("precision_config", sdyopt.ArrayAttr)
    with pytest.raises(KeyError, match=r"'unknown\.op' is not declared, so that its operands have no names"):
        operations["op"].operand_named("x")


def test_definitions() -> None:
    assert sdyopt.definition("stablehlo.add").name == "stablehlo.add"
    with pytest.raises(
        KeyError, match=r"no dialect declares the operation 'stablehlo.ad'; did you mean stablehlo\.add"
    ):
        sdyopt.definition("stablehlo.ad")
