"""Parts of SDY's attributes: integers, and attributes that stand in full where their short form may stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.formats.follow_ups import unread_parameter
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, always
from sdyopt.mlir.literals.numbers import short_integer


def unread(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter that could not be read."""
    return unread_parameter(f"Sdy_{attribute}", name, type)


def unread_list(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter, a list, that could not be read."""
    return unread(attribute, name, f"::llvm::ArrayRef<{type}>")


def integer(context: ParseContext, literal: str, offset: int, limit: int = 1 << 63) -> int:
    """Returns the integer at `offset`, from -`limit` to before `limit`."""
    value = short_integer(literal)
    if not -limit <= value < limit:
        raise context.error("integer value too large", offset)
    return value


def legal(context: ParseContext, make: Callable[..., Attribute], *parameters: Any) -> Attribute:
    """Returns the attribute that `make` makes of `parameters`, if they form a legal one."""
    try:
        return make(*parameters)
    except ValueError as error:
        raise context.error(str(error), context.start) from None


IN_FULL: dict[str, type[Attribute]] = {
    "mesh": sdy.Mesh,
    "mesh_axis": sdy.MeshAxis,
    "sub_axis": sdy.SubAxis,
    "axis_ref": sdy.AxisRef,
    "axis_ref_list": sdy.AxisRefList,
    "axis_ref_lists": sdy.AxisRefLists,
    "dimension_sharding": sdy.DimensionSharding,
    "sharding": sdy.Sharding,
    "manual_axes": sdy.ManualAxes,
    "tensor_mapping": sdy.TensorMapping,
    "dim_mapping": sdy.DimMapping,
    "all_to_all_param": sdy.AllToAllParam,
    "all_to_all_param_list": sdy.AllToAllParamList,
    "edge_value_ref": sdy.EdgeValueRef,
    "axis_to_propagation_details": sdy.AxisToPropagationDetails,
    "propagation_one_step": sdy.PropagationOneStep,
}
"""What may also stand in full (`#sdy.sharding<…>`), or by its alias, where it is part of another attribute or of an
operation: the attributes by the rules for their short forms. The rule for both is `part_…`."""


def _of_kind(kind: type[Attribute]) -> Callable[[ParseContext, Attribute], Attribute]:
    """The action for an attribute in full, or an alias, where one of `kind` is wanted."""

    def checked(context: ParseContext, attribute: Attribute) -> Attribute:
        if not isinstance(attribute, kind):
            raise context.error("invalid kind of attribute specified", context.start)
        return attribute

    return checked


class InFull(Syntax):
    """Attributes in full, and the rules `part_…`."""

    grammar = "?full_attribute: aliased | dialect_attribute\n?aliased: ATTRIBUTE_ALIAS -> alias\n" + "".join(
        [f"?part_{rule}: {rule} | full_attribute -> full_{rule}\n" for rule in IN_FULL]
    )

    @classmethod
    def actions(cls) -> dict[str, Callable[..., Any]]:
        return {f"full_{rule}": _of_kind(kind) for rule, kind in IN_FULL.items()}


class Integers(Syntax):
    """Integers."""

    grammar = """
        ?int64: INTEGER -> int64 | truth_integer
        ?int32: INTEGER -> int32 | truth_integer
        ?truth_integer: "true" -> true_integer | "false" -> false_integer
        after_hyphen: INTEGER
                    | MINUS int64 -> after_separate_hyphen
    """

    true_integer = always(-1)
    """As in MLIR words for truth are integers of one bit."""
    false_integer = always(0)

    @staticmethod
    def int64(context: ParseContext, literal: str) -> int:
        return integer(context, literal, context.start)

    @staticmethod
    def int32(context: ParseContext, literal: str) -> int:
        return integer(context, literal, context.start, 1 << 31)

    @staticmethod
    def after_hyphen(context: ParseContext, literal: str) -> int:
        """The number in `operand-0`, where the hyphen is part of the token."""
        if literal[0] != "-":
            missing = context.missing("expected '-'", context.start)
            missing.is_before = True
            raise missing
        digits = literal[1:]
        return integer(context, digits, context.last_end - len(digits))

    @staticmethod
    def after_separate_hyphen(context: ParseContext, hyphen: str, number: int) -> int:
        """The number in `operand--1`."""
        return number
