"""Random discardable attributes of operations: shardings, sharding rules, records of propagation and notes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.attributes import (
    OPERAND,
    RESULT,
    AxisRef,
    AxisToPropagationDetails,
    DimMapping,
    EdgeValueRef,
    OpShardingRule,
    PropagationEdges,
    PropagationOneStep,
    Sharding,
    TensorMapping,
)
from sdyopt.dialects.sdy.verification.rules import check_rule
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import RankedTensorType
from tools.generator.sdy.blocks import Block, Value, per_value


class Decoration(NamedTuple):
    """The attributes of an op, and the shardings of its results that are among them."""

    shardings: list[Sharding | None]
    attributes: dict[str, str]


def decoration(block: Block, operands: Sequence[Value], types: Sequence[Type], share: float = 0.3) -> Decoration:
    """Attributes for an op with these operands and results."""
    shardings = block.shardings(types, share)
    attributes = per_value(shardings)
    if block.chance(0.1):
        rule = sharding_rule(block, [value.type for value in operands], types)
        if rule is not None:
            attributes["sdy.sharding_rule"] = f"#sdy.op_sharding_rule{printing.op_sharding_rule(rule)}"
    if block.chance(0.1):
        edges = propagation_edges(block, operands, shardings)
        if edges is not None:
            attributes["sdy.propagation_edges"] = f"#sdy.propagation_edges{printing.propagation_edges(edges)}"
    if block.chance(0.05):
        attributes["mhlo.note"] = block.random.choice(('"text"', "3 : i64", "", "[1, 2]", "array<i64: 1, 2>"))
    return Decoration(shardings, attributes)


def propagation_edges(
    block: Block, operands: Sequence[Value], shardings: Sequence[Sharding | None]
) -> PropagationEdges | None:
    """A record of axes that came from operands to results, or the other way; None where there could be none.

    What it names must have shardings, and all of them one mesh.
    """
    known = [sharding for sharding in (*[value.sharding for value in operands], *shardings) if sharding is not None]
    meshes = block.program.shardings.meshes
    found = {meshes.mesh(sharding.mesh) for sharding in known}
    if len(found) != 1 or not operands:
        return None
    (mesh,) = found
    if not mesh.axes:
        return None
    refs = [EdgeValueRef(OPERAND, index) for index, value in enumerate(operands) if value.sharding is not None]
    refs += [EdgeValueRef(RESULT, index) for index, sharding in enumerate(shardings) if sharding is not None]
    if len(refs) < 2:
        return None
    steps = []
    for step in range(block.random.choice((1, 1, 2))):
        source, *targets = block.random.sample(refs, block.random.randint(2, len(refs)))
        axis = AxisRef(block.random.choice(mesh.axes).name)
        steps.append(PropagationOneStep(step, (AxisToPropagationDetails(axis, source, tuple(targets)),)))
    return PropagationEdges(tuple(steps))


def sharding_rule(block: Block, operands: Sequence[Type], results: Sequence[Type]) -> OpShardingRule | None:
    """A rule for an op with values of these types; None if they have dynamic shapes, or the rule would be wrong.

    What a rule has to say of an op without operands or results cannot be written.
    """
    if not operands or not results:
        return None
    if not all(isinstance(type, RankedTensorType) and type.has_static_shape for type in (*operands, *results)):
        return None
    sizes: list[int] = []
    shared: dict[tuple[int, ...], TensorMapping] = {}

    def mapping(type: Type) -> TensorMapping:
        assert isinstance(type, RankedTensorType)
        if type.shape not in shared or block.chance(0.2):
            shared[type.shape] = TensorMapping(tuple([factors(size) for size in type.shape]))
        return shared[type.shape]

    def factors(size: int) -> DimMapping:
        parts = [2, size // 2] if size % 2 == 0 and size > 2 and block.chance(0.3) else [size]
        sizes.extend(parts)
        assert prod(parts) == size
        return DimMapping(tuple(range(len(sizes) - len(parts), len(sizes))))

    # The factors are numbered as they come.
    operand_mappings = tuple([mapping(type) for type in operands])
    result_mappings = tuple([mapping(type) for type in results])
    in_results = {
        factor for tensor in result_mappings for dimension in tensor.dimensions for factor in dimension.factors
    }
    kinds: dict[str, list[int]] = {"reduction": [], "need_replication": [], "permutation": [], "": []}
    for factor in range(len(sizes)):
        kind = block.random.choice(list(kinds))
        kinds["" if kind == "reduction" and factor in in_results else kind].append(factor)
    blocked = tuple([factor for factor in range(len(sizes)) if block.chance(0.1)])
    rule = OpShardingRule(
        tuple(sizes),
        operand_mappings,
        result_mappings,
        tuple(kinds["reduction"]),
        tuple(kinds["need_replication"]),
        tuple(kinds["permutation"]),
        blocked,
        block.chance(0.3),
    )
    return rule if check_rule(rule, tuple(operands), tuple(results)) is None else None
