"""Convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` and `window = {…}`."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.ir.attributes import I1, I64, DenseArrayAttr, DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.declare.parameters import INTEGERS
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.attributes import dense_elements, element_format
from sdyopt.mlir.literals.dense import elements

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

MOST_LISTED = 10
"""Of the spatial dimensions that are missing the first ones are said."""


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
    def missing_letters_message(self) -> str:
        """What is said of them."""
        return f"Expected dimensions {', '.join(self.missing_letters)} not specified"

    @property
    def letters(self) -> tuple[int, int]:
        """Where the dimensions of the letters stand."""
        first, second = [position for position in self.found.values() if position is not None]
        return first, second

    @property
    def places(self) -> s.Dimensions:
        """Where the spatial dimensions stand, from the first to the last."""
        return tuple([self.spatial[dimension] for dimension in range(len(self.spatial))])

    def refusal(self, name: int | str) -> str | None:
        """Returns why the next entry may not be `name`: a letter, or the number of a spatial dimension."""
        if isinstance(name, int):
            if name < 0:
                return f"Unexpected dimension {name}"
            return f"Duplicate entries for spatial dimension {name}" if name in self.spatial else None
        expected = self.missing_letters
        if len(name) != 1 or not expected:
            return f"Unexpected keyword {name}"
        return None if name in expected else f"Unexpected dimension {name}, expecting {', '.join(expected)}"

    def add(self, name: int | str) -> None:
        """Takes an entry, which must be none that is refused."""
        if isinstance(name, int):
            self.spatial[name] = self.count
        else:
            self.found[name] = self.count
        self.count += 1

    def missing_spatial_dimensions(self) -> str:
        """What is said where there is not every spatial dimension up to the highest; nothing if there is."""
        spatial = self.spatial
        absent = list(islice((n for n in range(max(spatial, default=0)) if n not in spatial), MOST_LISTED))
        return f"Expected spatial dimensions {', '.join(map(str, absent))} not specified" if absent else ""


def _parse_dimensions(parser: Parser, letters: str) -> DimensionList:
    """Reads `[b, 0, 1, f]`; each name is checked where it stands."""
    listed = DimensionList(letters)
    parser.parse_token("[", "expected '['")
    if parser.token != "]":
        _parse_dimension(parser, listed)
        while parser.consume_if(","):
            _parse_dimension(parser, listed)
    if listed.missing_letters:
        raise parser.say(listed.missing_letters_message)
    parser.parse_token("]", "expected ']'")
    message = listed.missing_spatial_dimensions()
    if message:
        raise parser.say(message)
    return listed


def _parse_dimension(parser: Parser, listed: DimensionList) -> None:
    at = parser.start
    is_number = parser.kind == "INTEGER" or parser.token in ("-", "true", "false")
    name = parser.parse_integer() if is_number else parser.parse_any_keyword()
    wrong = listed.refusal(name)
    if wrong is not None:
        raise parser.say(wrong, at)
    listed.add(name)


def conv_dimensions(parser: Parser) -> s.ConvDimensionNumbers:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""
    input = _parse_dimensions(parser, "bf")
    parser.parse_keyword("x")
    kernel = _parse_dimensions(parser, "io")
    parser.parse_token("->", "expected '->'")
    output = _parse_dimensions(parser, "bf")
    return s.ConvDimensionNumbers(
        *input.letters, input.places, *kernel.letters, kernel.places, *output.letters, output.places
    )


def field_text(value: int | s.Dimensions) -> str:
    """`0`, or `[0, 1]`."""
    return str(value) if isinstance(value, int) else INTEGERS.text(value)


def conv_lists(n: s.ConvDimensionNumbers) -> str:
    """The body of the attribute: the three lists, or all parameters if a dimension lies outside of its list."""
    lists = [
        _dimension_list("bf", (n.input_batch_dimension, n.input_feature_dimension), n.input_spatial_dimensions),
        _dimension_list(
            "io", (n.kernel_input_feature_dimension, n.kernel_output_feature_dimension), n.kernel_spatial_dimensions
        ),
        _dimension_list("bf", (n.output_batch_dimension, n.output_feature_dimension), n.output_spatial_dimensions),
    ]
    if None in lists:
        fields = [f"{field} = {field_text(getattr(n, field))}" for field in type(n).fields]
        return f"raw {', '.join(fields)}"
    return f"{lists[0]}x{lists[1]}->{lists[2]}"


def _dimension_list(letters: str, positions: tuple[int, int], spatial: s.Dimensions) -> str | None:
    """One list: what comes later overwrites, and what is not given is a zero, as in the reference."""
    names = ["0"] * (len(positions) + len(spatial))
    for name, position in [*zip(letters, positions, strict=True), *enumerate(spatial)]:
        if not 0 <= position < len(names):
            return None
        names[position] = str(name)
    return f"[{', '.join(names)}]"


class WindowAttributes(Directive):
    """The entries between the braces of `window = {…}`, in any order."""

    _KEYWORDS = {
        "window_strides": "stride",
        "padding": "pad",
        "lhs_dilation": "lhs_dilate",
        "rhs_dilation": "rhs_dilate",
        "window_reversal": "reverse",
    }

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        missing = {cls._KEYWORDS[name]: name for name in names}
        while parser.kind == "WORD":
            keyword = parser.parse_any_keyword()
            name = missing.pop(keyword, "")
            if not name:
                raise parser.say(f"Unexpected keyword {keyword}")
            parser.parse_token("=", "expected '='")
            if name == "padding":
                rows: list[s.Dimensions] = []
                parser.parse_list("[", "]", "", lambda: rows.append(_parse_padding(parser)))  # noqa: B023
                literal = f"[{', '.join([INTEGERS.text(row) for row in rows])}]" if rows else ""
                state.properties[name] = dense_elements(literal, RankedTensorType((len(rows), 2), I64))
            elif name == "window_reversal":
                flags = tuple([int(bool(flag)) for flag in parser.parse_integers()])
                state.properties[name] = DenseArrayAttr(I1, flags)
            else:
                state.properties[name] = DenseArrayAttr(I64, parser.parse_integers())
            if not parser.consume_if(","):
                break

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        values: list[tuple[str, Any]] = [(name, op.properties.get(name)) for name in names]
        texts = [f"{cls._KEYWORDS[name]} = {_window_text(value)}" for name, value in values if value is not None]
        writer.text(", ".join(texts))


def _parse_padding(parser: Parser) -> s.Dimensions:
    row = parser.parse_integers()
    if len(row) != 2:
        raise parser.say(f"Expected array with 2 elements, got {len(row)} elements instead")
    return row


def _window_text(value: Any) -> str:
    if isinstance(value, DenseElementsAttr):
        rows: Any = value.type
        numbers = elements(value.text, rows.shape, element_format(rows.element_type))
        width = rows.shape[-1] if len(rows.shape) == 2 else 1
        starts = range(0, len(numbers), width)
        return f"[{', '.join([INTEGERS.text(tuple(numbers[start : start + width])) for start in starts])}]"
    if value.element_type is I1:
        return f"[{', '.join(['true' if flag else 'false' for flag in value.values])}]"
    return INTEGERS.text(value.values)
