"""Whether a program in memory hangs together: blocks, operations, values and their uses refer to each other.

The verifier takes that for granted, since this project changes programs through its rewriter only. Code of others may
have changed anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, failure


class BrokenLinkError(CompilationError):
    """An operation is not linked as it must be."""

    def __init__(self, op: Operation, what: str) -> None:
        is_placed = isinstance(op.location, int | Location)
        super().__init__([Diagnostic("error", f"'{op.name}' op {what}", op.location if is_placed else -1)])


def verify_links(root: Operation) -> None:
    """Verifies `root` and what is inside it. Uses by operations outside of it that nothing holds any more are dropped.

    Raises BrokenLinkError for the first operation that is not linked as it must be, or whose attributes and types are
    not such.
    """
    ops = _linked_ops(root)
    inside = set(ops)
    signatures: set[Signature] = set()
    for op in ops:
        if not isinstance(op.signature, Signature):
            raise failure("an operation has no signature", -1)
        if op.signature not in signatures:
            _check_signature(op)
            signatures.add(op.signature)
        _check_values(op)
    top = _outermost(root)
    for value in _defined_in(ops):
        for owner, index in list(value.use_pairs):
            if owner in inside:
                if not (index < len(owner.operands) and owner.operands[index] is value):
                    raise BrokenLinkError(owner, f"is listed as a user of a value that is not its operand {index}")
            elif _outermost(owner) is not top:
                value._remove_use((owner, index))


def _outermost(op: Operation) -> Operation:
    while op.parent_op is not None:
        op = op.parent_op
    return op


def _linked_ops(root: Operation) -> list[Operation]:
    """Returns `root` and the operations inside it, after a check of what holds each."""
    found = {root: None}
    work = [root]
    while work:
        op = work.pop()
        for region in op.regions:
            if not isinstance(region, Region) or region.parent is not op:
                raise BrokenLinkError(op, "has a region that is not linked to it")
            for block in region.blocks:
                if not isinstance(block, Block) or block.parent is not region:
                    raise BrokenLinkError(op, "has a block that is not linked to it")
                for inner in _ops_of(block, op):
                    if inner in found:
                        raise BrokenLinkError(inner, "is in two places")
                    found[inner] = None
                    work.append(inner)
    return list(found)


def _ops_of(block: Block, holder: Operation) -> Iterator[Operation]:
    """Yields the operations of a block."""
    previous, op = None, block.first
    while op is not None:
        if not isinstance(op, Operation) or op.parent is not block or op.previous is not previous:
            raise BrokenLinkError(holder, "has a block whose operations are not linked to each other")
        yield op
        previous, op = op, op.next
    if block.last is not previous:
        raise BrokenLinkError(holder, "has a block whose operations are not linked to each other")


def _check_signature(op: Operation) -> None:
    """Checks that attributes and types are such, and are where their names belong."""
    signature = op.signature
    definition = signature.definition
    declared = {attr.name for attr in definition.attributes} if isinstance(definition, OpDef) else set()
    for name in signature.attributes:
        if name in declared:
            raise BrokenLinkError(op, f"has its inherent attribute '{name}' among the discardable ones: set_property")
    for name, attribute in (*signature.properties.items(), *signature.attributes.items()):
        if not isinstance(name, str) or not _is_printable(attribute):
            raise BrokenLinkError(op, f"has an attribute {name!r} that is not one: {attribute!r:.100}")
    for type in (*signature.operand_types, *signature.result_types):
        if not _is_printable(type):
            raise BrokenLinkError(op, f"has a type that is not one: {type!r:.100}")
    if not isinstance(op.location, int | Location):
        raise BrokenLinkError(op, f"has a location that is not one: {op.location!r:.100}")


def _is_printable(attribute: object) -> bool:
    try:
        return isinstance(attribute, Attribute) and bool(str(attribute))
    except Exception:  # A part of it may be anything.
        return False


def _check_values(op: Operation) -> None:
    """Checks that operands know that they are used, and that types are those of the values."""
    signature = op.signature
    for index, operand in enumerate(op.operands):
        if not isinstance(operand, Value):
            raise BrokenLinkError(op, f"has an operand {index} that is not a value")
        if (op, index) not in operand._uses:
            raise BrokenLinkError(op, f"is not a user of its operand {index}: use set_operand")
    if tuple([operand.type for operand in op.operands]) != signature.operand_types:
        raise BrokenLinkError(op, "has operands of other types than it was given: use set_type of a rewriter")
    for index, result in enumerate(op.results):
        if not isinstance(result, OpResult) or result.owner is not op or result.index != index:
            raise BrokenLinkError(op, f"has a result {index} that is not linked to it")
    if tuple([result.type for result in op.results]) != signature.result_types:
        raise BrokenLinkError(op, "has results of other types than it was given: use set_type of a rewriter")


def _defined_in(ops: list[Operation]) -> Iterator[Value]:
    for op in ops:
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                for index, argument in enumerate(block.arguments):
                    if argument.owner is not block or argument.index != index:
                        raise BrokenLinkError(op, f"has a block argument {index} that is not linked to its block")
                    yield argument
