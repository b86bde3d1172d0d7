"""The dimension numbers of convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""

from __future__ import annotations

from itertools import islice

from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, Dimensions
from sdyopt.ods.numbers import short_integer
from sdyopt.ods.state import FormatError


class DimensionList:
    """A list while it is being read: where the dimensions of its two letters stand, and each spatial dimension."""

    def __init__(self, letters: str) -> None:
        self.found: dict[str, int | None] = dict.fromkeys(letters)
        self.spatial: dict[int, int] = {}
        self.count = 0

    @property
    def missing_letters(self) -> list[str]:
        """The letters that have not come yet."""
        return [letter for letter, position in self.found.items() if position is None]

    @property
    def letters(self) -> tuple[int, int]:
        """Where the dimensions of the letters stand."""
        first, second = [position for position in self.found.values() if position is not None]
        return first, second

    @property
    def places(self) -> Dimensions:
        """Where the spatial dimensions stand, from the first to the last."""
        return tuple([self.spatial[dimension] for dimension in range(len(self.spatial))])

    def refusal(self, name: str) -> str | None:
        """Why the next entry may not be `name`: a letter, or the number of a spatial dimension."""
        if _is_number(name):
            dimension = _number(name)
            if not _LEAST <= dimension <= _MOST:
                return "integer value too large"
            if dimension < 0:
                return f"Unexpected dimension {dimension}"
            return f"Duplicate entries for spatial dimension {dimension}" if dimension in self.spatial else None
        expected = self.missing_letters
        if len(name) != 1 or not expected:
            return f"Unexpected keyword {name}"
        return None if name in expected else f"Unexpected dimension {name}, expecting {', '.join(expected)}"

    def add(self, name: str) -> None:
        """Takes an entry, which must be none that is refused."""
        if _is_number(name):
            self.spatial[_number(name)] = self.count
        else:
            self.found[name] = self.count
        self.count += 1

    def missing_spatial_dimensions(self) -> str:
        """What is said where there is not every spatial dimension up to the highest; nothing if there is."""
        spatial = self.spatial
        absent = list(islice((n for n in range(max(spatial, default=0)) if n not in spatial), MOST_LISTED))
        return f"Expected spatial dimensions {', '.join(map(str, absent))} not specified" if absent else ""


def dimension_list(letters: str, names: list[str]) -> DimensionList:
    """The list of these names. Raises FormatError for any that the grammar refuses."""
    listed = DimensionList(letters)
    for name in names:
        wrong = listed.refusal(name)
        if wrong is not None:
            raise FormatError(wrong, 0)
        listed.add(name)
    if listed.missing_letters or listed.missing_spatial_dimensions():
        raise FormatError("not all dimensions specified", 0)
    return listed


MOST_LISTED = 10
"""Of the spatial dimensions that are missing the first ones are said."""

_NUMBERS = {"true": -1, "false": 0}
"""Words that MLIR takes for numbers of one bit."""

_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


def _is_number(name: str) -> bool:
    return name[0] in "-0123456789" or name in _NUMBERS


def _number(name: str) -> int:
    if name in _NUMBERS:
        return _NUMBERS[name]
    return short_integer(name)


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
