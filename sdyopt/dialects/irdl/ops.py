"""The operations of the IRDL dialect, and what they require."""

from __future__ import annotations

import re
from typing import Any

from sdyopt.dialects.irdl.types import CONSTRAINT, REGION_CONSTRAINT, Variadicities
from sdyopt.ir.attributes import ArrayAttr, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.attr_kinds import ANY, I32, STRING, SYMBOL_NAME, SYMBOL_REF, UNIT, array_of, of_class
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.verify.verification import Verification

IDENTIFIER = re.compile(r"[A-Za-z_][\w.$]*", re.ASCII)

NAMES = array_of("string array attribute", STRING.accepts)


def bare_name(op: Operation) -> str:
    """Returns the name that an operation of IRDL defines, without the `!` or `#` that a symbol may begin with."""
    return op.attribute_named("sym_name", StringAttr).value.lstrip("!#")


def verify_name(op: Operation, context: Verification) -> None:
    """The name can be part of that of an operation, attribute or type."""
    name = bare_name(op)
    if not IDENTIFIER.fullmatch(name):
        context.error(op, f"expects a name of letters, digits, '_', '.' and '$', but got '{name}'")


def verify_names(op: Operation, context: Verification) -> None:
    """Each value has a name, and no two have the same."""
    definition: Any = op.definition
    property = definition.attributes[0].name
    names = [name.value for name in op.attribute_named(property, ArrayAttr).elements if isinstance(name, StringAttr)]
    if len(names) != len(op.operands):
        context.error(op, f"expects a name for each value, but got {len(names)} for {len(op.operands)}")
    for index, name in enumerate(names):
        if not name or name in names[:index]:
            context.error(op, f"name '{name}' is used twice" if name else f"value #{index} has an empty name")
    kinds = op.properties.get("variadicity")
    if isinstance(kinds, Variadicities) and len(kinds.values) != len(names):
        context.error(op, f"expects a variadicity for each value, but got {len(kinds.values)} for {len(names)}")


def verify_base(op: Operation, context: Verification) -> None:
    """There is either a symbol or a name, which begins with what attributes or types begin with."""
    name = op.properties.get("base_name")
    if (name is None) == ("base_ref" not in op.properties):
        context.error(op, "expects either the name or the symbol of an attribute or a type")
    if isinstance(name, StringAttr) and name.value[:1] not in ("!", "#"):
        context.error(op, f"expects a name that begins with '!' or '#', but got '{name.value}'")


def verify_some(op: Operation, context: Verification) -> None:
    """There is something to choose from."""
    if not op.operands:
        context.error(op, "expects at least one constraint")


def verify_region(op: Operation, context: Verification) -> None:
    """There is at least one block, and arguments only if these are constrained."""
    blocks: Any = op.properties.get("numberOfBlocks")
    if blocks is not None and blocks.value < 1:
        context.error(op, f"expects a positive number of blocks, but got {blocks.value}")
    if op.operands and "constrainedArguments" not in op.properties:
        context.error(op, "expects 'constrainedArguments' where it has arguments")


def _container(name: str, parent: str = "") -> OpDef:
    """Declares an operation with a name and a body."""
    placed = [f"HasParent<irdl.{parent}>"] if parent else ["SymbolTable"]
    return OpDef(
        f"irdl.{name}",
        attributes=[Attr("sym_name", SYMBOL_NAME)],
        regions=[RegionDef("body", max_blocks=1)],
        traits=["Symbol", "NoTerminator", "NoRegionArguments", "SingleBlock", *placed],
        format="$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)",
        verifiers=[verify_name],
    )


DIALECT_OP = _container("dialect")
"""Defines a dialect: its types, attributes and operations."""
TYPE = _container("type", "dialect")
"""Defines a type by its parameters."""
ATTRIBUTE = _container("attribute", "dialect")
"""Defines an attribute by its parameters."""
OPERATION = _container("operation", "dialect")
"""Defines an operation by its operands, results, attributes and regions."""


def _constraint(name: str, format: str, **declared: Any) -> OpDef:
    """Declares an operation whose result is a constraint."""
    return OpDef(f"irdl.{name}", results=[Result("output", CONSTRAINT)], format=f"{format} attr-dict", **declared)


def _choice(name: str) -> OpDef:
    operands = [Operand("args", CONSTRAINT, "*")]
    return _constraint(name, "`(` ($args^)? `)`", operands=operands, verifiers=[verify_some])


IS = _constraint("is", "$expected", attributes=[Attr("expected", ANY)])
"""Just this attribute or type."""
BASE = _constraint(
    "base",
    "($base_ref^)? ($base_name^)?",
    attributes=[Attr("base_ref", SYMBOL_REF, optional=True), Attr("base_name", STRING, optional=True)],
    verifiers=[verify_base],
)
"""Any attribute or type of a kind."""
PARAMETRIC = _constraint(
    "parametric",
    "$base_type `<` ($args^)? `>`",
    attributes=[Attr("base_type", SYMBOL_REF)],
    operands=[Operand("args", CONSTRAINT, "*")],
)
"""An attribute or type of a kind whose parameters satisfy constraints."""
ANY_OP = _constraint("any", "")
"""Any attribute or type."""
ANY_OF = _choice("any_of")
"""What satisfies one of several constraints."""
ALL_OF = _choice("all_of")
"""What satisfies all of several constraints."""
C_PRED = _constraint("c_pred", "$pred", attributes=[Attr("pred", STRING)])
"""What satisfies a predicate in C++. It is read, and refused where a dialect is made of it."""


def _named(name: str, *, kind: Any = CONSTRAINT, parent: str = "operation", counted: bool = False) -> OpDef:
    """Declares an operation that names constraints."""
    property = "attributeValueNames" if name == "attributes" else "names"
    attributes = [Attr(property, NAMES)]
    if counted:
        attributes.append(Attr("variadicity", of_class("variadicities", Variadicities)))
    operand = "attributeValues" if name == "attributes" else "args"
    directive = f"custom<NamedValues>(${operand}, ${property}{', $variadicity' if counted else ''})"
    return OpDef(
        f"irdl.{name}",
        operands=[Operand(operand, kind, "*")],
        attributes=attributes,
        traits=[f"HasParent<irdl.{parent}>"] if parent else [],
        format=f"{'` `' if name == 'attributes' else '``'} {directive} attr-dict",
        verifiers=[verify_names],
    )


PARAMETERS = _named("parameters", parent="")
"""The parameters of a type or an attribute."""
OPERANDS = _named("operands", counted=True)
"""The operands of an operation."""
RESULTS = _named("results", counted=True)
"""The results of an operation."""
ATTRIBUTES = _named("attributes")
"""The attributes that an operation must have."""
REGIONS = _named("regions", kind=REGION_CONSTRAINT)
"""The regions of an operation."""
REGION = OpDef(
    "irdl.region",
    operands=[Operand("entryBlockArgs", CONSTRAINT, "*")],
    results=[Result("output", REGION_CONSTRAINT)],
    attributes=[Attr("numberOfBlocks", I32, optional=True), Attr("constrainedArguments", UNIT, optional=True)],
    format="`` custom<RegionShape>($entryBlockArgs, $numberOfBlocks, $constrainedArguments) attr-dict",
    verifiers=[verify_region],
)
"""A region, by its number of blocks and the types of its first block's arguments."""

OPERATIONS = (
    DIALECT_OP,
    TYPE,
    ATTRIBUTE,
    OPERATION,
    IS,
    BASE,
    PARAMETRIC,
    ANY_OP,
    ANY_OF,
    ALL_OF,
    C_PRED,
    PARAMETERS,
    OPERANDS,
    RESULTS,
    ATTRIBUTES,
    REGIONS,
    REGION,
)
