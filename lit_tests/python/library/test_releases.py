"""Releases of Shardy, and the names that a release has promised."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

import sdyopt
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.mlir.releases import DEFAULT, NEWEST, RELEASES, find_release, followed, following, since
from sdyopt.pipeline.model import read_pipeline
from sdyopt.view import view
from tools.public_names import RECORD, public_names

# The release of Shardy that passes follow: in the library, on the command line, and from one run to the next.


SLICED = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>}) {
  %0 = sdy.all_slice [{"y":(1)2}] %a out_sharding=<@mesh, [{"y":(1)2}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
UNREDUCED = SLICED.replace(
    '[{"y":(1)2}]> : tensor<8xf32>',
    '[{"y":(1)2}]> : tensor<8xf32>\n'
    '  %1 = sdy.all_reduce {} %0 out_sharding=<@mesh, [{"y":(1)2}], unreduced={"x"}> : tensor<8xf32>',
)
LOCAL = "sdy-convert-global-to-local"
TABLES = {
    "0.10.2": "dense<[0, 4, 0, 4, 0, 4, 0, 4]> : tensor<8xi64>",
    "0.11.2": "dense<[0, 0, 4, 4, 0, 0, 4, 4]> : tensor<8xi64>",
    "0.12.0.1": "dense<[0, 0, 4, 4, 0, 0, 4, 4]> : tensor<8xi32>",
}
RESHAPED = """
func.func @main(%a: tensor<6x5xf32>) -> tensor<5x6xf32> {
  %0 = stablehlo.reshape %a : (tensor<6x5xf32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}
"""


def test_the_default_is_followed_unless_told_otherwise() -> None:
    assert followed() is DEFAULT is NEWEST
    assert [*RELEASES.values()] == sorted(RELEASES.values())
    assert since(NEWEST.name)
    with following("0.10.2"):
        assert not since("0.11.0")


@pytest.mark.parametrize("name", ["0.10.2", "0.12.0.1", "0.11.2", "0.10.2"])
def test_nothing_is_remembered_from_another_release(name: str) -> None:
    assert TABLES[name] in str(sdyopt.parse(SLICED).run(LOCAL, shardy=name))
    assert TABLES[name] in str(sdyopt.parse(SLICED).run_pipeline(f"builtin.module({LOCAL})", shardy=name))
    assert TABLES[name] in str(sdyopt.run_pipeline(sdyopt.parse(SLICED), f"builtin.module({LOCAL})", shardy=name))
    rule = str(sdyopt.parse(RESHAPED).run("sdy-populate-op-sharding-rules", shardy=name))
    assert ("permutation" in rule) is (name == "0.12.0.1")
    assert followed() is DEFAULT


def test_named_pipelines_are_those_of_the_release() -> None:
    module = sdyopt.parse(SLICED)
    assert "sdy.mesh @mesh" in str(module.run("sdy-export-pipeline", shardy="0.10.2"))
    assert "sdy.mesh @mesh" not in str(module.run("sdy-export-pipeline"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("0.10.2", "per-dim-all-gather=false"),
        ("0.11.1", "enable-rgv3=false partition-count=1 per-dim-all-gather=false replica-count=1"),
        ("0.11.2", "enable-rgv3=true partition-count=1 per-dim-all-gather=false replica-count=1"),
    ],
)
def test_options_and_their_defaults_are_those_of_the_release(name: str, text: str) -> None:
    with following(name):
        assert text in str(read_pipeline(f"builtin.module({LOCAL})"))


def test_a_pass_runs_on_what_it_runs_on_in_the_release() -> None:
    with following("0.10.2"):
        read_pipeline("builtin.module(func.func(sdy-pad-for-divisibility))")
    read_pipeline("builtin.module(sdy-pad-for-divisibility)")
    with pytest.raises(sdyopt.PipelineError, match="did you intend to nest"):
        read_pipeline("builtin.module(func.func(sdy-pad-for-divisibility))")


def test_a_release_is_followed_inside_only() -> None:
    with following("newest") as release:
        assert followed() is release is NEWEST
    with pytest.raises(RuntimeError), following("0.11.2"):
        raise RuntimeError
    assert followed() is DEFAULT


def test_names_of_releases() -> None:
    """Another spelling, a version between those that are listed, and one later than all."""
    assert find_release("0.12.0") == find_release("0.12.0.1") == find_release("newest")
    assert find_release("0.11.9").release is RELEASES["0.11.2"]
    assert "not listed" in find_release("99.1").note
    assert find_release("99.1").release is NEWEST
    with pytest.warns(DeprecationWarning, match=r"the name 2026-08 is deprecated: use 0\.11\.2"), following("2026-08"):
        assert followed() is RELEASES["0.11.2"]


@pytest.mark.parametrize("name", ["2026-07", "0.9.0", "", "0.11.2 ", "1.2.3.4.5", "9" * 50 + ".1"])
def test_an_unknown_release_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match=r"unknown release of Shardy .*: it is one of 0\.10\.2, "):
        sdyopt.parse(SLICED).run(LOCAL, shardy=name)


@dataclass
class _Lowered:
    """A lowered function of JAX, as far as it is read."""

    text: str

    def as_text(self) -> str:
        return self.text


@pytest.mark.parametrize("version", ["0.12.0.1", "0.11.2", "0.9.0"])
def test_an_object_of_jaxlib_has_its_release(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless another one is chosen; a text has none, and one that is older than all has that of the oldest."""
    monkeypatch.setitem(sys.modules, "jaxlib", SimpleNamespace(__version__=version))
    table = TABLES[version if version in TABLES else "0.10.2"]
    assert table in str(sdyopt.parse(_Lowered(SLICED)).run(LOCAL))
    assert table in str(sdyopt.parse(_Lowered(SLICED)).copy().run_pipeline(f"builtin.module({LOCAL})"))
    assert TABLES["0.12.0.1"] in str(sdyopt.parse(SLICED).run(LOCAL))
    assert TABLES["0.10.2"] in str(sdyopt.parse(_Lowered(SLICED)).run(LOCAL, shardy="0.10.2"))
    with following("0.10.2"):
        assert TABLES["0.10.2"] in str(sdyopt.parse(_Lowered(SLICED)).run(LOCAL))


@pytest.mark.parametrize(("version", "producer"), [("0.12.0.1", b"MLIR24"), ("0.10.2", b"MLIR23")])
def test_what_is_seen_and_written_of_an_object_is_for_its_release(
    version: str, producer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read, verified, viewed and written as in that release; a sum of 0.10.2 is an error in the default."""
    monkeypatch.setitem(sys.modules, "jaxlib", SimpleNamespace(__version__=version))
    assert producer in sdyopt.parse(_Lowered(SLICED)).to_bytecode()[:20]
    if version == "0.10.2":
        assert view(_Lowered(UNREDUCED)).collectives == view(sdyopt.parse(_Lowered(UNREDUCED))).collectives
        sdyopt.parse(_Lowered(UNREDUCED)).verify()
    else:
        with pytest.raises(sdyopt.Error, match="cannot add new unreduced axis 'x'"):
            view(_Lowered(UNREDUCED))


def test_a_module_is_verified_anew_for_another_release() -> None:
    with following("0.10.2"):
        module = sdyopt.parse(UNREDUCED)
    with following("0.10.2"):
        module.verify()
    with pytest.raises(sdyopt.Error, match="cannot add new unreduced axis 'x'"):
        module.verify()
    with following("0.10.2"):
        module.verify()


# Names that a release has promised, and those that operations declare.


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
    """Other attributes of an operation are not hidden, and `copy` and `getattr` with a default work."""
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
