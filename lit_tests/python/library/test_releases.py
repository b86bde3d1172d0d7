"""The release of Shardy that passes follow: in the library, on the command line, and from one run to the next."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

import sdyopt
from sdyopt.mlir.releases import DEFAULT, NEWEST, RELEASES, find_release, followed, following, since
from sdyopt.pipeline.model import read_pipeline
from sdyopt.view import view

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
    """What JAX has lowered, as far as it is read."""

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
