"""What an assembly format writes into: text, with marks where names of values and whole regions go."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.mlir.write.attributes import OTHER_TEXTS, text_of

OPERAND = "\ud801"
"""The placeholder of an operand's name in a text: a surrogate, which no text has."""


class ArgumentMark(NamedTuple):
    """Here goes the name of an argument of a region's entry block."""

    region: int
    argument: int


class ArgumentLocationMark(NamedTuple):
    """Here goes the location of such an argument, where locations are printed."""

    region: int
    argument: int


class RegionMark(NamedTuple):
    """Here goes a region, braces included."""

    region: int
    with_arguments: bool
    with_terminator: bool
    with_empty_label: bool


class SuccessorsMark(NamedTuple):
    """Here go the names of the blocks that the operation may branch to, from `start` to before `stop`."""

    start: int
    stop: int


class NewlineMark(NamedTuple):
    """Here a new line begins, as far in as the operation's first."""


class Quiet(str):
    """Text; whatever in it may have an alias does not get one because of it."""

    __slots__ = ()


Mark = NewlineMark | ArgumentMark | ArgumentLocationMark | RegionMark | SuccessorsMark


class Writer:
    """Collects the parts of one operation's text. The caller writes the spaces between the parts."""

    __slots__ = ("order", "parts")

    def __init__(self) -> None:
        self.parts: list[str | Mark] = []
        self.order: list[int] = []
        """Whose names go where the text has OPERAND."""

    def text(self, text: str) -> None:
        self.parts.append(text)

    def attribute(self, attribute: Attribute) -> None:
        self.parts.append(text_of(attribute))

    def attributes_without(self, op: Operation, *written: str, keyword: str = "") -> None:
        """The attributes of `op` that are not in `written`, with a space before them; nothing if there are none."""
        entries = DictionaryAttr.of([*op.properties.without(*written).items(), *op.attributes.items()])
        if entries.entries:
            self.parts.append(f" {keyword}{text_of(entries)}")

    def type(self, type: Type) -> None:
        self.parts.append(text_of(type))

    def types(self, types: tuple[Type, ...] | list[Type]) -> None:
        self.parts.append(", ".join([(not OTHER_TEXTS and type.printed) or text_of(type) for type in types]))

    def operand(self, index: int) -> None:
        """The name of operand number `index`."""
        self.parts.append(OPERAND)
        self.order.append(index)

    def operands(self, start: int, stop: int) -> None:
        """The names of the operands from `start` to before `stop`, with commas."""
        self.parts.append(", ".join([OPERAND] * (stop - start)))
        self.order += range(start, stop)

    def argument(self, region: int, index: int) -> None:
        """The name of an argument of a region's entry block."""
        self.parts.append(ArgumentMark(region, index))

    def argument_location(self, region: int, index: int) -> None:
        """` loc(…)` of such an argument if locations are printed, else nothing."""
        self.parts.append(ArgumentLocationMark(region, index))

    def successors(self, start: int, stop: int) -> None:
        """The names of the successors from `start` to before `stop`, with commas."""
        self.parts.append(SuccessorsMark(start, stop))

    def newline(self) -> None:
        """The rest goes on a new line. Only for operations with regions."""
        self.parts.append(NewlineMark())

    def region(
        self, index: int, with_arguments: bool = True, with_terminator: bool = True, with_empty_label: bool = False
    ) -> None:
        """Region number `index`, from `{` to `}`; an empty first block has a label only if `with_empty_label`."""
        self.parts.append(RegionMark(index, with_arguments, with_terminator, with_empty_label))
