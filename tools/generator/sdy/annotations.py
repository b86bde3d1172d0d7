"""Attributes of SDY on any operation at random: shardings, sharding rules, records of propagation, edges and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from sdyopt.dialects.sdy import syntax as printing
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
    ShardingPerValue,
    TensorMapping,
)
from sdyopt.dialects.sdy.verification.shardings import check_rule
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.mlir.write.attributes import symbol_token
from tools.generator import operations as types
from tools.generator.builder import Block
from tools.generator.functions import ATTRIBUTES
from tools.generator.operations import Edge, OpPlan, Value
from tools.generator.policy import Policy
from tools.generator.sdy.shardings import Shardings

NOTES = ('"text"', "3 : i64", "", "[1, 2]", "array<i64: 1, 2>")


class Annotated(Policy):
    """A policy in which shardings are random, and need not fit each other."""

    share = 0.3
    """The share of operations whose results have shardings."""
    edge_share = 0.15
    """The share of values of data-flow operations that have an `sdy.data_flow_edge`."""
    stray_edges = True
    """Whether other values may have one."""
    record_share = 0.0
    """The share of edges, and arguments and results of functions, with records of propagation."""
    function_edge_share = 0.0
    """The share of arguments of functions, and results of calls, with an `sdy.func_data_flow_edge`."""

    def __init__(self, shardings: Shardings) -> None:
        self.shardings = shardings
        self.random = shardings.random
        self.meshes = {
            symbol_token(name): [(axis.name, axis.size) for axis in mesh.axes]
            for name, mesh in shardings.meshes.named.items()
            if mesh.axes
        }

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def plan(
        self,
        block: Block,
        operands: Sequence[Value],
        results: Sequence[types.Type],
        may_have_rule: bool = True,
        is_flow: bool = False,
    ) -> OpPlan:
        shardings = self.of_results(block, results, self.share)
        attributes = per_value(shardings)
        if may_have_rule and block.chance(0.1):
            rule = sharding_rule(block, [value.type for value in operands], results)
            if rule is not None:
                attributes["sdy.sharding_rule"] = f"#sdy.op_sharding_rule{printing.op_sharding_rule(rule)}"
        if block.chance(0.1) and (edges := propagation_edges(block, operands, shardings)) is not None:
            attributes["sdy.propagation_edges"] = f"#sdy.propagation_edges{printing.propagation_edges(edges)}"
        if block.chance(0.05):
            attributes["mhlo.note"] = block.random.choice(NOTES)
        if is_flow and block.chance(0.03):
            attributes["sdy.result_propagation_edges"] = "[]"
        return OpPlan(shardings, attributes, self.edges(block, results, is_flow))

    def of_results(self, block: Block, types: Sequence[types.Type], share: float) -> list[Sharding | None]:
        """Returns shardings for all results of an operation, or for none."""
        if not types or not all(map(can_have_sharding, types)) or not block.chance(share):
            return [None] * len(types)
        reference = self.shardings.meshes.reference()
        return [self.shardings.of_type(type, block.manual, None if block.chance(0.2) else reference) for type in types]

    def edges(self, block: Block, types: Sequence[types.Type], is_flow: bool = False) -> list[Edge | None]:
        share = self.edge_share if is_flow else 0.03 * self.stray_edges
        return [
            Edge(block.sharding(type) if block.chance(0.5) else None)
            if block.chance(share) and is_static_tensor(type)
            else None
            for type in types
        ]

    def of_boundary(self, block: Block, types: Sequence[types.Type]) -> list[Sharding]:
        return [block.sharding(type) for type in types] if block.chance(0.4) else []

    def function_edges(self, block: Block, types: Sequence[types.Type]) -> list[Edge | None]:
        """Returns for each argument of a function, or result of a call, the edge that is to be on it."""
        share, edge = self.function_edge_share, Edge(None, of_function=True)
        return [edge if is_static_tensor(type) and block.chance(share) else None for type in types]

    def records(self, value: Value, sharding: Sharding | None) -> dict[str, str]:
        """Returns the records that propagation leaves on the edge of a value; edges of axes need one mesh."""
        records: dict[str, str] = {}
        share = self.record_share
        if share and self._chance(share):
            records["sdy.sharding_origins"] = self.random.choice(('{a = "input: 0"}', '{b = "self"}', "{}", '"x"'))
        axes = [axis for dimension in sharding.dimensions for axis in dimension.axes] if sharding else []
        is_on_one_mesh = value.sharding is None or sharding is None or value.sharding.mesh == sharding.mesh
        if axes and is_on_one_mesh and share and self._chance(share):
            step = f"{{step-0 = [{{{printing.axis_ref(axes[0])} = operand-0 -> [result-0]}}]}}"
            records["sdy.propagation_edges"] = f"#sdy.propagation_edges<[{step}]>"
        return records

    def notes(self) -> Mapping[str, str]:
        notes = {self.random.choice(ATTRIBUTES): self.random.choice(('"x"', "1 : i32"))} if self._chance(0.1) else {}
        if self.record_share and self._chance(self.record_share):
            notes["sdy.sharding_origins"] = self.random.choice(('{a = "self"}', "{}"))
        return notes

    def of_argument(self, block: Block, type: types.Type) -> Sharding | None:
        is_sharded = can_have_sharding(type) and not isinstance(type, types.Tuple) and self._chance(0.4)
        return self.shardings.of_type(type) if is_sharded else None

    def of_result(self, value: Value) -> Sharding | None:
        is_sharded = can_have_sharding(value.type) and self._chance(0.4)
        return self.shardings.of_type(value.type) if is_sharded else None


def can_have_sharding(type: types.Type) -> bool:
    """Whether values of a type can have a sharding."""
    return types.mlir(type) is not None


def is_static_tensor(type: types.Type) -> bool:
    """Whether a type is one of tensors of static shape which can have shardings."""
    return isinstance(type, types.Tensor) and type.is_static and can_have_sharding(type)


def per_value(shardings: Sequence[Sharding | None]) -> dict[str, str]:
    """Returns the attribute `sdy.sharding` of an operation whose results have shardings, all or none."""
    if not (given := [sharding for sharding in shardings if sharding is not None]):
        return {}
    return {"sdy.sharding": f"#sdy.sharding_per_value<{printing.sharding_list(ShardingPerValue(tuple(given)))}>"}


def propagation_edges(
    block: Block, operands: Sequence[Value], shardings: Sequence[Sharding | None]
) -> PropagationEdges | None:
    """A record of axes that came from operands to results, or the other way; None where there could be none.

    What it names must have shardings, and all of them one mesh.
    """
    known = [sharding for sharding in (*[value.sharding for value in operands], *shardings) if sharding is not None]
    meshes = block.shardings.meshes
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


def sharding_rule(block: Block, operands: Sequence[types.Type], results: Sequence[types.Type]) -> OpShardingRule | None:
    """A rule for an op with values of these types; None if they have dynamic shapes, or the rule would be wrong.

    What a rule has to say of an op without operands or results cannot be written.
    """
    if not operands or not results or not all(map(is_static_tensor, (*operands, *results))):
        return None
    inputs, outputs = tuple(map(types.verified, operands)), tuple(map(types.verified, results))
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
    operand_mappings = tuple([mapping(type) for type in inputs])
    result_mappings = tuple([mapping(type) for type in outputs])
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
    return rule if check_rule(rule, inputs, outputs) is None else None
