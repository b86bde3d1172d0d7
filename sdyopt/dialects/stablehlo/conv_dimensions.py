"""The dimension numbers of convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""

from __future__ import annotations

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
    """The entries between two brackets; `close` is where the closing one stands, `end` where the next token does."""

    names: tuple[DimensionName, ...]
    close: int
    end: int

    def positions(self, letters: str) -> tuple[list[int], Dimensions]:
        """Where the dimensions of `letters` stand and where the spatial dimensions 0, 1, … do. Raises ParseError."""
        found: dict[str, int] = {}
        spatial: dict[int, int] = {}
        for position, (name, offset) in enumerate(self.names):
            if name[0] in "-0123456789":
                self._add_spatial(spatial, name, position, offset)
                continue
            expected = [letter for letter in letters if letter not in found]
            if len(name) != 1 or not expected:
                raise ParseError(f"Unexpected keyword {name}", offset)
            if name not in expected:
                raise ParseError(f"Unexpected dimension {name}, expecting {', '.join(expected)}", offset)
            found[name] = position
        missing = [letter for letter in letters if letter not in found]
        if missing:
            raise ParseError(f"Expected dimensions {', '.join(missing)} not specified", self.close)
        if max(spatial, default=0) > _MOST_DIMENSIONS:
            raise ParseError("integer value too large", self.end)
        absent = [dimension for dimension in range(max(spatial, default=0)) if dimension not in spatial]
        if absent:
            raise ParseError(f"Expected spatial dimensions {', '.join(map(str, absent))} not specified", self.end)
        return [found[letter] for letter in letters], tuple([spatial[d] for d in range(len(spatial))])

    @staticmethod
    def _add_spatial(spatial: dict[int, int], name: str, position: int, offset: int) -> None:
        try:
            dimension = integer_value(name, I64)
        except LiteralError:
            raise ParseError("integer value too large", offset) from None
        if dimension < 0:
            raise ParseError(f"Unexpected dimension {dimension}", offset)
        if dimension in spatial:
            raise ParseError(f"Duplicate entries for spatial dimension {dimension}", offset)
        spatial[dimension] = position


def conv_dimension_numbers(input: DimensionList, kernel: DimensionList, output: DimensionList) -> ConvDimensionNumbers:
    """The attribute of the three lists. Raises ParseError."""
    (input_batch, input_feature), input_spatial = input.positions("bf")
    (kernel_input, kernel_output), kernel_spatial = kernel.positions("io")
    (output_batch, output_feature), output_spatial = output.positions("bf")
    return ConvDimensionNumbers(
        input_batch,
        input_feature,
        input_spatial,
        kernel_input,
        kernel_output,
        kernel_spatial,
        output_batch,
        output_feature,
        output_spatial,
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
