"""What an operation's declaration says of its counts, attributes, types, blocks and symbols (MLIR: invariants)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name
from sdyopt.ods.constraints import Operand
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import Note
from sdyopt.ods.segments import operand_range, operand_segments, result_range, result_segments
from sdyopt.ods.spelling import spell


def verify_region_count(op: Operation, definition: OpDef, context: Any) -> None:
    """The number of regions, and of blocks and operations where there must be one; no arguments where none may be."""
    declared = definition.regions
    if len(op.regions) != len(declared) and not any(region.arity for region in declared):
        wanted = {0: "zero regions", 1: "one region"}.get(len(declared))
        context.error(op, f"requires {wanted or f'{len(declared)} regions'}")
    if "NoRegionArguments" in definition.traits and any(
        block.arguments for region in op.regions for block in region.blocks[:1]
    ):
        context.error(op, "region should have no arguments")
    if "SingleBlock" in definition.traits:
        for index, region in enumerate(op.regions):
            if len(region.blocks) > 1:
                context.error(op, f"expects region #{index} to have 0 or 1 blocks")
            if region.blocks and region.blocks[0].first is None and "NoTerminator" not in definition.traits:
                context.error(op, "expects a non-empty block")
    for index, region in enumerate(op.regions):
        form = declared[min(index, len(declared) - 1)]
        if form.max_blocks == 1 and len(region.blocks) != 1:
            context.error(op, f"region #{index} ('{form.name}') failed to verify constraint: region with 1 blocks")


def verify_counts(op: Operation, definition: OpDef, context: Any) -> None:
    """The numbers of results, operands and successors."""
    _verify_count(op, definition.results, len(op.results), "result", context)
    _verify_count(op, definition.operands, len(op.operands), "operand", context)
    if op.successors:
        context.error(op, "requires 0 successors but found " + str(len(op.successors)))
    if "AttrSizedOperandSegments" in definition.traits:
        operand_segments(op, context)
    if "AttrSizedResultSegments" in definition.traits:
        result_segments(op, context)


def _verify_count(op: Operation, declared: Sequence[Operand], count: int, what: str, context: Any) -> None:
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
        context.error(op, f"expected {wanted} {what}s, but found {count}")


def verify_attributes(op: Operation, definition: OpDef, context: Any) -> None:
    properties = op.properties
    for attribute in definition.sorted_attributes:
        if attribute.name not in properties and not attribute.optional:
            context.error(op, f"requires attribute '{attribute.name}'")
    for attribute in definition.sorted_attributes:
        value = properties.get(attribute.name)
        if value is not None and not attribute.constraint.accepts(value):
            context.error(
                op, f"attribute '{attribute.name}' failed to satisfy constraint: {attribute.constraint.summary}"
            )


def verify_types(op: Operation, definition: OpDef, context: Any) -> None:
    signature = op.signature
    for what, declared, types, range_of in (
        ("operand", definition.operands, signature.operand_types, operand_range),
        ("result", definition.results, signature.result_types, result_range),
    ):
        for position, operand in enumerate(declared):
            start, stop = range_of(op, definition, position)
            if operand.arity == "?" and stop - start > 1:
                context.error(
                    op, f"{what} group starting at #{start} requires 0 or 1 element, but found {stop - start}"
                )
            for index in range(start, stop):
                if not operand.constraint.accepts(types[index]):
                    kind = (
                        f"variadic of {operand.constraint.summary}"
                        if operand.arity == "*"
                        else operand.constraint.summary
                    )
                    context.error(op, f"{what} #{index} must be {kind}, but got '{spell(types[index])}'")


def verify_block(op: Operation, block: Block, context: Any) -> None:
    """A block ends in a terminator. The only one of a region need not if the operation says so, or is not known."""
    region = block.parent
    is_alone = region is not None and len(region.blocks) == 1
    if is_alone and ("NoTerminator" in op.definition.traits or not isinstance(op.definition, OpDef)):
        return
    last = block.last
    if last is None:
        raise context.plain_error(op.location, "empty block: expect at least a terminator")
    if isinstance(last.definition, OpDef) and "IsTerminator" not in last.definition.traits:
        context.plain_error(last.location, f"block with no terminator, has {context.describe(last)}")


def verify_symbols(op: Operation, context: Any) -> None:
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
