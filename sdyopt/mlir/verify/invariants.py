"""What an operation's declaration says of its counts, attributes, types and blocks (MLIR: invariants)."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.mlir.declare.constraints import Operand
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import check_successor_segments, operand_range, result_range, successor_operands
from sdyopt.mlir.verify.traits import signature_traits, structural_traits
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of


def verify_invariants(op: Operation, definition: OpDef, context: Verification) -> None:
    """All that the declaration says of the operation itself, in MLIR's order."""
    verify_region_count(op, definition, context)
    signature = op.signature
    if not definition.has_fixed_results or len(definition.results) != len(signature.result_types):
        _verify_count(op, definition.results, len(signature.result_types), "result", context)
    verify_successor_count(op, definition, context)
    if not definition.has_fixed_operands or len(definition.operands) != len(op.operands):
        _verify_count(op, definition.operands, len(op.operands), "operand", context)
    for verify in structural_traits(definition):
        verify(op, context)
    if definition.attributes:
        verify_attributes(op, definition, context)
    verify_types(op, definition, context)
    if definition.successors:
        check_successor_segments(op, context)
    verify_region_constraints(op, definition, context)
    for verify in signature_traits(definition):
        verify(op, context)


def verify_region_count(op: Operation, definition: OpDef, context: Verification) -> None:
    """The number of regions."""
    declared = definition.regions
    if len(op.regions) != len(declared) and not any(region.arity for region in declared):
        wanted = {0: "requires zero regions", 1: "requires one region"}
        context.error(op, wanted.get(len(declared), f"expected {len(declared)} regions"))


def verify_region_constraints(op: Operation, definition: OpDef, context: Verification) -> None:
    """The number of blocks where there may be only one. The last declared region may stand for any number of them."""
    for index, region in enumerate(op.regions):
        declared = definition.regions[min(index, len(definition.regions) - 1)]
        if declared.max_blocks == 1 and len(region.blocks) != 1:
            context.error(op, f"region #{index} ('{declared.name}') failed to verify constraint: region with 1 blocks")


def verify_successor_count(op: Operation, definition: OpDef, context: Verification) -> None:
    """The number of successors."""
    count, wanted = len(op.successors), sum(not successor.arity for successor in definition.successors)
    if wanted != len(definition.successors):
        if count < wanted:
            context.error(op, f"requires at least {wanted} successors but found {count}")
    elif count != wanted:
        context.error(op, f"requires {wanted} successor{'' if wanted == 1 else 's'} but found {count}")


def verify_successors(definition: OpDef, op: Operation, context: Verification) -> None:
    """The number of successors; and each block gets the operands that the operation passes to it."""
    verify_successor_count(op, definition, context)
    for number, (block, (start, stop)) in enumerate(zip(op.successors, successor_operands(op), strict=False)):
        arguments, operands = block.arguments, op.operands[start:stop]
        if len(operands) != len(arguments):
            message = f"branch has {len(operands)} operands for successor #{number}, but target block has "
            context.plain_error(op.location, f"{message}{len(arguments)}")
        for index, (operand, argument) in enumerate(zip(operands, arguments, strict=True)):
            if operand.type is not argument.type:
                message = f"type mismatch for bb argument #{index} of successor #{number}"
                context.plain_error(op.location, message)


def _verify_count(op: Operation, declared: Sequence[Operand], count: int, what: str, context: Verification) -> None:
    if any(operand.arity for operand in declared):
        least = sum(1 for operand in declared if not operand.arity)
        if least and count < least:
            context.error(op, f"expected {least} or more {what}s, but found {count}")
    elif count != len(declared):
        wanted = len(declared)
        if wanted == 0:
            context.error(op, f"requires zero {what}s")
        if wanted == 1:
            context.error(op, f"requires {'one result' if what == 'result' else 'a single operand'}")
        context.error(op, f"expected {wanted} {what}s" + (f", but found {count}" if what == "operand" else ""))


def verify_attributes(op: Operation, definition: OpDef, context: Verification) -> None:
    """As MLIR's, looks for what is missing by name, and at what is there in the order of the declaration."""
    properties = op.signature.properties
    for attribute in definition.sorted_attributes:
        if not attribute.is_optional and properties.get(attribute.name) is None:
            context.error(op, f"requires attribute '{attribute.name}'")
    for attribute in definition.attributes:
        value = properties.get(attribute.name)
        if value is not None and not attribute.constraint.accepts(value):
            context.error(
                op, f"attribute '{attribute.name}' failed to satisfy constraint: {attribute.constraint.summary}"
            )


def verify_types(op: Operation, definition: OpDef, context: Verification) -> None:
    signature = op.signature
    for what, is_fixed, declared, types, range_of in (
        ("operand", definition.has_fixed_operands, definition.operands, signature.operand_types, operand_range),
        ("result", definition.has_fixed_results, definition.results, signature.result_types, result_range),
    ):
        if is_fixed and all(operand.constraint.accepts(type) for operand, type in zip(declared, types, strict=True)):
            continue
        for position, operand in enumerate(declared):
            start, stop = range_of(op, definition, position)
            if operand.arity == "?" and stop > start + 1:
                found = f"requires 0 or 1 element, but found {stop - start}"
                context.error(op, f"{what} group starting at #{start} {found}")
            for index in range(start, stop):
                if not operand.constraint.accepts(types[index]):
                    kind = f"{'variadic of ' if operand.arity == '*' else ''}{operand.constraint.summary}"
                    context.error(op, f"{what} #{index} must be {kind}, but got '{text_of(types[index])}'")


def verify_block_entrance(op: Operation, block: Block, context: Verification) -> None:
    """Checks a block of `op` before its contents: it is not empty, and only its end branches."""
    if block.first is None:
        if _needs_terminator(op, block):
            context.plain_error(op.location, "empty block: expect at least a terminator")
        return
    for inner in block.ops:
        if inner.successors and inner is not block.last:
            context.plain_error(inner.location, "operation with block successors must terminate its parent block")


def verify_block_exit(op: Operation, block: Block, context: Verification) -> None:
    """Checks a block of `op` after its contents: it ends in a terminator."""
    last = block.last
    if last is None or not _needs_terminator(op, block):
        return
    if isinstance(last.definition, OpDef) and "IsTerminator" not in last.definition.traits:
        text = context.describe(last)
        start = "\n" if "\n" in text else ""
        context.plain_error(last.location, f"block with no terminator, has {start}{text}")


def _needs_terminator(op: Operation, block: Block) -> bool:
    """The only block of a region needs no terminator if the operation says so, or is not known."""
    is_alone = block.parent is not None and len(block.parent.blocks) == 1
    return not is_alone or ("NoTerminator" not in op.definition.traits and isinstance(op.definition, OpDef))


def verify_entry(op: Operation, region: Region, context: Verification) -> None:
    """No block branches to the first one."""
    if any(block.last is not None and region.blocks[0] in block.last.successors for block in region.blocks):
        context.plain_error(op.location, "entry block of region may not have predecessors")
