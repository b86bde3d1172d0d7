"""How many kernels compute an operation: XLA for CPUs computes cheap ones again in each kernel that reads them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import prod

from sdyopt.cost.collective_kinds import ALL_TO_ALL
from sdyopt.cost.collectives.inserted import RESULT, InsertedCollectives
from sdyopt.cost.memory_model.graph import KINDS, UNIQUE
from sdyopt.cost.time.operations import FUSED, dimensions, each_work, numbers_of, role_of
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.stablehlo.ops import elementwise, reductions, shapes
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value

_MAX_EMITTED = 15
"""XLA fuses nothing whose code would be more often in one kernel (`FusionNodeIndexingEvaluation`)."""
_BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))
_NOT_READ = frozenset((*_BROADCASTS, shapes.CONSTANT, shapes.IOTA))
_ALSO_FUSED = frozenset((shapes.RESHAPE, shapes.DYNAMIC_UPDATE_SLICE))
_EMITTED_ONCE = frozenset((shapes.CONCATENATE, shapes.DYNAMIC_UPDATE_SLICE, shapes.PAD, reductions.REDUCE))

Emitted = Mapping[Operation | None, int]
"""How often each operation is emitted whose places in a kernel those of a value follow from; None is its end."""
Kernels = dict[tuple[Operation, int], Emitted]
"""By the operation whose value a kernel writes, and the number of the piece that it writes."""


class Recomputed:
    """The kernels of a block that compute its operations, as XLA for CPUs fuses them."""

    def __init__(self, block: Block, inserted: InsertedCollectives | None, whole: Mesh, is_brief: bool = False) -> None:
        """Looks at a block with what XLA inserts on the mesh of all devices; if brief, only for equal operations."""
        self.counts: dict[Operation, int] = {}
        """How many kernels compute an operation; 0 for one that is equal to an earlier one."""
        self._block = block
        self._same: dict[Value, Value] = {}
        """The results of operations that are equal to earlier ones, and those of these."""
        self._readers: dict[Operation, list[Operation]] = {}
        """Those that each operation can be fused to."""
        self._pieces: dict[Operation, int] = {}
        """In how many pieces others read a value: an all-to-all reads one for each device."""
        self._written: set[Operation] = set()
        """The operations that are not computed again."""
        self._free: set[Operation] = set()
        """Scalars, and what only has values of them: it does not matter how often so little is computed."""
        self._find_equal()
        if not is_brief:
            self._find_readers(inserted, whole)
        kernels: dict[Operation, Kernels] = {}
        for op in reversed(self._readers):
            kernels[op] = self._kernels(op, kernels)
            self.counts[op] = len(kernels[op])

    def _find_equal(self) -> None:
        known: dict[tuple[object, ...], Operation] = {}
        same = self._same
        for op in self._block.ops:
            self.counts[op] = 1
            if not op.regions and _is_function_of_operands(op.signature.definition):
                first = known.setdefault((op.signature, *[same.get(value, value) for value in op.operands]), op)
                if first is not op:
                    same.update(zip(op.results, first.results, strict=True))
                    self.counts[op] = 0

    def _find_readers(self, inserted: InsertedCollectives | None, whole: Mesh) -> None:
        """An operation of several operands is computed again only if all that reads it is fused, on all paths.

        Then kernels of its own depth read it.
        """
        depths: dict[Operation, int] = {}
        for op in self._block.ops:
            if any(user.parent is not self._block for value in op.results for user, _ in value.use_pairs):
                self._pieces[self.maker(op.results[0]) or op] = 1
            if not self.counts[op]:
                continue
            makers = [maker for maker in dict.fromkeys(map(self.maker, op.operands)) if maker is not None]
            pieces = {maker: 1 for maker in makers if not (_can_be_fused(op) and _can_be_fused(maker))}
            for each in inserted.of(op) if inserted is not None and op in inserted.moved else ():
                maker = None if each.place == RESULT else self.maker(op.operands[each.place])
                if maker is not None:
                    pieces[maker] = each.group_size(whole) if each.kind == ALL_TO_ALL else 1
            depth = max([depths[each] + (each in pieces or each in self._written) for each in makers], default=0)
            self._readers[op], depths[op] = [], depth
            is_free = op.signature.definition in _NOT_READ and self._free.issuperset(makers)
            if is_free or not any(prod(dimensions(result)) > 1 for result in op.results):
                self._free.add(op)
            for maker in makers:
                if maker in pieces:
                    self._pieces[maker] = max(self._pieces.get(maker, 1), pieces[maker])
                else:
                    self._readers[maker].append(op)
                if (maker in pieces or depth > depths[maker]) and sum(map(self._is_read, maker.operands)) > 1:
                    self._written.add(maker)

    def maker(self, value: Value) -> Operation | None:
        """Returns the first operation of the block that computes what `value` is; None if it is not of the block."""
        op = self._same.get(value, value).defining_op
        return op if op is not None and op.parent is self._block else None

    def _is_read(self, value: Value) -> bool:
        """Whether a kernel reads memory for an operand."""
        maker = self.maker(value)
        return (maker is None or maker.signature.definition not in _NOT_READ) and prod(dimensions(value)) != 1

    def _is_dear(self, op: Operation) -> bool:
        """Whether an operation is computed only once. XLA divides by what is broadcast with a product, which is not."""
        if (definition := op.signature.definition) in (elementwise.DIVIDE, elementwise.REMAINDER):
            maker = self.maker(op.operands[1])
            return maker is None or maker.signature.definition not in _NOT_READ
        return definition is reductions.REDUCE or each_work(definition).transcendentals > 0

    def _kernels(self, op: Operation, kernels: Mapping[Operation, Kernels]) -> Kernels:
        """Returns the kernels that compute an operation, if those of its readers are known."""
        own: Kernels = {(op, 0): {None: 1}}
        if op in self._written or op in self._free or not _can_be_fused(op):
            return own
        definition, is_dear = op.signature.definition, self._is_dear(op)
        most = 1 if definition in _EMITTED_ONCE else _MAX_EMITTED
        if (is_dear or most == 1) and any(len(kernels[reader]) > 1 for reader in self._readers[op]):
            return own
        emitted: Kernels = {}
        for reader in self._readers[op]:
            read = kernels[reader]
            if dimensions(reader.results[0]) != dimensions(op.results[0]):
                read = {kernel: {reader: sum(places.values())} for kernel, places in read.items()}
            more = {kernel: {**emitted[kernel], **places} for kernel, places in read.items() if kernel in emitted}
            emitted = {**emitted, **read, **more} if emitted else read
        found = emitted
        if definition not in _BROADCASTS and any(sum(places.values()) > most for places in emitted.values()):
            found = {kernel: places for kernel, places in emitted.items() if sum(places.values()) <= most}
        if (pieces := self._pieces.get(op, 0)) or len(found) < len(emitted):
            found = found | {(op, piece): {None: 1} for piece in range(max(1, pieces))}
        return found if found and not (is_dear and len(found) > 1) else own


def _can_be_fused(op: Operation) -> bool:
    """Whether XLA fuses an operation to others. Transposes are layouts; sums over major dimensions are kernels."""
    if (definition := op.signature.definition) is reductions.REDUCE:
        shape = dimensions(op.operands[0])
        return len(op.results) == 1 and len(shape) - 1 in numbers_of(op, "dimensions")
    return definition in _ALSO_FUSED or (role_of(definition) == FUSED and definition is not shapes.TRANSPOSE)


@cache
def _is_function_of_operands(definition: OpDefinition) -> bool:
    return "Pure" in definition.traits or bool(KINDS.get(definition, UNIQUE) & ~UNIQUE)
