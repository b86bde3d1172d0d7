"""The pictures of sdy-view: lists of devices, and the width that pictures take."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sdyopt
from sdyopt.view import GridError, view
from sdyopt.view.render.grid import LEFT_OUT, device_list, grid
from sdyopt.view.rows import DrawnSlice


def test_neighbours_are_drawn_together() -> None:
    """Three devices in a row are a run; two are told apart."""
    assert device_list([0, 1, 2, 3, 8, 9, 12]) == "0–3,8,9,12"
    assert device_list([5]) == "5"


def test_a_list_is_cut_before_its_last() -> None:
    """What does not fit is left out between the first and the last, which always stand."""
    assert device_list([0, 2, 4, 6, 8, 10], 10) == "0,2,4,…,10"
    assert device_list([0, 2, 4, 6, 8, 10], 1) == "0,…,10"


@given(st.sets(st.integers(0, 99), min_size=1), st.integers(9, 60))
def test_a_list_says_which_devices(devices: set[int], width: int) -> None:
    """A list fits into its width; read again, it gives the devices, or if it is cut some of them."""
    text = device_list(sorted(devices), width)
    assert len(text) <= max(width, len("10–12,…,20–30"))
    assert len(text) <= width or text == device_list(sorted(devices), 0)
    read = set()
    for part in text.split(","):
        if part != LEFT_OUT:
            first, _, last = part.partition("–")
            read |= set(range(int(first), int(last or first) + 1))
    assert read <= devices if LEFT_OUT in text else read == devices


MANUAL = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<6x4x8xf32>) -> tensor<6x4x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}, {"x"}, {"y"}]>] out_shardings=[<@mesh, [{}, {"x"}, {}]>] manual_axes={"x"} (%local: tensor<6x2x8xf32>) {
    sdy.return %local : tensor<6x2x8xf32>
  } : (tensor<6x4x8xf32>) -> tensor<6x4x8xf32>
  return %0 : tensor<6x4x8xf32>
}
"""  # noqa: E501


@pytest.mark.parametrize(
    ("dimensions", "at", "message"),
    [
        ([3], {}, "there is no dimension 3: the tensor has 3"),
        ([1, 2], {"0": 3}, "dimension 0 has 1 block, numbered from 0: there is no 3"),
        (None, {"2": 0}, "all blocks of dimension 2 are drawn: no one can be chosen"),
        (None, {"z": 0}, "'z' is neither one of the tensor's 3 dimensions nor a manual axis"),
        (None, {"x": 2}, 'the manual axis "x" has 2 places, numbered from 0: there is no 2'),
    ],
)
def test_slices_that_cannot_be(dimensions: list[int] | None, at: dict[str, int], message: str) -> None:
    """Dimensions, blocks and places that are not there are refused."""
    share = next(tensor.share for tensor in view(sdyopt.parse(MANUAL), ["%local"]).tensors if tensor.name == "%local")
    with pytest.raises(GridError, match=re.escape(message)):
        DrawnSlice.of(share, dimensions, at)


def test_default_slice_is_of_the_dimensions_cut_most() -> None:
    """The two dimensions in most blocks are drawn in their order, at the first place on manual axes."""
    share = next(tensor.share for tensor in view(sdyopt.parse(MANUAL), ["%local"]).tensors if tensor.name == "%local")
    assert DrawnSlice.of(share, None, {}) == DrawnSlice(0, 2, (0, 0, 0), (0,))
    assert DrawnSlice.of(share, [2], {"x": 1}) == DrawnSlice(None, 2, (0, 0, 0), (1,))


@settings(deadline=None, max_examples=30)
@given(st.integers(40, 150), st.sampled_from([1, 2, 5, 40]), st.sampled_from([1, 3, 16]), st.sampled_from([1, 30]))
def test_a_picture_fits_into_its_width(width: int, x: int, y: int, z: int) -> None:
    """No line of a picture is longer than it may be, and each device that is shown stands in it once."""
    module = sdyopt.parse(
        f'sdy.mesh @mesh = <["x"={x}, "y"={y}, "z"={z}]>\n'
        f'func.func private @f(tensor<{x * 7}x{y * 9}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}})'
    )
    (tensor,) = view(module).tensors
    lines = ["".join([span.text for span in line]) for line in grid(tensor, width, None, {})]
    picture = [line for line in lines if re.match(r"^[ \d:]*[│┌├└]", line)]
    assert max(map(len, picture)) <= width + 1  # The mark of columns that are left out stands behind the last.
    if not any("Shown are" in line or LEFT_OUT in line for line in lines):
        found = sorted(
            number
            for line in picture
            if "│" in line
            for cell in line.split("│")[1:-1]
            for part in cell.split(",")
            for number in _numbers(part)
        )
        assert found == list(range(x * y * z))


def _numbers(part: str) -> range:
    first, _, last = part.strip().partition("–")
    return range(int(first), int(last or first) + 1)
