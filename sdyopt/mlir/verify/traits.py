"""What MLIR's traits require of an operation, by the trait's name and the time of the check.

A trait with a parameter, `HasParent<func.func>`, stands in the tables under the name before it; its verifier gets the
parameter as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import DYNAMIC, ShapedType
from sdyopt.mlir.declare.definition import OpDef, Verifier
from sdyopt.mlir.declare.segments import operand_segments, result_segments
from sdyopt.mlir.diagnostics import Note
from sdyopt.mlir.verify.dominance import verify_isolation
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

# What is looked at before attributes and types: how many blocks and arguments regions have.


def no_region_arguments(op: Operation, context: Verification) -> None:
    """No region takes arguments."""
    for index, region in enumerate(op.regions):
        if region.blocks and region.blocks[0].arguments:
            which = f"region #{index}" if len(op.regions) > 1 else "region"
            context.error(op, f"{which} should have no arguments")


def single_block(op: Operation, context: Verification) -> None:
    """No region has several blocks, nor an empty one if there has to be a terminator."""
    for index, region in enumerate(op.regions):
        if len(region.blocks) > 1:
            context.error(op, f"expects region #{index} to have 0 or 1 blocks")
        if region.blocks and region.blocks[0].first is None and "NoTerminator" not in op.definition.traits:
            context.error(op, "expects a non-empty block")


# What follows from the signature.


def same_operands_and_result_type(op: Operation, context: Verification) -> None:
    """All operands and results have one type, except for dynamic sizes."""
    types = [*op.signature.operand_types, *op.signature.result_types]
    if not all(_are_compatible(type, types[0]) for type in types):
        context.error(op, "requires the same type for all operands and results")


def _are_compatible(type: Any, other: Any) -> bool:
    if type is other:
        return True
    if not isinstance(type, ShapedType) or not isinstance(other, ShapedType):
        return False
    if getattr(type, "element_type", None) is not getattr(other, "element_type", None):
        return False
    return are_compatible_shapes(type, other)


def are_compatible_shapes(type: Any, other: Any) -> bool:
    """Whether two shaped types may have the same shape at run time."""
    sizes, others = type.dimensions, other.dimensions
    if sizes is None or others is None:
        return True
    return len(sizes) == len(others) and all(
        size == number or DYNAMIC in (size, number) for size, number in zip(sizes, others, strict=True)
    )


def same_type_operands(op: Operation, context: Verification) -> None:
    """All operands have one type."""
    types = op.signature.operand_types
    if any(type is not types[0] for type in types):
        context.error(op, "requires all operands to have the same type")


def same_shape(op: Operation, context: Verification, with_results: bool) -> None:
    """All operands, and with `with_results` all results, may have one shape at run time."""
    types = _compared(op, with_results)
    if not all(_may_share_shape(type, types[0]) for type in types):
        context.error(op, f"requires the same shape for all operands{' and results' if with_results else ''}")


def same_element_type(op: Operation, context: Verification, with_results: bool) -> None:
    """All operands, and with `with_results` all results, have one element type, or are of one type without elements."""
    elements = [getattr(type, "element_type", type) for type in _compared(op, with_results)]
    if any(element is not elements[0] for element in elements):
        context.error(op, f"requires the same element type for all operands{' and results' if with_results else ''}")


def _compared(op: Operation, with_results: bool) -> list[Any]:
    return [*op.signature.operand_types, *(op.signature.result_types if with_results else ())]


def _may_share_shape(type: Any, other: Any) -> bool:
    is_shaped = isinstance(type, ShapedType)
    return is_shaped == isinstance(other, ShapedType) and (not is_shaped or are_compatible_shapes(type, other))


# What follows from where the operation stands.


def has_parent(op: Operation, context: Verification, parent: str) -> None:
    """The operation stands right inside one of the kind `parent`; these may be several, with commas."""
    if op.parent_op is None or op.parent_op.name not in parent.split(", "):
        context.error(op, f"expects parent op {'to be one of ' if ', ' in parent else ''}'{parent}'")


def must_be_last(op: Operation, context: Verification) -> None:
    """Nothing follows in the block."""
    if op.next is not None:
        context.error(op, "must be the last operation in the parent block")


VISIBILITIES = ("public", "private", "nested")


def symbol(op: Operation, context: Verification) -> None:
    """The visibility is one that there is, what is only declared is not public, and a symbol table is around."""
    signature = op.signature
    if signature.properties.get("sym_name") is None:
        return
    visibility = signature.attribute("sym_visibility")
    if visibility is not None and not isinstance(visibility, StringAttr):
        context.error(
            op,
            f"requires visibility attribute 'sym_visibility' to be a string attribute, but got {text_of(visibility)}",
        )
    if isinstance(visibility, StringAttr) and visibility.value not in VISIBILITIES:
        known = ", ".join([f'"{name}"' for name in VISIBILITIES])
        context.error(op, f"visibility expected to be one of [{known}], but got {text_of(visibility)}")
    is_public = not isinstance(visibility, StringAttr) or visibility.value == "public"
    if is_public and "FunctionOpInterface" in op.definition.traits and not op.regions[0].blocks:
        context.error(op, "symbol declaration cannot have public visibility")
    parent = op.parent_op
    if parent is not None and isinstance(parent.definition, OpDef) and not parent.has_trait("SymbolTable"):
        context.error(op, "symbol's parent must have the SymbolTable trait")


# The requirements on regions whose contents are valid.


def implicit_terminator(op: Operation, context: Verification, terminator: str) -> None:
    """Every region ends in an operation of the kind `terminator`."""
    for region in op.regions:
        last = region.blocks[0].last if region.blocks else None
        if last is not None and last.name != terminator:
            note = Note(f"in custom textual format, the absence of terminator implies '{terminator}'", op.location)
            context.error(op, f"expects regions to end with '{terminator}', found '{last.name}'", [note])


def unique_symbols(op: Operation, context: Verification) -> None:
    """There is one block, and no two operations right inside have one name."""
    if any(len(region.blocks) != 1 for region in op.regions):
        context.error(op, "Operations with a 'SymbolTable' must have exactly one block")
    found = [symbol_name(inner) for region in op.regions for block in region.blocks for inner in block.ops]
    names = [name for name in found if name is not None]
    if len(set(names)) == len(names):
        return
    known: dict[str, Operation] = {}
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                name = symbol_name(inner)
                if name is None:
                    continue
                if name in known:
                    note = Note("see existing symbol definition here", known[name].location)
                    context.plain_error(inner.location, f"redefinition of symbol named '{name}'", [note])
                known[name] = inner


STRUCTURAL_TRAITS: Mapping[str, Callable[..., None]] = {
    "HasParent": has_parent,
    "NoRegionArguments": no_region_arguments,
    "SingleBlock": single_block,
    "AttrSizedOperandSegments": operand_segments,
    "AttrSizedResultSegments": result_segments,
}
SIGNATURE_TRAITS: Mapping[str, Callable[..., None]] = {
    "SameOperandsAndResultType": same_operands_and_result_type,
    "SameTypeOperands": same_type_operands,
    "SameOperandsShape": partial(same_shape, with_results=False),
    "SameOperandsAndResultShape": partial(same_shape, with_results=True),
    "SameOperandsElementType": partial(same_element_type, with_results=False),
    "SameOperandsAndResultElementType": partial(same_element_type, with_results=True),
}
PLACE_TRAITS: Mapping[str, Callable[..., None]] = {
    "HasParent": has_parent,
    "IsTerminator": must_be_last,
    "Symbol": symbol,
}
REGION_TRAITS: Mapping[str, Callable[..., None]] = {
    "SingleBlockImplicitTerminator": implicit_terminator,
    "IsolatedFromAbove": verify_isolation,
    "SymbolTable": unique_symbols,
}


def structural_traits(definition: OpDefinition) -> tuple[Verifier, ...]:
    """Of the traits of `definition` those that MLIR looks at before attributes and types."""
    return _verifiers(definition)[0]


def signature_traits(definition: OpDefinition) -> tuple[Verifier, ...]:
    """Verifiers whose verdict depends on the signature only."""
    return _verifiers(definition)[1]


def place_traits(definition: OpDefinition) -> tuple[Verifier, ...]:
    """Those that say where an operation may stand."""
    return _verifiers(definition)[2]


def region_traits(definition: OpDefinition) -> tuple[Verifier, ...]:
    """Those that look into regions, once what these hold has been checked."""
    return _verifiers(definition)[3]


@cache
def _verifiers(definition: OpDefinition) -> list[tuple[Verifier, ...]]:
    parameters = {name: rest.rstrip(">") for name, _, rest in (trait.partition("<") for trait in definition.traits)}
    return [
        tuple(
            partial(verify, **{_PARAMETERS[name]: parameters[name]}) if parameters[name] else verify
            for name, verify in table.items()
            if name in parameters
        )
        for table in (STRUCTURAL_TRAITS, SIGNATURE_TRAITS, PLACE_TRAITS, REGION_TRAITS)
    ]


_PARAMETERS = {"HasParent": "parent", "SingleBlockImplicitTerminator": "terminator"}
"""What the verifiers of traits with a parameter call it."""
