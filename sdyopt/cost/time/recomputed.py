"""How many kernels compute an operation: XLA for CPUs computes cheap ones again in each kernel that reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import prod

from sdyopt.cost.collective_kinds import ALL_TO_ALL
from sdyopt.cost.collectives.inserted import RESULT, InsertedCollectives
from sdyopt.cost.memory_model.graph import KINDS, UNIQUE
from sdyopt.cost.time.operations import FUSED, dimensions_of, each_work, numbers_of, role_of
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.stablehlo.ops import elementwise, reductions, shapes
from sdyopt.ir.attribute import remembered
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value

_MAX_EMITTED = 15
"""XLA fuses nothing whose code would be more often in one kernel (`FusionNodeIndexingEvaluation`)."""
_BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))
_NOT_READ = frozenset((*_BROADCASTS, shapes.CONSTANT, shapes.IOTA))
_ALSO_FUSED = frozenset((shapes.RESHAPE, shapes.DYNAMIC_UPDATE_SLICE))
_EMITTED_ONCE = frozenset((shapes.CONCATENATE, shapes.DYNAMIC_UPDATE_SLICE, shapes.PAD, reductions.REDUCE))

Emitted = Mapping[Operation | None, int]
"""How often each operation is emitted whose places in a kernel those of a value follow from; None is its end."""


class WritingKernels(NamedTuple):
    """The kernels that compute a value."""

    writers: Mapping[tuple[Operation, int], Emitted]
    """By the operation whose value a kernel writes, and the number of the piece that it writes."""
    most: int = 1
    """How often one of them emits the value at most."""
    reader: Operation | None = None
    """The operation whose places those of the value follow from, which is emitted in all places of `writers`."""

    def emitted(self) -> Mapping[tuple[Operation, int], Emitted]:
        if (reader := self.reader) is None:
            return self.writers
        return {kernel: {reader: sum(places.values())} for kernel, places in self.writers.items()}


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
        self._unread: set[Operation] = set()
        """The operations whose results no kernel reads from memory."""
        self._free: set[Operation] = set()
        """Scalars, and what only has values of them: it does not matter how often so little is computed."""
        self._find_equal()
        if not is_brief:
            self._find_readers(inserted, whole)
        kernels: dict[Operation, WritingKernels] = {}
        for op in reversed(self._readers):
            found = kernels[op] = self._kernels(op, kernels)
            if (count := len(found.writers)) != 1:
                self.counts[op] = count

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
        block, same, counts, written = self._block, self._same, self.counts, self._written
        depths: dict[Operation, int] = {}
        several = set[Operation]()
        """The operations whose kernels read memory for several operands."""
        fused, unread = set[Operation](), self._unread
        blocks = () if block.parent is None else block.parent.blocks
        roots = [op for each in blocks for op in each.ops if op.regions or each is not block]
        readers = [op for root in roots for op in root.walk() if op.parent is not block]
        read_elsewhere = {value.defining_op for op in readers for value in op.operands}
        moved = () if inserted is None else inserted.moved
        for op in block.ops:
            if op in read_elsewhere:
                self._pieces[self.maker(op.results[0]) or op] = 1
            if not counts[op]:
                continue
            fusion = _fusion(op.signature)
            makers: dict[Operation, None] = {}
            read = 0
            for value, is_one in zip(op.operands, fusion.is_one, strict=True):
                maker = same.get(value, value).defining_op
                if maker is None or maker.parent is not block:
                    read += not is_one
                else:
                    makers[maker] = None
                    read += not is_one and maker not in unread
            if read > 1:
                several.add(op)
            if fusion.is_fused:
                fused.add(op)
                pieces = dict.fromkeys(makers.keys() - fused, 1)
            else:
                pieces = dict.fromkeys(makers, 1)
            for each in inserted.of(op) if inserted is not None and op in moved else ():
                maker = None if each.place == RESULT else self.maker(op.operands[each.place])
                if maker is not None:
                    pieces[maker] = each.group_size(whole) if each.kind == ALL_TO_ALL else 1
            depth = 0
            for maker in makers:
                depth = max(depth, depths[maker] + (maker in pieces or maker in written))
            self._readers[op], depths[op] = [], depth
            if fusion.is_not_read:
                unread.add(op)
            if not fusion.is_large or (fusion.is_not_read and self._free.issuperset(makers)):
                self._free.add(op)
            for maker in makers:
                if maker in pieces:
                    self._pieces[maker] = max(self._pieces.get(maker, 1), pieces[maker])
                else:
                    self._readers[maker].append(op)
                if maker in several and (maker in pieces or depth > depths[maker]):
                    written.add(maker)

    def maker(self, value: Value) -> Operation | None:
        """Returns the first operation of the block that computes what `value` is; None if it is not of the block."""
        op = self._same.get(value, value).defining_op
        return op if op is not None and op.parent is self._block else None

    def _is_dear(self, op: Operation) -> bool:
        """Whether an operation is computed only once. XLA divides by what is broadcast with a product, which is not."""
        if (definition := op.signature.definition) in (elementwise.DIVIDE, elementwise.REMAINDER):
            return self.maker(op.operands[1]) not in self._unread
        return definition is reductions.REDUCE or each_work(definition).transcendentals > 0

    def _kernels(self, op: Operation, kernels: Mapping[Operation, WritingKernels]) -> WritingKernels:
        """Returns the kernels that compute an operation, if those of its readers are known."""
        fusion = _fusion(op.signature)
        if not fusion.is_fused or op in self._written or op in self._free:
            return _kernel_of(op)
        definition, is_dear = op.signature.definition, self._is_dear(op)
        most = 1 if definition in _EMITTED_ONCE else _MAX_EMITTED
        if (is_dear or most == 1) and any(len(kernels[reader].writers) > 1 for reader in self._readers[op]):
            return _kernel_of(op)
        found = WritingKernels({})
        for reader in self._readers[op]:
            read = kernels[reader]
            if _fusion(reader.signature).shape != fusion.shape:
                read = read._replace(reader=reader)
            found = _both(found, read) if found.writers else read
        emitted = found.writers
        if definition not in _BROADCASTS and found.most > most:
            kept = {kernel: places for kernel, places in emitted.items() if sum(places.values()) <= most}
            found = found._replace(writers=kept, most=most)
        if (pieces := self._pieces.get(op, 0)) or len(found.writers) < len(emitted):
            own: dict[tuple[Operation, int], Emitted] = {(op, piece): {None: 1} for piece in range(max(1, pieces))}
            found = WritingKernels({**found.emitted(), **own}, found.most)
        is_own = not found.writers or (is_dear and len(found.writers) > 1)
        return _kernel_of(op) if is_own else found


def _kernel_of(op: Operation) -> WritingKernels:
    """Returns the kernel of an operation whose value is written."""
    return WritingKernels({(op, 0): {None: 1}})


def _both(one: WritingKernels, other: WritingKernels) -> WritingKernels:
    """Returns the kernels of two readers."""
    first, second = one.emitted(), other.emitted()
    more = {kernel: {**first[kernel], **places} for kernel, places in second.items() if kernel in first}
    most = max([one.most, other.most, *[sum(places.values()) for places in more.values()]])
    return WritingKernels({**first, **second, **more}, most)


class _Fusion(NamedTuple):
    """What follows from the signature of an operation."""

    is_fused: bool
    """Whether XLA fuses it to others. Transposes are layouts; sums over major dimensions are kernels."""
    is_not_read: bool
    """Whether no kernel reads its result from memory."""
    is_large: bool
    """Whether a result has several elements."""
    is_one: tuple[bool, ...]
    """Which operands have one element."""
    shape: Sequence[int]
    """That of its first result."""


@remembered
def _fusion(signature: Signature) -> _Fusion:
    definition = signature.definition
    shapes_of = [[dimensions_of(each) for each in types] for types in (signature.operand_types, signature.result_types)]
    if definition is reductions.REDUCE:
        summed = numbers_of(signature, "dimensions")
        is_fused = len(signature.result_types) == 1 and len(shapes_of[0][0]) - 1 in summed
    else:
        is_fused = definition in _ALSO_FUSED or (role_of(definition) == FUSED and definition is not shapes.TRANSPOSE)
    return _Fusion(
        is_fused,
        definition in _NOT_READ,
        any(prod(shape) > 1 for shape in shapes_of[1]),
        tuple([prod(shape) == 1 for shape in shapes_of[0]]),
        next(iter(shapes_of[1]), ()),
    )


@cache
def _is_function_of_operands(definition: OpDefinition) -> bool:
    return "Pure" in definition.traits or bool(KINDS.get(definition, UNIQUE) & ~UNIQUE)
