"""The attributes of arith, and the kinds of attributes that its declarations and those of math and complex ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint


class FlagsAttr(Attribute):
    """A set of flags: bit number i is that of the i-th of `cases`, and all of them are `everything`.

    `type_name` is what messages call the type, and `parameter` the attribute.
    """

    __slots__ = ()

    cases: ClassVar[tuple[str, ...]]
    everything: ClassVar[str] = ""
    separator: ClassVar[str] = ", "
    type_name: ClassVar[str]
    parameter: ClassVar[str]

    flags: int

    @classmethod
    def words(cls) -> dict[str, int]:
        """Returns the bits that each word sets."""
        words = {"none": 0, **{case: 1 << number for number, case in enumerate(cls.cases)}}
        return {**words, cls.everything: (1 << len(cls.cases)) - 1} if cls.everything else words

    @classmethod
    def of(cls, words: Iterable[str]) -> FlagsAttr:
        """Returns the set of the flags that `words` name."""
        flags = 0
        for word in words:
            flags |= cls.words()[word]
        return cls(flags)

    def contains(self, *words: str) -> bool:
        """Whether all flags are set that `words` name."""
        flags = type(self).of(words).flags
        return self.flags & flags == flags

    @property
    def text(self) -> str:
        """The words, as MLIR prints them."""
        for word, flags in self.words().items():
            if flags == self.flags:
                return word
        return self.separator.join([case for number, case in enumerate(self.cases) if self.flags >> number & 1])


class FastMathFlagsAttr(FlagsAttr):
    """`#arith.fastmath<nnan,ninf>`: what a floating-point operation may take for granted."""

    cases = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
    everything = "fast"
    separator = ","
    type_name = "::mlir::arith::FastMathFlags"
    parameter = "Arith_FastMathAttr"


class IntegerOverflowFlagsAttr(FlagsAttr):
    """`#arith.overflow<nsw, nuw>`: in which way the result of an integer operation does not overflow."""

    cases = ("nsw", "nuw")
    type_name = "::mlir::arith::IntegerOverflowFlags"
    parameter = "Arith_IntegerOverflowAttr"


def in_brackets(attribute: FlagsAttr) -> str:
    """Returns `<nnan,ninf>`."""
    return f"<{attribute.text}>"


class Flags(AttrConstraint):
    """A set of flags of one class, which formats show in brackets."""

    __slots__ = ("cls",)

    def __init__(self, summary: str, cls: type[FlagsAttr]) -> None:
        super().__init__(
            summary,
            lambda attribute: isinstance(attribute, cls),
            "flags_value",
            lambda read: read if isinstance(read, Attribute) else cls.of(read),
            in_brackets,
        )
        self.cls = cls


def _cases(summary: str, symbol: str, words: Sequence[str], bits: int) -> AttrConstraint:
    """One of some words, which are numbers."""
    type = IntegerType(bits)
    return AttrConstraint(
        summary,
        lambda attribute: (
            isinstance(attribute, a.IntegerAttr) and attribute.type is type and 0 <= attribute.value < len(words)
        ),
        symbol,
        lambda word: a.IntegerAttr(words.index(word), type),
        lambda attribute: words[attribute.value],
    )


def _predicate(symbol: str, words: Sequence[str]) -> AttrConstraint:
    cases = ", ".join(map(str, range(len(words))))
    return _cases(f"allowed 64-bit signless integer cases: {cases}", symbol, words, 64)


def _word(symbol: str, word: str) -> AttrConstraint:
    """A unit attribute, which formats show as a word."""
    return AttrConstraint(
        "unit attribute", lambda attribute: attribute is a.UNIT, symbol, lambda read: a.UNIT, lambda attribute: word
    )


CMPI_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
CMPF_PREDICATES = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
ROUNDING_MODES = ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")

_FAST_MATH_FLAGS = Flags("Floating point fast math flags", FastMathFlagsAttr)
FAST_MATH = Attr("fastmath", _FAST_MATH_FLAGS, default=FastMathFlagsAttr(0), is_filled_in=True)
OPTIONAL_FAST_MATH = Attr("fastmath", _FAST_MATH_FLAGS, optional=True)
OVERFLOW = Attr(
    "overflowFlags",
    Flags("Integer overflow arith flags", IntegerOverflowFlagsAttr),
    default=IntegerOverflowFlagsAttr(0),
    is_filled_in=True,
)
ROUNDING_MODE = Attr(
    "roundingmode", _cases("Floating point rounding mode", "rounding_mode", ROUNDING_MODES, 32), optional=True
)
CMPI_PREDICATE = Attr("predicate", _predicate("cmpi_predicate", CMPI_PREDICATES))
CMPF_PREDICATE = Attr("predicate", _predicate("cmpf_predicate", CMPF_PREDICATES))
IS_EXACT = Attr("isExact", _word("exact", "exact"), optional=True)
NON_NEGATIVE = Attr("nonNeg", _word("nneg", "nneg"), optional=True)
