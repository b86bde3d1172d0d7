"""How XLA computes convolutions of split operands: as products, or with the rows of neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.cost.partitioner.halos import SlidingWindow, windowed
from sdyopt.cost.partitioner.products import Dimensions, carried, product
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shapes import by_default, computed
from sdyopt.cost.partitioner.shards import HeldValue
from sdyopt.cost.partitioner.tilings import Tiled
from sdyopt.ir.records import NamedTuple


class ConvolutionDimensions(NamedTuple):
    """The dimensions of a convolution, by their numbers, and its windows."""

    input: tuple[int, int, tuple[int, ...]]
    """Those of the left operand: batch, features, and those with windows."""
    kernel: tuple[int, int, tuple[int, ...]]
    """Those of the right operand: features of the input, those of the result, and those with windows."""
    result: tuple[int, int, tuple[int, ...]]
    """Those of the result: batch, features, and those with windows."""
    window: tuple[SlidingWindow, ...]
    """The windows, one for each such dimension."""
    feature_groups: int = 1
    batch_groups: int = 1

    @property
    def as_product(self) -> Dimensions:
        """The dimensions of the product that it is where no dimension with windows is split: windows of one element are
        none.
        """
        kept = [
            (left, result)
            for left, result, each in zip(self.input[2], self.result[2], self.window, strict=True)
            if each.is_trivial
        ]
        return Dimensions(
            (),
            ((self.input[1], self.kernel[0]),),
            ((self.input[0], self.result[0]), *kept),
            ((self.kernel[1], self.result[1]),),
        )


def convolution(
    left: HeldValue, right: HeldValue, wanted: Tiled, shape: Sequence[int], item: int, dims: ConvolutionDimensions
) -> HeldValue:
    """Returns a convolution in the wanted tiling."""
    shape = tuple(shape)
    sides = ((left.tiling, dims.input), (right.tiling, dims.kernel), (wanted, dims.result))
    windows = [number for number, each in enumerate(dims.window) if not each.is_trivial]
    is_split = any(tiling.counts[its[2][number]] > 1 for tiling, its in sides for number in windows)
    if not is_split and dims.feature_groups == dims.batch_groups == 1:
        found = product(left, right, wanted, shape, item, dims.as_product, has_windows=bool(windows))
        return found.made(wanted, dims)
    return _with_windows(left, right, wanted, shape, item, dims)


def _with_windows(
    left: HeldValue, right: HeldValue, wanted: Tiled, shape: tuple[int, ...], item: int, dims: ConvolutionDimensions
) -> HeldValue:
    """Returns a convolution with a dimension split that has windows, or with groups: the left operand is as the result.

    That is known if devices need not move both operands.
    """
    pairs = [(dims.result[0], dims.input[0]), *zip(dims.result[2], dims.input[2], strict=True)]
    of_left = carried(wanted, pairs, len(left.shape))
    of_right = carried(wanted, [(dims.result[1], dims.kernel[1])], len(right.shape))
    window = [SlidingWindow()] * len(left.shape)
    for number, each in zip(dims.input[2], dims.window, strict=True):
        window[number] = each
    held = None if wanted.is_whole else windowed(left, of_left, window)
    if held is None:
        found = by_default([left, right], [wanted], [shape], [item], dims)[0]
    else:
        found = computed([held, reshard(right, of_right)], wanted, shape, item, dims)
    if dims.batch_groups > 1:
        return found.in_doubt()
    if dims.feature_groups > 1:
        by_features = dims.feature_groups == left.shape[dims.input[1]]
        is_known = right.tiling.is_whole and left.tiling == of_left and wanted.counts[dims.result[1]] == 1
        if is_known and not by_features:
            whole_result = by_default([left, right], [wanted], [shape], [item], dims)[0]
            return whole_result.in_doubt() if all(each.is_trivial for each in dims.window) else whole_result
        return found if is_known else found.in_doubt()
    is_known = right.tiling.is_whole or (right.tiling == of_right and left.tiling == of_left)
    return found if is_known else found.in_doubt()
