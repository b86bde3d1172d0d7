"""The dimension numbers of convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, Dimensions
from sdyopt.ir.attributes import I64
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.literals import integer_value
from sdyopt.ods.numbers import LiteralError

_MOST_DIMENSIONS = 1 << 16
"""Above that the reference does not survive lists of dimensions with gaps."""


class DimensionName(NamedTuple):
    """One entry: a letter, or the number of a spatial dimension."""

    text: str
    offset: int


class DimensionList(NamedTuple):
    """Where the dimensions of the letters stand, and where each spatial dimension does."""

    letters: tuple[int, int]
    spatial: dict[int, int]

    @property
    def places(self) -> Dimensions:
        """Where the spatial dimensions stand, from the first to the last."""
        return tuple([self.spatial[dimension] for dimension in range(len(self.spatial))])


MOST_LISTED = 10
"""Of the spatial dimensions that are missing the first ones are said."""


def dimension_list(
    names: Sequence[DimensionName], letters: str, end: int, error: Callable[[str, int], ParseError]
) -> DimensionList:
    """A list from its names, which `end` follows. Raises the `error` of a message and a place."""
    found: dict[str, int] = {}
    spatial: dict[int, int] = {}
    for position, (name, offset) in enumerate(names):
        if name[0] in "-0123456789" or name in _NUMBERS:
            dimension = _NUMBERS[name] if name in _NUMBERS else _number(name)
            if dimension is None:
                raise error("integer value too large", offset)
            if dimension < 0:
                raise error(f"Unexpected dimension {dimension}", offset)
            if dimension in spatial:
                raise error(f"Duplicate entries for spatial dimension {dimension}", offset)
            spatial[dimension] = position
            continue
        expected = [letter for letter in letters if letter not in found]
        if len(name) != 1 or not expected:
            raise error(f"Unexpected keyword {name}", offset)
        if name not in expected:
            raise error(f"Unexpected dimension {name}, expecting {', '.join(expected)}", offset)
        found[name] = position
    missing = [letter for letter in letters if letter not in found]
    if missing:
        raise error(f"Expected dimensions {', '.join(missing)} not specified", end)
    first, second = letters[0], letters[1]
    return DimensionList((found[first], found[second]), spatial)


_NUMBERS = {"true": -1, "false": 0}
"""Words that MLIR takes for numbers of one bit."""


def _number(text: str) -> int | None:
    try:
        return integer_value(text, I64)
    except LiteralError:
        return None


def missing_spatial_dimensions(spatial: dict[int, int]) -> str:
    """What is said where there is not every spatial dimension up to the highest; nothing if there is."""
    absent = [dimension for dimension in range(max(spatial, default=0)) if dimension not in spatial][:MOST_LISTED]
    return f"Expected spatial dimensions {', '.join(map(str, absent))} not specified" if absent else ""


def conv_dimension_numbers(input: DimensionList, kernel: DimensionList, output: DimensionList) -> ConvDimensionNumbers:
    """The attribute of the three lists."""
    return ConvDimensionNumbers(
        *input.letters, input.places, *kernel.letters, kernel.places, *output.letters, output.places
    )


def spelled(n: ConvDimensionNumbers) -> str:
    """The body of the attribute: the three lists, or all parameters if a dimension lies outside of its list."""
    lists = [
        _list("bf", (n.input_batch_dimension, n.input_feature_dimension), n.input_spatial_dimensions),
        _list("io", (n.kernel_input_feature_dimension, n.kernel_output_feature_dimension), n.kernel_spatial_dimensions),
        _list("bf", (n.output_batch_dimension, n.output_feature_dimension), n.output_spatial_dimensions),
    ]
    if None in lists:
        fields = [f"{field} = {_value(getattr(n, field))}" for field in ConvDimensionNumbers.fields]
        return f"raw {', '.join(fields)}"
    return f"{lists[0]}x{lists[1]}->{lists[2]}"


def _list(letters: str, positions: tuple[int, int], spatial: Dimensions) -> str | None:
    """One list: what comes later overwrites, and what is not given is a zero, as in the reference."""
    names = ["0"] * (len(positions) + len(spatial))
    for name, position in [*zip(letters, positions, strict=True), *enumerate(spatial)]:
        if not 0 <= position < len(names):
            return None
        names[position] = str(name)
    return f"[{', '.join(names)}]"


def _value(value: int | Dimensions) -> str:
    return str(value) if isinstance(value, int) else f"[{', '.join(map(str, value))}]"
