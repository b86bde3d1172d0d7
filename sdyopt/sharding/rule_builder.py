"""Builds op sharding rules: which factors the dimensions of an operation's operands and results consist of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from sdyopt.dialects.sdy.attributes import DimMapping, OpShardingRule, TensorMapping
from sdyopt.ir.signature import Signature
from sdyopt.sharding.factor_sizes import Shape, shape_of

Dimensions = Sequence[int | None]
"""A dimension for each operand or result, None for those that a factor is not added to; the rest may be omitted."""


class FactorType(Enum):
    """How a factor behaves when it is sharded."""

    PASS_THROUGH = auto()
    REDUCTION = auto()
    NEED_REPLICATION = auto()
    PERMUTATION = auto()


class NoRuleError(Exception):
    """An operation is valid, but propagation has no rule for its types; the message says why."""


class RuleBuilder:
    """Collects the factors of the rule of one kind of operation, in the order of their numbers.

    `is_conservative` asks for a rule with which propagation does not shard dimensions that would need communication.
    `surroundings` is what the rule depends on besides the signature, for the few operations that declare such a thing.
    """

    def __init__(self, signature: Signature, is_conservative: bool = False, surroundings: bool = False) -> None:
        self.signature = signature
        self.is_conservative = is_conservative
        self.surroundings = surroundings
        self.operand_shapes = [shape_of(type) for type in signature.operand_types]
        self.result_shapes = [shape_of(type) for type in signature.result_types]
        self._operands: list[list[list[int]]] = [[[] for _ in shape] for shape in self.operand_shapes]
        self._results: list[list[list[int]]] = [[[] for _ in shape] for shape in self.result_shapes]
        self._sizes: list[int] = []
        self._special: dict[FactorType, list[int]] = {type: [] for type in FactorType}
        self._blocked: list[int] = []

    def add_factor(
        self,
        size: int,
        operands: Dimensions = (),
        results: Dimensions = (),
        type: FactorType = FactorType.PASS_THROUGH,
        is_blocked: bool = False,
    ) -> None:
        """Adds a factor to a dimension of each operand and result for which one is listed.

        A factor of size 1 is not added to a dimension that has factors already.
        """
        factor = self._new_factor(size, type, is_blocked)
        for mappings, dimensions in ((self._operands, operands), (self._results, results)):
            for mapping, dimension in zip(mappings, dimensions, strict=False):
                if dimension is not None and (size != 1 or not mapping[dimension]):
                    mapping[dimension].append(factor)

    def add_everywhere(
        self, dimension: int, size: int, type: FactorType = FactorType.PASS_THROUGH, is_blocked: bool = False
    ) -> None:
        """Adds a factor to `dimension` of every operand and result that has any dimension."""
        self.add_factor(
            size,
            [dimension if mapping else None for mapping in self._operands],
            [dimension if mapping else None for mapping in self._results],
            type,
            is_blocked,
        )

    def add_shape(self, shape: Iterable[int]) -> None:
        """Adds a pass-through factor for each dimension of `shape`, everywhere."""
        for dimension, size in enumerate(shape):
            self.add_everywhere(dimension, size)

    def add_matching_dimensions(
        self, operand: Shape, result: Shape, mismatch: FactorType, is_mismatch_blocked: bool
    ) -> None:
        """Adds a factor of the operand's size for each dimension, everywhere.

        Where operand and result differ in size it has the type `mismatch` and may be blocked.
        """
        for dimension, size in enumerate(operand):
            if size == result[dimension]:
                self.add_everywhere(dimension, size)
            else:
                self.add_everywhere(dimension, size, mismatch, is_mismatch_blocked)

    def build(self) -> OpShardingRule:
        """Returns the rule, in which each dimension without factors has one of size 1 of its own."""
        for mappings in (self._operands, self._results):
            for mapping in mappings:
                for factors in mapping:
                    if not factors:
                        factors.append(self._new_factor(1, FactorType.PASS_THROUGH, False))
        return OpShardingRule(
            tuple(self._sizes),
            tuple(map(_tensor_mapping, self._operands)),
            tuple(map(_tensor_mapping, self._results)),
            tuple(self._special[FactorType.REDUCTION]),
            tuple(self._special[FactorType.NEED_REPLICATION]),
            tuple(self._special[FactorType.PERMUTATION]),
            tuple(self._blocked),
        )

    def _new_factor(self, size: int, type: FactorType, is_blocked: bool) -> int:
        factor = len(self._sizes)
        self._sizes.append(size)
        self._special[type].append(factor)
        if is_blocked:
            self._blocked.append(factor)
        return factor


def _tensor_mapping(factors: list[list[int]]) -> TensorMapping:
    return TensorMapping(tuple([DimMapping(tuple(numbers)) for numbers in factors]))
