"""Windows that slide over tensors: their sizes, strides, paddings and dilations."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.verification.constants import attribute_integers, shaped
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN, integers, listed
from sdyopt.dialects.stablehlo.verification.reporting import fail
from sdyopt.ir.attributes import DenseArrayAttr, DenseElementsAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC


class WindowDimension(NamedTuple):
    """A window along one dimension."""

    size: int
    stride: int
    padding: tuple[int, int]
    base_dilation: int
    window_dilation: int

    def steps(self, base: int) -> int:
        """How many places the window has over a dimension of size `base`; DYNAMIC if that is not known."""
        if DYNAMIC in (base, self.size):
            return DYNAMIC
        extent = _as_i64(_dilated(base, self.base_dilation) + sum(self.padding))
        window = _dilated(self.size, self.window_dilation)
        if extent <= 0 or window > extent:
            return 0
        return (extent - window) // self.stride + 1


def _dilated(size: int, dilation: int) -> int:
    return _as_i64((size - 1) * dilation + 1) if size else 0


def _as_i64(number: int) -> int:
    """What is left of a number in 64 bits."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def sizes_in(op: Operation, name: str) -> list[int | None]:
    """The sizes that an attribute lists; the least number of 64 bits stands for one that is not known."""
    return [None if size == UNKNOWN else size for size in integers(op, name)]


def paddings(op: Operation) -> list[tuple[int, int]]:
    """The rows of the attribute `padding`, low and high. Fails if it has another shape."""
    attribute = op.properties.get("padding")
    if not isinstance(attribute, DenseElementsAttr):
        return []
    type = shaped(attribute)
    if len(type.shape) != 2 or type.shape[1] != 2:
        fail(op, f"expects the shape of padding-attribute to be {{N, 2}}, but got {{{listed(type.shape)}}}.")
    numbers = attribute_integers(op, attribute)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


_ATTRIBUTES = {
    "window_strides": "window-strides",
    "lhs_dilation": "base-dilation factors",
    "base_dilations": "base-dilation factors",
    "rhs_dilation": "window-dilation factors",
    "window_dilations": "window-dilation factors",
}


def window(
    op: Operation,
    sizes: Sequence[int | None],
    rows: list[tuple[int, int]],
    strides: str,
    base: str = "",
    inner: str = "",
) -> list[WindowDimension]:
    """The window of these sizes, with the strides and dilations of the attributes named. Fails if they do not fit.

    Sizes that are not known are None. A list that is empty is as if it was not there.
    """
    rank = len(sizes)
    lists: list[tuple[int, ...]] = []
    for name in (strides, base, inner):
        values = integers(op, name)
        if values and len(values) != rank:
            _fail_size(op, _ATTRIBUTES[name], rank, len(values))
        lists.append(values or (1,) * rank)
    if rows and len(rows) != rank:
        _fail_size(op, "padding-entries", rank, len(rows))
    reversal = op.properties.get("window_reversal")
    if isinstance(reversal, DenseArrayAttr) and len(reversal.values) not in (0, rank):
        _fail_size(op, "window-reversal", rank, len(reversal.values))
    found = []
    for index, size in enumerate(sizes):
        stride, base_dilation, window_dilation = [values[index] for values in lists]
        for what, value in (
            ("value", 1 if size is None else size),
            ("stride", stride),
            ("base dilation factor", base_dilation),
            ("window dilation factor", window_dilation),
        ):
            if value <= 0:
                fail(op, f"expects window to have positive {what} for {index}-th window dimension, but got {value}.")
        known = DYNAMIC if size is None else size
        found.append(WindowDimension(known, stride, rows[index] if rows else (0, 0), base_dilation, window_dilation))
    return found


def _fail_size(op: Operation, what: str, expected: int, found: int) -> None:
    fail(
        op,
        f"expects {what} to have same dimension-size as size of window dimensions ({expected}), but got: {found}.",
    )
