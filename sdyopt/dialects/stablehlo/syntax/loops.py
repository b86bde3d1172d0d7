"""Loops: `stablehlo.while(%i = %x) : type cond {…} do {…}`."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.formats.messages import missing
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import EntryArgument, OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive, as_list
from sdyopt.mlir.formats.writer import Writer

_Argument = tuple[str, ValueUse, int]
"""The name of an argument of both regions, the value it has at first, and where it stands."""

_Operand = tuple[EntryArgument, ValueUse]
"""An argument of both regions, and the value it has at first."""


class _Loop(NamedTuple):
    """A loop's operands, its attributes, and the regions that have been read."""

    operands: list[_Operand]
    attributes: dict[str, Attribute]
    regions: tuple[Region, ...]


class WhileOp(Directive):
    """A loop. The arguments, which both regions have, stand before these."""

    symbol = "while_op"
    grammar = """
        while_op: while_condition "do" region
        while_condition: while_head "cond" region
        while_head: while_operands attr_dict_with_keyword
        while_operands: while_arguments [":" while_types]
        while_arguments: "(" (while_argument ("," while_argument)*)? ")"
        while_argument: VALUE "=" value_use
        while_types: type ("," type)* -> some_types
    """
    messages = {
        " while_argument": missing("expected SSA operand"),
        "while_arguments ')'": missing("expected ','"),
    }

    while_arguments = as_list

    @staticmethod
    def while_argument(context: ParseContext, name: str, use: ValueUse) -> _Argument:
        return name.removesuffix("#0"), use, context.start

    @staticmethod
    def while_operands(context: ParseContext, arguments: list[_Argument], types: list[Type] | None) -> list[_Operand]:
        """What the arguments are at first is looked up before anything else is read."""
        if types is None and arguments:
            raise context.missing("expected ':'", context.next_token)
        types = types or []
        if len(types) != len(arguments):
            message = f"number of operands and types do not match: got {len(arguments)} operands and {len(types)} types"
            raise context.error(message, context.start)
        operands = []
        for (name, use, offset), type in zip(arguments, types, strict=True):
            context.resolve(use, type)
            operands.append((EntryArgument(name, type, None, offset), use))
        return operands

    @staticmethod
    def while_head(context: ParseContext, operands: list[_Operand], attributes: dict[str, Attribute]) -> _Loop:
        context.entry_arguments = [argument for argument, _ in operands]
        return _Loop(operands, attributes, ())

    @staticmethod
    def while_condition(context: ParseContext, loop: _Loop, region: Region) -> _Loop:
        """The condition is over; the body has the same arguments."""
        context.entry_arguments = [argument for argument, _ in loop.operands]
        return loop._replace(regions=(region,))

    @staticmethod
    def while_op(context: ParseContext, loop: _Loop, body: Region) -> _Loop:
        return loop._replace(regions=(*loop.regions, body))

    @classmethod
    def read(cls, value: _Loop, state: OperationState) -> None:
        state.operands = [use for _, use in value.operands]
        state.operand_types = [argument.type for argument, _ in value.operands]
        state.result_types = list(state.operand_types)
        state.add_attributes(value.attributes)
        state.regions.extend(value.regions)

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.text("(")
        for index in range(len(op.operands)):
            writer.text(", " if index else "")
            writer.argument(1, index)  # named as those of region 0, but where all numbers are to be unique
            writer.text(" = ")
            writer.operand(index)
        writer.text(")")
        if op.operands:
            writer.text(" : ")
            writer.types(op.signature.operand_types)
        writer.attributes_without(op, keyword="attributes ")
        for index, keyword in enumerate(("cond", "do")):
            if index:
                writer.text(" ")
            else:
                writer.newline()
            writer.text(f"{keyword} ")
            writer.region(index, with_arguments=False)
