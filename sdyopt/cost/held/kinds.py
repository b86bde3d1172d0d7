"""What the kinds of operations mean for memory: which fuse, which are free, and whose results are in place."""

from __future__ import annotations

from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import (
    CASE,
    IF,
    MODULES,
    OPTIMIZATION_BARRIER,
    WHILE,
    communication,
    indexing,
    reductions,
    shapes,
)
from sdyopt.dialects.stablehlo.ops import elementwise as wise
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.definition import OpDef

FUSES = 1
"""Is computed where it is read, and computes what it reads."""
READS_FUSED = 2
"""Computes what it reads, and is stored itself."""
ELEMENT_WISE = 4
COSTLY = 8
"""Is not computed twice."""
UPDATES = 16
"""Its result is in the place of operand 0."""
SAME_SIZE = 32
"""Its results are in the places of operands of their size."""
SOURCE = 64
"""Takes no memory: its values are known when the program is compiled, or follow from indices."""
LAZY = 128
"""Is run when its result is needed first."""
COPIES = 512
"""Is a copy that an operation runs in."""
SUMMED = 1024
"""Is computed by a library that takes sums, if nothing else reads it."""
UNIQUE = 256
"""Two that are equal are two values."""

ENTERED = frozenset((CASE, IF, WHILE, sdy.MANUAL_COMPUTATION, sdy.NAMED_COMPUTATION))
"""The operations whose regions hold values in memory; others apply theirs to single elements."""

NAMES = frozenset((shapes.RESHAPE, OPTIMIZATION_BARRIER, sdy.PROPAGATION_BARRIER, sdy.SHARDING_CONSTRAINT))
"""Operations whose results are other names of their operands."""

_COSTLY = (
    wise.CBRT,
    wise.COSINE,
    wise.DIVIDE,
    wise.EXPONENTIAL,
    wise.EXPONENTIAL_MINUS_ONE,
    wise.LOG,
    wise.LOG_PLUS_ONE,
    wise.LOGISTIC,
    wise.POWER,
    wise.REMAINDER,
    wise.RSQRT,
    wise.SINE,
    wise.SQRT,
    wise.TAN,
    wise.TANH,
)
_SUMMED = (
    chlo.SQUARE,
    shapes.BROADCAST,
    shapes.BROADCAST_IN_DIM,
    wise.ABS,
    wise.ADD,
    wise.DIVIDE,
    wise.EXPONENTIAL,
    wise.MAXIMUM,
    wise.MINIMUM,
    wise.MULTIPLY,
    wise.NEGATE,
    wise.SUBTRACT,
)
_CHEAP_OF_CHLO = frozenset((chlo.SQUARE, chlo.CONJ, chlo.IS_INF, chlo.IS_NEG_INF, chlo.IS_POS_INF))
_NOT_POINTWISE = frozenset((chlo.CONSTANT, chlo.CONSTANT_LIKE, chlo.RAGGED_DOT, chlo.SCAN, chlo.TOP_K))


def _kinds() -> dict[OpDefinition, int]:
    pointwise = FUSES | ELEMENT_WISE | SAME_SIZE
    found: dict[OpDefinition, int] = {
        each: pointwise
        for module in MODULES
        for each in vars(module).values()
        if isinstance(each, OpDef) and "Elementwise" in each.traits
    }
    found |= dict.fromkeys((wise.CLAMP, wise.COMPARE, wise.COMPLEX, wise.IS_FINITE, wise.SELECT), pointwise)
    found |= dict.fromkeys((wise.REDUCE_PRECISION, shapes.BITCAST_CONVERT), pointwise)
    found |= dict.fromkeys(_COSTLY, pointwise | COSTLY)
    for each in vars(chlo).values():
        if isinstance(each, OpDef) and each not in _NOT_POINTWISE:
            found[each] = pointwise | (0 if each in _CHEAP_OF_CHLO or "broadcast" in each.name else COSTLY)
    moving = (shapes.BROADCAST_IN_DIM, shapes.BROADCAST, shapes.REVERSE, shapes.TRANSPOSE)
    found |= dict.fromkeys((*moving, shapes.CONCATENATE, indexing.GATHER), FUSES)
    found[shapes.PAD] = FUSES | COSTLY
    found |= dict.fromkeys((shapes.SLICE, shapes.DYNAMIC_SLICE, sdy.ALL_SLICE), FUSES | LAZY)
    found |= dict.fromkeys((shapes.CONSTANT, sdy.CONSTANT, shapes.IOTA, chlo.CONSTANT, chlo.CONSTANT_LIKE), SOURCE)
    found |= dict.fromkeys((communication.PARTITION_ID, communication.REPLICA_ID), SOURCE)
    found |= {
        reductions.REDUCE: READS_FUSED,
        reductions.SORT: SAME_SIZE,
        shapes.DYNAMIC_UPDATE_SLICE: READS_FUSED | UPDATES,
        indexing.SCATTER: UPDATES,
        indexing.RNG: UNIQUE,
        indexing.RNG_BIT_GENERATOR: UNIQUE,
    }
    return found | {each: found[each] | SUMMED for each in _SUMMED}


KINDS = _kinds()
"""The sum of the marks above for each kind of operation that has some."""
