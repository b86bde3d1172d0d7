"""The attributes of arith, and the kinds of attributes that its declarations and those of math and complex ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import IntegerType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.attr_kinds import in_short_form, word_of
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint
from sdyopt.mlir.declare.parameters import AttributeDef, Parameter
from sdyopt.mlir.formats.state import Directive, OperationState, Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


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


def _flags(cls: type[FlagsAttr], mnemonic: str) -> AttributeDef:
    """Returns the definition of `<nnan, ninf>`; what is wrong with any word is reported of the first."""

    def parse(parser: Parser) -> int:
        at, known, flags = parser.start, cls.words(), 0
        while True:
            if (word := parser.parse_keyword_or_string()) not in known:
                raise parser.not_a_case(cls.type_name, known, word, at)
            flags |= known[word]
            if not parser.consume_if(","):
                return flags

    value = Parameter(cls.type_name, parse, lambda flags: cls(flags).text)
    return AttributeDef(cls, mnemonic, {"value": value}, title=cls.parameter)


FAST_MATH_FLAGS = _flags(FastMathFlagsAttr, "fastmath")
OVERFLOW_FLAGS = _flags(IntegerOverflowFlagsAttr, "overflow")


def _predicate(words: Sequence[str]) -> AttrConstraint:
    cases = ", ".join(map(str, range(len(words))))
    return word_of(f"allowed 64-bit signless integer cases: {cases}", "predicate", words, a.I64)


def unit_word(word: str) -> AttrConstraint:
    """A unit attribute, which formats show as a word."""

    def parse(parser: Parser) -> Attribute:
        parser.parse_keyword(word)
        return a.UNIT

    return AttrConstraint(
        "unit attribute",
        lambda attribute: attribute is a.UNIT,
        parse,
        lambda attribute: word,
        begins=lambda parser: parser.token == word,
    )


CMPF_PREDICATES = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
ROUNDING_MODES = ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")

_FAST_MATH = in_short_form("Floating point fast math flags", FAST_MATH_FLAGS)
FAST_MATH = Attr("fastmath", _FAST_MATH, default=FastMathFlagsAttr(0), is_filled_in=True)
OPTIONAL_FAST_MATH = Attr("fastmath", _FAST_MATH, optional=True)
OVERFLOW = Attr(
    "overflowFlags",
    in_short_form("Integer overflow arith flags", OVERFLOW_FLAGS),
    default=IntegerOverflowFlagsAttr(0),
    is_filled_in=True,
)
ROUNDING_MODE = Attr(
    "roundingmode", word_of("Floating point rounding mode", "roundingmode", ROUNDING_MODES), optional=True
)
CMPI_PREDICATE = Attr("predicate", _predicate(("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")))
CMPF_PREDICATE = Attr("predicate", _predicate(CMPF_PREDICATES))
IS_EXACT = Attr("isExact", unit_word("exact"), optional=True)
NON_NEGATIVE = Attr("nonNeg", unit_word("nneg"), optional=True)


# The formats that are arith's own.


class Select(Directive):
    """`arith.select %condition, %true_value, %false_value : tensor<4xi1>, tensor<4xf32>`; `i1` is left out."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        if parser.kind != "VALUE":
            if parser.token in ("(", "["):
                raise parser.error_here("unexpected delimiter")
            raise parser.wrong_token("expected operand")
        state.operands = parser.parse_operand_list()
        if len(state.operands) != 3:
            raise parser.say("expected 3 operands", at)
        state.add_attributes(parser.parse_optional_dictionary())
        parser.parse_token(":", "expected ':'")
        first = parser.parse_type()
        condition, type = (first, parser.parse_type()) if parser.consume_if(",") else (IntegerType(1), first)
        state.operand_types = [condition, type, type]
        state.result_types = [type]

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        condition, type, _ = op.signature.operand_types
        writer.operands(0, 3)
        writer.attributes_without(op)
        writer.text(" : ")
        writer.types([type] if condition is IntegerType(1) else [condition, type])
