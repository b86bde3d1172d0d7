"""Shapes read from XLA's HLO text. What is legal is what XLA's parser takes without a complaint; see `parse_shape`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NoReturn

from sdyopt.layout.shape import (
    COMBINE,
    ELEMENT_TYPES,
    OPAQUE_TYPES,
    ArrayShape,
    BufferShape,
    Dimension,
    ElementType,
    InvalidPartError,
    Layout,
    OpaqueShape,
    Part,
    Shape,
    ShapeSyntaxError,
    SplitConfig,
    Tile,
    TupleShape,
    check_entries,
    descending,
)

# The tokens of a shape's text, as XLA's lexer cuts HLO text.

_TOKEN = re.compile(
    r"(?:[ \t\r\n]|/\*.*?\*/|//[^\n]*)*"
    r"(?:(?P<integer>-?[0-9]+)|(?P<word>[A-Za-z_][A-Za-z0-9_.-]*)|(?P<symbol><=|.)|(?P<end>\Z))",
    re.DOTALL,
)

_DIGITS = 19
"""Of the largest integers that fit into 64 bits."""

_LONGEST_SHOWN = 40
"""Characters of a token in a message."""


def integer(text: str) -> int | None:
    """The number that decimal digits, perhaps after a minus, stand for; None if it does not fit into 64 bits."""
    if len(digits := text.removeprefix("-").lstrip("0") or "0") > _DIGITS:
        return None
    value = -int(digits) if text.startswith("-") else int(digits)
    return value if value in range(-(2**63), 2**63) else None


def end_of_token(text: str, start: int) -> int | None:
    """Where the word or number ends that begins at `start`; None if none does."""
    match = _TOKEN.match(text, start)
    kind = None if match is None else match.lastgroup
    return match.end() if match and kind in ("integer", "word") and match.start(kind) == start else None


class LayoutTokens:
    """The current token of a text: its `kind` (integer, word, symbol or end), its `value`, and its `offset`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._end = 0
        self.advance()

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self._end)
        assert match is not None and match.lastgroup is not None
        self.kind: str = match.lastgroup
        self.value: str = match[self.kind]
        self.offset = match.start(self.kind)
        self._end = match.end()

    def at(self, *values: str) -> bool:
        """Whether the current token is one of `values`, which are words or symbols."""
        return self.value in values and self.kind in ("word", "symbol")

    def take(self, value: str) -> bool:
        """Goes on if the current token is this word or symbol; returns whether it was."""
        found = self.at(value)
        if found:
            self.advance()
        return found

    def items(self, end: str) -> Iterator[int]:
        """A turn for each item of a list with commas, with the item's offset; each turn reads its item. The list may be
        empty: then the current token is `end`.
        """
        if not self.at(end):
            yield self.offset
            while self.take(","):
                yield self.offset

    def expect(self, value: str, where: str) -> None:
        """Goes on over a symbol that must be here."""
        if not self.take(value):
            self.expected(f"'{value}' {where}")

    def expect_integer(self, what: str) -> int:
        """Goes on over an integer that must be here."""
        if self.kind != "integer":
            self.expected(what)
        value = integer(self.value)
        if value is None:
            self.fail(f"{self._found()} does not fit into 64 bits")
        self.advance()
        return value

    def expected(self, what: str) -> NoReturn:
        """The error of a token that cannot be here."""
        self.fail(f"expected {what}, found {self._found()}")

    def fail(self, message: str, offset: int | None = None) -> NoReturn:
        """An error at the current token, or at a place passed before."""
        raise ShapeSyntaxError(message, self.text, self.offset if offset is None else offset)

    def _found(self) -> str:
        if self.kind == "end":
            return "the end"
        shown = self.value if len(self.value) <= _LONGEST_SHOWN else f"{self.value[: _LONGEST_SHOWN - 1]}…"
        return f"'{shown}'" if shown.isprintable() else ascii(shown)


_MAX_BYTES = 2**63 - 1


def objection(array: ArrayShape) -> str | None:
    """Why an array cannot be in a tuple, if it cannot."""
    if _is_too_large(array):
        return "an array of more than 2**63 - 1 bytes cannot be in a tuple"
    layout = array.layout
    if layout.index_primitive_type or layout.pointer_primitive_type:
        return "an array in a tuple has no types of indices and pointers: only sparse arrays have them"
    if any(not tile.sizes for tile in layout.tiles):
        return "a tile without dimensions cannot be in a tuple"
    split = set()
    for config in layout.split_configs:
        if not 0 <= config.dimension < len(array.dimensions):
            return f"split dimension {config.dimension} is not one of the array's {len(array.dimensions)}"
        if config.dimension in split:
            return f"dimension {config.dimension} is split twice"
        split.add(config.dimension)
        # The dimension is counted in physical order, from the most major one.
        size = array.dimensions[layout.minor_to_major[-1 - config.dimension]].size or 0
        if config.split_indices and any(a >= b for a, b in pairwise((0, *config.split_indices, size))):
            return f"the split indices of dimension {config.dimension} do not rise between 0 and its size"
    return None


def _is_too_large(array: ArrayShape) -> bool:
    """XLA multiplies from the left and stops when the product is too large, even if a later dimension is 0."""
    product = 1
    for dimension in array.dimensions:
        product *= 1 if dimension.size is None else dimension.size
        if product > _MAX_BYTES:
            return True
    return product * array.element_type.bytes > _MAX_BYTES


MAX_NESTING = 3000
"""Of tuples in tuples. XLA overflows its stack at some thousands."""


def parse_shape(text: str) -> Shape:
    """The shape that a text describes. Raises ShapeSyntaxError, with the place, for invalid text.

    Beyond XLA's parser, element types may be in upper case (`F32`, as in XLA's documentation). Rejected, although
    XLA accepts them: impossible layouts (a minor_to_major that is not a permutation, tiles that do not fit), numbers of
    which XLA keeps only the low bits, and fields of a layout in which XLA ignores an error, such as `T(2,2}`.
    """
    tokens = LayoutTokens(text)
    open_tuples: list[list[Shape]] = []
    while True:
        shape: Shape | None = None
        if tokens.take("("):
            if len(open_tuples) == MAX_NESTING:
                tokens.fail(f"tuples are nested more than {MAX_NESTING} deep")
            open_tuples.append([])
            if tokens.take(")"):
                shape = TupleShape(tuple(open_tuples.pop()))
        else:
            shape = _leaf(tokens, in_tuple=bool(open_tuples))
        while shape is not None and open_tuples:
            open_tuples[-1].append(shape)
            if tokens.take(","):
                shape = None
            else:
                tokens.expect(")", "or ',' after an element of a tuple")
                shape = TupleShape(tuple(open_tuples.pop()))
        if shape is not None:
            if tokens.kind != "end":
                tokens.expected("the end of the shape")
            return shape


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that a text like `T(8,128)(2,1)` describes. Raises ShapeSyntaxError for invalid text."""
    tokens = LayoutTokens(text)
    reader = _LayoutReader(tokens, 0)
    tokens.expect("T", "before the tiles")
    reader.tiles()
    if tokens.kind != "end":
        tokens.expected("'(' or the end of the tiles")
    tiles: tuple[Tile, ...] = reader.fields["tiles"]
    return tiles


def _leaf(tokens: LayoutTokens, in_tuple: bool) -> ArrayShape | BufferShape | OpaqueShape:
    start = tokens.offset
    name = _lower(tokens.value)
    if tokens.kind == "word" and name in OPAQUE_TYPES:
        tokens.advance()
        tokens.expect("[", f"after '{name}'")
        tokens.expect("]", f"at once: '{name}' has no dimensions")
        if tokens.at("{"):
            tokens.fail(f"'{name}' has no layout")
        return OpaqueShape(name)
    buffer = tokens.take("b")
    if buffer:
        tokens.expect("(", "after the 'b' of a buffer")
    array = _array(tokens)
    message = objection(array) if in_tuple else None
    if message:
        tokens.fail(message, start)
    if buffer:
        tokens.expect(")", "after the array in a buffer")
    return BufferShape(array) if buffer else array


def _lower(name: str) -> str:
    return name.lower() if name.isupper() else name


def _array(tokens: LayoutTokens) -> ArrayShape:
    element_type = _element_type(tokens, "an element type, as 'f32'")
    tokens.expect("[", "after the element type")
    dimensions = [_dimension(tokens) for _ in tokens.items("]")]
    tokens.expect("]", "or ',' after a dimension")
    if not tokens.at("{"):
        return ArrayShape(element_type, tuple(dimensions), descending(len(dimensions)))
    return ArrayShape(element_type, tuple(dimensions), _LayoutReader(tokens, len(dimensions)).read())


def _element_type(tokens: LayoutTokens, what: str) -> ElementType:
    found = ELEMENT_TYPES.get(_lower(tokens.value)) if tokens.kind == "word" else None
    if found is None:
        tokens.expected(what)
    tokens.advance()
    return found


def _dimension(tokens: LayoutTokens) -> Dimension:
    if tokens.take("?"):
        return Dimension(None, dynamic=True)
    dynamic = tokens.take("<=")
    start = tokens.offset
    size = tokens.expect_integer("a bound" if dynamic else "a dimension's size, '<=' or '?'")
    try:
        return Dimension(size, dynamic)
    except InvalidPartError as error:
        tokens.fail(str(error), start)


class _LayoutReader:
    """Reads the layout of an array of `rank` dimensions, and remembers where its parts are."""

    def __init__(self, tokens: LayoutTokens, rank: int) -> None:
        self.tokens = tokens
        self.rank = rank
        self.places: dict[Part, int] = {("minor_to_major",): tokens.offset}
        self.fields: dict[str, Any] = {}

    def read(self) -> Layout:
        """`{1,0:T(2,2)S(1)}`."""
        tokens = self.tokens
        tokens.expect("{", "before the layout")
        order: list[int] = []
        for offset in tokens.items(":"):
            self.places["minor_to_major", len(order)] = offset
            order.append(tokens.expect_integer("a dimension's number" if order else "a dimension's number or ':'"))
        colon = tokens.take(":")
        if colon:
            for letter in filter(tokens.take, _LETTERS):
                if letter in _LISTS:
                    _LISTS[letter](self)
                else:
                    self.value(letter)
            if tokens.at("P"):
                tokens.fail("a physical shape: only sparse arrays have one, and XLA has none any more")
            if tokens.at(*_LETTERS):
                tokens.fail(f"field '{tokens.value}' is there twice or too late: the order is {' '.join(_LETTERS)}")
        tokens.expect("}", "or a field of the layout" if colon else "or ',' or ':' after a dimension's number")
        try:
            check_entries(len(order), self.rank)
            return Layout(tuple(order), **self.fields)
        except InvalidPartError as error:
            tokens.fail(str(error), self.places[error.part])

    def levels(self) -> None:
        """`D(D,C+~)`, how the dimensions of sparse arrays are stored. XLA reads it, and forgets it."""
        tokens = self.tokens
        tokens.expect("(", "after 'D'")
        for _ in tokens.items(")"):
            if not tokens.at("D", "C", "S", "H"):
                tokens.expected("a dimension's level type, one of D, C, S and H")
            tokens.advance()
            tokens.take("+")
            tokens.take("~")
        tokens.expect(")", "or ',' after a level type")

    def tiles(self) -> None:
        """`T(2,4)(2,1)`."""
        tokens = self.tokens
        tiles: list[Tile] = []
        while tokens.at("(") or not tiles:
            self.places["tiles", len(tiles)] = tokens.offset
            tokens.expect("(", "after 'T'")
            sizes: list[int] = []
            offsets: list[int] = []
            for offset in tokens.items(")"):
                offsets.append(offset)
                star = tokens.take("*")
                sizes.append(COMBINE if star else tokens.expect_integer("a tile's size or '*'"))
            tokens.expect(")", "or ',' after a tile's size")
            try:
                tiles.append(Tile(tuple(sizes)))
            except InvalidPartError as error:
                tokens.fail(str(error), offsets[int(error.part[0])])
        self.fields["tiles"] = tuple(tiles)

    def split_configs(self) -> None:
        """`SC(0:1,2)(1:1)`."""
        tokens = self.tokens
        configs: list[SplitConfig] = []
        while tokens.at("(") or not configs:
            tokens.expect("(", "after 'SC'")
            dimension = tokens.expect_integer("a dimension's number")
            tokens.expect(":", "after the dimension's number")
            indices = [tokens.expect_integer("a split index") for _ in tokens.items(")")]
            tokens.expect(")", "or ',' after a split index")
            configs.append(SplitConfig(dimension, tuple(indices)))
        self.fields["split_configs"] = tuple(configs)

    def value(self, letter: str) -> None:
        """`S(1)`, `#(u32)`. A negative number of bytes before an array counts as none."""
        tokens, field = self.tokens, _VALUES[letter]
        what = "type" if letter in "#*" else "number"
        tokens.expect("(", f"after '{letter}'")
        self.places[field,] = tokens.offset
        value: Any = (
            _element_type(tokens, "a type of integers") if what == "type" else tokens.expect_integer("a number")
        )
        self.fields[field] = max(value, 0) if letter == "M" else value
        tokens.expect(")", f"after the {what} of '{letter}'")


_LISTS: dict[str, Callable[[_LayoutReader], None]] = {
    "D": _LayoutReader.levels,
    "T": _LayoutReader.tiles,
    "SC": _LayoutReader.split_configs,
}
"""Fields that are lists, and what reads the text after their letters."""

_VALUES = {
    "L": "tail_padding_alignment_in_elements",
    "#": "index_primitive_type",
    "*": "pointer_primitive_type",
    "E": "element_size_in_bits",
    "S": "memory_space",
    "M": "dynamic_shape_metadata_prefix_bytes",
}
"""Fields that are one value."""

_LETTERS = ("D", "T", "L", "#", "*", "E", "S", "SC", "M")
"""The fields after the colon, in their only order."""
