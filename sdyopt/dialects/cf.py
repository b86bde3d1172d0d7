"""The cf dialect: branches between the blocks of a region, and assertions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import I32, DenseArrayAttr, DenseElementsAttr, IntegerType, RankedTensorType, VectorType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.constraints import Attr, Operand, Successor, TypeConstraint, successor_operands
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.type_kinds import ANY, I1
from sdyopt.mlir.formats.state import Directive, OperationState, ValueUse, Writer
from sdyopt.mlir.literals.attributes import dense_elements, elements_of
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

__all__ = ["ASSERT", "BRANCH", "COND_BRANCH", "DIALECT", "SWITCH"]


# What operations of the cf dialect must be: weights of branches, and the cases of switches.


def verify_weights(op: Operation, context: Verification) -> None:
    """There is a weight for each successor, or none, and not all are zero."""
    if not isinstance(weights := op.properties.get("branch_weights"), DenseArrayAttr) or not weights.values:
        return
    if len(weights.values) != len(op.successors):
        message = "expects number of branch weights to match number of successors: "
        context.plain_error(op.location, f"{message}{len(weights.values)} vs {len(op.successors)}")
    context.plain_error_if(op.location, not any(weights.values), "branch weights cannot all be zero")


def verify_switch(op: Operation, context: Verification) -> None:
    """There is a value of the flag's type for each case."""
    values = op.properties.get("case_values")
    destinations = len(op.successors) - 1
    if not isinstance(values, DenseElementsAttr):
        if destinations:
            context.error(op, f"number of case values (0) should match number of case destinations ({destinations})")
        return
    type, flag = values.type, op.signature.operand_types[0]
    assert isinstance(type, (RankedTensorType, VectorType))
    if type.element_type is not flag:
        message = f"'flag' type ('{text_of(flag)}') should match case value type ('{text_of(type.element_type)}')"
        context.error(op, message)
    segments = op.properties["case_operand_segments"]
    if isinstance(segments, DenseArrayAttr) and len(segments.values) < destinations:
        message = f"'case_operand_segments' has {len(segments.values)} elements for {destinations} case destinations"
        context.error(op, message)
    count = type.shape[0] if type.shape else 1
    if count != destinations:
        message = f"number of case values ({count}) should match number of case destinations ({destinations})"
        context.error(op, message)


# The operations of the cf dialect: https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/.


class _FlagType(TypeConstraint):
    """Integers; since jaxlib 0.12, those without a sign."""

    def __init__(self) -> None:
        self.accepts = lambda type: isinstance(type, IntegerType) and not (type.signedness and since("0.12.0.1"))
        self.cls, self.cls_name, self.only = IntegerType, "builtin.integer", None

    @property  # type: ignore[misc]
    def summary(self) -> str:  # type: ignore[override]
        """Returns what the type must be, in the release that is followed."""
        return "signless integer" if since("0.12.0.1") else "integer"


ASSERT = OpDef(
    "cf.assert", operands=[Operand("arg", I1)], attributes=[Attr("msg", attr.STRING)], format="$arg `,` $msg attr-dict"
)
"""Stops the program with a message unless its operand is true."""

BRANCH = OpDef(
    "cf.br",
    operands=[Operand("destOperands", ANY, "*")],
    successors=[Successor("dest", operands="destOperands")],
    traits=["IsTerminator", "Pure"],
    format="$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
)
"""Continues with another block, which gets the operands as its arguments."""

COND_BRANCH = OpDef(
    "cf.cond_br",
    operands=[Operand("condition", I1), Operand("trueDestOperands", ANY, "*"), Operand("falseDestOperands", ANY, "*")],
    attributes=[Attr("branch_weights", attr.I32_ARRAY, optional=True)],
    successors=[
        Successor("trueDest", operands="trueDestOperands"),
        Successor("falseDest", operands="falseDestOperands"),
    ],
    traits=["AttrSizedOperandSegments", "IsTerminator", "Pure"],
    format="$condition (`weights` `(` $branch_weights^ `)`)? `,` "
    "$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` "
    "$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
    context_verifiers=[verify_weights],
)
"""Continues with one of two blocks, as the condition says; weights say how likely each is."""

SWITCH = OpDef(
    "cf.switch",
    operands=[Operand("flag", _FlagType()), Operand("defaultOperands", ANY, "*"), Operand("caseOperands", ANY, "*")],
    attributes=[
        Attr("case_values", attr.INTEGER_ELEMENTS, optional=True),
        Attr("case_operand_segments", attr.I32_ARRAY),
    ],
    successors=[
        Successor("defaultDestination", operands="defaultOperands"),
        Successor("caseDestinations", "*", operands="caseOperands", segments="case_operand_segments"),
    ],
    traits=["AttrSizedOperandSegments", "IsTerminator", "Pure"],
    format="$flag `:` type($flag) `,` `[` custom<SwitchOpCases>($case_values, $case_operand_segments) `]` attr-dict",
    context_verifiers=[verify_switch],
)
"""Continues with the block of the case with that value, or with that of the default."""


# The cases of `cf.switch`.

_WIDEST = 1 << 14
"""More bits than a value of a case may have."""

_LARGEST = (1 << 64) - 1
"""The largest value that is printed before jaxlib 0.12; larger ones are printed as this one."""


class SwitchOpCases(Directive):
    """`default: ^bb1, 5: ^bb2(%a : i32)`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        values, segments = names
        for name in ("defaultOperands", "caseOperands"):
            state.uses[name], state.types[name], state.places[name] = [], [], parser.start
        numbers: list[int] = []
        counts: list[int] = []
        parser.parse_literals("default", ":")
        cls._parse_target(parser, state, "defaultOperands")
        while parser.consume_if(","):
            numbers.append(cls._parse_value(parser, state.types["flag"][0]))
            parser.parse_token(":", "expected ':'")
            counts.append(cls._parse_target(parser, state, "caseOperands"))
        state.properties[segments] = DenseArrayAttr(I32, tuple(counts))
        (flag,) = state.types["flag"]
        if numbers and isinstance(flag, IntegerType):
            literal = ", ".join([str(_wrapped(number, flag)) for number in numbers])
            state.properties[values] = dense_elements(f"[{literal}]", VectorType((len(numbers),), flag))

    @staticmethod
    def _parse_value(parser: Parser, flag: Type) -> int:
        """Reads the value of a case; before jaxlib 0.12, it has 64 bits for any type, and what does not fit is cut."""
        if not since("0.12.0.1") or not isinstance(flag, IntegerType):
            return parser.parse_integer()
        at = parser.start
        number = parser.parse_integer(_WIDEST)
        if not -1 << (flag.width - 1) <= number < 1 << flag.width:
            raise parser.say(f"case value is out of range for '{text_of(flag)}'", at)
        return number

    @staticmethod
    def _parse_target(parser: Parser, state: OperationState, name: str) -> int:
        """Reads a block and the operands that it gets; returns how many these are."""
        state.successors.append(parser.parse_successor())
        uses: list[ValueUse] = []
        if parser.consume_if("("):
            uses = parser.parse_operand_list()
            parser.parse_token(":", "expected ':'")
            state.types[name] += parser.parse_types()
            parser.parse_token(")", "expected ')'")
        state.uses[name] += uses
        return len(uses)

    @classmethod
    def write(cls, writer: Writer, op: Operation, values: str, segments: str) -> None:
        given = op.properties.get(values)
        flag = checked(IntegerType, op.signature.operand_types[0])
        numbers = elements_of(given) if isinstance(given, DenseElementsAttr) else []
        labels = ["default", *[str(_printed(int(number), flag.width)) for number in numbers]]
        groups = successor_operands(op)
        for index, label in enumerate(labels):
            writer.text("," if index else "")
            writer.newline()
            writer.text(f"  {label}: ")
            writer.successors(index, index + 1)
            start, stop = groups[index]
            if stop > start:
                writer.text("(")
                writer.operands(start, stop)
                writer.text(" : ")
                writer.types(op.signature.operand_types[start:stop])
                writer.text(")")
        if numbers:
            writer.newline()


def _printed(number: int, width: int) -> int:
    """Returns the value with the last bits of a number that is printed: since jaxlib 0.12, one with a sign."""
    bits = number % (1 << width)
    return bits - (bits >> (width - 1) << width) if since("0.12.0.1") else min(bits, _LARGEST)


def _wrapped(number: int, type: IntegerType) -> int:
    """The value that an integer of `type` has that holds the last bits of `number`."""
    bits = number % (1 << type.width)
    is_negative = type.signedness != "u" and type.width > 1 and bits >> (type.width - 1)
    return bits - (1 << type.width) if is_negative else bits


DIALECT = Dialect("cf", [ASSERT, BRANCH, COND_BRANCH, SWITCH], directives=[SwitchOpCases])
"""The operations of the cf dialect."""
