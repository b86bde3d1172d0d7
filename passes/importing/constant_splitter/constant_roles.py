"""What part operations play in constant expressions and in expansions of scalars."""

from __future__ import annotations

from enum import Enum, auto
from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.ops import NAMED_COMPUTATION, SHARDING_GROUP
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import ShapedType
from sdyopt.passes.importing.constant_splitter.constant_preserving import is_constant_preserving
from sdyopt.rewriting.functions.call_graph import original_name


class Role(Enum):
    """What part an op plays, as far as that follows from its signature."""

    PRESERVING = auto()
    """It is a constant expression if its operands are, or in any case."""
    EXPANSION = auto()
    """It broadcasts a scalar, constant or not; otherwise as PRESERVING."""
    WITH_BODY = auto()
    """A named computation or a call: as PRESERVING if all that it does is."""
    MEMBERSHIP = auto()
    """It makes a value a member of a sharding group, which does not count as a use."""
    TERMINATOR = auto()
    OTHER = auto()


PRESERVING, EXPANSION, WITH_BODY, MEMBERSHIP, TERMINATOR, OTHER = Role


class Roles(dict[Signature, Role]):
    """The roles of ops, each signature judged once."""

    def __missing__(self, signature: Signature) -> Role:
        role = self[signature] = role_of(signature)
        return role


def role_of(signature: Signature) -> Role:
    """Returns the role of the ops with this signature."""
    definition = signature.definition
    if is_constant_preserving(signature):
        return Role.EXPANSION if is_scalar_expansion(signature) else Role.PRESERVING
    if definition is CALL or definition is NAMED_COMPUTATION:
        return Role.WITH_BODY
    if definition is SHARDING_GROUP:
        return Role.MEMBERSHIP
    return Role.TERMINATOR if "IsTerminator" in definition.traits else Role.OTHER


def is_scalar_expansion(signature: Signature) -> bool:
    """Returns whether an op broadcasts a scalar."""
    return signature.definition.name == "stablehlo.broadcast_in_dim" and is_scalar(signature.operand_types[0])


@remembered
def is_scalar(type: Type) -> bool:
    """Returns whether a value of `type` is a tensor of rank 0."""
    return isinstance(type, ShapedType) and type.dimensions == ()


class BodyName(NamedTuple):
    """All functions with one original name, or all named computations with one name: the reference takes them for one.

    Copies of a function are in this way as constant as the function.
    """

    definition: OpDefinition
    text: str


def name_of_body(op: Operation) -> BodyName:
    """Returns the name of a function or of a named computation."""
    definition = op.signature.definition
    if definition is FUNC:
        return BodyName(FUNC, original_name(op))
    return BodyName(definition, cast(StringAttr, op.signature.properties["name"]).value)
