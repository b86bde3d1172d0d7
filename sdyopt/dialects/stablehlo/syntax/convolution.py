"""Convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` and `window = {…}`."""

from __future__ import annotations

from itertools import islice
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.printing import conv_lists, integers
from sdyopt.ir.attributes import I1, I64, DenseArrayAttr, DenseElementsAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.syntax import Directive, PropertyDirective, as_list, made
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.attributes import dense_elements, element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.mlir.literals.numbers import short_integer

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


class ConvolutionDimensions(PropertyDirective):
    """The three lists of dimensions. Each name in them is looked at where it stands."""

    symbol = "conv_dimensions"
    grammar = """
        conv_dimensions: input_dimensions "x" kernel_dimensions "->" input_dimensions
        input_dimensions: input_dimensions_open [dimension_names] "]" -> dimension_list
        kernel_dimensions: kernel_dimensions_open [dimension_names] "]" -> dimension_list
        input_dimensions_open: "["
        kernel_dimensions_open: "["
        dimension_names: dimension_name ("," dimension_name)*
        dimension_name: WORD | INTEGER
    """
    messages = {
        " dimension_names": refused("expected valid keyword"),
    }

    @classmethod
    def text(cls, numbers: s.ConvDimensionNumbers) -> str:
        return conv_lists(numbers)

    @staticmethod
    def conv_dimensions(
        context: ParseContext, input: DimensionList, kernel: DimensionList, output: DimensionList
    ) -> s.ConvDimensionNumbers:
        return s.ConvDimensionNumbers(
            *input.letters, input.places, *kernel.letters, kernel.places, *output.letters, output.places
        )

    @staticmethod
    def input_dimensions_open(context: ParseContext) -> DimensionList:
        return DimensionList("bf")

    @staticmethod
    def kernel_dimensions_open(context: ParseContext) -> DimensionList:
        return DimensionList("io")

    @staticmethod
    def dimension_name(context: ParseContext, name: str) -> None:
        listed = context.innermost(DimensionList)
        wrong = listed.refusal(name)
        if wrong is not None:
            raise context.error(wrong, context.start)
        listed.add(name)

    @staticmethod
    def dimension_names(context: ParseContext, *names: None) -> DimensionList:
        listed = context.innermost(DimensionList)
        if listed.missing_letters:
            raise context.error(listed.missing_letters_message, context.next_token)
        return listed

    @staticmethod
    def dimension_list(context: ParseContext, listed: DimensionList, names: DimensionList | None) -> DimensionList:
        if names is None:
            raise context.error(listed.missing_letters_message, context.last_end - 1)
        message = listed.missing_spatial_dimensions()
        if message:
            raise context.error(message, context.next_token)
        return listed


class _WindowAttribute(NamedTuple):
    """One entry of `window = {…}`, by its keyword."""

    keyword: str
    value: Any


class WindowAttributes(Directive):
    """The entries between the braces of `window = {…}`, in any order."""

    symbol = "window_attributes"
    grammar = """
        window_attributes: (window_attribute ("," window_attribute)* ","?)?
        window_attribute: window_numbers "=" integer_list
                        | window_padding "=" padding_rows
        window_numbers: ("stride" | "lhs_dilate" | "rhs_dilate" | "reverse") -> window_keyword
                      | WORD                            -> unknown_window_keyword
        window_padding: "pad"                           -> window_keyword
        padding_rows: "[" (padding_row ("," padding_row)*)? "]"
        padding_row: integer_list
    """
    messages = {" padding_row": missing("expected '['")}
    _KEYWORDS = {
        "window_strides": "stride",
        "padding": "pad",
        "lhs_dilation": "lhs_dilate",
        "rhs_dilation": "rhs_dilate",
        "window_reversal": "reverse",
    }

    window_attribute = made(_WindowAttribute)
    padding_rows = as_list

    @staticmethod
    def window_keyword(context: ParseContext) -> str:
        """None may return."""
        keyword: str = context.symbol(0)
        if any(entry.keyword == keyword for entry in context.siblings(_WindowAttribute)):
            return WindowAttributes.unknown_window_keyword(context, keyword)
        return keyword

    @staticmethod
    def unknown_window_keyword(context: ParseContext, word: str) -> str:
        raise context.error(f"Unexpected keyword {word}", context.next_token)

    @staticmethod
    def window_attributes(context: ParseContext, *attributes: _WindowAttribute) -> dict[str, Any]:
        return dict(attributes)

    @staticmethod
    def padding_row(context: ParseContext, row: s.Dimensions) -> s.Dimensions:
        if len(row) != 2:
            message = f"Expected array with 2 elements, got {len(row)} elements instead"
            raise context.error(message, context.next_token)
        return row

    @classmethod
    def read(cls, value: dict[str, Any], state: OperationState, *names: str) -> None:
        for name in names:
            numbers = value.get(cls._KEYWORDS[name])
            if numbers is None:
                continue
            if name == "padding":
                literal = f"[{', '.join([integers(row) for row in numbers])}]" if numbers else ""
                state.properties[name] = dense_elements(literal, RankedTensorType((len(numbers), 2), I64))
            elif name == "window_reversal":
                state.properties[name] = DenseArrayAttr(I1, tuple([int(bool(flag)) for flag in numbers]))
            else:
                state.properties[name] = DenseArrayAttr(I64, numbers)

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        values: list[tuple[str, Any]] = [(name, op.properties.get(name)) for name in names]
        texts = [f"{cls._KEYWORDS[name]} = {_window_text(value)}" for name, value in values if value is not None]
        writer.text(", ".join(texts))


def _window_text(value: Any) -> str:
    if isinstance(value, DenseElementsAttr):
        rows: Any = value.type
        numbers = elements(value.text, rows.shape, element_format(rows.element_type))
        width = rows.shape[-1] if len(rows.shape) == 2 else 1
        starts = range(0, len(numbers), width)
        return f"[{', '.join([integers(tuple(numbers[start : start + width])) for start in starts])}]"
    if value.element_type is I1:
        return f"[{', '.join(['true' if flag else 'false' for flag in value.values])}]"
    return integers(value.values)
