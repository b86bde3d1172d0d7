"""A function as the model of memory sees it: blocks of nodes, each with the items that it reads and makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import MODULES, communication, reductions, shapes
from sdyopt.dialects.stablehlo.ops import elementwise as wise
from sdyopt.dialects.stablehlo.ops.control_flow import CASE, IF, OPTIMIZATION_BARRIER, WHILE
from sdyopt.ir.attributes import I32, ArrayAttr, BoolAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.rewriting.functions import argument_attributes

if TYPE_CHECKING:
    from sdyopt.cost.sizes.local_sizes import LocalSizes


class HeldItem:
    """A value on one device."""

    __slots__ = ("block", "bytes", "is_free", "needs", "node", "number", "reason", "value")

    def __init__(self, number: int, bytes: int, value: Value | None, block: HeldBlock, node: HeldNode | None) -> None:
        self.number = number
        """Its place among the items of the graph."""
        self.bytes = bytes
        self.value = value
        """The value of the program that it is, or is made of."""
        self.block = block
        self.node = node
        """The node that makes it; None for an argument of a block."""
        self.reason = ""
        """Why it is there, if it is not a value of the program."""
        self.is_free = False
        """Whether it takes no memory unless something that cannot compute it needs it."""
        self.needs = 0
        """The groups of all-reduces on which it depends, a bit for each."""


_NOTHING: dict[HeldItem, None] = {}
"""The captures of nodes without blocks."""


class HeldNode:
    """Something that runs: an operation of the program, or something that XLA inserts."""

    __slots__ = (
        "blocks",
        "captures",
        "computes",
        "copies",
        "is_held",
        "is_read",
        "is_recomputed",
        "is_reduced",
        "kernel",
        "kind",
        "number",
        "op",
        "operands",
        "products",
        "readers",
        "results",
        "scratch",
        "stays",
        "unfused",
    )

    def __init__(self, number: int, kind: int, op: Operation, operands: list[HeldItem]) -> None:
        self.number = number
        """Its place among the nodes of the graph."""
        self.kind = kind
        """Marks of `kinds`."""
        self.op = op
        """The operation that it is, or for which it is inserted."""
        self.operands = operands
        self.results: list[HeldItem] = []
        self.blocks: Sequence[HeldBlock] = ()
        """Those that it runs: condition and body of a loop, or branches."""
        self.captures = _NOTHING
        """The values from around that its blocks read."""
        self.scratch: HeldItem | None = None
        """Memory that it needs while it runs."""
        self.readers = 0
        self.kernel = -1
        """The number of the node in whose kernel all its readers are; -1 if they are in several."""
        self.copies = 0
        """How many of them are copies for operations that run in place."""
        self.products = 0
        """How many of its readers are products of GPUs, or parts of these, that compute it as they read it."""
        self.unfused = 0
        """How many of its readers need its result in memory."""
        self.stays = False
        """Whether what cannot compute it again is a reduction of columns, or computed for one."""
        self.computes = False
        """Whether it computes what it reads, where that is not in memory."""
        self.is_recomputed = False
        """Whether its results are in memory, and those readers compute it again that can."""
        self.is_reduced = False
        """Whether a reduction reads it."""
        self.is_read = False
        """Whether what it makes is needed, or it has effects."""
        self.is_held = False
        """Whether its results are in memory."""

    @property
    def is_loop(self) -> bool:
        return self.op.name == "stablehlo.while" and bool(self.blocks)


class HeldBlock:
    """Nodes that run one after the other."""

    __slots__ = ("arguments", "around", "nodes", "owner", "returned")

    def __init__(self, owner: HeldNode | None, around: HeldBlock | None) -> None:
        self.owner = owner
        self.around = around
        """The block that the owner is in."""
        self.arguments: list[HeldItem] = []
        """Of a loop those that it changes; what it does not change is an item from outside."""
        self.nodes: list[HeldNode] = []
        self.returned: list[HeldItem] = []


class Graph:
    """A function."""

    def __init__(self, function: Operation, sizes: LocalSizes, compiler: Compiler) -> None:
        self.function = function
        self.sizes = sizes
        self.compiler = compiler
        """Whose rules count. Those of CPUs, whose memory is not modelled, are those of GPUs."""
        self.items: list[HeldItem] = []
        self.nodes: list[HeldNode] = []
        self.body = HeldBlock(None, None)
        self.blocks = [self.body]
        """All blocks, outer ones before inner ones."""
        self.kept: dict[HeldItem, None] = {}
        """The arguments whose memory nothing else may take."""
        self.callees: dict[HeldNode, Operation] = {}
        """The functions of calls."""


# What the kinds of operations mean for memory: which fuse, which are free, and whose results are in place.

FUSES = 1
"""Is computed where it is read, and computes what it reads."""
READS_FUSED = 2
"""Computes what it reads, and is stored itself."""
ELEMENT_WISE = 4
EXPONENTIAL = 8
"""Is computed from exponentials, quotients, roots or logarithms: twice unless XLA for TPUs also reduces it."""
COSTLY = 1024
"""Takes so long that XLA for GPUs does not compute it twice."""
IN_PLACE = 16
"""Its result is in the place of operand 0."""
REUSES_OPERAND = 32
"""Its results are in the places of operands of their size."""
NO_MEMORY = 64
"""Takes no memory: its values are known when the program is compiled, or follow from indices."""
LAZY = 128
"""Is run when its result is needed first."""
SAME_MEMORY = 2048
"""Its result is its operand, which is in memory."""
SENDS = 16384
"""Is what devices gather, or sum."""
GATHERS_INSIDE = 8192
"""Has blocks in which devices gather something."""
COPIES = 512
"""Is a copy that an operation runs in."""
GATHERS = 4096
"""Is what devices gather of its operand."""
WINDOW = 32768
"""Is what the loop of a windowed product needs, whose result nothing takes the place of."""
WAITS = 65536
"""Is run when nothing else can be: the sum of a windowed product."""
WRITES_PARTS = 131072
"""Is what such a loop needs that writes parts of its result, where others add whole ones."""
UNIQUE = 256
"""Two that are equal are two values."""

ENTERED = frozenset((CASE, IF, WHILE, sdy.MANUAL_COMPUTATION, sdy.NAMED_COMPUTATION))
"""The operations whose regions hold values in memory; others apply theirs to single elements."""

NAMES = frozenset((shapes.RESHAPE, OPTIMIZATION_BARRIER, sdy.PROPAGATION_BARRIER, sdy.SHARDING_CONSTRAINT, sdy.RESHARD))
"""Operations whose results are other names of their operands, unless these are moved."""

_LOGARITHMS = wise.EXPONENTIAL, wise.EXPONENTIAL_MINUS_ONE, wise.LOG, wise.LOG_PLUS_ONE, wise.LOGISTIC
_EXPONENTIAL = wise.DIVIDE, *_LOGARITHMS, wise.RSQRT, wise.SQRT
_COSTLY = wise.CBRT, wise.COSINE, wise.POWER, wise.REMAINDER, wise.SINE, wise.TAN, wise.TANH
_CHEAP_OF_CHLO = frozenset((chlo.SQUARE, chlo.CONJ, chlo.IS_INF, chlo.IS_NEG_INF, chlo.IS_POS_INF))
_NOT_POINTWISE = frozenset((chlo.CONSTANT, chlo.CONSTANT_LIKE, chlo.RAGGED_DOT, chlo.SCAN, chlo.TOP_K))


def _kinds() -> dict[OpDefinition, int]:
    pointwise = FUSES | ELEMENT_WISE | REUSES_OPERAND
    found: dict[OpDefinition, int] = {
        each: pointwise
        for module in MODULES
        for each in vars(module).values()
        if isinstance(each, OpDef) and "Elementwise" in each.traits
    }
    found |= dict.fromkeys((wise.CLAMP, wise.COMPARE, wise.COMPLEX, wise.IS_FINITE, wise.SELECT), pointwise)
    found |= dict.fromkeys((wise.REDUCE_PRECISION, shapes.BITCAST_CONVERT), pointwise)
    found |= dict.fromkeys(_EXPONENTIAL, pointwise | EXPONENTIAL)
    found |= dict.fromkeys(_COSTLY, pointwise | COSTLY)
    for each in vars(chlo).values():
        if isinstance(each, OpDef) and each not in _NOT_POINTWISE:
            found[each] = pointwise | (0 if each in _CHEAP_OF_CHLO or "broadcast" in each.name else COSTLY)
    moving = (shapes.BROADCAST_IN_DIM, shapes.BROADCAST, shapes.REVERSE, shapes.TRANSPOSE)
    found |= dict.fromkeys((*moving, shapes.CONCATENATE, shapes.GATHER), FUSES)
    found[shapes.PAD] = FUSES | COSTLY
    found |= dict.fromkeys((shapes.SLICE, shapes.DYNAMIC_SLICE, sdy.ALL_SLICE, sdy.RESHARD), FUSES | LAZY)
    found |= dict.fromkeys((shapes.CONSTANT, sdy.CONSTANT, shapes.IOTA, chlo.CONSTANT, chlo.CONSTANT_LIKE), NO_MEMORY)
    found |= dict.fromkeys((communication.PARTITION_ID, communication.REPLICA_ID), NO_MEMORY)
    found |= {
        reductions.REDUCE: READS_FUSED,
        reductions.SORT: REUSES_OPERAND,
        shapes.DYNAMIC_UPDATE_SLICE: READS_FUSED | IN_PLACE,
        shapes.SCATTER: IN_PLACE,
        shapes.RNG: UNIQUE,
        shapes.RNG_BIT_GENERATOR: UNIQUE,
    }
    return found


KINDS = _kinds()
"""The sum of the marks above for each kind of operation that has some."""


# Arguments whose memory results take: donated and aliased ones.

_DONOR = "jax.buffer_donor"
ALIAS = "tf.aliasing_output"
"""The attribute of an argument with the number of the result that takes its memory."""

NOT_DONATED = -2
ANY_RESULT = -1


def donated_to(attributes: DictionaryAttr) -> int:
    """Returns the number of the result that takes the place of an argument with these attributes.

    ANY_RESULT if XLA is to find one, NOT_DONATED if none may.
    """
    alias = attributes.get(ALIAS)
    if alias is not None:
        if not isinstance(alias, IntegerAttr):
            return ANY_RESULT
        return alias.value if alias.value >= 0 else NOT_DONATED
    return ANY_RESULT if attributes.get(_DONOR) is BoolAttr(True) else NOT_DONATED


def mark_donations(module: Operation, donations: Mapping[int, int]) -> None:
    """Gives arguments of the program the attributes that say whose memory results take."""
    if (function := symbols(module).get("main") if donations else None) is None:
        return
    entries = list(argument_attributes(function.signature))
    for number, result in donations.items():
        if number < len(entries):
            name, value = (_DONOR, BoolAttr(True)) if result < 0 else (ALIAS, IntegerAttr(result, I32))
            entries[number] = entries[number].with_entry(name, value)
    function.signature = function.signature.with_property("arg_attrs", ArrayAttr(tuple(entries)))


class Donation(NamedTuple):
    """How an argument is donated."""

    bytes: int | None
    result: int


def shared_bytes(donations: Mapping[int, Donation], results: Sequence[int | None]) -> dict[int, int]:
    """Returns the bytes that each donated argument and `results`, given by their bytes, have in common.

    As in XLA, an argument for which the program names no result gives its place to one of the same size. One that is
    not donated, or names a result that does not exist, shares nothing.
    """
    free: list[int | None] = list(results)
    shared = dict.fromkeys(donations, 0)
    for place, (size, number) in donations.items():
        if 0 <= number < len(free) and size is not None:
            shared[place] = min(size, free[number] or 0)
            free[number] = None
    left = Counter(free)
    for place, (size, number) in donations.items():
        if number == ANY_RESULT and size and left[size]:
            left[size] -= 1
            shared[place] = size
    return shared
