"""`sdyopt.testing`: what programs are expected to send, to need and to shard, and what messages name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.testing import assert_peak, assert_sent, assert_sharding
from sdyopt.view import UnknownValueError, view

ROOT = Path(__file__).resolve().parents[3]

PROGRAM = """
module @jit_step {
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>} loc("x"),
    %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32> loc("step.py":12:3)
  return %0 : tensor<8x32xf32>
}
}
"""

INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "expectations.loop.txt").read_text(encoding="utf-8")


class Lowered:
    def as_text(self, *, debug_info: bool = False) -> str:
        return PROGRAM


class Step:
    """The result of `jax.jit(f)`: it has no text before it is lowered."""

    def lower(self, *args: Any) -> Lowered:
        assert args == ("params", "batch")
        return Lowered()


def test_what_holds_raises_nothing() -> None:
    """A step sums f32[4,32] over "model": 2 * 3/4 * 512 bytes."""
    for limit in ("=768", "<=768B", "<1KiB", "1KiB", 768, ">700", ">=768", "==0.75KiB"):
        assert_sent(Step(), "params", "batch", model=limit, data="=0", total=768)
    assert_peak(Step(), "params", "batch", limit="<16GiB")
    for sharding in (("data",), ("data", None), '[{"data"}, {}]', sdyopt.Sharding.of("other", ["data", None])):
        assert_sharding(Step(), "params", "batch", of="result 0", sharding=sharding)
    assert_sharding(PROGRAM, of="x", sharding=("data", "model"))


def test_messages_name_the_lines() -> None:
    with pytest.raises(AssertionError) as error:
        assert_sent(PROGRAM, model="<0.5KiB")
    first, row = str(error.value).split("\n")
    assert first == 'a device sends 768 B over "model", not < 512 B:'
    assert row.startswith("  768 B all-reduce at step.py:12 (dot_general step.py:12 contracts over")
    with pytest.raises(
        AssertionError, match=r"^a device needs about .* \(profile tpu\) at one time, not < 1 KiB:\n  512 B .*argument"
    ):
        assert_peak(PROGRAM, limit="<1KiB")
    with pytest.raises(
        AssertionError, match=re.escape('%0 at step.py:12 is sharded [{"data"}, {}], not [{}, {"data"}]')
    ):
        assert_sharding(PROGRAM, of="%0", sharding=(None, "data"))


def test_a_margin_is_added_to_the_peak() -> None:
    """The number itself is what fits, with a margin in percent as that of sdy-view."""
    found = view(sdyopt.parse(PROGRAM)).peak
    assert found is not None
    assert_peak(PROGRAM, limit=found.bytes)
    assert_peak(PROGRAM, limit=2 * found.bytes, margin="100%")
    with pytest.raises(AssertionError, match=r"\(profile tpu\) at one time, not <= .* with a margin of 101%"):
        assert_peak(PROGRAM, limit=2 * found.bytes, margin="101%")


def test_what_is_not_known_is_within_no_limit() -> None:
    """Only a lower bound that decides is an answer."""
    with pytest.raises(AssertionError, match=r"a device sends at least 0 B.*, not known to be < 1 GiB:\n  all-reduce"):
        assert_sent(LOOP, x="<1GiB")
    with pytest.raises(AssertionError, match="not known"):
        assert_sent(LOOP, x="=0")


def test_mistakes_are_no_failed_assertions() -> None:
    with pytest.raises(ValueError, match=r"no mesh has an axis 'modle'; did you mean 'model'\?"):
        assert_sent(PROGRAM, modle="<1GiB")
    with pytest.raises(ValueError, match=r"no mesh has an axis 'rows', only '\w+'"):
        assert_sent(PROGRAM, rows="<1GiB")
    with pytest.raises(TypeError, match="assert_sent has no limit"):
        assert_sent(PROGRAM)
    with pytest.raises(ValueError, match="not a number of bytes"):
        assert_sent(PROGRAM, model="much")
    with pytest.raises(ValueError, match=r"for 3 dimensions, and result 0 has 2"):
        assert_sharding(PROGRAM, of="result 0", sharding=("data", None, None))
    with pytest.raises(ValueError, match=r"no mesh has an axis 'dat'; did you mean 'data'\?"):
        assert_sharding(PROGRAM, of="result 0", sharding=("dat", None))
    with pytest.raises(UnknownValueError, match=r"no value 'result 9'; did you mean 'result 0'\?"):
        assert_sharding(PROGRAM, of="result 9", sharding=())


def test_compiled_programs_send_along_the_axes_that_xla_has_kept() -> None:
    class Compiled:
        def as_text(self) -> str:
            return (ROOT / "lit_tests/hlo/compiled/scanned_layers.txt").read_text(encoding="utf-8")

        def memory_analysis(self) -> object:
            return None

    assert_sent(Compiled(), _axis_1="<8KiB", total="<8KiB")
    assert_peak(Compiled(), limit="<1MiB")
    with pytest.raises(AssertionError, match=r"not = 0 B:\n  6.7 KiB all-reduce at compiled.py:127"):
        assert_sent(Compiled(), total="=0")
    with pytest.raises(TypeError, match="has no shardings"):
        assert_sharding(Compiled(), of="x", sharding=())
