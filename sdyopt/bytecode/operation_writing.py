"""The section of operations of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdyopt.bytecode.container import HAS_LAZY_REGIONS, HAS_OPTIONAL_LOCATIONS, HAS_USE_LISTS, IR
from sdyopt.bytecode.cursor import Output
from sdyopt.bytecode.operation_kinds import (
    HAS_ATTRIBUTES,
    HAS_OP_PROPERTIES,
    HAS_OPERANDS,
    HAS_REGIONS,
    HAS_RESULT_USE_LISTS,
    HAS_RESULTS,
    HAS_SUCCESSORS,
)
from sdyopt.bytecode.use_lists import UseOrders
from sdyopt.bytecode.values import isolated_operations, value_numbers
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import Value

if TYPE_CHECKING:
    from sdyopt.bytecode.writing import BytecodeWriter


class _OpenOp:
    """An operation whose regions are being written into `out`: `target` is where they go."""

    def __init__(self, op: Operation, target: Output, is_nested: bool) -> None:
        self.target = target
        self.out = Output() if is_nested else target
        self.is_nested = is_nested
        self.regions = iter(op.regions)


class _OpenRegion:
    def __init__(self, region: Region) -> None:
        self.blocks = iter(region.blocks)
        self.numbers = {block: number for number, block in enumerate(region.blocks)}
        self.op: Operation | None = None


class OperationWriter:
    """Writes the operations of a module."""

    def __init__(self, writer: BytecodeWriter) -> None:
        self._writer = writer
        self._version = writer.version
        self._isolated = isolated_operations(writer.module)
        self._values = value_numbers(writer.module, self._isolated)
        self._orders = UseOrders(writer.module)
        self._headers: dict[object, tuple[int, int, bytes]] = {}

    def write(self) -> bytes:
        """Returns the section: a block with the module."""
        out = Output()
        out.flagged(1, False)
        opened = self._write_op(self._writer.module, out, {})
        stack: list[_OpenOp | _OpenRegion] = [] if opened is None else [opened]
        while stack:
            top = stack[-1]
            if isinstance(top, _OpenOp):
                region = next(top.regions, None)
                if region is None:
                    stack.pop()
                    if top.is_nested:
                        top.target.section(IR, bytes(top.out.data))
                    continue
                top.out.varint(len(region.blocks))
                if region.blocks:
                    top.out.varint(_count_values(region))
                    stack.append(_OpenRegion(region))
                continue
            opened = self._write_region(top, self._out_of(stack))
            if opened is None:
                stack.pop()
            else:
                stack.append(opened)
        return bytes(out.data)

    def _orders_of(self, values: Sequence[Value]) -> list[tuple[int, list[int]]]:
        """Returns the orders of uses of values that are written."""
        if self._version < HAS_USE_LISTS or not self._writer.has_use_lists:
            return []
        return self._orders.of(values)

    @staticmethod
    def _out_of(stack: Sequence[_OpenOp | _OpenRegion]) -> Output:
        owner = stack[-2]
        assert isinstance(owner, _OpenOp)
        return owner.out

    def _write_region(self, region: _OpenRegion, out: Output) -> _OpenOp | None:
        """Writes operations up to one with regions, which is returned; None at the end of the region."""
        while True:
            op = region.op
            while op is None:
                block = next(region.blocks, None)
                if block is None:
                    return None
                self._write_block_header(block, out)
                op = block.first
            region.op = op.next
            opened = self._write_op(op, out, region.numbers)
            if opened is not None:
                return opened

    def _write_block_header(self, block: Block, out: Output) -> None:
        entry, locate = self._writer.collection.entry, self._writer.locate
        out.flagged(sum([1 for _ in block.ops]), bool(block.arguments))
        if not block.arguments:
            return
        out.varint(len(block.arguments))
        for argument in block.arguments:
            location = locate(argument.location)
            type = self._writer.argument_type(argument)
            if self._version >= HAS_OPTIONAL_LOCATIONS:
                out.flagged(entry(type), location is not UNKNOWN)
                if location is not UNKNOWN:
                    out.varint(entry(location))
            else:
                out.varint(entry(type))
                out.varint(entry(location))
        if self._version >= HAS_USE_LISTS:
            orders = self._orders_of(block.arguments)
            out.byte(HAS_RESULT_USE_LISTS if orders else 0)
            if orders:
                self._orders.write(orders, len(block.arguments), out)

    def _write_op(self, op: Operation, out: Output, blocks: dict[Block, int]) -> _OpenOp | None:
        """Writes an operation, and returns it if it has regions."""
        collection = self._writer.collection
        entry = collection.entry
        known = self._headers.get(op.signature)
        if known is None:
            known = self._headers[op.signature] = self._header(op)
        name, mask, rest = known
        orders = self._orders_of(op.results)
        mask |= (HAS_SUCCESSORS if op.successors else 0) | (HAS_REGIONS if op.regions else 0)
        mask |= HAS_RESULT_USE_LISTS if orders else 0
        out.varint(name)
        out.byte(mask)
        out.varint(entry(self._writer.locate(op.location)))
        out.data += rest
        if op.operands:
            out.varint(len(op.operands))
            for operand in op.operands:
                out.varint(self._values[operand])
        if op.successors:
            out.varint(len(op.successors))
            for block in op.successors:
                out.varint(blocks[block])
        if orders:
            self._orders.write(orders, len(op.results), out)
        if not op.regions:
            return None
        is_isolated = op in self._isolated
        out.flagged(len(op.regions), is_isolated)
        return _OpenOp(op, out, is_isolated and self._version >= HAS_LAZY_REGIONS)

    def _header(self, op: Operation) -> tuple[int, int, bytes]:
        """Returns the number of an operation's name, its mask, and what follows the location up to the operands."""
        writer = self._writer
        form = writer.form_of(op)
        entry = writer.collection.entry
        mask = 0
        out = Output()
        if form.attributes.entries:
            mask |= HAS_ATTRIBUTES
            out.varint(entry(form.attributes))
        properties = form.encoded_properties(writer.collection)
        if properties is not None:
            mask |= HAS_OP_PROPERTIES
            out.varint(writer.properties.setdefault(properties, len(writer.properties)))
        if form.result_types:
            mask |= HAS_RESULTS
            out.varint(len(form.result_types))
            for type in form.result_types:
                out.varint(entry(type))
        if op.operands:
            mask |= HAS_OPERANDS
        return writer.collection.names.numbers[form.name, form.is_declared], mask, bytes(out.data)


def _count_values(region: Region) -> int:
    """Returns the number of values that a region defines itself."""
    count = 0
    for block in region.blocks:
        count += len(block.arguments)
        for op in block.ops:
            count += len(op.results)
    return count
