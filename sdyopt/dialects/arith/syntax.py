"""The words of arith in formats and attributes, and the formats that are arith's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from sdyopt.dialects.arith import attributes
from sdyopt.dialects.arith.attributes import CMPF_PREDICATES, CMPI_PREDICATES, ROUNDING_MODES, FlagsAttr
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import Hinted, ParseError, UnknownName
from sdyopt.mlir.formats.follow_ups import unread_parameter
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive, Syntax
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.write.quoting import string_value


def _flags_class(context: ParseContext) -> type[FlagsAttr]:
    """Returns the class of the flags that are being read: of an attribute, or in a format, which has but one."""
    owner = context.innermost(object, lambda value: isinstance(value, (AttributeDef, OpDef)))
    if isinstance(owner, AttributeDef):
        assert issubclass(owner.cls, FlagsAttr)
        return owner.cls
    assert isinstance(owner, OpDef)
    return next(a.constraint.cls for a in owner.attributes if isinstance(a.constraint, attributes.Flags))


def _unread_flags(context: ParseContext) -> str:
    cls = _flags_class(context)
    return unread_parameter(cls.parameter, "value", cls.type_name)


class _Flag(NamedTuple):
    """One of some flags, and where it stands."""

    text: str
    offset: int


class Flags(Syntax):
    """`<nnan, ninf>`."""

    grammar = """
        ?flags_value: flags
                    | enum_symbol -> flags_attribute
        flags: "<" flag_word ("," flag_word)* ">"
        flag_word: WORD | STRING
    """
    messages = {
        " flags_value": missing("expected '<'"),
        " flag_word": refused("expected valid keyword or string"),
    }
    follow_ups = {"flags flag_word": _unread_flags}

    @staticmethod
    def flags(context: ParseContext, *words: _Flag) -> list[str]:
        return [word.text for word in words]

    @staticmethod
    def flags_attribute(context: ParseContext, attribute: Attribute) -> Attribute:
        """In a format the whole attribute, or an alias of it."""
        if not isinstance(attribute, _flags_class(context)):
            raise context.error("invalid kind of attribute specified", context.start)
        return attribute

    @staticmethod
    def flag_word(context: ParseContext, token: str) -> _Flag:
        """One flag. What is wrong with any is said of the first."""
        cls = _flags_class(context)
        word = _text(token)
        known = cls.words()
        if word not in known:
            message = f"expected {cls.type_name} to be one of: {', '.join(known)}"
            first, *_ = [*context.siblings(_Flag), _Flag(word, context.start)]
            error = context.error(Hinted(message, UnknownName(word, lambda: known)), first.offset)
            error.next_token = context.next_token
            raise error
        return _Flag(word, context.start)


def _text(token: str) -> str:
    return string_value(token) if token[0] == '"' else token


def _word(context: ParseContext, name: str, token: str, words: Sequence[str]) -> str:
    """Returns the word of an attribute in a format. Raises ParseError if it is none of `words`."""
    word = _text(token)
    if word in words:
        return word
    message = f"invalid {name} attribute specification: {token}" if token[0] == '"' else _expected(name, words)
    raise context.error(Hinted(message, UnknownName(word, lambda: words)), context.start)


def _expected(name: str, words: Sequence[str]) -> str:
    return (
        f"expected string or keyword containing one of the following enum values for attribute '{name}' "
        f"[{', '.join(words)}]"
    )


class Predicates(Syntax):
    """The predicates of comparisons."""

    grammar = """
        cmpi_predicate: WORD | STRING
        cmpf_predicate: WORD | STRING
    """
    messages = {
        " cmpi_predicate": refused(_expected("predicate", CMPI_PREDICATES)),
        " cmpf_predicate": refused(_expected("predicate", CMPF_PREDICATES)),
    }

    @staticmethod
    def cmpi_predicate(context: ParseContext, token: str) -> str:
        return _word(context, "predicate", token, CMPI_PREDICATES)

    @staticmethod
    def cmpf_predicate(context: ParseContext, token: str) -> str:
        return _word(context, "predicate", token, CMPF_PREDICATES)


class OptionalWords(Syntax):
    """Words that may stand after the operands."""

    grammar = f"""
        !rounding_mode: {" | ".join([f'"{mode}"' for mode in ROUNDING_MODES])} | STRING
        !exact: "exact"
        !nneg: "nneg"
    """

    @staticmethod
    def rounding_mode(context: ParseContext, token: str) -> str:
        return _word(context, "roundingmode", token, ROUNDING_MODES)

    @staticmethod
    def exact(context: ParseContext, token: str) -> str:
        return token

    nneg = exact


class _Selection(NamedTuple):
    uses: list[ValueUse]
    attributes: dict[str, Any]
    condition: Type | None
    type: Type


class Select(Directive):
    """`arith.select %condition, %true_value, %false_value : tensor<4xi1>, tensor<4xf32>`; `i1` is left out."""

    symbol = "selection"
    grammar = """
        selection: selected attr_dict ":" type ["," type]
        selected: value_use ("," value_use)*
                | ("(" | "[") -> delimited
    """
    messages = {" selection": missing("expected operand")}

    @staticmethod
    def delimited(context: ParseContext) -> NoReturn:
        raise ParseError("unexpected delimiter", context.start)

    @staticmethod
    def selected(context: ParseContext, *uses: ValueUse) -> list[ValueUse]:
        if len(uses) != 3:
            raise context.error("expected 3 operands", context.start)
        return list(uses)

    @staticmethod
    def selection(
        context: ParseContext, uses: list[ValueUse], attributes: dict[str, Any], first: Type, second: Type | None
    ) -> _Selection:
        return _Selection(uses, attributes, *((None, first) if second is None else (first, second)))

    @classmethod
    def read(cls, value: _Selection, state: OperationState) -> None:
        state.operands = value.uses
        state.add_attributes(value.attributes)
        state.operand_types = [value.condition or IntegerType(1), value.type, value.type]
        state.result_types = [value.type]

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        condition, type, _ = op.signature.operand_types
        writer.operands(0, 3)
        writer.attributes_without(op)
        writer.text(" : ")
        writer.types([type] if condition is IntegerType(1) else [condition, type])
