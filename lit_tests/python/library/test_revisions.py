"""The revision of Shardy that passes follow: in the library, on the command line, and from one run to the next."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.sdy.ops import AUGUST, JUNE, REVISIONS, following, revision

SLICED = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>}) {
  %0 = sdy.all_slice [{"y":(1)2}] %a out_sharding=<@mesh, [{"y":(1)2}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
LOCAL = "sdy-convert-global-to-local"
TABLES = {"2026-06": "dense<[0, 4, 0, 4, 0, 4, 0, 4]>", "2026-08": "dense<[0, 0, 4, 4, 0, 0, 4, 4]>"}


def test_the_reference_is_followed_unless_told_otherwise() -> None:
    assert revision() is JUNE
    assert not any(JUNE[1:])
    assert all(AUGUST[1:])


@pytest.mark.parametrize("name", ["2026-06", "2026-08", "2026-06"])
def test_nothing_is_remembered_from_another_revision(name: str) -> None:
    assert TABLES[name] in str(sdyopt.parse(SLICED).run(LOCAL, shardy=name))
    assert TABLES[name] in str(sdyopt.parse(SLICED).run_pipeline(f"builtin.module({LOCAL})", shardy=name))
    assert TABLES[name] in str(sdyopt.run_pipeline(sdyopt.parse(SLICED), f"builtin.module({LOCAL})", shardy=name))
    assert revision() is JUNE


def test_named_pipelines_are_those_of_the_revision() -> None:
    module = sdyopt.parse(SLICED)
    assert "sdy.mesh @mesh" in str(module.run("sdy-export-pipeline"))
    assert "sdy.mesh @mesh" not in str(module.run("sdy-export-pipeline", shardy="2026-08"))


def test_a_revision_is_followed_inside_only() -> None:
    with following("2026-08") as followed:
        assert revision() is followed is REVISIONS["2026-08"]
    with pytest.raises(RuntimeError), following("2026-08"):
        raise RuntimeError
    assert revision() is JUNE


def test_an_unknown_revision_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown revision of Shardy '2026-07': it is one of 2026-06, 2026-08"):
        sdyopt.parse(SLICED).run(LOCAL, shardy="2026-07")


def test_a_module_is_verified_anew_for_another_revision() -> None:
    module = sdyopt.parse(
        SLICED.replace(
            '[{"y":(1)2}]> : tensor<8xf32>',
            '[{"y":(1)2}]> : tensor<8xf32>\n'
            '  %1 = sdy.all_reduce {} %0 out_sharding=<@mesh, [{"y":(1)2}], unreduced={"x"}> : tensor<8xf32>',
        )
    )
    module.verify()
    with following("2026-08"), pytest.raises(sdyopt.Error, match="cannot add new unreduced axis 'x'"):
        module.verify()
    module.verify()
